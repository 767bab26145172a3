"""References: what the targets of links say, and the one thing that they lead to."""

from __future__ import annotations

import pytest

from sitegen import metadata, prose, references
from sitegen.diagnostics import Diagnostic, Position
from sitegen.hardware import Hardware, read
from sitegen.lab import Lab
from sitegen.references import Measured, Place, Reference, Resolved, Stated
from sitegen.samples import Sample
from tests.labs import PAGE, lab, printed, value

KIB, GIB = 2**10, 2**30


def hardware(name: str, text: str) -> Hardware:
    node, problems = metadata.load(text, f"content/hardware/{name}.md", 2)
    assert node is not None
    assert problems == []
    return read(node, name)[0]


INSERV = hardware(
    "s400",
    """\
title: 3PAR S400
kind: array
specs:
  memory-per-node:
    - {value: 4 GB, source: section 2.2}
    - {value: 8 GB, source: section 3.1}
  controller-nodes: 4
  interface: 2 Gb/s Fibre Channel
limits:
  backplane: 28 GB/s
""",
)
LAB = lab(
    [
        value("fc/raid5/x", "seq-read.bandwidth", 10, "MB/s", 8, workload__block_size=4 * KIB,
              testbed__raid__level=5),
        value("fc/raid5/x", "seq-read.bandwidth", 160, "MB/s", 9, workload__block_size=64 * KIB,
              testbed__raid__level=5),
        value("fc/raid5/x", "seq-write.bandwidth", 90, "MB/s", 10, workload__block_size=64 * KIB,
              testbed__raid__level=5),
        value("fc/raid1/x", "seq-read.bandwidth", 180, "MB/s", 9, workload__block_size=64 * KIB,
              testbed__raid__level="1+0"),
        value("fc/raid1/fio", "rand-read.iops", 900, "op/s", 3),
        value("fc/raid1/fio", "rand-read.latency.mean", 4, "ms", 4),
        value("fc/raid1/fio", "rand-read.latency.max", 90, "ms", 5),
        value("fc/raid1/fio", "rand-read.latency.p99.9", 80, "ms", 6),
        value("fc/raid1/ioping:1", "read.latency.min", 1, "ms", 4),
        value("fc/raid1/ioping:2", "read.latency.min", 2, "ms", 9),
        value("st3000(retail)/run 1", "seq-read.bandwidth", 111, "MB/s"),
    ],
    {
        "fc": """\
title: One port
hardware:
  array: s400
  drive: {id: s400, count: 16}
settings:
  memory: 8 GiB
workload:
  file_size: 8 GiB
limits:
  fc-port: 200 MB/s
""",
        "fc/raid5": "title: RAID 5\n",
        "fc/raid1": "title: RAID 1\n",
        "st3000(retail)": "title: Retail\n",
        "lost": "title: No numbers kept\n",
    },
    [INSERV],
    {"fc/raid5/x": "head\nseq 1,690.35\n"},
)  # fmt: skip


def leads(target: str, its: Lab = LAB) -> Resolved | Diagnostic:
    parsed = references.parse(target, PAGE)
    return parsed if isinstance(parsed, Diagnostic) else references.resolve(parsed, its)


def found(target: str, its: Lab = LAB) -> str:
    """Return the value and line that a reference leads to, and those it is compared with."""
    it = leads(target, its)
    if not isinstance(it, Measured):
        return str(it).removeprefix(f"{PAGE}: error")
    text = f"{it.sample.value} {it.sample.unit} :{it.sample.record.position.line}"
    if isinstance(it.other, Sample):
        text += f", {it.other.value} {it.other.unit} :{it.other.record.position.line}"
    elif it.other:
        text += f", {it.other.name}"
    return text


def test_a_target_is_taken_apart() -> None:
    target = (
        "result:a%20b/c(1)?file_size=8GiB&raid.level=1%2B0&vs=a/d&vs.pool=two#seq-read.latency.p99"
    )
    assert references.parse(target, PAGE) == Reference(
        target,
        PAGE,
        "result",
        "a b/c(1)",
        {"file_size": "8GiB", "raid.level": "1+0"},
        "seq-read.latency.p99",
        "vs",
        "a/d",
        {"pool": "two"},
    )


