"""bonnie++: text tables, CSV lines and HTML tables of versions 1.0x, 1.9x and 2.00.

The text table and the CSV line of one run are one run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._bonnie_phases import BULK, FILES, agree, bulk_load, files_load, phases_of
from sitegen.parsers._bonnie_print import Print, Row
from sitegen.parsers._bonnie_text import Table, scan
from sitegen.record import Run, Source, Value

TOOL = "bonnie++"
PROGRESS = ("Writing a byte at a time", "Writing with putc()", "Writing intelligently")
MARKS = (
    "Sequential Output",
    "Sequential Create",
    "1.96,1.9",
    "1.97,1.9",
    "1.98,",
    "G,",
    "M,",
    "G:",
    "M:",
    ",,,,,,,",
    *PROGRESS,
)
VARIANTS = (
    "text tables of 1.00 to 1.03: K/sec is 1024 bytes (bon_time.cpp of 1.03e: file size in MiB * "
    "1024 / seconds), files are counted in 1024 (DirectoryUnit in bonnie.h)",
    "text tables of 1.96 and 1.97, with latencies, which are maxima (bon_time.cpp)",
    "text tables of 1.98 and 2.00: k, m, g are KiB, MiB, GiB (changelog of 1.98); in place of the "
    "rates of create, stat and delete they print the number of files, which is refused",
    "CSV lines of 27 (1.0x), 48 (1.96, 1.97) and 50 fields (1.98, 2.00), also of -q and -x: KiB/s",
    "text of bon_csv2txt; HTML of bon_csv2html, since 1.98 in MiB/s for block I/O (changelog)",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    tables, records, understood = scan(source.lines)
    found = [(text, table) for table in tables for text in table.prints()]
    prints = [text for text, _ in found]
    if source.html and "Sequential Output" in source.text:
        # BeautifulSoup takes a tenth of a second to import, and most results are text.
        from sitegen.parsers._bonnie_html import html_prints

        prints += html_prints(source)
    mates, alone = _paired(prints, records)
    names = {print_.name for print_ in (*prints, *alone)} - {""}
    bare: set[int] = set()
    for number, text in enumerate(prints):
        record = mates.get(number)
        if not record and number < len(found):
            bare.add(id(found[number][1]))
            if found[number][1].is_cut:
                continue
        yield from _run(source, text, record, understood, several=len(names) > 1)
    for record in alone:
        yield from _run(source, None, record, understood, several=len(names) > 1)
    for print_ in prints[len(found) :]:
        yield from _without_latencies(source, print_.version, (print_.bulk, print_.files))
    for table in tables:
        if id(table) in bare or not (table.bulk or table.files):
            yield from _lacking(source, table, records)
    if "Writing " in source.text:
        yield from _unfinished(source, max(understood, default=-1))


def _paired(
    prints: Sequence[Print], records: Sequence[Print]
) -> tuple[dict[int, Print], list[Print]]:
    """Return the CSV line of each print, by its number, and the CSV lines that stand alone."""
    mates: dict[int, Print] = {}
    alone: list[Print] = []
    for record in records:
        best, most = -1, 0.5
        for number, text in enumerate(prints):
            if number not in mates and (share := _likeness(text, record)) > most:
                best, most = number, share
        if best < 0:
            alone.append(record)
        else:
            mates[best] = record
    return mates, alone


def _likeness(text: Print, record: Print) -> float:
    """Return the share of the text's values that the CSV line has too."""
    if not (text.name.startswith(record.name) or record.name.startswith(text.name)):
        return 0.0
    same = count = 0
    for row, its in ((text.bulk, record.bulk), (text.files, record.files)):
        if row is None:
            continue
        if its is None or row.label.partition(":")[0] != its.label.partition(":")[0]:
            return 0.0
        if row.cells == its.cells:
            same += 12
            count += 12
        elif row.cells:
            # The shares of CPU time count too: 2.00 prints no rates of files in its text.
            verdicts = [
                cell == exact or agree(cell, exact)
                for cell, exact in zip(row.cells, its.cells, strict=True)
                if cell
            ]
            same += sum(verdicts)
            count += len(verdicts)
    return same / count if count else 1.0


def _run(
    source: Source,
    text: Print | None,
    record: Print | None,
    understood: frozenset[int],
    *,
    several: bool,
) -> Iterator[Run | Diagnostic]:
    its = record or text
    assert its
    version = its.version or (text.version if text else "")
    seeks: dict[str, Value] = {"processes": int(its.seekers)} if its.seekers else {}
    upper, lower = (text.bulk, text.files) if text else (None, None)
    bulk, files = (record.bulk, record.files) if record else (None, None)
    findings: list[Diagnostic] = []
    load = bulk_load(upper, bulk)
    measurements = phases_of(source, upper, bulk, BULK, version, load, seeks, findings)
    if counted := files or lower:
        load = files_load(counted)
        measurements += phases_of(source, lower, files, FILES, version, load, {}, findings)
    yield from findings
    if not measurements:
        return
    name = its.name or (text.name if text else "")
    workload: dict[str, Value] = {}
    if its.concurrency.isdecimal():
        workload["concurrency"] = int(its.concurrency)
    if several and name:
        # Several names in one file are labels that people gave with -m.
        workload["series"] = name
    printed = text or its
    last = printed.last
    if text and record and 0 < record.head - last < 4:
        last = record.head
    yield Run(TOOL, version, printed.head, last, measurements, (), workload, furniture=understood)


def _lacking(source: Source, table: Table, records: Sequence[Print]) -> Iterator[Diagnostic]:
    """Yield what a table without a CSV line lacks."""
    if not table.bulk and not table.files:
        if not any(record.head > table.head for record in records):
            message = "a bonnie++ table ends at its head: no row follows"
            yield source.problem(table.head, "incomplete-run", message)
        return
    if table.is_cut:
        message = "the table of file creation ends at its head: the output is cut off"
        yield source.problem(table.files_head, "incomplete-run", message)
        return
    if table.bulk and not table.files:
        message = "there is neither a table of file creation nor a CSV line"
        hint = "either the output is cut off, or bonnie++ ran with -n 0"
        yield source.problem(table.bulk[-1][1].line, "missing-field", message, hint)
    rows = [row for _, row in (*table.bulk, *table.files)]
    yield from _without_latencies(source, table.version, rows)


def _without_latencies(
    source: Source, version: str, rows: Iterable[Row | None]
) -> Iterator[Diagnostic]:
    for row in rows if version >= "1.9" else ():
        if row and row.cells and not any(row.latencies):
            message = f"bonnie++ {version} prints a line of latencies below this one"
            yield source.problem(row.line, "missing-field", message)


def _unfinished(source: Source, last: int) -> Iterator[Diagnostic]:
    """Yield a finding if bonnie++ began to work below line `last`, and no result follows."""
    lines = source.lines
    began = [n for n in range(last + 1, len(lines)) if lines[n].lstrip().startswith(PROGRESS)]
    if not began:
        return
    for index in range(began[0], len(lines)):
        words = lines[index].rpartition("...")[2].strip()
        if words.startswith(("Can't", "Drastic", "Error")):
            yield source.problem(index, "failed-run", f"bonnie++ stopped: {words}")
            return
    yield source.problem(began[-1], "incomplete-run", "bonnie++ began to work, but gave no result")
