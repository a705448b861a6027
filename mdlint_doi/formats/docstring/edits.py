r"""A piece of a docstring's text, written so that Python reads it in its literal.

A backslash is doubled where the literal is not raw; a quote that would end the literal gets a
backslash; a character that can't stand there is refused, and so is what would join two lines that
a backslash parts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from mdlint_doi.formats.docstring.literals import Characters, Literal


def replacement(characters: Characters, start: int, end: int, text: str) -> str | None:
    """Return what to write in the place of `source[start:end]`; None where it can't be written.

    Args:
        characters: of the string that holds the range.
        start: where the range begins in the file.
        end: where it ends; both in the same literal.
        text: what the docstring shall say there.

    """
    literal = _literal(characters, start, end)
    if literal is None or not _is_whole(characters, start, end):
        return None
    if _holds_continuation(characters, start, end):
        return None
    if literal.is_raw:
        return _raw(literal, text, ends=end == literal.end)
    written = text.replace("\\", "\\\\")
    written = written.replace(literal.quotes[0], "\\" + literal.quotes[0])
    return None if any(character in "\r\n\0" for character in text) else written


def _literal(characters: Characters, start: int, end: int) -> Literal | None:
    for literal in characters.literals:
        if literal.start <= start <= end <= literal.end:
            return literal
    return None


def _is_whole(characters: Characters, start: int, end: int) -> bool:
    """Return whether a range of the file begins and ends with characters, not inside of one."""
    first = bisect_right(characters.starts, start) - 1
    last = bisect_left(characters.ends, end)
    is_inside_first = first >= 0 and characters.starts[first] < start < characters.ends[first]
    is_inside_last = (
        last < len(characters.ends) and characters.starts[last] < end < characters.ends[last]
    )
    return not (is_inside_first or is_inside_last)


def _holds_continuation(characters: Characters, start: int, end: int) -> bool:
    """Return whether a backslash ends a line in a range: to Python, or to docutils behind it."""
    first, last = bisect_left(characters.starts, start), bisect_left(characters.ends, end)
    starts, ends = characters.starts[first + 1 : last + 1], characters.ends[first:last]
    is_one_line = all(behind == begin for begin, behind in zip(starts, ends, strict=True))
    return not is_one_line or "\\\n" in characters.text[first : last + 1]


def _raw(literal: Literal, text: str, *, ends: bool) -> str | None:
    is_bad = literal.quotes[0] in text or any(character in "\r\n\0" for character in text)
    return None if is_bad or (ends and text.endswith("\\")) else text