@pytest.mark.parametrize(
    ("target", "finding"),
    [
        ("file:a", "[bad-reference]: 'file:a' is no reference\n"
         "  hint: write one of result:, testbed:, hardware:, run:"),
        ("result:", "[bad-reference]: 'result:': there is no path"),
        ("run:../../etc/passwd", "[bad-reference]: 'run:../../etc/passwd': a path begins below"
         " results/, and has no '.' or '..' in it"),
        ("run:%2e%2e/etc/passwd", "[bad-reference]: 'run:%2e%2e/etc/passwd': a path begins below"
         " results/, and has no '.' or '..' in it"),
        ("run:/etc/passwd", "[bad-reference]: 'run:/etc/passwd': a path begins below"
         " results/, and has no '.' or '..' in it"),
        ("result:a?vs=../b#seq-read", "[bad-reference]: 'vs=../b': a path begins below"
         " results/, and has no '.' or '..' in it"),
        ("run:a\\b", "[bad-reference]: 'run:a\\b': a path cannot have the character '\\\\'"),
        ("run:a%00b", "[bad-reference]: 'run:a%00b': a path cannot have the character '\\x00'"),
        ("run:a%ff", "[bad-reference]: 'run:a%ff' has a %-escape that is no character of UTF-8"),
        ("testbed:a?b=c", "[bad-reference]: 'testbed:a?b=c': only result: takes filters,"
         " and 'b=c' is one"),
        ("result:a?fast#seq-read", "[bad-reference]: 'fast' in 'result:a?fast#seq-read' is no"
         " filter\n  hint: write COLUMN=VALUE, vs=PATH, vs.COLUMN=VALUE, of=PATH or of=limit:NAME"),
        ("result:a?vs=#seq-read", "[bad-reference]: 'vs=' in 'result:a?vs=#seq-read' is no"
         " filter\n  hint: write COLUMN=VALUE, vs=PATH, vs.COLUMN=VALUE, of=PATH or of=limit:NAME"),
        ("result:a?b=1&b=2#seq-read", "[bad-reference]: 'b' is there twice in"
         " 'result:a?b=1&b=2#seq-read'"),
        ("result:a?vs=b&of=c#seq-read", "[bad-reference]: 'result:a?vs=b&of=c#seq-read' has both a"
         " baseline (vs) and a whole (of)\n  hint: make two links of it"),
    ],
)  # fmt: skip
def test_a_target_that_cannot_be_understood_is_told(target: str, finding: str) -> None:
    assert found(target) == finding


@pytest.mark.parametrize(
    ("target", "value"),
    [
        ("result:fc/raid5?block_size=64KiB#seq-read.bandwidth", "160000000 B/s :9"),
        ("result:fc/raid5/?block_size=64%20KiB#seq-read", "160000000 B/s :9"),
        ("result:fc/raid5?block_size=65536#seq-read", "160000000 B/s :9"),
        ("result:fc/raid5?workload.block_size=0.0625MiB#seq-read", "160000000 B/s :9"),
        ("result:fc/raid5/x#seq-write", "90000000 B/s :10"),
        ("result:fc?raid.level=1%2B0#seq-read", "180000000 B/s :9"),
        ("result:fc?raid.level=1+0#seq-read", "180000000 B/s :9"),
        ("result:fc?operation=seq-write", "90000000 B/s :10"),
        ("result:fc?run=fc/raid1/x#seq-read", "180000000 B/s :9"),
        ("result:fc/raid1#rand-read", "900 op/s :3"),
        ("result:fc/raid1#rand-read.latency", "0.004 s :4"),
        ("result:fc/raid1?statistic=max#rand-read.latency", "0.09 s :5"),
        ("result:fc/raid1#rand-read.latency.p99.9", "0.08 s :6"),
        ("result:fc/raid1/ioping:2#read.latency", "0.002 s :9"),
        ("result:fc/raid1/ioping#read.latency", "0.0015 s :4"),
        (
            "result:fc/raid5?block_size=64KiB&vs=fc/raid1#seq-read",
            "160000000 B/s :9, 180000000 B/s :9",
        ),
        (
            "result:fc/raid5?block_size=64KiB&vs.block_size=4KiB#seq-read",
            "160000000 B/s :9, 10000000 B/s :8",
        ),
        (
            "result:fc?raid.level=5&block_size=64KiB&vs.raid.level=1%2B0#seq-read",
            "160000000 B/s :9, 180000000 B/s :9",
        ),
        (
            "result:fc/raid5?block_size=64KiB&of.operation=seq-read#seq-write",
            "90000000 B/s :10, 160000000 B/s :9",
        ),
        (
            "result:fc/raid1?vs=fc/raid1&vs.statistic=mean#rand-read.latency.max",
            "0.09 s :5, 0.004 s :4",
        ),
        ("result:fc/raid1?of=limit:fc-port#seq-read", "180000000 B/s :9, limit fc-port"),
        ("result:fc/raid1?of=limit:backplane#seq-read", "180000000 B/s :9, limit backplane"),
        ("result:st3000(retail)#seq-read", "111000000 B/s :7"),
    ],
)
def test_a_reference_comes_to_one_value(target: str, value: str) -> None:
    assert found(target) == value


