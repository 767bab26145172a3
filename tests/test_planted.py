"""Secrets planted in each kind of output are in no byte of a site; what stands beside them is.

In the files of `planted/`, «...» marks what is not to be published, ⟨...⟩ what must not be covered.
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

import pytest

from sitegen.build import Site, build
from sitegen.project import Project

PLANTED = sorted((Path(__file__).parent / "planted").iterdir())
SECRET = re.compile("«([^»]*)»")
KEPT = re.compile("⟨([^⟩]*)⟩")
REPORT = """\
---
title: Planted
date: 2026-01
status: draft
summary: One. Two.
source: {title: A, date: 2026-01}
---
It wrote [1258 MB/s](result:rig/fio-txt#seq-write.bandwidth).

```chart
id: c
kind: bar
runs: [rig]
metrics: [seq-write.bandwidth]
x: run
```
"""


def names(path: Path) -> str:
    return f"results/rig/{path.stem}-{path.suffix[1:]}{path.suffix}"


def plain(path: Path) -> str:
    """Return a planted file as it would lie in results/."""
    return re.sub("[«»⟨⟩]", "", path.read_text("utf-8"))


@cache
def site(settings: str = "") -> Site:
    """Return the site of a lab with all planted files."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        files = {names(path): plain(path) for path in PLANTED}
        files |= {
            "sitegen.yaml": f"base_url: https://lab.example/\n{settings}",
            "content/index.md": "---\ntitle: Lab\nsummary: A lab.\n---\nWelcome.\n",
            "content/reports/planted.md": REPORT,
            "results/rig/testbed.yaml": "title: Rig\n",
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        return build(Project(root, root / "site"))


@cache
def everything(settings: str = "") -> str:
    """Return all bytes of the site as one text, also with entities and escapes undone."""
    found = []
    for address, content in sorted(site(settings).files.items()):
        if not address.startswith("static/vendor/"):
            text = f"{address}\n{content.decode('utf-8', 'replace')}".lower()
            found += [text, html.unescape(text), unquote(text)]
    return "\n".join(found)


def secrets(path: Path) -> list[str]:
    return list(dict.fromkeys(SECRET.findall(path.read_text("utf-8"))))


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.name)
def test_no_secret_is_in_any_byte_of_a_site(path: Path) -> None:
    assert [secret for secret in secrets(path) if secret.lower() in everything()] == []


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.name)
def test_what_is_no_secret_is_not_covered(path: Path) -> None:
    run = names(path).removeprefix("results/").rpartition(".")[0]
    page = html.unescape(site().files[f"runs/{run}/index.html"].decode())
    shown = re.sub(r"<[^<>]*>", "", page)
    assert [kept for kept in KEPT.findall(path.read_text("utf-8")) if kept not in shown] == []


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.name)
def test_without_the_defaults_the_secrets_are_there_to_be_found(path: Path) -> None:
    shown = everything("redact_defaults: off\n")
    assert [secret for secret in secrets(path) if secret.lower() not in shown] == []
