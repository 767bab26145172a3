"""The pipe: from the folders of a lab to the files of its site, read top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import PurePosixPath
from types import MappingProxyType

from sitegen import (
    configuration,
    content,
    doubts,
    judging,
    lab,
    lock,
    names,
    prose,
    reading,
    silences,
    unchecked,
    withdrawn,
)
from sitegen.checks import disclosure
from sitegen.claims import Claim
from sitegen.configuration import Configuration
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.drawn import Draw, not_drawn
from sitegen.drawn import draw as draw_anew
from sitegen.figures import Figures, figures
from sitegen.history import History, dated
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.moves import Moves
from sitegen.pages.document_links import PICTURES
from sitegen.pending import Pending, pending
from sitegen.project import Project
from sitegen.prose import Prose
from sitegen.reading import Reader
from sitegen.silences import Silence
from sitegen.site import Written, pages
from sitegen.stages import SILENT, Stages, each

MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
"""How names of Markdown files end elsewhere."""

FOLDERS = ("content", "results")
"""The folders of a lab in which people write and keep what is published."""


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
    a preview, and from a site that is not `indexed`. `reader` is as for `lab.load`.
    `history` tells of files what they do not say themselves, `draw` is as for `figures`; without
    `pictures` what needs a drawing stays pending. `stages` is told what begins and what is done.
    Pages of a large site are made in as many processes as there are `workers`; the site is the
    same.
    """
    stages.begin("reading documents")
    settings, problems = configuration.load(project.settings(configuration.FILE))
    locked, more = lock.read(_text(project, lock.FILE))
    problems += more
    problems += [one for folder in FOLDERS for one in project.left_out(folder)]
    problems += _misnamed(project)
    hide = settings.redaction.hide_texts
    texts = {path: hide(text) for path, text in content.texts(project).items()}
    documents, more = content.load(texts)
    documents = replace(documents, reports=dated(documents.reports, history))
    problems += more
    known, more = lab.load(project, documents.hardware, reader, settings.redaction, stages)
    problems += more
    stages.begin("checking values")
    known, more = doubts.marked(known, binary=settings.rates == "binary")
    problems += more
    words = names.of(known, binary=settings.rates == "binary")
    rendered = {
        path: prose.render(one.body, path, one.body_line)
        for path, one in each(stages, "rendering prose", documents.all.items(), itemgetter(0))
    }
    problems += [problem for one in rendered.values() for problem in one.diagnostics]
    judged = {
        path: judging.judge(one, known, binary=words.binary)
        for path, one in each(stages, "judging claims", rendered.items(), itemgetter(0))
    }
    claims = [one.claim for its in judged.values() for one in its]
    problems += [claim.diagnostic for claim in claims if claim.diagnostic]
    for one in documents.reports.values():
        its, text = documents.all[one.path], texts[one.path]
        problems += unchecked.check(its, one, text, rendered[one.path], judged[one.path])
    problems += withdrawn.check(documents, judged, known)
    old = {one.path: one.withdrawal.status for one in documents.reports.values() if one.withdrawal}
    stages.begin("making tables and charts")
    drawn, more = figures(rendered, known, words, old, draw)
    problems += more
    silenced = tuple(_silences(documents, known, rendered, drawn))
    written = Written(
        settings,
        documents,
        known,
        words,
        rendered,
        judged,
        drawn,
        _pictures(project),
        history,
        ranked(silences.apply(problems, silenced)),
        locked,
    )
    stages.begin("making pages")

    def last(files: Mapping[str, bytes], late: Sequence[Diagnostic]) -> list[Diagnostic]:
        found = [*late, *disclosure.check(files, settings.redaction)]
        if pictures:
            charts = [figure for figure in drawn.all if figure.drawn]
            told = each(stages, "drawing charts", charts, lambda figure: f"chart {figure.id}")
            found += filter(None, map(not_drawn, told))
        stages.begin("checking pages")
        found += silences.idle([*problems, *found], silenced)
        return silences.apply(found, silenced)

    made = pages(
        written, project.templates, last, stages, preview=preview, indexed=indexed, workers=workers
    )
    found = ranked(silences.apply([*problems, *made.findings], silenced))
    waiting = pending(made.files, drawn.all, made.moves.pages)
    whole = {path: one() if pictures else one.content for path, one in waiting.items()}
    return Site(
        {path: one for path, one in {**made.files, **whole}.items() if one or path not in whole},
        made.addresses,
        known,
        claims,
        found,
        made.moves,
        documents,
        rendered,
        judged,
        settings,
        {} if pictures else waiting,
    )


def _silences(
    documents: Documents, known: Lab, rendered: Mapping[str, Prose], drawn: Figures
) -> Iterator[Silence]:
    """Yield what documents, testbeds and blocks silence."""
    yield from documents.silences
    for bed in known.testbeds.values():
        yield from bed.silences
    for path, its in rendered.items():
        for written, made in zip(its.blocks, drawn.blocks[path], strict=True):
            for one in made.block.silence if made.block else ():
                first = written.position.line - 1
                last = first + written.text.count("\n") + 1
                yield replace(one, path=path, first=first, last=last)


def _text(project: Project, name: str) -> str:
    """Return the text of a file at the root of a project, which need not be there."""
    path = project.root / name
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _pictures(project: Project) -> dict[str, bytes]:
    return {
        path: project.read(path)
        for path in project.files("content")
        if path.lower().endswith(tuple(f".{ending}" for ending in PICTURES))
    }


def _misnamed(project: Project) -> Iterator[Diagnostic]:
    """Yield a finding for each document that is none because of how its name ends."""
    for path in project.files("content"):
        name = PurePosixPath(path)
        if name.suffix.lower() in MARKDOWN and name.suffix != ".md":
            message = "a document whose name does not end in .md"
            yield Diagnostic(Position(path), "left-out", message, f"name it {name.stem}.md")
