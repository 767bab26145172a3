"""The blocks of all documents made into tables and charts, and the charts of hardware pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import charts, drawn, query, selection, standing, tables, withdrawn
from sitegen.blocks import CHARTS
from sitegen.diagnostics import Diagnostic, Position
from sitegen.drawn import Draw, Figure
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.nearest import did_you_mean
from sitegen.prose import Heading, Prose
from sitegen.query import Block, Query, TestbedBlock
from sitegen.record import Gap, Record
from sitegen.selection import Selection
from sitegen.tables import Table


class Made(NamedTuple):
    """What a block came to: one of a table, a figure, a testbed or a comparison; or a problem.

    `compared` is a comparison as a table. `block` is what was written, where it came to something,
    and `files` are the paths of the raw files that a table or a figure is about.
    """

    table: Table | None = None
    figure: Figure | None = None
    testbed: TestbedBlock | None = None
    compare: Query | None = None
    compared: Table | None = None
    problem: str = ""
    block: Block | None = None
    files: frozenset[str] = frozenset()


class Figures(NamedTuple):
    """What was made of the blocks of each document, and the charts of each piece of hardware."""

    blocks: Mapping[str, Sequence[Made]]
    standings: Mapping[str, Sequence[Figure]]

    @property
    def all(self) -> Iterator[Figure]:
        """Yield every figure."""
        for made in self.blocks.values():
            yield from (one.figure for one in made if one.figure)
        for its in self.standings.values():
            yield from its


def figures(
    documents: Mapping[str, Prose],
    lab: Lab,
    words: Names,
    old: Mapping[str, str],
    draw: Draw = drawn.draw,
) -> tuple[Figures, list[Diagnostic]]:
    """Return everything that pages show beside text, and what is wrong with it.

    `old` says of documents that they are retracted or superseded, which pictures say as well.
    `draw` is `drawn.draw`, or one that knows what was drawn before.
    """
    findings: list[Diagnostic] = []
    owners: dict[str, Position] = {}
    blocks = {
        path: tuple(_with_picture(_made(block.word, block.text, block.position, lab, words, owners,
                                        findings, old.get(path, "")), draw)
                    for block in its.blocks)
        for path, its in documents.items()
    }  # fmt: skip
    for path, document in documents.items():
        findings += _clashes(blocks[path], document.headings)
    standings = {}
    ranking = standing.Ranking(lab)
    for name, its in lab.hardware.items():
        own = []
        for one in standing.standings(its, ranking):
            if not _owned(one.query, owners, findings):
                continue
            # These charts are made without being asked for, so what differs is said below them
            # only.
            chart, _ = charts.build(one.query, one.records, lab, words)
            own.append(drawn.with_picture(Figure(one.query, chart, one.records), draw))
        standings[name] = tuple(own)
    found = Figures(blocks, standings)
    findings += filter(None, map(drawn.problem, found.all))
    return found, findings


def _with_picture(made: Made, draw: Draw) -> Made:
    if made.figure is None:
        return made
    return made._replace(figure=drawn.with_picture(made.figure, draw))


def _clashes(made: Sequence[Made], headings: Sequence[Heading]) -> Iterator[Diagnostic]:
    """Yield a finding for each block whose id is also an anchor of its page for something else."""
    taken = {one.id: f"the heading '{one.text}'" for one in headings}
    taken |= dict.fromkeys(("content", "evidence"), "the page itself")
    for one in made:
        if one.block and one.block.id in taken:
            yield Diagnostic(
                one.block.position,
                "duplicate-id",
                f"the id '{one.block.id}' is that of {taken[one.block.id]} too",
                "choose another, or declare one for the heading: '## Heading {#other}'",
            )


def _owned(
    its: Query | TestbedBlock, owners: dict[str, Position], findings: list[Diagnostic]
) -> bool:
    """Return whether a block is the first with its id, after noting it if it is not."""
    owner = owners.setdefault(its.id, its.position)
    if owner is its.position:
        return True
    findings.append(
        Diagnostic(
            its.position,
            "duplicate-id",
            f"the block id '{its.id}' is that of {owner} already",
            "ids stand in addresses, so they are unique on the whole site: choose another",
        )
    )
    return False


def _made(
    word: str,
    text: str,
    position: Position,
    lab: Lab,
    words: Names,
    owners: dict[str, Position],
    findings: list[Diagnostic],
    status: str,
) -> Made:
    # A block is known by its first line of YAML; findings about all of it stand at its fence.
    block, problems = query.read(word, text, position._replace(line=position.line - 1))
    findings += problems
    if block is None:
        return Made(problem=_first(problems, word))
    if not _owned(block, owners, findings):
        return Made(problem=f"another block has the id '{block.id}'")
    if isinstance(block, TestbedBlock):
        return _testbed(block, lab, findings)
    chosen, problems = selection.select(block, lab.dataset)
    findings += problems
    if chosen is None:
        return Made(problem=_first(problems, word))
    shown: list[Record | Gap] = [*chosen.records, *chosen.gaps]
    files = frozenset(one.position.path for one in shown)
    if block.kind in CHARTS:
        figure = _figure(chosen, lab, words, findings, status)
        return Made(figure=figure, block=block, files=files)
    table, problems = tables.build(chosen.query, chosen.records, words, chosen.gaps)
    if block.kind == "compare":
        # What else differs is what a comparison is for, and no finding.
        return Made(compare=chosen.query, compared=table, block=block)
    findings += problems
    return Made(table=table, block=block, files=files)


def _figure(
    chosen: Selection, lab: Lab, words: Names, findings: list[Diagnostic], status: str
) -> Figure:
    its, records = chosen.query, chosen.records
    old = withdrawn.status(lab.withdrawals(record.run for record in records))
    chart, problems = charts.build(its, records, lab, words, status or old, chosen.gaps)
    findings += problems
    if chart.specification:
        return Figure(its, chart, records)
    return Figure(its, chart, records, _first(problems[-1:], "chart"))


def _testbed(block: TestbedBlock, lab: Lab, findings: list[Diagnostic]) -> Made:
    if block.path in lab.testbeds:
        return Made(testbed=block, block=block)
    message = f"no testbed '{block.path}'"
    findings.append(
        Diagnostic(block.position, "bad-block", message, did_you_mean(block.path, lab.testbeds))
    )
    return Made(problem=message)


def _first(problems: Sequence[Diagnostic], word: str) -> str:
    return problems[0].message if problems else f"this {word} cannot be made"
