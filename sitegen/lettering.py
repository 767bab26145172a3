"""Texts that are kept out of a chart while Vega draws it, and put into its drawing afterwards.

To measure them is most of what a drawing costs: vl-convert 1.9 opens the file of the font anew for
each letter, some 0.1 ms. All in our charts is laid out before, so nothing depends on how wide a
text is, but whether the name of a row is cut off where it is too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_ROWS = "split(datum.value, '\\n')"
_NO_ROWS = "split(replace(datum.value, /[^\\n]+/g, ''), '\\n')"
_NUMBER = "letters"


def taken_out(specification: dict[str, Any]) -> list[str]:
    """Take all texts out of a specification and return them, none if a name might be cut off.

    In the place of a text stands its number, as the name of a font: that comes back with the
    text's place, and an empty text is not measured.
    """
    config = specification["config"]
    names = list(_names(specification))
    if _widest(names) * config["axisY"].get("labelFontSize", 0) > config["axisY"].get(
        "labelLimit", 0
    ):
        return []
    axes = [text for one in specification["params"] for text in one["value"].values()]
    rows = [row for data in specification["datasets"].values() for row in data]
    texts = list(dict.fromkeys([*names, *axes, *(row["text"] for row in rows if "text" in row)]))
    for axis in (config["axisX"], config["axisY"]):
        text = axis["labelExpr"]
        axis["labelFont"] = _font("datum.value" if text == _ROWS else text)
        axis["labelExpr"] = _NO_ROWS if text == _ROWS else "''"
    for layer in _layers(specification):
        if layer["mark"]["type"] == "text":
            layer["mark"]["font"] = _font("datum.text")
            layer["encoding"]["text"] = {"value": ""}
    numbers = {text: str(number) for number, text in enumerate(texts)}
    specification["params"].append({"name": _NUMBER, "value": numbers})
    return texts


def put_in(drawing: Element, texts: Sequence[str]) -> bool:
    """Put texts back into what Vega drew without them, and return whether all places are known.

    Vega marks an axis at 1.0000000000000002e-9 where it was told to at 1e-9, and then finds no text
    for that.
    """
    elements = list(drawing.iter(f"{_SVG}text")) if texts else []
    if not all(element.attrib["font-family"].isdecimal() for element in elements):
        return False
    for element in elements:
        text = texts[int(element.attrib["font-family"])]
        places = list(element) or [element]
        for place, line in zip(places, text.split("\n"), strict=True):
            place.text = line.strip()
    return True


def _font(text: str) -> dict[str, str]:
    return {"expr": f"{_NUMBER}[{text}]"}


def _layers(specification: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for panel in specification.get("concat", [specification]):
        yield from panel["layer"]


def _names(specification: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the rows of a chart, if it has rows."""
    for layer in _layers(specification):
        along = layer["encoding"].get("y", {})
        if along.get("field") == "row":
            yield from along["scale"]["domain"]


def _widest(names: Sequence[str]) -> float:
    """Return how wide the widest line of some names is at most, in ems of any face, even bold."""
    return max((sum(map(_wide, line)) for name in names for line in name.split("\n")), default=0.0)


def _wide(letter: str) -> float:
    if letter in "iljtfr.,:;'|!()[] ":
        return 0.4
    if letter.isascii():
        return 0.7 if (letter.islower() or letter.isdigit()) and letter not in "mw" else 1.0
    return 1.3
