"""A comparison as text, Markdown, HTML and JSON. JSON holds all of it, the others serve people."""
