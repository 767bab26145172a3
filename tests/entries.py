"""What the search of a large lab names: thousands of reports, runs and charts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from sitegen import urls
from sitegen.pages.search import Entry

WORDS = re.findall(
    r"\w+",
    "array cache controller disk drive expander firmware host kernel latency link metadata mirror "
    "mount network parity pool queue random rebuild sequential slow snapshot stripe tape write",
)


def of_a_large_lab() -> Iterator[Entry]:
    """Yield entries for 3,000 reports, 10,000 runs, 1,000 charts, and all that these rest on."""
    random = Random(38)

    def said(words: int) -> str:
        return " ".join(random.choices(WORDS, k=words)).capitalize()

    for n in range(3000):
        name, title = f"{random.choice(WORDS)}-{random.choice(WORDS)}-{n}", f"{said(6)} {n}"
        summary, parts = f"{said(12)}. {said(12)}.", f"{2000 + n % 26}-0{1 + n % 9} {said(12)}"
        yield Entry("report", name, title, urls.report(name), "reviewed", summary, parts)
    drives = [f"st{random.randrange(10**9)}as" for _ in range(400)]
    for name in drives:
        title = f"Seagate {name.upper()}"
        yield Entry("hardware", name, title, urls.hardware(name), "Drives", said(8), said(12))
    for n in range(600):
        path = f"{random.choice(drives)}/raid{n % 7}-{n}"
        yield Entry("testbed", path, f"RAID {n % 7}, {said(3)}", urls.testbed(path), said(2))
    for n in range(1000):
        name = f"{random.choice(WORDS)}-chart-{n}"
        yield Entry("chart", name, f"{said(7)} {n}", urls.chart(name), said(6))
    for n in range(10_000):
        run = f"{random.choice(drives)}/raid{n % 7}/fio-{n}"
        title = f"fio 3.{n % 40}: Seagate {random.choice(drives).upper()}, RAID {n % 7}"
        load = f"{n % 64} GiB 4 KiB queue depth {n % 32} {2000 + n % 26}-0{1 + n % 9}-{10 + n % 18}"
        does = "Sequential write, Sequential read, Random read, Random write"
        yield Entry("run", run, title, urls.run(run), "fio", does, load)
