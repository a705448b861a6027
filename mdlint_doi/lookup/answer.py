"""An outcome, and where it came from."""

from __future__ import annotations

from enum import StrEnum

from mdlint_doi.names.outcome import Outcome
from mdlint_doi.text.value import Value


class AnsweredBy(StrEnum):
    """Who said it."""

    NETWORK = "network"
    CACHE = "cache"
    RECORDS = "records"


class Answer(Value):
    """What was learned of one name.

    Attributes:
        outcome: Found, Missing or Unknown.
        origin: where it came from; an Unknown that was never asked counts as NETWORK.

    """

    outcome: Outcome
    origin: AnsweredBy
