"""What the algorithms of openssl speed do."""

from __future__ import annotations

import re

_HASHES = re.compile(
    r"(?:md\d|mdc2|sha|rmd|ripemd|whirlpool|hmac|cmac|gmac|ghash|kmac|blake|sm3|poly1305|siphash"
    r"|shake|keccak|sm3|streebog)",
    re.IGNORECASE,
)


def operation_of(name: str) -> str:
    """Return the operation of a row: digests and MACs hash, `rand` makes bytes, others encrypt."""
    if _HASHES.match(name):
        return "hash"
    if name.lower() in ("rand", "drbg"):
        return "random-bytes"
    return "encrypt"
