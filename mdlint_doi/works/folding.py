r"""Convert text to words that can be compared: without case, accents, markup and punctuation.

"Gödel’s *incompleteness* II" becomes "godels incompleteness 2". Crossref's titles contain JATS and
HTML tags, MathML, entities (sometimes escaped twice), newlines and several blanks in a row. Titles
in `.bib` files contain TeX: accents such as `\"{o}`, commands, braces, dollar signs. The lists of
words were made by hand; their words are folded as by `words`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from mdlint_doi.text.likeness import comparison
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds

GIVEN_MONTHS: Final = frozenset({"Jan", "April", "May", "Jun", "June", "August"})
"""The names of months that are also given names."""
_ANNOTATION: Final = pattern(  # the formula a second time, as TeX
    r"""
    <(?:mml:)?(annotation(?:-xml)?|tex-math)\b[^<>]{0,300}>
    [^<]{0,2000}
    </(?:mml:)?(?:annotation(?:-xml)?|tex-math)>
    """,
    re.VERBOSE,
)
_TAG: Final = pattern(r"</?[A-Za-z][\w:.-]{0,30}(?:\s[^<>]{0,300})?/?>")
_GLUED: Final = pattern(
    r"(?<=[^\W\d_])(?=<(?:i|b|em|italic|strong|bold)>[^<>]{4,})"  # of<i>Burkholderia</i>
    r"|(?<=[^\W\d_]{4}</i>)(?=[^\W\d_])"  # <i>terrae</i>BS001
    r"|(?<=[^\W\d_]{2})(?=<(?:mml:)?math\b)"  # the<mml:math>
    r"|(?:(?<=</math>)|(?<=</mml:math>))(?=[^\W\d_]{2})"  # </mml:math>nucleus
    r"|(?<=</su[bp]>)(?=[A-Z][a-z]{3})"  # AT<sub>1</sub>Receptor
)
_RAISED: Final = pattern(  # a number above the line, behind a digit: 10<sup>6</sup>
    r"""
    (?<=[0-9]) (?: <sup>\s*+ | (?>(?:</(?:mml:)?m(?:n|row)>\s*){1,2})
                                (?>(?:<(?:mml:)?m(?:n|row)>\s*){1,2}) )
    ([+\u2212-]?[0-9]{1,5})
    (?: \s*+</sup> | (?>(?:</(?:mml:)?m(?:n|row)>\s*){1,2})(?=</(?:mml:)?msup>) )
    """,
    re.VERBOSE,
)
_ABOVE: Final = str.maketrans("0123456789+-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_NUMBER_ABOVE: Final = pattern(r"(?<=[0-9])(?=[⁰¹²³⁴-⁹])")
_ACCENT: Final = pattern(
    r"""
    \\ (?P<accent> [`'^"~=.] | [uvHtcdbkr](?=[\s{\\]) ) \s*    # \' or \c
    (?: \{\s* \\?(?P<braced>[A-Za-z]) \s*\}                    # {e}, {\i}
      | \\?(?P<letter>[A-Za-z]) )                              # e, \i
    """,
    re.VERBOSE,
)
_COMBINING: Final = (
    {"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306"}
    | {".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c"}
    | {"d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331"}
)
_TEX_LETTERS: Final = (
    {"o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "i", "j": "j", "ss": "ß", "dh": "ð", "th": "þ"}
    | {"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å"}
    | {"textendash": "–", "textemdash": "—", "textquoteright": "'"}
)
_COMMAND: Final = pattern(r"\\([A-Za-z]+)\*?[ \t]*")
_ESCAPED: Final = pattern(r"\\([&%_#$ {}~,;:!/\\-])")
_BLANKS: Final = pattern(r"\s+")
_BRACES: Final = str.maketrans({"{": "", "}": "", "$": "", "~": " "})
_NOTHING: Final = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff")
LONGEST_TITLE: Final = 2000  # code points of a title that are read; records may have more
_LETTER_BITS: Final = 64  # bits for the letters of a word; two letters may have one bit
LONGEST_WORD: Final = 40  # letters of the longest word that is compared letter by letter
LONG_WORD: Final = 6
"""A word of at least this many letters may be misspelt or inside another word, and still counts."""
_ENDING: Final = 2
"""Inflections of a word differ by at most this many letters: not "gardens" and "gardening"."""
_SHORTEST_PLURAL: Final = 5
"""A word of at least this many letters may end with a plural s; "gas" and "bus" do not."""
_JOINED: Final = 12
"""A title of at least this many letters is found with any blanks; a shorter one may be chance."""
_JOINED_SIGNS: Final = 6
"""The same for titles outside ASCII, such as Chinese ones, whose characters are words."""
_WORD: Final = pattern(r"[^\W_]+")
_ASCII: Final = str.maketrans("", "", "'`")
_LETTERS: Final = (
    str.maketrans("øłđðıħ", "olddih", "'’‘`ʼʹʻ´′")
    | str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"})
    | str.maketrans({"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon"})
    | str.maketrans({"κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "σ": "sigma", "τ": "tau"})
    | str.maketrans({"φ": "phi", "χ": "chi", "ω": "omega"})
)
_ROMAN: Final = {"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}


def plain_title(title: str) -> str:
    """Return a title with decoded entities, without tags, invisible characters and extra blanks.

    A number above the line that follows a digit stays above it: `10⁶`, `Part 6¹`.
    """
    text = title
    if "&" in text:
        from html import unescape

        text = unescape(unescape(text))
    if "<" in text:
        text = _GLUED.sub(" ", _ANNOTATION.sub("", text))
        text = _TAG.sub("", _RAISED.sub(lambda match: match[1].translate(_ABOVE), text))
    return _BLANKS.sub(" ", text.translate(_NOTHING)).strip()


def plain_tex(text: str) -> str:
    """Return a field of a `.bib` file without TeX commands, braces and dollar signs.

    TeX's accents and special letters are replaced with the letters.
    """
    if "\\" in text:
        text = _ACCENT.sub(_accented, text)
        text = _COMMAND.sub(lambda match: _TEX_LETTERS.get(match[1], ""), text)
        text = _ESCAPED.sub(r"\1", text)
    text = text.translate(_BRACES)
    return _BLANKS.sub(" ", text).strip()


def _accented(match: re.Match[str]) -> str:
    accent, braced, letter = match.group("accent", "braced", "letter")
    return unicodedata.normalize("NFC", (braced or letter) + _COMBINING.get(accent, ""))


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by white space, as a set."""
    return frozenset(text.split())


STOP: Final = word_set(
    """
    a an and are as at based be by can das de dem den der des die do does du e ein eine el en et for
    from has have how il in into is it its la las le les lo los new of on or our so that the their
    this to un und une using via von vs was we what when where which with y you zum zur
    """
)
"""Words without content in the most common languages: articles, prepositions, "using", "based"."""
COMMON: Final = word_set(
    """
    accurate across advances algorithm analyse analysis analyze analyzing application applied
    applying approach assessing assessment automated automatic between beyond case cell cellular
    challenge change characterization classification clinical code comparative comparing comparison
    complex computational computing data dataset deep design detecting detection determination
    development different disease distribution driven dynamic early effect efficient empirical
    enhanced estimating estimation evaluating evaluation evidence experiment experimental exploring
    expression factor fast feature framework function functional future gene general generation
    genome genomic global guide high human identification identifying image impact improved
    improving inference information integrated integrating integration interactive interpretation
    introduction investigation issue journal knowledge language large learning level library linear
    local long low machine management map mapping measurement measuring mechanism method methodology
    model modeling modelling molecular multi multiple network neural novel observation open optimal
    overview package paper parameter part perspective physic practical practice predicting
    prediction present principle problem process processing profile profiling project protein
    protocol python quality quantification quantifying quantitative rapid real recent recognition
    reconstruction regression related report research resolution resource response result review
    risk robust role sample scale science scientific selection sequence sequencing series set short
    simple simulation single small social software solution some source space spatial specific
    standard state statistic statistical structural structure studie study survey system systematic
    target technique technology test testing theory time tool toolkit toward towards training
    transcriptome trend type understanding use user value variable variation version visualization
    workflow world year
    """
)
"""Words in so many titles that sharing them means little; without the plural s."""
LINKING: Final = word_set(  # words in the texts of links rather than in titles: "full text"
    """
    abstract access article arxiv biorxiv blog book cell chapter citation cite click code com
    data dataset details doc docs documentation doi download full github here http https
    journal link medrxiv more nature org original page paper pdf poster preprint publication
    published pubmed read reference science see slides software source supplementary talk text
    url version video view website www zenodo
    """
)
HEADINGS: Final = word_set(
    """
    abstract abstracts acknowledgement acknowledgements acknowledgment acknowledgments announcement
    announcements appendix author authors back book books chapter comment commentary comments
    conclusion conclusions contents contributors correction corrections corrigendum cover discussion
    editor editorial editorials editors errata erratum foreword front glossary index information
    introduction issue letter letters list masthead matter news note notes notice obituary overview
    page preface preliminary prologue references reply response review reviewer reviewers reviews
    section subject summary supplement table title volume
    """
)
"""Titles of only these words are headings that thousands of works have: "Book reviews"."""
NO_NAMES: Final = word_set(
    """
    academy accessed apr april association aug august available bioinformatics center centre college
    conference dec december department doi edited epub faculty feb february in institute isbn issn
    jan january journal jul july jun june laboratory mar march may ministry nature nov november oct
    october on paper pmcid pmid preprint proceedings published retrieved school see sep sept
    september society supplement university url workshop from into that the their these this those
    toward towards using what when where which why with
    """
)
"""Capitalized words in references that are not names: months, institutions, words of titles."""
PARTICLES: Final = word_set(  # before family names, where they are often left out
    """
    't af al ap at ben bin d da dal de degli dei del della den der des di do dos du e el ibn
    il l la las le les lo los mac mc o san st t ten ter the und v van vande vanden vander vom
    von y zu zum zur
    """
)
READ_PARTICLES: Final = word_set(  # the particles that are not words of English titles
    """
    al bin da dal de degli dei del della den der des di do dos du el la le ten ter van von zu
    zum zur à
    """
)
SUFFIXES: Final = word_set("2 3 4 dr esq ii iii iv jr md msc phd prof sir sr")
"""Words before or after names that are not part of them."""


def words(text: str) -> list[str]:
    """Return the folded words of a text, in order."""
    if text.isascii() and not any(mark in text for mark in "\\<&{$"):
        folded = text.lower().translate(_ASCII)
    else:
        letters = plain_tex(plain_title(text)).casefold().translate(_LETTERS)
        letters = _NUMBER_ABOVE.sub(" ", letters)
        parts = unicodedata.normalize("NFKD", letters)
        folded = "".join(
            character for character in parts if not unicodedata.combining(character)
        ).translate(_LETTERS)
    return [_ROMAN.get(word, word) for word in _WORD.findall(folded)]


def content(found: Iterable[str]) -> list[str]:
    """Return the words with content: not in `STOP`, and no single ASCII characters."""
    return [word for word in found if word not in STOP and (len(word) > 1 or not word.isascii())]


def stem(word: str) -> str:
    """Return a word without its plural s."""
    is_plural = len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


def weight(word: str) -> float:
    """Return the weight of a word that two titles share."""
    return thresholds.COMMON_WORD if is_common(word) or word.isdigit() else 1.0


def is_common(word: str) -> bool:
    """Return whether a word, in lower case, occurs in thousands of titles."""
    return stem(word) in COMMON or word in COMMON


def is_foreign(text: str, *, with_greek: bool = False) -> bool:
    """Return whether a large share of a text is in a script that is not Latin.

    Greek letters only count with `with_greek`.
    """
    letters = [letter for letter in text[:LONGEST_TITLE] if letter.isalpha()]
    others = [
        letter for letter in letters if letter > "\u024f" and not "\u1e00" <= letter <= "\u1fff"
    ]
    foreign = sum(with_greek or not "\u0370" <= letter <= "\u03ff" for letter in others)
    return foreign > thresholds.FOREIGN * len(letters)


class Words:
    """The folded words of a text, in order, for searches in it."""

    __slots__ = ("_folded", "_initial", "_joined", "_known", "_row", "all", "content")

    def __init__(self, text: str) -> None:
        self.all = words(text)
        self.content = content(self.all)  # the words with content
        self._row = f" {' '.join(self.all)} "
        self._joined = "".join(self.all)
        self._known = {*self.all, *map(stem, self.all)}
        self._initial: dict[str, list[str]] | None = None
        self._folded: frozenset[str] | None = None

    def folded(self, fold: Callable[[str], str]) -> frozenset[str]:
        """Return all words as a function folds them; it must be the same in each call."""
        if self._folded is None:
            self._folded = frozenset(map(fold, self.all))
        return self._folded

    def has_phrase(self, phrase: Sequence[str]) -> bool:
        """Return whether the text contains these words one after the other."""
        return bool(phrase) and f" {' '.join(phrase)} " in self._row

    def has_joined(self, phrase: Sequence[str]) -> bool:
        """Return whether the text contains these words with other blanks: around a tag, Chinese."""
        joined = "".join(phrase)
        enough = _JOINED if joined.isascii() else _JOINED_SIGNS
        return len(joined) >= enough and joined in self._joined

    def has(self, word: str) -> bool:
        """Return whether the text contains a word, or one with nearly the same spelling."""
        if word in self._known or stem(word) in self._known or word + "s" in self._known:
            return True
        if len(word) < LONG_WORD:
            return len(word) == LONG_WORD - 1 and word in self._joined
        return word in self._joined or (len(word) <= LONGEST_WORD and self._has_near(word))

    def _has_near(self, word: str) -> bool:
        if self._initial is None:
            self._initial = {}
            for known in self._known:
                if LONG_WORD - _ENDING <= len(known) <= LONGEST_WORD:
                    self._initial.setdefault(known[:2], []).append(known)
        return any(is_near(word, other) for other in self._initial.get(word[:2], ()))


def is_near(one: str, other: str) -> bool:
    """Return whether two words of six or more letters are spellings or inflections of one word."""
    if abs(len(one) - len(other)) > _ENDING or max(len(one), len(other)) > LONGEST_WORD:
        return False
    if other.startswith(one[:-_ENDING]):
        return True
    least = thresholds.WORD_SPELT_ALIKE
    return may_be_alike(one, other, least) and ratio(other, one) >= least


@lru_cache(maxsize=4096)
def letters_of(word: str) -> int:
    """Return the letters of a word as bits: whether it contains each once, and more than once."""
    once = twice = 0
    for letter in word:
        bit = 1 << ord(letter) % _LETTER_BITS
        twice |= once & bit
        once |= bit
    return once | twice << _LETTER_BITS


def may_be_alike(one: str, other: str, least: float, more: int = 0) -> bool:
    """Return whether two words share enough letters for a likeness; this is quick.

    Args:
        one: a word.
        other: the word that is compared with it.
        least: the likeness, 0 to 1.
        more: how many letters more may not be shared.
    """
    unshared = (letters_of(one) ^ letters_of(other)).bit_count()
    return unshared <= (len(one) + len(other)) * (1 - least) + more


def ratio(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the likeness of two sequences, 0 to 1."""
    return comparison(one, other).ratio()
