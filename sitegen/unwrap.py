"""From the bytes of a raw file to the lines that a tool printed, each with its line number.

People keep output as it came: UTF-16 from PowerShell, gzip, colours and progress bars of a
terminal, quoted in a mail, inside the <pre> of a saved page. All of that is taken off here, once
for all parsers.
"""

from __future__ import annotations

import codecs
import gzip
import html
import lzma
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from sitegen.diagnostics import Diagnostic, Position
from sitegen.record import Lines, Source
from sitegen.wrappings import (
    TAG,
    from_quoted_printable,
    is_forum,
    is_quoted_printable,
    on_lines_of_their_own,
    unquoted,
    without_bbcode,
)

UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError)
"""What unpacking and decoding raise for bytes that are damaged or no text."""

UNPACKED_LIMIT = 1 << 30
"""How large a packed file may become: a small archive must not fill the memory."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# ECMA-48: control sequences (colours, cursor), character sets (ESC ( B), titles (OSC ... BEL).
ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()*+][0-9A-Za-z]|[@-Z\\^_=>])"
)
# What a last line may end with and be whole: a line end, or what closes JSON, tags and cells.
_CLOSING = ("", "\n", "\r", "\f", "}", ">", '"')
# No tool prints that many digits; arithmetic with them would fail.
_ENDLESS = b"0" * 100
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_STEP = 10
_RUN = re.compile(r"\d{100,}")
_LAYOUT = "\t\n\r\f\x08\x1b"
_BACKSPACE = re.compile(r"[^\x08]\x08")
IS_HTML = re.compile(r"<(?:!doctype html|html|head|body|pre|table|div)\b", re.IGNORECASE)


class UnreadableError(Exception):
    """A raw file is damaged, or no text; the message says why."""

    @classmethod
    def of(cls, reason: Exception) -> UnreadableError:
        """Return the error with the words for one of UNREADABLE."""
        if isinstance(reason, UnicodeDecodeError):
            return cls("its bytes are not text")
        return cls(getattr(reason, "strerror", "") or str(reason))


def unwrap(path: str, content: bytes) -> tuple[Source | None, Sequence[Diagnostic]]:
    """Return the source for a raw file, or None with the reason why it has no lines."""
    if not content.strip():
        return None, [Diagnostic(Position(path), "empty-file", "the file has no content")]
    try:
        content = unpack(content)
        text = decode(content)
    except UNREADABLE as reason:
        return None, [unreadable(path, UnreadableError.of(reason))]
    if not _has_endless(content):
        return source(path, text), ()
    whole = source(path, text)
    lines = [_RUN.sub("?", line) for line in whole.lines]
    problems = [
        whole.problem(
            index,
            "bad-number",
            f"a number of {max(map(len, _RUN.findall(line)))} digits is none that a tool measured",
            "copy the file again",
        )
        for index, line in enumerate(whole.lines)
        if _RUN.search(line)
    ]
    return replace(whole, lines=lines, html=_RUN.sub("?", whole.html)), problems


def _has_endless(content: bytes) -> bool:
    """Return whether a hundred digits follow on each other: looked for where each tenth is one."""
    few = content[::_STEP].translate(_ZEROS)
    return _ENDLESS[::_STEP] in few and _ENDLESS in content.translate(_ZEROS)


def source(path: str, text: str) -> Source:
    """Return the source for text that is already decoded."""
    if "\x1b" in text:
        text = ESCAPES.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if not text:
        return Source(path, (), ())
    # What begins with a brace is JSON and no mail: looking for that takes longer than all the rest.
    is_json = text.startswith("{")
    whole = text.removesuffix("\n")
    lines: Sequence[str] = Lines(whole) if is_json else whole.split("\n")
    numbers: Sequence[int] = range(1, len(lines) + 1)
    if "\r" in text:
        # A progress line is printed over itself: what was on the screen last is what counts.
        lines = [line.rstrip("\r").rpartition("\r")[2] if "\r" in line else line for line in lines]
    if "\x08" in text:
        lines = [_rub_out(line) for line in lines]
    if "\xa0" in text or "\u202f" in text:
        lines = [line.replace("\xa0", " ").replace("\u202f", " ") for line in lines]
    if not is_json and (text.startswith(">") or "\n>" in text or "\n > " in text):
        lines = [unquoted(line) for line in lines]
    if not is_json and ("=\n" in text or "=3D" in text) and is_quoted_printable(text):
        lines, numbers = from_quoted_printable(lines, numbers)
    if not is_json and "[/" in text and is_forum(text):
        lines = [without_bbcode(line) for line in lines]
    markup = ""
    if "<" in text and IS_HTML.search(text):
        lines, numbers = on_lines_of_their_own(lines, numbers)
        markup = text if isinstance(numbers, range) else "\n".join(lines)
        lines = [
            html.unescape(TAG.sub("", line)) if "<" in line or "&" in line else line
            for line in lines
        ]
    return Source(path, lines, numbers, markup, _is_open(text))


def _is_open(text: str) -> bool:
    """Return whether a text ends without anything that closes its last line."""
    if text.endswith("]"):
        return not (text.startswith("[") or is_forum(text))
    return text[-1:] not in _CLOSING


def unpack(content: bytes) -> bytes:
    """Return what a gzip or xz file holds, and anything else as it is."""
    if content.startswith(b"\x1f\x8b"):
        unpacked = (
            gzip.decompress(content) if len(content) < UNPACKED_LIMIT // 1000 else _slowly(content)
        )
    elif content.startswith(b"\xfd7zXZ\x00"):
        unpacker = lzma.LZMADecompressor()
        unpacked = unpacker.decompress(content, max_length=UNPACKED_LIMIT)
        if not unpacker.eof:
            raise EOFError("the archive is cut off, or larger than 1 GiB unpacked")
    else:
        return content
    return unpacked


def _slowly(content: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    unpacked = unpacker.decompress(content, UNPACKED_LIMIT)
    if not unpacker.eof:
        raise EOFError("the archive is cut off, or larger than 1 GiB unpacked")
    return unpacked


def decode(content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16, UTF-32 or, where it is none of them, Latin-1.

    Raises ValueError for a binary file.
    """
    head = content[:4096]
    if name := encoding(head):
        return _decoded(content, name)
    try:
        return content.decode()
    except UnicodeDecodeError:
        pass
    try:
        return _decoded(content, "utf-8")
    except UnicodeDecodeError:
        if sum(1 for byte in head if byte < 32 and chr(byte) not in _LAYOUT) > len(head) // 50:
            raise ValueError("it holds control bytes: a binary file") from None
        return content.decode("latin-1")


