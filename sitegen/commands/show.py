"""`sitegen show FILE`: what one raw file yields, inside a project or without one."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from sitegen import results, show, unwrap, urls
from sitegen.commands import UsageError, reason
from sitegen.diagnostics import Diagnostic, Position, tally
from sitegen.project import bytes_of, content_of
from sitegen.results import FileReading


def run(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Print the records, facts and findings of a file; a file that cannot be read is a finding."""
    if options.sidecar:
        return _propose(options.file, out)
    reading = _read(options.file, options.described)
    if options.format == "json":
        out.write(show.as_json(reading))
    else:
        out.write(show.as_text(reading) + _referred(options.file, reading))
    return 1 if tally(reading.diagnostics).errors else 0


def _referred(file: Path, reading: FileReading) -> str:
    """Return the line that says how a report of the lab refers to the first value of a file.

    The target is written so that every reader of Markdown takes it as a whole.
    """
    place = file.absolute()
    tops = (one for one in place.parents if one.name == "results")
    top = next((one for one in tops if (one.parent / "content").is_dir()), None)
    if top is None or not reading.records:
        return ""
    several = sum(run.measured for run in reading.runs) > 1
    counted = Counter(record.metric for record in reading.records if record.columns["run"] == 1)
    metric = next(
        (one for one, number in counted.items() if number == 1), reading.records[0].metric
    )
    run = quote(urls.run_id(place.relative_to(top).as_posix())) + ":1" * several
    return f"in a report: [](result:{run}#{metric})\n"


def _propose(file: Path, out: TextIO) -> int:
    """Print a sidecar for the tables of a file, each guess with a comment."""
    try:
        content = bytes_of(file)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {reason(error)}") from None
    source, problems = unwrap.unwrap(file.as_posix(), content)
    out.writelines(f"# {problem}\n" for problem in problems)
    if source is None:
        return 1
    from sitegen.parsers import table

    out.write(table.propose(source))
    return 0


def _read(file: Path, sidecar: Path | None) -> FileReading:
    text = _text(sidecar) if sidecar else _beside(file)
    try:
        content = content_of(file)
    except OSError as error:
        message = f"the file cannot be read: {reason(error)}"
        problem = Diagnostic(Position(file.as_posix()), "unreadable-file", message)
        return FileReading(file.as_posix(), (), (), (), (), (problem,))
    reading = results.read_file(file.as_posix(), content, text)
    return _naming(reading, sidecar) if sidecar else reading


def _beside(file: Path) -> str | None:
    """Return the text of the sidecar that lies beside a file, if there is one."""
    sidecar = Path(f"{file}.yaml")
    return _text(sidecar) if sidecar.is_file() else None


def _text(sidecar: Path) -> str:
    try:
        return bytes_of(sidecar).decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{sidecar} cannot be read: {reason(error)}") from None


def _naming(reading: FileReading, sidecar: Path) -> FileReading:
    """Return a reading whose findings name the sidecar that was really read."""
    return reading._replace(
        diagnostics=tuple(
            one._replace(position=one.position._replace(path=sidecar.as_posix()))
            if one.position.path == f"{reading.path}.yaml"
            else one
            for one in reading.diagnostics
        )
    )
