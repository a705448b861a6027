"""Find titles in a text, measure the likeness of two titles, and detect the language of a title.

Words that occur in thousands of titles have little weight (`folding.weight`), and the words of a
title are close together in a text. A translated title is not that of a different work: small words
and endings show the language of a title, and nothing is decided if there are too few of them. The
lists of words were made by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.folding import (
    LONG_WORD,
    LONGEST_TITLE,
    Words,
    content,
    is_common,
    is_foreign,
    plain_tex,
    plain_title,
    stem,
    weight,
    word_set,
    words,
)
from mdlint_doi.works.work import Work

LONGEST: Final = 100  # words of a title that are read, at most
MOST_FORMS: Final = 8  # forms of a registered title that are compared, at most

_HEAD: Final = pattern(r"\s?[:?!–—]\s+|\s[-–—]\s+|\.\s+")
_NOTICE: Final = pattern(
    r"""
    ^\W{0,5}
    (?: retracted(?:[ ]article)? | withdrawn | removed | retraction(?:[ ]note)?
      | correction | erratum | corrigendum | author[ ]correction | publisher[ ]correction
      | expression[ ]of[ ]concern )\b
    (?:[ ]to|[ ]for|[ ]notice)? \s{0,5}[:\]–—-]{1,5}\s{0,5}     # up to what ends the notice
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Matches the notice that publishers put before the title of a retracted or corrected work."""
_SMALL_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "en": word_set(
        "the of and for with from by on an in to a as its their is are at under between through"
        " into towards toward using via what how why when"
    ),
    "de": word_set(
        "der die das und von zur zum den dem des im ein eine einer eines über uber für fur mit"
        " auf aus bei nach vom wie zwischen durch als nicht auch unter sowie einige ueber fuer"
        " beitrag beiträge beitrage untersuchungen"
    ),
    "fr": word_set(
        "le la les des du et de sur dans pour par une un aux au avec entre chez sous comment d l"
    ),
    "es": word_set("el la los las del y de en una un para por con sobre entre como desde"),
    "it": word_set(
        "il la lo gli le dei delle della del di e per con nel nella una un su sulla sui tra da"
        " degli al"
    ),
    "pt": word_set("o a os as do da dos das e em no na para por com uma um sobre entre ao"),
    "nl": word_set("de het een van en voor met op bij door tussen naar uit over"),
    "la": word_set("de et in ad ex cum atque sive pro quae qui"),
    "sv": word_set("och av för for med en ett den det om till från fran som på pa i"),
    "pl": word_set("i w z na do o oraz przy dla"),
}
_SHARED: Final = word_set(
    "a as o e y i w z no na do da de la le en et in on an ad con pro per die des del un une al au"
    " as den met op sur ex em si se over van till"
)
"""Small words of several languages, or with another meaning, as in "Phys. Rev. E"."""
ENGLISH_ALONE: Final = word_set(
    "the of and with from their between through into towards toward using what how why when which"
    " where who whose whether while this those its our your they during without within before"
    " against among across about above below because both each does"
)
"""Small words that hardly any other language has."""
_ENGLISH_WORDS: Final = word_set(
    "approach aware beam behavior behaviour birth blood bone bound boundary brain bright"
    " broad broken bulk burden chain child children choice choir church climate coast cold"
    " colour confined crop crowd current damage death decay depth disease disorder drought dry"
    " earth east edge education elder employment energy enough evolutionary exchange eye"
    " failure family farm female field fish flood flooding floor food foreign free frequency"
    " friend fuel garden girl graph great ground growth harvest heart heat height highly"
    " hillside history horse household income injury keeper kidney labour lack law layer leaf"
    " leather less life light lighthouse liver low lower many market matter meal mean measure"
    " milk money more mother motorway mouth nearly need neighbor neighbour nested north nurse"
    " older orchard outcome parish path peace people policy poor power prey price rainfall"
    " rice road room root rough round rule safe sample scholar scholarly season self shallow shape"
    " sheep ship shore shoreline sickness silk skin sleep smooth soil sound south speed spread"
    " strategy strength strong sugar summer supply symmetry tax teacher thick thin threat"
    " threshold tissue town trade traffic treatment tree truth upper value vapour wall waste"
    " weak wealth weather weight wheat wheel white widow window wing wire wise woman women"
    " wood wool worker wound yield young youth"
)
"""Words of titles that hardly any other language has; without the plural s."""
ENGLISH_TOO: Final = word_set("for in by to an on at via")
_ENGLISH_ENDINGS: Final = pattern(
    r"(?:ings?|(?<!aa)tions?|ness|ity|ities|ive|ous|ical|able|ful|ances?|ences?|ments?|ogy"
    r"|[^aeiou]ly|(?:at|ct|nc|rc|ck|iz|vis)ed|(?:am|at|et|om|ust|ist|ron|hys|pt)ics"
    r"|(?:[ao]r|ert|enc)ies|ghts?|(?:way|work|ship|hood|scape|house|field|ground)s?)$"
)
"""Signs of English that other languages also have, such as "for" in Norwegian; two are needed."""
_LOANS: Final = pattern(r"(?:ings?|tions?|ments?)$")
"""Endings of words that many languages take from English or French: "Marketing", "Integration"."""
_WITH_LOANS: Final = word_set("in for")
"""Small words of languages in which such words are common."""
_INTERNATIONAL: Final = word_set(
    "complex data experiment function gene general generic global human impact journal linear local"
    " material model modern neural normal optimal parameter program project protein protocol"
    " rapid real regional risk robust role science series set simple social software"
    " standard structure system technique term test time trend type variable"
)
"""Words of thousands of English titles that titles in other languages have, too."""
_ENGLISH_IN_SOME: Final = pattern(r"(?:isms?|ers)$")
"""Signs of English words that a few other languages share, such as "turism" in Swedish."""
_ELSEWHERE: Final = word_set("og af av til fra ved ja és az na se je su ir dan untuk pada và yn ac")
"""Small words of further languages; a title with one of them is not English."""
_ENDINGS: Final[Mapping[str, re.Pattern[str]]] = {
    "de": pattern(
        r"(?:ung|ungen|keit|heit|isch|ische[nrms]?|schaft|lichen?|lehre|werte?)$"
        r"|wertproblem$"
    ),
    "fr": pattern(r"(?:iques?|euses?|eaux|elles?|ées?|ités?)$"),
    "it": pattern(r"(?:zione|zioni|ità|iche|logia)$"),
    "es": pattern(r"(?:ción|ciones|idad|idades|logía)$"),
    "pt": pattern(r"(?:ção|ções|idade|logia)$"),
}
_WORD: Final = pattern(r"[^\W\d_]{2,}|[dl](?=['’])|[^\W\d_dl]")
"""Matches a word; "d" and "l" only before an apostrophe, unlike in "vitamin D" and "2D"."""
_ENOUGH: Final = 2
ENGLISH: Final = "en"


class TitleForm(NamedTuple):
    """A form in which a title may be cited.

    Attributes:
        words: all words of the title, folded.
        content: the words with content; all words if none has any.
        is_whole: whether it is the whole title, not only the part before or after a colon.
    """

    words: list[str]
    content: list[str]
    is_whole: bool


class TitleCoverage(NamedTuple):
    """How much of a title a text contains.

    Attributes:
        form: the form of the title.
        phrase: whether the text contains all its words, one after the other.
        coverage: the share of its content words anywhere in the text, 0 to 1.
        run: the share of its content words in one stretch of the text, 0 to 1.
    """

    form: TitleForm
    phrase: bool
    coverage: float
    run: float


def forms_of(titles: Sequence[str]) -> list[TitleForm]:
    """Return the forms of a work's titles: each whole, then its parts before and after a colon."""
    forms: dict[tuple[str, ...], TitleForm] = {}
    for title in titles[:MOST_FORMS]:
        bare = _NOTICE.sub("", title[:LONGEST_TITLE], count=1)
        pieces = _HEAD.split(bare, maxsplit=1)
        for piece in dict.fromkeys([bare, *(pieces if len(pieces) == 2 else ())]):
            said = words(piece)[:LONGEST]
            form = TitleForm(said, content(said) or said, piece is bare)
            if said:
                forms.setdefault(tuple(said), form)
    return list(forms.values())


