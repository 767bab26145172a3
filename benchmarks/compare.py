"""How fast the compare page of a large lab is in Chromium: `make bench-compare`.

A lab of 500 testbeds with 20 runs each is made, and its compare page. What is printed was measured
in that page, opened from the disk: each time is the median of all rounds, from what a person does
to what is laid out.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from sitegen import content, loading, names, output, render, urls
from sitegen.pages import compare
from sitegen.project import Project
from tests.bonnie import bonnie

LEVELS = ("0", "1", "5", "6", "10")
FILESYSTEMS = ("ext4", "xfs", "zfs", "btrfs")
VENDORS = ("Acme", "Bolt", "Cobalt", "Delta", "Ember")
SIZES = ("8G", "16G", "32G", "64G")
DRIVES = 50
PER_TESTBED = 20

SITE = {
    "title": "Large lab", "base_url": "", "indexed": False, "feeds": (), "language": "en",
    "navigation": (), "connect": "'none'", "preview": False,
}  # fmt: skip

FIRST = """
new MutationObserver(() => {
  window.listed ||= document.querySelector(".choices li") && performance.now();
  window.shown ||= document.querySelector(".pairs tr") && performance.now();
}).observe(document, { childList: true, subtree: true });
"""
FILTER = """([name, value]) => {
  const one = document.querySelector(`[name=${name}]`);
  const start = performance.now();
  one.value = value;
  one.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""
ASKED = [
    ("for", "raid"), ("for", "raid 10"), ("for", ""), ("raid", "5"), ("vendor", "Acme"),
    ("filesystem", "zfs"), ("workload", "file size 16 GiB"), ("raid", ""), ("vendor", ""),
    ("kind", "run"), ("filesystem", ""), ("workload", ""), ("kind", ""),
]  # fmt: skip


def files(runs: int) -> dict[str, str]:
    """Return the files of a lab with so many runs of bonnie++."""
    found = {"content/index.md": "---\ntitle: Large lab\n---\n"}
    for drive in range(DRIVES):
        vendor = VENDORS[drive % len(VENDORS)]
        found[f"content/hardware/drive-{drive}.md"] = (
            f"---\ntitle: {vendor} drive {drive}\nkind: drive\nvendor: {vendor}\n---\n"
        )
    for number in range(runs):
        bed = number // PER_TESTBED
        level, system = LEVELS[bed % 5], FILESYSTEMS[bed // 5 % 4]
        folder = f"results/rig-{bed // 20}/case-{bed % 20}"
        found[f"{folder}/testbed.yaml"] = (
            f"title: Rig {bed // 20}, RAID {level} with {system}\n"
            f"hardware: {{drive: {{id: drive-{bed % DRIVES}, count: 4}}}}\n"
            f"layout: {{raid: {{level: {level}}}, filesystem: {system}}}\n"
        )
        found[f"{folder}/bonnie-{number % PER_TESTBED}.txt"] = bonnie(
            write=90000 + number * 7, read=200000 + number * 11, size=SIZES[number % 4]
        )
    return found


def made(folder: Path, its: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of the site of a lab that its compare page needs, without any other page."""
    for path, text in its.items():
        place = folder / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    project = Project(folder / "lab", folder / "site")
    documents, _ = content.load(content.texts(project))
    known, _ = loading.load(project, documents.hardware)
    words = names.of(known)
    choices = compare.prepare(known, words)
    static = render.static_files(None)
    renderer = render.Renderer(None, SITE, static)
    page = renderer.page("compare.html", urls.COMPARE, compare.view(choices, [], known, words))
    if not isinstance(page, bytes):
        raise ValueError(str(page))
    return {**static, **dict(compare.files(choices, known, words)), "compare/index.html": page}


def opened(page: Page, address: str) -> tuple[float, float]:
    """Return when the list and when the first table stood there, in ms from the start."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_function("listed && (!location.hash || shown)")
    return page.evaluate("listed"), page.evaluate("shown || 0")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=10_000, help="how many runs the lab has")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        its = made(folder, files(options.runs))
        output.write(its, folder / "site")
        shards = [len(its[path]) for path in its if path.startswith("compare/data/")]
        index = its["compare/index.js"]
        print(f"page {len(its['compare/index.html']):,} B")
        print(f"index {len(index):,} B, compressed {len(gzip.compress(index)):,} B")
        print(
            f"{len(shards)} shards of {statistics.median(shards):,.0f} B, largest {max(shards):,} B"
        )
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = chromium.new_page()
        page.add_init_script(FIRST)
        address = (folder / "site/compare/index.html").as_uri()
        listed, tables, filters = [], [], []
        for turn in range(options.rounds):
            listed.append(opened(page, address)[0])
            filters += [page.evaluate(FILTER, list(asked)) for asked in ASKED]
            chosen = "&".join(f"s=testbed:rig-{turn}/case-{case}" for case in range(5))
            tables.append(opened(page, f"{address}#{chosen}")[1])
        chromium.close()
        print(f"first list {statistics.median(listed):.0f} ms after the start of the page")
        print(f"filter {statistics.median(filters):.1f} ms, slowest {max(filters):.1f} ms")
        print(f"tables of five testbeds {statistics.median(tables):.0f} ms after the start")


if __name__ == "__main__":
    main()
