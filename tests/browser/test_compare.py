"""The compare page says what tables say: the same numbers, signs, repeats and ratios."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sitegen import output
from sitegen.build import build
from sitegen.project import Project
from tests.bonnie import bonnie, lab

CORPUS = Path(__file__).parents[1] / "corpus"

TABLE = """
```table
id: all
title: All
runs: [one, two]
rows: [operation, quantity, statistic, file_size]
columns: testbed
vs: one
```

```compare
id: pair
title: One or two
runs: [one, two]
```
"""

WRITES = {"one": (100000, 100400, 103000, 103200), "two": (119000, 120000, 102000)}

PAIR = ("testbed:one", "testbed:two")


def made(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Return the site of a lab that is written into a folder."""
    for path, content in files.items():
        place = folder / "lab" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    output.write(build(Project(folder / "lab", folder / "site")).files, folder / "site")
    return folder / "site"


@pytest.fixture
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return the site of a lab with repeats, bounds, counts and shares."""
    files = lab(TABLE, one=bonnie(), two=bonnie(read=378240 * 3))
    for case, name in (("one", "debian-1.53"), ("two", "under-a-second")):
        files[f"results/{case}/postmark.txt"] = (
            CORPUS / "postmark" / name / "input.txt"
        ).read_bytes()
        for number, write in enumerate(WRITES[case]):
            files[f"results/{case}/more/bonnie-{number}.txt"] = bonnie(write=write, size="32G")
    for number in range(2):
        name = f"results/two/sysbench-{number}.txt"
        files[name] = (CORPUS / "sysbench" / "basic-1.0.20" / "input.txt").read_bytes()
    files["results/one/sysbench.txt"] = files["results/two/sysbench-0.txt"]
    files["sitegen.yaml"] = f"rates: {getattr(request, 'param', 'decimal')}\n"
    return made(tmp_path, files)


def compare(page: Page, site: Path, *ids: str, more: str = "") -> None:
    """Open the compare page with subjects chosen."""
    page.goto("about:blank")
    chosen = "&".join(f"s={quote(one, safe=':/')}" for one in ids)
    page.goto((site / "compare/index.html").as_uri() + f"#{chosen}{more}")
    expect(page.locator(".chosen .dot")).to_have_count(len(ids))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def block(page: Page, metric: str, load: str = "") -> Locator:
    """Return the table of a metric under a load."""
    caption = f"{metric}{load}"
    tables = page.locator(".pairs table")
    return tables.filter(has=page.locator("caption", has_text=re.compile(f"^{re.escape(caption)}")))


def cells(table: Locator) -> list[list[str]]:
    """Return the texts of the rows of a table, without the testbed, the tool and the plot."""
    expect(table).to_have_count(1)
    unit = table.locator("thead th").nth(1).inner_text()
    found = []
    for row in table.locator("tbody tr").all():
        name = row.locator("th a").first.inner_text()
        parts = [cell.inner_text().split("\n") for cell in row.locator("td.num").all()]
        found.append(
            [unit, name, *(" | ".join(filter(None, map(str.strip, one))) for one in parts)]
        )
    return found


def test_values_repeats_bounds_counts_and_ratios_are_those_of_tables(
    page: Page, site: Path
) -> None:
    compare(page, site, *PAIR)
    rest = ", largest file 9.77 KiB, smallest file 500 B, seed 42"
    spread = "spreads overlap, −1.2 % to +20.0 %"
    for (metric, load), shown in {
        ("Sequential write throughput", "file size 16 GiB"): [
            ["MB/s", "Rig one", "192.9", "baseline"],
            ["MB/s", "Rig two", "192.9", "~ ±0.0 % | one run each"],
        ],
        # The medians of 100000, 100400, 103000, 103200 and of 102000, 119000, 120000 KiB/s.
        ("Sequential write throughput", "file size 32 GiB"): [
            ["MB/s", "Rig one", "104.1 | n = 4, 102.4 to 105.7", "baseline"],
            ["MB/s", "Rig two", "121.9 | n = 3, 104.4 to 122.9", f"~ +17.0 % | {spread}"],
        ],
        ("Sequential read throughput", "file size 16 GiB"): [
            ["MB/s", "Rig one", "387.3", "baseline"],
            ["MB/s", "Rig two", "1,162.0", "3.00×"],
        ],
        ("Transaction operations per second", "loads differ"): [
            [
                "value",
                "Rig one",
                f"5,000 op/s | block size 512 B, files 3,000, iterations 20,000{rest}",
                "",
            ],
            [
                "value",
                "Rig two",
                f"≥ 500 op/s | block size 512 B, files 300, iterations 500{rest}",
                "",
            ],
        ],
        ("Sequential write CPU use", "file size 16 GiB"): [
            ["%", "Rig one", "76.0", "baseline"],
            ["%", "Rig two", "76.0", "~ ±0.0 % | one run each"],
        ],
    }.items():
        found = cells(block(page, metric, load))
        assert (metric, load, found) == (metric, load, shown)
    assert cells(block(page, "Memory write latency, mean"))[1][2] == "≈ 0 | n = 2, 0 to 0"


@pytest.mark.parametrize("site", ["binary"], indirect=True)
def test_with_binary_rates_the_numbers_are_binary(page: Page, site: Path) -> None:
    compare(page, site, *PAIR)
    assert [
        row[:3] for row in cells(block(page, "Sequential read", " throughputfile size 16"))
    ] == [
        ["MiB/s", "Rig one", "369.4"],
        ["MiB/s", "Rig two", "1,108.1"],
    ]


def test_what_was_measured_under_other_loads_has_no_ratio(page: Page, site: Path) -> None:
    compare(page, site, "run:one/bonnie", "run:two/more/bonnie-0")
    assert cells(block(page, "Sequential read throughput", "loads differ")) == [
        ["value", "Rig one, bonnie", "387.3 MB/s | file size 16 GiB", ""],
        ["value", "Rig two, more/bonnie-0", "387.3 MB/s | file size 32 GiB", ""],
    ]
    expect(page.locator(".verdict")).to_contain_text("under different loads (")


def test_each_row_names_its_testbed_with_a_link_and_the_tool_and_the_baseline_is_named(
    page: Page, tmp_path: Path
) -> None:
    files = lab(one=bonnie(), two=bonnie(write=90000))
    files["results/one/testbed.yaml"] = f"{files['results/one/testbed.yaml']!s}date: 2007-06\n"
    site = made(tmp_path, files)
    compare(page, site, "run:one/bonnie", "hardware:a1", "testbed:two", more="&base=testbed:two")
    rows = block(page, "Sequential write throughput").locator("tbody th")
    expect(rows).to_have_text(
        [
            re.compile(r"^\s*Rig one, bonnieRig one bonnie\+\+ 1\.03 2007-06\s*$"),
            re.compile(r"^\s*Array OneRig one bonnie\+\+ 1\.03 2007-06\s*$"),
            re.compile(r"^\s*Rig two\s+bonnie\+\+ 1\.03 $"),
        ]
    )
    links = [one.get_attribute("href") for one in rows.locator("a").all()]
    assert links == [
        f"../{to}/index.html"
        for to in ("runs/one/bonnie", "testbeds/one", "hardware/a1", "testbeds/one", "testbeds/two")
    ]
    expect(page.locator(".verdict")).to_have_text(
        "Rig one, bonnie and Array One and Rig two were measured with the same tool under the same"
        " load; nothing else that is recorded for all differs. The baseline is Rig two."
    )
    words = page.locator("#compare").inner_text()
    assert set(re.findall(r"Rig \w+|Array \w+", words)) == {"Rig one", "Rig two", "Array One"}


def test_marks_stand_where_the_axis_has_their_values(page: Page, tmp_path: Path) -> None:
    # 52,428,800 and 104,857,600 B/s; three runs between 98,304,000 and 111,411,200 B/s.
    files = lab(one=bonnie(write=51200), two=bonnie(write=102400))
    for number, write in enumerate((96000, 108800)):
        files[f"results/two/bonnie-{number}.txt"] = bonnie(write=write)
    compare(page, made(tmp_path, files), "testbed:one", "testbed:two")
    table = block(page, "Sequential write throughput")
    end = float(table.locator(".ends span").last.inner_text())
    unit = {"MB/s": 1e6}[table.locator("thead th").nth(1).inner_text()]
    axis = table.locator(".axis").first
    left, right = (float(axis.get_attribute(name) or "") for name in ("x1", "x2"))

    def value(place: str) -> float:
        return (float(place) - left) / (right - left) * end * unit

    def paths(kind: str) -> list[list[float]]:
        found = [one.get_attribute("d") or "" for one in table.locator(kind).all()]
        return [[round(value(n)) for n in re.findall(r"[MH]([\d.]+)", d)] for d in found]

    dots = [
        value((one.get_attribute("transform") or "").split("(")[1].split()[0])
        for one in table.locator("td .dot").all()
    ]
    assert dots == pytest.approx([52428800, 104857600])
    assert (dots[1] - 0) / (dots[0] - 0) == pytest.approx(2)
    assert paths(".base") == [[52428800], [52428800]]
    assert paths(".spread")[1] == [98304000, 111411200]
    assert end == 200


def looks(marks: Locator) -> list[str]:
    """Return colour and shape of marks."""
    return [f"{one.get_attribute('class')} {one.get_attribute('d')}" for one in marks.all()]


def test_hardware_keeps_its_colour_and_shape_when_others_are_removed(
    page: Page, site: Path
) -> None:
    compare(page, site, "testbed:one", "testbed:two", "hardware:a1")
    three = looks(page.locator(".chosen .dot"))
    assert len(set(three)) == 3
    page.get_by_role("button", name="Remove Rig one").click()
    expect(page.locator(".chosen .dot")).to_have_count(2)
    assert looks(page.locator(".chosen .dot"))[1] == three[2]
    assert looks(block(page, "Rewrite throughput").locator("th .dot"))[1] == three[2]
    compare(page, site, "hardware:a1", more="&kind=array")
    assert looks(page.locator(".chosen .dot")) == [three[2]]
    colour = three[2].split()[1]
    page.goto((site / "hardware/a1/index.html").as_uri())
    drawn = page.locator("figure .drawing path").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('fill'))"
    )
    assert f"var(--{colour})" in drawn


HOSTILE = {
    "title": '"><svg onload=alert(1)>',
    "name": "</script><script>alert(1)</script>",
    "machine": "<img src=x onerror=alert(1)>",
}


def test_names_are_text_whatever_they_hold(page: Page, tmp_path: Path) -> None:
    files = lab(one=bonnie(name="<img"), two=bonnie())
    files["content/hardware/a1.md"] = f"---\ntitle: '{HOSTILE['title']}'\nkind: array\n---\n"
    files["results/one/testbed.yaml"] = (
        f"title: '{HOSTILE['name']}'\nhardware: {{array: a1}}\n"
        f"settings:\n  note: '{HOSTILE['machine']}'\n"
    )
    files["results/a'b/testbed.yaml"] = "title: It's\nhardware: {array: a1}\n"
    files["results/a'b/bonnie.txt"] = bonnie()
    site = made(tmp_path, files)
    compare(page, site, "testbed:one", "testbed:a'b", "hardware:a1", "testbed:two")
    html = page.locator("#compare")
    for text in HOSTILE.values():
        assert text in html.evaluate("(one) => one.textContent")
    assert html.locator("img, script, svg[onload], [onerror]").count() == 0
    assert page.locator("svg").evaluate_all("(all) => all.every((one) => !one.onload)")
    for name in ("Markdown", "MediaWiki", "Confluence"):
        text = copied(page, name)
        assert [word for word in ("<svg", "<script", "<img") if word in text] == []
    assert "It's" in copied(page, "CSV")


def copied(page: Page, name: str) -> str:
    """Return what a button copies."""
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject();"
        " document.execCommand = () => false; }"
    )
    page.get_by_role("button", name=name, exact=True).click()
    box = page.get_by_label("Text to copy")
    expect(box).to_be_visible()
    return box.input_value()


def test_the_comparison_can_be_copied(page: Page, site: Path) -> None:
    compare(page, site, *PAIR, more="&tool=bonnie%2B%2B")
    row = "192.9 MB/s (~ ±0.0 %)"
    name = "Sequential write throughput, file size 16 GiB"
    markdown = copied(page, "Markdown").splitlines()
    assert markdown[:3] == [
        "| What | Rig one | Rig two |",
        "| --- | --- | --- |",
        f"| {name} | 192.9 MB/s | {row} |",
    ]
    assert markdown[-3].startswith("Rig one and Rig two were measured with")
    link = copied(page, "link")
    assert link.endswith("/compare/index.html#s=testbed:one&s=testbed:two")
    assert markdown[-1] == link
    wiki = copied(page, "MediaWiki").splitlines()
    assert wiki[:4] == [
        '{| class="wikitable"',
        "! What !! Rig one !! Rig two",
        "|-",
        f"| {name} || 192.9 MB/s || {row}",
    ]
    confluence = copied(page, "Confluence").splitlines()
    assert confluence[:2] == [
        "|| What || Rig one || Rig two ||",
        f"| {name} | 192.9 MB/s | {row} |",
    ]
    table = copied(page, "CSV").splitlines()
    assert table[:2] == [
        '"metric","unit","Rig one","Rig two"',
        f'"{name}","B/s",192867328,192867328',
    ]
    assert any("≥ 500" in line for line in table)


DRIVES = {
    "d1": "title: Drive 1\nkind: drive\nvendor: Acme\n",
    "d2": "title: Drive 2\nkind: drive\n",
}


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """Return the site of a lab with three RAID levels, and two testbeds of one name."""
    files = lab()
    for name, text in DRIVES.items():
        files[f"content/hardware/{name}.md"] = f"---\n{text}---\n"
    for case, level, drive, size in (
        ("a", "10", "d1", "16G"),
        ("b", "5", "d2", "4G"),
        ("c", "", "d1", "512M"),
        ("d", "1", "d1", "16G"),
    ):
        layout = f"layout: {{raid: {{level: {level}}}}}\n" if level else ""
        files[f"results/{case}/testbed.yaml"] = (
            f"title: {'DL380' if case < 'c' else case}\nhardware: {{drive: {drive}}}\n{layout}"
        )
        files[f"results/{case}/bonnie.txt"] = bonnie(size=size)
    return made(tmp_path, files)


def options(page: Page, facet: str) -> list[str]:
    """Return the values of a facet that can be chosen."""
    found = page.locator(f"select[name={facet}]").locator("option")
    shown = "(all) => all.filter((one) => !one.hidden).map((one) => one.text)"
    return list(map(str, found.evaluate_all(shown)))


def test_facets_are_in_natural_order_with_counts_and_what_is_not_recorded_last(
    page: Page, levels: Path
) -> None:
    compare(page, levels)
    # Two drives, four testbeds, four runs; the first drive was used at two levels and at none.
    assert options(page, "raid") == ["any", "1 (3)", "5 (3)", "10 (3)", "not recorded (3)"]
    assert options(page, "kind") == ["any", "drive (2)", "testbed (4)", "run (4)"]
    assert options(page, "vendor") == ["any", "Acme (7)", "not recorded (3)"]
    loads = [text for text in options(page, "workload") if text.startswith("file size")]
    assert loads == ["file size 512 MiB (3)", "file size 4 GiB (3)", "file size 16 GiB (5)"]
    page.get_by_label("Vendor").select_option("Acme")
    page.get_by_label("Kind").select_option("testbed")
    # The numbers say what there would be, also with another value of the same facet.
    assert options(page, "kind") == ["any", "drive (1)", "testbed (3)", "run (3)"]
    assert options(page, "raid") == ["any", "1 (1)", "10 (1)", "not recorded (1)"]
    expect(page.locator(".picker [role=status]")).to_have_text("3 of 10")
    assert page.url.endswith("compare/index.html#kind=testbed&vendor=Acme")


def test_two_testbeds_of_one_name_are_told_apart(page: Page, levels: Path) -> None:
    compare(page, levels, "testbed:a", "testbed:b")
    names = page.locator(".chosen a").all_inner_texts()
    assert names == ["DL380 (a)", "DL380 (b)"]
    expect(page.locator(".verdict")).to_contain_text("DL380 (a) and DL380 (b)")
    row = page.locator(".sides tr", has_text=re.compile("^RAID level")).first
    expect(row.locator("td")).to_have_text(["10", "5"])


def test_all_is_done_by_keyboard_and_the_focus_stays(page: Page, levels: Path) -> None:
    compare(page, levels)
    page.get_by_label("Words").focus()
    page.keyboard.type("dl380 testbed")
    expect(page.locator(".choices input")).to_have_count(2)
    page.locator(".choices input").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".chosen li")).to_have_count(1)
    expect(page.locator(".choices input").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator(".chosen li")).to_have_count(2)
    expect(page.locator(".choices input").nth(1)).to_be_focused()
    page.get_by_role("button", name="Baseline: DL380 (b)").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("The baseline is DL380 (b).")
    expect(page.get_by_role("button", name="Baseline: DL380 (b)")).to_be_focused()
    page.get_by_role("button", name="Remove DL380 (b)").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".chosen li")).to_have_count(1)
    expect(page.get_by_text("Add hardware, testbeds or runs")).to_be_focused()
    assert page.url.endswith("#s=testbed:a&for=dl380+testbed")


def test_what_the_address_does_not_know_is_left_out(page: Page, levels: Path) -> None:
    more = "&s=testbed:gone&s=testbed:a&base=run:x&raid=77&kind=run&color=red"
    page.goto((levels / "compare/index.html").as_uri() + "#s=testbed:b" + more)
    expect(page.locator(".chosen a")).to_have_text(["DL380 (b)", "DL380 (a)"])
    expect(page.get_by_role("button", name="Baseline: DL380 (b)")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.url.endswith("#s=testbed:b&s=testbed:a&kind=run")


def test_without_scripts_the_comparisons_of_reports_and_the_testbeds_are_listed(
    browser: Browser, site: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "compare/index.html").as_uri())
    expect(page.locator("#compare")).to_be_hidden()
    expect(page.locator("noscript li")).to_have_text(["Rig one", "Rig two"])
    page.get_by_role("link", name="One or two", exact=True).click()
    expect(page).to_have_url(re.compile(r"reports/a/index\.html#pair$"))
    expect(page.locator("#pair")).to_be_visible()
    page.get_by_text("As a table").click()
    row = page.locator("#pair + details tr", has_text="Rewrite").first
    expect(row.locator("td").first).to_have_text("99.76 MB/s")
    context.close()


@pytest.mark.parametrize(
    ("address", "chosen"),
    [
        ("hardware/a1/", "Array One"),
        ("testbeds/one/", "Rig one"),
        ("runs/one/bonnie/", "Rig one, bonnie"),
    ],
)
def test_pages_lead_to_a_comparison_with_what_they_are_about(
    page: Page, site: Path, address: str, chosen: str
) -> None:
    page.goto((site / address / "index.html").as_uri())
    page.get_by_role("link", name=re.compile("compare with", re.IGNORECASE)).first.click()
    expect(page.locator(".chosen a")).to_have_text([chosen])
    expect(page.locator(".picker")).to_have_attribute("open", "")


TABLE_OF_DRIVES = """\
table:
  columns:
    - {column: testbed.drive}
    - {operation: seq-read, quantity: bandwidth, unit: MB/s}
