r"""Venues that are named in several ways: data, each row with its source.

`dblp` is the key of the venue's page at dblp.org, whose page gives its acronym and its names; `ADS`
the abbreviation in the journal list of the Astrophysics Data System, whose macros (`\apj`) are the
same letters; `issn` the journal's entry at portal.issn.org. What is compared: `venues`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mdlint_doi.works.vocabulary import word_set


class Venue(NamedTuple):
    """A venue by its names.

    Attributes:
        acronyms: in lower case, separated by spaces.
        names: the words that each of its names holds, folded; their beginnings suffice.
        source: where it is known from.

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
        "miccai",
        ("medical image computing computer assisted intervention",),
        "dblp conf/miccai",
    ),
    Venue("lncs", ("lecture notes computer science",), "dblp series/lncs"),
    Venue("ieee access", ("access",), "dblp journals/access"),
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
SAME_WORKS: Final = (
    ("siggraph", "tog"),  # papers of the conference are an issue of the journal (dl.acm.org/tog)
    ("popl", "proceedings of the acm on programming languages"),  # dl.acm.org/journal/pacmpl
    ("oopsla", "proceedings of the acm on programming languages"),
    ("icfp", "proceedings of the acm on programming languages"),
    ("cscw", "proceedings of the acm on human-computer interaction"),  # dl.acm.org/journal/pacmhci
    ("zeitschrift für physik", "the european physical journal"),  # its successor of 1998
    ("zh. eksp. teor. fiz.", "journal of experimental and theoretical physics"),  # translated
    ("zh. eksp. teor. fiz.", "jetp"),
)
"""Pairs of venues in which one work stands: a conference in a journal, a journal under a new name,
a translation. Another one of the pair is no other venue."""
SERIES: Final = (
    *("lecture notes", "proceedings of machine learning research", "ceur", "procedia"),
    *("communications in computer", "advances in intelligent", "springer series", "use r!"),
    *("association for computing machinery", "iop conference series"),
    *("acm international conference proceeding", "ifip advances", "leibniz international"),
)
"""What names of series and publishers hold, under which records file works of many venues."""
PUBLISHERS: Final = (
    *("ieee", "acm", "springer", "elsevier"),
    *(
        "association for computational linguistics",
        "association for computational linguistics (acl)",
    ),
)
"""Containers that are a publisher's name."""
SMALL_WORDS: Final = word_set("the of and for in on to a an de la le der die das und et du des")
"""Articles and prepositions, which abbreviations leave out."""
LITTLE_WORDS: Final = SMALL_WORDS | word_set(
    """
    international conference proceedings proc journal j annual ieee acm ifip siam transactions
    trans letters lett rev review reviews society soc research res advances adv symposium
    workshop meeting volume vol series part section new science sciences sci studies applied
    appl american amer am european eur association assoc bulletin bull annals ann press notes
    lecture communications commun open access report reports first second third st nd rd th
    online
    """
)
"""Words in so many names that sharing them says nothing."""
