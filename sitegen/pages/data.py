"""The page of all downloads, with one example of how to read each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.record import Record


class Download(NamedTuple):
    """A file to download, what is in it, and how it is read."""

    address: str
    name: str
    content: str
    example: str


@dataclass(frozen=True, slots=True)
class DataPage:
    """What the template of the data page gets."""

    title: str
    summary: str
    downloads: tuple[Download, ...]
    fields: tuple[tuple[str, str], ...]


FIELDS = (
    (
        "run",
        "id of the run: the path of the raw file below results/, with `:n` if it holds several",
    ),
    (
        "testbed",
        "the folder below results/ whose testbed.yaml holds; its columns begin with testbed.",
    ),
    ("tool, tool_version, date", "what ran, and when, as far as it is known"),
    ("operation, quantity, statistic", "what was measured; together they are the metric"),
    ("value, unit", "the number in its base unit: B, B/s, bit/s, op/s, s, or 1 for a fraction"),
    ("written", "the text that the tool printed"),
    (
        "certainty, note",
        "exact, a bound, derived (with the formula), assumed (with the reason) ...",
    ),
    (
        "doubts",
        "why checks doubt the value: its working set fits the memory, a link is slower ...",
    ),
    ("path, line", "where it stands in the raw file"),
    ("workload", "the load as the tool reported it; sizes in bytes, times in seconds"),
)


def view(records: Sequence[Record], claims: int) -> DataPage:
    """Return the view of the data page."""
    return DataPage(
        "Data",
        f"All {len(records):,} values of this site, each with its unit, its testbed and its line.",
        (
            Download(
                "data/records.csv",
                "records.csv",
                "every value with all its columns, for a spreadsheet or a data frame",
                'import pandas\nrecords = pandas.read_csv("records.csv")\n'
                'records[records.operation == "seq-write"].groupby("testbed").value.median()',
            ),
            Download(
                "data/records.json",
                "records.json",
                "the same, one JSON object for each value",
                "duckdb -c \"select testbed, operation, value from 'records.json'\"",
            ),
            Download(
                "data/claims.json",
                "claims.json",
                f"the {claims:,} claims in the prose with their verdicts",
                "jq '.[] | select(.verdict == \"fails\")' claims.json",
            ),
        ),
        FIELDS,
    )
