"""sitegen.yaml: everything has a default, and what cannot be used is said."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen import configuration
from sitegen.configuration import Configuration
from sitegen.redaction import Redaction


def load(text: str) -> tuple[Configuration, str]:
    its, problems = configuration.load(dedent(text))
    return its, "".join(f"{problem}\n" for problem in problems)


@pytest.mark.parametrize("text", ["", "# nothing set\n"])
def test_no_file_is_the_same_as_an_empty_one(text: str) -> None:
    assert load(text) == (Configuration(), "")


def test_what_is_set_is_used() -> None:
    assert load("""\
        title: Storage lab
        base_url: https://lab.example/reports
        rates: binary
        redact: [host17, project x]
        redact_defaults: off
        """) == (
        Configuration(
            title="Storage lab",
            base_url="https://lab.example/reports/",
            rates="binary",
            redaction=Redaction(("host17", "project x"), defaults=False),
        ),
        "",
    )


def test_what_cannot_be_used_keeps_its_default() -> None:
    assert load("""\
        title: [Storage, lab]
        base-url: https://lab.example/
        rates: si
        """) == (
        Configuration(),
        "sitegen.yaml:1:8: error[bad-configuration]: a list where text is expected\n"
        "sitegen.yaml:2:1: error[bad-configuration]: sitegen.yaml has no key 'base-url'\n"
        "  hint: did you mean 'base_url'?\n"
        "sitegen.yaml:3:8: error[bad-configuration]: 'si' is not one of decimal, binary\n",
    )


@pytest.mark.parametrize(
    "address",
    [
        "lab.example",
        "//lab.example/",
        "javascript:alert(1)",
        "file:///etc",
        "https://",
        "https://lab.example/?a=b",
        "https://lab.example/#a",
        "https://me@lab.example/",
        "https://lab.example:port/",
        "https://[lab/",
        "https://lab.example/a b",
    ],
)
def test_a_base_url_is_where_pages_can_lie_below(address: str) -> None:
    assert load(f"base_url: '{address}'") == (
        Configuration(),
        f"sitegen.yaml:1:11: error[bad-configuration]: '{address}' is not an address\n"
        "  hint: write it as https://lab.example/reports/\n",
    )


def test_a_file_that_is_not_yaml_is_said() -> None:
    assert load("title: a: b\n") == (
        Configuration(),
        "sitegen.yaml:1:9: error[bad-yaml]: a second colon in a value without quotes\n"
        "  hint: put the value in quotes\n",
    )
