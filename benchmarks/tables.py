"""What was measured as tables in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from benchmarks.cases import CASES, DRAWN, Floor, Made, Pair
from benchmarks.timing import Took, median

SMALL = 0.1
_MEGABYTE = 1e6


def ratio(pairs: Sequence[Pair], what: str = "wall") -> float | None:
    """Return the median of ours over theirs, pair by pair; None without a pair."""
    both = [(one.ours, one.theirs) for one in pairs if one.theirs]
    ratios = [getattr(mine, what) / getattr(theirs, what) for mine, theirs in both]
    return median(ratios) if ratios else None


def times(number: float) -> str:
    """Return a ratio with at least two digits that count."""
    return f"{number:.2f}" if number >= SMALL else f"{number:.2g}"


def groups(pairs: Iterable[Pair]) -> dict[tuple[int, str, str], list[Pair]]:
    """Return pairs by size of lab, generator and case."""
    found: dict[tuple[int, str, str], list[Pair]] = {}
    for one in pairs:
        found.setdefault((one.reports, one.name, one.case), []).append(one)
    return found


def builds(pairs: Iterable[Pair]) -> str:
    """Return the table of times."""
    rows = [
        "| Reports | Beside | Case | sitegen, s | other, s | Wall, ratio | Work, ratio | Pairs |",
        "| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (reports, name, case), its in groups(pairs).items():
        if case == DRAWN:
            what = "charts drawn"
            rows.append(_row(f"{reports:,}", "", what, _wall(its, _ours), "", "", "", len(its)))
            continue
        ratios = [one.ours.wall / one.theirs.wall for one in its if one.theirs]
        spread = times(median(ratios))
        if len(ratios) > 1:
            spread += f" ({times(min(ratios))} to {times(max(ratios))})"
        rows.append(
            _row(
                f"{reports:,}",
                name,
                CASES[case],
                _wall(its, _ours),
                _wall(its, _theirs),
                spread,
                times(ratio(its, "work") or 0),
                len(its),
            )
        )
    return "\n".join(rows)


def sizes(pairs: Iterable[Pair], made: Iterable[Made]) -> str:
    """Return the table of memory in cold builds, and of what was written."""
    its = groups(pairs)
    rows = [
        "| Reports | Generator | Memory of the largest process, MB | of all, MB | Files | MB |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for one in made:
        took: list[Took] = []
        for (reports, name, case), some in its.items():
            if reports == one.reports and case == "cold":
                if one.name == "sitegen":
                    took += map(_ours, some)
                elif one.name == name:
                    took += map(_theirs, some)
        largest = f"{median(each.memory for each in took) / _MEGABYTE:.0f}" if took else ""
        seen = [each.all_memory for each in took if each.all_memory]
        together = f"{median(seen) / _MEGABYTE:.0f}" if seen else ""
        size = f"{one.tree.size / _MEGABYTE:,.1f}"
        rows.append(
            _row(f"{one.reports:,}", one.name, largest, together, f"{one.tree.files:,}", size)
        )
    return "\n".join(rows)


def floors(some: Sequence[Floor]) -> str:
    """Return the table of our cold builds beside the least that they have to do."""
    rows = [
        "| Reports | sitegen cold, s | Reading all inputs, writing all outputs, s | Ratio |",
        "| ---: | ---: | ---: | ---: |",
    ]
    for reports in dict.fromkeys(one.reports for one in some):
        its = [one for one in some if one.reports == reports]
        rows.append(
            _row(
                f"{reports:,}",
                f"{median(one.ours for one in its):.2f}",
                f"{median(one.floor for one in its):.2f}",
                f"{median(one.ours / one.floor for one in its):.1f}",
            )
        )
    return "\n".join(rows)


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _wall(pairs: Sequence[Pair], of: Callable[[Pair], Took]) -> str:
    return f"{median(of(one).wall for one in pairs):.2f}"


def _ours(pair: Pair) -> Took:
    return pair.ours


def _theirs(pair: Pair) -> Took:
    if pair.theirs is None:
        raise ValueError("nothing was measured beside ours")
    return pair.theirs