def test_a_filter_with_no_value_takes_what_is_not_recorded() -> None:
    its = lab(
        [
            value("a/x", "seq-read.bandwidth", 1, "B/s", workload__jobs=2),
            value("a/y", "seq-read.bandwidth", 3, "B/s", 8),
        ]
    )
    assert found("result:a?jobs=#seq-read", its) == "3 B/s :8"
    assert found("result:a?jobs=2&vs.jobs=#seq-read", its) == "1 B/s :7, 3 B/s :8"


@pytest.mark.parametrize(
    ("target", "finding"),
    [
        ("result:fc/raid6#seq-read", "[unknown-result]: no run or folder 'fc/raid6' under"
         " results/\n  hint: did you mean 'fc/raid5' or 'fc/raid1' or 'fc/raid5/x'?"),
        ("result:results/fc/raid5/x.txt#seq-read", "[unknown-result]: no run or folder"
         " 'results/fc/raid5/x.txt' under results/\n  hint: did you mean 'fc/raid5/x'"
         " or 'fc/raid1/x' or 'fc/raid5'?"),
        ("result:lost#seq-read", "[claim-no-data]: there are no results under 'lost'"),
        ("result:fc#seqread", "[unknown-metric]: 'result:fc#seqread': 'seqread' is no operation\n"
         "  hint: did you mean 'seq-read' or 'reread' or 'read'?"),
        ("result:fc#seq-read.bandwith", "[unknown-metric]: 'result:fc#seq-read.bandwith':"
         " 'bandwith' is no quantity\n  hint: did you mean 'bandwidth' or 'net-bandwidth'?"),
        ("result:fc#rand-read.latency.p9x", "[unknown-metric]: 'result:fc#rand-read.latency.p9x':"
         " 'p9x' is no statistic\n  hint: did you mean 'p99' or 'p95'?"),
        ("result:fc/raid5#seq-read.latency", "[no-result]: 'result:fc/raid5#seq-read.latency':"
         " no result for 'seq-read.latency'\n  hint: did you mean 'seq-read.bandwidth'?"),
        ("result:fc/raid5#seq-read", "[ambiguous-result]: 'result:fc/raid5#seq-read' comes to"
         " 2 values\n  hint: they differ in block_size (4KiB, 64KiB);"
         " the first are results/fc/raid5/x.txt:8 and results/fc/raid5/x.txt:9"),
        ("result:fc?block_size=64KiB#seq-read", "[ambiguous-result]:"
         " 'result:fc?block_size=64KiB#seq-read' comes to 2 values\n"
         "  hint: they differ in testbed (fc/raid1, fc/raid5), raid.level (1+0, 5);"
         " the first are results/fc/raid5/x.txt:9 and results/fc/raid1/x.txt:9"),
        ("result:fc/raid5?block_size=64KiB&vs=fc#seq-read", "[ambiguous-result]: the baseline of"
         " 'result:fc/raid5?block_size=64KiB&vs=fc#seq-read' comes to 2 values\n"
         "  hint: they differ in testbed (fc/raid1, fc/raid5), raid.level (1+0, 5);"
         " the first are results/fc/raid5/x.txt:9 and results/fc/raid1/x.txt:9"),
        ("result:fc/raid5?block_size=64KiB&vs.raid.level=5#seq-read", "[bad-reference]: the"
         " baseline of 'result:fc/raid5?block_size=64KiB&vs.raid.level=5#seq-read' is the result"
         " itself\n  hint: add a filter that tells the two apart, such as vs.COLUMN=VALUE"),
        ("result:fc/raid5?blocksize=64KiB#seq-read", "[unknown-column]:"
         " 'result:fc/raid5?blocksize=64KiB#seq-read': no record has the column 'blocksize'\n"
         "  hint: did you mean 'block_size'?"),
        ("result:fc/raid5?block_size=32KiB#seq-read", "[no-result]:"
         " 'result:fc/raid5?block_size=32KiB#seq-read': no result with 'block_size=32KiB'\n"
         "  hint: block_size is 4KiB, 64KiB"),
        ("result:fc/raid5?block_size=64k#seq-read", "[bad-reference]:"
         " 'result:fc/raid5?block_size=64k#seq-read': '64k' can be read in two ways\n"
         "  hint: write 64KiB or 64kB"),
        ("result:fc/raid5?block_size=65536s#seq-read", "[no-result]:"
         " 'result:fc/raid5?block_size=65536s#seq-read': no result with 'block_size=65536s'\n"
         "  hint: block_size is 4KiB, 64KiB"),
        ("result:fc?operation=seq-read#seq-write", "[bad-reference]:"
         " 'result:fc?operation=seq-read#seq-write' names the operation twice\n"
         "  hint: name it after the # alone"),
        ("result:fc/raid1?vs.quantity=latency#rand-read.iops", "[bad-reference]: the baseline of"
         " 'result:fc/raid1?vs.quantity=latency#rand-read.iops' is in s, and the result in op/s"),
        ("result:fc/raid1?of=limit:port#seq-read", "[unknown-fact]: neither testbed 'fc/raid1' nor"
         " its hardware states a limit 'port'\n  hint: did you mean 'fc-port'?"),
        ("result:fc/raid1?of=limit:fc-port#rand-read", "[bad-reference]: the limit 'fc-port' is in"
         " B/s, and the result in op/s\n  hint: stated at results/fc/testbed.yaml:10:12"),
        ("result:fc/raid1?vs=limit:fc-port#seq-read", "[bad-reference]: 'limit:fc-port' is a whole,"
         " and takes no filters\n  hint: write 'of=limit:fc-port'"),
        ("testbed:fcx", "[unknown-fact]: no testbed 'fcx'\n  hint: did you mean 'fc'?"),
        ("testbed:fc#drives.count", "[unknown-fact]: testbed 'fc' does not state 'drives.count'\n"
         "  hint: did you mean 'drive.count'?"),
        ("testbed:fc#limit.port", "[unknown-fact]: testbed 'fc' states no limit 'port'\n"
         "  hint: did you mean 'fc-port'?"),
        ("hardware:s40", "[unknown-hardware]: no hardware 's40'\n  hint: did you mean 's400'?"),
        ("hardware:s400#nodes", "[unknown-fact]: hardware 's400' does not state 'nodes'\n"
         "  hint: known: controller-nodes, interface, memory-per-node"),
        ("run:fc/raid5/y", "[unknown-result]: no run or raw file 'fc/raid5/y'\n"
         "  hint: did you mean 'fc/raid5/x' or 'fc/raid1/x' or 'fc/raid1/fio'?"),
        ("run:fc/raid5/x#L3", "[bad-reference]: results/fc/raid5/x.txt has no line 3\n"
         "  hint: it has 2 lines"),
        ("run:fc/raid5/x#top", "[bad-reference]: '#top' is no line of a raw file\n"
         "  hint: write #L and a number: #L12"),
    ],
)  # fmt: skip
def test_a_reference_that_does_not_come_to_one_thing_says_why(target: str, finding: str) -> None:
    assert found(target) == finding


