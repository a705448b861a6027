"""The argument of a `doi` role taken apart: `name`, `title <name>`, `!name`.

Sphinx's own pattern takes the last `<` and so reads `Title <10.1002/(SICI)…<693::AID…>3.0.CO;2-O>`
wrongly; and a bare name that ends in `>` looks like a title with a target. Here the text decides:
the first `<` behind which a DOI stands up to the final `>` begins the target; where there is none
the whole is the name. A `<` that the author escaped never begins a target.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.names.link import Link, canonical_in_role, may_name_doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_ESCAPE: Final = pattern(r"\x00(?:[ \n]|(?P<character>.))?", re.DOTALL)
"""docutils marks a backslash escape with NUL; before white space both vanish."""
_OPENING: Final = pattern(r"(?<!\x00)<")
_OPENINGS: Final = 50
"""How many `<` are tried; no title has as many."""
_TITLED: Final = pattern(r"(?P<title>.*?\S)\s+(?<!\x00)<(?P<target>.*)(?<!\x00)>", re.DOTALL)
_SPACES: Final = pattern(r"\s+")


class Argument(NamedTuple):
    """What an author wrote between the backticks.

    Attributes:
        title: the explicit title, escapes undone; None without one.
        spelling: the target, taken apart; its `doi` is None if it names none.
        span: where the target stands in the text as it was given.
        disabled: a leading `!` asks for no link, as in all roles of Sphinx.

    """

    title: str | None
    spelling: Spelling
    span: Span
    disabled: bool = False

    @property
    def link(self) -> Link | None:
        """Where the role leads; None if the target is no name."""
        return canonical_in_role(self.spelling)

    @property
    def doi(self) -> Doi | None:
        """The name; None if the target is none."""
        link = self.link
        return None if link is None else link.doi


def split(text: str, servers: Collection[str] = ()) -> Argument:
    """Return the parts of a role's text, in which NUL stands for an escaping backslash.

    Args:
        text: the text between the backticks, as docutils gives it; MyST's has no NUL.
        servers: hosts that count as resolvers beside the known ones.

    """
    disabled = text.startswith("!")
    whole = _trimmed(text, Span(int(disabled), len(text)))
    if _ends_in_bracket(text, whole):
        for opening in islice(_OPENING.finditer(text, whole.start, whole.end), _OPENINGS):
            target = _trimmed(text, Span(opening.end(), whole.end - 1))
            spelling = _readable(target.cut(text), servers)
            if spelling is not None:
                title = _title(text[whole.start : opening.start()])
                return Argument(title, spelling, target, disabled)
    spelling = _readable(whole.cut(text), servers)
    if spelling is not None:
        return Argument(None, spelling, whole, disabled)
    return _unreadable(text, whole, servers, disabled=disabled)


def _unreadable(
    text: str,
    whole: Span,
    servers: Collection[str],
    *,
    disabled: bool,
) -> Argument:
    """Return the parts of a text that holds no DOI: here a title must be set off by a space."""
    bracket = _ends_in_bracket(text, whole)
    titled = _TITLED.fullmatch(text, whole.start, whole.end) if bracket else None
    target = _trimmed(text, Span(*titled.span("target"))) if titled else whole
    title = _title(titled["title"]) if titled else None
    shown = unescaped(target.cut(text))
    spelling = _read(shown, servers) or _exact(shown)
    return Argument(title, spelling, target, disabled)


def _ends_in_bracket(text: str, whole: Span) -> bool:
    return text.endswith(">", whole.start, whole.end) and text[whole.end - 2] != "\0"


def unescaped(text: str) -> str:
    """Return the text as docutils shows it: NUL marks undone."""
    return _ESCAPE.sub(lambda match: match["character"] or "", text) if "\0" in text else text


def _title(text: str) -> str | None:
    return _SPACES.sub(" ", unescaped(text)).strip() or None


def _trimmed(text: str, span: Span) -> Span:
    piece = span.cut(text)
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.end - len(piece) + len(piece.rstrip())))


def _readable(text: str, servers: Collection[str]) -> Spelling | None:
    """Return the spelling if the whole text presents a DOI name, right or not quite right."""
    text = unescaped(text)
    spelling = _read(text, servers) or _exact(text)
    return spelling if spelling.doi is not None else None


def _read(text: str, servers: Collection[str]) -> Spelling | None:
    return read(text, servers=servers, publishers=False) if may_name_doi(text, servers) else None


def _exact(text: str) -> Spelling:
    """Return the spelling of a text that is a name and nothing else, or none at all."""
    nothing, whole = Span(0, 0), Span(0, len(text))
    end = Span(len(text), len(text))
    doi, error = None, None
    try:
        doi = parse(text)
    except DoiSyntaxError as problem:
        error = problem
    return Spelling(
        text, Kind.BARE, None, nothing, nothing, nothing, whole, end,
        encoded=False, doi=doi, error=error,
    )  # fmt: skip
