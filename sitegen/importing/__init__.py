"""A page that somebody published, made into files of a lab: raw results, testbeds, a draft.

Raw blocks and tables are cut out byte for byte; what is recognised of the machines is written down
with its line; the prose is not copied, only its headings and numbers. Whatever cannot be placed is
said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sitegen import loading
from sitegen.hardware import Hardware
from sitegen.importing import (
    facts,
    html_pieces,
    markdown_pieces,
    outputs,
    page,
    spec_lists,
    stated,
    tables,
    text_pieces,
    text_tables,
)
from sitegen.importing.cases import cases
from sitegen.importing.commands_above import with_commands
from sitegen.importing.cuts import Cut, Note
from sitegen.importing.draft import draft
from sitegen.importing.lab_files import lab_files
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.placing import Placed, place
from sitegen.importing.prose_numbers import told
from sitegen.importing.referring import Origin
from sitegen.importing.remarks import remarks, together
from sitegen.importing.series import with_rows
from sitegen.importing.staged import staged

_READERS = {
    "html": html_pieces.parts,
    "markdown": markdown_pieces.parts,
    "mail": text_pieces.parts,
    "text": text_pieces.parts,
}


@dataclass(frozen=True, slots=True)
class Import:
    """What a page comes to: files by their path in the lab, and what is said of them.

    `cuts` are the raw files among them, `placed` the numbers of the prose, `missing` what the page
    does not say of its machines.
    """

    files: Mapping[str, bytes]
    cuts: Mapping[str, Cut]
    placed: Sequence[Placed]
    notes: Sequence[Note]
    missing: Sequence[str]

    @property
    def measured(self) -> bool:
        """Return whether the page holds any value."""
        return any(cut.measured for cut in self.cuts.values())


def import_page(path: str, content: bytes, name: str, hardware: Mapping[str, Hardware]) -> Import:
    """Return the files for a page; `hardware` is what the lab has pages for already.

    Raises ValueError for a file that holds no text.
    """
    its = page.read(path, content)
    parts = _READERS[its.kind](its)
    parts = replace(parts, title=" ".join(parts.title.split()))
    cuts, notes = _cuts(its, parts.pieces)
    taken = {line for one in cuts for line in outputs.lines_of(its, one)}
    mentions = [
        *spec_lists.mentions(its, parts.pieces, taken),
        *facts.mentions(parts.pieces, taken),
    ]
    found = cases(its, parts.pieces, cuts, mentions)
    made = lab_files(its, parts, found, name, hardware)
    laboratory, _ = loading.load(staged(made.files), {})
    sections = _sections(parts.pieces)
    origins = {
        one.position: Origin(
            made.cuts[one.position.path].page_line(one.position.line),
            _section(parts.pieces, sections, made.cuts[one.position.path]),
        )
        for one in laboratory.dataset.records
    }
    placed = place(told(parts.pieces, taken), laboratory, origins, sections)
    every = together([*notes, *remarks(its, parts.pieces, cuts, found, mentions)])
    text = draft(its.name, parts, found, placed, every, made.missing, made.hardware, name)
    made.files[f"content/reports/{name}.md"] = text.encode()
    return Import(made.files, made.cuts, placed, every, made.missing)


def _cuts(its: Page, pieces: Sequence[Piece]) -> tuple[list[Cut], list[Note]]:
    """Return all that is cut out: what parsers know, then tables, then results in words."""
    cuts, notes = outputs.outputs(its, pieces)
    more, others = tables.tables(its, pieces, cuts)
    cuts += more
    more, said = text_tables.text_tables(its, pieces, cuts)
    cuts += more
    cuts += stated.stated(its, pieces, cuts)
    cuts.sort(key=lambda one: one.start)
    cuts = with_rows(its, with_commands(its, pieces, cuts))
    return cuts, [*notes, *others, *said]


def _sections(pieces: Sequence[Piece]) -> list[int]:
    """Return for each piece the number of its section."""
    numbers: list[int] = []
    section = 0
    for piece in pieces:
        section += piece.kind == "heading"
        numbers.append(section)
    return numbers


def _section(pieces: Sequence[Piece], sections: Sequence[int], cut: Cut) -> int:
    """Return the number of the section that a cut stands in."""
    above = [
        number for piece, number in zip(pieces, sections, strict=True) if piece.first <= cut.first
    ]
    return above[-1] if above else 0
