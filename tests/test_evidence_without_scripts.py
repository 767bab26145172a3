"""What a card or a drawing shows stands in the page as well, for those who see neither."""

from __future__ import annotations

from pathlib import Path

from bs4 import BeautifulSoup

from sitegen.build import build
from sitegen.project import Project

ROOT = Path(__file__).parent.parent


def test_each_number_has_its_evidence_in_the_page_and_each_drawing_its_table() -> None:
    files = build(Project(ROOT, ROOT / "site")).files
    wrong = []
    numbers = drawings = 0
    for path, content in files.items():
        # Where a chart is shown inside another page, its own page is one link away.
        if not path.endswith(".html") or "/embed/" in path:
            continue
        page = BeautifulSoup(content, "html.parser")
        rows = {str(row["id"]) for row in page.select("#evidence tr[id]")}
        for one in page.select("a.n[data-e]"):
            numbers += 1
            if one["data-e"] not in rows:
                wrong.append(f"{path}: {one.get_text()} has no evidence")
        for figure in page.select("figure.chart"):
            drawings += 1
            if not figure.select(".drawing ~ details table tbody td"):
                wrong.append(f"{path}: {figure.get('id')} has no table")
        wrong += [f"{path}: a title alone" for _ in page.select("main [title]")]
    assert wrong == []
    assert numbers > 500
    assert drawings > 20
