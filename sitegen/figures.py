"""The blocks of all documents made into tables and charts, and the charts of hardware pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sitegen import charts, drawn, query, selection, standing, tables, withdrawn
from sitegen.blocks import CHARTS
from sitegen.diagnostics import Diagnostic, Position
from sitegen.drawn import Draw, Figure
from sitegen.lab import Lab
from sitegen.memo import ANEW, Memo
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


class _Asked(NamedTuple):
    """A block of a document: what it asks for, what is wrong with it, and what it is made with.

    `owner` is the place of another block with the same id.
    """

    word: str
    block: Block | None
    problems: Sequence[Diagnostic]
    owner: Position | None = None


def figures(
    documents: Mapping[str, Prose],
    lab: Lab,
    words: Names,
    old: Mapping[str, str],
    draw: Draw = drawn.draw,
    memo: Memo = ANEW,
) -> tuple[Figures, list[Diagnostic]]:
    """Return everything that pages show beside text, and what is wrong with it.

    `old` says of documents that they are retracted or superseded, which pictures say as well.
    `draw` is `drawn.draw`, or one that knows what was drawn before.
    """
    findings: list[Diagnostic] = []
    owners: dict[str, Position] = {}
    blocks: dict[str, Sequence[Made]] = {}
    for path, its in documents.items():
        asked = memo.take("blocks", path, its, partial(_asked, its))
        owned = tuple(_owned(one, owners) for one in asked)
        made_from = (its, owned, lab, words, old.get(path, ""), draw)
        blocks[path], more = memo.take("figures", path, made_from, partial(_all_made, *made_from))
        findings += more
    standings = {}
    ranked = memo.take("standings", "", (lab, words, draw), partial(_standings, lab, words, draw))
    for name, several in ranked.items():
        own = []
        for figure in several:
            if owner := _owner(figure.query, owners):
                findings.append(_taken(figure.query, owner))
            else:
                own.append(figure)
        standings[name] = tuple(own)
    found = Figures(blocks, standings)
    findings += filter(None, map(drawn.problem, found.all))
    return found, findings


def _asked(its: Prose) -> Sequence[_Asked]:
    """Return what the blocks of a document ask for."""
    asked = []
    for one in its.blocks:
        # A block is known by its first line of YAML; findings about all of it stand at its fence.
        position = one.position._replace(line=one.position.line - 1)
        block, problems = query.read(one.word, one.text, position)
        asked.append(_Asked(one.word, block, tuple(problems)))
    return tuple(asked)


def _all_made(
    its: Prose, asked: Sequence[_Asked], lab: Lab, words: Names, status: str, draw: Draw
) -> tuple[Sequence[Made], Sequence[Diagnostic]]:
    """Return what the blocks of a document come to, and what is wrong with them."""
    findings: list[Diagnostic] = []
    made = tuple(_with_picture(_made(one, lab, words, findings, status), draw) for one in asked)
    findings += _clashes(made, its.headings)
    return made, tuple(findings)


def _standings(lab: Lab, words: Names, draw: Draw) -> dict[str, Sequence[Figure]]:
    """Return the charts of each piece of hardware.

    They are made without being asked for, so what differs is said below them only.
    """
    ranking = standing.Ranking(lab)
    return {
        name: tuple(
            drawn.with_picture(
                Figure(one.query, charts.build(one.query, one.records, lab, words)[0], one.records),
                draw,
            )
            for one in standing.standings(its, ranking)
        )
        for name, its in lab.hardware.items()
    }


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


def _owned(one: _Asked, owners: dict[str, Position]) -> _Asked:
    """Return a block with the place of another one that has its id already, if one has."""
    return one._replace(owner=_owner(one.block, owners)) if one.block else one


def _owner(its: Block, owners: dict[str, Position]) -> Position | None:
    """Return where the first block with the same id is, unless this is the first."""
    owner = owners.setdefault(its.id, its.position)
    return None if owner is its.position else owner


def _taken(its: Block, owner: Position) -> Diagnostic:
    return Diagnostic(
        its.position,
        "duplicate-id",
        f"the block id '{its.id}' is that of {owner} already",
        "ids stand in addresses, so they are unique on the whole site: choose another",
    )


def _made(asked: _Asked, lab: Lab, words: Names, findings: list[Diagnostic], status: str) -> Made:
    word, block, problems, owner = asked
    findings += problems
    if block is None:
        return Made(problem=_first(problems, word))
    if owner:
        findings.append(_taken(block, owner))
        return Made(problem=f"another block has the id '{block.id}'")
    if isinstance(block, TestbedBlock):
        return _testbed(block, lab, findings)
    chosen, more = selection.select(block, lab.dataset)
    findings += more
    if chosen is None:
        return Made(problem=_first(more, word))
    shown: list[Record | Gap] = [*chosen.records, *chosen.gaps]
    files = frozenset(one.position.path for one in shown)
    if block.kind in CHARTS:
        figure = _figure(chosen, lab, words, findings, status)
        return Made(figure=figure, block=block, files=files)
    table, more = tables.build(chosen.query, chosen.records, words, chosen.gaps)
    if block.kind == "compare":
        # What else differs is what a comparison is for, and no finding.
        return Made(compare=chosen.query, compared=table, block=block)
    findings += more
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
