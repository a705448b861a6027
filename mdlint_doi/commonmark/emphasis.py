"""Which `*`, `_` and `~` are markup and which are text (CommonMark section 6.2, GitHub's `~`).

The delimiter algorithm of CommonMark's appendix, with a stack in place of a linked list. It only
says which characters are eaten: a DOI does not include the `**` behind it, and `_` inside a name
stays unless it is emphasis.
"""

from __future__ import annotations

from typing import Final

_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_BLANK: Final = frozenset(" \t\n\r\f\v\xa0")


class Run:
    """A run of one delimiter.

    Attributes:
        character: `*`, `_` or `~`.
        start: the offset of its first character that is left.
        end: the offset behind its last one that is left.
        size: its length as it was.

    """

    __slots__ = ("can_close", "can_open", "character", "end", "order", "size", "start")

    def __init__(self, text: str, start: int, end: int, order: int) -> None:
        """Take a run of `text` and decide on which sides it may stand."""
        self.character = text[start]
        self.start = start
        self.end = end
        self.size = end - start
        self.order = order
        self.can_open, self.can_close = _sides(text, start, end)

    @property
    def left(self) -> int:
        """How many characters are not used up."""
        return self.end - self.start

    def matches(self, closer: Run) -> bool:
        """Return whether this run can open what `closer` closes."""
        if self.character != closer.character:
            return False
        if self.character == "~":
            return self.left == closer.left
        either = self.can_close or closer.can_open
        odd = either and closer.size % 3 != 0 and (self.size + closer.size) % 3 == 0
        return not odd


def eaten(runs: list[Run]) -> list[tuple[int, int]]:
    """Return the parts of the runs, in order of the text, that are markup."""
    used: list[tuple[int, int]] = []
    openers: list[Run] = []
    bottom: dict[tuple[str, bool, int], int] = {}
    for run in runs:
        while run.can_close and run.left:
            key = run.character, run.can_open, run.size % 3 if run.character != "~" else run.left
            at = _opener(openers, run, bottom.get(key, -1))
            if at is None:
                bottom[key] = openers[-1].order if openers else -1
                break
            used += _use(openers[at], run)
            del openers[at + (openers[at].left > 0) :]
        if run.can_open and run.left:
            openers.append(run)
    return used


def _opener(openers: list[Run], closer: Run, bottom: int) -> int | None:
    for at in range(len(openers) - 1, -1, -1):
        if openers[at].order <= bottom:
            return None
        if openers[at].matches(closer):
            return at
    return None


def _use(opener: Run, closer: Run) -> list[tuple[int, int]]:
    count = 2 if opener.left > 1 and closer.left > 1 else 1
    opener.end -= count
    closer.start += count
    return [(opener.end, opener.end + count), (closer.start - count, closer.start)]


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run can open and whether it can close (rules 1 to 8)."""
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    blank_before, blank_after = _is_blank(before), _is_blank(after)
    mark_before, mark_after = _is_punctuation(before), _is_punctuation(after)
    left = not blank_after and (not mark_after or blank_before or mark_before)
    right = not blank_before and (not mark_before or blank_after or mark_after)
    if text[start] == "~":
        return (left, right) if end - start < 3 else (False, False)
    if text[start] == "_":
        return left and (not right or mark_before), right and (not left or mark_after)
    return left, right


def _is_blank(character: str) -> bool:
    if character < "\x80":
        return character in _BLANK
    from unicodedata import category

    return category(character) == "Zs"


def _is_punctuation(character: str) -> bool:
    if character < "\x80":
        return character in _PUNCTUATION
    from unicodedata import category

    return category(character)[0] in "PS"
