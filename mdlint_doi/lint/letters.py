"""A written name, letter by letter: what at its end is no part of it, and what it may have meant.

`a%2Fb` is three letters, the second of them written as an escape. The rules on encoding look at
letters, so that each of their edits replaces one letter and leaves its neighbours as they are.

No name of two random samples of 60,000 registered ones ends in a comma, a quotation mark, a tag, or
a bracket without its partner; a few end in a full stop. Other signs, such as `^`, and a word in
brackets cannot be decided: they are hardly meant, and must not be encoded into the name either.

For a name that is not registered there are other readings. `names.suggest` knows the name alone; a
mention also shows what follows it in its link, and in which construct it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final
from unicodedata import category

from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.names.doi import Doi, decode, parse, parse_or_none
from mdlint_doi.names.link import whole_name
from mdlint_doi.names.lookalikes import LOOK_ALIKES, plain_text
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text import numbers
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

PLAIN: Final = pattern(r"[A-Za-z0-9._~!$&'()*+,;:=@/%-]*")
"""A written name without a raw letter that needs an escape (DOI Handbook, encoding rules).

The older page recommends one for `+`, the edition of September 2025 does not."""

ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
"""A run of percent-escapes (RFC 3986 section 2.1)."""
_SIZES: Final = ((0xF0, 4), (0xE0, 3), (0xC0, 2), (0x00, 1))
"""The least first byte of a letter in UTF-8, with the number of its bytes (RFC 3629 section 3)."""
_PARTNERS: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSING: Final = {opening: closing for closing, opening in _PARTNERS.items()}
_NEVER_LAST: Final = frozenset(" ,'\"\u2019\u201d\u00bb\u201c`\\")
_PERHAPS_LAST: Final = frozenset(".:;!?\u2026")
"""What a name may end in, though hardly any does."""
_ARROWS: Final = (
    r"[\u2190-\u21ff\u2934\u2935\u2b00-\u2b11\u27a1\u2794-\u27be\u27f0-\u27ff\ufe0e\ufe0f"
    r"\U0001f517\U0001f4c4\U0001f4d6\U0001f4dd\U0001f448\U0001f519]"
)
"""Arrows and the signs that stand for "link" and "back"."""
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
"""Markup and arrows: at the end of no name."""
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
"""Code points of a tag that is not closed, such as `</span`."""
_ON_PURPOSE: Final = frozenset("()[]{}<>^|") | (_NEVER_LAST - {"`"}) | _PERHAPS_LAST
"""What somebody may have escaped at the end, since it belongs to the name."""
_UNREADABLE: Final = "\ufffd"
"""Stands for an escape that is not UTF-8, which DOI307 is about."""
_REACH: Final = 64
"""None of these is longer."""
_ANOTHER: Final = pattern(r"://|doi:[ ]?10\.|10\.[0-9]{4,9}/", re.IGNORECASE)
_NEXT_IN_LIST: Final = pattern(
    r"[\s,;|&](?=(?:doi:\s?)?10\.[0-9]{4,9}/)"  # what parts two DOIs of a list
    r"|(?=https?://[a-z.]+/10\.[0-9]{4,9}/)",  # or nothing does
    re.IGNORECASE,
)


class Letter(Value):
    """One code point of a name.

    Attributes:
        character: what it stands for; empty for an escape that is not UTF-8.
        span: where it is written in the spelling's text.
        escaped: whether it is written in percent-escapes.
    """

    character: str
    span: Span
    escaped: bool

    @property
    def needs_escape(self) -> bool:
        """Whether each edition of the Handbook asks for an escape of the character."""
        return not PLAIN.fullmatch(self.character) or self.character == "%"


@lru_cache(maxsize=4)
def letters(spelling: Spelling) -> tuple[Letter, ...]:
    """Return the letters of the written name, in order."""
    text = spelling.text
    at = spelling.name.start
    found: list[Letter] = []
    runs = ESCAPES.finditer(text, *spelling.name) if spelling.encoded else ()
    last = spelling.name.end, spelling.name.end  # no escapes, and what is raw before them
    for start, end in (*(run.span() for run in runs), last):
        found += (Letter(text[one], Span(one, one + 1), escaped=False) for one in range(at, start))
        found += _decoded(bytes.fromhex(text[start:end].replace("%", "")), start)
        at = end
    return tuple(found)


def _decoded(data: bytes, start: int) -> Iterator[Letter]:
    """Yield the letters of a run of escapes: three characters of text for each byte."""
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
    """Return the part of the written text from the first letter to the last."""
    return Span(found[0].span.start, found[-1].span.end)


def listed(found: Iterable[Letter]) -> str:
    """Return the letters for a message, each once."""
    names = dict.fromkeys(
        "space" if one.character == " " else f"'{shown(one.character)}'" for one in found
    )
    return numbers.listed(names)


def is_urn(spelling: Spelling) -> bool:
    """Return whether the name follows `urn:doi:`, where a colon is its first slash."""
    return spelling.lead.cut(spelling.text).lower().endswith("urn:doi:")


def stands_in_path(spelling: Spelling) -> bool:
    """Return whether the name is the path of an address, encoded once.

    Behind a resolver, a proxy's host or `doi:`; not in the query of a login page or a service.
    """
    if not spelling.encoded or is_urn(spelling):
        return False
    if spelling.kind is Kind.PROXY:
        return "?" not in spelling.lead.cut(spelling.text)
    return spelling.kind in {Kind.LINK, Kind.SCHEME}


def swallowed(mention: Mention) -> Sequence[Letter]:
    """Return the letters at the end of the name that belong to what is around it."""
    spelling = mention.spelling
    if mention.doi is None or spelling.kind is Kind.PUBLISHER:
        return ()
    start, end = spelling.name
    text = spelling.text
    is_plain = _PLAIN_END.search(text, max(start, end - _REACH), end) is not None
    if is_plain and text.find("<", max(start, end - _LONGEST_TAG), end) < 0:
        return ()
    found = letters(spelling)
    last = found[-1]
    if last.escaped and (last.character in _ON_PURPOSE or _is_sign(last.character)):
        return ()
    return found[_end("".join(one.character or _UNREADABLE for one in found)) :]


def are_never_last(found: Sequence[Letter]) -> bool:
    """Return whether no name ends in such letters; else hardly any does."""
    text = "".join(one.character for one in found)
    return not _UNSURE.search(text) and not any(map(_is_sign, text))


def _end(name: str) -> int:
    """Return where a name ends that something was added to."""
    surplus = {
        closing: name.count(closing) - name.count(opening) for closing, opening in _PARTNERS.items()
    }
    end = len(name)
    while True:  # a name begins with a digit
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
    """Whether it is outside ASCII and neither a letter or number, a look-alike, nor an arrow."""
    if character.isascii() or character in LOOK_ALIKES or character == _UNREADABLE:
        return False
    if character in _NEVER_LAST or _ARROW.match(character):
        return False
    return not (character.isalnum() or category(character)[0] == "M")


def candidates_of(mention: Mention) -> tuple[Doi, ...]:
    """Return other names that the mention may have meant, the most likely first.

    Empty for a mention without a name, and for a shortDOI.
    """
    doi, spelling = mention.doi, mention.spelling
    if doi is None or doi.is_short:
        return ()
    from mdlint_doi.names.suggest import candidates

    own = (
        whole_name(spelling),
        without_punctuation(mention),
        undoubled(doi),
        plain_name(spelling),
        # As it stands, its `%54` taken for letters of the name: a `%` left raw.
        parse_or_none(spelling.name.cut(spelling.text)) if spelling.encoded else None,
    )
    others = (one.doi for one in candidates(doi))
    return tuple(dict.fromkeys(one for one in (*own, *others) if one is not None and one != doi))


def plain_name(spelling: Spelling) -> Doi | None:
    """Return the name with its look-alikes replaced; None without any, or if it is no name."""
    name = "".join(one.character for one in letters(spelling))
    plain = plain_text(name)
    return None if plain == name else parse_or_none(plain)


def undoubled(doi: Doi) -> Doi | None:
    """Return the name with one more level of escapes undone; None if it holds none."""
    name = str(doi)
    if not ESCAPES.search(name):
        return None
    try:
        return parse(decode(name))
    except ValueError:
        return None


def holds_another(spelling: Spelling) -> bool:
    """Return whether an address, a label or a prefix stands inside the name: two DOIs in one."""
    return _ANOTHER.search(spelling.text, spelling.name.start + 1, spelling.name.end) is not None


def lists_another(written: Doi, one: Doi) -> bool:
    """Return whether what is written lists several DOIs, of which `one` is not the only one."""
    listed = _NEXT_IN_LIST.split(str(written))
    found = [read(text.strip(" ,;|&")) for text in listed] if len(listed) > 1 else []
    return any(spelling and spelling.doi not in {one, None} for spelling in found)


def without_punctuation(mention: Mention) -> Doi | None:
    """Return the name without what `swallowed` returns; None if nothing is, or no name is left."""
    extra = len(swallowed(mention))
    return parse_or_none(str(mention.doi)[:-extra]) if mention.doi and extra else None
