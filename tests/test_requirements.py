"""What is wrong with the installed packages is said in a line each, without importing them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import altair
import pytest

from sitegen.requirements import CHARTS, MINIMUM, VEGA_LITE, problems

REPOSITORY = Path(__file__).parents[1]


def install(folder: Path, name: str, version: str) -> None:
    """Write the metadata of an installed package."""
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (place / "METADATA").write_text(text, "utf-8")


def install_altair(folder: Path, version: str, schema: str) -> None:
    """Write the two things that are read of an Altair: its metadata and its Vega-Lite."""
    install(folder, "altair", version)
    place = folder / "altair" / "vegalite" / f"v{schema[0]}" / "schema"
    place.mkdir(parents=True)
    (place / "__init__.py").write_text(f'SCHEMA_VERSION = "v{schema}"\n', "utf-8")


def test_the_packages_of_these_tests_are_right() -> None:
    assert problems() == ()


def test_the_versions_needed_are_those_of_the_package() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == [f"{name}>={least}" for name, least in MINIMUM.items()]


def test_the_vega_lite_we_draw_is_the_one_altair_writes() -> None:
    assert altair.SCHEMA_VERSION.removeprefix("v").rpartition(".")[0] == VEGA_LITE


def test_a_missing_package_is_named_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_altair(tmp_path, "6.3.0", "6.4.1")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert problems(CHARTS) == (
        "vl-convert-python is not installed, sitegen needs 1.9 or newer: "
        "python -m pip install 'vl-convert-python>=1.9'",
    )


@pytest.mark.parametrize("version", ["1.8.9", "1.2", "0.13.1.post4", "1"])
def test_an_old_package_is_named_with_both_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    install(tmp_path, "vl-convert-python", version)
    monkeypatch.syspath_prepend(tmp_path)
    assert problems(CHARTS) == (
        f"vl-convert-python {version} is too old, sitegen needs 1.9 or newer: "
        "python -m pip install 'vl-convert-python>=1.9'",
    )


@pytest.mark.parametrize("version", ["1.9", "1.9.0.post1", "1.10", "2.0.0rc7"])
def test_a_package_that_is_new_enough_is_not_mentioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    install(tmp_path, "vl-convert-python", version)
    monkeypatch.syspath_prepend(tmp_path)
    assert problems(CHARTS) == ()


def test_an_altair_for_another_vega_lite_is_named_with_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_altair(tmp_path, "7.0.0", "6.9.2")
    monkeypatch.syspath_prepend(tmp_path)
    assert problems(CHARTS) == (
        "altair 7.0.0 writes Vega-Lite 6.9.2, sitegen draws 6.4: "
        "python -m pip install 'altair==6.3.*'",
    )


def test_an_altair_that_names_no_vega_lite_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "altair", "9.0")
    monkeypatch.syspath_prepend(tmp_path)
    assert problems(CHARTS) == (
        "altair 9.0 writes Vega-Lite (unknown), sitegen draws 6.4: "
        "python -m pip install 'altair==6.3.*'",
    )
