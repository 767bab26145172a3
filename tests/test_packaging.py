"""The installed package does what the checkout does, and says what it misses."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import altair
import pytest
from bs4 import BeautifulSoup
from packaging.requirements import Requirement

import sitegen
from tests.environments import Environment, attempt, environment, needed, run, tree

REPOSITORY = Path(__file__).parents[1]
NAME = f"sitegen-{sitegen.__version__}"

# What `sitegen --help` has no use for, by the name of the module.
HEAVY = {"altair", "bs4", "jinja2", "markdown", "rich", "vl_convert", "watchdog", "yaml"}


def unpacked(names: list[str], root: str) -> set[str]:
    """Return the files of an archive that are in a folder, relative to it."""
    paths = map(PurePosixPath, names)
    return {str(path.relative_to(root)) for path in paths if path.is_relative_to(root)}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    to, source = str(folder), str(REPOSITORY)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", to, source]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    """Return the wheel."""
    return dist / f"{NAME}-py3-none-any.whl"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with the wheel installed."""
    made = environment(tmp_path_factory.mktemp("installed"))
    made.install(wheel)
    return made


@pytest.fixture(scope="module")
def from_checkout(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the new lab and its site that the checkout makes."""
    folder = tmp_path_factory.mktemp("checkout")
    make_lab(folder, sys.executable, "-m", "sitegen", path=str(REPOSITORY))
    return tree(folder / "lab")


def make_lab(at: Path, *command: str | Path, path: str = "") -> None:
    """Make, build and check a new lab with the command."""
    run(*command, "new", "lab", at=at, path=path)
    run(*command, "build", at=at / "lab", path=path)
    run(*command, "check", at=at / "lab", path=path)


def test_wheel_and_source_archive_hold_the_files_of_the_repository(dist: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = archive.namelist()
    with tarfile.open(dist / f"{NAME}.tar.gz") as archive:
        in_source = [member.name for member in archive if member.isfile()]
    templates = set(tree(REPOSITORY / "templates"))
    modules = set(tree(REPOSITORY / "sitegen"))
    assert unpacked(in_wheel, "sitegen") == modules | {f"templates/{name}" for name in templates}
    assert templates <= unpacked(in_source, f"{NAME}/templates")
    assert modules <= unpacked(in_source, f"{NAME}/sitegen")
    assert unpacked(in_source, f"{NAME}/site") == {".gitignore"}
    assert unpacked(in_wheel, f"{NAME}.dist-info/licenses") == {
        "LICENSE",
        "templates/static/vendor/LICENSES.txt",
    }


@pytest.mark.slow
def test_the_wheel_makes_what_the_checkout_makes(
    installed: Environment, from_checkout: dict[str, str], tmp_path: Path
) -> None:
    before = tree(installed.packages / "sitegen")
    place = tmp_path / "Prüfstand 2, Süd"
    place.mkdir()
    make_lab(place, installed.folder / "bin" / "sitegen")
    assert tree(place / "lab") == from_checkout
    assert tree(installed.packages / "sitegen") == before


@pytest.mark.slow
def test_the_module_runs_isolated(
    installed: Environment, from_checkout: dict[str, str], tmp_path: Path
) -> None:
    make_lab(tmp_path, installed.python, "-I", "-m", "sitegen")
    assert tree(tmp_path / "lab") == from_checkout


@pytest.mark.slow
def test_the_wheel_runs_without_being_unpacked(
    wheel: Path, from_checkout: dict[str, str], tmp_path: Path
) -> None:
    python = environment(tmp_path / "environment").python
    make_lab(tmp_path, python, "-m", "sitegen", path=str(wheel))
    assert tree(tmp_path / "lab") == from_checkout


def without_vl_convert(packages: Path) -> str:
    """Remove vl-convert; return what is said then."""
    for path in packages.glob("vl_convert*"):
        path.unlink()
    return (
        "vl-convert-python is not installed, sitegen needs 1.9 or newer: "
        "python -m pip install 'vl-convert-python>=1.9'"
    )


def with_old_vl_convert(packages: Path) -> str:
    """Turn vl-convert into an old version; return what is said then."""
    (info,) = packages.glob("vl_convert_python-*.dist-info")
    metadata = (info / "METADATA").read_text("utf-8")
    info.unlink()
    old = packages / "vl_convert_python-1.2.0.dist-info"
    old.mkdir()
    text = re.sub(r"^Version: .*", "Version: 1.2.0", metadata, count=1, flags=re.MULTILINE)
    (old / "METADATA").write_text(text, "utf-8")
    return (
        "vl-convert-python 1.2.0 is too old, sitegen needs 1.9 or newer: "
        "python -m pip install 'vl-convert-python>=1.9'"
    )


def with_other_vega_lite(packages: Path) -> str:
    """Turn Altair into one for another Vega-Lite; return what is said then."""
    linked = packages / "altair"
    original = linked.resolve()
    linked.unlink()
    shutil.copytree(original, linked, ignore=shutil.ignore_patterns("__pycache__"))
    (schema,) = linked.glob("vegalite/v*/schema/__init__.py")
    text = schema.read_text("utf-8").replace(altair.SCHEMA_VERSION, "v6.9.2")
    schema.write_text(text, "utf-8")
    return (
        f"altair {altair.__version__} writes Vega-Lite 6.9.2, sitegen draws 6.4: "
        "python -m pip install 'altair==6.3.*'"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoil",
    [without_vl_convert, with_old_vl_convert, with_other_vega_lite],
    ids=lambda f: f.__name__,
)
def test_pages_are_built_where_charts_cannot_be_drawn(
    spoil: Callable[[Path], str], wheel: Path, from_checkout: dict[str, str], tmp_path: Path
) -> None:
    made = environment(tmp_path / "environment")
    made.install(wheel)
    said = spoil(made.packages)
    command = (made.python, "-I", "-m", "sitegen")
    run(*command, "new", "lab", at=tmp_path)
    built = attempt(*command, "build", at=tmp_path / "lab")
    assert built.returncode == 0, built.stderr
    assert (built.stdout + built.stderr).count(said) == 1
    pages = sorted((tmp_path / "lab" / "site").rglob("*.html"))
    assert {path.relative_to(tmp_path / "lab").as_posix() for path in pages} == {
        name for name in from_checkout if name.startswith("site/") and name.endswith(".html")
    }
    charts = [
        figure
        for page in pages
        for figure in BeautifulSoup(page.read_bytes(), "html.parser").select("figure.chart")
    ]
    assert charts
    assert all("not drawn" in chart.get_text() and chart.find("table") for chart in charts)


def test_help_imports_no_package_but_our_own(tmp_path: Path) -> None:
    script = tmp_path / "help.py"
    script.write_text(
        "import contextlib, runpy, sys\n"
        "sys.argv = ['sitegen', '--help']\n"
        "with contextlib.suppress(SystemExit):\n"
        "    runpy.run_module('sitegen', run_name='__main__')\n"
        "print('imported:', *sorted(sys.modules))\n",
        "utf-8",
    )
    text, _, modules = run(sys.executable, script, at=tmp_path, path=str(REPOSITORY)).rpartition(
        "imported:"
    )
    assert text.startswith("usage: sitegen")
    assert HEAVY & set(modules.split()) == set()


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    ran = attempt(
        "bash",
        "-c",
        f"exec {sys.executable} -m sitegen --help 2>errors | true",
        at=tmp_path,
        path=str(REPOSITORY),
    )
    assert (ran.stderr, (tmp_path / "errors").read_text("utf-8")) == ("", "")


def test_every_package_is_pinned_by_name_and_version() -> None:
    lines = (REPOSITORY / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    pinned = {line.partition("==")[0].lower() for line in pins}
    assert {Requirement(one).name for one in wanted} - pinned == set()
    assert set(needed()) - {name.replace("_", "-") for name in pinned} == set()
