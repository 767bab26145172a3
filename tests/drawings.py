"""What is drawn of a specification: for tests that look at what stands in the drawing."""

from __future__ import annotations

from sitegen import drawing


def svg_of(
    specification: str, name: str = "c", title: str = "Title", description: str = "Text"
) -> str:
    """Return the drawing of a specification with a name, as a page has it."""
    made = drawing.draw(specification)
    assert not isinstance(made, drawing.NotDrawn), made.reason
    return drawing.named(made.page, name, title, description)
