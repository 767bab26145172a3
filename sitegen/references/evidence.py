"""What in a lab a reference leads to."""

from __future__ import annotations

from dataclasses import dataclass

from sitegen.diagnostics import Diagnostic, Position
from sitegen.lab import Lab
from sitegen.references import places
from sitegen.references.choice import Wanted, metric_problem, one
from sitegen.references.places import Place, Stated
from sitegen.references.targets import Reference
from sitegen.samples import Sample


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured value, and what it is set against: another one, a stated limit, or nothing."""

    reference: Reference
    sample: Sample
    other: Sample | Stated | None = None

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """Return the findings that doubt either of the values."""
        samples = [one for one in (self.sample, self.other) if isinstance(one, Sample)]
        return tuple(dict.fromkeys(doubt for its in samples for doubt in its.doubts))

    @property
    def places(self) -> tuple[Position, ...]:
        """Return where all the values stand, those of the other at the end."""
        samples = [one for one in (self.sample, self.other) if isinstance(one, Sample)]
        places = [record.position for sample in samples for record in sample.records]
        if isinstance(self.other, Stated):
            places.append(self.other.fact.position)
        return tuple(places)


Resolved = Measured | Stated | Place


def resolve(reference: Reference, lab: Lab) -> Resolved | Diagnostic:
    """Return what a reference leads to, or why it leads to nothing or to more than one thing."""
    if reference.kind == "result":
        return _result(reference, lab)
    find = {"testbed": places.testbed, "hardware": places.hardware, "run": places.run}
    return find[reference.kind](reference.path, reference.fragment, lab, reference.position)


def _result(reference: Reference, lab: Lab) -> Measured | Diagnostic:
    operation, _, rest = reference.fragment.partition(".")
    quantity, _, statistic = rest.partition(".")
    metric = {"operation": operation, "quantity": quantity, "statistic": statistic}
    wanted = Wanted(
        reference.path,
        {**reference.filters, **{column: name for column, name in metric.items() if name}},
        f"'{reference.target}'",
        reference.position,
    )
    clash = next((c for c, name in metric.items() if name and c in reference.filters), None)
    if clash:
        message = f"'{reference.target}' names the {clash} twice"
        return reference.problem("bad-reference", message, "name it after the # alone")
    if problem := metric_problem(wanted):
        return problem
    sample = one(wanted, lab)
    if isinstance(sample, Diagnostic):
        return sample
    other = _other(reference, wanted, sample, lab)
    if isinstance(other, Diagnostic):
        return other
    return Measured(reference, sample, other)


def _other(
    reference: Reference, wanted: Wanted, sample: Sample, lab: Lab
) -> Sample | Stated | Diagnostic | None:
    """Return the baseline of a reference, or the whole that it is a share of."""
    if not reference.relation:
        return None
    if reference.other.startswith("limit:"):
        if reference.relation == "vs" or reference.others:
            message = f"'{reference.other}' is a whole, and takes no filters"
            return reference.problem("bad-reference", message, f"write 'of={reference.other}'")
        name = reference.other.removeprefix("limit:")
        return places.limit(str(sample.record.columns.get("testbed", "")), name, sample.unit, lab,
                            reference.position)  # fmt: skip
    replaced = {_short(column) for column in reference.others or {}}
    metric = {
        name: str(sample.record.columns.get(name, ""))
        for name in ("operation", "quantity", "statistic")
    }
    filters = {c: v for c, v in {**wanted.filters, **metric}.items() if _short(c) not in replaced}
    its = Wanted(
        reference.other or reference.path,
        {**filters, **(reference.others or {})},
        f"the {'baseline' if reference.relation == 'vs' else 'whole'} of '{reference.target}'",
        reference.position,
    )
    other = metric_problem(its) or one(its, lab)
    if isinstance(other, Sample) and other.unit != sample.unit:
        message = f"{its.name} is in {other.unit}, and the result in {sample.unit}"
        return reference.problem("bad-reference", message)
    if isinstance(other, Sample) and other.records == sample.records:
        message = f"{its.name} is the result itself"
        hint = "add a filter that tells the two apart, such as vs.COLUMN=VALUE"
        return reference.problem("bad-reference", message, hint)
    return other


def _short(column: str) -> str:
    return column.removeprefix("workload.").removeprefix("testbed.")
