"""Which file systems count as something that is measured, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.record import Fact

_PSEUDO = frozenset(
    [
        "autofs",
        "binfmt_misc",
        "bpf",
        "cgroup",
        "cgroup2",
        "configfs",
        "debugfs",
        "devfs",
        "devpts",
        "devtmpfs",
        "efivarfs",
        "fdescfs",
        "fusectl",
        "hugetlbfs",
        "linprocfs",
        "linsysfs",
        "mqueue",
        "nsfs",
        "none",
        "proc",
        "procfs",
        "pstore",
        "ramfs",
        "rpc_pipefs",
        "run",
        "securityfs",
        "selinuxfs",
        "shm",
        "squashfs",
        "sysfs",
        "tracefs",
        "tmpfs",
        "udev",
        "dev",
        "devd",
        "map",
        "nullfs",
    ]
)
_SYSTEM = re.compile(r"/(?:dev|proc|sys|run|snap|System|private/var/vm)(?:/.*)?|/var/lib/docker/.*")
_REMOTE = re.compile(r"(?://[^/]+(?=/)|[^/]*(?=:/))")
_ADDRESS = re.compile(
    r"(?:,|^)(?:addr|clientaddr|mountaddr|username|name|secret|uid|gid|mds_\w+)=[^,]*"
)


def is_real(source: str, kind: str, path: str) -> bool:
    """Return whether a mounted file system holds files on some medium."""
    if _SYSTEM.fullmatch(path):
        return False
    if kind == "overlay" or source == "overlay":
        return path == "/"
    if kind == "tmpfs" or source == "tmpfs":
        return path == "/tmp" or path.startswith("/mnt/")
    return kind not in _PSEUDO and source not in _PSEUDO and not source.startswith("/dev/loop")


def device(source: str) -> str:
    """Return the device of a file system; the name of a file server is left out."""
    return _REMOTE.sub("", source)


def mounted(source: str, path: str, kind: str, options: str, line: int) -> Iterator[Fact]:
    """Yield what is known of one mounted file system; addresses and users are left out."""
    yield Fact("path", path, line, path)
    yield Fact("type", kind, line, kind)
    kept = _ADDRESS.sub("", options).strip(",")
    yield Fact("options", kept, line, kept)
    yield Fact("device", device(source), line, device(source))
