"""In which language a title is, so that a translation is not taken for another work.

Small words and endings tell; where they are too few, nothing is said. Made by hand from titles of
records that give a title in two languages; traps: `spec/fields.md` section 6.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.markup import plain_tex, plain_title
from mdlint_doi.works.vocabulary import word_set

_SMALL_WORDS: Final = MappingProxyType(
    {
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
            "le la les des du et de sur dans pour par une un aux au avec entre chez sous comment"
            " d l"
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
)
_SHARED: Final = word_set(
    "a as o e y i w z no na do da de la le en et in on an ad con pro per die des del un une al au"
    " as den met op sur ex em si se over van till"
)
"""Small words of several languages, or that stand for something else: "Phys. Rev. E"."""
_ENDINGS: Final = MappingProxyType(
    {
        "de": pattern(
            r"(?:ung|ungen|keit|heit|isch|ische[nrms]?|schaft|lichen?|lehre|werte?)$"
            r"|wertproblem$"
        ),
        "fr": pattern(r"(?:iques?|euses?|eaux|elles?|ées?|ités?)$"),
        "it": pattern(r"(?:zione|zioni|ità|iche|logia)$"),
        "es": pattern(r"(?:ción|ciones|idad|idades|logía)$"),
        "pt": pattern(r"(?:ção|ções|idade|logia)$"),
    }
)
_WORD: Final = pattern(r"[^\W\d_]+")
_ENOUGH: Final = 2
ENGLISH: Final = "en"


def may_be_translated(one: str, other: str) -> bool:
    """Return whether two titles seem to be in two languages, one of them not English, or scripts.

    Greek is a script of its own here: letters of formulas are few in a title.
    """
    if _is_other_script(one) != _is_other_script(other):
        return True
    mine, theirs = language(one), language(other)
    return mine != theirs and bool({mine, theirs} - {"", ENGLISH})


@lru_cache(maxsize=256)
def language(title: str) -> str:
    """Return the language of a title, as ISO 639-1 has it; empty where too little tells.

    A word that one language has counts two, one of several counts one, an ending one; at least
    two are needed. English wins a draw, and by one point less, since most titles hold its words.
    """
    said = set(_WORD.findall(plain_tex(plain_title(title[:2000])).casefold()))
    scores = {name: _score(name, said) for name in _SMALL_WORDS}
    best = max(scores.values())
    if scores[ENGLISH] and scores[ENGLISH] >= best - 1:
        return ENGLISH
    first = next(name for name, score in scores.items() if score == best)
    return first if best >= _ENOUGH else ""


def _is_other_script(title: str) -> bool:
    letters = [one for one in title[:2000] if one.isalpha()]
    others = sum(one > "\u024f" and not "\u1e00" <= one <= "\u1fff" for one in letters)
    return others > 0.3 * len(letters)


def _score(name: str, said: set[str]) -> int:
    small = _SMALL_WORDS[name]
    score = sum(1 if word in _SHARED else 2 for word in said if word in small)
    if name in _ENDINGS:
        ending = _ENDINGS[name]
        score += sum(ending.search(word) is not None for word in said if len(word) > 5)
    return score
