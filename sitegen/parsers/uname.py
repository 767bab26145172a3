"""uname -a, -sr, -srm and -rvm; the name of the host, its second word, is never a fact."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import dump
from sitegen.record import Fact, Run, Source

TOOL = "uname"
MARKS = ("Linux ", "Darwin ", "FreeBSD ", "SunOS ", "OpenBSD ", "NetBSD ", "DragonFly ")
VARIANTS = (
    "Linux: kernel, its build (`#1 SMP ...`) and the machine, with GNU/Linux, Linux (busybox) or "
    "Android behind it or not",
    "/proc/version and the first line of dmesg",
    "FreeBSD, NetBSD, OpenBSD, DragonFly, Darwin and SunOS",
)

_ARCH = (
    r"x86_64|amd64|i[3-6]86|i86pc|aarch64|arm64|arm\w+|ppc\w*|powerpc\w*|s390x?|riscv\w*|mips\w*|"
    r"ia64|sparc\w*|sun4\w|alpha|loongarch64"
)
_BEFORE = r"^\s*(?:[\w -]{1,30}[:=] *)?[\"'`(]*"
_AFTER = r"[\"'`).]*\s*$"
_LINUX = re.compile(
    rf"{_BEFORE}(?P<name>Linux) (?:\S+ )?(?P<kernel>\d+\.\d+[\w.+~-]*)(?: (?P<build>#\d\S* .*?))?"
    rf" (?P<arch>{_ARCH})(?: \S+){{0,2}}(?: (?:GNU/Linux|Linux|Android|Toybox))?{_AFTER}"
)
_VERSION = re.compile(
    r"(?:.*\] |\s*)(?P<name>Linux) version (?P<kernel>\d+\.\d\S*) \(.*\) (?P<build>#\d\S* .*)"
)
_BSD = re.compile(
    rf"{_BEFORE}(?P<name>FreeBSD|NetBSD|OpenBSD|DragonFly) (?:\S+ )?(?P<kernel>\d+\.\d+\S*)"
    rf"(?: (?P<build>\S.*?))? +(?P<arch>{_ARCH})(?: \S+)?{_AFTER}"
)
_DARWIN = re.compile(
    rf"{_BEFORE}(?P<name>Darwin) (?:\S+ )?(?P<kernel>\d+\.\d+\S*)"
    rf"(?: (?P<build>Darwin Kernel .*?))? (?P<arch>{_ARCH})(?: \S+)?{_AFTER}"
)
_SUN = re.compile(
    rf"{_BEFORE}(?P<name>SunOS) (?:\S+ )?(?P<kernel>5\.\d+)(?: (?P<build>\S+))?"
    rf" (?P<arch>{_ARCH})(?: \S+){{0,3}}{_AFTER}"
)
_SHORT = re.compile(r"\s*(?P<name>Linux) (?P<kernel>\d+\.\d+\.\d+[\w.+~-]*)(?P<build>)\s*")
_FORMS = {
    "Linux": _LINUX,
    "FreeBSD": _BSD,
    "NetBSD": _BSD,
    "OpenBSD": _BSD,
    "DragonFly": _BSD,
    "Darwin": _DARWIN,
    "SunOS": _SUN,
}
_NAME = re.compile(r"\b(Linux|FreeBSD|NetBSD|OpenBSD|DragonFly|Darwin|SunOS) ")
_HOST = re.compile(r"\S+@\S+")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    for index, line in enumerate(source.lines):
        name = _NAME.search(line)
        match = (
            (_FORMS[name[1]].match(line) or _VERSION.fullmatch(line) or _SHORT.fullmatch(line))
            if name
            else None
        )
        if match:
            yield dump(TOOL, index, index, list(_facts(match, index)))


def _facts(match: re.Match[str], line: int) -> Iterator[Fact]:
    yield Fact("kernel", match["kernel"], line, match["kernel"])
    yield Fact("kernel.name", match["name"], line, match["name"])
    if match["build"]:
        # BSD and Darwin end with who built the kernel, on which host, in which folder.
        build = _HOST.sub("", match["build"]).strip(" :;")
        yield Fact("kernel.build", build, line, build)
    if "arch" in match.re.groupindex:
        yield Fact("arch", match["arch"], line, match["arch"])
