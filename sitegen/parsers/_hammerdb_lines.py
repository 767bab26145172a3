"""HammerDB: its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.record import Measurement, Value

_NUMBER = r"\d+(?:\.\d+)?"
_MS = rf"({_NUMBER})ms"

PATTERNS = tuple(
    (name, mark, re.compile(pattern))
    for name, mark, pattern in (
        # Kind of line, a word that it has, pattern.
        ("banner", "HammerDB CLI v", r"HammerDB CLI v(\d[\w.]*)"),
        ("log", "Log @ ", r"[Hh]ammer[Dd][Bb] Log @ (.+)"),
        ("log", "Report @ ", r"Time Profile Report @ (.+)"),
        ("stamp", "Timestamp ", r"Timestamp \d+ @ (.+)"),
        ("setting", "_count_ware ", r"_count_ware from \d+ to (\d+) for "),
        ("users", "Virtual Users Created", r"\d+ Virtual Users Created"),
        ("ramp", "rampup time of ", r"Beginning rampup time of (\d+) minutes"),
        ("timing", "Timing test period", r"Timing test period of (\d+) in minutes"),
        ("active", " configured", r"(\d+) Active (?:Virtual Users|Sessions) conf"),
        (
            "result",
            "System achieved ",
            r"TEST RESULT : System achieved (?:(?P<nopm>\d+) NOPM from (?P<tpm>\d+) "
            r"(?P<database>\w[\w ]*?) TPM|(?P<tpm_old>\d+) (?P<database_old>\w[\w ]*?) TPM at "
            r"(?P<nopm_old>\d+) NOPM)",
        ),
        ("result", "System achieved ",
         r"^\W*System achieved (?:(?P<nopm>\d+) NOPM from (?P<tpm>\d+) "
         r"(?P<database>\w[\w ]*?) TPM|(?P<tpm_old>\d+) (?P<database_old>\w[\w ]*?) TPM at "
         r"(?P<nopm_old>\d+) NOPM)\W*$"),
        ("failed", "FINISHED FAILED", r"Vuser \d+:FINISHED FAILED"),
        ("failed", "Error in Virtual User", r"Error in Virtual User \d+"),
        ("query", " completed in ", r"Vuser \d+:query (\d+) completed in (\d+(?:\.\d+)?) seconds"),
        ("refresh", " refresh complete in ",
         r"Vuser \d+:((?:New|Old) Sales) refresh complete in (\d+(?:\.\d+)?) seconds"),
        ("set", " query set(s) in ", r"Completed (\d+) query set\(s\) in (\d+) seconds"),
        ("mean", "Geometric mean of query",
         r"Geometric mean of query times returning rows \((\d+)\) is (\d+(?:\.\d+)?)"),
        ("summary", "ACTIVE VIRTUAL USERS", r"SUMMARY OF (\d+) ACTIVE VIRTUAL USERS"),
        ("summary", "ACROSS ALL USERS", r"COMBINED METRICS ACROSS ALL USERS()"),
        ("single", " : ELAPSED TIME", r"VIRTUAL USER (\d+) : ELAPSED TIME"),
        ("procedure", "PROC: ", r"PROC: ([A-Z_]+)\s*$"),
        ("calls", "CALLS: ",
         rf"CALLS: (\d+)\s+MIN: {_MS}\s+AVG: {_MS}\s+MAX: {_MS}\s+TOTAL: {_MS}"),
        ("ranks", "P99: ", rf"P99: {_MS}.*?P95: {_MS}.*?P50: {_MS}"),
        ("etprof", "|",
         r"Vuser (\d+):\|\s*(neword|payment|delivery|slev|ostat)\s*\|\s*(\d+)\s*\|\s*[\d.]+%\s*\|"
         r"\s*(\d+)\s*\|\s*(\d+)\s*\|"),
    )
)  # fmt: skip
"""How the lines that say something are known; more than one pattern may name a kind."""

_FURNITURE = re.compile(
    r"\s*(?:Vuser \d+|Timer: \d+|[+\-]{5,}|PERCENTILES|TEST SEQUENCE|ALL VIRTUAL USERS|vudestroy|"
    r"Logging activated|to /|\d+ VU TEST|\"|\d+ [\w ]+ tpm)"
)
_USER = re.compile(r"Vuser (\d+):")


def is_furniture(line: str) -> bool:
    """Return whether HammerDB prints such a line around its results."""
    return bool(_FURNITURE.match(line))


def user_of(line: str) -> str:
    """Return which virtual user says a line: `Vuser 2`, or nothing."""
    match = _USER.search(line)
    return f"Vuser {match[1]}" if match else ""


def profile_row(
    kind: str, match: re.Match[str], index: int, procedure: str
) -> Iterator[Measurement]:
    """Yield the values in a row of a time profile."""
    if kind == "etprof":
        user, procedure, _, count, mean = match.groups()
        load = _load(procedure, f"Vuser {user}, without the procedures it calls")
        operation = _operation(procedure)
        yield Measurement(operation, "count", count, "1", index, count, "", load)
        yield Measurement(operation, "latency", mean, "us", index, f"{mean} us", "mean", load)
        return
    operation, load = _operation(procedure), _load(procedure, "")
    if kind == "calls":
        count, least, mean, most, _ = match.groups()
        yield Measurement(operation, "count", count, "1", index, count, "", load)
        pairs = [("min", least), ("mean", mean), ("max", most)]
    else:
        pairs = list(zip(("p99", "p95", "p50"), match.groups(), strict=True))
    for statistic, digits in pairs:
        yield Measurement(operation, "latency", digits, "ms", index, f"{digits}ms", statistic, load)


def _operation(procedure: str) -> str:
    return "new-order" if procedure == "neword" else "transaction"


def _load(procedure: str, mode: str) -> dict[str, Value]:
    load: dict[str, Value] = {"test": procedure}
    if mode:
        load["mode"] = mode
    return load
