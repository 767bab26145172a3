"""The lines of one run of pgbench, by what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FIGURE = r"(\d[\d.,]*)"

# printResults and printProgressReport of pgbench.c, 8.4 to 18.
LINES = {
    name: re.compile(pattern)
    for name, pattern in {
        "test": r"transaction type: (.+)",
        "scale": r"scaling factor: (\d+)",
        "query_mode": r"query mode: (\w+)",
        "clients": r"number of clients: (\d+)",
        "threads": r"number of threads: (\d+)",
        "runtime": r"duration: (\d+) s",
        "iterations": r"number of transactions per client: (\d+)",
        "count": r"number of transactions actually processed: (\d+)(?:/(-?\d+))?",
        "errors": r"number of failed transactions: (\d+) \(.*\)",
        "skipped": r"number of transactions skipped: (\d+) \(.*\)",
        "late": rf"number of transactions above the {FIGURE} ms latency limit: (\d+)(?:/\d+)?.*",
        "mean": rf"latency average(?: =|:) {FIGURE} ms(?: \((including failures)\))?",
        "stddev": rf"latency stddev(?: =|:) {FIGURE} ms",
        "lag": rf"rate limit schedule lag: avg {FIGURE} \(max {FIGURE}\) ms",
        "initial": rf"initial connection time = {FIGURE} ms",
        "each": rf"average connection time = {FIGURE} ms",
        "with": rf"tps = {FIGURE} \(including connections establishing\)",
        "without": rf"tps = {FIGURE} \((?:excluding connections establishing|"
        r"without initial connections? time|including reconnection times)\)",
    }.items()
}
KNOWN = re.compile(
    r"partition method: |partitions: |maximum number of tries: |total number of retries: |"
    r"number of (?:transactions retried|serialization failures|deadlock failures|other failures): |"
    r"starting vacuum|vacuuming|random seed|setting random seed|Scale option ignored|"
    r"scale option ignored|debug level|pghost: "
)
PROGRESS = re.compile(rf"progress: {FIGURE} s, {FIGURE} tps")
BANNER = re.compile(
    r"pgbench \((?:PostgreSQL\) )?([^\s(),]+)(?: \([^()]*\))?(?:, server (.+?))?\)?"
)
STATEMENTS = re.compile(r"(?:- )?statement latencies in milliseconds(.*):")
STATEMENT = re.compile(rf"{FIGURE}((?:\s+\d+){{0,2}})\s+(\S.*)")
SCRIPT = re.compile(r"SQL script (\d+): (.+)")
SCRIPT_RATE = re.compile(rf"- .*tps = {FIGURE}\)")
SCRIPT_LATENCY = re.compile(rf"- latency (average|stddev) = {FIGURE} ms")
ABORTED = re.compile(
    r"(?i)(?:pgbench: (?:error|fatal): )?(?:client \d+ .*\baborted\b.*|Run was aborted.*)|"
    r"pgbench: (?:error|fatal): .*|connection to (?:database|server) .* failed.*"
)

_NEAR = 3


@dataclass(slots=True)
class Part:
    """A script of several, or the only one: its name, rates and statements, with their lines."""

    name: str = ""
    rate: tuple[int, str] | None = None
    latencies: dict[str, tuple[int, str]] = field(default_factory=dict)
    statements: list[tuple[int, str, str]] = field(default_factory=list)
    counters: int = 0


@dataclass(slots=True)
class Block:
    """What pgbench prints in one run, as far as it was read."""

    first: int
    last: int
    version: str = ""
    server: tuple[int, str] | None = None
    values: dict[str, tuple[int, re.Match[str]]] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    lists: bool = False
    has_progress: bool = False
    failure: int | None = None
    known: set[int] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        """Return whether the transactions per second were read."""
        return "without" in self.values or "with" in self.values

    def take(self, index: int) -> None:
        """Count a line as understood."""
        self.known.add(index)
        self.last = max(self.last, index)

    def repeats(self, other: Block) -> bool:
        """Return whether this is nothing but some lines of the other run, quoted once more."""
        texts = {name: match[0] for name, (_, match) in self.values.items()}
        theirs = {name: match[0] for name, (_, match) in other.values.items()}
        return len(texts) < len(theirs) and texts.items() <= theirs.items()

    def text(self, name: str, group: int = 1) -> str:
        """Return what was printed for a field, or nothing."""
        return (self.values[name][1][group] or "") if name in self.values else ""

    def read(self, index: int, line: str) -> bool:
        """Take a line that belongs to this run; return whether it does."""
        words = bare(line)
        if self.parts and self._read_part(index, words):
            return True
        if match := STATEMENTS.fullmatch(words):
            if not self.parts:
                self.parts.append(Part())
            self.lists = True
            said = match[1]
            self.parts[-1].counters = ("failures" in said) + ("retries" in said)
        elif match := SCRIPT.fullmatch(words):
            self.parts.append(Part(_named(match[2])))
            self.lists = False
        elif found := field_of(words):
            name, match = found
            if name in self.values or not self._fits(index, name):
                return False
            self.values[name] = (index, match)
        elif not KNOWN.match(words):
            return False
        self.take(index)
        return True

    def _fits(self, index: int, name: str) -> bool:
        """Return whether a field may still follow: below a rate only the other of the two does."""
        rates = [self.values[its] for its in ("with", "without") if its in self.values]
        if not rates:
            return True
        line, match = rates[0]
        return name in ("with", "without") and index - line < _NEAR and "establish" in match[0]

    def _read_part(self, index: int, words: str) -> bool:
        part = self.parts[-1]
        if self.lists and (match := STATEMENT.fullmatch(words)):
            if len(match[2].split()) >= part.counters:
                statement = match[3]
                extra = match[2].split()[part.counters :]
                part.statements.append((index, match[1], " ".join([*extra, statement])))
                self.take(index)
                return True
        elif match := SCRIPT_LATENCY.fullmatch(words):
            part.latencies[match[1]] = (index, match[2])
            self.take(index)
            return True
        elif words.startswith("- ") and not STATEMENTS.fullmatch(words):
            if match := SCRIPT_RATE.fullmatch(words):
                part.rate = (index, match[1])
            self.take(index)
            return True
        return False


def field_of(words: str) -> tuple[str, re.Match[str]] | None:
    """Return the field that a line says, if it is one of the table."""
    if ": " not in words and " = " not in words:
        return None
    for name, pattern in LINES.items():
        if match := pattern.fullmatch(words):
            return name, match
    return None


def bare(line: str) -> str:
    """Return what a line says, without a remark behind it, and out of a remark in SQL."""
    return line.partition("  #")[0].strip().removeprefix("-- ").strip()


def _named(name: str) -> str:
    """Return the name of a script: `<builtin: select only>` was `SELECT only` before 9.6."""
    return name.removeprefix("<builtin: ").removesuffix(">").strip()


def test_of(block: Block) -> str:
    """Return the name of what was run."""
    return _named(block.text("test"))
