"""The hardware catalogue: front matter, ids that are unique, and what is not recorded."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen import hardware, metadata
from sitegen.hardware import Coverage, Hardware


def read(text: str, name: str = "3par-s400", folder: str = "") -> tuple[Hardware, str]:
    """Return the hardware of `content/hardware/<name>.md`, and the findings as printed."""
    path = f"content/hardware/{folder}{name}.md"
    node, problems = metadata.load(dedent(text), path, first_line=2)
    assert node is not None
    its, more = hardware.read(node, name)
    return its, "".join(f"{problem}\n" for problem in [*problems, *more])


S400 = """\
    title: 3PAR InServ S400
    kind: array
    vendor: 3PAR
    year: 2003
    summary: An array of controller nodes.
    source: '3PARdata S400 results: section 2.2'
    aliases: s400
    specs:
      controller-nodes: 4
      memory-per-node:
        - {value: 4 GB, source: section 2.2}
        - {value: 8 GB, source: section 3.1}
      port-rate: {value: 2 Gb/s, source: section 2.2}
      drive-bays: not applicable
    limits:
      fc-port: {value: 200 MB/s, note: payload}
    """


def test_front_matter_makes_hardware_and_contradictions_are_found() -> None:
    its, findings = read(S400)
    assert (its.id, its.title, its.kind, its.vendor, its.year) == (
        "3par-s400",
        "3PAR InServ S400",
        "array",
        "3PAR",
        "2003",
    )
    assert its.source == "3PARdata S400 results: section 2.2"
    assert [one.id for one in its.aliases] == ["s400"]
    assert {name: [one.value for one in fact.statements] for name, fact in its.specs.items()} == {
        "controller-nodes": ["4"],
        "memory-per-node": ["4 GB", "8 GB"],
        "port-rate": ["2 Gb/s"],
        "drive-bays": ["not applicable"],
    }
    assert str(its.specs["port-rate"].position) == "content/hardware/3par-s400.md:14:22"
    assert its.limits["fc-port"].quantity.value == 200_000_000
    assert findings == (
        "content/hardware/3par-s400.md:12:15: warning[contradiction]: "
        "sources differ on memory-per-node: '4 GB' (section 2.2), '8 GB' (section 3.1)\n"
        "  hint: '4 GB' is used, as the first; the others are shown beside it\n"
    )


def test_coverage_says_what_a_reader_looks_for_and_does_not_find() -> None:
    coverage = hardware.coverage(read(S400)[0])
    assert coverage == Coverage(
        recorded=("controllers", "cache", "port-rate"),
        missing=("cache-protection", "drive-interface", "host-ports"),
        not_applicable=("drive-bays",),
    )
    assert str(coverage) == "3 of 6 recorded"


@pytest.mark.parametrize("kind", hardware.KINDS)
def test_every_kind_of_hardware_has_a_coverage(kind: str) -> None:
    its, findings = read(f"title: x\nkind: {kind}\n")
    assert findings == ""
    wanted = hardware.KINDS[kind].expected
    assert len(hardware.coverage(its).missing) == len(wanted)


def test_a_page_with_mistakes_still_is_a_page() -> None:
    its, findings = read(
        """\
        kind: Array
        vender: 3PAR
        year: about 2003
        specs: {Cache: 2 GB, drives: {count: 4}, loops: }
        """,
        "S400",
    )
    assert findings == (
        "content/hardware/S400.md: error[bad-id]: "
        "'S400' is not an id of lower-case words joined by '-'\n"
        "  hint: write 's400'\n"
        "content/hardware/S400.md:2:7: error[bad-value]: 'Array' is not one of array, server, "
        "controller, hba, nic, switch, enclosure, drive, cpu, memory, motherboard, "
        "raid-software, filesystem, software, other\n"
        "  hint: did you mean 'array'?\n"
        "content/hardware/S400.md:3:1: error[unknown-key]: "
        "a hardware document has no key 'vender'\n"
        "  hint: did you mean 'vendor'?\n"
        "content/hardware/S400.md:4:7: error[bad-value]: 'about 2003' is not a date\n"
        "  hint: write it as 2007, 2007-06 or 2007-06-15\n"
        "content/hardware/S400.md:5:9: error[bad-id]: "
        "'Cache' is not a name of lower-case words joined by '-'\n"
        "  hint: write 'cache'\n"
        "content/hardware/S400.md:5:31: error[unknown-key]: a fact has no key 'count'\n"
        "  hint: known: note, source, value\n"
        "content/hardware/S400.md:5:30: error[missing-key]: a fact without the key 'value'\n"
        "  hint: the value, with its unit\n"
        "content/hardware/S400.md:5:42: error[bad-value]: no value where text is expected\n"
        "  hint: write a value, or remove the key\n"
        "content/hardware/S400.md:2:1: error[missing-key]: "
        "a hardware document without the key 'title'\n"
        "  hint: the name, with the vendor\n"
    )
    assert (its.title, its.kind, dict(its.specs)) == ("S400", "other", {})


def test_two_files_for_one_id_are_an_error_with_both_places() -> None:
    one, _ = read("title: DL380 G3\nkind: server\n", "dl380", "a/")
    other, _ = read("title: DL380 G5\nkind: server\n", "dl380", "b/")
    loud, _ = read("title: DL380 G7\nkind: server\n", "DL380", "c/")
    last, _ = read("title: ML350\nkind: server\n", "ml350", "d/")
    by_id, problems = hardware.catalogue([last, loud, other, one])
    assert {name: its.title for name, its in by_id.items()} == {
        "dl380": "DL380 G3",
        "ml350": "ML350",
    }
    assert "".join(f"{problem}\n" for problem in problems) == (
        "content/hardware/b/dl380.md:2:1: error[duplicate-id]: "
        "the id 'dl380' is that of content/hardware/a/dl380.md:2:1 already\n"
        "  hint: rename one of the two; 'dl380' (DL380 G3) is used\n"
        "content/hardware/c/DL380.md:2:1: error[duplicate-id]: "
        "the id 'DL380' is that of content/hardware/a/dl380.md:2:1 already\n"
        "  hint: rename one of the two; 'dl380' (DL380 G3) is used\n"
    )
