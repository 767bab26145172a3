"""The page of all claims: each in its sentence, with what was measured."""

from __future__ import annotations

from bs4 import BeautifulSoup

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

REPORT = """
Mirroring costs [about 20 %](result:one?vs=two#seq-write.bandwidth) of writes, and
[half](result:one?vs=two#seq-write.bandwidth) is wrong. Reads reach
[400 MB/s](result:one#seq-read.bandwidth).
"""


def test_a_loss_has_a_minus_sign_and_not_a_hyphen(project: MakeProject) -> None:
    site = build(project(lab(REPORT, one=bonnie(), two=bonnie(write=235020))))
    page = BeautifulSoup(site.files["claims/index.html"], "html.parser")
    rows = [
        [" ".join(cell.get_text().split()) for cell in row.find_all(["th", "td"])[:3]]
        for row in page.select("tbody tr")
    ]
    assert rows == [
        ["Mirroring costs about 20 % of writes, and half is wrong.", "0.8x", "A, line 6"],
        ["Reads reach 400 MB/s.", "387 MB/s", "A, line 7"],
        ["Mirroring costs about 20 % of writes, and half is wrong.", "−19.9 %", "A, line 5"],
    ]
