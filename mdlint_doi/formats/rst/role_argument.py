"""Read the argument of a `doi` role (`name`, `title <name>`, `!name`), and write such roles.

Sphinx's own pattern uses the last `<`, and so reads `Title <10.1002/(SICI)…<693::AID…>3.0.CO;2-O>`
incorrectly. Here the target begins after the first `<` from which a DOI extends to the final `>`;
if there is none, the whole text is the DOI.

``DOI:`10.1000/182` `` was meant as a role, although docutils reads a word and a text in the default
role; so was ``:doi:``10.1000/182`` ``, a word and a literal. Prose was not, such as
``the DOI: ``10.1000/182`` ``.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, Literal, NamedTuple

from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.names.link import Link, canonical_in_role, may_name_doi, role_argument
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import STANDARD, Kind, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_INTRODUCTION: Final = pattern(
    r"(?<![\w:])(?:"
    r"(?P<colon>:)doi ?:?\s?"  # `:DOI: `, `:doi `: the colon says that a role was meant
    r"|doi:)\Z",  # `DOI:`, directly before the backtick
    re.IGNORECASE,
)
_LENGTH: Final = 10
WORD_AND_BACKTICKS: Final = pattern(
    r"(?<![\w:`])(?::?doi:?|\{doi\})`(?P<inner>[^`]{1,500})`", re.IGNORECASE
)
"""`:doi`, `doi` or MyST's `{doi}` directly before a backtick, where docutils reads no interpreted
text."""
FIELD: Final = "doi"
"""The name of a field, in lower case: `:DOI: ` at the beginning of a line is a field."""
Language = Literal["rst", "myst"]
"""The languages in which a role can be written."""
_SPECIAL: Final = pattern(r"[\\`<>]")
_ESCAPE: Final = pattern(r"\x00(?:[ \n]|(?P<character>.))?", re.DOTALL)
"""docutils marks an escaping backslash with NUL, and removes it with white space after it."""
_OPENING: Final = pattern(r"(?<!\x00)<")
_OPENINGS: Final = 50
"""The most `<` that are tried; no title has as many."""
_TITLED: Final = pattern(r"(?P<title>.*?\S)\s+(?<!\x00)<(?P<target>.*)(?<!\x00)>", re.DOTALL)
_SPACES: Final = pattern(r"\s+")
_LINE_END: Final = pattern(r"(?<![ \t])[ \t]*+\n\s*")


class RoleArgument(NamedTuple):
    """The text between the backticks, as an author wrote it.

    Attributes:
        title: the explicit title without escapes; None if there is none.
        spelling: the spelling of the target; its `doi` is None if the target is not a DOI.
        span: the span of the target in the given text.
        disabled: whether a leading `!` prevents the link, as in all roles of Sphinx.
    """

    title: str | None
    spelling: Spelling
    span: Span
    disabled: bool = False

    @property
    def link(self) -> Link | None:
        """The link that the role makes; None if the target is not a DOI."""
        return canonical_in_role(self.spelling)

    @property
    def doi(self) -> Doi | None:
        """The DOI; None if the target is not a DOI."""
        link = self.link
        return None if link is None else link.doi


def split(text: str, notations: Notations = STANDARD) -> RoleArgument:
    """Return the parts of a role's text as docutils passes it: NUL is an escaping backslash."""
    disabled = text.startswith("!")
    whole = _trimmed(text, Span(int(disabled), len(text)))
    has_bracket = text.endswith(">", whole.start, whole.end) and text[whole.end - 2] != "\0"
    openings = _OPENING.finditer(text, whole.start, whole.end) if has_bracket else ()
    for opening in islice(openings, _OPENINGS):
        target = _trimmed(text, Span(opening.end(), whole.end - 1))
        spelling = _spelling(target.cut(text), notations)
        if spelling.doi is not None:
            title = _title(text[whole.start : opening.start()])
            return RoleArgument(title, spelling, target, disabled)
    spelling = _spelling(whole.cut(text), notations)
    titled = (
        _TITLED.fullmatch(text, whole.start, whole.end)
        if has_bracket and spelling.doi is None
        else None
    )
    if titled is None:
        return RoleArgument(None, spelling, whole, disabled)
    # Without a DOI a title must be set off by a space.
    target = _trimmed(text, Span(*titled.span("target")))
    spelling = _spelling(target.cut(text), notations)
    return RoleArgument(_title(titled["title"]), spelling, target, disabled)


def closed(text: str, notations: Notations = STANDARD) -> Spelling | None:
    """Return the spelling of a role's target without its line ends; None if it has none."""
    whole, ends = _LINE_END.subn("", text)
    spelling = _spelling(whole, notations) if ends and not _SPACES.search(whole) else None
    return None if spelling is None or spelling.doi is None else spelling


def unescaped(text: str) -> str:
    """Return the text as docutils shows it, without NUL marks."""
    return _ESCAPE.sub(lambda match: match["character"] or "", text) if "\0" in text else text


def _title(text: str) -> str | None:
    return _SPACES.sub(" ", unescaped(text)).strip() or None


def _trimmed(text: str, span: Span) -> Span:
    piece = span.cut(text)
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.end - len(piece) + len(piece.rstrip())))


def _spelling(text: str, notations: Notations) -> Spelling:
    """Return the spelling that a text presents, or else that of the whole text as a DOI."""
    text = unescaped(text)
    spelling = read(text, notations.of_names) if may_name_doi(text, notations) else None
    if spelling is not None:
        return spelling
    nothing = Span(0, 0)
    whole = Span(0, len(text))
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


def role_for(doi: Doi, title: str | None, language: Language) -> str | None:
    """Return the role that makes a link to a DOI; None if it cannot be written.

    The title, which is a link's visible text, is omitted if it only repeats the DOI.
    """
    name = role_argument(doi)
    title = title and " ".join(title.split())
    if name is None:
        return None
    shown = None if title is None or _repeats(title, doi) else title
    if language == "myst":
        if shown is not None and _SPECIAL.search(shown):
            return None
        return f"{{doi}}`{name}`" if shown is None else f"{{doi}}`{shown} <{name}>`"
    if shown is None:
        return f":doi:`{name}`"
    escaped = _SPECIAL.sub(lambda special: f"\\{special[0]}", shown)
    return f":doi:`{escaped} <{name}>`"


def _repeats(title: str, doi: Doi) -> bool:
    if title in {str(doi), doi.url()}:
        return True
    spelling = read(title.strip()) if may_name_doi(title) else None
    return spelling is not None and spelling.doi == doi


def introduction(text: str, end: int, ticks: str) -> int | None:
    """Return the offset of a word that was meant as a role before backticks; None if none."""
    word = _INTRODUCTION.search(text, max(0, end - _LENGTH), end)
    if word is None or not (word["colon"] or ticks == "`"):
        return None
    return word.start()
