"""The tools whose output is read, with the sources of their units."""

from __future__ import annotations

from sitegen.manual.markdown_tables import code, plain
from sitegen.parsers import known, profiles

_ABOUT = """\
Every parser states the unit that its tool means by the words it prints; what is known of that, and
from which source, stands with each form of output. `sitegen parsers --metrics` prints each metric
of each tool with an example, and a site has a page for each tool under `parsers/`.

"""


def text() -> str:
    """Return each tool with its forms of output."""
    table = known()
    parts = [_ABOUT]
    for name, its in sorted(profiles().items(), key=lambda one: one[1].tool.casefold()):
        versions = table[name].versions if name in table else ()
        held = f", held to real output of {plain(', '.join(versions))}" if versions else ""
        anchor = name.replace("_", "-")
        parts.append(f"## {plain(its.tool)} {{#{anchor}}}\n\nParser {code(name)}{held}.\n\n")
        parts += [f"- {plain(variant)}\n" for variant in its.variants]
        parts.append("\n")
    return "".join(parts)
