r"""Decide whether two names of journals, books or conferences are names of the same venue.

Two venues count as different only if nothing suggests that they are the same: no abbreviation, no
acronym, and hardly any word in common. The sources of `VENUES`: `dblp` is the key of a page at
dblp.org; `ADS` is the abbreviation in the journal list of the Astrophysics Data System, whose
macros (`\apj`) have the same letters; `issn` is the journal's entry at portal.issn.org.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import is_foreign, plain_tex, plain_title, stem, word_set, words

OTHER: Final = 0.34  # below this share of common words, venues differ (not critical)
SAME: Final = 0.75  # at or above this share of common words, venues are the same
_UNKNOWN: Final = 0.5
_LONGEST: Final = 30  # words of a name that are read, at most
_MOST: Final = 8  # names of a work's venue that are compared, at most
_PREPRINT: Final = pattern(
    r"(?i)\b(?:\w{0,12}rxiv\w{0,8}|corr|abs/|preprint|ssrn|research square|osf|hal|zenodo|figshare"
    r"|unpublished|submitted|in press|to appear|working paper|technical report|tech\. rep"
    r"|forthcoming|e-?prints?|online)\b"
)
_ORDINAL: Final = pattern(r"\d+(?:st|nd|rd|th)?|(?:19|20)\d\d")
_POINT: Final = pattern(r"(?<=\w)\.(?=\w)")
_CAPITALS: Final = pattern(r"(?<![A-Za-z])[A-Z][A-Za-z]++(?<=[A-Z])")
_MIXED: Final = pattern(r"(?=[A-Z]+[a-z])[A-Z][a-z]{0,2}(?:[A-Z][a-z]{0,2}){1,5}")
"""Matches an acronym with small letters, as of German compounds: "ZStW", "KZfSS"."""
_MEETINGS: Final = r"conference|conf\.|symposium|symp\.|workshop|congress|meeting"
_MEETING: Final = pattern(rf"(?i)\b(?:{_MEETINGS})")
_PAPERS: Final = pattern(rf"(?i)\b(?:{_MEETINGS}|proc\.|proceedings|advances in neural)")
"""Matches words that show the papers of a conference; a journal may have a similar name."""
_BESIDE: Final = pattern(
    r"(?i)\b(?:workshop|companion|adjunct|tutorial|poster|demonstration|abstract|journal|j\."
    r"|transactions|trans\.|letters|lett\.|magazine)"
)
"""Matches words for other publications of a conference, and for journals."""
_PREFIX: Final = 6  # first letters of a word in `VENUES` that a name must contain: "comput."
SAME_WORKS: Final = (
    ("siggraph", "tog"),  # papers of the conference are an issue of the journal (dl.acm.org/tog)
    ("popl", "proceedings of the acm on programming languages"),  # dl.acm.org/journal/pacmpl
    ("oopsla", "proceedings of the acm on programming languages"),
    ("icfp", "proceedings of the acm on programming languages"),
    ("cscw", "proceedings of the acm on human-computer interaction"),  # dl.acm.org/journal/pacmhci
    ("zeitschrift für physik", "the european physical journal"),  # its successor of 1998
    ("zh. eksp. teor. fiz.", "journal of experimental and theoretical physics"),  # translated
    ("zh. eksp. teor. fiz.", "jetp"),
    *(("matematicheskie zametki", "mathematical notes"), ("mat. zametki", "mathematical notes")),
    ("teoreticheskaya i matematicheskaya fizika", "theoretical and mathematical physics"),
    ("teor. mat. fiz.", "theoretical and mathematical physics"),
    ("uspekhi matematicheskikh nauk", "russian mathematical surveys"),
    ("usp. mat. nauk", "russian mathematical surveys"),
    *(("matematicheskii sbornik", "sbornik: mathematics"), ("mat. sb.", "sbornik: mathematics")),
    ("funktsional'nyi analiz i ego prilozheniya", "functional analysis and its applications"),
    ("teoriya veroyatnostei i ee primeneniya", "theory of probability and its applications"),
    ("problemy peredachi informatsii", "problems of information transmission"),
    ("avtomatika i telemekhanika", "automation and remote control"),
    *(("yadernaya fizika", "physics of atomic nuclei"), ("yad. fiz.", "physics of atomic nuclei")),
    ("fizika tverdogo tela", "physics of the solid state"),
)
"""Pairs of venues that publish the same works, so they do not count as different.

