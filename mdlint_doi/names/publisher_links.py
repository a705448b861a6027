"""Find DOIs in addresses of other hosts: pages of publishers, queries, log-in pages.

Publishers add similar parts: `/doi/full/` before a DOI, and `/pdf`, `.full` or `v2` after it. These
parts are removed here, although a few registered DOIs end in the same way. Libraries' proxies
rewrite publishers' hosts like those of resolvers; the original hosts are recognized.

`CARRIERS` are hosts whose addresses contain the whole DOI. `RULES` are hosts whose addresses
contain only the end of a DOI; the beginning follows from the publisher's convention, which may
have exceptions (JSTOR, ACM Queue). Nature's older DOIs with a year lack their dots in addresses
(`sdata201618` is 10.1038/sdata.2016.18), which cannot be restored. Addresses from which no DOI can
be derived (ScienceDirect, MDPI, IEEE) are not included.

`carrier` reads OpenURLs and service requests (draft-paskin-00 section 2.3, examples (e) and (f);
ANSI/NISO Z39.88, `rft_id`), log-in pages of libraries' proxies, with the address plain or
percent-encoded, and redirects of search engines and mail programs, which track clicks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.names.doi import parse
from mdlint_doi.names.hosts import ADDRESS, LOGIN_WORDS
from mdlint_doi.names.spelling import Kind, Spelling, named, spelled
from mdlint_doi.text.pattern import compiled, pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_OXFORD_ARTICLE: Final = pattern(
    r"""
    10\.1093/ (?P<work>[a-z]+(?::[a-z]+)?) / (?P<isbn>[0-9]{13}) \.001\.0001/  # the whole work
    [a-z]+-[0-9]{13} - (?P<kind>chapter|e) - (?P<number>[0-9]+)                # the article
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MUSIC: Final = pattern(r"(?P<letter>100|2000)(?P<number>[0-9]{6,7})")
_LETTERS: Final = {"100": "A", "2000": "J"}
_BIOGRAPHY: Final = pattern(r"10\.1093/ref:odnb/(?P<number>[0-9]{6,})", re.IGNORECASE)
_CARRIERS: Final = """
aaas.org aacrjournals.org academic.oup.com acm.org acs.org aeaweb.org aiaa.org aip.org ametsoc.org
ams.org annualreviews.org aps.org ascelibrary.com ascelibrary.org ascopubs.org ashpublications.org
asm.org asmedigitalcollection.asme.org berghahnjournals.com biologists.com biomedcentral.com
bioone.org biorxiv.org bmj.com brill.com cambridge.org cdnsciencepub.com cell.com cshlp.org
dagstuhl.de datadryad.org degruyter.com degruyterbrill.com ecs.confex.com ecsdl.org emerald.com
emeraldinsight.com europepmc.org frontiersin.org futuremedicine.com geoscienceworld.org
hal.science ieee.org informs.org ingentaconnect.com iop.org iopscience.iop.org iucr.org
jamanetwork.com jneurosci.org jstor.org karger.com liebertpub.com link.aps.org link.springer.com
medrxiv.org microbiologyresearch.org mit.edu mitpressjournals.org nature.com nejm.org
onlinelibrary.wiley.com oup.com oxforddnb.com oxfordjournals.org oxfordmusiconline.com
oxfordre.com oxfordreference.com pangaea.de physiology.org plos.org plosone.org pnas.org
pubs.acs.org royalsocietypublishing.org rsc.org rsna.org sagepub.com sci-hub.se sci-hub.st
sci-hub.tw science.org sciencemag.org scitation.org siam.org siamjournals.org
spiedigitallibrary.org springer.com springeropen.com tandfonline.com theoj.org thieme-connect.com
thieme-connect.de uchicago.edu universitypressscholarship.com wiley.com worldscientific.com
"""
CARRIERS: Final = frozenset(_CARRIERS.split())
_RULES: Final = r"""
acm.org            /citation\.cfm\?doid=(\d+\.\d+)                         10.1145/{}
biorxiv.org        /content/(?:biorxiv/)?early/\d{4}/\d\d/\d\d/(\d{6})  10.1101/{}
bmj.com            /content/\d+/(bmj\.[a-z]\d+)                            10.1136/{}
cell.com           /.*?/(S\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])             10.1016/{}
copernicus.org     /articles/\d+/[^/]*/\d{4}/([a-z]+-\d+-\d+-\d{4})        10.5194/{}
elifesciences.org  /articles/(\d+)                                         10.7554/eLife.{}
erudit.org         /.*?/(\d{6,}ar)(?=[/?#]|$)                              10.7202/{}
fdr.uni-hamburg.de /record/(\d+)                                           10.25592/uhhfdm.{}
hindawi.com        /journals/[a-z]+/(\d{4}/\d+)                            10.1155/{}
jstor.org          /stable/(?:pdf/)?(\d+)                                  10.2307/{}
nature.com /articles/(?![a-z]+20\d{3,5}\b)([a-z]*\d[a-z\d-]+)(?=(?:\.e?pdf)?(?:[/?#]|$)) 10.1038/{}
nber.org           /papers/(w\d+)                                          10.3386/{}
preprints.org      /manuscript/(\d{6}\.\d{4})/(v\d+)                         10.20944/preprints{}.{}
queue.acm.org      /detail\.cfm\?id=(\d+)                                  10.1145/{}
researchsquare.com /article/(rs-\d+/v\d+)                                  10.21203/rs.3.{}
rsc.org            /\w\w/content/article\w+/(?:\d+/\w\w/)?([a-z]\d[a-z]{2}\d{5}\w) 10.1039/{}
thelancet.com      /.*?/PII(S\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])          10.1016/{}
"""
_IN_ADDRESS: Final = pattern(
    r"""
    (?<=[/=:.,f?])                                      # of `/`, `id=`, `doi:`, `%2F` or `?`
    (?: (?P<name> 10(?:\.|%2e)[0-9]{3,9}+(?>(?:\.[0-9]++)*) (?:/|%2f) [^?\#&\s]+ )
      | 10\.[0-9]{3,9}+(?![0-9]|%2e) (?>(?:\.[0-9]++(?!%2e))*) )  # no name: taken whole, once
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKED: Final = pattern(
    r"[/?&=](?:doi|info(?::|%3a)doi)(?:/|=|:|%3a|%2f)(?:(?:abs|full|pdf|e?pdf|book|suppl)/)?\Z",
    re.IGNORECASE,
)
TAILS: Final = pattern(
    r"""
    (?: / (?: abs(?:tract)? | agency | citedby | cite | epub | e?pdf(?:direct|plus)? | figures?
            | full | fulltext | html? | issuetoc | media | meta | references | short | suppinfo
            | suppl(?:_file|ementary)?[^/]* | summary | tables? | toc | issues
          ) (?: /[0-9]+ | /html | /pdf )?
      | / [a-z]+-[0-9]{13}                              # the page of a whole book
      | \. (?: article-metrics | abstract | full(?:-text|\.pdf|\+html)*
           | e?pdf | html? | xml | svg )
    )+ /? \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SUPPLEMENT: Final = pattern(r"/(?:-/dcsupplemental|suppl_file/).*\Z", re.IGNORECASE)
_PAGE_ID: Final = pattern(r"/[0-9]{5,}(?:/[^/]*)?\Z")
_ARTICLE: Final = pattern(r"/[a-z-]*(?:article|chapter|issue)[a-z-]*/doi/\Z")
_PREPRINT: Final = pattern(r"(?<=[0-9])v[0-9]{1,2}(?:\.(?:full|article|abstract)[a-z.+-]*)?\Z")
_REQUEST: Final = pattern(
    r"(?:[?&](?:rft[_.])?id=|\?)"
    r"(?=(?:info(?::|%3a)doi(?:/|%2f)|doi(?::|%3a))(?:10|%2531))"
    r"|[?&]rft[_.](?=doi=10(?:\.|%2e))",
    re.IGNORECASE,
)
_LOG_IN: Final = pattern(r"[?&](?:q?url|target)=(?=(?P<encoded>https?%3a)|https?:)", re.IGNORECASE)
_ADDRESS: Final = pattern(r"https?(?::|%3a)", re.IGNORECASE)
_REDIRECTORS: Final = pattern(
    r"""(?:\A|\.) (?: google\.[a-z]{2,3}(?:\.[a-z]{2})? | bing\.com | duckduckgo\.com
      | yandex\.[a-z]{2,3} | facebook\.com | instagram\.com | youtube\.com
      | safelinks\.protection\.outlook\.com | statics\.teams\.cdn\.office\.net | slack-redir\.net
      | urldefense\.(?:com|us) | linkedin\.com | vk\.com
      | link\.(?:zhihu|juejin|csdn)\.(?:com|cn|net) ) (?::[0-9]*)? \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_WANTED: Final = pattern(
    r"[?&](?:q|u|url|uddg|to|target)=(?=(?P<encoded>https?%3a)|https?:|(?:dx\.)?doi\.org)",
    re.IGNORECASE,
)
_TOOL: Final = pattern(
    r"[^?#]*?(?:\btranslat|\bshar(?:e|ing)|/(?:plugins|dialog|s2)/)", re.IGNORECASE
)
"""Matches a page that shares or translates the address in its query."""
_SEARCH: Final = pattern(r"/(?:search|scholar)\?|/\?q=", re.IGNORECASE)
_REWRITTEN: Final = pattern(r"urldefense\.(?:com|us)/v3/__(?=https?://)", re.IGNORECASE)
_UNCHANGED: Final = "__;!!"
"""The mark that a mail filter writes after an address in which it replaced no characters."""
_NEAR: Final = 128  # longer than all marks and tails; a limit keeps the time linear


class PublisherRule(NamedTuple):
    """The convention of a publisher.

    Attributes:
        host: the registered part of the host.
        path: a regular expression for the text after the host; its groups are the end of the DOI.
        name: the DOI, with `{}` for each group.
    """

    host: str
    path: str
    name: str


RULES: Final = tuple(PublisherRule(*line.split()) for line in _RULES.strip().splitlines())


def sites(text: str) -> Iterator[int]:
    """Yield the offsets of hosts to which one of `RULES` may apply; sorted for each host only."""
    if "/" not in text:
        return
    for rule in RULES:
        host = rule.host + "/"
        at = text.find(host)
        while at >= 0:
            yield at
            at = text.find(host, at + 1)


def read_publisher(text: str, *, anywhere: bool = False) -> Spelling | None:
    """Return the spelling of an address of a publisher, or None if it implies no DOI.

    The address may lack its scheme. With `anywhere`, a DOI in the path or query counts on any host;
    otherwise, only on the hosts of `CARRIERS`, and after a mark such as `/doi/` or `?doi=`.
    """
    address = ADDRESS.match(text)
    if address is None:
        return None
    known = _known(address["host"].lower())
    host = Span(*address.span("host"))
    for found in _IN_ADDRESS.finditer(text, host.end):
        if found["name"] and (
            anywhere
            or known & CARRIERS
            or _MARKED.search(text, max(host.end - 1, found.start() - _NEAR), found.start())
        ):
            if article := article_name(found["name"]):
                return _spelling(text, host, Span(*found.span("name")), article)
            return _spelling(text, host, _without_tails(text, found, known), None)
    for rule in RULES:
        if rule.host in known and (part := compiled(rule.path).match(text, host.end)):
            name = Span(part.start(1), part.end(rule.name.count("{}")))
            made = rule.name.format(*part.groups())
            return _spelling(text, host, name, made.upper() if rule.host == "rsc.org" else made)
    return None


def page_end(name: str) -> str:
    """Return the end of a DOI that belongs to a page's address, such as `/suppinfo`, or nothing.

    A few registered DOIs end in the same way.
    """
    start = max(name.find("/") + 2, len(name) - _NEAR)
    found = _SUPPLEMENT.search(name, start) or TAILS.search(name, start)
    return found[0] if found else ""


def _known(host: str) -> frozenset[str]:
    """Return the names to search for in the tables: each two and three labels of a host in a row.

    They include those of an original host that a library's proxy rewrote. A sandbox has none.
    """
    labels = host.partition(":")[0].split(".")
    if "sandbox" in labels:
        return frozenset()
    if "-" in labels[0] and len(labels) > 2:
        labels = [*labels[0].removeprefix("0-").split("-"), "", *labels]
    return frozenset(
        ".".join(labels[at : at + size]) for at in range(len(labels)) for size in (2, 3)
    )


def _without_tails(text: str, found: re.Match[str], known: frozenset[str]) -> Span:
    """Return the span of the DOI in the address, without the text that a page adds after it."""
    start, end = found.span("name")
    is_preprint = not known.isdisjoint({"biorxiv.org", "medrxiv.org"})
    version = _PREPRINT.search(text, start, end) if is_preprint else None
    if version is not None:
        return Span(start, version.start())
    is_article = _ARTICLE.search(text, max(0, start - _NEAR), start) is not None
    page = _PAGE_ID.search(text, start, end) if is_article else None
    if page is not None:
        end = page.start()
    tails = TAILS.search(text, max(start, end - _NEAR), end)
    end = tails.start() if tails else end
    return Span(start, end - 1 if text[end - 1] == "/" else end)


def _spelling(text: str, host: Span, name: Span, made: str | None) -> Spelling | None:
    """Return the spelling of an address; None if it contains no valid DOI.

    The DOI is the text at `name`, or `made`, which was derived from that text.
    """
    doi = named(text, name, levels=1)[0] if made is None else parse(made)
    return None if doi is None else spelled(text, Kind.PUBLISHER, name, (doi, None), host=host)


def article_name(name: str) -> str | None:
    """Return the DOI of an Oxford University Press article, given the name in its address, or None.

    That name is a former DOI, or consists of the DOI of the whole work and the article's number.
    """
    if life := _BIOGRAPHY.fullmatch(name):
        return f"10.1093/odnb/9780198614128.013.{life['number']}"
    found = _OXFORD_ARTICLE.fullmatch(name)
    if found is None:
        return None
    work = found["work"].lower()
    number = found["number"]
    if found["kind"].lower() == "chapter":
        place = f".003.{int(number):04}"
    elif work == "ref:odnb":
        return f"10.1093/{work}/{number}"
    elif work == "benz":
        place = f".article.B{number}"
    elif work == "gmo":
        music = _MUSIC.fullmatch(number)
        place = f".article.{_LETTERS[music['letter']]}{music['number']}" if music else ""
    else:
        place = f".013.{number}"
    return f"10.1093/{work}/{found['isbn']}{place}" if place else None


class Carrier(Value):
    """An address with a DOI, or with the address of a DOI, in its query.

    Attributes:
        kind: `Kind.CARRIER`, or `Kind.PROXY` for a log-in page.
        start: the offset where the value begins.
        levels: how many layers of percent-encoding a DOI in the value has.
        end: the offset where the value ends at the latest; it ends earlier at `&`, `#` or `?`.
            None is the end of the text.
    """

    kind: Kind
    start: int
    levels: int = 1
    end: int | None = None


def carrier(text: str, host: Span) -> Carrier | None:
    """Return the part of an address, after its `host`, that contains a DOI or its link, or None."""
    if rewritten := _REWRITTEN.match(text, host.start):
        end = text.find(_UNCHANGED, rewritten.end())
        return Carrier(Kind.PROXY, rewritten.end(), end=end) if end >= 0 else None
    if "?" not in text:
        return None
    if is_redirector(host.cut(text)):
        wanted = None if _TOOL.match(text, host.start) else _WANTED.search(text, host.end)
        # A search shows results; a redirector's address leads on to the DOI.
        kind = Kind.CARRIER if _SEARCH.match(text, host.end) else Kind.PROXY
        levels = 2 if wanted and wanted["encoded"] else 1
        return Carrier(kind, wanted.end(), levels) if wanted else None
    if request := _REQUEST.search(text, host.end):
        return Carrier(Kind.CARRIER, request.end())
    entrance = _LOG_IN.search(text, host.end)
    page = Span(host.start, entrance.start()) if entrance else host
    is_copy = (
        _ADDRESS.search(text, page.start, page.end) is not None
    )  # an archive's copy of a log-in page
    if entrance is None or is_copy or not LOGIN_WORDS.search(text, page.start, page.end):
        return None
    return Carrier(Kind.PROXY, entrance.end(), 2 if entrance["encoded"] else 1)


def is_redirector(host: str) -> bool:
    """Return whether a host belongs to a search engine or to a service that tracks clicks."""
    return _REDIRECTORS.search(host) is not None
