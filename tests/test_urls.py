"""Addresses are promises: plain, relative, and the same on every machine."""

from __future__ import annotations

import pytest

from sitegen import urls


@pytest.mark.parametrize(
    ("made", "address"),
    [
        (urls.report("lsi-3994"), "reports/lsi-3994/"),
        (urls.report("zfs on san"), "reports/zfs-on-san/"),
        (urls.hardware("wd800"), "hardware/wd800/"),
        (urls.testbed("lsi-3994/mirrored"), "testbeds/lsi-3994/mirrored/"),
        (urls.run("lsi-3994/mirrored/bonnie"), "runs/lsi-3994/mirrored/bonnie/"),
        (urls.run("rig/dd:2"), "runs/rig/dd/#run-2"),
        (urls.run_line("rig/dd:2", 7), "runs/rig/dd/#L7"),
        (urls.run("st3000(retail)/Run 1"), "runs/st3000-retail/run-1/"),
        (urls.run("größe/☃"), "runs/grosse/x/"),
        (urls.run("a/../../etc/passwd"), "runs/a/x/x/etc/passwd/"),
        (urls.chart_file("seq", "png"), "charts/seq.png"),
    ],
)
def test_addresses_have_neither_blanks_nor_capitals(made: str, address: str) -> None:
    assert made == address


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("results/lsi-3994/mirrored/bonnie.txt", "lsi-3994/mirrored/bonnie"),
        ("results/a/bonnie.txt.gz", "a/bonnie"),
        ("results/a/fio-3.37.json", "a/fio-3.37"),
        ("results/a/.hidden", "a/.hidden"),
    ],
)
def test_the_id_of_a_raw_file_is_its_path_without_the_ending(path: str, name: str) -> None:
    assert urls.run_id(path) == name


@pytest.mark.parametrize(
    ("to", "page", "link"),
    [
        ("", "", "index.html"),
        ("", "reports/a/", "../../index.html"),
        ("reports/a/", "", "reports/a/index.html"),
        ("hardware/x/", "reports/a/", "../../hardware/x/index.html"),
        ("runs/x/#L7", "reports/a/", "../../runs/x/index.html#L7"),
        ("runs/x/#L7", "runs/x/", "#L7"),
        ("charts/a.png", "charts/a/", "../a.png"),
        ("static/site.css", "", "static/site.css"),
    ],
)
def test_links_are_relative_and_work_from_a_disk(to: str, page: str, link: str) -> None:
    assert urls.relative(to, page) == link