The journals with Russian names are translated cover to cover (mathnet.ru, pleiades.online).
"""
SERIES: Final = (
    *("lecture notes", "proceedings of machine learning research", "ceur", "procedia"),
    *("communications in computer", "advances in intelligent", "springer series", "use r!"),
    *("association for computing machinery", "iop conference series"),
    *("acm international conference proceeding", "ifip advances", "leibniz international"),
)
"""Parts of the names of series and publishers, which records state for works of many venues."""
PUBLISHERS: Final = (  # names of publishers that are stated as containers
    *("ieee", "acm", "springer", "elsevier", "association for computational linguistics"),
    "association for computational linguistics (acl)",
)
SMALL_WORDS: Final = word_set("the of and for in on to a an de la le der die das und et du des")
"""Articles and prepositions, which abbreviations leave out."""
LITTLE_WORDS: Final = SMALL_WORDS | word_set(
    """
    international conference proceedings proc journal j annual ieee acm ifip siam transactions trans
    letters lett rev review reviews society soc research res advances adv symposium workshop meeting
    volume vol series part section new science sciences sci studies applied appl american amer am
    european eur association assoc bulletin bull annals ann press notes lecture communications
    commun open access report reports first second third st nd rd th online
    """
)
"""Words in so many names that sharing them means nothing."""


class Venue(NamedTuple):
    """A well-known venue.

    Attributes:
        acronyms: its acronyms in lower case, separated by spaces.
        names: the folded words of each of its names. A name matches if it contains all of them or
            their beginnings, in any order.
        source: the source of its acronyms.
    """

    acronyms: str
    names: tuple[str, ...]
    source: str


VENUES: Final = (
    Venue("nips neurips", ("neural information processing systems",), "dblp conf/nips"),
    Venue("icml", ("machine learning international conference",), "dblp conf/icml"),
    Venue("iclr", ("learning representations",), "dblp conf/iclr"),
    Venue("aaai", ("artificial intelligence aaai",), "dblp conf/aaai"),
    Venue("ijcai", ("joint artificial intelligence",), "dblp conf/ijcai"),
    Venue("acl", ("annual meeting computational linguistics",), "dblp conf/acl"),
    Venue("emnlp", ("empirical methods natural language",), "dblp conf/emnlp"),
    Venue("naacl", ("north american computational linguistics",), "dblp conf/naacl"),
    Venue("eacl", ("european chapter computational linguistics",), "dblp conf/eacl"),
    Venue("coling", ("computational linguistics international conference",), "dblp conf/coling"),
    Venue("cvpr", ("computer vision pattern recognition",), "dblp conf/cvpr"),
    Venue("iccv", ("international conference computer vision",), "dblp conf/iccv"),
    Venue("eccv", ("computer vision eccv european",), "dblp conf/eccv"),
    Venue("wacv", ("winter applications computer vision",), "dblp conf/wacv"),
    Venue("kdd sigkdd", ("knowledge discovery data mining",), "dblp conf/kdd"),
    Venue("www thewebconf", ("world wide web", "acm web conference"), "dblp conf/www"),
    Venue("sigir", ("research development information retrieval",), "dblp conf/sigir"),
    Venue("cikm", ("information knowledge management",), "dblp conf/cikm"),
    Venue("wsdm", ("web search data mining",), "dblp conf/wsdm"),
    Venue("icdm", ("data mining international conference",), "dblp conf/icdm"),
    Venue("chi", ("human factors computing systems",), "dblp conf/chi"),
    Venue("uai", ("uncertainty artificial intelligence",), "dblp conf/uai"),
    Venue("aistats", ("artificial intelligence statistics",), "dblp conf/aistats"),
    Venue("colt", ("learning theory",), "dblp conf/colt"),
    Venue("jmlr", ("journal machine learning research",), "dblp journals/jmlr"),
    Venue("tmlr", ("transactions machine learning research",), "dblp journals/tmlr"),
    Venue("tpami pami", ("pattern analysis machine intelligence",), "dblp journals/pami"),
    Venue("tip", ("image processing transactions",), "dblp journals/tip"),
    Venue("ijcv", ("computer vision international journal",), "dblp journals/ijcv"),
    Venue("tacl", ("transactions computational linguistics",), "dblp journals/tacl"),
    Venue("vldb pvldb", ("vldb large data bases", "vldb endowment"), "dblp conf/vldb"),
    Venue("sigmod", ("management data",), "dblp conf/sigmod"),
    Venue("ccs", ("computer communications security",), "dblp conf/ccs"),
    Venue("sosp", ("operating systems principles",), "dblp conf/sosp"),
    Venue("osdi", ("operating systems design implementation",), "dblp conf/osdi"),
    Venue("stoc", ("theory computing",), "dblp conf/stoc"),
    Venue("focs", ("foundations computer science",), "dblp conf/focs"),
    Venue("soda", ("discrete algorithms",), "dblp conf/soda"),
    Venue("icra", ("robotics automation",), "dblp conf/icra"),
    Venue("iros", ("intelligent robots systems",), "dblp conf/iros"),
    Venue("rss", ("robotics science systems",), "dblp conf/rss"),
    Venue("corl", ("robot learning",), "dblp conf/corl"),
    Venue("icassp", ("acoustics speech signal processing",), "dblp conf/icassp"),
    Venue("interspeech", ("speech communication interspeech",), "dblp conf/interspeech"),
    Venue(
        "miccai", ("medical image computing computer assisted intervention",), "dblp conf/miccai"
    ),
    Venue("lncs", ("lecture notes computer science",), "dblp series/lncs"),
    Venue("access", ("ieee access",), "dblp journals/access"),
    Venue("popl", ("principles programming languages",), "dblp conf/popl"),
    Venue("pldi", ("programming language design implementation",), "dblp conf/pldi"),
    Venue("icse", ("software engineering",), "dblp conf/icse"),
    Venue("fse esec", ("foundations software engineering",), "dblp conf/sigsoft"),
    Venue("ndss", ("network distributed system security",), "dblp conf/ndss"),
    Venue("usenix", ("usenix",), "dblp conf/uss"),
    Venue("sc", ("high performance computing networking storage",), "dblp conf/sc"),
    Venue("tog", ("transactions graphics",), "dblp journals/tog"),
    Venue("siggraph", ("graphics siggraph computer",), "dblp conf/siggraph"),
    Venue("joss", ("open source software",), "dblp journals/joss"),
    Venue("pnas", ("national academy sciences",), "issn 1091-6490"),
    Venue(
        "jasa",
        ("american statistical association", "acoustical society america"),
        "issn 1537-274X, 1520-8524",
    ),
    Venue(
        "jcp",
        ("journal computational physics", "journal chemical physics"),
        "issn 1090-2716, 1089-7690",
    ),
    Venue("nejm", ("new england journal medicine",), "issn 1533-4406"),
    Venue("bmj", ("british medical journal",), "issn 1756-1833"),
    Venue("jama", ("american medical association jama",), "issn 1538-3598"),
    Venue("plos", ("plos public library science",), "issn 1932-6203"),
    Venue("jhep", ("high energy physics",), "issn 1029-8479"),
    Venue("jgr", ("geophysical research",), "issn 2156-2202"),
    Venue("grl", ("geophysical research letters",), "issn 1944-8007"),
    Venue("apj", ("astrophysical journal",), "ADS ApJ"),
    Venue("apjl", ("astrophysical journal letters",), "ADS ApJL"),
    Venue("apjs", ("astrophysical journal supplement",), "ADS ApJS"),
    Venue("mnras", ("monthly notices royal astronomical",), "ADS MNRAS"),
    Venue("aj", ("astronomical journal",), "ADS AJ"),
    Venue("aap", ("astronomy astrophysics",), "ADS A&A"),
    Venue("jcap", ("cosmology astroparticle",), "ADS JCAP"),
    Venue("prl", ("physical review letters",), "ADS PhRvL"),
    Venue("pra", ("physical review a",), "ADS PhRvA"),
    Venue("prb", ("physical review b",), "ADS PhRvB"),
    Venue("prd", ("physical review d",), "ADS PhRvD"),
    Venue("pre", ("physical review e",), "ADS PhRvE"),
    Venue("rmp", ("reviews modern physics",), "ADS RvMP"),
)


def is_other_venue(stated: str, registered: Sequence[str]) -> bool:
    """Return whether a stated venue, without TeX, differs from all venues of a record.

    Preprint servers, series and publishers are not compared, nor names in different scripts.
    """
    if not _is_venue(stated):
        return False
    is_in_script = is_foreign(stated)
    known = [
        plain_title(name)
        for name in registered
        if _is_venue(name) and is_foreign(name) == is_in_script
    ]
    return bool(known) and max(same_venue(stated, name) for name in known) < OTHER


def _is_same_venue(stated: str, registered: str) -> bool:
    """Return whether two names are names of one venue: in full, abbreviated, or as initials."""
    return same_venue(stated, plain_title(registered)) >= SAME


def is_venue_of(stated: str, registered: Sequence[str]) -> bool:
    """Return whether a stated venue is one of the registered ones of a work."""
    return any(_is_same_venue(stated, name) for name in registered[:_MOST])


def are_two_conferences(stated: str, registered: Sequence[str]) -> bool:
    """Return whether a stated venue and those of a record are different well-known conferences.

    A paper may become an article of a journal later, but it is published at one conference.
    """
    names = [name for name in (stated, *registered) if _is_venue(name)]
    return is_other_venue(stated, registered) and all(map(_is_known_conference, names))


def _is_known_conference(name: str) -> bool:
    """Return whether a name is that of a well-known conference, not of a workshop or journal."""
    known = _known(_venue_words(name), name)
    are_all = bool(known) and all(
        VENUES[number].source.startswith("dblp conf/") for number in known
    )
    is_alone = len(_venue_words(name)) == 1  # "CVPR 2023"
    is_of_papers = is_alone or _PAPERS.search(name) is not None
    return are_all and is_of_papers and not _BESIDE.search(name)


def is_conference(name: str) -> bool:
    """Return whether a venue is a conference or a workshop, as far as its name shows."""
    return _MEETING.search(name) is not None or _is_known_conference(name)


def _is_venue(name: str) -> bool:
    """Return whether a container is a venue, not a preprint server, a series or a publisher."""
    bare = name.casefold().strip()
    of_publisher = bare in PUBLISHERS or bare.startswith(("springer", "elsevier"))
    is_series = of_publisher or any(series in bare for series in SERIES)
    return bool(name) and not is_series and not _PREPRINT.search(name)


@lru_cache(maxsize=256)
def same_venue(one: str, other: str) -> float:
    """Return 1 for the same venue, 0 for venues with nothing in common, or a value in between.

    It is `_UNKNOWN` if a name has no words that can be compared.
    """
    mine, theirs = _venue_words(one), _venue_words(other)
    if not mine or not theirs:
        return _UNKNOWN
    whole = "".join(mine)
    rest = "".join(theirs)
    is_within = min(len(whole), len(rest)) > 3 and (whole in rest or rest in whole)
    is_same = whole == rest or is_within
    if is_same or _is_double(one, other) or _are_initials(mine, theirs):
        return 1.0
    known, others = _known(mine, one), _known(theirs, other)
    if known and others:
        return 1.0 if known & others else 0.0
    said = [word for word in mine if word not in SMALL_WORDS] or mine
    meant = [word for word in theirs if word not in SMALL_WORDS] or theirs
    # "AAAI" is not a contraction of "adaptation".
    is_acronym = any(
        indexes and len(names) == 1 for indexes, names in ((known, said), (others, meant))
    )
    if not is_acronym and (_abbreviates(said, meant) or _abbreviates(meant, said)):
        return 1.0
    acronyms = _is_compound_acronym(one, other) or _is_compound_acronym(other, one)
    if acronyms or _is_acronym(said, meant, one) or _is_acronym(meant, said, other):
        return 1.0
    return _share(said, meant)


def _venue_words(name: str) -> list[str]:
    """Return the words of a name, without ordinals and years: "12th", "2019"."""
    text = _POINT.sub(". ", plain_tex(name[:500]).replace("&", " and "))
    return [word for word in words(text) if not _ORDINAL.fullmatch(word)][:_LONGEST]


def _is_double(name: str, other: str) -> bool:
    """Return whether two venues are one of the pairs in `SAME_WORKS`."""
    pair = name.casefold(), other.casefold()
    return any(
        first in mine and second in theirs
        for first, second in SAME_WORKS
        for mine, theirs in (pair, pair[::-1])
    )


def _known(name_words: list[str], name: str) -> set[int]:
    """Return the indexes in `VENUES` of the venues that a name contains, in full or as acronym."""
    capitals = {acronym.lower() for acronym in _CAPITALS.findall(plain_tex(name))}
    if len(name_words) == 1:
        capitals.add(name_words[0])
    return {
        number
        for number, venue in enumerate(VENUES)
        if capitals & set(venue.acronyms.split())
        or any(_holds(name_words, venue_name) for venue_name in venue.names)
    }


def _holds(name_words: list[str], name: str) -> bool:
    wanted = name.split()
    return len(wanted) > 1 and all(
        any(
            word.startswith(needed[:_PREFIX]) or (len(word) > 2 and needed.startswith(word))
            for word in name_words
        )
        for needed in wanted
    )


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Return whether one name abbreviates another word by word (ISO 4): "Phys. Rev. Lett."."""
    rest = iter(long)
    return all(any(_shortens(word, other) for other in rest) for word in short)


