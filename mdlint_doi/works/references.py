"""Find names, years, volume, pages and title in the text of a reference.

Each token of the text is represented by a letter for its class. An expression then finds names in
the sequence of letters: "Smith, J. K., and Doe, A." is `C,I,AC,I`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works import thresholds
from mdlint_doi.works.folding import (
    GIVEN_MONTHS,
    LINKING,
    NO_NAMES,
    READ_PARTICLES,
    content,
    is_common,
    stem,
    words,
)
from mdlint_doi.works.work import Person

YEAR: Final = pattern(
    r"(?<![\d.:/\-–])(?P<year>1[5-9]\d\d|20[0-4]\d)"
    r"(?![\d/]|[-–]\d{3}|\.\d)[a-z]?\b"  # not a page, a range or an arXiv number
    r"(?!:(?!\s+[\"“‘'\[]?[^\W\d_a-z]))"  # a colon only before a title: "2017: Roots"
    r"|(?<!\d)(?P<dated>1[89]\d\d|20[0-4]\d)[-/](?:0[1-9]|1[0-2])(?![\d-]?\d{2,})"
)
DETAILS: Final = pattern(
    r"\b\d{1,4}\s?\(\d{1,4}\)"  # 34(6)
    r"|\bvol(?:ume|\.)?\s?\d"
    r"|\bno\.\s?\d"
    r"|\b(?:pp?\.|pages?)\s?\d"
    r"|\b\d{1,4}\s?[:,]\s?[a-z]?\d{1,6}\s?[–-]{1,2}\s?[a-z]?\d"  # 34: 899-907
    r"|;\s?\d{1,4}(?:\(\d{1,4}\))?:"  # 2010;20(9):
    r"|\b(?:bd|т|nr|с|s)\.\s?\d|№\s?\d|\d\s?[巻卷]|[巻卷]\s?\d"  # Bd. 12, S. 3; Т. 12, № 3. С. 4
    r"|\b(?:1[89]|20)\d\d,\s\d{1,4}:\s?[a-z]?\d",  # 2020, 89: 107382
    re.IGNORECASE,
)
_VOLUME: Final = r"\*{0,2}(?P<volume>\d{1,4})\*{0,2}"  # `**124**` is markup in a plain text
_PAGE: Final = (
    r"(?:pp?\.?\s?|[sсc]\.\s?|page\s|art(?:icle|\.)\s|(?:ページ|頁|页)[.:：]?\s?)?"
    r"(?P<page>[A-Za-z]?\d{1,7})\b"
)
_NO_ISSUE: Final = r"(?!\*{0,2}\s?\(\d{1,3}\))"  # 2011, 6 (5): the second number is the volume
_PLACES: Final = (
    pattern(
        rf"\b(?:vol(?:ume|\.)?|bd\.?|band|[tт]\.|том)\s?{_VOLUME}\b[^\n]{{0,120}}?"
        r"\b(?:p(?:p|ages?)?|[sсc]|стр)\.?\s?(?P<page>[a-z]?\d{1,7})\b",
        re.IGNORECASE,
    ),
    pattern(rf"(?<!\d)(?P<volume>\d{{1,4}})\s?[巻卷][^\n]{{0,20}}?[,、:：]\s?{_PAGE}"),
    pattern(rf"[巻卷]\s?{_VOLUME}(?:[,、]\s?号\s?[\w/–-]{{1,12}})?[,、]\s?{_PAGE}"),
    # 29, no. 1 (2011): 811
    pattern(
        rf"(?<![\w(]){_VOLUME},?\s(?:no|nr|n)\.?\s?\d[\w/–-]{{0,12}}"
        rf"(?:\s?\([^()]{{1,16}}\))?[,:]?\s{_PAGE}",
        re.IGNORECASE,
    ),
    # 2011, 12(3): 345; 2011, 12: 345
    pattern(
        rf"(?<!\d)(?:1[89]|20)\d\d\*{{0,2}},\s{_VOLUME}(?:\s?\([^()]{{1,12}}\))?\s?[:,]\s?{_PAGE}"
    ),
    pattern(rf";\s?{_VOLUME}(?:\s?\([^()]{{1,12}}\))?:\s?{_PAGE}"),  # 2010;20(9):1-5
    # 12(3), 345; 12 (3): 345; 12 (2017), 345; 12, 3 (2017), 345
    pattern(rf"(?<![\w(]){_VOLUME}(?:,\s\d{{1,4}})?\s?\([^()]{{1,16}}\)[,:]?\s?{_PAGE}(?!\s?\()"),
    # Journal 12, 345; Journal, 12:345
    pattern(
        rf"(?:(?<=[^\W\d_]\s)|(?<=[^\W\d_][,.]\s)|(?<=\.,\s)){_VOLUME}\s?[,:]\s?{_PAGE}(?!\.\d|,\s\d)"
        rf"{_NO_ISSUE}"
    ),
)
"""Match the volume, and the first page or article number, in the common citation styles."""
_TOKEN: Final = pattern(
    r"(?P<E>\bet\s{1,3}al\b\.?|\bи\s{1,3}др\b\.?|\bu\.\s?a\.|(?<!\w)(?:等人?|ほか|他)(?!\w)\.?)"
    r"|(?P<Y>\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b)"
    r"|(?P<N>\d[\w.]*)"
    r"|(?P<I>[^\W\d_a-z](?:\.(?:\s?-?\s?[^\W\d_a-z](?=\.))?){1,5}(?!\w))"  # J. K., J.-K.
    r"|(?P<W>[^\W\d_](?:[\w'’‐-]*\w)?)"
    r"|(?P<A>&)"
    r"|(?P<O>[^\w\s])"
)
_ANDS: Final = frozenset({"and", "und", "et", "y", "with"})
_ARTICLES: Final = frozenset({"the", "a", "an", "this", "these", "its"})
_AND: Final = "(?:[,;]?A|[,;])"
_END: Final = "(?=[,;.:()AYE|]|$)"
_BEHIND: Final = '(?=[,;.:()AYE|"“‘«]|$)'
_INITIALS: Final = rf"(?:I{{1,3}}(?:i{_END})?|i{{1,3}})"  # "A" in "Roe, M. A new" is none
_WORDS: Final = "p*C(?:p*C)?"  # van Berg; Castillo Vega; García de la Torre
_OF_NEXT: Final = rf"{_WORDS}(?:[,;](?:A?[Ii]{{1,3}}p*C|AC)|A[Ii]{{1,3}}p*C)"
"""Matches the rest of a name behind its initials, and the next name: `J. Doe, K. Roe`."""
_HARVARD: Final = (  # Smith, J. K.; Godoy, P. D. de M.; not "Jane Smith, J. Doe, K. Roe"
    rf"(?:p*C,{_INITIALS}|p*C(?:p*C){{1,2}},(?>{_INITIALS})(?!{_OF_NEXT}))(?:p{{1,2}}I)?"
)
_VANCOUVER: Final = rf"{_WORDS}(?:I|i{{1,3}}){_END}"  # Smith JK, Smith J K
_FORWARD: Final = rf"[Ii]{{1,3}}{_WORDS}"  # J. K. Smith
_TURNED: Final = rf"{_WORDS},C[CIi]{{0,2}}{_BEHIND}"  # Smith, Jane K.
_FULL: Final = r"C[CIi]{0,2}p*C"  # Jane K. Smith
_ANY: Final = rf"(?:{_HARVARD}|{_VANCOUVER}|{_FORWARD}|{_FULL})"
_FAMILY: Final = "[pIi]{0,2}C[pCIi]{0,2}"
_WHOLE: Final = rf"{_FAMILY},[Ii]?C[CIip]{{0,3}}"  # Smith, J. Kim
_PART: Final = rf"{_FAMILY},[CIip]{{1,4}};"  # Smith, Jane K.;
_MORE: Final = "(?:[,;]?E)?"
_NAMES: Final = pattern(
    rf"(?P<parted>(?:{_PART})*{_WHOLE};(?:{_PART})*(?:{_WHOLE}{_BEHIND}|{_HARVARD}|E)){_MORE}"
    rf"|(?P<vancouver>(?:{_WORDS}i{{1,3}}{_AND})+(?:{_WORDS}i{{0,2}}[iI]|E))"  # a dot ends it
    rf"|(?P<dotted>(?:{_WORDS}I,)+{_WORDS}I){_MORE}"  # Smith J. K., Doe A. The title
    rf"|(?P<listed>(?:{_HARVARD}|{_VANCOUVER}|{_FORWARD})(?:{_AND}{_ANY})*){_MORE}"
    rf"|(?P<turned>{_TURNED}(?:{_AND}(?:{_FULL}|{_TURNED}|{_ANY}))*){_MORE}"
    rf"|(?P<full>{_FULL}(?:{_AND}{_ANY})+){_MORE}"
    rf"|(?P<others>{_WORDS},?E)"  # Smith et al.
    rf"|(?:(?<=[|.:])|^)(?P<single>{_WORDS}i{{0,2}}I)(?=[wi])"  # Smith J. The title
    r"|^(?P<one>p*Ci{0,2}I)(?=C)"  # Smith J. Roots
    rf"|(?P<cited>{_WORDS}(?:(?:,{_WORDS}){{0,3}},?A{_WORDS})?(?=,?\(?Y))"  # Doe (2019
)
_NAME: Final = pattern(_ANY)
_FIRST_FULL: Final = pattern(rf"{_FULL}|{_ANY}")
_FIRST_TURNED: Final = pattern(rf"{_TURNED}|{_ANY}")
_NEXT_TURNED: Final = pattern(rf"{_FULL}|{_TURNED}|{_ANY}")
_ALL_FULL: Final = pattern(rf"{_FULL}(?:{_AND}{_FULL})+{_MORE}")
_UP_TO_NEXT: Final = pattern("[^;E]+")
_UP_TO_MARK: Final = pattern("[^,;AE]+")
SERIAL: Final = pattern(
    r"""\b(?:
      journal|proceedings|proc|transactions|trans|letters|annals           # where it appeared
    | press|university|publisher|springer|elsevier|wiley                   # who published it
    | conference|symposium|workshop|lecture[ ]notes|society
    | vol|volume|issue|(?:1st|2nd|3rd|\dth|first|second|third|revised)\s{1,3}ed(?:ition)?
    | accessed|retrieved|available|preprint|dissertation|thesis|zenodo|figshare
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_CUTS: Final = pattern(
    r"\((?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?:,[^()]{0,40})?\)[.,:]?"  # (2019).
    r"|(?<=[.,(])\s*(?:1[5-9]\d\d|20[0-4]\d)[a-z]?(?=[.,;:)\s])"  # , 2019.
    r"|\s[|•·]\s|[¶\n]|\s//\s|(?<=\w)\[[A-Z](?:/[A-Z]{2})?\]"  # GOST: T // J.; GB/T 7714: T[J/OL].
    r"|(?<=[^\W_A-Z][.?!])[\"”’)]?\s+(?=[^\W\da-z_]|[\"“\[(])"  # the end of a sentence
    r"|(?<=[\w”\"][)\]][.?!])\s+(?=[^\W\da-z_]|[\"“\[(])"  # … and emissions (PRIME). The
    r"|(?<=[A-Z]{2}[.?!])\s+(?=[A-Z])"
)
_APART: Final = pattern(  # the text before the first name of a list
    r"(?:^|[.:;,|•·¶?!\]\")”’'*>–—-]|\b(?:paper|references?|citation|source|cite))\s*+(?:\(\s*+)?$",
    re.IGNORECASE,
)
_CAPITALS: Final = pattern(
    r"(?<!\w)[A-Z][A-Z’'-]{0,30}(?:[ ,:]{1,2}[A-Z][A-Z’'-]{0,30}){3,60}(?!\w|\.)"
)
"""Matches consecutive words in capitals, which may be a title; names have initials with dots."""
_SMALL_IN_CAPITALS: Final = frozenset({"OF", "THE", "AND", "FOR", "IN", "ON", "TO", "WITH"})
_EVENT: Final = pattern(
    r"\b(?:1[89]|20)\d\d(?=\s(?:IEEE|ACM|(?:[A-Z][\w/-]{1,24}\s){0,6}?(?:Conference|Symposium|Workshop|Congress|Meeting"
    r"|Winter|Annual|International|European|Joint|World)))"
    r"|(?<=\bof\sthe\s)(?:1[89]|20)\d\d\b"
)
"""Matches the year in the name of a conference: "2021 American Control Conference"."""
_READ_ON: Final = pattern(
    r"""
    (?: (?<!\w)(?: (?:last\s)?(?:accessed|retrieved|viewed) | last\s(?:visited|checked)
            | access\sdate | abgerufen | aufgerufen | zugriff | stand: | geraadpleegd
            | consult(?:é|ée|ado|ada|ato|ata) | acesso | accesso | acceso | recuperado | hämtad
            | dostęp | дата\sобращения )(?!\w)
      | \[cit(?:ed|\.) | 参照日? | 閲覧日? | 引用日期 )
    [^\n;(]{0,30}? (?<!\d)20\d\d (?:[-/.年]\d{1,2}){0,2}
  | \[20\d\d-\d\d?-\d\d?\]
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Matches the day on which the author read the work: "Accessed 3 May 2024", "[2024-05-03]"."""
_LOWER: Final = pattern(r"(?<![\w.])[a-z]{4,}(?![\w:])")


_BEFORE_NAME: Final = frozenset({"", ",", ";", "A", "|"})
"""The letters of the tokens before a name in a list; none before the first one."""
_BEFORE_FIRST: Final = _BEFORE_NAME | {"]", ")"}
_MAY_BE_NAME: Final = frozenset("piw")
_INITIAL: Final = frozenset("iI")
_MARKS: Final = frozenset(",;.:(A|")
"""The letters of the tokens after a name."""
_DOTTED: Final = 2  # code points of an initial with its dot
_BEFORE_TURNED: Final = 3  # how far before the given name the name begins: "; Roe, Jan"
_MOST_INITIALS: Final = 3
"""The most capitals that are read as initials: "JRR"; one fewer if they are a particle or "et"."""
_SURE_TITLE: Final = 5
"""A part of a reference with at least this many words is a title; names of journals have fewer."""
_MOST_WORDS: Final = 40
"""A title has at most this many words; a longer part is an abstract, or several references."""
_MOST_NUMBERS: Final = 3
"""A title contains at most this many numbers; more are volume, issue, pages and dates."""
_TELLING: Final = 2
"""A short title has at least this many words besides those of links, such as "download"."""


class ReferenceShape(NamedTuple):
    """The facts that the form of a text shows, if it is a reference.

    Attributes:
        people: the people with the names in the text, in order.
        places: the spans of the names; a list of names has one span.
        named: those of them that are certainly names, and no words of a title: the first ones, and
            those with initials or "et al.".
        years: the years in the text, without repeats.
        has_details: whether the text contains volume or pages.
        is_listed: whether the first names are separate from other words, as at the start of a
            reference in a list.
        place: the volume, and the first page or the article number; two empty texts if not stated.
        leading: how many of the people are in the first list of names.
    """

    people: tuple[Person, ...]
    places: tuple[Span, ...]
    named: tuple[Span, ...]
    years: tuple[int, ...]
    has_details: bool
    is_listed: bool
    place: tuple[str, str] = ("", "")
    leading: int = 0

    @property
    def is_reference(self) -> bool:
        """Whether the text has the form of an entry in a list of references."""
        return self.is_listed and bool(self.years or self.has_details)


def shape_of(text: str) -> ReferenceShape:
    """Return the names, years, volume and pages that the form of a text shows."""
    people: list[Person] = []
    places: list[Span] = []
    named: list[Span] = []
    leading = 0
    tokens = _tokens(_CAPITALS.sub(_without_capitals, text))
    letters = "".join(token.letter for token in tokens)
    for match in _NAMES.finditer(letters):
        start = match.start()
        inside = tokens[match.start() : match.end()]
        # "in the U.K. Earth System Model" contains no name.
        is_of_article = start > 0 and tokens[start - 1].text.lower() in _ARTICLES
        if not is_of_article and _reads_as_names(match, letters):
            places.append(Span(inside[0].start, inside[-1].end))
            if len(places) == 1 or not {"I", "E"}.isdisjoint(match[0]):
                named.append(places[-1])
            people += filter(None, map(_person, _names_in(match, inside)))
            leading = leading or len(people)
    details = bool(DETAILS.search(text))
    listed = bool(places) and _APART.search(text[: places[0].start]) is not None
    return ReferenceShape(
        people=tuple(people),
        places=tuple(places),
        named=tuple(named),
        years=years_of(text),
        has_details=details,
        is_listed=listed,
        place=place_of(text),
        leading=leading,
    )


def years_of(text: str, titles: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the years in a reference, without repeats.

    The year in which the author read the work is not returned. If there are several others, those
    that are a volume, that stand in one of its titles, or with which the name of a conference
    begins are not returned either, because the work was published in a different one.
    """
    read = [match.span() for match in _READ_ON.finditer(text)]
    dated = [
        (match.span(), int(match["year"] or match["dated"]))
        for match in YEAR.finditer(text)
        if not _is_inside(match.span(), read)
    ]
    if len({year for _, year in dated}) > 1:
        place = _place(text)
        inside = [place.span("volume")] if place else []
        inside += (match.span() for match in _EVENT.finditer(text))
        starts = ((text.find(title), len(title)) for title in titles)
        inside += ((start, start + size) for start, size in starts if start >= 0)
        outside = [(span, year) for span, year in dated if not _is_inside(span, inside)]
        dated = outside or dated
    return tuple(dict.fromkeys(year for _, year in dated))


def _is_inside(span: tuple[int, int], spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def place_of(text: str) -> tuple[str, str]:
    """Return the volume, and the first page or article number, of a reference.

    Both are empty if the text has no such pair.
    """
    match = _place(text)
    return (match["volume"], match["page"]) if match else ("", "")


def _place(text: str) -> re.Match[str] | None:
    for form in _PLACES:
        for match in form.finditer(text):
            if not YEAR.fullmatch(match["page"]):  # not a date: "January 12, 2018"
                return match
    return None


def _without_capitals(match: re.Match[str]) -> str:
    """Return a title in capitals in lower case, so that its words do not look like names."""
    is_title = not _SMALL_IN_CAPITALS.isdisjoint(match[0].split())
    return match[0].lower() if is_title else match[0]


class _Token(NamedTuple):
    letter: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    """Return the tokens of a text; short capitals after a family name are initials: "Roe DE"."""
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(text):
        letter, word = _letter(str(match.lastgroup), match[0]), match[0]
        is_short = letter in "Ap" and len(word) < _MOST_INITIALS and word.isupper()
        if is_short and tokens and tokens[-1].letter == "C":
            letter = "i"
        tokens.append(_Token(letter, word, *match.span()))
    return [
        token._replace(letter="C") if _is_family(tokens, at) else token
        for at, token in enumerate(tokens)
    ]


def _is_family(tokens: list[_Token], at: int) -> bool:
    """Return whether a word that looks like another one is a name, by its place in a list."""
    token = tokens[at]
    if token.letter not in _MAY_BE_NAME or not token.text[0].isupper():
        return False
    before, earlier, first = (
        tokens[at - back].letter if at >= back else "" for back in (1, 2, _BEFORE_TURNED)
    )
    behind = "".join(later.letter for later in tokens[at + 1 : at + 3])
    is_first = before in _BEFORE_NAME
    if len(token.text) > 1 and token.text.isupper():  # GB/T 7714: WANG Q, LI J, DE G
        size = len(tokens[at + 1].text) if behind else 0
        return is_first and behind[:1] in _INITIAL and size <= _DOTTED
    is_particle, is_word = token.letter == "p", token.letter == "w"
    is_beside = before == "," and earlier in _INITIAL
    is_marked = behind[:1] in _MARKS
    is_month = token.text in GIVEN_MONTHS and behind[1:] not in {"Y", "N"}
    is_name = token.text.lower() not in NO_NAMES
    is_short = behind[:1] in _INITIAL and behind[1:] in {*_MARKS, ""}
    return (
        ((is_word or is_particle) and is_first and behind == ",I")  # Young, B.
        or (is_short and ((is_word and is_beside) or (is_particle and is_first)))  # Young BC
        or (is_particle and is_marked and before in {"C", "I"})  # Kim Do
        or (is_month and is_marked and before == "," and earlier == "C" and first in _BEFORE_FIRST)
        or (is_month and is_first and behind[:1] == "C" and behind[1:] in _MARKS)  # Jan Roe,
        or (is_word and is_marked and is_name and before == "I" and earlier in _BEFORE_NAME)
    )  # Roe, Jan; K. Young


def _letter(kind: str, word: str) -> str:
    """Return the letter for the class of a token.

    For words it is `A` ("and"), `p` (particle), `i` (initials without dots), `C` (capitalized) or
    `w` (other); a punctuation mark is its own letter.
    """
    if kind != "W":
        return word if kind == "O" else kind
    lower = word.lower()
    if lower in _ANDS:
        return "A"
    if lower in READ_PARTICLES:
        return "p"
    if not word[0].isupper() or lower in NO_NAMES or is_common(lower):
        return "w"
    bare = word.replace("-", "")
    return "i" if len(bare) <= _MOST_INITIALS and bare.isupper() else "C"


def _reads_as_names(match: re.Match[str], letters: str) -> bool:
    """Return whether a match of `_NAMES` is in a position for names; "Sequencing DNA," is not."""
    row, kind = match[0], match.lastgroup
    before = letters[: match.start()][-1:]
    marks = row.count(",") + row.count(";") + row.count("A")
    if kind in {"listed", "vancouver", "dotted"}:
        behind = letters[match.end() : match.end() + 1]
        return "I" in row or marks > 1 or (before in {"", "|", "w"} and behind not in {"w", "C"})
    if kind == "full":
        behind = letters[match.end() : match.end() + 1]
        is_first = before == "|" or (before == "" and behind in {".", "(", "Y"})
        return (marks > 1 or is_first or "I" in row) and before != "C"
    return kind in {"parted", "others", "cited", "single", "one"} or before != "C"


def _names_in(match: re.Match[str], inside: list[_Token]) -> Iterator[list[_Token]]:
    """Yield the tokens of each name in a match of `_NAMES`; "Roe, M." and "Roe, Max" are one."""
    row, at = match[0], 0
    kind = "full" if _ALL_FULL.fullmatch(row) else match.lastgroup
    firsts = {"turned": _FIRST_TURNED, "full": _FIRST_FULL, "parted": _UP_TO_NEXT}
    form = firsts.get(kind or "", _NAME)
    while at < len(row):
        name = form.match(row, at) or _UP_TO_MARK.match(row, at)
        if name is None:
            at += 1
            continue
        yield inside[at : name.end()]
        at = name.end()
        form = _NEXT_TURNED if kind == "turned" else form


def _person(name: list[_Token]) -> Person | None:
    """Return the person with a name; None for tokens without a family name, such as initials."""
    letters = "".join(token.letter for token in name)
    if "C" not in letters:
        return None
    if "," in letters:  # Smith, J. K.; Smith, Jane
        comma = letters.index(",")
        halves = name[:comma], name[comma + 1 :]
        return Person(*(" ".join(token.text for token in half) for half in halves))
    start = letters.find("p")
    if start <= 0 and letters.endswith("C") and not letters.startswith("p"):
        start = len(name) - 1  # Jane K. Smith
    elif start <= 0:
        start = 0  # Smith J. K.; van den Berg
    family = [token.text for token in name[start:] if token.letter in "Cp"]
    given = [token.text for token in name if token.text not in family]
    return Person(" ".join(family), " ".join(given))


def title_words(text: str) -> list[str]:
    """Return the words of a text that could be part of a title: no numbers, no words of links."""
    said = (word for word in content(words(text)) if not word.isdigit())
    return [word for word in said if word not in LINKING and stem(word) not in LINKING]


def title_sentences(text: str, shape: ReferenceShape) -> Iterator[str]:
    """Yield the parts of a reference that may be its title, without names, years and journal."""
    if not (shape.years or shape.has_details) or (shape.places and not shape.is_listed):
        return
    pieces, last = [], 0
    for place in shape.named if shape.is_listed else shape.places:
        pieces.append(text[last : place.start])
        last = place.end
    for part in _CUTS.split(" ¶ ".join([*pieces, text[last:]])):
        title = _without_serial(part)
        if _reads_as_title(title, shape):
            yield title.strip(" \t.,;:–—-*/\"“”'‘’()[]")


def _reads_as_title(text: str, shape: ReferenceShape) -> bool:
    """Return whether a part is long enough for a title; a short one must have lower-case words."""
    said = title_words(text)
    numbers = sum(word.isdigit() for word in words(text))
    if len(said) > _MOST_WORDS or numbers > _MOST_NUMBERS:
        return False
    if len(said) >= _SURE_TITLE:
        return True
    lower = [word for word in _LOWER.findall(text) if word not in LINKING]
    return shape.is_listed and bool(lower) and is_short_title(text)


def is_short_title(text: str) -> bool:
    """Return whether a text has enough words for a title in a position where titles are."""
    said = [word for word in content(words(text)) if not word.isdigit()]
    few = thresholds.WORDS_OF_TITLE
    is_long = len(said) >= few and len(text.split()) >= few
    return is_long and len(title_words(text)) >= _TELLING


def _without_serial(part: str) -> str:
    """Return the text before journal, volume and pages; an empty text if it is not a title."""
    if match := DETAILS.search(part):
        part = part[: match.start()].rpartition(",")[0] or part[: match.start()]
    if match := SERIAL.search(part):
        before = part[: match.start()]
        part = before.rpartition(",")[0] or (
            before if len(title_words(before)) > _SURE_TITLE else ""
        )
    return part
