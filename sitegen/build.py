"""The pipe: from the folders of a lab to the files of its site, read top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sitegen import reading, rendering, silences
from sitegen.checks import disclosure
from sitegen.claims import Claim
from sitegen.configuration import Configuration
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic, ranked
from sitegen.drawn import Draw, Figure, not_drawn
from sitegen.drawn import draw as draw_anew
from sitegen.gathering import Gathered, gather
from sitegen.history import History
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.moves import Moves
from sitegen.page import Unit
from sitegen.pending import Pending, Whole, empty, pending
from sitegen.project import Project
from sitegen.prose import Prose
from sitegen.reading import Reader
from sitegen.render import Renderer
from sitegen.rendering import Made
from sitegen.site import Maker, Plan, pages, plan
from sitegen.stages import SILENT, Stages, each


@dataclass(frozen=True, slots=True)
class Site:
    """A built site: its files by address, what is known, every claim, and all that is wrong.

    `addresses` are those it publishes, with the anchors of its parts; `moves` says where old ones
    lead. `pending` are those files that are not whole yet, as what makes them whole.
    `prose` and `judged` are its documents and their links to evidence, by path. `base_url`
    says where the site is, if it is known.
    """

    files: Mapping[str, bytes]
    addresses: Sequence[str]
    lab: Lab
    claims: Sequence[Claim]
    diagnostics: Sequence[Diagnostic]
    moves: Moves
    documents: Documents
    prose: Mapping[str, Prose]
    judged: Mapping[str, Sequence[Judged]]
    settings: Configuration
    pending: Mapping[str, Pending]

    @property
    def base_url(self) -> str:
        """Return where the site is published, or nothing."""
        return self.settings.base_url


def build(
    project: Project,
    *,
    preview: bool = False,
    indexed: bool = True,
    reader: Reader = reading.here,
    history: History = MappingProxyType({}),
    draw: Draw = draw_anew,
    pictures: bool = True,
    stages: Stages = SILENT,
    workers: int = 1,
) -> Site:
    """Return the site of a project. Nothing is written, and nothing but the project is read.

    `preview` lets pages ask the preview server for news. Search engines are asked to stay away from
    a preview, and from a site that is not `indexed`. `reader` is as for `loading.load`.
    `history` tells of files what they do not say themselves, `draw` is as for `figures`; without
    `pictures` what needs a drawing stays pending. `stages` is told what begins and what is done.
    Pages of a large site are made in as many processes as there are `workers`; the site is the
    same.
    """
    gathered = gather(project, reader=reader, history=history, draw=draw, stages=stages)
    planned = plan(gathered.written, project, preview=preview, indexed=indexed)

    def maker(units: Sequence[Unit], renderer: Renderer) -> Iterable[Made]:
        if len(units) < rendering.MANY:
            return rendering.made(units, renderer)
        # Each fork would do it for itself.
        assert gathered.written.figures.ranked
        return rendering.made(units, renderer, workers)

    return made(gathered, planned, maker, stages=stages, pictures=pictures)


def made(
    gathered: Gathered, planned: Plan, maker: Maker, *, stages: Stages, pictures: bool
) -> Site:
    """Return a site that was planned; `maker` makes its pages."""
    its, problems, silenced = gathered
    stages.begin("making pages")
    without: list[Figure] = []

    def last(files: Mapping[str, bytes], late: Sequence[Diagnostic]) -> list[Diagnostic]:
        found = [*late, *disclosure.check(files, its.settings.redaction)]
        if pictures:
            charts = [figure for figure in its.figures.all if figure.drawn]
            told = each(stages, "drawing charts", charts, lambda figure: f"chart {figure.id}")
            for figure in told:
                if problem := not_drawn(figure):
                    without.append(figure)
                    found.append(problem)
        stages.begin("checking pages")
        found += silences.idle([*problems, *found], silenced)
        return silences.apply(found, silenced)

    done = pages(its, planned, last, stages, maker)
    waiting = pending(done.files, its.figures.all, done.moves.pages)
    files = {**done.files, **{path: one.content for path, one in waiting.items()}}
    for path in empty(waiting, without):
        del files[path]
    return Site(
        Whole(files, waiting) if pictures else files,
        done.addresses,
        its.lab,
        [one.claim for judged in its.judged.values() for one in judged],
        ranked(silences.apply([*problems, *done.findings], silenced)),
        done.moves,
        its.documents,
        its.prose,
        its.judged,
        its.settings,
        {} if pictures else waiting,
    )
