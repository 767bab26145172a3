"""The text of a link to evidence is a claim; here it is read, compared and judged.

From words to verdict: `numerals` and `wording` read the text, `terms` says what the evidence is,
`reading` brings the two together, `agreement` compares, `verdicts` judges; `figures` and `slips`
put in words what is wrong.
"""

from __future__ import annotations

from sitegen.claims.reading import Reading, read
from sitegen.claims.verdicts import Claim, Verdict, judge

__all__ = ["Claim", "Reading", "Verdict", "judge", "read"]
