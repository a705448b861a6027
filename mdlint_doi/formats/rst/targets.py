"""Hyperlink targets, `.. _name: URI`, and other places that hold a URI.

The name and the URI may go over several lines; backslashes escape; a name with a colon stands in
backquotes. Instead of a URI there may be the name of another target, with an underscore.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.escapes import Meant, escape, meant, meant_uri
from mdlint_doi.formats.rst.inline import NAME
from mdlint_doi.text.pattern import pattern

_COLON: Final = pattern(r"(?P<blank> ?):(?:(?P<blanks> +)|$)", re.MULTILINE)
_REFERENCE: Final = pattern(
    rf"\s*(?:(?P<simple>{NAME})_|`(?! )(?P<phrase>.+?)(?<![\s\0])`_)\s*$", re.DOTALL
)


class RstTarget(NamedTuple):
    """What a hyperlink target says.

    Attributes:
        name: without escapes; empty for an anonymous one.
        uri: the URI that it leads to; None for a place in the text or another target.
        reference: the name of the other target, or empty.

    """

    name: str
    uri: Meant | None
    reference: str = ""


def read_target(text: str, *, anonymous: bool = False) -> RstTarget:
    r"""Return what a target says.

    Args:
        text: the lines behind `.. _`, or behind `__` of an anonymous target, joined with `\n`.
        anonymous: whether it is the latter; then there is no name.

    """
    escaped = escape(text)
    name, start = "", 0
    if not anonymous:
        end = name_end(escaped)
        if end is None:
            return RstTarget("", None)
        name = meant(escaped, *_without_quotes(escaped, end)).text.replace("\n", "")
        start = end.end()
    return _destination(name, escaped, start)


def _destination(name: str, escaped: str, start: int) -> RstTarget:
    reference = _REFERENCE.match(escaped, start) if escaped.endswith("_") else None
    if reference:
        group = "simple" if reference["simple"] else "phrase"
        other = meant(escaped, *reference.span(group)).text
        return RstTarget("" if name == "_" else name, None, " ".join(other.split()))
    uri = read_uri(escaped, start, len(escaped))
    return RstTarget("" if name == "_" else name, uri if uri.text else None)


def read_uri(escaped: str, start: int, end: int) -> Meant:
    """Return a URI without escapes, line ends and blanks at its ends.

    Args:
        escaped: see `escapes.escape`.
        start: where it begins, or blanks before it.
        end: where it ends, or blanks behind it.

    """
    while start < end and escaped[start].isspace():
        start += 1
    while start < end and escaped[end - 1].isspace() and escaped[end - 2] != "\0":
        end -= 1
    return meant_uri(escaped, start, end)


def name_end(escaped: str) -> re.Match[str] | None:
    """Return the colon behind the name of a target, with the blanks around it; None: no target.

    Args:
        escaped: the lines behind `.. _`, escaped.

    """
    quoted = escaped.startswith("`")
    for colon in _COLON.finditer(escaped):
        end = colon.start()
        if end == 1 and escaped[0] == "_":
            return colon
        if escaped[0] not in "_ " and _ends_name(escaped, end, quoted=quoted):
            return colon
    return None


def _ends_name(escaped: str, end: int, *, quoted: bool) -> bool:
    last = escaped[end - 1 : end]
    if not last or last.isspace() or last == "\0":
        return False
    if last == ":" and escaped[end - 2 : end - 1] != "\0":
        return False
    if not quoted:
        return True
    return (
        end > len("``")
        and last == "`"
        and not escaped[end - 2].isspace()
        and escaped[end - 2] != "\0"
        and escaped[1] not in " `"
    )


def _without_quotes(escaped: str, end: re.Match[str]) -> tuple[int, int]:
    return (1, end.start() - 1) if escaped.startswith("`") else (0, end.start())
