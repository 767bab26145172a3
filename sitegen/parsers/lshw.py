"""lshw -json, -xml and text: the system, its processors, memory, drives and networks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _lshw_short, _xml
from sitegen.parsers._dumps import Things, dump, stated
from sitegen.parsers._json import Broken, documents
from sitegen.parsers._lshw_nodes import Node, from_json, from_text, from_xml, quantity, untranslated
from sitegen.record import Fact, Run, Source

TOOL = "lshw"
MARKS = ('"claimed"', ' claimed="true"', "*-", _lshw_short.MARK)
VARIANTS = (
    "-json: an object, a list of them since B.02.19, or before that several with commas between "
    "and behind them; sizes in bytes, Hz and bit/s, as `units` says (core/print.cc)",
    "-xml; text, where sizes are rounded and nothing tells that it is whole: no numbers of modules",
    "-short: names and sizes; those of disks are powers of 1000 (core/print.cc)",
)

_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_MEMORY_TYPE = re.compile(r"\b(DDR\d?|LPDDR\d|SDRAM|FB-DIMM|RAM)\b")
_NOTHING = frozenset(("not available", "unknown", "[empty]", "[vide]", "not specified", "empty"))


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    text = source.text
    things = {root: Things(root) for root in ("drive", "controller", "nic")}
    if '"claimed"' in text:
        yield from _json(source, things)
    if ' claimed="true"' in text:
        for item in _xml.elements(source, "node", "lshw"):
            if isinstance(item, Diagnostic):
                yield item
            else:
                root = from_xml(item[0])
                facts = list(_facts([root], things, whole=True))
                if facts:
                    yield dump(TOOL, root.line, item[1], facts)
    if _lshw_short.MARK in text:
        yield from _lshw_short.runs(source, TOOL, things)
    if "*-" in text:
        for root, first, last in from_text(source):
            facts = list(_facts([root], things, whole=False))
            if facts:
                yield dump(TOOL, first, last, facts)
            if found := untranslated(root):
                message = f"'{found[0]}' is no label of lshw in a language that is known"
                hint = "run it with LC_ALL=C, or keep -json, which is never translated"
                yield source.problem(found[1], "missing-field", message, hint)


def _json(source: Source, things: dict[str, Things]) -> Iterator[Run | Diagnostic]:
    mended = _TRAILING_COMMA.sub(lambda match: " " + match[1], source.text)
    if mended != source.text:
        source = replace(source, lines=mended.split("\n"))
    for document in documents(source, '"claimed"'):
        if isinstance(document, Broken):
            message = f"the JSON of lshw is cut off or damaged: {document.reason}"
            yield source.problem(document.end, "incomplete-run", message)
            continue
        rows = document.value if isinstance(document.value, list) else [document.value]
        listed = isinstance(document.value, list)
        nodes = [
            from_json(document, row, (place,) if listed else ())
            for place, row in enumerate(rows)
            if isinstance(row, dict) and "class" in row
        ]
        whole = listed or any(node.kind == "system" for node in nodes)
        facts = list(_facts(nodes, things, whole=whole))
        if facts:
            yield dump(TOOL, document.first, document.last, facts)


def _facts(nodes: Sequence[Node], things: dict[str, Things], *, whole: bool) -> Iterator[Fact]:
    """Yield what the trees say; `whole` is whether no node can be missing."""
    every = [node for root in nodes for node in root.walk()]
    for node in every:
        name = node.id.partition(":")[0]
        if node.kind == "system":
            yield from _plain(node, "system", {"vendor": "vendor", "product": "model"})
        elif name == "core" and node.kind == "bus":
            yield from _plain(node, "board", {"vendor": "vendor", "product": "model"})
        elif name == "firmware":
            names = {"vendor": "vendor", "version": "version", "date": "date"}
            yield from _plain(node, "bios", names)
        elif name == "memory" and node.text("size"):
            yield from _sized(node, "size", "memory.installed")
        elif node.kind == "storage" and node.text("product"):
            names = {"product": "model", "vendor": "vendor"}
            yield from things["controller"].facts(_key(node), _device(node, names))
        elif node.kind == "network" and node.text("product"):
            names = {
                "product": "model",
                "vendor": "vendor",
                "size": "speed",
                "capacity": "max-speed",
            }
            yield from things["nic"].facts(_key(node), _device(node, names))
    for root in nodes:
        yield from _drives(root, None, things["drive"])
    yield from _processors(every, whole=whole)
    if whole:
        yield from _modules(every)


def _key(node: Node) -> str:
    return node.text("businfo") or node.text("logicalname") or f"{node.id} {node.line}"


def _said(node: Node, name: str) -> list[Fact]:
    value, line = node.said.get(name, ("", 0))
    return [] if value.lower() in _NOTHING else stated("", value, line)


def _plain(node: Node, root: str, names: dict[str, str]) -> Iterator[Fact]:
    for name, column in names.items():
        for fact in _said(node, name):
            yield fact._replace(column=f"{root}.{column}")


def _sized(node: Node, name: str, column: str) -> Iterator[Fact]:
    value, line = node.said.get(name, ("", 0))
    number = quantity(value)
    if number:
        unit = "Hz" if name == "clock" else node.text("units")
        yield Fact(column, number, line, f"{value} {unit}".strip() if value.isdecimal() else value)


def _device(node: Node, names: dict[str, str]) -> Iterator[Fact]:
    """Yield what is said of a controller or a network card."""
    for name, column in names.items():
        if name in ("size", "capacity"):
            yield from _sized(node, name, column)
        else:
            for fact in _said(node, name):
                yield fact._replace(column=column)
    for name in ("driver", "firmware"):
        if name in node.settings:
            yield from stated(name, node.settings[name], node.line)


def _drives(node: Node, above: Node | None, things: Things) -> Iterator[Fact]:
    """Yield the drives; a namespace of NVMe has the model of the controller above it."""
    if node.kind == "disk" and node.text("size") and not node.id.startswith(("cdrom", "medium")):
        its = node if node.text("product") or above is None else above
        name = node.text("logicalname").removeprefix("/dev/")
        facts = stated("name", name, node.said.get("logicalname", ("", node.line))[1])
        for key, column in (("product", "model"), ("vendor", "vendor"), ("version", "firmware")):
            facts += [fact._replace(column=column) for fact in _said(its, key)]
        facts += _sized(node, "size", "capacity")
        for key, column in (
            ("logicalsectorsize", "sector-size"), ("sectorsize", "physical-sector-size"),
        ):  # fmt: skip
            if node.settings.get(key, "").isdecimal():
                size = node.settings[key]
                facts.append(Fact(column, int(size), node.line, size))
        yield from things.facts(name or f"{node.id} {node.line}", facts)
    for inner in node.inner:
        yield from _drives(inner, node, things)


def _processors(nodes: Sequence[Node], *, whole: bool) -> Iterator[Fact]:
    there = [
        node
        for node in nodes
        if node.kind == "processor" and not node.disabled and node.text("product")
    ]
    if not there:
        return
    head = there[0]
    yield from _plain(head, "cpu", {"product": "model", "vendor": "vendor"})
    yield from _sized(head, "capacity", "cpu.max-frequency")
    yield from _sized(head, "size", "cpu.frequency")
    if head.settings.get("cores", "").isdecimal():
        cores = head.settings["cores"]
        yield Fact("cpu.cores-per-socket", int(cores), head.line, cores)
    if not whole:
        return
    yield Fact("cpu.sockets", len(there), head.line, f"{len(there)} processors")
    for name, column in (("cores", "cpu.cores"), ("threads", "cpu.threads")):
        counts = [node.settings.get(name, "") for node in there]
        if all(count.isdecimal() for count in counts):
            yield Fact(column, sum(map(int, counts)), head.line, " + ".join(counts))


def _modules(nodes: Sequence[Node]) -> Iterator[Fact]:
    """Yield the kinds of memory modules, each with their number, and what all hold together."""
    banks = [node for node in nodes if node.id.partition(":")[0] == "bank"]
    kinds: Counter[tuple[str, ...]] = Counter()
    examples: dict[tuple[str, ...], Node] = {}
    total = 0
    for bank in banks:
        size = quantity(bank.text("size"))
        if not size:
            continue
        total += size
        names = ("size", "description", "clock", "product", "vendor")
        key = tuple(bank.text(name) for name in names)
        kinds[key] += 1
        examples.setdefault(key, bank)
    if not total:
        return
    yield Fact("memory.installed", total, banks[0].line, f"{sum(kinds.values())} modules")
    yield Fact("memory.slots", len(banks), banks[0].line, f"{len(banks)} banks")
    for place, (key, count) in enumerate(kinds.items(), 1):
        prefix = "dimm" if place == 1 else f"dimm.{place}"
        its = examples[key]
        yield Fact(f"{prefix}.modules", count, its.line, f"{count} alike")
        yield from _sized(its, "size", f"{prefix}.size")
        yield from _sized(its, "clock", f"{prefix}.speed")
        yield from _plain(its, prefix, {"product": "model", "vendor": "vendor"})
        if kind := _MEMORY_TYPE.search(its.text("description")):
            line = its.said["description"][1]
            yield Fact(f"{prefix}.type", kind[1], line, its.text("description"))
