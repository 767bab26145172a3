"""What the scripts of the compare page hand over to the browser."""

from __future__ import annotations

import json
import re
from typing import Any


def handed(script: bytes) -> Any:
    """Return the value whose JSON text a script hands over."""
    text = script.decode().partition("('")[2].rpartition("')")[0]
    return json.loads(re.sub(r"\\(.)", r"\1", text))
