"""The blocks of all documents made into tables and charts, and the charts of hardware pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from sitegen import charts, drawn, query, selection, standing, tables, withdrawn
from sitegen.blocks import CHARTS
from sitegen.dataset import Dataset
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
from sitegen.standing import Standing
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


class Ranked(NamedTuple):
    """The charts of each piece of hardware, and what is wrong with them."""

    standings: Mapping[str, Sequence[Figure]]
    findings: Sequence[Diagnostic]


@dataclass(frozen=True)
class Figures:
    """What was made of the blocks of each document, and the charts of each piece of hardware.

    These come out of a ranking of everything, which is made once somebody asks for it.
    """

    blocks: Mapping[str, Sequence[Made]]
    rank: Callable[[], Ranked]

    @cached_property
    def ranked(self) -> Ranked:
        """Return the charts of all hardware."""
        return self.rank()

    def drawn(self, name: str) -> Figure | None:
        """Return the figure with an id, if there is one that has a drawing."""
        found = self._written.get(name) or next((f for f in self.all if f.id == name), None)
        return found if found and found.drawn else None

    @cached_property
    def _written(self) -> Mapping[str, Figure]:
        """Return the figures of documents by their ids."""
        every = (one.figure for made in self.blocks.values() for one in made)
        return {one.id: one for one in every if one}

    @property
    def standings(self) -> Mapping[str, Sequence[Figure]]:
        """Return the charts of each piece of hardware, by its id."""
        return self.ranked.standings

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
    """Return everything that pages show beside text, and what is wrong with what blocks ask for.

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
        make = partial(_all_made, *made_from, memo)
        blocks[path], more = memo.take("figures", path, made_from, make)
        findings += more
    written = (one.figure for made in blocks.values() for one in made if one.figure)
    findings += filter(None, map(drawn.problem, written))
    # It is made later, maybe amid the next build.
    rank = partial(_ranked, lab, words, owners, draw, memo.aside)
    return Figures(blocks, rank), findings


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
    its: Prose,
    asked: Sequence[_Asked],
    lab: Lab,
    words: Names,
    status: str,
    draw: Draw,
    memo: Memo,
) -> tuple[Sequence[Made], Sequence[Diagnostic]]:
    """Return what the blocks of a document come to, and what is wrong with them."""
    findings: list[Diagnostic] = []
    made = []
    for one in asked:
        of, problems = _made(one, lab, words, status, draw, memo)
        made.append(of)
        findings += [*one.problems, *problems]
    findings += _clashes(made, its.headings)
    return tuple(made), tuple(findings)


def _ranked(
    lab: Lab, words: Names, owners: Mapping[str, Position], draw: Draw, memo: Memo
) -> Ranked:
    """Return the charts of each piece of hardware, but those whose ids are taken by blocks."""
    ranking = standing.Ranking(lab)
    found: dict[str, Sequence[Figure]] = {}
    findings: list[Diagnostic] = []
    with memo.build():
        for name, its in lab.hardware.items():
            own = []
            for one in standing.standings(its, ranking):
                if owner := owners.get(one.query.id):
                    findings.append(_taken(one.query, owner))
                    continue
                made_from = (one, lab.testbeds, lab.hardware, words, draw)
                make = partial(_stands, one, lab, words, draw)
                own.append(memo.take("standing", one.query.id, made_from, make))
            found[name] = tuple(own)
    made = (figure for its in found.values() for figure in its)
    findings += filter(None, map(drawn.problem, made))
    return Ranked(found, findings)


def _stands(its: Standing, lab: Lab, words: Names, draw: Draw) -> Figure:
    # These charts are made without being asked for, so what differs is said below them only.
    chart, _ = charts.build(its.query, its.records, lab, words)
    return drawn.with_picture(Figure(its.query, chart, its.records), draw)


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


def _made(
    asked: _Asked, lab: Lab, words: Names, status: str, draw: Draw, memo: Memo
) -> tuple[Made, Sequence[Diagnostic]]:
    """Return what a block comes to, and what is wrong with that."""
    word, block, problems, owner = asked
    if block is None:
        return Made(problem=_first(problems, word)), ()
    if owner:
        problem = f"another block has the id '{block.id}'"
        return Made(problem=problem), [_taken(block, owner)]
    if isinstance(block, TestbedBlock):
        return _testbed(block, lab)
    chosen, more = _selected(block, lab.dataset, memo)
    if chosen is None:
        return Made(problem=_first(more, word)), more
    status = status or withdrawn.status(lab.withdrawals(one.run for one in chosen.records))
    made_from = (block, chosen, status, lab.testbeds, lab.hardware, words, draw)
    make = partial(_shown, block, chosen, lab, words, status, draw)
    made, found = memo.take("block", (block.position.path, block.id), made_from, make)
    return made, [*more, *found]


def _selected(
    block: Query, dataset: Dataset, memo: Memo
) -> tuple[Selection | None, Sequence[Diagnostic]]:
    """Return the records that a block takes, and what in it stands for nothing."""
    under = [(dataset.under(path), dataset.gaps_under(path)) for path in block.runs]
    select = partial(selection.select, block, dataset)
    if not under or not all(records for records, _ in under):
        return select()  # from all that there is, or with a hint at that
    name = block.position.path, block.id
    return memo.take("selection", name, (block, under, dataset.columns), select)


def _shown(
    block: Query, chosen: Selection, lab: Lab, words: Names, status: str, draw: Draw
) -> tuple[Made, Sequence[Diagnostic]]:
    """Return a block as a table or a figure of the records that were chosen for it."""
    shown: list[Record | Gap] = [*chosen.records, *chosen.gaps]
    files = frozenset(one.position.path for one in shown)
    if block.kind in CHARTS:
        figure, found = _figure(chosen, lab, words, status)
        return Made(figure=drawn.with_picture(figure, draw), block=block, files=files), found
    table, found = tables.build(chosen.query, chosen.records, words, chosen.gaps)
    if block.kind == "compare":
        # What else differs is what a comparison is for, and no finding.
        return Made(compare=chosen.query, compared=table, block=block), ()
    return Made(table=table, block=block, files=files), found


def _figure(
    chosen: Selection, lab: Lab, words: Names, status: str
) -> tuple[Figure, Sequence[Diagnostic]]:
    its, records = chosen.query, chosen.records
    chart, found = charts.build(its, records, lab, words, status, chosen.gaps)
    if chart.specification:
        return Figure(its, chart, records), found
    return Figure(its, chart, records, _first(found[-1:], "chart")), found


def _testbed(block: TestbedBlock, lab: Lab) -> tuple[Made, Sequence[Diagnostic]]:
    if block.path in lab.testbeds:
        return Made(testbed=block, block=block), ()
    message = f"no testbed '{block.path}'"
    hint = did_you_mean(block.path, lab.testbeds)
    return Made(problem=message), [Diagnostic(block.position, "bad-block", message, hint)]


def _first(problems: Sequence[Diagnostic], word: str) -> str:
    return problems[0].message if problems else f"this {word} cannot be made"
