"""Links to evidence: what their targets say, and what in the lab they lead to.

    result:PATH?COLUMN=VALUE&vs=PATH&vs.COLUMN=VALUE#OPERATION.QUANTITY.STATISTIC
    testbed:PATH#COLUMN      testbed:PATH#limit.NAME
    hardware:ID#SPEC         hardware:ID#limit.NAME
    run:PATH#L12

`vs` names a baseline, `of` the whole of a share. Both take over every filter that they do not
replace; `of=limit:NAME` is a limit of the testbed, or of the hardware in it. An empty value stands
for 'not recorded'. Blanks and the signs # ? & % in names are written as in any address: `%20`.
"""

from __future__ import annotations

from sitegen.references.evidence import Measured, Resolved, resolve
from sitegen.references.places import Place, Stated
from sitegen.references.targets import KINDS, Reference, Relation, parse

__all__ = [
    "KINDS",
    "Measured",
    "Place",
    "Reference",
    "Relation",
    "Resolved",
    "Stated",
    "parse",
    "resolve",
]
