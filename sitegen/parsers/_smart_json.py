"""smartctl -j: the JSON of 7.x."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _smart
from sitegen.parsers._dumps import Things, dump, stated
from sitegen.parsers._json import Broken, Document, documents
from sitegen.parsers._text import ctime
from sitegen.record import Fact, Run, Source

Path = tuple[str | int, ...]

_TEXTS: dict[Path, str] = {
    ("model_family",): "family",
    ("model_name",): "model",
    ("scsi_model_name",): "model",
    ("scsi_product",): "model",
    ("scsi_vendor",): "vendor",
    ("firmware_version",): "firmware",
    ("scsi_revision",): "firmware",
    ("form_factor", "name"): "form-factor",
    ("sata_version", "string"): "interface",
    ("scsi_transport_protocol", "name"): "protocol",
    ("device", "protocol"): "protocol",
}
_WHOLE: dict[Path, tuple[str, int]] = {
    ("user_capacity", "bytes"): ("capacity", 1),
    ("nvme_total_capacity",): ("capacity", 1),
    ("logical_block_size",): ("sector-size", 1),
    ("physical_block_size",): ("physical-sector-size", 1),
    ("nvme_number_of_namespaces",): ("namespaces", 1),
    ("power_cycle_count",): ("power-cycles", 1),
    ("temperature", "current"): ("temperature", 1),
    ("scsi_grown_defect_list",): ("grown-defects", 1),
    ("nvme_smart_health_information_log", "data_units_read"): ("read", _smart.UNIT),
    ("nvme_smart_health_information_log", "data_units_written"): ("written", _smart.UNIT),
    ("nvme_smart_health_information_log", "unsafe_shutdowns"): ("unsafe-shutdowns", 1),
    ("nvme_smart_health_information_log", "media_errors"): ("media-errors", 1),
    ("nvme_smart_health_information_log", "num_err_log_entries"): ("logged-errors", 1),
}
_SHARES: dict[Path, str] = {
    ("nvme_smart_health_information_log", "available_spare"): "spare",
    ("nvme_smart_health_information_log", "percentage_used"): "wear",
    ("scsi_percentage_used_endurance_indicator",): "wear",
    ("endurance_used", "current_percent"): "wear",
    ("spare_available", "current_percent"): "spare",
}
_YES: dict[Path, tuple[str, str, str]] = {
    ("trim", "supported"): ("trim", "Available", "Unavailable"),
    ("write_cache", "enabled"): ("write-cache", "Enabled", "Disabled"),
    ("read_lookahead", "enabled"): ("read-ahead", "Enabled", "Disabled"),
    ("smart_status", "passed"): ("health", "PASSED", "FAILED"),
}
_NO_DEVICE = 0b11
"""Bits of the exit status: the command line was wrong, the device did not open (smartctl(8))."""


def runs(source: Source, tool: str, things: Things) -> Iterator[Run | Diagnostic]:
    """Yield a run for each document of smartctl in a source."""
    for document in documents(source, '"json_format_version"'):
        if isinstance(document, Broken):
            message = f"the JSON of smartctl is cut off or damaged: {document.reason}"
            yield source.problem(document.end, "incomplete-run", message)
            continue
        facts: dict[str, Fact] = {}
        for fact in _facts(document):
            facts.setdefault(fact.column, fact)
        program = _at(document.value, ("smartctl",))
        if not isinstance(program, dict):
            continue
        if facts:
            name = str(document.value.get("serial_number") or f"at {document.first}")
            version = ".".join(str(part) for part in program.get("version") or ())
            date = ctime(str(_at(document.value, ("local_time", "asctime")) or ""))
            its = things.facts(name, facts.values())
            yield dump(tool, document.first, document.last, its, version, date)
            yield from _smart.unhealthy(source, its)
        elif _number(program.get("exit_status")) & _NO_DEVICE:
            said = [str(one.get("string")) for one in program.get("messages") or ()]
            message = f"smartctl could not read the drive: {'; '.join(said)}"
            yield source.problem(document.first, "failed-run", message)


def _at(value: Any, path: Path) -> Any:
    """Return what stands at a path, or None."""
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    return value


def _number(value: object) -> int:
    return int(str(value)) if str(value).isdecimal() else 0


def _facts(document: Document) -> Iterator[Fact]:
    value = document.value
    for path, column in _TEXTS.items():
        if its := _at(value, path):
            yield from stated(column, its, document.line(*path))
    for path, (column, factor) in _WHOLE.items():
        its = str(_at(value, path))
        if its.isdecimal():
            written = its if factor == 1 else f"{its} data units"
            yield Fact(column, int(its) * factor, document.line(*path), written)
    for path, column in _SHARES.items():
        if str(its := _at(value, path)).isdecimal():
            yield from _smart.share(column, str(its), document.line(*path))
    for path, (column, yes, no) in _YES.items():
        its = _at(value, path)
        if isinstance(its, bool):
            words = yes if its else no
            yield Fact(column, words, document.line(*path), words)
    yield from _more(document)


def _more(document: Document) -> Iterator[Fact]:
    value = document.value
    rotation = str(_at(value, ("rotation_rate",)))
    if rotation.isdecimal():
        line = document.line("rotation_rate")
        if rotation == "0":
            yield Fact("medium", "Solid State Device", line, rotation)
        else:
            yield Fact("rotation", int(rotation), line, rotation)
    for name, column in (("max", "max-link-speed"), ("current", "link-speed")):
        speed = _at(value, ("interface_speed", name))
        if isinstance(speed, dict):
            bits = _number(speed.get("units_per_second")) * _number(speed.get("bits_per_unit"))
            line = document.line("interface_speed", name)
            if bits:
                yield Fact(column, bits, line, str(speed.get("string") or bits))
    hours = _at(value, ("power_on_time", "hours"))
    if hours is not None:
        seconds = _number(hours) * 3600
        seconds += _number(_at(value, ("power_on_time", "minutes"))) * 60
        yield Fact("power-on-time", seconds, document.line("power_on_time"), f"{hours} hours")
    for name, column in (("read", "read"), ("write", "written")):
        gigabytes = _at(value, ("scsi_error_counter_log", name, "gigabytes_processed"))
        if gigabytes is not None:
            line = document.line("scsi_error_counter_log", name)
            yield Fact(column, int(float(gigabytes) * 1e9), line, f"{gigabytes} GB")
    table = _at(value, ("ata_smart_attributes", "table"))
    for place, row in enumerate(table if isinstance(table, list) else ()):
        raw = str(_at(row, ("raw", "string")) or "")
        line = document.line("ata_smart_attributes", "table", place)
        yield from _smart.attribute(_number(row.get("id")), str(row.get("name")), raw, line)
