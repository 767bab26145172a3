"""Every name that a fact about a machine can have: what system dumps say of a testbed.

A fact is called `root.name`; of several things of one kind the second is `root.2.name`. Text is
text; numbers are in base units (B, s, Hz, bit/s, T/s, °C, rpm, and 1 for shares and counts). What
identifies one machine or one part (serial numbers, UUIDs, names of hosts) has no name here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal[
    "text",
    "count",
    "size",  # B, of what is made in powers of two
    "capacity",  # B, of what is sold in powers of ten
    "duration",  # s
    "share",  # 1
    "frequency",  # Hz
    "bits",  # bit/s
    "transfers",  # T/s
    "temperature",  # °C
    "rotation",  # rpm
]


class Named(NamedTuple):
    """What a fact holds; `momentary` facts say how it was just then, not what the machine is."""

    kind: Kind = "text"
    momentary: bool = False


Names = dict[str, Named]


def _is(kind: Kind, names: str) -> Names:
    """Return names of facts that say what a machine is; `=` is the name of the root itself."""
    return {name.strip("="): Named(kind) for name in names.split()}


def _was(kind: Kind, names: str) -> Names:
    """Return names of facts that say how a machine was just then."""
    return {name: Named(kind, momentary=True) for name in names.split()}


UNITS: Mapping[Kind, str] = {
    "size": "B",
    "capacity": "B",
    "duration": "s",
    "frequency": "Hz",
    "bits": "bit/s",
    "temperature": "°C",
    "rotation": "rpm",
}
"""The base units of those kinds that `units` shows with prefixes."""

ROOTS: Mapping[str, Names] = {
    "arch": _is("text", "="),
    "os": _is("text", "= id version"),
    "kernel": _is("text", "= name build"),
    "system": _is("text", "vendor model version hypervisor"),
    "board": _is("text", "vendor model"),
    "bios": _is("text", "vendor version date"),
    "cpu": {
        **_is("text", "model vendor family stepping microcode frequency-boost virtualization"),
        **_is("count", "sockets cores-per-socket cores threads-per-core threads"),
        **_is("frequency", "max-frequency min-frequency"),
        **_was("frequency", "frequency"),
        **_is("size", "l1d-cache l1i-cache l2-cache l3-cache l4-cache"),
        # util-linux before 2.34 prints the size of one cache and not how many there are.
        **_is("size", "l1d-cache-each l1i-cache-each l2-cache-each l3-cache-each l4-cache-each"),
        **_is("size", "cache-each"),
    },
    "numa": _is("count", "nodes"),
    "memory": {
        **_is("size", "total installed max-capacity hugepage-size"),
        **_is("count", "slots hugepages"),
        **_is("text", "ecc"),
        **_was("size", "free available used buffers cached dirty"),
    },
    "swap": {**_is("size", "total"), **_was("size", "free used")},
    "dimm": {
        **_is("count", "modules"),
        **_is("size", "size"),
        **_is("transfers", "speed configured-speed"),
        **_is("text", "type rank vendor model"),
    },
    "drives": _is("count", "="),
    "drive": {
        **_is("text", "name model family vendor firmware medium form-factor interface protocol"),
        **_is("text", "rotational slot trim write-cache read-ahead scheduler"),
        # The usable capacity is what a RAID controller takes of a drive.
        **_is("capacity", "capacity usable-capacity"),
        **_is("size", "sector-size physical-sector-size metadata-size read-ahead-size"),
        **_is("count", "namespaces queue-size"),
        **_is("rotation", "rotation"),
        **_is("bits", "link-speed max-link-speed"),
        **_is("temperature", "warning-temperature critical-temperature"),
        **_was("temperature", "temperature"),
        **_was("text", "health state critical-warning"),
        **_was("duration", "power-on-time"),
        **_was("capacity", "read written used"),
        **_was("share", "wear spare"),
        **_was("count", "power-cycles unsafe-shutdowns media-errors other-errors logged-errors"),
        **_was("count", "predicted-failures reallocated-sectors pending-sectors"),
        **_was("count", "uncorrectable-sectors crc-errors grown-defects"),
    },
    "controller": {
        **_is("text", "model vendor driver firmware bios battery"),
        **_is("size", "cache"),
        **_was("text", "battery-state"),
    },
    "nic": {**_is("text", "model vendor driver firmware"), **_is("bits", "speed max-speed")},
    "pci": {
        **_is("text", "class model driver"),
        **_is("transfers", "link-speed max-link-speed"),
        **_is("count", "link-width max-link-width"),
    },
    "raid": {
        **_is("text", "name level qualifier layout bitmap consistency metadata"),
        **_is("text", "cache-policy write-policy read-policy io-policy drive-cache"),
        **_is("capacity", "size"),
        **_is("size", "chunk bitmap-chunk"),
        **_is("count", "devices spans"),
        **_was("text", "state progress"),
        **_was("count", "active working failed spares"),
    },
    "pool": {
        **_is("text", "name layout autotrim"),
        **_is("count", "devices ashift"),
        **_is("size", "size"),
        **_was("text", "state status scan errors faults fragmentation capacity dedup"),
        **_was("size", "allocated free"),
    },
    "dataset": {
        **_is(
            "text", "name type compression checksum dedup encryption sync logbias atime relatime"
        ),
        **_is("text", "xattr dnodesize acltype primarycache secondarycache prefetch direct"),
        **_is("text", "redundant-metadata mount-point"),
        **_is("size", "recordsize volblocksize volsize special-small-blocks"),
        **_is("size", "quota refquota reservation refreservation"),
        **_is("count", "copies"),
        **_was("size", "available used referenced logicalused"),
        **_was("share", "compressratio"),
    },
    "filesystem": {
        **_is("text", "= device type mount-point log features options"),
        **_is("size", "size block-size sector-size inode-size stripe-unit stripe-width reserved"),
        **_is("size", "allocation-group-size log-size log-stripe-unit"),
        **_is("count", "inodes allocation-groups"),
        **_was("size", "used free"),
        **_was("count", "free-inodes used-inodes"),
        **_was("text", "state"),
    },
    "mount": _is("text", "path type options device"),
    "database": _is("text", "= version compiler"),
    # The rest of the name is the kernel's own: sysctl.vm.dirty_ratio.
    "sysctl": {},
}
"""The roots, and what is known of each; the name "" is that of the root itself."""


def named(column: str) -> Named | None:
    """Return what is known of the fact `column`, or None if no dump may state it."""
    root, _, rest = column.partition(".")
    if root == "sysctl":
        return Named() if rest else None
    number, _, name = rest.partition(".")
    return ROOTS.get(root, {}).get(name if number.isdecimal() else rest)


_LABELS = frozenset(("name", "device", "slot"))


def is_lasting(column: str) -> bool:
    """Return whether a fact says what a machine is: not a temperature, not how a drive is called.

    A fact that is not named here counts: other parsers state what they know of their runs.
    """
    its = named(column)
    is_label = column.startswith(("drive", "raid", "filesystem", "mount")) and (
        column.rpartition(".")[2] in _LABELS
    )
    return not is_label and not (its and its.momentary)
