"""The command: `sitegen` and `python -m sitegen`."""

from __future__ import annotations

import gc
import io
import os
import sys

from sitegen import cli


def main() -> int:
    """Run the command of this process and return its exit code."""
    # Records and pages make no cycles; looking for some all the time takes a fifteenth of a build.
    gc.set_threshold(100_000, 50, 50)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe carries UTF-8 in every locale; no name of a file can stop a report.
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    try:
        try:
            return cli.main(sys.argv[1:], sys.stdout, sys.stderr)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # `sitegen show FILE | head`
        # Python flushes once more at exit: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130  # what a shell reports for Ctrl-C


if __name__ == "__main__":
    sys.exit(main())
