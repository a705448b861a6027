"""Command lines of the plainest form, read without `argparse`.

To import `argparse`, and to tell it fifty options, takes as long as the interpreter takes to start.
A hook's command line has exact options and paths, no more: these are read here, from the same
declarations. Of anything else (help, a mistake, an unusual form) nothing is said, and argparse
reads it. A test holds that the two never disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

_CONSTANTS = {"store_true": True, "store_false": False}
_LISTS = ("append", "extend")
_OF_VALUES = ("type", "choices")
_PLAIN = frozenset({"action", "choices", "default", "dest", "help", "metavar", "type"})
"""What may be said of an option; `nargs` and `required`, say, are left to argparse."""


class _Option:
    """One option as it was declared.

    Attributes:
        dest: the name of its value.
        action: as in argparse: `store`, `store_true`, `store_false`, `append`, `extend`.
        type: makes the value of what is written.
        choices: what may be written; empty: anything.
        rivals: the options of which only one may be given.

    """

    __slots__ = ("action", "choices", "dest", "rivals", "type")

    def __init__(self, dest: str, rivals: set[str], declared: dict[str, Any]) -> None:
        self.dest = dest
        self.action: str = declared.get("action", "store")
        self.type: Callable[[str], object] = declared.get("type", str)
        self.choices: Sequence[str] = declared.get("choices", ())
        self.rivals = rivals
        rivals.add(dest)


class PlainParser:
    """Takes a command's declarations in place of an `ArgumentParser`, and reads plain ones."""

    def __init__(self) -> None:
        """Begin without any."""
        self._options: dict[str, _Option] = {}
        self._defaults: dict[str, object] = {}
        self._paths = ""
        self._rivals: set[str] | None = None
        self._unusual: list[str] = []  # what argparse alone understands

    def add_argument_group(self, _title: str) -> PlainParser:
        """Return what takes the options of a group: groups matter to the help alone."""
        return self

    def add_mutually_exclusive_group(self, *, required: bool = False) -> PlainParser:
        """Return what takes options of which only one may be given."""
        group = PlainParser()
        group._options, group._defaults = self._options, self._defaults
        group._rivals, group._unusual = set(), self._unusual
        if required:
            self._unusual.append("one of a group")
        return group

    def add_argument(self, *names: str, **declared: Any) -> None:  # noqa: ANN401 - as argparse's
        """Declare an option, or the paths."""
        action = declared.get("action", "store")
        if not names[0].startswith("-"):
            is_paths = declared.get("nargs") == "*" and declared.keys().isdisjoint(_OF_VALUES)
            if not is_paths or self._paths:
                self._unusual.append(names[0])
            self._paths = names[0]
            self._defaults[names[0]] = declared.get("default", [])
            return
        if not declared.keys() <= _PLAIN or action not in {"store", *_CONSTANTS, *_LISTS}:
            self._unusual.append(names[0])
        long = next((name for name in names if name.startswith("--")), names[0])
        dest = declared.get("dest", long.lstrip("-").replace("-", "_"))
        option = _Option(dest, set() if self._rivals is None else self._rivals, declared)
        self._options.update(dict.fromkeys(names, option))
        usual = not _CONSTANTS[action] if action in _CONSTANTS else None
        self._defaults.setdefault(dest, declared.get("default", usual))

    def set_defaults(self, **values: object) -> None:
        """Declare values that no option gives."""
        self._defaults.update(values)

    def read(self, arguments: Sequence[str]) -> SimpleNamespace | None:
        """Return the values as argparse would; None where that has to read them."""
        values, given = dict(self._defaults), set[str]()
        paths, behind = list[str](), False
        words = iter(arguments)
        for word in words:
            if word == "-" or not word.startswith("-"):
                if behind:
                    return None  # argparse wants the paths in one place
                paths.append(word)
            elif self._is_read(word, words, values, given):
                behind = bool(paths)
            else:
                return None
        if paths:
            values[self._paths] = paths
        is_plain = not self._unusual and (self._paths or not paths)
        return SimpleNamespace(**values) if is_plain else None

    def _is_read(
        self, word: str, words: Iterator[str], values: dict[str, Any], given: set[str]
    ) -> bool:
        """Put what an option says among the values; return whether it is plain."""
        name, equals, written = word.partition("=")
        option = self._options.get(name)
        if option is None or not option.rivals.isdisjoint(given - {option.dest}):
            return False
        given.add(option.dest)
        if option.action in _CONSTANTS:
            values[option.dest] = _CONSTANTS[option.action]
            return not equals
        return _is_taken(option, written if equals else next(words, ""), values)


def _is_taken(option: _Option, written: str, values: dict[str, Any]) -> bool:
    """Put the written value of an option among the others; return whether it is plain."""
    if not written or written.startswith("-"):
        return False
    try:
        value = option.type(written)
    except Exception:  # noqa: BLE001 - whatever it is, argparse tells of it
        return False
    if option.choices and value not in option.choices:
        return False
    if option.action in _LISTS:
        more = value if option.action == "extend" else [value]
        value = [*(values[option.dest] or ()), *more]  # type: ignore[misc]
    values[option.dest] = value
    return True
