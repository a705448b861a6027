"""Recognize the parts of a work and notices about it by their titles: "Part II", "Erratum: …".

They share nearly all words with the title of the work, but are different works.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import LONGEST_TITLE, Words, plain_tex, plain_title, words

_RETRACTED: Final = pattern(
    r"^\W{0,5}(?:RETRACTED|WITHDRAWN|REMOVED)(?: [A-Z]+)?\W{0,3}[:\]–—-]\s*"
)
"""Matches the mark before the title of a retracted work; "Retraction: …" is a different work."""
_NOTICES: Final[Mapping[str, str]] = {
    "erratum": r"""
        errat(?:um|a) | corrections? | corrigend(?:um|a) | berichtigung | korrektur | rectificatif
      | fe\ de\ erratas | corrección | errata\ corrige | correzione | correção | rectificatie
      | correctie | rättelse | sprostowanie | исправление | 勘误 | 更正 | 正誤表 | 訂正
    """,
    "addendum": "addendum | nachtrag",
    "retraction": r"retraction(?:\ note|\ notice)?",
    "expression_of_concern": r"expression\ of\ concern",
    "publishers_note": r"publisher['’]?s\ note",
    "reply": r"""
        (?:authors?['’]?s?\ )?(?:reply|response|rebuttal) | erwiderung | antwort | réponse
      | respuesta | risposta | resposta | antwoord | odpowiedź | ответ | 回复 | 返答
    """,
    "comment": r"""
        comments? | commentary | kommentar | commentaire | comentario | commento | comentário
      | commentaar | komentarz | комментарий | 评论
    """,
    "rejoinder": "rejoinder",
    "discussion": "discussion",
    "correspondence": "correspondence",
    "book_review": r"""
        book\ review | review\ of | buchbesprechung | rezension | compte\ rendu | reseña
      | recensione | resenha | boekbespreking | recenzja | рецензия | 书评 | 書評
    """,
    "supplement": r"supplementary\ (?:materials?|information) | supporting\ information",
}
"""The words for each kind of notice about a work, in English and in other languages."""
_KINDS: Final = " | ".join(f"(?P<{kind}> {words_of} )" for kind, words_of in _NOTICES.items())
_NOTICE: Final = pattern(
    rf"""
    ^\W* (?: (?:author|publisher)['’]?s? \s+ )?? (?: {_KINDS} )\b
    (?: \s* (?: to | on | of | for | from | by | the\ authors? | re | notice | note
              | zu[mr]? | auf | von | à | au | sur | de | du | al? | sobre | su | di | d[ao] | op
              | bij | van | na | к | на )\b
      | \s* [\])】]? \s* [:：\-–—\[(“"'’]                        # "Erratum: …"
      | \s* [\])】]                                             # "[Erratum] …"
      | \s* $ )                                                # the title is that word
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NOTICE_BEHIND: Final = pattern(
    rf"""
      [\[(] \s* (?: {_KINDS} | (?P<retracted> retracted ) )\b [^\])]* [\])] \W* $  # "… (Erratum)"
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LAST_WORD: Final = pattern(
    r"""
    [-–—:.,;] \s*
    (?: (?P<erratum> erratum | corrigendum | correction ) | (?P<reply> (?:authors?['’]?s?\ )?reply )
      | (?P<rejoinder> rejoinder ) | (?P<comment> comment ) | (?P<discussion> discussion )
      | (?P<continued> continued ) | (?P<concluded> concluded ) )
    \W* $                                                       # "…: rejoinder"
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PART: Final = pattern(
    r"""
      (?i: \b (?: part | pt | paper | teil | partie | parte | deel | część | часть | volume | vol
               | band | bd | tome | tomo | chapter ) \.? \s+
           ( [ivx]+ | \d{1,2} | one | two | three | four | eins | zwei | drei | un | une | deux
           | trois | uno | dos | dois | tres | três | due | tre | een | twee | drie )
           (?: \b | (?=[⁰¹²³⁴-⁹]) ) )
                                                               # "Part II", "Vol. 2", "Teil zwei"
    | (?i: \b ( first | second | third | erster | zweiter | dritter | première | deuxième
             | troisième
             | primera | segunda | tercera | prima | seconda | terza | primeira | terceira )
           \s (?: part | teil | partie | parte ) \b )             # "Zweiter Teil"
    | (?i: (?: ^ | \s ) ( \d{1,2} | [ivx]{1,4} ) \.\s? (?: teil | deel ) \b )      # "2. Teil"
    | (?: 第 \s? | その ) ( \d{1,2} | [一二三四] ) \s? (?: 部分? | 報 | 报 | $ )    # "第二部"
    | [:.,;–—-] \s+ ( [IVX]{1,4} ) (?= [:.,;\s] | $ )           # "…: II. …"
    | \s ( [IVX]{2,4} ) (?= [:.,;)] | \s* $ )                   # "… II: …", "… II"
    | \s \( ( [IVX]{1,4} ) \) \W* $                             # "… (II)"
    | (?: ^ | \s ) ( [IVX]{1,4} ) [.:] \s                       # "I. …"
    """,
    re.VERBOSE,
)
_BETWEEN: Final = 8
"""At most this many characters are between a title and the number of its part."""
_NUMBER_BEHIND: Final = 24
"""The words for the number of a part, and the characters before it, have at most this length."""
_NUMBERED: Final = pattern(
    r"[.:]\s+(\d{1,2})\.\s++(?!(?i:Aufl|Ausg|ed[. ]|edition|bearb|durchges|überarb))"
)
"""Matches the number of a part, not an edition, in digits: "Roots of tulips. 2. In winter"."""
_MOST_FORMS: Final = 3
"""At most this many forms of a registered title are read; the others are translations."""
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMBER_WORDS: Final = (
    *("one two three four", "eins zwei drei", "un deux trois", "une deux trois", "uno dos tres"),
    *("first second third", "erster zweiter dritter", "première deuxième troisième"),
    *("primera segunda tercera", "prima seconda terza", "primeira segunda terceira"),
    *("uno due tre", "um dois três", "een twee drie", "一 二 三 四"),
)
_NUMBERS: Final = {
    word: str(number)
    for series in (_ROMAN, *map(str.split, _NUMBER_WORDS))
    for number, word in enumerate(series, 1)
}


def bare(title: str) -> str:
    """Return a title without the mark that the work was retracted."""
    return _RETRACTED.sub("", title.lstrip())


@lru_cache(maxsize=512)
def notice_of(title: str) -> str:
    """Return the kind of notice that a title states, such as `erratum`; empty for other works."""
    text = bare(plain_tex(plain_title(title[:LONGEST_TITLE])))
    match = _NOTICE.match(text) or _NOTICE_BEHIND.search(text) or _LAST_WORD.search(text)
    return (match.lastgroup or "").replace("_", " ") if match else ""


@lru_cache(maxsize=512)
def parts_of(title: str) -> frozenset[str]:
    """Return the numbers of the parts that a title states, in digits: "Part II" is 2."""
    text = " " + plain_tex(plain_title(title[:LONGEST_TITLE]))
    numbers = (next(filter(None, match.groups())).lower() for match in _PART.finditer(text))
    return frozenset(_NUMBERS.get(number, number) for number in numbers)


def differing_parts(stated: str, registered: tuple[str, ...]) -> tuple[str, str] | None:
    """Return what a stated and a registered title are, if they are of different works.

    The result is `("the work itself", "erratum")` or `("part 1", "part 2")`, for example; None if
    both may be of one work.
    """
    said, known = notice_of(stated), [notice_of(title) for title in registered[:_MOST_FORMS]]
    if known and said not in known:
        return said or "the work itself", known[0] or "the work itself"
    mine = parts_of(stated)
    theirs = frozenset[str]().union(*map(parts_of, registered[:_MOST_FORMS]))
    if mine and theirs and mine != theirs:
        return f"part {', '.join(sorted(mine))}", f"part {', '.join(sorted(theirs))}"
    return None


def later_part(registered: str, text: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the numbers of a later part that a text lacks, and its title without them.

    The number may be at the end of the title, or before the title of the part, so there are two
    forms of the title without it. Both results are empty for a title without a number, for a first
    part, and if the text contains the numbers.
    """
    firsts = without_number(registered)
    if not firsts:
        return [], ()
    known = parts_of(registered) or {*_NUMBERED.findall(plain_tex(plain_title(registered)))}
    numbers = sorted(known - {"1"} - parts_of(text) - {*_NUMBERED.findall(text[:4000])})
    return numbers, firsts if numbers else ()


def number_behind(text: str, end: int) -> str:
    """Return the number of the part that directly follows a title in a text; empty if none does."""
    match = _PART.search(text, end, end + _NUMBER_BEHIND)
    between = text[end : match.start()] if match else ""
    if (
        match is None
        or len(between) > _BETWEEN
        or any(character.isalnum() for character in between)
    ):
        return ""
    number = next(filter(None, match.groups()))
    # "… . V. Smith" is an initial.
    is_initial = len(number) == 1 and number.isupper() and not match[0].lstrip()[0].isalpha()
    return "" if is_initial else _NUMBERS.get(number.lower(), number)


@lru_cache(maxsize=32)
def _named(notice: str) -> re.Pattern[str]:
    """Return the expression for the words of a kind of notice."""
    words_of = _NOTICES.get(notice, notice)
    return re.compile(rf"(?<!\w) (?: {words_of} ) (?!\w)", re.IGNORECASE | re.VERBOSE)


def without_number(registered: str) -> tuple[str, ...]:
    """Return the two forms that a title without the number of its part may have.

    The number may be at the end of the title, or before the title of the part.
    """
    title = " " + plain_tex(plain_title(registered[:LONGEST_TITLE]))
    form = _PART if _PART.search(title) else _NUMBERED
    first = form.search(title)
    return (form.sub(" ", title), title[: first.start()]) if first else ()


def names_part(registered: tuple[str, ...], text: Words, said: str) -> bool:
    """Return whether a text contains the whole title of a part, or a word for the notice.

    Args:
        registered: the titles of the part or the notice.
        text: the words of the text.
        said: the text.
    """
    for title in registered[:_MOST_FORMS]:
        notice = notice_of(title).replace(" ", "_")
        if notice and _named(notice).search(said) is not None:
            return True
        if (parts_of(title) or _NUMBERED.search(title)) and text.has_phrase(words(title)):
            return True
    return False
