"""CrystalDiskMark of Windows, and KDiskMark of Linux, which prints the same text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._crystaldiskmark_blocks import TOOL, Block, blocks
from sitegen.parsers._crystaldiskmark_rows import Line, base_of, load_of
from sitegen.record import Certainty, Measurement, Run, Source

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = ("DiskMark ", "IOPS]", "Random Read ", "RND ", "SEQ ")
VARIANTS = (
    "text of 2 to 8 (DiskMarkDlg.cpp: ResultText, SaveText): MB/s is 10^6 bytes, KB and KiB in "
    "labels are 1024; IOPS are computed from MB/s, the best of the repetitions counts",
    "6 prints 1 / IOPS as the latency: it is left out where more than one request is under way; "
    "since 7 it is the average latency of the best repetition (DiskSpd)",
    "KDiskMark 1 to 3: MB/s is 1000 KiB/s (benchmark.cpp divides the bw of fio's JSON, which is "
    "KiB/s, by 1000), whatever its head says; proved in each row by IOPS * block size",
    "a row of 0.000 is a test that did not run",
)

_WHAT = {"read": "read", "write": "write", "mix": "rw"}


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    found = [block for block in blocks(source.lines) if _is_ours(block)]
    comments = [block.comment for block in found]
    for block in found:
        if block.comment and len(set(comments)) > 1:
            # Several comments in one file are labels that people typed.
            block.load["series"] = block.comment
        yield from _run(source, block)


def _is_ours(block: Block) -> bool:
    if block.version:
        return bool(block.rows) or block.states_base
    return any(line.is_telling for line in block.rows) and len(block.rows) > 1


def _run(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if not block.rows:
        yield source.problem(block.first, "incomplete-run", f"{block.tool} shows no result")
        return
    proofs: dict[int, tuple[Decimal, str]] = {}
    for line in block.rows:
        try:
            if proof := base_of(line):
                proofs[line.line] = proof
        except ValueError as words:
            message = f"{words} do not agree, whatever MB is"
            yield source.problem(line.line, "does-not-add-up", message)
    shared = _common(block.rows, proofs)
    if block.states_base and shared and shared[0] != 1_000_000:
        message = f"the head says that MB is 1,000,000 bytes, but {shared[1]}"
        yield source.problem(block.first, "contradiction", message)
    measurements: list[Measurement] = []
    for line in block.rows:
        if not Decimal(line.rate):
            message = "a rate of 0 is that of a test that did not run"
            yield source.problem(line.line, "not-recorded", message)
            continue
        if line.what:
            proof = proofs.get(line.line) or shared
            measurements += _values(block, line, proof)
    if block.states_base and not block.has_foot:
        message = f"the text of {block.tool} ends before its lines Test, Date and OS"
        yield source.problem(block.last, "missing-field", message)
    if measurements:
        yield Run(
            block.tool,
            block.version,
            block.first,
            block.last,
            measurements,
            block.facts,
            block.load,
            block.date,
            frozenset(block.known),
        )


def _common(
    rows: Sequence[Line], proofs: Mapping[int, tuple[Decimal, str]]
) -> tuple[Decimal, str] | None:
    """Return the sharpest of the proofs if all come to the same base."""
    if len({base for base, _ in proofs.values()}) != 1:
        return None
    best = max((line for line in rows if line.line in proofs), key=lambda row: Decimal(row.iops))
    return proofs[best.line]


def _values(block: Block, line: Line, proof: tuple[Decimal, str] | None) -> Iterator[Measurement]:
    operation = ("rand-" if line.is_random else "seq-") + _WHAT[line.what]
    load = load_of(line)
    if line.what == "mix" and block.reads is not None:
        load["read_share"] = block.reads / 100
    value: str | Decimal = line.rate
    certainty: Certainty = "exact"
    unit, note = "MB/s", ""
    if proof and (proof[0] != 1_000_000 or not block.states_base):
        certainty, note = "proved", proof[1]
        if proof[0] == 1_048_576:
            unit = "MiB/s"
        elif proof[0] == 1_024_000:
            value, unit = Decimal(line.rate).scaleb(3), "KiB/s"
    written = f"{line.rate} MB/s"
    yield Measurement(
        operation, "bandwidth", value, unit, line.line, written, "", load,
        certainty=certainty, note=note,
    )  # fmt: skip
    if line.iops:
        yield Measurement(
            operation, "iops", line.iops, "op/s", line.line, f"{line.iops} IOPS", "", load
        )
    if line.latency and Decimal(line.latency) and not _is_reciprocal(line):
        written = f"{line.latency} us"
        yield Measurement(
            operation, "latency", line.latency, "us", line.line, written, "mean", load
        )


def _is_reciprocal(line: Line) -> bool:
    """Return whether a latency is 1 / IOPS although more than one request is under way."""
    if line.under_way == 1 or not line.iops:
        return False
    return abs(Decimal(line.latency) * Decimal(line.iops) / 1_000_000 - 1) < Decimal("0.005")
