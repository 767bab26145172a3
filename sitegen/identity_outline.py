"""Whether a text can hold a shape at all, seen in its outline: nearly as fast as copying it.

In an outline each letter is replaced by one that stands for its class, and what a pattern needs is
a fixed text. Most output of tools has none of it, and no pattern need be tried there.
"""

from __future__ import annotations

_HEX = b"0123456789abcdef"
_NAMES = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_UNKNOWN = b"?"
"""What stands for letters that are not ASCII, which a name may have."""

_STEP = 4
_LONG = 16

_GROUPS = (b"XXX", b"XXs", b"XsXX", b"XsXs")
"""Three signs with digits between them, X being a sign before a digit; the digits are left out."""


def _classes(**kinds: bytes) -> bytes:
    """Return a table in which each letter of a kind becomes the first of its name, others blank."""
    table = bytearray(b" " * 256)
    for name, letters in kinds.items():
        for letter in letters:
            table[letter] = ord(name[0])
    return bytes(table)


_SIGNS = _classes(sign=b":.-")
_DIGITS = _classes(hexadecimal=_HEX)
_BOTH = _classes(sign=b":.-", hexadecimal=_HEX)
_LABELS = _classes(name=_NAMES + _UNKNOWN, colon=b":")


def may_have_groups(low: str) -> bool:
    """Return whether hexadecimal groups may be parted by three signs, or two colons be together."""
    plain = low.encode("ascii", "replace")
    signs = plain.translate(_SIGNS, _HEX)
    if b"ss" not in signs:
        return False
    if "::" in low:
        return True
    # A rule of dashes has no digits between them.
    return b"sss" in signs and _has_any(
        plain.translate(_BOTH).replace(b"sh", b"X").translate(None, b"h"), _GROUPS
    )


def may_have_long_number(low: str) -> bool:
    """Return whether 16 hexadecimal digits may follow on each other."""
    few = low[::_STEP].encode("ascii", "replace").translate(_DIGITS)
    if b"h" * (_LONG // _STEP) not in few:
        return False
    return b"h" * _LONG in low.encode("ascii", "replace").translate(_DIGITS)


def may_have_label(text: str) -> bool:
    """Return whether a name may stand before a colon and a blank."""
    plain = text.encode("ascii", "replace")
    return b"nc " in plain.translate(_LABELS)


def _has_any(outline: bytes, wanted: tuple[bytes, ...]) -> bool:
    return any(one in outline for one in wanted)
