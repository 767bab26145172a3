"""Pages, charts and addresses of two sites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sitegen import configuration, lock, vanished
from sitegen.build import Site
from sitegen.lock import Locked
from sitegen.project import Project

_CHART = re.compile(r"charts/([^/.]+)\.(?:csv|svg)")
_PAGE = re.compile(r"(?!charts/|tables/)(.*?)(?:index)?\.html")


class Files(NamedTuple):
    """Names that one side has and the other has not, and those whose content differs."""

    added: Sequence[str]
    removed: Sequence[str]
    changed: Sequence[str]

    def __bool__(self) -> bool:
        return any(self)


def pages(base: Site, head: Site) -> Files:
    """Return the addresses of the pages that differ, but for those of single charts and tables."""
    return _files(_matching(base, _PAGE), _matching(head, _PAGE))


def charts(base: Site, head: Site) -> Files:
    """Return the ids of the charts whose data or pictures changed."""
    return _files(_matching(base, _CHART), _matching(head, _CHART))


def others(base: Project, head: Project) -> Files:
    """Return the paths of the other files of a lab that differ.

    They are neither documents nor results: pictures, templates, settings.
    """
    return _files(dict(_others(base)), dict(_others(head)))


def _others(project: Project) -> Iterator[tuple[str, str | bytes]]:
    yield from (
        (path, project.read(path)) for path in project.files("content") if path[-3:] != ".md"
    )
    # Templates and settings count from where they are taken.
    trusted = replace(project, root=project.trusted or project.root)
    yield from ((path, trusted.read(path)) for path in trusted.files("templates"))
    for where, name in ((project, configuration.FILE), (replace(project, trusted=None), lock.FILE)):
        if text := where.settings(name):
            yield name, text


def lost(base: Site, head: Site) -> list[str]:
    """Return the addresses that were published and lead nowhere any more."""
    once = [Locked(address, 0) for address in base.addresses]
    return [one.address for one in vanished.lost(once, head.files, head.moves)]


def _matching(site: Site, pattern: re.Pattern[str]) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for path in sorted(site.files):
        if match := pattern.fullmatch(path):
            found.setdefault(match[1], []).append(site.files[path])
    return found


def _files(base: Mapping[str, object], head: Mapping[str, object]) -> Files:
    def changed() -> Iterator[str]:
        return (name for name in head if name in base and base[name] != head[name])

    return Files(sorted(set(head) - set(base)), sorted(set(base) - set(head)), sorted(changed()))
