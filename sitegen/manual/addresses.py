"""The addresses of a site."""

from __future__ import annotations

from sitegen import feeds, inventory, urls
from sitegen.manual.markdown_tables import code, table

_ABOUT = """\
Addresses are below the root of the site, wherever that is published. What has an id keeps its
address as long as the id stays. Anchors of headings are declared with `{#id}` or made of the words;
figures have the anchor of their `id`, and a line of a raw file is `#L7`.

"""

_PAGES = (
    (urls.INDEX, "the first page: `content/index.md`, and lists of what is new"),
    (urls.report("write-mirroring"), "`content/reports/write-mirroring.md`"),
    (urls.hardware("lsi-3994"), "`content/hardware/lsi-3994.md`, with its results on it"),
    (urls.plain("how-to/cite"), "`content/pages/how-to/cite.md`"),
    (urls.testbed("lsi-3994/mirrored"), "`results/lsi-3994/mirrored/testbed.yaml`"),
    (urls.run("lsi-3994/mirrored/bonnie"),
     "the raw file `results/lsi-3994/mirrored/bonnie.txt`: the ending does not count"),
    (urls.run("lsi-3994/mirrored/bonnie:2"), "the second run in that file"),
    (urls.run_line("lsi-3994/mirrored/bonnie", 7), "its line 7"),
    (urls.chart("mirroring"), "the chart block with `id: mirroring`, and how to cite it"),
    (urls.embed(urls.chart("mirroring")), "the chart alone, to be shown in a frame"),
    (urls.table("mirroring-throughput"), "the table block of this id"),
    (urls.parser("bonnie"), "what is read of the output of a tool"),
)  # fmt: skip

_LISTS = (
    (urls.REPORTS, "all reports"),
    (urls.HARDWARE, "all hardware, by kind"),
    (urls.PAGES, "all pages, if there are any"),
    (urls.TESTBEDS, "all testbeds"),
    (urls.RUNS, "all raw files"),
    (urls.CHARTS, "all charts"),
    (urls.COMPARE, "any things side by side; the choice stands behind the `#`"),
    (urls.CLAIMS, "every claim with its verdict"),
    (urls.CHECKS, "every finding; `checks/#claim-mismatch` is one code"),
    (urls.DATA, "downloads"),
    (urls.PARSERS, "all tools that are read"),
    (urls.SEARCH, "results of a search"),
)

_FILES = (
    (urls.chart_file("mirroring", "svg"), "the picture of a chart as it is now; also `png`"),
    (urls.frozen("mirroring", "1f2e3d4c"), "the picture as it was: its bytes never change"),
    (urls.chart_file("mirroring", "csv"), "the values of a chart; also `json`"),
    ("data/records.csv", "every value of the site; also `records.json`"),
    ("data/claims.json", "every claim with its verdict"),
    (feeds.REPORTS, "an Atom feed of the reports that have a date"),
    (feeds.RESULTS, "an Atom feed of the testbeds whose runs have a date"),
    (inventory.SPHINX, "everything that can be linked to, for Sphinx and others"),
    (inventory.JSON, "the same as JSON; `results` names the files with the results"),
    (f"{inventory.RESULTS}lsi-3994.json", "the results of a folder, with values"),
)


def text() -> str:
    """Return every kind of address, with an example and what stands there."""
    head = ("Address", "What is there")
    parts = [_ABOUT]
    for title, rows in (("Pages", _PAGES), ("Lists", _LISTS), ("Files", _FILES)):
        parts.append(f"## {title}\n\n")
        parts.append(table(head, [(code("/" + address), what) for address, what in rows]))
    return "".join(parts)