def title_words(work: Work) -> set[str]:
    """Return the content words of all titles of a work."""
    return {
        word for title in work.titles.forms for word in _words_of(title[:LONGEST_TITLE]).content
    }


def coverage_of(form: TitleForm, text: Words) -> TitleCoverage:
    """Return how much of a form of a title a text contains."""
    phrase = text.has_phrase(form.words) or text.has_joined(form.words)
    contained = [text.has(word) for word in form.content]
    return TitleCoverage(
        form, phrase, sum(contained) / len(contained), _run(form.content, text.content)
    )


def _run(title: list[str], text: list[str]) -> float:
    """Return the share of a title's words in one stretch of a text, for the best stretch.

    A stretch may be longer than the title.
    """
    wanted = Counter(map(stem, title))
    length = len(title) * thresholds.STRETCH
    stems = [stem(word) for word in text]
    inside: Counter[str] = Counter()
    best = got = 0
    for at, word in enumerate(stems):
        inside[word] += 1
        got += inside[word] <= wanted[word]
        if at >= length:
            left = stems[at - length]
            got -= inside[left] <= wanted[left]
            inside[left] -= 1
        best = max(best, got)
    return best / len(title)


def likeness(claimed: str, registered: Sequence[str]) -> float:
    """Return the likeness of a claimed title to the nearest registered one, 0 to 1.

    One of them may lack the subtitle.
    """
    return max((_likeness(claimed, title) for title in registered), default=0.0)


