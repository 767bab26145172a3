"""The first half of the pipe: from the folders of a lab to all that its pages are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from sitegen import (
    configuration,
    content,
    doubts,
    judging,
    loading,
    lock,
    names,
    prose,
    reading,
    silences,
    unchecked,
    withdrawn,
)
from sitegen.content import Document, Documents, Report
from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.drawn import Draw
from sitegen.drawn import draw as draw_anew
from sitegen.figures import Figures, figures
from sitegen.history import History, dated
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.memo import ANEW, Memo
from sitegen.pages.document_links import PICTURES
from sitegen.project import Project
from sitegen.prose import Prose
from sitegen.reading import Reader
from sitegen.silences import Silence
from sitegen.site import Written
from sitegen.stages import SILENT, Stages, each

MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
"""How names of Markdown files end elsewhere."""

FOLDERS = ("content", "results")
"""The folders of a lab in which people write and keep what is published."""


class Gathered(NamedTuple):
    """All that pages are made of, what is wrong with it, and what the lab silences of that.

    The findings in `written` have the reasons of those that are silenced, `problems` do not yet.
    """

    written: Written
    problems: list[Diagnostic]
    silenced: tuple[Silence, ...]


def gather(
    project: Project,
    *,
    reader: Reader = reading.here,
    history: History = MappingProxyType({}),
    draw: Draw = draw_anew,
    stages: Stages = SILENT,
    memo: Memo = ANEW,
) -> Gathered:
    """Return all that the pages of a lab are made of. Nothing but the project is read.

    `reader` is as for `loading.load`. `history` tells of files what they do not say themselves,
    `draw` is as for `figures`, `stages` is told what begins and what is done. What `memo` knows is
    not done again.
    """
    stages.begin("reading documents")
    text = project.settings(configuration.FILE)
    settings, more = memo.take("settings", "", text, partial(configuration.load, text))
    problems = list(more)
    text = _text(project, lock.FILE)
    locked, more = memo.take("lock", "", text, partial(lock.read, text))
    problems += more
    problems += [one for folder in FOLDERS for one in project.left_out(folder)]
    problems += _misnamed(project)
    texts = {
        path: memo.take("text", path, (text, settings.redaction.texts),
                        partial(settings.redaction.hide_texts, text))
        for path, text in content.texts(project).items()
    }  # fmt: skip
    documents, more = memo.take("documents", "", texts, partial(content.load, texts, memo))
    problems += more
    documents = replace(documents, reports=dated(documents.reports, history))
    hardware, redaction = documents.hardware, settings.redaction
    load = partial(loading.load, project, hardware, reader, redaction, stages, memo)
    known, more = memo.take("lab", "", (project.state("results"), hardware, redaction), load)
    problems += more
    stages.begin("checking values")
    binary = settings.rates == "binary"
    mark = partial(doubts.marked, known, binary=binary, memo=memo)
    known, more = memo.take("doubts", "", (known, binary), mark)
    problems += more
    words = memo.take("names", "", (known, binary), partial(names.of, known, binary=binary))
    rendered = {
        path: memo.take("prose", path, (one.body, one.body_line),
                        partial(prose.render, one.body, path, one.body_line))
        for path, one in each(stages, "rendering prose", documents.all.items(), itemgetter(0))
    }  # fmt: skip
    problems += [problem for one in rendered.values() for problem in one.diagnostics]
    judged = {
        path: memo.take("judged", path, (one, known, binary),
                        partial(judging.judge, one, known, binary=binary))
        for path, one in each(stages, "judging claims", rendered.items(), itemgetter(0))
    }  # fmt: skip
    claims = (one.claim for its in judged.values() for one in its)
    problems += [claim.diagnostic for claim in claims if claim.diagnostic]
    for one in documents.reports.values():
        its = documents.all[one.path], one, texts[one.path], rendered[one.path], judged[one.path]
        problems += memo.take("unchecked", one.path, its, partial(_unchecked, *its))
    problems += withdrawn.check(documents, judged, known)
    old = {one.path: one.withdrawal.status for one in documents.reports.values() if one.withdrawal}
    stages.begin("making tables and charts")
    drawn, more = figures(rendered, known, words, old, draw, memo)
    problems += more
    silenced = tuple(_silences(documents, known, rendered, drawn))
    reports = documents.reports.items()
    told = [(name, one.title, one.withdrawal) for name, one in reports]
    ground = (settings, documents.index.title, known.testbeds, known.hardware, words, told)
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
        memo.take("ground", "", ground, object),
    )
    return Gathered(written, problems, silenced)


def _unchecked(
    document: Document, report: Report, source: str, its: Prose, judged: Sequence[Judged]
) -> Sequence[Diagnostic]:
    return tuple(unchecked.check(document, report, source, its, judged))


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
