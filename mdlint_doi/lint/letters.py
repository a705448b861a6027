"""Read a written DOI letter by letter; find surplus text at its end, and DOIs that it may mean.

`a%2Fb` has three letters, and the second one is written as an escape. The rules on encoding use
letters, so that each edit replaces one letter and leaves the others unchanged.

No DOI in two random samples of 60,000 registered ones ends in a comma, a quotation mark, a tag, or
a bracket without its partner; a few end in a full stop. Other characters, such as `^`, and a word
in brackets are uncertain: they are hardly meant as part of the DOI, and must not be encoded either.

For a DOI that is not registered, there may be other readings. `names.suggest` uses only the DOI;
this module also uses the text after the DOI in its link, and the construct.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import category

from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.names.doi import Doi, Reason, decode, parse, parse_or_none
from mdlint_doi.names.link import whole_name
from mdlint_doi.names.lookalikes import LOOK_ALIKES, plain_text
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text import numbers
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.rule import Facts

PLAIN: Final = pattern(r"[A-Za-z0-9._~!$&'()*+,;:=@/%-]*")
"""Matches a written DOI without an unencoded letter that needs an escape (DOI Handbook).

The older page recommends encoding `+`, but the edition of September 2025 does not.
"""

ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
"""Matches a run of percent-escapes (RFC 3986 section 2.1)."""
_SIZES: Final = ((0xF0, 4), (0xE0, 3), (0xC0, 2), (0x00, 1))
"""The least first byte of a letter in UTF-8, with the number of its bytes (RFC 3629 section 3)."""
_PARTNERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSING: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_NEVER_LAST: Final = frozenset(" ,'\"\u2019\u201d\u00bb\u201c`\\")
_PERHAPS_LAST: Final = frozenset(".:;!?\u2026")
"""Characters at the end of hardly any DOI."""
_ARROWS: Final = (
    r"[\u2190-\u21ff\u2934\u2935\u2b00-\u2b11\u27a1\u2794-\u27be\u27f0-\u27ff\ufe0e\ufe0f"
    r"\U0001f517\U0001f4c4\U0001f4d6\U0001f4dd\U0001f448\U0001f519]"
)
"""Matches arrows, and symbols that mean "link" or "back"."""
_STRAY: Final = pattern(
    rf"""
    (?: </[A-Za-z][A-Za-z0-9]{{0,9}}> | <br\s?/?> | <br | </[A-Za-z]{{0,9}}
      | <(?P<tag>[a-z]{{1,6}})>[^<>]{{0,20}}</(?P=tag)>     # `<sup>1</sup>`
      | `_{{1,2}}                                         # the end of a link in reStructuredText
      | \*\*+ | \]\( | &nbsp;?
      | {_ARROWS} )\Z
    """,
    re.VERBOSE,
)
"""Matches markup and arrows, with which no DOI ends."""
_HARDLY_MEANT: Final = pattern(
    r"""
    (?: \^ | \|                                          # a mark of a footnote, the end of a cell
      | (?<=[\w)]) \[ \^?[\w.-]{1,20} \]                   # `[1]`, `[^1]`, `[PDF]`
      | \{ (?: [:.\#] | \w{1,20}= ) [^{}]{1,40} \} )\Z    # `{:target="_blank"}`
    """,
    re.VERBOSE,
)
_UNSURE: Final = pattern(r"[.:;!?^|]|[\[{][^\]}]*[\]}]")
_ARROW: Final = pattern(_ARROWS)
_PLAIN_END: Final = pattern(r"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z]\Z")
_LONGEST_TAG: Final = 11
"""The maximum length of a tag without its end, such as `</span`, in code points."""
_ON_PURPOSE: Final = frozenset("()[]{}<>^|") | (_NEVER_LAST - {"`"}) | _PERHAPS_LAST
"""Characters that an author may have escaped because they belong to the end of the DOI."""
_UNREADABLE: Final = "\ufffd"
"""The replacement for an escape that is not UTF-8, which DOI307 reports."""
_REACH: Final = 64
"""More code points than `_STRAY` and `_HARDLY_MEANT` match."""
_ANOTHER: Final = pattern(r"://|doi:[ ]?10\.|10\.[0-9]{4,9}/", re.IGNORECASE)
_NEXT_IN_LIST: Final = pattern(
    r"[\s,;|&](?=(?:doi:\s?)?10\.[0-9]{4,9}/)"  # a separator between two DOIs of a list
    r"|(?=https?://[a-z.]+/10\.[0-9]{4,9}/)",  # no separator
    re.IGNORECASE,
)


class Letter(Value):
    """One code point of a DOI.

    Attributes:
        character: the code point; empty for an escape that is not UTF-8.
        span: the span of its written form in the spelling's text.
        escaped: whether it is written as percent-escapes.
    """

    character: str
    span: Span
    escaped: bool

    @property
    def needs_escape(self) -> bool:
        """Whether both editions of the Handbook require or recommend encoding the character."""
        return not PLAIN.fullmatch(self.character) or self.character == "%"


@lru_cache(maxsize=4)
def letters(spelling: Spelling) -> tuple[Letter, ...]:
    """Return the letters of the written DOI, in order."""
    text = spelling.text
    at = spelling.name.start
    found: list[Letter] = []
    runs = (
        ESCAPES.finditer(text, spelling.name.start, spelling.name.end) if spelling.encoded else ()
    )
    last = spelling.name.end, spelling.name.end  # an empty run, for the text after the last one
    for start, end in (*(run.span() for run in runs), last):
        found += (
            Letter(text[offset], Span(offset, offset + 1), escaped=False)
            for offset in range(at, start)
        )
        found += _decoded(bytes.fromhex(text[start:end].replace("%", "")), start)
        at = end
    return tuple(found)


def _decoded(data: bytes, start: int) -> Iterator[Letter]:
    """Yield the letters of a run of escapes, which has three characters for each byte."""
    at = 0
    while at < len(data):
        size = next(size for least, size in _SIZES if data[at] >= least)
        try:
            character = data[at : at + size].decode("utf-8")
        except UnicodeDecodeError:
            character, size = "", 1
        span = Span(start + 3 * at, start + 3 * (at + size))
        yield Letter(character, span, escaped=True)
        at += size


def around(found: Sequence[Letter]) -> Span:
    """Return the span of the written text from the first letter to the last."""
    return Span(found[0].span.start, found[-1].span.end)


def listed(found: Iterable[Letter]) -> str:
    """Return the letters for a message, without repeats."""
    names = dict.fromkeys(
        "space" if letter.character == " " else f"'{shown(letter.character)}'" for letter in found
    )
    return numbers.listed(names)


def is_urn(spelling: Spelling) -> bool:
    """Return whether the DOI follows `urn:doi:`, so that a colon replaces its first slash."""
    return spelling.lead.cut(spelling.text).lower().endswith("urn:doi:")


def is_path(spelling: Spelling) -> bool:
    """Return whether the DOI is the path of an address, encoded once.

    It is after a resolver, a proxy's host or `doi:`, but not in the query of a log-in page or a
    service.
    """
    if not spelling.encoded or is_urn(spelling):
        return False
    if spelling.kind is Kind.PROXY:
        return "?" not in spelling.lead.cut(spelling.text)
    return spelling.kind in {Kind.LINK, Kind.SCHEME}


def surplus_at_end(mention: Mention) -> Sequence[Letter]:
    """Return the letters at the end of the written DOI that belong to the text around it."""
    spelling = mention.spelling
    if mention.doi is None or spelling.kind is Kind.PUBLISHER:
        return ()
    start, end = spelling.name.start, spelling.name.end
    text = spelling.text
    is_plain = _PLAIN_END.search(text, max(start, end - _REACH), end) is not None
    if is_plain and text.find("<", max(start, end - _LONGEST_TAG), end) < 0:
        return ()
    found = letters(spelling)
    last = found[-1]
    if last.escaped and (last.character in _ON_PURPOSE or _is_sign(last.character)):
        return ()
    return found[_end("".join(letter.character or _UNREADABLE for letter in found)) :]


def are_never_last(found: Sequence[Letter]) -> bool:
    """Return whether no DOI ends in such letters; otherwise, hardly any does."""
    text = "".join(letter.character for letter in found)
    return not _UNSURE.search(text) and not any(map(_is_sign, text))


def _end(name: str) -> int:
    """Return the end of a DOI, without text that was added to it."""
    surplus = {
        closing: name.count(closing) - name.count(opening) for closing, opening in _PARTNERS.items()
    }
    end = len(name)
    while True:  # it ends, because a DOI begins with a digit
        last = name[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last in _PARTNERS.values():
            surplus[_CLOSING[last]] += 1
        elif last not in _NEVER_LAST and last not in _PERHAPS_LAST and not _is_sign(last):
            start = max(0, end - _REACH)
            stray = _STRAY.search(name, start, end) or _HARDLY_MEANT.search(name, start, end)
            if stray is None:
                return end
            end = stray.start() + 1
        end -= 1


def _is_sign(character: str) -> bool:
    """Return whether this is a symbol outside ASCII, but not a look-alike, a quote or an arrow."""
    if character.isascii() or character in LOOK_ALIKES or character == _UNREADABLE:
        return False
    if character in _NEVER_LAST or _ARROW.match(character):
        return False
    return not (character.isalnum() or category(character)[0] == "M")


def candidates_of(mention: Mention) -> tuple[Doi, ...]:
    """Return different DOIs that the mention may mean, most likely first.

    The result is empty for a mention without a DOI, and for a shortDOI.
    """
    doi, spelling = mention.doi, mention.spelling
    if doi is None or doi.is_short:
        return ()
    from mdlint_doi.names.suggest import candidates

    own = (
        *mention.longer,
        whole_name(spelling),
        without_punctuation(mention),
        decoded_again(spelling),
        plain_name(spelling),
        # The DOI without decoding: `%54` may be literal, with a `%` that was not encoded.
        parse_or_none(spelling.name.cut(spelling.text)) if spelling.encoded else None,
    )
    others = (candidate.doi for candidate in candidates(doi))
    return tuple(
        dict.fromkeys(name for name in (*own, *others) if name is not None and name != doi)
    )


def suggested(mention: Mention, facts: Facts) -> tuple[Doi, ...]:
    """Return the registered DOIs that an unregistered one may mean, most likely first.

    Those that only other mentions of the same DOI may mean are left out.
    """
    registered = facts.suggestions.get(mention.doi, ()) if mention.doi else ()
    return tuple(doi for doi in candidates_of(mention) if doi in registered) if registered else ()


def plain_name(spelling: Spelling) -> Doi | None:
    """Return the DOI with look-alikes replaced; None if there are none, or if it is not a DOI."""
    name = "".join(letter.character for letter in letters(spelling))
    plain = plain_text(name)
    return None if plain == name else parse_or_none(plain)


def decoded_again(spelling: Spelling) -> Doi | None:
    """Return the DOI with one more level of escapes removed; None if it contains none.

    The DOI may be none before, because it has no slash until then.
    """
    name = "".join(letter.character or "%" for letter in letters(spelling))
    is_wrong = spelling.error is not None and spelling.error.reason is not Reason.NO_SLASH
    if is_wrong or not ESCAPES.search(name):
        return None
    try:
        return parse(decode(name))
    except ValueError:
        return None


def holds_another(spelling: Spelling) -> bool:
    """Return whether the DOI contains an address, a label or a prefix, so it may be two DOIs."""
    return _ANOTHER.search(spelling.text, spelling.name.start + 1, spelling.name.end) is not None


def lists_another(written: Doi, doi: Doi) -> bool:
    """Return whether the written text is a list that contains a different DOI than `doi`."""
    listed = _NEXT_IN_LIST.split(str(written))
    spellings = [read(text.strip(" ,;|&")) for text in listed] if len(listed) > 1 else []
    return any(spelling and spelling.doi not in {doi, None} for spelling in spellings)


def without_punctuation(mention: Mention) -> Doi | None:
    """Return the DOI without the letters that `surplus_at_end` returns; None if there are none.

    The result is also None if the rest is not a DOI.
    """
    extra = len(surplus_at_end(mention))
    return parse_or_none(str(mention.doi)[:-extra]) if mention.doi and extra else None
