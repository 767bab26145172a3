"""Drawings: marks as many as rows, colours as variables, nothing that runs or is loaded."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from dataclasses import replace

import pytest
import vl_convert

from sitegen import drawing, palette
from sitegen.charts import kinds
from sitegen.charts.posters import around
from sitegen.charts.slots import laid, slots
from sitegen.charts.slots import size as slots_size
from sitegen.diagnostics import Position
from sitegen.drawn import Figure, picture
from sitegen.query import Query
from sitegen.requirements import VEGA_LITE
from tests.blocks import build
from tests.drawings import svg_of
from tests.labs import value
from tests.plots import MULTIPLES, POSTER, plot

SVG = "{http://www.w3.org/2000/svg}"


def draw(kind: str, name: str = "chart-a") -> str:
    return svg_of(kinds.filled(kind, slots(plot(kind))), name, "Title & more", "What <b> says")


def points(svg: str) -> list[ET.Element]:
    """Return the marks that stand for samples."""
    root = ET.fromstring(svg)
    (group,) = (g for g in root.iter(f"{SVG}g") if "points_marks" in g.get("class", ""))
    return list(group.iter(f"{SVG}path"))


def place(mark: ET.Element) -> tuple[float, float]:
    """Return where a point stands, or a bar ends, in pixels of the plot."""
    moved = re.fullmatch(r"translate\(([\d.-]+),([\d.-]+)\)", mark.get("transform", ""))
    if moved:
        return float(moved[1]), float(moved[2])
    start = re.match(r"M([\d.-]+),([\d.-]+)", mark.get("d", ""))
    assert start, mark.attrib
    return float(start[1]), float(start[2])


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_there_are_as_many_marks_as_rows_and_all_have_a_place(kind: str) -> None:
    svg = draw(kind)
    assert len(points(svg)) == len(plot(kind).points) == (2 if kind == "heatmap" else 4)
    assert not re.search(r"NaN|undefined|Infinity|null", svg)


@pytest.mark.parametrize("kind", ["dot", "line"])
def test_marks_stand_where_the_axis_says(kind: str) -> None:
    its, size = plot(kind), slots(plot(kind))
    length = size["width"] if kind == "dot" else size["height"]
    for point, mark in zip(its.points, points(draw(kind)), strict=True):
        x, y = place(mark)
        share = x / length if kind == "dot" else 1 - y / length
        value = its.values.low + share * (its.values.high - its.values.low)
        assert value == pytest.approx(point.value, abs=0.01)


def test_links_are_made_relative_for_the_page_they_stand_on() -> None:
    svg = drawing.placed(draw("dot"), lambda address: f'../../{address}&"')
    links = [link.get("href") for link in ET.fromstring(svg).iter(f"{SVG}a")]
    assert links == ['../../runs/a/#L7&"'] * 4
    assert "site.invalid" not in svg


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_each_mark_says_what_it_is(kind: str) -> None:
    titles = [link.findtext(f"{SVG}title") for link in ET.fromstring(draw(kind)).iter(f"{SVG}a")]
    assert titles == [point.says for point in plot(kind).points]


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_a_drawing_holds_shapes_and_text_and_nothing_else(kind: str) -> None:
    root = ET.fromstring(draw(kind))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "path", "line", "text", "tspan", "a", "rect"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name.startswith("on") or name in ("style", "filter")}
    links = {value for element in root.iter() for value in element.attrib.values() if "//" in value}
    assert links == {"https://site.invalid/runs/a/#L7"}


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_colours_and_faces_are_those_of_the_page(kind: str) -> None:
    root = ET.fromstring(draw(kind))
    colours = {e.get(name, "none") for e in root.iter() for name in ("fill", "stroke")}
    named = {palette.variable(name) for name in palette.LIGHT}
    assert colours - {"none"} <= named
    assert root.get("font-family") == "var(--sans)"
    assert not [element for element in root.iter(f"{SVG}text") if element.get("font-family")]


def test_several_drawings_on_one_page_have_ids_of_their_own() -> None:
    ids = Counter(
        element.get("id")
        for name in ("chart-a", "chart-b")
        for element in ET.fromstring(draw("dot", name)).iter()
        if element.get("id")
    )
    assert ids == Counter(["chart-a-title", "chart-a-desc", "chart-b-title", "chart-b-desc"])


def test_a_drawing_has_a_name_and_a_description() -> None:
    root = ET.fromstring(draw("dot"))
    assert root.findtext(f"{SVG}title") == "Title & more"
    assert root.findtext(f"{SVG}desc") == "What <b> says"
    assert root.get("aria-labelledby") == "chart-a-title chart-a-desc"


def test_a_drawing_is_the_same_in_another_process_and_place() -> None:
    code = "from tests.test_drawing import draw; print(draw('line'), end='')"
    surroundings = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7", "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", code]
    again = subprocess.run(command, env=surroundings, check=True, capture_output=True)
    assert again.stdout.decode() == draw("line")


def test_a_file_of_its_own_has_its_colours_with_it_and_no_links() -> None:
    made = drawing.draw(kinds.filled("dot", slots(plot("dot"), POSTER)))
    assert isinstance(made, drawing.Drawing)
    alone = drawing.standalone(made.poster)
    root = ET.fromstring(alone)
    assert not list(root.iter(f"{SVG}a"))
    assert "--s1: #0072b2;" in alone
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"A title", "Throughput in MB/s", "bonnie++ 1.03"} <= set(texts)


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Return width, height and the first pixel of a PNG, for the filters that do not touch it."""
    width, height = struct.unpack(">II", png[16:24])
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return width, height, zlib.decompress(packed)[1:5]


