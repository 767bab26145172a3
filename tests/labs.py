"""Small labs made of a few values, for tests of references and claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sitegen import claims, dataset, doubts, references, testbed, vocabulary
from sitegen.claims import Claim
from sitegen.diagnostics import Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.lab import Lab, RawFile, RunEntry
from sitegen.prose import Link
from sitegen.record import Certainty, Record, Value
from sitegen.results import FileReading, FoundRun
from sitegen.units import Number, tidy

PAGE = Position("content/reports/a.md", 14, 24)


def value(
    run: str,
    metric: str,
    number: str | Number,
    unit: str,
    line: int = 7,
    certainty: Certainty = "exact",
    **columns: Value,
) -> Record:
    """Return a record of `results/<run>.txt`; `workload__x` stands for the column `workload.x`."""
    operation, quantity, *statistic = metric.split(".", 2)
    its: dict[str, Value] = {
        "run": run, "tool": "bonnie++", "operation": operation, "quantity": quantity,
        "testbed": run.rpartition("/")[0],
    }  # fmt: skip
    its.update({"statistic": statistic[0]} if statistic else {})
    its.update({name.replace("__", "."): one for name, one in columns.items()})
    path = f"results/{run.partition(':')[0]}.txt"
    base = vocabulary.QUANTITIES[quantity].unit
    return Record(
        tidy(number, unit), base, its, Position(path, line), f"{number} {unit}", certainty
    )


def lab(
    records: Iterable[Record] = (),
    testbeds: Mapping[str, str] | None = None,
    hardware: Iterable[Hardware] = (),
    texts: Mapping[str, str] | None = None,
    findings: Iterable[Diagnostic] = (),
) -> Lab:
    """Return a lab: records, testbed.yaml texts by folder, hardware, raw texts by run, findings."""
    known = tuple(records)
    catalogue = {one.id: one for one in hardware}
    beds, problems = testbed.load(
        {f"results/{path}/testbed.yaml": text for path, text in (testbeds or {}).items()}, catalogue
    )
    assert problems == []
    names = dict.fromkeys([*(record.run.partition(":")[0] for record in known), *(texts or {})])
    files = {
        f"results/{name}.txt": RawFile(
            f"results/{name}.txt",
            name,
            (texts or {}).get(name, "").encode(),
            FileReading(
                f"results/{name}.txt",
                (),
                (),
                (),
                (),
                tuple(one for one in findings if one.position.path == f"results/{name}.txt"),
            ),
            name.rpartition("/")[0],
        )
        for name in names
    }
    runs = {
        record.run: RunEntry(
            record.run,
            FoundRun(1, "bonnie++", "", "", 1, 9, True),
            files[record.position.path],
        )
        for record in known
    }
    return doubts.marked(Lab(dataset.of(known), beds, catalogue, files, runs))[0]


def judged(text: str, target: str, its: Lab, title: str = "") -> Claim:
    """Return the verdict on `[text](target "title")`."""
    reference = references.parse(target, PAGE)
    found = reference if isinstance(reference, Diagnostic) else references.resolve(reference, its)
    kind = "result" if isinstance(reference, Diagnostic) else reference.kind
    return claims.judge(Link(kind, target, text, text, title, PAGE), found)


def printed(text: str, target: str, its: Lab, title: str = "") -> str:
    """Return the verdict on a link, and the finding if it makes one."""
    claim = judged(text, target, its, title)
    return f"{claim.verdict}\n{claim.diagnostic}" if claim.diagnostic else claim.verdict
