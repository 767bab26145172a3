"""The prose of a document as a template fills it: its links as numbers or addresses."""

from __future__ import annotations

import html as markup
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitegen import urls
from sitegen.claims import Claim
from sitegen.judging import Judged
from sitegen.pages.evidence import Evidence, Shown
from sitegen.prose import Link
from sitegen.references import Measured
from sitegen.references.places import Place, Stated
from sitegen.samples import Sample


class LinkView(NamedTuple):
    """A link in the prose: a number with its evidence, a picture, or a mere address.

    `html` is the text with its emphasis, as the Markdown renderer made it; of a picture it is what
    stands in its place for those who do not see it. `aside` is a correction. A claim has an `id`.
    """

    html: str
    address: str = ""
    number: Shown | None = None
    aside: str = ""
    picture: bool = False
    id: str = ""


def place(number: int) -> str:
    """Return the id of a claim on its page: made of text ids have no dot, or else no _."""
    return f"_c.{number}"


_STATE = {"fails": "off", "contradiction": "off", "no-data": "off", "disputed": "disputed"}


def views(
    links: Sequence[Link],
    judged: Sequence[Judged],
    others: Mapping[int, str],
    evidence: Evidence,
) -> tuple[LinkView, ...]:
    """Return the view of each link of a document.

    `others` are the addresses of pictures and of links to documents, by their number.
    """
    by_number = {one.number: one for one in judged}
    return tuple(
        _evident(by_number[number], evidence)._replace(
            id=place(number) if by_number[number].counts else ""
        )
        if number in by_number
        else LinkView(
            link.html or markup.escape(link.text),
            others.get(number, ""),
            picture=link.kind == "image",
        )
        for number, link in enumerate(links)
    )


def _evident(judged: Judged, evidence: Evidence) -> LinkView:
    claim, found = judged.claim, judged.found
    html = judged.link.html or markup.escape(claim.text)
    state = _STATE.get(claim.verdict, "")
    aside = _aside(claim)
    if isinstance(found, Measured):
        if isinstance(found.other, Sample):
            number = evidence.ratio(found.sample, found.other, html, claim.measured, state)
        else:
            number = evidence.show(found.sample, html, state)
        return LinkView(html, number=number, aside=aside)
    if isinstance(found, Stated):
        return LinkView(html, _page(found.kind, found.path), aside=aside)
    if isinstance(found, Place):
        if found.kind == "run":
            return LinkView(
                html, urls.run_line(found.path, found.line) if found.line else urls.run(found.path)
            )
        return LinkView(html, _page(found.kind, found.path))
    return LinkView(html, aside=aside)


def _page(kind: str, path: str) -> str:
    return urls.testbed(path) if kind == "testbed" else urls.hardware(path)


def _aside(claim: Claim) -> str:
    """Return what stands beside a claim that does not hold, or a number of the source's own."""
    if claim.code:
        return f"{claim.message} ({claim.hint})" if claim.hint else claim.message
    if claim.verdict == "disputed":
        return f"{claim.reason}; the data say {claim.measured}" if claim.measured else claim.reason
    return ""
