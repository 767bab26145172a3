"""The pipe as a whole: small labs in, pages and findings out."""

from __future__ import annotations

import posixpath

import pytest
from bs4 import BeautifulSoup

from sitegen import output
from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

TABLE = """
```table
id: rates
title: Rates
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth]
rows: testbed
columns: operation
vs: one
```
"""


def printed(project_files: MakeProject, files: dict[str, str | bytes]) -> list[str]:
    return [str(one) for one in build(project_files(files)).diagnostics]


def page(site_files: dict[str, bytes], address: str) -> BeautifulSoup:
    return BeautifulSoup(site_files[address], "html.parser")


def test_a_lab_without_anything_makes_a_site_that_says_so(project: MakeProject) -> None:
    site = build(project({}))
    assert site.diagnostics == ()
    assert "index.html" in site.files
    assert site.files["data/records.json"] == b"[]\n"


def test_a_wrong_number_in_the_prose_is_found(project: MakeProject) -> None:
    files = lab("Writes [190 MB/s](result:one#seq-write.bandwidth).\n", one=bonnie(write=188347))
    assert printed(project, files) == [
        "content/reports/a.md:4:8: error[claim-mismatch]: "
        "text says 190 MB/s, the result says 193 MB/s\n"
        "  hint: measured at results/one/bonnie.txt:4"
    ]


def test_the_page_shows_the_right_number_beside_a_wrong_one(project: MakeProject) -> None:
    files = lab("Writes [190 MB/s](result:one#seq-write.bandwidth).\n", one=bonnie(write=188347))
    site = build(project(files))
    report = page(dict(site.files), "reports/a/index.html")
    number = report.select_one("a.n.off")
    assert number is not None
    assert number["href"] == "../../runs/one/bonnie/index.html#L4"
    aside = report.select_one(".aside")
    assert aside is not None
    assert "the result says 193 MB/s" in aside.text


def test_every_number_of_a_table_leads_to_its_raw_line(project: MakeProject) -> None:
    site = build(project(lab(TABLE, one=bonnie(write=100000), two=bonnie(write=125000))))
    report = page(dict(site.files), "reports/a/index.html")
    rows = [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in report.select("#rates tbody tr")
    ]
    assert rows == [
        ["Rig one", "102.4", "387.3", "the baseline", "the baseline"],
        ["Rig two", "128.0", "387.3", "+25.0 %", "~ one run each ±0.0 %"],
    ]
    for number in report.select("#rates a.n"):
        address = str(number["href"]).removeprefix("../../")
        target, _, line = address.partition("#")
        raw = page(dict(site.files), target)
        assert raw.find(id=line) is not None
        assert report.find(id=str(number["data-e"])) is not None


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", "empty-file", "the file has no content"),
        (b"\x00\x01\x02\x03", "unreadable-file", "a binary file"),
        (b"hello\n", "unidentified-file", "no parser knows this output"),
    ],
)
def test_a_bad_raw_file_is_said_and_everything_else_is_built(
    project: MakeProject, content: bytes, code: str, words: str
) -> None:
    files = lab("Writes [192.9 MB/s](result:one#seq-write.bandwidth).\n", one=bonnie())
    files["results/one/other.txt"] = content
    site = build(project(files))
    assert [one.code for one in site.diagnostics] == [code]
    assert words in site.diagnostics[0].message
    assert str(site.diagnostics[0].position) == "results/one/other.txt"
    assert b"192.9" in site.files["reports/a/index.html"]
    assert code.encode() in site.files["runs/one/other/index.html"]


def test_a_truncated_run_publishes_no_wrong_value(project: MakeProject) -> None:
    whole = bonnie()
    for end in range(0, len(whole), 37):
        cut = build_records(project, whole[:end])
        assert all(value == 188347 * 1024 for value in cut), end


def build_records(project: MakeProject, text: str) -> list[float]:
    site = build(project(lab(one=text)))
    return [
        record.value
        for record in site.lab.dataset.records
        if record.columns["operation"] == "seq-write" and record.unit == "B/s"
    ]


def test_a_result_without_a_testbed_is_an_error_and_still_shown(project: MakeProject) -> None:
    files = lab(one=bonnie())
    del files["results/one/testbed.yaml"]
    site = build(project(files))
    assert [str(one) for one in site.diagnostics] == [
        "results/one/bonnie.txt: error[missing-testbed]: "
        "no testbed.yaml in this folder or above it\n"
        "  hint: a number without its testbed cannot be compared: write one beside it"
    ]
    assert "runs/one/bonnie/index.html" in site.files


BROKEN = """
[1](result:nowhere#seq-write.bandwidth) [2](result:one#seq-wriet.bandwidth)
[3](hardware:a2) [x](b.md) [x](../hardware/a1.md#no) [x](javascript:alert(1))

```table
id: t
runs: [one]
metrcs: [seq-write.bandwidth]
```

```chart
id: t2
kind: pie
```

<script>alert(1)</script>
"""


def test_each_broken_thing_is_said_with_its_place_and_what_to_do(project: MakeProject) -> None:
    files = lab(BROKEN, one=bonnie())
    files["content/reports/b.md"] = "---\ntitle: B\ncolour: red\n"
    files["results/two/testbed.yaml"] = "title: [x\n"
    site = build(project(files))
    found = {
        (one.code, one.position.line) for one in site.diagnostics if "a.md" in one.position.path
    }
    assert {
        ("unknown-result", 5),
        ("unknown-hardware", 6),
        ("broken-link", 6),
        ("unsafe-link", 6),
        ("unknown-key", 11),
        ("bad-value", 16),
        ("raw-html", 19),
    } <= found
    assert any(one.position.path == "results/two/testbed.yaml" for one in site.diagnostics)
    assert any(one.code == "bad-front-matter" for one in site.diagnostics)
    assert all(one.hint for one in site.diagnostics if one.code.startswith(("unknown", "broken")))
    html = page(dict(site.files), "reports/a/index.html")
    assert not [one for one in html.find_all("script") if not one.get("src")]
    assert not html.select('a[href^="javascript"]')


