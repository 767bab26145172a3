"""Makes a lab, the same pages for each generator, and all changes that are measured.

It is a process of its own, `python -m benchmarks.prepare`, because the pages of a large lab take
much memory and what measures must be small: Linux counts the memory of a process from before it
became another program.

A change is a folder of files that are copied over those of the site: `changes/hugo/report/3/`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from benchmarks import labs, ours, pages
from benchmarks.page import Page, with_result, with_sentence
from benchmarks.peers import NAMES, Files, Peer, peers, write, write_site
from sitegen.project import Project

RIG = 0
"""The rig whose report is edited and that is measured once more."""


def sentence(number: int) -> str:
    """Return the sentence that a change puts into a report."""
    return f"This is sentence number {number} of its kind."


def changes(peer: Peer, all_pages: Mapping[str, Page], number: int) -> dict[str, Files]:
    """Return the files of the changes with a number, by what is changed."""
    rig = f"rig-{RIG:05}"
    edited = with_sentence(all_pages[f"reports/{rig}"], sentence(number))
    found = {"report": peer.page(edited)}
    changed = with_result(all_pages, rig, number)
    found["result"] = [file for page in changed for file in peer.page(page)]
    if peer.template:
        found["template"] = [_template(peer.template, dict(peer.site(all_pages)), number)]
    return found


def our_changes(number: int) -> dict[str, Files]:
    """Return the files of the changes of our lab with a number."""
    base = Path(__file__).parents[1] / ours.PEER.template
    return {
        "report": [ours.report(RIG, sentence(number))],
        "result": [ours.result(RIG, number)],
        "template": [_template(ours.PEER.template, {ours.PEER.template: base.read_text()}, number)],
    }


def _template(path: str, files: Mapping[str, str], number: int) -> tuple[str, str]:
    before, end, after = files[path].rpartition("</body>")
    if not end:
        raise ValueError(f"{path} has no </body>")
    return path, f'{before}<hr data-change="{number}">{end}{after}'


def prepare(reports: int, names: tuple[str, ...], count: int, target: Path) -> None:
    """Write the lab, the sites, and so many changes of each kind for each generator."""
    labs.write(reports, target / "sitegen")
    project = Project(target / "sitegen", target / "sitegen" / "site")
    all_pages = pages.pages(project)
    for number in range(count * max(len(names), 1)):
        for kind, files in our_changes(number).items():
            write(files, target / "changes" / "sitegen" / kind / str(number))
    for name, peer in zip(names, peers(names), strict=True):
        write_site(peer, all_pages, target / name)
        for number in range(count if peer.same else 0):
            for kind, files in changes(peer, all_pages, number).items():
                write(files, target / "changes" / name / kind / str(number))


def main() -> None:
    """Prepare as the command line says."""
    parser = argparse.ArgumentParser(description="Make a lab and the pages of other generators.")
    parser.add_argument("target", type=Path)
    parser.add_argument("reports", type=int)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--changes", type=int, default=1, help="how many of each kind")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no generator {min(unknown)}")
    prepare(options.reports, tuple(options.names), options.changes, options.target)


if __name__ == "__main__":
    main()
