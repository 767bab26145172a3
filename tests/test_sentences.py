"""The sentences that claims stand in."""

from __future__ import annotations

import pytest

from sitegen.pages.sentences import sentences
from sitegen.prose import render


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("It writes [1 MB/s](result:a).", ["It writes |1 MB/s|."]),
        (
            "First. It *writes* [1 MB/s](result:a), not\n[2 MB/s](result:b), e.g. here. Last.",
            [
                "It writes |1 MB/s|, not 2 MB/s, e.g. here.",
                "It writes 1 MB/s, not |2 MB/s|, e.g. here.",
            ],
        ),
        (
            "| a | [1 MB/s](result:a) |\n|---|---|\n| b & c | more than [2](result:b) `x<y` |\n",
            ["|1 MB/s|", "more than |2| x<y"],
        ),
        ("- One.\n- Two [3 s](result:a)!\n", ["Two |3 s|!"]),
        ("[1 MB/s](result:a) is what bonnie++ 1.03 printed. [2 s](result:b)? No.",
         ["|1 MB/s| is what bonnie++ 1.03 printed.", "|2 s|?"]),
        ("## Heading [1 s](result:a)\n\n> Quoted [2 s](result:b)\n",
         ["Heading |1 s|", "Quoted |2 s|"]),
    ],
)  # fmt: skip
def test_each_link_has_its_sentence(text: str, shown: list[str]) -> None:
    prose = render(text, "a.md")
    found = sentences(prose.html, [link.text for link in prose.links])
    assert [
        f"{found[number].before}|{link.text}|{found[number].behind}"
        for number, link in enumerate(prose.links)
    ] == shown
