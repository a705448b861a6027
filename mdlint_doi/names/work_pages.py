"""Recognize publishers' addresses that lead to the page of the work itself.

`publisher_links` also reads the addresses of share buttons, figures, files and old versions, which
a DOI link cannot replace. This module lists hosts, each with the paths before a DOI that show only
the work. After the DOI, only a part that shows the whole work is allowed, such as `/full` and
`.abstract`.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import without_trackers
from mdlint_doi.names.publisher_links import read_publisher
from mdlint_doi.names.spelling import Spelling, named
from mdlint_doi.text.pattern import pattern

_LEADS: Final = {
    "DATAVERSE": r"/dataset\.xhtml\?persistentId=doi(?::|%3A)",
    "DOI": r"/doi/(?:(?:abs|abstract|book|full|fullHtml|html|proceedings)/)?",
    "LOOKUP": r"/(?:(?:content/)?lookup|cgi)/doi/",
    "PLOS": r"/article/info(?::|%3A)doi(?:/|%2F)",
    "SILVERCHAIR": r"/(?:[\w-]+/){1,2}(?:advance-)?article(?:-(?:abstract|lookup))?/doi/",
}
"""Paths that many sites share: those of Dataverse, Atypon, HighWire, PLOS and Silverchair."""
_SITES: Final = {  # the hosts whose pages all have such a path
    "DATAVERSE": "borealisdata.ca dataverse.harvard.edu dataverse.nl dataverse.no",
    "DOI": """
        acm.org dl.acm.org pubs.acs.org pubs.aeaweb.org arc.aiaa.org aip.scitation.org
        *.scitation.org journals.ametsoc.org ascelibrary.com ascelibrary.org ascopubs.org
        authorea.com essoar.org essopenarchive.org
        journals.asm.org brill.com cdnsciencepub.com embopress.org emeraldinsight.com
        futuremedicine.com pubsonline.informs.org karger.com liebertpub.com mitpressjournals.org
        nejm.org onlinelibrary.wiley.com *.onlinelibrary.wiley.com journals.physiology.org
        physiology.org psycnet.apa.org royalsocietypublishing.org pubs.rsna.org *.sagepub.com
        science.org epubs.siam.org tandfonline.com journals.uchicago.edu worldscientific.com
    """,
    "LOOKUP": """
        *.aacrjournals.org *.asm.org *.biologists.org *.bmj.com *.cshlp.org *.ecsdl.org
        jneurosci.org *.oxfordjournals.org
    """,
    "PLOS": """
        plosbiology.org ploscompbiol.org plosgenetics.org plosmedicine.org plosntds.org plosone.org
        plospathogens.org
    """,
    "SILVERCHAIR": """
        academic.oup.com aacrjournals.org pubs.aip.org ashpublications.org
        asmedigitalcollection.asme.org journals.biologists.com pubs.geoscienceworld.org
        direct.mit.edu
    """,
}
_PAGES: Final = r"""
doi.acm.org                    /
aeaweb.org                     /articles\?id=
annualreviews.org              DOI|/content/journals/
journals.aps.org               /[a-z]+/abstract/
link.aps.org                   /(?:doi|abstract)/
arxiv.org                      /abs/
*.biomedcentral.com            /articles?/
bioone.org                     DOI|/journals/[^?#]+/
biorxiv.org                    /content/(?:(?:biorxiv/)?early/\d{4}/\d\d/\d\d/)?|LOOKUP
bmj.com                        /content/\d+/|LOOKUP
cell.com                       /(?:[\w-]+/){1,3}(?:abstract|fulltext|article)/
*.copernicus.org               /articles/\d+/[^/]*/\d{4}/
drops.dagstuhl.de              /entities/document/
datadryad.org                  /(?:stash/)?(?:dataset|resource)/doi:
degruyter.com                  /document/doi/
degruyterbrill.com             /document/doi/
elifesciences.org              /articles/
emerald.com                    /insight/content/doi/
erudit.org                     /(?:en|fr)/(?:journals|revues)/[^?#]*/
fdr.uni-hamburg.de             /record/
frontiersin.org                /(?:journals/[\w-]+/)?(?:articles?|Journal)/|/[A-Z]\w+/
journal.frontiersin.org        /(?:articles?|Journal)/
hindawi.com                    /journals/[a-z]+/
iopscience.iop.org             /article/
journals.iucr.org              /paper\?
scripts.iucr.org               /cgi-bin/paper\?
*.jamanetwork.com              /article\.aspx\?doi=
jstor.org                      /stable/
link.springer.com              /(?:(?:article|book|chapter|protocol|referenceworkentry)/)?
medrxiv.org                    /content/(?:(?:medrxiv/)?early/\d{4}/\d\d/\d\d/)?|LOOKUP
microbiologyresearch.org       /content/journal/[\w-]+/
nature.com                     /articles/|/doifinder/
nber.org                       /papers/
oxforddnb.com                  /view/
oxfordmusiconline.com          /(?:[\w-]+/)?view/
oxfordre.com                   /[\w-]+/view/
oxfordreference.com            /view/
doi.pangaea.de                 /
journals.plos.org              /[a-z]+/article\?id=(?:info(?::|%3A)doi(?:/|%2F))?
pnas.org                       DOI|LOOKUP
preprints.org                  /manuscript/
queue.acm.org                  /detail\.cfm\?id=
researchsquare.com             /article/
pubs.rsc.org                   /\w\w/content/articlelanding/(?:\d+/\w\w/)?
*.sciencemag.org               DOI|LOOKUP
spiedigitallibrary.org         /(?:journals|conference-proceedings-of-spie)/[^?#]+/
*.springeropen.com             /articles?/
thelancet.com                  /journals/[\w-]+/article/PII
*.theoj.org                    /papers/
thieme-connect.com             /products/ejournals/(?:abstract|html)/|/DOI/DOI\?
thieme-connect.de              /products/ejournals/(?:abstract|html)/|/DOI/DOI\?
universitypressscholarship.com /view/
zenodo.org                     /records?/|DOI
"""
"""The other hosts, each with an expression for the path before a DOI."""
_ROWS: Final = [line.split() for line in _PAGES.strip().splitlines()]
PAGES: Final = {
    **{host: _LEADS[lead] for lead, hosts in _SITES.items() for host in hosts.split()},
    **{host: "|".join(_LEADS.get(lead, lead) for lead in row.split("|")) for host, row in _ROWS},
}
"""For each host, without `www.`, an expression for the path before a DOI; `*` is one label."""
_VIEW: Final = pattern(
    r"""
    (?: / [0-9]{5,} (?: / [^/?\#.]* )? )?              # a page's number and title
    (?: / (?: abs(?:tract)? | full(?:text)? (?:/html)? | html | meta | short | summary )
      | \. (?: abstract | full(?:-text)? | html? | short ) )?
    /? (?: \#!divAbstract )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Matches the text after a DOI in addresses that show the whole work."""
_PREPRINTS: Final = pattern(r"(?:www\.)?(?:bio|med)rxiv\.org", re.IGNORECASE)
_PREPRINT_VERSION: Final = pattern(r"\Av[0-9]{1,2}(?=\Z|\.(?:abstract|full(?:-text)?)\Z|[?#])")
"""Matches the version in the address to which the DOI of a preprint leads: `…/046904v2`."""
_ADDTHIS: Final = pattern(r"\#\.[\w-]{11}\Z")
"""Matches the fragment that AddThis added to the addresses of pages to count shares."""
_DIGIT: Final = pattern(r"[0-9]")
_WORD: Final = pattern(r"\.(?:[a-z-]{2,}|mp[34])\Z", re.IGNORECASE)
"""Matches the end of an address of a file or of additional material: `.csv`, `.supplementary`."""


_PRESENTING: Final = pattern(
    r"[^?\#]*/doi/(?:(?:abs|abstract|book|full|html|proceedings)/)?|[^?\#]*\?doi=", re.IGNORECASE
)
_RESOLVER: Final = pattern(r"(?:doi|dx)\.", re.IGNORECASE)
"""Matches the beginning of the hosts of publishers' own resolvers, such as `doi.acm.org`."""
_VERSION: Final = pattern(r"[0-9]v[0-9]+\Z", re.IGNORECASE)
_WHOLE: Final = pattern(r"[^\\&{}]*[0-9A-Za-z)]")
"""Matches a DOI without remains of markup and without punctuation of a sentence at its end."""


def is_work_page(spelling: Spelling, *, of_version: bool = False) -> bool:
    """Return whether an address is the page of the work with the DOI in the address.

    Args:
        spelling: one that was read with `publishers`.
        of_version: whether the page may show one version of a preprint, as the address does to
            which the DOI leads.
    """
    behind = without_trackers(_ADDTHIS.sub("", spelling.tail.cut(spelling.text)))
    if of_version and _PREPRINTS.fullmatch(spelling.host.cut(spelling.text)):
        behind = _PREPRINT_VERSION.sub("", behind)
    return (
        _stands_before_names(spelling)
        and _VIEW.fullmatch(behind) is not None
        and _is_of_name_alone(spelling.doi)
    )


def names_version(spelling: Spelling) -> bool:
    """Return whether an address leads to one version of a work, as `…/abs/1706.03762v2` does."""
    return _VERSION.search(spelling.name.cut(spelling.text)) is not None


def read_whole_name(text: str) -> Spelling | None:
    """Return the spelling of an address that certainly contains a whole DOI; otherwise None.

    The DOI is written out, not derived by a publisher's convention. The address is the page of the
    work, or ends with a DOI that it marks as one, as in `?doi=`. Any host is accepted.
    """
    spelling = read_publisher(text, anywhere=True)
    if spelling is None or named(text, spelling.name, levels=1)[0] != spelling.doi:
        return None
    is_whole = _WHOLE.fullmatch(str(spelling.doi)) is not None
    return spelling if is_whole and (is_work_page(spelling) or _presents(spelling)) else None


def _presents(spelling: Spelling) -> bool:
    """Return whether an address ends with a DOI and marks it as one."""
    lead = spelling.lead.cut(spelling.text)
    is_resolver = lead == "/" and _RESOLVER.match(spelling.host.cut(spelling.text)) is not None
    return (
        (is_resolver or _PRESENTING.fullmatch(lead) is not None)
        and spelling.scheme.end > spelling.scheme.start
        and spelling.tail.end == spelling.tail.start
        and _is_of_name_alone(spelling.doi)
    )


def _is_of_name_alone(doi: Doi | None) -> bool:
    """Return whether the text was a whole DOI; a segment without a digit belongs to the page."""
    if doi is None or _WORD.search(doi.suffix):
        return False
    return all(map(_DIGIT.search, doi.suffix.split("/")[1:]))


def _stands_before_names(spelling: Spelling) -> bool:
    host = spelling.host.cut(spelling.text).lower()
    labels = host.split(".")
    if "-" in labels[0] and len(labels) > 2:  # a library's proxy, with hyphens for dots
        host = labels[0].removeprefix("0-").replace("-", ".")
    host = host.removeprefix("www.")
    lead = spelling.lead.cut(spelling.text)
    below = "*." + host.partition(".")[2]
    known = (PAGES[key] for key in (host, below) if key in PAGES)
    return any(re.fullmatch(leads, lead, re.IGNORECASE) for leads in known)
