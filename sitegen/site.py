"""All pages and files of a site, each from its view and its template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sitegen import drawn, feeds, finishing, render, rendering, urls
from sitegen.configuration import Configuration
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.figures import Figures
from sitegen.finishing import About
from sitegen.history import History
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.lock import Locked
from sitegen.memo import ANEW, Memo
from sitegen.moves import Moves
from sitegen.names import Names
from sitegen.page import Unit
from sitegen.pages import units
from sitegen.project import Project
from sitegen.prose import Prose
from sitegen.render import Renderer
from sitegen.rendering import Rendered
from sitegen.stages import Stages

_NAVIGATION = (
    ("Testbeds", urls.TESTBEDS),
    ("Compare", urls.COMPARE),
    ("Claims", urls.CLAIMS),
    ("Data", urls.DATA),
    ("Search", urls.SEARCH),
)
"""What stands in the head of every page behind what the lab has written."""


class Written(NamedTuple):
    """All that pages are made of.

    `ground` is the same object in two builds if settings, testbeds and hardware are, and the names
    of reports with what was withdrawn: what every page may show, whatever it is about.
    """

    settings: Configuration
    documents: Documents
    lab: Lab
    words: Names
    prose: Mapping[str, Prose]
    judged: Mapping[str, Sequence[Judged]]
    figures: Figures
    pictures: Mapping[str, bytes]
    history: History
    findings: Sequence[Diagnostic]
    locked: Sequence[Locked]
    ground: object

    @property
    def title(self) -> str:
        """Return the name of the site."""
        return self.settings.title or self.documents.index.title or "Lab"


Last = Callable[[Mapping[str, bytes], Sequence[Diagnostic]], Sequence[Diagnostic]]

Maker = Callable[[Sequence[Unit], Renderer], Iterable[rendering.Made]]
"""What makes units, and yields what each came to, in their order."""


class Plan(NamedTuple):
    """A site before its pages are made: what is true of all of it, and what makes each."""

    about: About
    static: Mapping[str, bytes]
    renderer: Renderer
    units: Sequence[Unit]


class Made(NamedTuple):
    """The files of a site by address, the addresses it publishes, and what is wrong with them.

    `moves` says where addresses lead that have moved. Pictures are still empty, and pages have
    tokens in the place of drawings (`sitegen.pending`).
    """

    files: Mapping[str, bytes]
    addresses: Sequence[str]
    moves: Moves
    findings: Sequence[Diagnostic]


def plan(
    its: Written, project: Project, *, preview: bool, indexed: bool, memo: Memo = ANEW
) -> Plan:
    """Return what makes a site; search engines are asked to stay away if it is not `indexed`."""
    templates = project.templates
    state = project.state("templates")
    static = memo.take("static", "", (templates, state), partial(render.static_files, templates))
    if not preview:
        static = {name: one for name, one in static.items() if name != "static/reload.js"}
    about = _about_site(its, indexed=indexed and not preview)
    site = _site(about, preview=preview) | {"navigation": _navigation(its.documents)}
    own = templates, site, static
    renderer = memo.take("renderer", "", (*own, state), partial(Renderer, *own))
    return Plan(about, static, renderer, list(units.units(its)))


def pages(its: Written, planned: Plan, last: Last, stages: Stages, maker: Maker) -> Made:
    """Return a whole site as it was planned.

    `last` completes what is found while pages are made, once all files are there. `stages` is told
    of each page, with its template as its kind.
    """
    findings: list[Diagnostic] = []
    files = dict(planned.static)
    site_pages: dict[str, Rendered] = {}
    about, renderer = planned.about, planned.renderer
    for one in maker(planned.units, renderer):
        findings += one.findings
        files |= one.files
        for page in one.pages:
            stages.done(page.address or "the first page", page.template)
            if page.address in site_pages:
                findings.append(_collision(page, site_pages[page.address]))
                continue
            site_pages[page.address] = page
            if isinstance(page.content, Diagnostic):
                findings.append(page.content)
            else:
                files[urls.file_of(page.address)] = page.content
    findings += its.figures.ranked.findings
    for figure in its.figures.all:
        files |= dict.fromkeys(drawn.pictures(figure), b"")
    # GitHub Pages leaves out files whose name begins with a dot or an underscore without this.
    files[".nojekyll"] = b""
    shown = {name: one for name, one in site_pages.items() if isinstance(one.content, bytes)}
    more = finishing.finish(its, about, renderer, shown, files)
    late = last({**files, **more.files}, [*findings, *more.findings])
    if late:
        # What is found only while pages are made stands on the pages that list findings as well.
        again = list(units.again(its._replace(findings=ranked([*its.findings, *late])), late))
        for one in rendering.made(again, renderer):
            for page in one.pages:
                if isinstance(page.content, bytes):
                    files[urls.file_of(page.address)] = page.content
                    shown[page.address] = page
        more = finishing.finish(its, about, renderer, shown, files)
    return Made({**files, **more.files}, more.addresses, more.moves, late)


def _collision(page: Rendered, owner: Rendered) -> Diagnostic:
    return Diagnostic(
        Position(page.source),
        "page-collision",
        f"its page would be {page.address}, which is that of {owner.source}",
        "give one of the two another name; the ending does not count",
    )


def _about_site(its: Written, *, indexed: bool) -> About:
    made = feeds.feeds(its, its.title) if indexed else ()
    return About(its.title, its.settings.base_url, indexed, made)


def _site(about: About, *, preview: bool) -> dict[str, object]:
    return {
        "title": about.title,
        "base_url": about.base_url,
        "indexed": about.indexed,
        "feeds": about.feeds,
        "language": "en",
        "connect": "'self'" if preview else "'none'",
        "preview": preview,
    }


def _navigation(documents: Documents) -> tuple[tuple[str, str], ...]:
    """Return what leads from every page to the lists of the site, as far as there is anything."""
    pages = documents.pages.get("")
    wrote = (
        ("Reports", urls.REPORTS, documents.reports),
        ("Hardware", urls.HARDWARE, documents.hardware),
        (pages.title if pages else "", urls.PAGES, pages),
    )
    return *((title, address) for title, address, any_ in wrote if any_), *_NAVIGATION
