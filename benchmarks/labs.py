"""Labs of any size, the same bytes for the same size: N reports, 10 N result files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks import outputs

KINDS = (("controller", 24), ("drive", 48), ("cpu", 24))
"""Kinds of hardware, and how many of each a lab has."""

CASES = ("mirrored", "unmirrored")
_FIO = ((1, 4096), (32, 4096), (32, 65536))

_WORDS = re.findall(
    r"\w+",
    "The array was measured twice and both times after a reboot so that nothing was in memory and "
    "what is shown is the slower of the two since the faster one had help from a cache that nobody "
    "had asked for which the controller keeps even when it is told that it should not",
)

_REPORT = """\
---
title: Rig {number:05} loses {little} of its writes to mirroring
date: 20{year:02}-{month:02}-{day:02}
status: reviewed
summary: >-
  Rig {number:05} was measured with and without a mirrored write cache. {sentence}
hardware: [controller-{controller:02}, drive-{drive:02}, cpu-{cpu:02}]
---

## Writes {{#writes}}

Unmirrored, the rig writes
[](result:rig-{number:05}/unmirrored/bonnie#seq-write.bandwidth) and reads
[](result:rig-{number:05}/unmirrored/bonnie#seq-read.bandwidth). {paragraphs[0]}

```chart
id: rig-{number:05}-blocks
kind: bar
title: What mirroring costs in blocks
runs: [rig-{number:05}/mirrored/bonnie, rig-{number:05}/unmirrored/bonnie]
metrics: [seq-write.bandwidth, seq-read.bandwidth, rewrite.bandwidth]
x: operation
series: testbed
```

{paragraphs[1]}

```table
id: rig-{number:05}-table
title: Blocks and characters
runs: [rig-{number:05}/mirrored/bonnie, rig-{number:05}/unmirrored/bonnie]
metrics: [seq-write.bandwidth, seq-read.bandwidth, rewrite.bandwidth, char-write.bandwidth]
rows: operation
columns: testbed
```

## Requests {{#requests}}

With one request at a time it serves
[](result:rig-{number:05}/mirrored/fio-1#rand-read.iops) and with a queue
[](result:rig-{number:05}/mirrored/fio-2#rand-read.iops), without mirroring
[](result:rig-{number:05}/unmirrored/fio-2#rand-read.iops). {paragraphs[2]}

```chart
id: rig-{number:05}-requests
kind: bar
title: Requests at one and at thirty-two
runs: [rig-{number:05}]
metrics: [rand-read.iops]
where: {{block_size: 4KiB}}
x: queue_depth
series: testbed
```

{paragraphs[3]}

```table
id: rig-{number:05}-latency
title: Latency
runs: [rig-{number:05}]
metrics: [rand-read.latency.mean, rand-read.completion-latency.p99]
where: {{block_size: 4KiB}}
rows: workload.queue_depth
columns: testbed
```

{paragraphs[4]}
"""


def files(reports: int) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file of a lab with as many reports and ten times the results."""
    yield "content/index.md", "---\ntitle: A lab of rigs\nsummary: Rigs and what they do.\n---\n"
    for kind, count in KINDS:
        for number in range(count):
            yield (
                f"content/hardware/{kind}-{number:02}.md",
                f"---\ntitle: {kind.capitalize()} {number:02}\nkind: {kind}\nvendor: Maker\n"
                f"specs:\n  interface: SAS\n---\n\n{_prose(Random(number), 40)}\n",
            )
    for number in range(reports):
        yield from rig(number)


def rig(number: int) -> Iterator[tuple[str, str]]:
    """Yield the report on a rig, its testbeds, and ten result files."""
    random = Random(number)
    scale = random.uniform(0.6, 1.7)
    ids = {kind: random.randrange(count) for kind, count in KINDS}
    yield f"content/reports/rig-{number:05}.md", report(number)
    folder = f"results/rig-{number:05}"
    roles = "".join(f"  {kind}: {kind}-{its:02}\n" for kind, its in ids.items())
    yield (
        f"{folder}/testbed.yaml",
        f"title: Rig {number:05}\nhardware:\n{roles}"
        "settings:\n  memory: 16 GiB\nsoftware:\n  os: Debian 12\nlayout:\n  filesystem: ext4\n",
    )
    for case in CASES:
        slower = scale * (0.8 if case == "mirrored" else 1)
        yield (
            f"{folder}/{case}/testbed.yaml",
            f"title: cache {case}\nsettings:\n  write-cache: {case}\n",
        )
        yield f"{folder}/{case}/bonnie.txt", outputs.bonnie(random, slower)
        yield f"{folder}/{case}/iozone.txt", outputs.iozone(random, slower)
        for place, (depth, block) in enumerate(_FIO, 1):
            yield f"{folder}/{case}/fio-{place}.json", outputs.fio(random, slower, depth, block)


def report(number: int, sentence: str = "") -> str:
    """Return the report on a rig, with a sentence of one's own in its summary."""
    random = Random(number)
    random.uniform(0.6, 1.7)
    ids = {kind: random.randrange(count) for kind, count in KINDS}
    words = Random(f"words {number}")
    return _REPORT.format(
        number=number,
        little="a fifth",
        year=number % 25,
        month=number % 12 + 1,
        day=number % 28 + 1,
        sentence=sentence or "Both runs are published with their raw files.",
        paragraphs=[_prose(words, 45) for _ in range(5)],
        **ids,
    )


def _prose(random: Random, words: int) -> str:
    """Return a paragraph in lines of some ninety letters."""
    said = [random.choice(_WORDS) for _ in range(words)]
    lines = [" ".join(said[start : start + 16]) for start in range(0, words, 16)]
    return "\n".join(lines).capitalize() + "."


def write(reports: int, target: Path) -> None:
    """Write a lab below `target`."""
    for path, text in files(reports):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
