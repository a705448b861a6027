"""Whether a changed front matter still says the same, but for the scalars that were edited.

Both texts are read by a YAML parser. They must hold the same scalars at the same paths, written in
the same way; a value may differ only where an edit lies in it, and a key never. Front matter that
is no YAML, since a template fills it in, has no guard, and so no fix.

Whether a changed TOML front matter still says the same, but for the strings that were edited.

`tomllib` reads three texts: as it was, with the edits, and with a mark for each of them. All must
have the same tree. A value may differ only where it is a string that holds such a mark, and must
then be what the mark's edit makes of it. What is no TOML has no fix, nor what has a very long key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.config.toml_file import MOST_PARTS, has_long_key
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.reached import Mask, Reached, is_as_stated
from mdlint_doi.formats.yaml_text import YamlScalar, read_scalars
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.text.pattern import pattern

_FENCE: Final = "+++"
_SIGN: Final = "\ue000"
"""A private character: of marks alone."""
_MARK: Final = pattern(f"{_SIGN}([0-9]+){_SIGN}")


def same_front_matter(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether `after`, which is `before` with the `fixes`, has the same tree.

    Args:
        before: the front matter, with the lines around it.
        after: likewise.
        fixes: what was fixed in the document; what stands behind the front matter, too.

    """
    try:
        old, new = list(read_scalars(before)), list(read_scalars(after))
    except FormatSyntaxError:
        return False
    if len(old) != len(new):
        return False
    edits = edits_of(fixes)
    if not all(_is_kept(*pair, edits) for pair in zip(old, new, strict=True)):
        return False
    return is_as_stated(_reached(old), _reached(new), fixes)


def _reached(scalars: Sequence[YamlScalar]) -> Sequence[Reached]:
    mask = Mask()
    for one in scalars:
        mask.value(one.value)
    return mask.reached


def _is_kept(old: YamlScalar, new: YamlScalar, edits: Sequence[Edit]) -> bool:
    """Return whether a scalar is the same one, and as it was unless it was edited."""
    if (old.path, old.is_key, old.style, old.anchor, old.tag, old.document) != (
        new.path,
        new.is_key,
        new.style,
        new.anchor,
        new.tag,
        new.document,
    ):
        return False
    if old.value == new.value:
        return True
    start, end = old.span
    return not old.is_key and any(start <= one.span.start and one.span.end <= end for one in edits)


class _Leaf(NamedTuple):
    """A value of a tree: where it stands, its type, and what it says."""

    path: tuple[str | int, ...]
    kind: str
    value: str


def same_toml(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether `after`, which is `before` with the `fixes`, has the same tree.

    Args:
        before: the front matter, with the lines around it.
        after: likewise.
        fixes: what was fixed in the document; what stands behind the front matter, too.

    """
    if _SIGN in before:
        return False
    own = [edit for edit in edits_of(fixes) if edit.span.end <= len(before)]
    marks = [Edit(edit.span, f"{_SIGN}{at}{_SIGN}") for at, edit in enumerate(own)]
    try:
        old, new, marked = map(_leaves, (before, after, apply_edits(before, marks)))
    except (ValueError, RecursionError):
        return False

    def text(mark: re.Match[str]) -> str:
        return own[int(mark[1])].replacement

    if not len(old) == len(new) == len(marked):
        return False
    for one, other, third in zip(old, new, marked, strict=True):
        if not one[:2] == other[:2] == third[:2]:
            return False
        if other.value != _MARK.sub(text, third.value):
            return False
    return is_as_stated(_reached_in_toml(old), _reached_in_toml(new), fixes)


def _reached_in_toml(leaves: Sequence[_Leaf]) -> Sequence[Reached]:
    mask = Mask()
    for one in leaves:
        mask.value(one.value)
    return mask.reached


def _leaves(front_matter: str) -> list[_Leaf]:
    """Return the values of a tree, in the order of the text.

    Raises:
        ValueError: for what is no TOML, or has a key that takes too long.

    """
    import tomllib

    toml = front_matter.removeprefix(_FENCE).rstrip().removesuffix(_FENCE)
    if has_long_key(toml):
        message = f"a key of more than {MOST_PARTS} parts"
        raise ValueError(message)
    return list(_walk(tomllib.loads(toml)))


def _walk(tree: object) -> Iterator[_Leaf]:
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), tree)]
    while waiting:
        path, value = waiting.pop()
        kind = type(value).__name__
        if isinstance(value, dict | list):
            yield _Leaf(path, kind, str(len(value)))
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, key), one) for key, one in [*inner][::-1]]
        else:
            yield _Leaf(path, kind, str(value))