def _shortens(word: str, long: str) -> bool:
    if long.startswith(word) or (word.startswith(long) and len(long) > 3):
        return True
    return word[0] == long[0] and len(word) > 2 and len(long) > 4 and _is_contracted(word, long)


def _is_contracted(short: str, long: str) -> bool:
    """Return whether another word contains the letters of a word, in order."""
    letters = iter(long)
    return all(letter in letters for letter in short)


def _is_acronym(said: list[str], meant: list[str], name: str) -> bool:
    """Return whether a word of one name is an acronym of the other name, or occurs in it."""
    initials = "".join(word[0] for word in meant)
    plain = plain_tex(name)
    for word in said:
        if not 2 <= len(word) <= 8:
            continue
        in_capitals = re.search(rf"(?<![A-Za-z]){re.escape(word.upper())}(?![a-z])", plain)
        if word in meant and word not in LITTLE_WORDS:
            return True
        if in_capitals and len(word) > 2 and len(said) <= 3 and _is_contracted(word, initials):
            return True
    return False


def _are_initials(mine: list[str], theirs: list[str]) -> bool:
    """Return whether one name is the initials of the other, including small words: "MBoC"."""
    short, long = sorted((mine, theirs), key=len)
    name = short[0]
    initials = "".join(word[0] for word in long)
    is_word = len(short) == 1 and 2 <= len(name) <= 8
    return is_word and (name == initials or (len(name) > 2 and _is_contracted(name, initials)))


def _is_compound_acronym(acronym: str, name: str) -> bool:
    """Return whether the letters of an acronym begin the parts of compounds in order: "ZStW"."""
    letters = "".join(_venue_words(name))
    mixed = _MIXED.fullmatch(acronym)
    is_short = mixed is not None and acronym[0].lower() == letters[:1]
    return is_short and _is_contracted(acronym.lower(), letters)


def _share(said: list[str], meant: list[str]) -> float:
    """Return the share of a name's content words that the other contains, the higher of two."""
    mine, theirs = (
        [word for word in name if len(word) > 1 and word not in LITTLE_WORDS]
        for name in (said, meant)
    )
    if not mine or not theirs:
        return _UNKNOWN
    return min(0.99, max(_share_of(mine, theirs), _share_of(theirs, mine)))


def _share_of(mine: list[str], theirs: list[str]) -> float:
    return sum(any(_is_akin(word, other) for other in theirs) for word in mine) / len(mine)


def _is_akin(word: str, other: str) -> bool:
    """Return whether one word begins with the other, or both begin with the same letters."""
    begins = min(len(word), len(other)) >= 3 and (other.startswith(word) or word.startswith(other))
    return word == other or begins or (len(word) >= 5 and stem(word)[:5] == stem(other)[:5])
