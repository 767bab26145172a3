"""Scripts and style sheets are served without what only their authors need, and do the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen import render, slim
from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

TEMPLATES = Path(__file__).parents[1] / "templates"

KILOBYTE = 1000


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("// why\nconst a = 1; // how\n/* and\n   so on */ let b = a;\n", "const a=1;let b=a;"),
        ("return a  in  b;", "return a in b;"),
        ("a + +b - -c + d;", "a+ +b- -c+d;"),
        ("const f = (a, b) => {\n  go(a);\n};\n", "const f=(a,b)=>{go(a);};"),
        ("if (a) {\n  b();\n}\nc();\n", "if(a){b();}\nc();"),
        # Where a line end may be what ends a statement, it stays.
        ("a = b\nc()\n[d] = e\n(f)", "a=b\nc()\n[d]=e\n(f)"),
        ("a = b ? c\n  : d;\n", "a=b?c:d;"),
        ('say("a  // b", \'c  "d"\', "\\" /* e */");', 'say("a  // b",\'c  "d"\',"\\" /* e */");'),
        ("`a  ${ b ? `c  ( ${ d } )` : '' }  // e`", "`a  ${b?`c  ( ${d} )`:''}  // e`"),
        ("`${ { a: 1 }.a }  \\`  $ {`", "`${{a:1}.a}  \\`  $ {`"),
        ("text.replace(/[/ ]  \"/g, '')  / 2;", "text.replace(/[/ ]  \"/g,'')/2;"),
        ("return / a/.test(b) / c;", "return/ a/.test(b)/c;"),
        ("a = b / c / d; // e / f", "a=b/c/d;"),
    ],
)
def test_a_script_keeps_its_tokens(written: str, served: str) -> None:
    assert slim.script(written) == served
    assert slim.script(served) == served


def test_a_style_sheet_keeps_what_blanks_mean_something_in() -> None:
    written = (
        "/* The lab's. */\n.a :hover, .b > c {\n"
        '  content: "; } /* d */"; width: calc(1px + 2px) !important; }\n'
        "@media (min-width: 701px) {\n  .e { margin: 0 auto; }\n}\n"
    )
    assert slim.style(written) == (
        '.a :hover,.b > c{content:"; } /* d */";width:calc(1px + 2px) !important}'
        "@media (min-width:701px){.e{margin:0 auto}}"
    )


def test_what_is_vendored_or_of_the_lab_is_served_as_it_is(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["templates/static/ours.js"] = "// ours\nalert( 1 );\n"
    site = build(project(files)).files
    assert site["static/ours.js"] == b"// ours\nalert( 1 );\n"
    for path in (TEMPLATES / "static" / "vendor").iterdir():
        assert site[f"static/vendor/{path.name}"] == path.read_bytes()


def test_a_lab_around_the_templates_of_the_package_is_served_as_any_other() -> None:
    assert render.static_files(TEMPLATES) == render.static_files(None)


def test_all_own_scripts_and_the_style_sheet_are_small() -> None:
    served = {
        path: len(content)
        for path, content in render.static_files(None).items()
        # A published site has no script that reloads pages.
        if not path.startswith("static/vendor/") and path != "static/reload.js"
    }
    assert sum(size for path, size in served.items() if path.endswith(".js")) < 25 * KILOBYTE
    assert sum(size for path, size in served.items() if path.endswith(".css")) < 16 * KILOBYTE