def _likeness(claimed: str, title: str) -> float:
    long_title = _cut(title)
    short, long = Words(_cut(claimed)), _words_of(long_title)
    mine, theirs = short.content or short.all, long.content or long.all
    if not mine or not theirs:
        return 0.0
    if "".join(mine) == "".join(theirs):
        return 1.0
    if len(mine) > len(theirs):
        short, long, mine, theirs, long_title = long, short, theirs, mine, _cut(claimed)
    known = sum(weight(word) for word in mine if long.has(word))
    share = known / sum(map(weight, mine))
    begins = len(mine) >= thresholds.WORDS_OF_TITLE and theirs[: len(mine)] == mine
    if begins or short.all == words(_HEAD.split(long_title, maxsplit=1)[0]):
        return share
    size = len(mine) / len(theirs)
    is_inside = known == sum(map(weight, mine)) and len(mine) >= thresholds.WORDS_IN_STRETCH
    if size >= thresholds.TITLE_SHORT or is_inside:
        return share
    return share * min(1.0, size + thresholds.TITLE_SHORTENED)


@lru_cache(maxsize=64)
def _words_of(title: str) -> Words:
    """Return the words of a registered title, cached for all citations of the work."""
    return Words(title)


def _cut(title: str) -> str:
    return _NOTICE.sub("", title[:LONGEST_TITLE], count=1)


def may_be_translated(one: str, other: str) -> bool:
    """Return whether two titles seem to be in different languages or scripts.

    One of the languages must be known and not English.
    """
    if is_foreign(one, with_greek=True) != is_foreign(other, with_greek=True):
        return True
    mine, theirs = language(one), language(other)
    return mine != theirs and bool({mine, theirs} - {"", ENGLISH})


def is_other_language(one: str, other: str) -> bool:
    """Return whether one of two titles is certainly English, and the other has no English words.

    The other language can be any, even one that `language` does not know. A translation has a
    similar length.
    """
    sizes = sorted((len(one), len(other)))
    return sizes[0] >= thresholds.TRANSLATION_LENGTH * sizes[1] and any(
        is_english(mine) and not has_english(theirs)
        for mine, theirs in ((one, other), (other, one))
    )


def has_english(title: str) -> bool:
    """Return whether words of a title look English; in a title outside ASCII, one is not enough.

    Many titles in other languages also have such words.
    """
    said = _words_in(title)
    if said & (ENGLISH_ALONE | ENGLISH_TOO - _SHARED):
        return True
    alike = sum(
        is_common(word)
        or stem(word) in _ENGLISH_WORDS
        or (
            len(word) >= LONG_WORD
            and (_ENGLISH_ENDINGS.search(word) or _ENGLISH_IN_SOME.search(word)) is not None
        )
        for word in said
    )
    return alike > (0 if title.isascii() else 1)


def is_english(title: str) -> bool:
    """Return whether a title is certainly English, not a language that `language` does not know."""
    said = _words_in(title)
    if language(title) not in {"", ENGLISH} or said & _ELSEWHERE:
        return False
    if said & ENGLISH_ALONE:
        return True
    signs = said & ENGLISH_TOO
    signs |= {word for word in said if len(word) >= LONG_WORD and _ENGLISH_ENDINGS.search(word)}
    signs |= {word for word in said if stem(word) in _ENGLISH_WORDS}
    if all(word in _WITH_LOANS or _LOANS.search(word) for word in signs):
        common = {word for word in said - signs if is_common(word) and not _LOANS.search(word)}
        return len(signs) + bool(common - _INTERNATIONAL) > _ENOUGH
    return len(signs) >= _ENOUGH


@lru_cache(maxsize=256)
def language(title: str) -> str:
    """Return the ISO 639-1 code of a title's language; empty if there are too few signs.

    A small word of one language counts two points; one of several languages, or an ending, counts
    one. English may be one point behind.
    """
    said = _words_in(title)
    scores = {}
    for name, small in _SMALL_WORDS.items():
        scores[name] = sum(1 if word in _SHARED else 2 for word in said if word in small)
        if ending := _ENDINGS.get(name):
            scores[name] += sum(
                ending.search(word) is not None for word in said if len(word) >= LONG_WORD
            )
    best = max(scores.values())
    if scores[ENGLISH] and scores[ENGLISH] >= best - 1:
        return ENGLISH
    first = next(name for name, score in scores.items() if score == best)
    return first if best >= _ENOUGH else ""


def _words_in(title: str) -> set[str]:
    """Return all words of a title in lower case, with their accents."""
    return set(_WORD.findall(plain_tex(plain_title(title[:LONGEST_TITLE])).casefold()))
