"""Link destinations, titles, reference definitions and the ends of bare URLs.

Sources: CommonMark, sections 4.7 and 6.3; GitHub Flavored Markdown, section 6.9.

All offsets are offsets in the text of one block. Each search ends at a character that the construct
cannot contain. Destinations, titles and running text may contain backslash escapes and character
references (sections 2.4, 2.5); autolinks, bare URLs and HTML attributes contain only the latter.
"""

from __future__ import annotations

import re
from sys import maxsize
from typing import Final

from mdlint_doi.commonmark.model import Definition, Target
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

_REFERENCES: Final = (
    r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]*));"
)
_REFERENCE: Final = pattern(_REFERENCES + "(?P<escaped>)")
_ANY: Final = pattern(rf"{_REFERENCES}|\\(?P<escaped>[!-/:-@\[-`{{-~])")
_HIGHEST: Final = 0x10FFFF
_REPLACEMENT: Final = "\ufffd"
MAX_DEPTH: Final = 32  # nested parentheses in a raw destination, as in the reference parser
_ANGLE: Final = pattern(r"<((?>(?:[^<>\\\n]|\\.)*))>")
_RAW: Final = pattern(r"(?>(?:[^\x00-\x20\x7f()\\]++|\\[!-/:-@\[-`{-~]?+)*)")
"""The part of a raw destination before a parenthesis."""
_TITLE: Final = pattern(
    r""" "(?>(?:[^"\\]|\\.)*)" | '(?>(?:[^'\\]|\\.)*)' | \((?>(?:[^()\\]|\\.)*)\) """,
    re.DOTALL | re.VERBOSE,
)
_URL: Final = pattern(r"[^ \t\n\r<]+")
_URL_TAIL: Final = frozenset("?!.,:*_~'\"")
_ENTITY_NAME: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_BLANK: Final = frozenset(" \t\n")
_BLANKS: Final = pattern(r"[ \t]*\n?[ \t]*")
_LABEL: Final = pattern(r"[ \t]*\[((?>(?:[^\\\[\]]|\\.){1,999}))\]:", re.DOTALL)
_REST: Final = pattern(r"[ \t]*(?:\n|\Z)")
_INNER_BLANKS: Final = pattern(r"\s+")


def normalize_label(label: str) -> str:
    """Return a label in the form in which labels are compared (section 4.7)."""
    return _INNER_BLANKS.sub(" ", label.strip()).casefold()


def read_target(text: str, at: int) -> Target | None:
    """Return the destination that begins at `at`; None if there is none. Only `<>` is empty."""
    if text.startswith("<", at):
        match = _ANGLE.match(text, at)
        return Target(at + 1, match.end() - 1, match.end(), angle=True) if match else None
    depth, end = 0, at
    while match := _RAW.match(text, end):  # always true: the match may be empty
        end = match.end()
        mark = text[end : end + 1]
        if mark == "(":
            depth += 1
        elif mark == ")" and depth:
            depth -= 1
        else:
            break
        if depth > MAX_DEPTH:
            return None
        end += 1
    return None if depth or end == at else Target(at, end, end, angle=False)


def skip_blanks(text: str, at: int) -> int:
    """Return the offset after blanks with at most one line end."""
    if text[at : at + 1] not in _BLANK:
        return at
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def title_end(text: str, at: int) -> int | None:
    """Return the offset after the title that begins at `at`; None if there is none."""
    match = _TITLE.match(text, at)
    return match.end() if match else None


def read_definition(text: str, at: int) -> Definition | None:
    """Return the definition that begins at `at`, the start of a line; None if there is none."""
    label = _LABEL.match(text, at)
    if label is None or not label[1].strip():
        return None
    target = read_target(text, skip_blanks(text, label.end()))
    if target is None:
        return None
    end = _definition_end(text, target.next)
    if end is None:
        return None
    start = text.index("[", at)
    return Definition(normalize_label(label[1]), start, target, *end)


def _definition_end(text: str, at: int) -> tuple[int, int] | None:
    """Return the offsets where a definition, with any title, ends and where the text continues.

    None means that it is not a definition.
    """
    title_at = skip_blanks(text, at)
    if title_at > at:
        behind = title_end(text, title_at)
        rest = _REST.match(text, behind) if behind is not None else None
        if behind is not None and rest:
            return behind, rest.end()
    rest = _REST.match(text, at)
    return (at, rest.end()) if rest else None


def unescaped(text: str, start: int, end: int, *, backslashes: bool = True) -> PlacedText:
    r"""Return `text[start:end]` with its places, and without references and escapes such as `\(`.

    With `backslashes=False`, backslashes are ordinary characters.
    """
    may_hold = text.find("&", start, end) >= 0
    if not may_hold and not (backslashes and text.find("\\", start, end) >= 0):
        return PlacedText(text[start:end], start)
    return undo(text, (start, end), _ANY if backslashes else _REFERENCE, _meaning)


def meant(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` without references and escapes, and without places."""
    piece = text[start:end]
    return unescaped(piece, 0, len(piece)).text if "&" in piece or "\\" in piece else piece


def _meaning(match: re.Match[str]) -> str | None:
    if match["escaped"]:
        return match["escaped"]
    if match["name"]:
        from html.entities import html5

        return html5.get(match["name"] + ";")
    code = int(match["decimal"] or match["hex"], 10 if match["decimal"] else 16)
    if not code or code > _HIGHEST or 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return chr(code)


def bare_link_end(text: str, at: int, longest: int = maxsize) -> int:
    """Return the offset up to which GitHub links the bare URL that begins at `at`.

    A URL of more than `longest` code points is read only so far.

    This is section 6.9 of the GFM specification, "Autolinks (extension)", with the details of
    cmark-gfm: only blanks of ASCII and `<` end a URL, and a final `;` is never part of it.
    """
    run = _URL.match(text, at, min(at + longest, len(text)))
    return without_tail(text, at, run.end()) if run else at


def without_tail(text: str, at: int, end: int) -> int:
    """Return the end of the URL `text[at:end]` without the marks at its end that are text."""
    excess = text.count(")", at, end) - text.count("(", at, end)
    while end > at:
        last = text[end - 1]
        if last in _URL_TAIL:
            end -= 1
        elif last == ")" and excess > 0:
            end, excess = end - 1, excess - 1
        elif last == ";":
            first = end - 1
            while first > at and text[first - 1] in _ENTITY_NAME:
                first -= 1
            is_entity = first < end - 1 and first > at and text[first - 1] == "&"
            end = first - 1 if is_entity else end - 1
        else:
            break
    return end