HOSTILE = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>'


def test_names_from_people_and_tools_never_become_markup(project: MakeProject) -> None:
    files = lab(TABLE, one=bonnie(name="<svg/onload>"), two=bonnie())
    files["content/hardware/a1.md"] = (
        f"---\ntitle: '{HOSTILE}'\nkind: array\nsummary: '{HOSTILE}'\n---\n"
    )
    files["results/one/testbed.yaml"] = f"title: '{HOSTILE}'\nhardware: {{array: a1}}\n"
    files["content/reports/a.md"] = f"---\ntitle: '{HOSTILE}'\n---\n{TABLE}"
    site = build(project(files))
    for address, content in site.files.items():
        if not address.endswith(".html"):
            continue
        html = BeautifulSoup(content, "html.parser")
        assert not html.find_all("img"), address
        scripts = [one for one in html.find_all("script") if not one.get("src")]
        assert not scripts, address
        assert not [
            tag for tag in html.find_all(True) if any(a.startswith("on") for a in tag.attrs)
        ]
    assert b"<script>" not in site.files["compare/index.js"]


def test_two_files_with_one_address_are_an_error(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["results/one/Bonnie.log"] = bonnie(write=1000)
    codes = [one.code for one in build(project(files)).diagnostics]
    assert codes == ["page-collision"]


def test_all_links_of_the_finished_site_lead_somewhere(project: MakeProject) -> None:
    files = lab(
        "Writes [192.9 MB/s](result:one#seq-write.bandwidth), see [it](../hardware/a1.md).\n"
        + TABLE,
        one=bonnie(),
        two=bonnie(write=90000),
    )
    site = build(project(files))
    ids: dict[str, set[str]] = {}
    for address in site.files:
        if address.endswith(".html"):
            ids[address] = {
                str(tag["id"]) for tag in page(dict(site.files), address).select("[id]")
            }
    for address in ids:
        for tag in page(dict(site.files), address).select("[href], [src]"):
            link = str(tag.get("href") or tag.get("src"))
            path, _, anchor = link.partition("#")
            target = posixpath.join("/", posixpath.dirname(address), path.partition("?")[0])
            target += "index.html" if target.endswith("/") else ""
            target = posixpath.normpath(target).lstrip("/") if path else address
            assert target in site.files, f"{address}: {link}"
            if anchor and target.endswith(".html") and not target.startswith("compare/"):
                assert anchor in ids[target], f"{address}: {link}"


def test_no_page_names_another_host(project: MakeProject) -> None:
    site = build(project(lab(TABLE, one=bonnie(), two=bonnie())))
    for address, content in site.files.items():
        if address.endswith(".html"):
            html = BeautifulSoup(content, "html.parser")
            for tag in html.select("[src], link[href]"):
                assert "//" not in str(tag.get("src") or tag.get("href")), address
            assert not html.select("[style], style"), address


def test_what_is_written_is_what_was_built(project: MakeProject) -> None:
    made = project(lab(one=bonnie()))
    site = build(made)
    output.write(site.files, made.output)
    for address, content in site.files.items():
        assert (made.output / address).read_bytes() == content


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f8ff"
    "1f0002eb01f5b3fd0a0a0000000049454e44ae426082"
)


def test_pictures_of_a_document_are_published_and_missing_ones_are_said(
    project: MakeProject,
) -> None:
    files = lab("![A rack](rack.png) ![x](rick.png) ![x](rack.svg)\n", one=bonnie())
    files["content/reports/rack.png"] = PIXEL
    site = build(project(files))
    image = page(dict(site.files), "reports/a/index.html").select_one("main img")
    assert image is not None
    assert (image["src"], image["alt"]) == ("../../pictures/reports/rack.png", "A rack")
    assert site.files["pictures/reports/rack.png"] == PIXEL
    assert [str(one) for one in site.diagnostics] == [
        "content/reports/a.md:4:21: error[broken-link]: no picture 'content/reports/rick.png'\n"
        "  hint: did you mean 'content/reports/rack.png'?",
        "content/reports/a.md:4:36: error[broken-link]: "
        "'rack.svg' is no picture that can be shown\n"
        "  hint: use one of png, jpg, jpeg, gif, webp, avif",
    ]


FAR_APART = """
```chart
id: far
kind: dot
runs: [one, two, three]
metrics: [transfer.bandwidth]
rows: testbed
```
"""


def test_a_chart_of_values_far_apart_prints_none_of_them_as_zero(project: MakeProject) -> None:
    # conbench#1325, rsc/benchstat#1: a value that is not zero was printed as 0.00.
    files = lab(FAR_APART)
    for case, size in (("one", 2048), ("two", 5242880), ("three", 3221225472)):
        files[f"results/{case}/testbed.yaml"] = f"title: Rig {case}\nhardware: {{array: a1}}\n"
        files[f"results/{case}/dd.txt"] = (
            f"1+0 records in\n1+0 records out\n{size} bytes copied, 1 s, {size} B/s\n"
        )
    site = build(project(files))
    figure = page(dict(site.files), "reports/a/index.html").select_one("#far")
    assert figure is not None
    texts = [text.get_text() for text in figure.select("svg text")]
    assert {"0.0000020", "0.0052", "3.221"} <= set(texts)
    assert not [text for text in texts if text.strip("0.") == "" and text.startswith("0.0")]
