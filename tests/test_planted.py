"""Secrets planted in each kind of output are in no byte of a site; what stands beside them is.

In the files of `planted/`, «...» marks what is not to be published, ⟨...⟩ what must not be covered.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

import pytest

from sitegen import identities
from sitegen.build import Site, build
from sitegen.checks import disclosure
from sitegen.project import Project
from sitegen.redaction import Redaction
from tests.bonnie import bonnie

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

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


SAID = ("Acme", "Project Zeta", "a&b", "Müller", "x<y", "12345")
WORDS = "acme, project ZETA, a&b, Müller, x<y and 12345"


def test_texts_that_a_lab_names_are_covered_wherever_it_wrote_them(project: MakeProject) -> None:
    site = build(
        project(
            {
                "sitegen.yaml": "title: Lab of Acme\nbase_url: https://lab.example/\n"
                f"redact: [{', '.join(SAID)}]\n",
                "content/index.md": f"---\ntitle: {WORDS}\nsummary: {WORDS}\n---\n{WORDS}\n",
                "content/hardware/wd.md": f"---\ntitle: {WORDS}\nkind: drive\nvendor: {WORDS}\n"
                f"summary: {WORDS}\nspecs: {{cache: {{value: 1 MB, source: 12345}}}}\n"
                f"---\n{WORDS}\n",
                "content/reports/a.md": f"---\ntitle: {WORDS}\ndate: 2026-01\nstatus: draft\n"
                f"authors: [Müller]\nsummary: {WORDS}\n"
                "source: {title: Acme, date: 2026-01}\n---\n"
                f"{WORDS} wrote [192.9 MB/s](result:rig#seq-write.bandwidth).\n\n"
                "```chart\nid: c\ntitle: Acme\nkind: bar\nruns: [rig]\n"
                f"metrics: [seq-write.bandwidth]\nx: testbed\ncaption: {WORDS}\n```\n",
                "results/rig/testbed.yaml": f"title: {WORDS}\nsummary: {WORDS}\n"
                "hardware: {drive: wd}\nsoftware: {os: Acme OS}\nsettings: {x: a&b, y: x<y}\n",
                "results/rig/bonnie.txt": f"{WORDS}\n{bonnie(name='acme')}",
                "results/rig/bonnie.txt.yaml": "workload: {series: Müller of Acme}\n",
                "results/rig/odd.txt": f"bash: fio: {WORDS}: command not found\n",
            }
        )
    )
    assert [one.code for one in site.diagnostics if one.code == "redacted-text"] == []
    for address, content in site.files.items():
        if not address.startswith(("static/", "parsers/")):
            text = html.unescape(content.decode("utf-8", "replace")).lower()
            assert [said for said in SAID if said.lower() in text] == [], address


def test_a_text_that_is_covered_is_looked_for_as_pages_write_it() -> None:
    files = {"a&b.csv": b"", "one.html": b"A&amp;B", "static/x.js": b"a&b", "two.html": b"ab"}
    (finding,) = disclosure.check(files, Redaction(("a&b",)))
    assert (
        finding.message == "text 1 of 'redact' stands in 2 files of the site; the first is ▒▒▒.csv"
    )


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.name)
@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: re.sub("^", "> ", text, flags=re.MULTILINE),
        lambda text: re.sub("^", "    ", text, flags=re.MULTILINE),
        lambda text: f"<html><body><pre>{html.escape(text)}</pre></body></html>\n",
    ],
    ids=["crlf", "quoted", "indented", "page"],
)
def test_no_secret_is_shown_in_the_wrapping_that_people_keep_it_in(
    path: Path, wrap: Callable[[str], str]
) -> None:
    text = wrap(plain(path))
    shown = Redaction(names=frozenset(identities.told(text).names)).hide(text)
    shown = html.unescape(html.unescape(shown)).lower()
    assert [secret for secret in secrets(path) if secret.lower() in shown] == []