def test_a_png_is_opaque_white_and_twice_the_size() -> None:
    png = drawing.draw_png(draw("dot"))
    assert isinstance(png, bytes)
    root = ET.fromstring(draw("dot"))
    width, height = (2 * int(root.attrib[name]) for name in ("width", "height"))
    assert pixels(png) == (width, height, b"\xff\xff\xff\xff")


def test_what_cannot_be_drawn_is_told() -> None:
    wrong = kinds.filled("bar", slots(plot("bar"))).replace('"type":"bar"', '"type":"sausage"')
    assert isinstance(drawing.draw(wrong), drawing.NotDrawn)


KINDS = [*((kind, False) for kind in kinds.KINDS), *((kind, True) for kind in MULTIPLES)]


@pytest.mark.parametrize(("kind", "many"), KINDS)
def test_the_picture_of_a_page_is_its_poster_without_what_only_that_says(
    kind: str, many: bool
) -> None:
    its = plot(kind, many=many)
    both = drawing.draw(kinds.filled(kind, slots(its, POSTER)))
    alone = drawing.draw(kinds.filled(kind, slots(its)))
    assert isinstance(both, drawing.Drawing)
    assert isinstance(alone, drawing.Drawing)
    assert size(both.page) == pytest.approx(size(alone.page))
    assert both.page.partition(">")[2] == alone.page.partition(">")[2]
    assert alone.page == alone.poster
    assert "A title" in both.poster
    assert "A title" not in both.page


def size(svg: str) -> tuple[float, float]:
    """Return width and height of a drawing."""
    root = ET.fromstring(svg)
    return float(root.attrib["width"]), float(root.attrib["height"])


@pytest.mark.parametrize(("kind", "many"), KINDS)
def test_a_drawing_is_what_vega_draws_with_all_texts_measured(kind: str, many: bool) -> None:
    poster = kinds.filled(kind, slots(plot(kind, many=many), POSTER))
    made = drawing.draw(poster)
    assert isinstance(made, drawing.Drawing)
    plain = vl_convert.vegalite_to_svg(
        poster.replace("var(--sans)", "Liberation Sans"), vl_version=VEGA_LITE
    )
    assert made.poster == drawing._whole(ET.fromstring(plain))


@pytest.mark.parametrize("name", ["W" * 40, "\u5b57" * 32, "W" * 32 + "\n" + "W" * 32])
def test_a_name_that_is_too_long_is_cut_off_as_vega_does(name: str) -> None:
    its = plot("bar")
    its = its._replace(
        rows=(name, "row 1"),
        points=tuple(
            point._replace(row=name if point.row == "row 0" else point.row) for point in its.points
        ),
    )
    specification = kinds.filled("bar", slots(its))
    plain = vl_convert.vegalite_to_svg(
        specification.replace("var(--sans)", "Liberation Sans"), vl_version=VEGA_LITE
    )
    assert "\u2026</t" in plain
    made = drawing.draw(specification)
    assert isinstance(made, drawing.Drawing)
    assert made.page == drawing._whole(ET.fromstring(plain))


def test_a_name_in_two_lines_stands_in_two_lines() -> None:
    its = plot("dot")
    its = its._replace(
        rows=("one\ntwo", "row 1"),
        points=tuple(
            point._replace(row="one\ntwo" if point.row == "row 0" else point.row)
            for point in its.points
        ),
    )
    specification = kinds.filled("dot", slots(its))
    plain = vl_convert.vegalite_to_svg(
        specification.replace("var(--sans)", "Liberation Sans"), vl_version=VEGA_LITE
    )
    assert plain.count("<tspan") == 2
    made = drawing.draw(specification)
    assert isinstance(made, drawing.Drawing)
    assert made.page == drawing._whole(ET.fromstring(plain))


@pytest.mark.parametrize(("kind", "many"), KINDS)
def test_the_size_of_a_png_is_known_before_it_is_drawn(kind: str, many: bool) -> None:
    its = plot(kind, many=many)
    made = picture(kinds.filled(kind, slots(its, POSTER)))
    frame = laid(its).its.frame
    assert pixels(made.png)[:2] == slots_size(frame, around(its, POSTER, frame))


@pytest.mark.parametrize(("kind", "many"), KINDS)
def test_about_how_large_a_drawing_is_is_known_before_it_is_drawn(kind: str, many: bool) -> None:
    specification = kinds.filled(kind, slots(plot(kind, many=many)))
    made = drawing.draw(specification)
    assert isinstance(made, drawing.Drawing)
    chart, _ = build([value("a", "seq-read.bandwidth", 1, "MB/s")], "kind: dot\nruns: a")
    query = Query("a", kind, Position("a.md"))
    figure = Figure(query, replace(chart, specification=specification), ())
    assert 0.9 < figure.weight / len(made.page) < (2.5 if kind == "heatmap" else 1.5)
