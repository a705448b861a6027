"""Conditions in the tables of the judge: each has words for readers and a function.

Conditions are combined with `&`, `|` and `~`. The words of the combination are those of its parts,
so the manual's page shows what the code does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Condition(Generic[T]):
    """A condition on facts.

    Attributes:
        words: the condition in words.
        otherwise: its opposite in words.
        holds: the function that returns whether the condition is met.
        parts: the words of all conditions that are combined with `&`.
        choices: the words of all conditions that are combined with `|`.
    """

    __slots__ = ("choices", "holds", "otherwise", "parts", "words")

    def __init__(self, words: str, holds: Callable[[T], bool], otherwise: str = "") -> None:
        self.words = words
        self.otherwise = otherwise or f"not: {words}"
        self.holds = holds
        self.parts: tuple[str, ...] = (words,)
        self.choices: tuple[str, ...] = (words,)

    def __and__(self, other: Condition[T]) -> Condition[T]:
        """Return the condition that both are met."""
        parts = (*self.parts, *other.parts)
        both = Condition[T](f"({' and '.join(parts)})", lambda f: self.holds(f) and other.holds(f))
        both.parts = parts
        return both

    def __or__(self, other: Condition[T]) -> Condition[T]:
        """Return the condition that at least one of them is met."""
        choices = (*self.choices, *other.choices)
        either = Condition[T](
            f"({' or '.join(choices)})",
            lambda f: self.holds(f) or other.holds(f),
            f"none of these: {', '.join(choices)}",
        )
        either.choices = choices
        return either

    def __invert__(self) -> Condition[T]:
        """Return the opposite condition."""
        return Condition(self.otherwise, lambda f: not self.holds(f), self.words)

    def of(self, facts: Callable[[U], T]) -> Condition[U]:
        """Return the condition for a value from which `facts` returns the facts."""
        lifted = Condition[U](self.words, lambda value: self.holds(facts(value)), self.otherwise)
        lifted.parts, lifted.choices = self.parts, self.choices
        return lifted
