"""Where the runs of pgbench begin and end in a file."""

from __future__ import annotations

from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._pgbench_block import ABORTED, BANNER, PROGRESS, Block, bare, field_of
from sitegen.record import Source


def blocks(source: Source) -> Iterator[Block | Diagnostic]:
    """Yield each run as far as it was printed."""
    block: Block | None = None
    failure: int | None = None
    for index, line in enumerate(source.lines):
        words = bare(line)
        if not words:
            continue
        if "pgbench (" in words and (match := BANNER.fullmatch(words)):
            if block:
                yield block
            block = Block(index, index, match[1])
            if match[2]:
                block.server = (index, match[2].split()[0])
            block.known.add(index)
        elif words.startswith("progress: ") and PROGRESS.match(words):
            if block is None:
                block = Block(index, index)
            elif block.is_done and block.has_progress:
                yield block
                block = Block(index, index)
            # Where the two outputs were kept apart, the progress of a run stands below its result.
            block.has_progress = True
            block.take(index)
        elif _is_abort(words):
            if block and (not block.is_done or "above results" in words):
                block.failure = index if block.failure is None else block.failure
                if "Run was aborted" in words:
                    yield block
                    block = None
            else:
                failure = index if failure is None else failure
        elif words.startswith("starting vacuum") and (block is None or block.is_done):
            if block:
                yield block
            block = Block(index, index)
            block.take(index)
        elif block and block.read(index, line):
            continue
        elif field_of(words):
            if block:
                yield block
            block = Block(index, index, failure=failure)
            failure = None
            block.read(index, line)
    if block:
        yield block
    if failure is not None:
        words = source.lines[failure].strip()
        yield source.problem(failure, "failed-run", f"pgbench stopped: {words}")


def _is_abort(words: str) -> bool:
    if "abort" not in words and "pgbench: " not in words and "failed" not in words:
        return False
    return bool(ABORTED.fullmatch(words))
