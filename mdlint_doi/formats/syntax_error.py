"""What the readers of data files raise."""

from __future__ import annotations


class FormatSyntaxError(ValueError):
    """A text that is not of its format: no JSON, no YAML, no notebook.

    Attributes:
        offset: where it goes wrong.
        reason: one line.

    """

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"{reason} (at {offset})")
        self.offset = offset
        self.reason = reason