def _decoded(content: bytes, encoding: str) -> str:
    """Return bytes as text, without a last character of which bytes are missing."""
    return codecs.getincrementaldecoder(encoding)().decode(content)


def encoding(head: bytes) -> str:
    """Return the encoding that the first bytes of a file show, and nothing where it may be UTF-8.

    Raises ValueError for a binary file.
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    if b"\x00" not in head:
        return ""
    # UTF-16 without a mark: every other byte of English output is zero.
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if zeros.count(0) > 0.4 * len(zeros) > 0:
            text = head.decode(name, "ignore")
            if text and not any(letter < " " and letter not in _LAYOUT for letter in text):
                return name
    raise ValueError("it holds zero bytes: a binary file")


def unreadable(path: str, why: UnreadableError) -> Diagnostic:
    """Return the finding about a raw file that is damaged, or no text."""
    return Diagnostic(
        Position(path),
        "unreadable-file",
        f"the file cannot be read: {why}",
        "results are text, or text packed with gzip or xz; keep pictures and archives elsewhere",
    )


def _rub_out(line: str) -> str:
    """Return a line as the screen showed it after its backspaces."""
    while "\x08" in line:
        shorter = _BACKSPACE.sub("", line, count=1)
        line = shorter if shorter != line else line.replace("\x08", "", 1)
    return line
