"""Publishers' addresses that carry a DOI: a table, one line a publisher.

Two kinds of line. `CARRIERS` are hosts whose addresses hold the whole name, in the path or in the
query; what such addresses add before and behind it is alike everywhere. `RULES` are hosts whose
addresses hold the end of a name; the rest of it is the publisher's own convention. Whether a name
made so is registered only a look-up can tell: some conventions have exceptions (JSTOR, ACM
Queue). Not here: addresses from which no name can be made (ScienceDirect, MDPI, IEEE).

Libraries' proxies rewrite publishers' hosts as they do resolvers', with hyphens for dots or with
their own name appended; both are looked through.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.pattern import pattern
from mdlint_doi.names.doi import parse
from mdlint_doi.names.leads import ADDRESS
from mdlint_doi.names.naming import named
from mdlint_doi.names.oxford import article_name
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Kind, Spelling


CARRIERS: Final = frozenset(
    """
    aaas.org aacrjournals.org academic.oup.com acm.org acs.org aeaweb.org aiaa.org aip.org
    ametsoc.org ams.org annualreviews.org aps.org ascelibrary.org ascelibrary.com ascopubs.org
    ashpublications.org asm.org asmedigitalcollection.asme.org berghahnjournals.com biologists.com
    biomedcentral.com bioone.org biorxiv.org bmj.com brill.com cambridge.org cell.com cdnsciencepub.com
    cshlp.org dagstuhl.de datadryad.org degruyter.com degruyterbrill.com ecs.confex.com ecsdl.org
    emerald.com emeraldinsight.com europepmc.org frontiersin.org futuremedicine.com
    geoscienceworld.org hal.science ieee.org informs.org ingentaconnect.com iop.org
    iopscience.iop.org iucr.org jamanetwork.com jneurosci.org jstor.org karger.com
    liebertpub.com link.aps.org link.springer.com medrxiv.org microbiologyresearch.org mit.edu
    mitpressjournals.org nature.com nejm.org onlinelibrary.wiley.com oup.com oxfordjournals.org
    oxforddnb.com oxfordmusiconline.com oxfordre.com oxfordreference.com pangaea.de physiology.org
    plos.org plosone.org pnas.org pubs.acs.org royalsocietypublishing.org rsc.org rsna.org
    sagepub.com science.org sciencemag.org sci-hub.se sci-hub.st sci-hub.tw scitation.org siam.org
    siamjournals.org spiedigitallibrary.org springer.com springeropen.com tandfonline.com
    theoj.org thieme-connect.com thieme-connect.de uchicago.edu universitypressscholarship.com
    wiley.com worldscientific.com
    """.split()
)

RULES: Final = r"""
arxiv.org            /(?:abs|pdf|html)/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?!\d)  10.48550/arXiv.{}
bmj.com              /content/\d+/(bmj\.[a-z]\d+)                                  10.1136/{}
cell.com             /.*?/(S\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])                   10.1016/{}
copernicus.org       /articles/\d+/[^/]*/\d{4}/([a-z]+-\d+-\d+-\d{4})              10.5194/{}
elifesciences.org    /articles/(\d+)                                               10.7554/eLife.{}
erudit.org           /.*?/(\d{6,}ar)(?=[/?#]|$)                                    10.7202/{}
fdr.uni-hamburg.de   /record/(\d+)                                                 10.25592/uhhfdm.{}
hindawi.com          /journals/[a-z]+/(\d{4}/\d+)                                  10.1155/{}
jstor.org            /stable/(?:pdf/)?(\d+)                                        10.2307/{}
nature.com           /articles/([a-z0-9][a-z0-9-]+)(?=(?:\.e?pdf)?(?:[/?#]|$))     10.1038/{}
nber.org             /papers/(w\d+)                                                10.3386/{}
preprints.org        /manuscript/(\d{6}\.\d{4}/v\d+)                               10.20944/preprints{}
queue.acm.org        /detail\.cfm\?id=(\d+)                                        10.1145/{}
researchsquare.com   /article/(rs-\d+/v\d+)                                        10.21203/rs.3.{}
rsc.org              /\w\w/content/article\w+/(?:\d+/\w\w/)?([a-z]\d[a-z]{2}\d{5}\w)  10.1039/{}
thelancet.com        /.*?/PII(S\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])                10.1016/{}
zenodo.org           /records?/(\d+)                                               10.5281/zenodo.{}
"""
"""Host; expression for what follows it, whose group is the end of the name; the name."""

SITE: Final = pattern(
    "(?:" + "|".join(re.escape(line.split()[0]) for line in RULES.strip().splitlines()) + ")/",
)
"""Where in a text an address may stand that a rule applies to."""

_IN_ADDRESS: Final = pattern(
    r"""
    (?<=[/=:.,f])                                       # of `/`, `id=`, `doi:` or `%2F`
    (?P<name> 10(?:\.|%2e)[0-9]{3,9}(?:\.[0-9]+)* (?:/|%2f) [^?\#&\s]+ )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKED: Final = pattern(
    r"[/?&=](?:doi|info(?::|%3a)doi)(?:/|=|:|%3a|%2f)(?:(?:abs|full|pdf|e?pdf|book|suppl)/)?\Z",
    re.IGNORECASE,
)
TAILS: Final = pattern(
    r"""
    (?: / (?: abs(?:tract)? | citedby | cite | epub | e?pdf(?:direct|plus)? | figures? | full
            | fulltext | html? | issuetoc | media | meta | references | short | suppinfo
            | suppl(?:_file|ementary)?[^/]* | summary | tables? | toc | issues
          ) (?: /[0-9]+ | /html | /pdf )?
      | / [a-z]+-[0-9]{13}[^/]*                         # the chapter's page of a reference work
      | \. (?: article-metrics | abstract | full(?:-text|\.pdf|\+html)* | e?pdf | html? | xml | svg )
    )+ /? \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PAGE_ID: Final = pattern(r"/[0-9]{5,}(?:/[^/]*)?\Z")
_ARTICLE: Final = pattern(r"/[a-z-]*(?:article|chapter|issue)[a-z-]*/doi/\Z")
_PREPRINT: Final = pattern(r"(?<=[0-9])v[0-9]{1,2}(?:\.(?:full|article|abstract)[a-z.-]*)?\Z")


_NEAR: Final = 128
"""Marks and tails are shorter; looking no further keeps the time linear."""


def read_publisher(text: str, *, anywhere: bool = False) -> Spelling | None:
    """Return the spelling of a publisher's address, or None if no DOI can be made of it.

    Args:
        text: one address, with its scheme or without.
        anywhere: take a name in the path or the query of any host; else only of the table's
            hosts, and where the address itself says `doi`.

    """
    address = ADDRESS.match(text)
    if address is None:
        return None
    known = _known(address["host"].lower())
    host = Span(*address.span("host"))
    for found in _IN_ADDRESS.finditer(text, host.end):
        if (
            anywhere
            or known & CARRIERS
            or _MARKED.search(text, max(host.end - 1, found.start() - _NEAR), found.start())
        ):
            if article := article_name(found["name"]):
                return _spelling(text, host, Span(*found.span("name")), article)
            return _spelling(text, host, _without_tails(text, found, known), "{}")
    for line in RULES.strip().splitlines() if known else ():
        site, path, name = line.split()
        if site in known and (part := re.compile(path).match(text, host.end)):
            return _spelling(text, host, Span(*part.span(1)), name)
    return None


def _known(host: str) -> frozenset[str]:
    """Return what of a host may stand in the table, its own name or behind a proxy."""
    labels = host.partition(":")[0].split(".")
    if "-" in labels[0] and len(labels) > 2:
        labels = [*labels[0].removeprefix("0-").split("-"), "", *labels]
    return frozenset(
        ".".join(labels[at : at + size]) for at in range(len(labels)) for size in (2, 3)
    )


def _without_tails(text: str, found: re.Match[str], known: frozenset[str]) -> Span:
    """Return where the name stands, without what the page adds behind it."""
    start, end = found.span("name")
    if known & {"biorxiv.org", "medrxiv.org"} and (version := _PREPRINT.search(text, start, end)):
        return Span(start, version.start())
    if _ARTICLE.search(text, max(0, start - _NEAR), start) and (
        page := _PAGE_ID.search(text, start, end)
    ):
        end = page.start()
    tails = TAILS.search(text, max(start, end - _NEAR), end)
    return Span(start, tails.start() if tails else end)


def _spelling(text: str, host: Span, name: Span, form: str) -> Spelling | None:
    if form == "{}":
        doi = named(text, name, levels=1).doi
    else:
        part = name.cut(text)
        doi = parse(form.format(part.upper() if "10.1039" in form else part))
    if doi is None:
        return None
    return Spelling(
        text,
        Kind.PUBLISHER,
        None,
        Span(0, host.start),
        host,
        Span(host.end, name.start),
        name,
        Span(name.end, len(text)),
        encoded=True,
        doi=doi,
    )