def test_facts_are_found_with_their_places() -> None:
    count = leads("testbed:fc/raid5#drive.count")
    assert isinstance(count, Stated)
    assert (count.fact.value, count.fact.position) == (
        "16",
        Position("results/fc/testbed.yaml", 4, 15),
    )
    assert printed("16 drives", "testbed:fc/raid5#drive.count", LAB) == "holds"
    assert printed("sixteen drives", "testbed:fc/raid5#testbed.drive.count", LAB) == "holds"
    assert printed("8 GiB files", "testbed:fc#file_size", LAB) == "holds"
    assert printed("200 MB/s", "testbed:fc#limits.fc-port", LAB) == "holds"
    assert printed("28 GB/s", "hardware:s400#limit.backplane", LAB) == "holds"
    assert printed("2 Gb/s", "hardware:s400#interface", LAB) == "holds"
    assert printed("Fibre Channel", "hardware:s400#interface", LAB) == "holds"
    assert printed("that array", "hardware:s400#interface", LAB) == "plain"
    assert printed("12 drives", "testbed:fc#drive.count", LAB) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]: text says 12, testbed 'fc' says 16\n"
        "  hint: stated at results/fc/testbed.yaml:4:15"
    )
    assert printed("4 Gb/s", "hardware:s400#interface", LAB) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says '4 Gb/s', hardware 's400' says '2 Gb/s Fibre Channel'\n"
        "  hint: stated at content/hardware/s400.md:9:14"
    )