"""


def test_hardware_has_only_those_rows_of_a_table_that_were_measured_with_it(
    page: Page, tmp_path: Path
) -> None:
    files = lab(one=bonnie())
    for name in ("d1", "d2"):
        files[f"content/hardware/{name}.md"] = f"---\ntitle: Drive {name}\nkind: drive\n---\n"
    files["results/one/drives.txt"] = "drive  MB/s\nd1  100.5\nd2  300.5\n"
    files["results/one/drives.txt.yaml"] = TABLE_OF_DRIVES
    compare(page, made(tmp_path, files), "hardware:d1", "hardware:d2")
    assert [row[2:] for row in cells(page.locator(".pairs table"))] == [
        ["100.5", "baseline"],
        ["300.5", "2.99×"],
    ]
    drive = page.locator(".sides tr", has_text=re.compile("^drive")).first
    expect(drive.locator("td")).to_have_text(["Drive d1", "Drive d2"])


def test_what_was_withdrawn_is_said_once_above_the_verdict_and_in_what_is_copied(
    page: Page, tmp_path: Path
) -> None:
    files = lab(one=bonnie(), two=bonnie(write=235020))
    why = "status: retracted\nreason: The cache was on\nsuccessor: two\n"
    files["results/one/testbed.yaml"] = f"{why}{files['results/one/testbed.yaml']!s}"
    place = made(tmp_path, files)
    compare(page, place, "testbed:two", "testbed:one", "hardware:a1")
    banner = page.locator("#compare .banner")
    said = (
        "Retracted. The testbed Rig one was withdrawn: do not rely on it. The cache was on."
        " See Rig two."
    )
    expect(banner).to_have_text(re.compile(f"^{said}$"))
    expect(banner.locator("a")).to_have_attribute("href", "../testbeds/one/index.html")
    assert said.replace(":", "&#58;") in copied(page, "Markdown")
    compare(page, place, "testbed:two")
    expect(banner).to_have_count(0)
