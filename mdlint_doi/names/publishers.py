"""Publishers and their addresses: a table, one line a publisher.

`CARRIERS` are hosts whose addresses hold the whole name, in the path or in the query. `RULES` are
hosts whose addresses hold the end of a name; the rest of it is the publisher's own convention.
Whether a name made so is registered only a look-up can tell: some conventions have exceptions
(JSTOR, ACM Queue). Nature's older names with a year in them have lost their dots in the address
(`sdata201618` is 10.1038/sdata.2016.18), and nobody can put them back. Not here: addresses from
which no name can be made (ScienceDirect, MDPI, IEEE).
Collected in `spec/doi_facts.md` section 10.

Both read all that can be read; which of it is the own page of a work, `work_pages` says.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Rule(NamedTuple):
    """A publisher's convention.

    Attributes:
        host: the registered part of the host.
        path: expression for what follows the host; its groups are the end of the name.
        name: the name, with `{}` for each group.

    """

    host: str
    path: str
    name: str


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
arxiv.org          /(?:abs|pdf|html)/(\d{4}\.\d{4,5}|[a-zA-Z.-]+/\d{7})(?!\d) 10.48550/arXiv.{}
acm.org            /citation\.cfm\?doid=(\d+\.\d+)                         10.1145/{}
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
zenodo.org         /records?/(\d+)                                         10.5281/zenodo.{}
"""
RULES: Final = tuple(Rule(*line.split()) for line in _RULES.strip().splitlines())
