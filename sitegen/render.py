"""From views to HTML: the only module that knows Jinja2.

A template gets `page` (a frozen view) and `site`, and nothing that can be called. Text that people
or
tools wrote is escaped; HTML comes from `prose` and from drawings alone, and is marked by its type.
"""

from __future__ import annotations

import hashlib
import re
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from sitegen import __version__, markup, pending, slim, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.markup import Link

_TOKEN = re.compile(
    "\ue000(?P<kind>link|block):(?P<number>\\d+)\ue001"
    "|</(?P<closing>p|h[1-6]|li|td|th|dd|blockquote)>"
)
_OUTSIDE = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})


def package_templates() -> Traversable:
    """Return the folder of the templates that come with the package, which may be in an archive."""
    packaged = resources.files("sitegen") / "templates"
    return packaged if packaged.is_dir() else Path(str(packaged)).parent.parent / "templates"


def static_files(own: Path | None) -> dict[str, bytes]:
    """Return what lies in static/ of the package and of the lab's own templates, by address.

    Our own scripts and style sheets are slim; what is vendored or the lab's stays as it is.
    """
    found = {
        path: _served(path, content)
        for path, content in _below(package_templates() / "static", "static").items()
    }
    if own and own.resolve() != Path(str(package_templates())).resolve():
        found |= _below(own / "static", "static")
    return dict(sorted(found.items()))


def _served(path: str, content: bytes) -> bytes:
    if path.startswith("static/vendor/"):
        return content
    if path.endswith(".js"):
        return slim.script(content.decode()).encode()
    return slim.style(content.decode()).encode() if path.endswith(".css") else content


