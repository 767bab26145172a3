"""`sitegen export`: all values of a lab, with their conditions."""

from __future__ import annotations

import argparse
from typing import TextIO

from sitegen import commands
from sitegen.commands import UsageError


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print or write all records as CSV or JSON."""
    project = commands.project(options)
    commands.require_packages()
    from sitegen import configuration, content, doubts, export, loading

    settings = configuration.load(project.settings(configuration.FILE))[0]
    # What is wrong with documents is for `check`; those of hardware say which values are doubted.
    texts = content.texts(project)
    hide = settings.redaction.hide_texts
    hardware = content.load({path: hide(one) for path, one in texts.items()})[0].hardware
    with commands.watched(options, err) as stages:
        reader = commands.reader(options, err)
        known = loading.load(project, hardware, reader, settings.redaction, stages)[0]
        stages.begin("checking values")
        records = doubts.marked(known)[0].dataset.records
    text = export.as_csv(records) if options.format == "csv" else export.as_json(records)
    if options.output is None:
        out.write(text)
        return 0
    try:
        options.output.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{options.output} cannot be written: {commands.reason(error)}") from None
    out.write(f"{options.output}: {len(records)} values\n")
    return 0
