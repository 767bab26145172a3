"""Shapes: what Altair makes once, and what the slots of it are filled with."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import Any

import altair
import pytest

from sitegen import requirements
from sitegen.charts import kinds
from sitegen.charts.posters import Poster
from sitegen.charts.slots import slots
from tests.plots import MULTIPLES, POSTER, plot

SINGLE = [(kind, False) for kind in kinds.KINDS]
SHAPES = Path(kinds.__file__).parents[1] / "shapes"


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_a_shape_is_what_altair_makes_today(kind: str, update: bool) -> None:
    path = SHAPES / f"{kind}.json"
    made = kinds.slotted(kind)
    if update:
        path.write_text(made, "utf-8")
    kept = path.read_text("utf-8")
    changes = difflib.unified_diff(kept.splitlines(), made.splitlines(), lineterm="")
    assert made == kept, "\n".join(changes)


@pytest.mark.parametrize("poster", [None, POSTER], ids=["page", "poster"])
@pytest.mark.parametrize(("kind", "many"), [*SINGLE, *((kind, True) for kind in MULTIPLES)])
def test_a_filled_shape_is_what_altair_makes_of_the_same(
    kind: str, many: bool, poster: Poster | None
) -> None:
    filling = slots(plot(kind, many=many), poster)
    # Altair numbers the layers of a concatenation again, behind their names.
    made = re.sub(
        r'"((?:points|lines|words|signs)\d+)_\d+"',
        r'"\1"',
        json.dumps(kinds.chart(kind, filling).to_dict()),
    )
    assert json.loads(kinds.filled(kind, filling)) == json.loads(made)


def test_the_drawing_the_browser_and_altair_speak_of_one_vega_lite() -> None:
    assert f"v{requirements.VEGA_LITE}" == altair.SCHEMA_VERSION.rpartition(".")[0]
    for kind in kinds.KINDS:
        filled = json.loads(kinds.filled(kind, slots(plot(kind))))
        assert filled["$schema"].endswith(f"/{altair.SCHEMA_VERSION}.json")


def strings(value: Any, key: str) -> list[Any]:
    """Return all values under `key` anywhere in a specification."""
    if isinstance(value, list):
        return [one for item in value for one in strings(item, key)]
    if isinstance(value, dict):
        own = [value[key]] if key in value else []
        return own + [one for item in value.values() for one in strings(item, key)]
    return []


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_no_name_of_a_field_is_read_as_a_path(kind: str) -> None:
    filled = json.loads(kinds.filled(kind, slots(plot(kind), POSTER)))
    rows = [row for data in filled["datasets"].values() for row in data]
    for name in {*strings(filled, "field"), *(name for row in rows for name in row)}:
        assert name.isidentifier()


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_nothing_that_people_wrote_is_in_an_expression(kind: str) -> None:
    filled = json.loads(kinds.filled(kind, slots(plot(kind), POSTER)))
    shape = json.loads(kinds.slotted(kind))
    for key in ("expr", "labelExpr", "calculate", "signal"):
        assert sorted(map(str, strings(filled, key))) == sorted(map(str, strings(shape, key)))


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_orders_are_lists_bars_are_not_stacked_and_no_format_is_left_to_vega(kind: str) -> None:
    filled = json.loads(kinds.filled(kind, slots(plot(kind))))
    assert set(strings(filled, "stack")) == ({None} if kind != "heatmap" else set())
    assert strings(filled, "format") == []
    for layer in filled["layer"]:
        for channel, its in layer["encoding"].items():
            if its.get("field") in ("row", "series") and channel != "text":
                assert its["scale"]["domain"], (channel, its)
            if its.get("field") == "row":
                assert its["sort"] == its["scale"]["domain"] == ["row 0", "row 1"]
