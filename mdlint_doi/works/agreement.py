"""Does a citation speak of the registered work?

It disagrees where two witnesses that do not depend on each other say so: another title is claimed,
*and* nobody of its people is named or another year is given. One makes a weak disagreement at most.
Method and figures: `spec/matching.md`; `tests/benchmarks/works_agreement.py` prints today's.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import PREFIXES
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.comparison import Comparison, compare, is_repository, is_scanned
from mdlint_doi.works.field_verdict import verdict_on_fields
from mdlint_doi.works.folding import content, words
from mdlint_doi.works.people import names_of
from mdlint_doi.works.people_lists import compare_people
from mdlint_doi.works.same_title import twin
from mdlint_doi.works.titles import Standing, may_be_translated, title_words
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Difference,
    Differs,
    Disagrees,
    Of,
    Strength,
    Verdict,
    Years,
)
from mdlint_doi.works.work import Work

_AUTHOR_YEAR: Final = pattern(
    r"\W{0,5}[^\W\d_][\w'’ &.,-]{2,60}[,( ](?:1[6-9]|20)\d\d[a-z]?\W{0,5}"
)
"""The text of a link that is a short citation: "Smith et al. (2020)"."""
_ARTICLE: Final = pattern(
    r"(?<![\w.&-])(?:[A-Z][\w&-]{0,20}\.?\s{1,3}){1,5}"  # Phys. Rev. Lett.
    r"\W{0,4}(?P<volume>\d{1,4})\W{0,5}\s(?P<page>[A-Z]?\d{1,7})\b"  # **124**, 064502
    r"[\s.,;]{0,3}\(?(?:1[89]|20)\d\d"  # (2020)
)
"""Journal, volume, number of the article and year, as physicists write them."""
_ARTICLES: Final = frozenset({"journal-article", "proceedings-article"})  # types with one year
_MARKED: Final = frozenset({TitleKind.LINK_TEXT, TitleKind.QUOTED, TitleKind.EMPHASIZED})
_NEAR_YEARS: Final = frozenset({Years.EQUAL, Years.NEAR})


def agreement(claim: Claim, work: Work) -> Verdict:
    """Return whether a claim speaks of a work, with the evidence for it.

    Args:
        claim: what the document says of the work.
        work: the work as registered.

    Returns:
        `Agrees`, `Disagrees`, `Differs` or `CannotTell`, each with what was compared.
    """
    comparison = compare(claim, work)
    if claim.origin is ClaimedIn.FIELDS:
        return verdict_on_fields(comparison)
    return verdict_on_prose(comparison)


def verdict_on_prose(c: Comparison) -> Verdict:
    """Return whether the words around a DOI speak of the work."""
    if reason := _title_agrees(c):
        return _twin(c) or _wrong_details(c) or Agrees(c.evidence(reason))
    other = _other_title(c)
    if reason := _people_agree(c):
        return _weakly(c, other) if other else _twin(c) or Agrees(c.evidence(reason))
    unlike = _unlike_paper(c)
    if (reason := _why_silent(c)) and not (unlike or (other and c.serial)):
        return CannotTell(c.evidence(reason))
    if not c.serial and (reason := _strong(c)):
        return Disagrees(Strength.STRONG, c.evidence(reason))
    weak = "" if c.serial else _weak(c)
    if reason := weak or other or unlike or _unlike_link(c):
        return _weakly(c, reason)
    return CannotTell(
        c.evidence("too little differs, or some of it speaks for the work and some against it")
    )


def _weakly(c: Comparison, reason: str) -> Verdict:
    """Return a weak disagreement, unless the title may be a translation by the same people."""
    if (c.common.first or c.common.others) and _is_translated(c):
        return CannotTell(c.evidence("the title may be translated"))
    return Disagrees(Strength.WEAK, c.evidence(reason))


def _is_translated(c: Comparison) -> bool:
    said = c.claimed.text if c.claimed else c.claim.words
    return bool(c.work.titles.forms) and may_be_translated(said, c.work.titles.shown)


def _twin(c: Comparison) -> Verdict | None:
    """Return that a title is that of an erratum, a reply or another part; None if it is not."""
    alike = c.likeness is not None and c.likeness >= 0.6
    two = twin(c.claimed.text, c.work.titles.forms) if alike and c.claimed else None
    if two is None:
        return None
    evidence = c.evidence(f"{two[0]}, not {two[1]}")
    return Differs(evidence._replace(differences=(Difference("kind of work", *two, Of.PART),)))


def _wrong_details(c: Comparison) -> Verdict | None:
    """Return that a whole reference gives the registered title, and other details of an article."""
    claim, work = c.claim, c.work
    is_whole = claim.signs == 3 and claim.begins_with_people and _is_listed(c)
    if not is_whole or claim.caveat or work.type.casefold() not in _ARTICLES:
        return None
    found = []
    title = {word for one in c.standings for word in one.form.words}  # may look like names
    named = [one for one in claim.people if title.isdisjoint(words(one.name))]
    people = compare_people(named, work)  # not even under names that are misspelt
    if c.common.nobody and len(named) >= 2 and people.are_stated and not people.known:
        stated, makers = (", ".join(one.name for one in some) for some in (named, work.people))
        found.append(Difference("people", stated, makers, Of.DETAIL))
    years, registered = claim.years, work.years
    if c.years is Years.OTHER and len(years) == 1 and not is_scanned(years, registered):
        known = ", ".join(map(str, sorted(registered)))
        found.append(Difference("year", str(years[0]), known, Of.DETAIL))
    evidence = c.evidence("other details")._replace(differences=tuple(found))
    return Differs(evidence) if found else None


def _other_title(c: Comparison) -> str:
    """Return that a reference has another title than the work, whose people and year it gives.

    Language models write such references. It takes two of people, year and details where the
    reference begins with its people, else all: words before the people are often no title.
    """
    claim = c.claim
    if c.claimed is None or c.likeness is None or claim.caveat:
        return ""
    begins = claim.begins_with_people and not _AUTHOR_YEAR.fullmatch(claim.link)
    begins = (begins and _is_listed(c)) or _is_quoted_reference(c, c.claimed)
    if not begins and (c.serial or not c.claimed.is_explicit or not _is_listed(c)):
        return ""
    if c.likeness > 0.25 or c.coverage > 0.3 or c.says_little or c.in_other_script:
        return ""
    least = 2 if begins else 3
    title = c.claimed.text
    if _goes_on(claim.words, title) or len(content(words(title))) <= least or _is_of_repository(c):
        return ""
    marked = begins and c.marked is not None and c.marked <= 0.2
    if not (c.serial or claim.signs >= least or marked) or _is_translated(c):
        return ""
    return "another title of the same people"


def _goes_on(text: str, title: str) -> bool:
    """Return whether a title goes on with a sentence: "Marlowe et al. (2017) on scent of roses"."""
    before = text.partition(title)[0].rstrip()
    return title[:1].islower() and not title.startswith("et al") and before[-1:] not in ".:,;"


def _is_quoted_reference(c: Comparison, title: TitleClaim) -> bool:
    """Return whether it is as Chicago has it: "Ada Marlowe. 2017. “Roots.” J. Imag. Bot. 12: 3"."""
    first = [name.core[-1] for name in names_of(c.work.people[:1]) if name.core]
    begins = bool(first) and first[0] in c.text.all[1:4]
    return begins and c.serial and title.kind is TitleKind.QUOTED and _is_reference(c)


def _is_of_repository(c: Comparison) -> bool:
    """Return whether a release of software is registered, whose title names a repository."""
    return any(is_repository(one) for one in c.work.titles.main)


def _unlike_link(c: Comparison) -> str:
    """Return that a marked title, which is nearly all that is said, has nothing in common."""
    claimed = c.claimed
    if claimed is None or c.likeness is None or claimed.kind not in _MARKED or c.claim.caveat:
        return ""
    if _is_paper(c) and claimed.kind is TitleKind.LINK_TEXT and claimed.text != c.claim.link:
        return ""  # `[Title of a post](…) ([paper](https://arxiv.org/…))`
    said = words(claimed.text)
    if len(content(said)) < 5 or len(said) < 0.7 * len(c.text.all) or c.says_little:
        return ""
    if c.likeness > 0.1 or c.coverage > 0.15 or c.common.first or c.common.others:
        return ""
    return "" if _is_of_repository(c) or _is_translated(c) else "a title with nothing in common"


def _unlike_paper(c: Comparison) -> str:
    """Return that the title under which a paper of arXiv is linked is that of another one."""
    claimed, caveat = c.claimed, c.claim.caveat or c.in_other_script
    if not _is_paper(c) or caveat or claimed is None or c.likeness is None:
        return ""
    if claimed.kind is not TitleKind.LINK_TEXT or claimed.text != c.claim.link:
        return ""
    if not _is_title(c, claimed.text) or not _reads_as_title(c, claimed.text):
        return ""
    if c.likeness > 0.42 or c.coverage > 0.5 or c.common.first or c.common.others:
        return ""
    return "" if _is_translated(c) else "the title of another paper"


def _is_title(c: Comparison, text: str) -> bool:
    """Return whether the text of a link is long enough for a title, and no name of a method.

    A text without small words may be such a name; so may a short one, if it shares a word.
    """
    said = words(text)
    telling = content(said)
    is_phrase = ":" in text or any(one.isalpha() and one not in telling for one in said)
    if len(telling) >= 4 and is_phrase:
        return True
    registered = {word[:5] for word in title_words(c.work)}  # "quantum" and "quantized" share
    is_other = registered.isdisjoint(word[:5] for word in telling)
    return is_other and (
        len(telling) == 3 if is_phrase else len(telling) >= 4 and bool(c.claim.years)
    )


def _is_paper(c: Comparison) -> bool:
    return c.claim.doi is not None and c.claim.doi.prefix in PREFIXES["arxiv"]


def _reads_as_title(c: Comparison, text: str) -> bool:
    """Return whether the text of a link has the capitals of a title, or stands nearly alone."""
    long = [word for word in text.split() if len(word) > 3]
    capitals = sum(word[0].isupper() for word in long)
    is_alone = len(words(text)) >= 0.7 * len(c.text.all)
    name, _, rest = text.partition(": ")  # "node2vec: Scalable Feature Learning"
    begins = text[:1].isupper() or (" " not in name and rest[:1].isupper())
    return begins and (is_alone or capitals > 0.6 * len(long))


def _title_agrees(c: Comparison) -> str:
    if any(_stands(title, c) for title in c.standings):
        return "the registered title stands there"
    alike = c.marked is not None and c.marked >= 0.8 and c.coverage >= 0.6
    return "the title is nearly the same" if alike and not c.common.nobody else ""


def _stands(title: Standing, c: Comparison) -> bool:
    """Return whether a form of the title stands in the citation.

    As a phrase, a short one with a witness beside it; or most of its words in one stretch, unless
    the citation claims another title and names others; or many of them beside its people.
    """
    size, whole = len(title.form.content), title.form.is_whole
    other = c.likeness is not None and c.likeness < 0.6
    if title.phrase and (size >= 3 or (whole and _has_witness(title, c))):
        return True
    if size >= (4 if whole else 5) and title.coverage >= 0.8 and title.run >= 0.6:
        return not (other and (c.common.nobody or c.common.strangers))
    if not c.common.several:
        return False
    if size >= 2 and title.run >= 0.6 and (title.phrase or title.coverage >= 0.99):
        return c.years is not Years.OTHER
    return size >= 3 and title.coverage >= 0.6 and title.run >= 0.5 and not other


def _has_witness(title: Standing, c: Comparison) -> bool:
    """Return whether people or year speak for a short title, or nothing else is said."""
    is_alone = len(c.text.all) <= len(title.form.words) + 6
    return bool(c.common.first or c.common.others) or c.years in _NEAR_YEARS or is_alone


def _people_agree(c: Comparison) -> str:
    """Return how people and year agree, with volume and page or where no other title is claimed."""
    if c.years not in _NEAR_YEARS or not c.common.several:
        return ""
    if c.serial:
        return "people, year, volume and page are the same"
    equal = c.years is Years.EQUAL
    if equal and c.common.strangers <= c.common.others and _AUTHOR_YEAR.fullmatch(c.claim.link):
        return "first author and year are the same"
    if c.common.strangers > 1 + c.common.others:
        return ""
    alike = c.likeness or 0.0
    if c.common.others >= 3 and not c.common.strangers and alike >= 0.4:
        return "the people are the same, and the title is alike"
    is_other = c.likeness is not None and alike < 0.6 and c.claim.is_listed and c.claim.signs >= 2
    return "" if is_other else _year_agrees(c)


def _year_agrees(c: Comparison) -> str:
    if c.years is Years.EQUAL and (c.marked is None or c.marked >= 0.25):
        return "people and year are the same"
    if c.years is Years.NEAR and (c.common.strangers or not c.common.stated):
        return ""
    if c.likeness is None or c.likeness >= 0.25 or c.coverage >= 0.4:
        return "the people are the same, and nearly the year"
    return ""


def _why_silent(c: Comparison) -> str:
    """Return why nothing here can speak against the work; empty if it can."""
    if not c.work.titles.forms or c.in_other_script:
        return "the registered title is missing or in another script"
    if c.claim.caveat:
        return c.claim.caveat
    if c.serial:
        return "volume and page are the same"
    if c.likeness is None and not _names_others(c):
        return "no title is claimed"
    claimed = c.claimed.text if c.claimed and not c.claim.is_listed else ""
    if claimed and len(content(words(claimed))) < 4:
        return "the claimed title is too short to differ"
    is_short = c.says_little and not (c.common.nobody and c.years is Years.OTHER)
    return "the registered title is too short to differ" if is_short else ""


def _strong(c: Comparison) -> str:
    """Return the two witnesses against the work: another title, and others or another year.

    The more witnesses there are, the more the titles may look alike.
    """
    if not _is_reference(c) or c.likeness is None:
        return ""
    alike = 0.7 if c.years is Years.OTHER else 0.5
    if c.common.nobody and c.likeness < alike and c.coverage < alike + 0.05:
        return "another title, and none of the registered people"
    other_year = c.years is Years.OTHER and not c.common.several
    if other_year and c.likeness < 0.3 and c.coverage < 0.4:
        return "another title, and another year"
    return ""


def _names_others(c: Comparison) -> bool:
    """Return whether a reference without a title has other people, and another year or volume.

    As in "Marlowe et al., J. Imag. Bot., 12, 345-361, 2017".
    """
    if not (c.claim.is_listed and c.common.nobody):
        return False
    of_other = c.years is Years.OTHER
    registered = words(c.work.volume)[:1], words(c.work.pages)[:1]
    if c.claim.signs == 3 and (of_other or (all(registered) and not c.serial)):
        return True
    found = _ARTICLE.search(c.claim.words) if c.claim.people and c.claim.years else None
    if found is None:
        return False
    same = ([found["volume"]], [found["page"].lower()]) == registered
    return not same and (of_other or all(registered))


def _weak(c: Comparison) -> str:
    """Return the two witnesses against the work of which one is not so sure, or both are."""
    if c.likeness is None:
        others = "none of the registered people, and another year or volume"
        return others if _names_others(c) else ""
    if _is_reference(c) and c.common.nobody and c.likeness < 0.6 and c.coverage < 0.65:
        return "another title, and none of the registered people"
    if _is_of_another_year(c):
        return "another title, and another year"
    same = c.common.several and c.years is Years.EQUAL and c.marked is None
    if _is_listed(c) and not same and c.likeness <= 0.2 and c.coverage <= 0.3:
        return "another title"
    return ""


def _is_of_another_year(c: Comparison) -> bool:
    """Return whether another title is claimed, and another year given."""
    marked = 1.0 if c.marked is None else c.marked
    if c.years is Years.NEAR:
        return marked <= 0.2 and c.coverage <= 0.25
    if c.years is not Years.OTHER or c.likeness is None:
        return False
    if marked <= 0.35 and c.coverage <= 0.5:
        return True
    return _is_listed(c) and c.likeness <= 0.3 and c.coverage <= 0.42


def _is_listed(c: Comparison) -> bool:
    return c.claim.is_listed and _is_reference(c)


def _is_reference(c: Comparison) -> bool:
    return c.claim.signs >= 2 and len(c.text.content) >= 8
