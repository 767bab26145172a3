"""How columns of records and their values are called on pages: titles instead of paths and ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from sitegen import labels, testbed, vocabulary
from sitegen.lab import Lab
from sitegen.record import Value

NOT_RECORDED = "not recorded"

# Values that say nothing without their column: 10, 1+0, 2.4.
_BARE = re.compile(r"[\d.,+/ ]+|on|off|yes|no|none")
_ABBREVIATIONS = frozenset(
    {"cpu", "ecc", "fc", "hba", "io", "lan", "lun", "mtu", "nic", "os", "pci", "raid", "ram", "san",
     "sas", "sata", "scsi", "ssd", "usb"}
)  # fmt: skip
_RAID_LEVEL = "testbed.raid.level"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a lab's testbeds and hardware, and how its testbeds spell their values.

    `sizes` are testbed columns that hold bytes; `binary` says whether rates are shown as MiB/s and
    not as MB/s.
    """

    testbeds: Mapping[str, str]
    hardware: Mapping[str, str]
    spellings: Mapping[tuple[str, Value], str]
    sizes: Collection[str] = ()
    binary: bool = False

    def value(self, column: str, value: Value | None) -> str:
        """Return a value for a place where its column is named too: '10', '16 GiB'."""
        if value is None or value == "":
            return NOT_RECORDED
        if column == "testbed":
            return self.testbeds.get(str(value), str(value))
        if column == "quantity":
            return vocabulary.QUANTITIES[str(value)].label
        if column == "statistic":
            return vocabulary.STATISTICS.get(str(value), str(value))
        if (column, value) in self.spellings:
            return self.spellings[column, value]
        if column in self.sizes:
            return labels.value("workload.file_size", value)
        if column.startswith("testbed.") and isinstance(value, str):
            return " + ".join(self.hardware.get(one, one) for one in value.split(" + "))
        return labels.value(column, value)

    def alone(self, column: str, value: Value | None) -> str:
        """Return a value for a place where nothing else is said of it: 'RAID 10', 'jobs 8'."""
        text = self.value(column, value)
        if column == _RAID_LEVEL and text[:1].isdecimal():
            return f"RAID {text}"
        if text == NOT_RECORDED or _BARE.fullmatch(text):
            return f"{label(column)} {text}"
        return text


def of(lab: Lab, *, binary: bool = False) -> Names:
    """Return the names that a lab gives to things."""
    return Names(
        testbed.labels(lab.testbeds.values()),
        {name: its.title for name, its in lab.hardware.items()},
        testbed.spellings(lab.testbeds.values()),
        frozenset(column for file in lab.files.values() for column in file.reading.sizes),
        binary,
    )


@cache
def words(name: str) -> str:
    """Return a name as people write it: `fc-port` is 'FC port'."""
    parts = re.split(r"[-_. ]", name)
    return " ".join(part.upper() if part in _ABBREVIATIONS else part for part in parts)


@cache
def label(column: str) -> str:
    """Return the words for a column: `testbed.raid.level` is 'RAID level'."""
    return words(labels.column(column))


def heading(words: str) -> str:
    """Return words as they stand at the head of a column: with a capital, if they have none."""
    return words[:1].upper() + words[1:]
