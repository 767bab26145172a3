"""Lab reports whose numbers are checked against raw benchmark output."""

__version__ = "0.1.0"