def test_a_fact_on_which_its_sources_differ_bears_nothing_out() -> None:
    assert printed("4 GB", "hardware:s400#memory-per-node", LAB) == (
        "contradiction\n"
        "content/reports/a.md:14:24: error[claim-contradiction]:"
        " sources differ on memory-per-node: '4 GB' (section 2.2), '8 GB' (section 3.1)\n"
        "  hint: name both in words, or quote the number as disputed"
    )
    assert printed("the memory", "hardware:s400#memory-per-node", LAB) == "plain"
    assert printed("4 GB", "hardware:s400#memory-per-node", LAB, "disputed: or 8 GB") == "disputed"


def test_links_lead_to_pages_and_to_raw_lines() -> None:
    assert leads("testbed:fc/raid1") == Place("testbed", "fc/raid1")
    assert leads("hardware:s400") == Place("hardware", "s400")
    assert leads("run:fc/raid1/ioping:2") == Place("run", "fc/raid1/ioping:2")
    line = Place("run", "fc/raid5/x", 2, "seq 1,690.35", Position("results/fc/raid5/x.txt", 2))
    assert leads("run:fc/raid5/x#L2") == line


def test_a_number_quoted_from_a_raw_line_must_stand_there() -> None:
    assert printed("1,690.35", "run:fc/raid5/x#L2", LAB) == "holds"
    assert printed("1690.35 MB/s", "run:fc/raid5/x#L2", LAB) == "holds"
    assert printed("1.7 kB", "run:fc/raid5/x#L2", LAB) == "holds"
    assert printed("line 2", "run:fc/raid5/x#L2", LAB) == "plain"
    assert printed("1,690.53", "run:fc/raid5/x#L2", LAB) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 1,690.53, line 2 says 'seq 1,690.35'\n"
        "  hint: the raw line is results/fc/raid5/x.txt:2"
    )


@pytest.mark.parametrize(
    "target",
    [
        "result:st3000(retail)/run%201#seq-read.bandwidth",
        "<result:st3000(retail)/run 1#seq-read.bandwidth>",
        r"result:st3000\(retail\)/run%201#seq-read.bandwidth",
    ],
)
def test_brackets_and_blanks_in_a_target_work_as_in_any_link(target: str) -> None:
    (link,) = prose.render(f"Reads [111 MB/s]({target}).", "content/reports/a.md").links
    assert found(link.target) == "111000000 B/s :7"
