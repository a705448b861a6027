"""Explicit markup: footnotes, citations, targets, substitutions, and comments with suppressions.

The name and the URI of a target, `.. _name: URI`, may extend over several lines; a name with a
colon is in backquotes. Instead of a URI there may be the name of another target, with an
underscore.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.directive import directive
from mdlint_doi.formats.rst.inline import NAME, Meant, escape, meant
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind
from mdlint_doi.formats.rst.state import Frame, Line, RstState, known_first, leading_blanks
from mdlint_doi.lint.document import WORD, Directive, Suppression, read_directive
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_BLANK: Final = pattern(r"\s*[\r\n](?=[^\r\n]*\S)")
"""The text between the end of a comment and the next line with text."""
_EXPLICIT: Final = pattern(
    rf"""\.\.(?:[ ]+|$)
    (?>(?:
        \[(?P<footnote>[0-9]+|\#(?:{NAME})?|\*)\](?:[ ]+|$)
      | \[(?P<citation>{NAME})\](?:[ ]+|$)
      | (?P<target>_)(?![ ]|$)
      | (?P<substitution>\|)(?![ ]|$)
      | (?P<directive>{NAME})[ ]?::(?:[ ]+|$)
    )?)""",
    re.VERBOSE,
)
_DOTS: Final = pattern(r"\.\. *")
_ANONYMOUS: Final = pattern(r"__(?: +|$)")
_SUBSTITUTION: Final = pattern(
    r"(?![ ])(?P<name>.+?)(?<![\s\0])\|(?: +|$)", re.DOTALL | re.MULTILINE
)
_EMBEDDED: Final = pattern(rf"({NAME})::(?: +|$)")
_COLON: Final = pattern(r"(?P<blank> ?):(?:(?P<blanks> +)|$)", re.MULTILINE)
_REFERENCE: Final = pattern(
    rf"\s*(?:(?P<simple>{NAME})_|`(?! )(?P<phrase>.+?)(?<![\s\0])`_)\s*$", re.DOTALL
)


def explicit_markup(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a block that begins with two dots; return None if there is none."""
    marker = _EXPLICIT.match(state.text, *frame.lines[at])
    if marker is None:
        return None
    behind = None
    if marker["target"]:
        behind = _target(state, frame, at, marker.end())
    elif marker["substitution"]:
        behind = _substitution(state, frame, at, marker.end())
    elif marker.lastgroup:
        return _with_content(state, frame, at, marker)
    return _comment(state, frame, at) if behind is None else behind


def _with_content(state: RstState, frame: Frame, at: int, marker: re.Match[str]) -> int:
    """Read a footnote, a citation or a directive."""
    kind = BoxKind[(marker.lastgroup or "").upper()]
    block = known_first(state.text, frame.lines, at, marker.end())
    inside = state.container(kind, marker.start(), frame, marker[marker.lastgroup or 0])
    if kind is not BoxKind.DIRECTIVE:
        state.nested(block.lines, inside)
    elif state.holds_wanted(block.lines):
        directive(state, inside, block.lines, titles=frame.titles)
    return block.behind


def _target(state: RstState, frame: Frame, at: int, begin: int) -> int | None:
    """Read a target up to the first blank line, with its indents; return None if it is none."""
    behind = known_first(state.text, frame.lines, at, begin, until_blank=True).behind
    lines = [(begin, frame.lines[at][1]), *frame.lines[at + 1 : behind]]
    if name_end(_escaped(state.text, lines)) is None:
        return None
    state.add(LeafKind.TARGET, lines, frame)
    return behind


def _escaped(text: str, lines: list[Line]) -> str:
    return "\n".join([escape(text[start:end]) for start, end in lines])


def anonymous_target(state: RstState, frame: Frame, at: int) -> int | None:
    """Read an anonymous target, `__ URI`."""
    marker = _ANONYMOUS.match(state.text, *frame.lines[at])
    if marker is None:
        return None
    block = known_first(state.text, frame.lines, at, marker.end(), until_blank=True)
    state.add(LeafKind.TARGET, block.lines, frame, "__")
    return block.behind


def _substitution(state: RstState, frame: Frame, at: int, begin: int) -> int | None:
    """Read a substitution definition: a name between bars, and a directive."""
    block = known_first(state.text, frame.lines, at, begin)
    size = block.behind - at
    while size > 1 and block.lines[size - 1][0] >= block.lines[size - 1][1]:
        size -= 1
    lines = [(begin, frame.lines[at][1]), *frame.lines[at + 1 : at + size]]
    if not state.holds_wanted(lines):
        return block.behind
    if (name := _SUBSTITUTION.match(_escaped(state.text, lines))) is None:
        return None
    inside = state.container(BoxKind.SUBSTITUTION, begin - 1, frame, name["name"])
    _embedded(state, inside, _behind(lines, name.end()))
    return block.behind


def _behind(lines: list[Line], index: int) -> list[Line]:
    """Return the rest of lines after an index in their joined text."""
    for which, (start, end) in enumerate(lines):
        if index <= end - start:
            return [(start + index, end), *lines[which + 1 :]]
        index -= end - start + 1
    return []


def _embedded(state: RstState, frame: Frame, lines: list[Line]) -> None:
    while lines and lines[0][0] >= lines[0][1]:
        del lines[0]
    if not lines:
        return
    lines[0] = lines[0][0] + leading_blanks(state.text, lines[0]), lines[0][1]
    marker = _EMBEDDED.match(state.text, *lines[0])
    if marker is None:
        state.add(LeafKind.MALFORMED, lines, frame)
        return
    block = known_first(state.text, lines, 0, marker.end())
    inside = state.container(BoxKind.DIRECTIVE, marker.start(), frame, marker[1])
    directive(state, inside, block.lines, titles=False)


def _comment(state: RstState, frame: Frame, at: int) -> int:
    end = frame.lines[at][1]
    dots = _DOTS.match(state.text, *frame.lines[at])
    begin = dots.end() if dots else end
    is_last = at + 1 >= len(frame.lines) or frame.lines[at + 1][0] >= frame.lines[at + 1][1]
    if is_last and begin == end:
        return at + 1
    block = known_first(state.text, frame.lines, at, begin)
    while block.lines and block.lines[-1][0] >= block.lines[-1][1]:
        block.lines.pop()
    state.add(LeafKind.COMMENT, block.lines, frame)
    return block.behind


def read_comment(content: PlacedText, source: Source) -> Suppression | None:
    """Return the suppression in a comment; None if it contains none."""
    found = read_directive(content.text, 0) if WORD in content.text else None
    if found is None:
        return None
    selectors = tuple(
        (selector, content.span(span.start, span.end)) for selector, span in found.selectors
    )
    whole = content.whole
    if found.directive is Directive.NEXT_LINE:
        # An empty line must follow a comment, so the next line is the next one with text.
        blank = _BLANK.match(source.text, whole.end)
        whole = Span(whole.start, blank.end()) if blank else whole
    return found.replace(selectors=selectors, span=whole)


class RstTarget(NamedTuple):
    """The parts of a hyperlink target.

    Attributes:
        name: the name without escapes; empty for an anonymous target.
        uri: the URI that it leads to; None if it leads to a place in the text or another target.
        reference: the name of the other target; empty if there is none.
    """

    name: str
    uri: Meant | None
    reference: str = ""


def read_target(text: str, *, anonymous: bool = False) -> RstTarget:
    r"""Return the parts of a target from its text after `.. _`, or after `__` if anonymous."""
    escaped = escape(text)
    name, start = "", 0
    if not anonymous:
        end = name_end(escaped)
        if end is None:
            return RstTarget("", None)
        quotes = int(escaped.startswith("`"))
        name = meant(escaped, quotes, end.start() - quotes).text.replace("\n", "")
        name = "" if name == "_" else name
        start = end.end()
    reference = _REFERENCE.match(escaped, start) if escaped.endswith("_") else None
    if reference:
        referred = meant(escaped, *reference.span(reference.lastgroup or 0)).text
        return RstTarget(name, None, " ".join(referred.split()))
    uri = read_uri(escaped, start, len(escaped))
    return RstTarget(name, uri if uri.text else None)


def read_uri(escaped: str, start: int, end: int) -> Meant:
    """Return a URI without escapes, line ends and the blanks around it; see `inline.escape`."""
    while start < end and escaped[start].isspace():
        start += 1
    while start < end and escaped[end - 1].isspace() and escaped[end - 2] != "\0":
        end -= 1
    return meant(escaped, start, end, is_uri=True)


def name_end(escaped: str) -> re.Match[str] | None:
    """Return the colon after a target's name, with the blanks around it; None if not a target."""
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
    return not quoted or (
        end > len("``")
        and last == "`"
        and not escaped[end - 2].isspace()
        and escaped[end - 2] != "\0"
        and escaped[1] not in " `"
    )