def _below(folder: Traversable, address: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for one in folder.iterdir() if folder.is_dir() else ():
        name = f"{address}/{one.name}"
        if isinstance(one, Path) and one.is_symlink():
            continue  # a loop, or a way out of the lab
        if one.is_dir():
            found |= _below(one, name)
        elif one.is_file():
            found[name] = one.read_bytes()
    return found


def _loader(own: Path | None) -> jinja2.BaseLoader:
    """Return what finds templates: those of the lab first, then those of the package."""
    packaged = package_templates()

    def read(name: str) -> str | None:
        place = packaged / name
        return place.read_text("utf-8") if place.is_file() else None

    loaders: list[jinja2.BaseLoader] = [jinja2.FunctionLoader(read)]
    return jinja2.ChoiceLoader([jinja2.FileSystemLoader(own), *loaders] if own else loaders)


class _Links(dict[str, str]):
    """The links to addresses of the site, or to other sites, from the page at hand."""

    def __init__(self, place: Callable[[str], str]) -> None:
        self._place = place

    def __missing__(self, to: str) -> str:
        link = self[to] = self._place(to) if ":" not in to.split("/")[0] else to
        return link


class _Now(threading.local):
    """The page that a thread renders, its links, and the rows that are made of it once."""

    def __init__(self, place: Callable[[str], str]) -> None:
        self.address = self.root = ""
        self.links = _Links(place)
        self.rows: dict[tuple[object, int], tuple[object, Markup]] = {}


class Renderer:
    """The templates of one build, compiled once; any thread may render with them."""

    def __init__(
        self, own: Path | None, site: Mapping[str, Any], static: Mapping[str, bytes]
    ) -> None:
        """Make templates of the package, with files of `own` taking their place by name."""
        self._own = own
        self._environment = jinja2.Environment(
            loader=_loader(own),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._stamps = {path: hashlib.sha256(data).hexdigest()[:8] for path, data in static.items()}
        self._now = _Now(self._place)
        self._environment.filters["counted"] = counted
        self._environment.globals.update(
            site=site,
            version=__version__,
            link=lambda to: self._now.links[to],
            here=self._is_here,
            static=self._static,
            drawing=self._drawing,
            fill=self._fill,
            table_rows=lambda its: self._once(markup.table_rows, its),
            evidence_bodies=lambda groups: self._once(markup.evidence_bodies, groups),
            value_rows=markup.value_rows,
            raw_lines=markup.raw_lines,
        )

    def page(self, template: str, address: str, view: object, root: str = "") -> bytes | Diagnostic:
        """Return the page for a view, or what is wrong.

        Its links are relative to its address; a page that is shown at any address has a `root`.
        """
        now = self._now
        if (address, root) != (now.address, now.root):
            now.address, now.root = address, root
            now.links.clear()
            now.rows.clear()
        try:
            chosen = self._environment.get_template(template)
            return chosen.render(page=view, address=address).encode()
        except Exception as error:
            # Templates are code: whatever they raise is a finding, and the other pages are built.
            return self._problem(error, template)

    def warm(self) -> None:
        """Compile all templates, so that no fork has to; their faults are told by pages."""
        for one in package_templates().iterdir():
            if one.name.endswith(".html"):
                with suppress(jinja2.TemplateError):
                    self._environment.get_template(one.name)

    def _once(self, make: Callable[[Any, Link], Markup], its: object) -> Markup:
        """Return rows of the page at hand, which may be rendered again with less around them."""
        key, now = (make, id(its)), self._now
        known = now.rows.get(key)
        if known is None or known[0] is not its:
            known = now.rows[key] = its, make(its, now.links.__getitem__)
        return known[1]

    def _place(self, to: str) -> str:
        if self._now.root:
            return self._now.root + urls.relative(to, urls.INDEX)
        return urls.relative(to, self._now.address)

    def _is_here(self, address: str) -> bool:
        return address == self._now.address

    def _static(self, name: str) -> str:
        # The stamp makes a browser take a changed file although its name is the same.
        stamp = self._stamps.get(f"static/{name}")
        if stamp is None:
            raise jinja2.TemplateRuntimeError(f"no file 'static/{name}'")
        return f"{self._place(f'static/{name}')}?{stamp}"

    def _drawing(self, mark: str, target: str = "") -> Markup:
        """Return what stands for a drawing until the page is complete."""
        return Markup(pending.token(mark, target, self._now.address))

    def _fill(self, html: str, links: Sequence[Any], blocks: Sequence[object]) -> Markup:
        """Return prose with each token replaced by what it stands for."""
        macros = self._environment.get_template("macros.html").module
        return filled(html, links, blocks, macros)

    def _problem(self, error: Exception, template: str) -> Diagnostic:
        """Return a fault of a template as a finding, with its file and line if it is of the lab."""
        name, line = template, 0
        if isinstance(error, jinja2.TemplateSyntaxError):
            name, line = error.name or template, error.lineno
        elif self._own:
            for frame in traceback.extract_tb(error.__traceback__):
                if Path(frame.filename).is_relative_to(self._own):
                    name = Path(frame.filename).relative_to(self._own).as_posix()
                    line = frame.lineno or 0
        return Diagnostic(Position(f"templates/{name}", line), "bad-template", _said(error))


def _said(error: Exception) -> str:
    """Return what is wrong with a template, in one line."""
    words = (str(error).splitlines() or [""])[0]
    if isinstance(error, jinja2.TemplateNotFound):
        return f"no template '{words}'"
    if isinstance(error, jinja2.TemplateError):
        return words[:1].lower() + words[1:]
    return f"{type(error).__name__}: {words}"


def filled(html: str, links: Sequence[Any], blocks: Sequence[object], macros: Any) -> Markup:
    """Return prose with each token replaced by what macros make of it.

    What has to be said beside a number stands behind the paragraph or at the end of the cell.
    The heading of a block is one level below the heading that it stands under.
    """
    waiting: list[str] = []
    level = 1

    def put(match: re.Match[str]) -> str:
        nonlocal level
        if match["closing"]:
            if match["closing"].startswith("h"):
                level = int(match["closing"][1])
            said, outside = "".join(waiting), match["closing"] in _OUTSIDE
            waiting.clear()
            return match[0] + said if outside else said + match[0]
        number = int(match["number"])
        if match["kind"] == "block":
            return str(macros.block(blocks[number], min(level + 1, 6)))
        view = links[number]
        if view.aside:
            waiting.append(str(macros.aside(view.aside)))
        # The text of a link may hold a picture.
        return str(macros.link_in_prose(view._replace(html=_TOKEN.sub(put, view.html))))

    return Markup(_TOKEN.sub(put, html))


def counted(number: int, one: str, many: str = "") -> str:
    """Return '1 run', '2 runs'."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
