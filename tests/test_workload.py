"""What people state about a workload comes out in base units, by the vocabulary."""

from __future__ import annotations

from textwrap import dedent

from sitegen import metadata
from sitegen.record import Value
from sitegen.workload import workload


def read(text: str) -> tuple[dict[str, Value], str]:
    node, problems = metadata.load(dedent(text), "a.yaml")
    assert node is not None
    stated = workload.read(node, problems) or {}
    return {one.column: one.value for one in stated.values()}, "".join(
        f"{problem}\n" for problem in problems
    )


def test_each_column_has_its_type() -> None:
    assert read("""\
        file_size: 8 GiB
        runtime: 2 min
        read_share: 70 %
        rate_limit: 100 MB/s
        jobs: 4
        engine: 1e6
        """) == (
        {
            "workload.file_size": 8 * 2**30,
            "workload.runtime": 120,
            "workload.read_share": 0.7,
            "workload.rate_limit": 100_000_000,
            "workload.jobs": 4,
            "workload.engine": "1e6",
        },
        "",
    )


def test_a_value_without_its_unit_or_of_another_kind_is_left_out() -> None:
    assert read("file_size: 8192\nruntime: 8 GiB\nread_share: most\nrate_limit: 1 Gbit/s\n") == (
        {},
        "a.yaml:1:12: error[bad-value]: '8192' is not a size\n"
        "  hint: write it with its unit, such as 8 GiB\n"
        "a.yaml:2:10: error[bad-value]: '8 GiB' is not a duration\n"
        "  hint: write it with its unit, such as 60 s\n"
        "a.yaml:3:13: error[bad-value]: 'most' is not a fraction\n"
        "  hint: write it with its unit, such as 70 %\n"
        "a.yaml:4:13: error[bad-value]: '1 Gbit/s' is not a rate\n"
        "  hint: write it with its unit, such as 100 MB/s\n",
    )


def test_sources_that_differ_are_a_finding_and_the_first_is_used() -> None:
    assert read("""\
        file_size:
          - {value: 256 MiB, source: section 3.1}
          - {value: 128 MiB, source: summary}
        """) == (
        {"workload.file_size": 256 * 2**20},
        "a.yaml:2:13: warning[contradiction]: "
        "sources differ on file_size: '256 MiB' (section 3.1), '128 MiB' (summary)\n"
        "  hint: '256 MiB' is used, as the first; the others are shown beside it\n",
    )
