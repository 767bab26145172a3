"""The verbs of the command line, each with its arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


def add_project(parser: argparse.ArgumentParser, default: Path | str) -> None:
    """Add --project, which may stand before a verb and behind it."""
    parser.add_argument(
        "--project",
        type=Path,
        default=default,
        metavar="DIR",
        help="the lab: a folder with content/ and results/ (default: the current folder)",
    )


def _caching(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cache",
        type=Path,
        metavar="DIR",
        help="keep drawn charts in this folder (default: that of the user for caches)",
    )
    parser.add_argument("--no-cache", action="store_true", help="draw every chart anew")


def _watched(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quiet", action="store_true", help="show no progress while it takes its time"
    )
    parser.add_argument(
        "--timings",
        action="store_true",
        help="print where the time went: by stage, kind of page, and the slowest of everything",
    )


def _spread(parser: argparse.ArgumentParser) -> None:
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--workers",
        type=_count,
        default=0,
        metavar="N",
        help="use N processes, on Linux (default: one for each processor, where that pays)",
    )
    who.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="read raw files on the Dask cluster with this scheduler, such as tcp://host:8786",
    )


def _count(text: str) -> int:
    """Return a number of processes."""
    if text.isascii() and text.isdigit() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 on")


def _trusted(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trusted-config",
        type=Path,
        metavar="DIR",
        help="take sitegen.yaml and templates/ from this folder, for changes by strangers",
    )


def _build(parser: argparse.ArgumentParser) -> None:
    _of_project(parser)
    _caching(parser)
    _watched(parser)
    _spread(parser)
    _trusted(parser)
    parser.add_argument(
        "--output", type=Path, metavar="DIR", help="where the site goes (default: site/ of the lab)"
    )
    parser.add_argument(
        "--preview",
        action="store_true",
        help="for a place where the site is only looked at: search engines are asked to stay away",
    )


def _check(parser: argparse.ArgumentParser) -> None:
    _of_project(parser)
    _caching(parser)
    _watched(parser)
    _spread(parser)
    _trusted(parser)
    _format(parser, "text", "json", "github", "gitlab", "junit", "rdjson")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="CODE",
        help="only findings with this code; may be given several times",
    )
    parser.add_argument(
        "--since", default="", metavar="REF", help="only findings on lines changed since a commit"
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 on a warning too")
    parser.add_argument(
        "--fix", action="store_true", help="write the right number where a report has a wrong one"
    )


def _diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="*",
        metavar="BASE[..HEAD]",
        help="commits (default: where the working tree left the default branch), or two folders",
    )
    _of_project(parser)
    _caching(parser)
    _watched(parser)
    _spread(parser)
    _trusted(parser)
    parser.add_argument(
        "--format", choices=("text", "md", "json", "html"), default="text", help="(default: text)"
    )
    parser.add_argument(
        "--preview-url", default="", metavar="URL", help="where the new site can be looked at"
    )
    parser.add_argument(
        "--max-bytes",
        type=int,
        default=60_000,
        metavar="N",
        help="how long Markdown may become (default: 60000, for a comment on a git host)",
    )
    parser.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 although something differs"
    )


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a raw file; FILE.yaml beside it is read too"
    )
    _format(parser, "text", "json")
    parser.add_argument(
        "--with",
        dest="described",
        type=Path,
        metavar="YAML",
        help="a description to use in place of FILE.yaml",
    )
    parser.add_argument(
        "--sidecar", action="store_true", help="propose a FILE.yaml for the tables in the file"
    )


def _export(parser: argparse.ArgumentParser) -> None:
    _of_project(parser)
    _watched(parser)
    _spread(parser)
    _format(parser, "csv", "json")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="a file to write (default: print)"
    )


def _serve(parser: argparse.ArgumentParser) -> None:
    _of_project(parser)
    _caching(parser)
    _watched(parser)
    parser.add_argument(
        "--port", type=int, help="the port to listen on (default: the first free one from 8000)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: this machine only)"
    )
    parser.add_argument(
        "--poll",
        action="store_true",
        help="look for changes every second, for folders that report none (NFS, containers)",
    )


def _import(parser: argparse.ArgumentParser) -> None:
    _of_project(parser)
    parser.add_argument(
        "page", type=Path, metavar="PAGE", help="an HTML or Markdown page, a text or a saved mail"
    )
    parser.add_argument(
        "--name", help="the name of its folder and its report (default: that of the file)"
    )


def _cache(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("show", "prune", "verify"),
        help="say what there is; remove what was not used lately; remove what is damaged",
    )
    _caching(parser)


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a folder that is new or empty")


def _permalinks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("update",),
        help="add the addresses that are new to permalinks.lock; check says which are gone",
    )
    _of_project(parser)
    _caching(parser)
    _watched(parser)


def _parsers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--metrics", action="store_true", help="also each metric, its unit and an example"
    )


def _manual(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="what to print (default: the list of topics)"
    )
    parser.add_argument(
        "--pages", type=Path, metavar="DIR", help="write each topic as a page for content/pages/"
    )
    parser.add_argument(
        "--schemas",
        type=Path,
        metavar="DIR",
        help="write JSON Schemas of all files that people write, for editors",
    )


def _of_project(parser: argparse.ArgumentParser) -> None:
    """Let --project stand behind the verb too, where it counts more than before it."""
    add_project(parser, argparse.SUPPRESS)


def _format(parser: argparse.ArgumentParser, usual: str, *others: str) -> None:
    parser.add_argument(
        "--format", choices=(usual, *others), default=usual, help=f"(default: {usual})"
    )


class Verb(NamedTuple):
    """What a command does, in a few words, and the arguments it takes."""

    about: str
    arguments: Callable[[argparse.ArgumentParser], None]


VERBS = {
    "build": Verb("build the site and say what was found", _build),
    "check": Verb("list everything that is wrong, with file, line and hint", _check),
    "diff": Verb("show which published numbers, claims and pages a change changes", _diff),
    "serve": Verb("show the site in the browser and keep it up to date", _serve),
    "show": Verb("print what a raw file yields", _show),
    "export": Verb("print all values with their conditions", _export),
    "import": Verb("make raw results, testbeds and a draft of a published page", _import),
    "new": Verb("make a small lab that is ready to build", _new),
    "parsers": Verb("list the tools whose output is known", _parsers),
    "manual": Verb("print the reference of this version", _manual),
    "cache": Verb("show, prune or verify what is kept between builds", _cache),
    "permalinks": Verb("note which addresses are published, so that none is lost", _permalinks),
}
