"""No page, no download and no picture of a site shows whose machine it was, as its DOM says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from bs4 import BeautifulSoup

from sitegen.build import Site, build
from sitegen.project import Project
from tests.command import sitegen

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

BONNIE = """\
alice@thumper-2:/export/home/alice$ bonnie++ -d /export/home/alice/bench
Version 1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
convm004        16G 50978  99 208098  82 89274  25 59058  98 236993  24 488.5   1
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                 16 12345  99 67890  98 34567  97 12346  99 67891  98 34568  97
convm004,16G,50978,99,208098,82,89274,25,59058,98,236993,24,488.5,1,16,12345,99,67890,98,\
34567,97,12346,99,67891,98,34568,97
"""
DUMP = """\
[alice@thumper-2 ~]$ uname -a
Linux thumper-2 5.4.0-42-generic #46-Ubuntu SMP Fri Jul 10 00:24:02 UTC 2020 x86_64 GNU/Linux
[alice@thumper-2 ~]$ sudo smartctl -i /dev/sda
smartctl 7.1 2019-12-30 r5022 [x86_64-linux-5.4.0-42-generic] (local build)
=== START OF INFORMATION SECTION ===
Device Model:     ST4000NM0033-9ZM170
Serial Number:    Z1Z2Z3Z4
LU WWN Device Id: 5 000c50 0a1b2c3d4
Firmware Version: SN04
User Capacity:    4,000,787,030,016 bytes [4.00 TB]
[alice@thumper-2 ~]$ ip link
    link/ether 52:54:00:ab:cd:ef brd ff:ff:ff:ff:ff:ff
    inet 10.20.30.40/24 scope global eth0
[alice@thumper-2 ~]$ sudo blkid
/dev/sda1: UUID="4c4c4544-0043-4a10-8056-b7c04f4a3332" TYPE="ext4"
"""
NOTES = "Copied from thumper-2, run by Project Zeta.\nsize 8 GiB\n"
LAB = {
    "content/index.md": "---\ntitle: Lab\nsummary: A lab.\n---\nWelcome.\n",
    "content/reports/one.md": (
        "---\ntitle: Disks of Zeta\ndate: 2026-01\nstatus: draft\nsummary: One. Two.\n"
        "source: {title: A, date: 2026-01}\n---\n"
        "Zeta wrote [208098 KiB/s](result:rig/bonnie#seq-write.bandwidth).\n\n"
        "```chart\nid: c\nkind: bar\nruns: [rig/bonnie]\nmetrics: [seq-write.bandwidth]\n"
        "x: operation\n```\n"
    ),
    "results/rig/testbed.yaml": "title: Rig of Zeta\n",
    "results/rig/bonnie.txt": BONNIE,
    "results/rig/system.txt": DUMP,
    "results/rig/notes.txt": NOTES,
}
PING = """\
--- /home/alice/file (ext4 /dev/sda1 20 GiB) ioping statistics ---
4 requests completed in 3.60 ms, 16 KiB read, 1.11 k iops, 4.34 MiB/s
min/avg/max/mdev = 700 us / 900 us / 1.0 ms / 50 us
"""
PRIVATE = (
    "alice", "thumper", "convm004", "Z1Z2Z3Z4", "000c50", "52:54:00", "10.20.30.40", "4c4c4544",
)  # fmt: skip


@pytest.fixture
def site(project: MakeProject) -> Callable[..., Site]:
    """Return a function that builds the lab, with some settings."""

    def make(settings: str = "") -> Site:
        return build(project({**LAB, "sitegen.yaml": settings}))

    return make


def texts(site: Site) -> dict[str, str]:
    """Return the text of each page as a reader sees it, and of each other file as it is."""
    found = {}
    for address, content in site.files.items():
        if address.startswith("static/") or address.endswith((".png", ".ico")):
            continue
        text = content.decode("utf-8", "replace")
        found[address] = (
            BeautifulSoup(text, "html.parser").get_text("\n") if address.endswith(".html") else text
        )
    return found


def showing(site: Site, words: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the files in which words stand, whatever their case."""
    return {
        address: hits
        for address, text in texts(site).items()
        if (hits := [word for word in words if word.lower() in text.lower()])
    }


def test_nothing_that_identifies_is_in_any_file_of_a_site(site: Callable[..., Site]) -> None:
    assert showing(site(), PRIVATE) == {}


def test_attributes_and_scripts_of_pages_do_not_have_it_either(site: Callable[..., Site]) -> None:
    for address, content in site().files.items():
        if not address.startswith("static/"):
            for word in PRIVATE:
                assert word.encode() not in content, f"{word} in {address}"


def test_raw_lines_keep_their_columns(site: Callable[..., Site]) -> None:
    text = texts(site())["runs/rig/bonnie/index.html"]
    assert (
        "▒▒▒▒▒▒▒▒        16G 50978  99 208098  82 89274  25 59058  98 236993  24 488.5   1" in text
    )
    assert "▒▒▒▒▒@▒▒▒▒▒▒▒▒▒:/export/home/▒▒▒▒▒$ bonnie++ -d /export/home/▒▒▒▒▒/bench" in text


def test_a_name_that_one_file_tells_is_covered_in_all_of_them(site: Callable[..., Site]) -> None:
    assert "Copied from ▒▒▒▒▒▒▒▒▒, run by" in texts(site())["runs/rig/notes/index.html"]


def test_facts_of_a_dump_are_shown_and_its_models_too(site: Callable[..., Site]) -> None:
    text = re.sub(r"\s+", " ", texts(site())["runs/rig/system/index.html"])
    for fact in ("5.4.0-42-generic", "ST4000NM0033-9ZM170", "4 TB", "SN04"):
        assert fact in text


def test_an_export_has_it_covered_too(project: MakeProject) -> None:
    made = project({**LAB, "results/rig/ping.txt": PING})
    status, out, _ = sitegen("export", "--project", made.root)
    assert status == 0
    assert "/home/▒▒▒▒▒/file" in out
    assert "alice" not in out


def test_raw_files_are_never_changed(project: MakeProject) -> None:
    made = project(LAB)
    build(made)
    assert made.read("results/rig/bonnie.txt") == BONNIE.encode()


def test_what_is_covered_by_default_is_shown_when_a_lab_says_so(
    site: Callable[..., Site],
) -> None:
    text = texts(site("redact_defaults: off\n"))["runs/rig/system/index.html"]
    assert "Serial Number:    Z1Z2Z3Z4" in text
    assert "alice@thumper-2" in text


def test_texts_of_the_lab_are_covered_in_prose_titles_charts_and_raw_lines(
    site: Callable[..., Site],
) -> None:
    assert showing(site("redact_defaults: off\n"), ("Zeta",)).keys() >= {
        "index.html", "reports/one/index.html", "testbeds/rig/index.html",
        "runs/rig/notes/index.html",
    }  # fmt: skip
    covered = site("redact: [zeta]\n")
    assert showing(covered, ("Zeta",)) == {}
    assert "▒▒▒▒ wrote" in texts(covered)["reports/one/index.html"]
    assert "run by Project ▒▒▒▒." in texts(covered)["runs/rig/notes/index.html"]


def test_a_text_that_stays_in_an_address_is_a_finding_that_does_not_repeat_it(
    site: Callable[..., Site],
) -> None:
    found = [str(one) for one in site("redact: [rig]\n").diagnostics if one.code == "redacted-text"]
    assert len(found) == 1
    assert found[0].startswith("sitegen.yaml: error[redacted-text]: text 1 of 'redact' stands in ")
    assert "rig" not in found[0].replace("'", "")
