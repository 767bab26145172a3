"""From a chart's specification to a picture: the only module that knows vl-convert.

The SVG keeps its colours as variables of the style sheet and its links as addresses of the site; it
holds shapes and text, and nothing that runs or is loaded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape, unescape
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from sitegen import lettering, palette
from sitegen.requirements import CHARTS, VEGA_LITE, problems

LINKS = "https://site.invalid/"
"""What stands before an address of the site in a specification and in a drawing.

vl-convert turns a relative address into one under vega.github.io, so links have to be absolute; no
host can ever have a name that ends in `.invalid` (RFC 2606).
"""

SCALE = 2
"""How many pixels of a PNG stand for one of its drawing, along each side."""

# vl-convert brings this face along, so texts are as wide on every machine.
_FACE = "Liberation Sans"
_FONT = palette.variable("sans")
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"

# What Vega draws, with the attributes that say where and how. All else is left out.
_SHAPES = {"a", "circle", "g", "line", "path", "rect", "text", "tspan"}
_LOOKS = (
    "class",
    "transform",
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "dx",
    "dy",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "text-anchor",
    "font-size",
    "font-weight",
    "font-style",
    "aria-hidden",
)
_OF_TEXTS = ("fill", "text-anchor", "font-size", "font-weight", "font-style")
_FEW = 3
"""From so many on it is shorter to say once how texts look."""

_NONE: Mapping[str, str] = MappingProxyType({})
_DEFAULTS = {("opacity", "1"), ("stroke-width", "1"), ("transform", "translate(0,0)")}
_MARKS = re.compile(r"\bmark-\w+ role-mark \w+")
_LONG = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")
_ANCHOR = re.compile(r"</?a\b[^>]*>")
_MOVED = re.compile(r"translate\(([\d.]+),([\d.]+)\)")
_ADDRESS = re.compile(rf'"{re.escape(LINKS)}[^"]*"')
_LINK = re.compile(rf'href="{re.escape(LINKS)}([^"]*)"')


class NotDrawn(NamedTuple):
    """Why there is no picture."""

    reason: str


class Drawing(NamedTuple):
    """A chart as SVG, once for a page and once as it stands alone; both still without a name."""

    page: str
    poster: str


@cache
def obstacle() -> str:
    """Return what keeps charts from being drawn here, with the command that helps, or nothing."""
    return "; ".join(problems(CHARTS))


def draw(poster: str) -> Drawing | NotDrawn:
    """Return the drawings of a chart's specification for pictures that stand alone.

    What is drawn is that one alone; the picture of the page is what is left without the words and
    the room that `usermeta` says to be for pictures that stand alone.
    """
    if reason := obstacle():
        return NotDrawn(reason)

    try:
        specification = json.loads(poster.replace(_FONT, _FACE))
        away = specification["usermeta"]
        texts = lettering.taken_out(specification)
        root = _by_vega(specification)
        if not lettering.put_in(root, texts):
            root = _by_vega(json.loads(poster.replace(_FONT, _FACE)))
    except ValueError as error:
        return NotDrawn(str(error).strip().splitlines()[-1])
    whole = _whole(root)
    if away:
        _take_away(root, away)
    return Drawing(_whole(root), whole)


def _by_vega(specification: object) -> ElementTree.Element:
    import vl_convert

    svg = vl_convert.vegalite_to_svg(
        json.dumps(specification), vl_version=VEGA_LITE, allowed_base_urls=[]
    )
    return ElementTree.fromstring(svg)


def shown(specification: str) -> str:
    """Return what a picture shows of a specification: all but where its links lead."""
    return _ADDRESS.sub('""', specification)


def named(svg: str, name: str, title: str, description: str) -> str:
    """Return a drawing with a title and a description for people who do not see it.

    `name` makes its ids differ from those of other charts on the page.
    """
    head, _, body = svg.partition(">")
    labelled = f' aria-labelledby="{name}-title {name}-desc" viewBox'
    return (
        f"{head.replace(' viewBox', labelled, 1)}>"
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>{body}'
    )


def placed(svg: str, link: Callable[[str], str]) -> str:
    """Return a drawing with its links as `link` makes them from addresses of the site."""
    return _LINK.sub(lambda match: f'href="{escape(link(unescape(match[1])))}"', svg)


def standalone(svg: str) -> str:
    """Return a drawing as a file of its own: with the colours, and without links."""
    face = f"text {{ font-family: {_FACE}, Arial, sans-serif; }}"
    head, _, body = svg.partition(">")
    body = _ANCHOR.sub("", body)
    return f"{head}><style>{palette.style_sheet()} {face}</style>{body}"


def draw_png(svg: str) -> bytes | NotDrawn:
    """Return a drawing as PNG: in light colours, opaque, at twice its size."""
    if reason := obstacle():
        return NotDrawn(reason)
    import vl_convert

    head, _, body = svg.partition(">")
    text = f'{head}><rect width="100%" height="100%" fill="{palette.LIGHT["paper"]}"/>{body}'
    try:
        return vl_convert.svg_to_png(palette.resolved(text.replace(_FONT, _FACE)), scale=SCALE)
    except ValueError as error:
        return NotDrawn(str(error).strip().splitlines()[-1])


def _take_away(root: ElementTree.Element, away: Mapping[str, float]) -> None:
    """Take away from a poster what pictures have that stand alone, as its specification says."""
    plot = root[0]
    moved = _MOVED.fullmatch(plot.attrib["transform"])
    assert moved
    left, top = float(moved[1]) - away["left"], float(moved[2]) - away["top"]
    plot.set("transform", f"translate({left:g},{top:g})")
    for name, sides in (("width", ("left", "right")), ("height", ("top", "bottom"))):
        root.set(name, f"{float(root.attrib[name]) - sum(away[side] for side in sides):g}")
    for kind in ("words", "signs"):
        group = next((one for one in root.iter(f"{_SVG}g") if _is_first(one, kind)), root)
        for one in list(group)[: int(away[kind])]:
            group.remove(one)


def _is_first(group: ElementTree.Element, kind: str) -> bool:
    """Return whether a group holds the words or signs of the only panel, or of the first."""
    return bool({f"{kind}_marks", f"{kind}1_marks"} & set(group.get("class", "").split()))


def _whole(root: ElementTree.Element) -> str:
    width, height = root.attrib["width"], root.attrib["height"]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="group"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="{_FONT}">{"".join(map(_clean, root))}</svg>'
    )


def _clean(element: ElementTree.Element, inherited: Mapping[str, str] = _NONE) -> str:
    """Return an element with what it holds, as far as it is drawn.

    What is `inherited` from the groups around it is not said again.
    """
    tag = element.tag.removeprefix(_SVG)
    if tag not in _SHAPES or element.get("display") == "none" or _is_empty(element):
        return ""
    shared = _shared(element, inherited)
    inside = escape(element.text or "") + "".join(
        _clean(child, {**inherited, **shared}) for child in element
    )
    if tag in ("g", "text") and not inside:
        return ""
    looks = {
        key: value
        for key in _LOOKS
        if (value := shared.get(key, element.get(key))) is not None
        and (key, value) not in _DEFAULTS
        and inherited.get(key) != value
    }
    if tag == "g" and not looks:
        return inside
    if tag == "a":
        says = next((child.get("aria-label") for child in element if child.get("aria-label")), "")
        looks = {"href": element.get(_HREF, ""), "tabindex": "-1"}
        inside = f"<title>{escape(says or '')}</title>{inside}"
    return (
        f"<{tag}{_attributes(looks)}>{inside}</{tag}>"
        if inside
        else f"<{tag}{_attributes(looks)}/>"
    )


def _shared(element: ElementTree.Element, inherited: Mapping[str, str]) -> dict[str, str]:
    """Return how all texts of a group look that has nothing but texts, as far as that is alike."""
    if any(child.tag != f"{_SVG}text" for child in element) or len(element) < _FEW:
        return {}
    return {
        key: value
        for key in _OF_TEXTS
        if key not in inherited
        and (value := element[0].get(key)) is not None
        and all(child.get(key) == value for child in element)
    }


def _is_empty(element: ElementTree.Element) -> bool:
    """Return whether an element is one of the invisible frames that Vega puts around its groups."""
    return (
        element.get("class") in ("background", "foreground") or element.get("fill") == "transparent"
    )


def _attributes(looks: dict[str, str]) -> str:
    return "".join(f' {key}="{escape(_short(key, value))}"' for key, value in looks.items())


def _short(key: str, value: str) -> str:
    """Return an attribute without what only Vega needs: digits below a hundredth of a pixel."""
    if key == "class":
        marks = _MARKS.search(value)
        return marks[0] if marks else value
    return _LONG.sub(lambda match: f"{round(float(match[0]), 2):g}", value)
