"""The front matter of a document: YAML between two lines '---' at its beginning."""

from __future__ import annotations

from sitegen import metadata
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Node, Text
from sitegen.schema import Problems

MARK = "---"


def split(text: str, path: str, problems: Problems) -> tuple[Node | None, str, int]:
    """Return the front matter of a document, its body, and the line at which that begins.

    There is none if it is missing, or is not the YAML that we read; `problems` say so then.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    problems += metadata.undecoded(text, path)
    lines = text.split("\n")
    if lines[0].rstrip() != MARK:
        problems.append(
            Diagnostic(
                Position(path, 1, 1),
                "bad-front-matter",
                "no front matter",
                "begin the file with a line '---', 'title: ...', and a line '---'",
            )
        )
        return None, "\n".join(lines), 1
    inside = range(1, len(lines))
    end = next((number for number in inside if lines[number].rstrip() == MARK), 0)
    if end:
        node, more = metadata.load("\n".join(lines[1:end]), path, 2)
        problems += more
        return node, "\n".join(lines[end + 1 :]), end + 2
    problems.append(
        Diagnostic(
            Position(path, 1, 1),
            "bad-front-matter",
            "the front matter has no end",
            "put a line '---' behind the last key",
        )
    )
    # Most likely it was to end at the first blank line.
    end = next((number for number in inside if not lines[number].strip()), len(lines))
    node, _ = metadata.load("\n".join(lines[1:end]), path, 2)
    front = node if isinstance(node, metadata.Mapping) else None
    return front, "\n".join(lines[end:]), end + 1


def listed(front: Node, key: str) -> list[Text]:
    """Return the texts of a list in front matter, or of what stands in place of one."""
    node = front.get(key) if isinstance(front, metadata.Mapping) else None
    items = node.items if isinstance(node, metadata.Sequence) else (node,)
    return [item for item in items if isinstance(item, Text)]
