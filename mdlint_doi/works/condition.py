"""Conditions in the tables of the judge: each has words for readers and a function.

Conditions are combined with `&`, `|` and `~`. A combination keeps its parts, and the opposite of a
combination combines the opposites of its parts. The manual's page therefore shows each part in a
line of its own, and shows what the code does.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Join(Enum):
    """How many parts of a combination must be met."""

    ALL = "all of these"
    ANY = "one of these"


class Condition(Generic[T]):
    """A condition on facts.

    Attributes:
        words: the condition in words; empty for a combination.
        otherwise: its opposite in words; empty for a combination.
        holds: the function that returns whether the condition is met.
        join: how many of the parts must be met; None for a single condition.
        parts: the conditions that are combined.
    """

    __slots__ = ("holds", "join", "otherwise", "parts", "words")

    def __init__(self, words: str, holds: Callable[[T], bool], otherwise: str = "") -> None:
        self.words = words
        self.otherwise = otherwise or f"not: {words}"
        self.holds = holds
        self.join: Join | None = None
        self.parts: tuple[Condition[T], ...] = ()

    def __and__(self, other: Condition[T]) -> Condition[T]:
        """Return the condition that both are met."""
        return _joined(Join.ALL, (self, other))

    def __or__(self, other: Condition[T]) -> Condition[T]:
        """Return the condition that at least one of them is met."""
        return _joined(Join.ANY, (self, other))

    def __invert__(self) -> Condition[T]:
        """Return the opposite condition."""
        if self.join is not None:
            opposite = Join.ANY if self.join is Join.ALL else Join.ALL
            return _joined(opposite, tuple(~part for part in self.parts))
        return Condition(self.otherwise, lambda f: not self.holds(f), self.words)

    def of(self, facts: Callable[[U], T]) -> Condition[U]:
        """Return the condition for a value from which `facts` returns the facts."""
        if self.join is not None:
            return _joined(self.join, tuple(part.of(facts) for part in self.parts))
        return Condition(self.words, lambda value: self.holds(facts(value)), self.otherwise)


def _joined(join: Join, conditions: tuple[Condition[T], ...]) -> Condition[T]:
    """Return a combination, in which parts with the same join are parts of the whole."""
    parts = tuple(
        part for given in conditions for part in (given.parts if given.join is join else (given,))
    )
    count = all if join is Join.ALL else any
    combined = Condition[T]("", lambda f: count(part.holds(f) for part in parts))
    combined.otherwise = ""
    combined.join, combined.parts = join, parts
    return combined
