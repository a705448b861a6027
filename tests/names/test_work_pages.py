"""Publishers' addresses: which are the own page of the work that they name, and which are not."""

from __future__ import annotations

import re

import pytest

from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import EVERY, PUBLISHERS
from mdlint_doi.names.work_pages import PAGES, is_work_page, read_whole_name

_OWN = """
academic.oup.com/bioinformatics/advance-article/doi/10.1093/bioinformatics/btab680/6377776
academic.oup.com/nar/article-lookup/doi/10.1093/nar/gky1070
aacrjournals.org/cancerres/article/doi/10.1158/0008-5472.CAN-19-1234/711111/A-title
cancerres.aacrjournals.org/lookup/doi/10.1158/0008-5472.CAN-19-1234
acm.org/doi/10.1145/2854146
dl.acm.org/doi/abs/10.1145/2854146
dl.acm.org/doi/book/10.1145/2854146
dl.acm.org/doi/abs/10.1145/2854146/
dl.acm.org/doi/fullHtml/10.1145/2854146
doi.acm.org/10.1145/1273360.1273361
pubs.acs.org/doi/full/10.1021/acsestair.3c00054
www.aeaweb.org/articles?id=10.1257/aer.20190001
pubs.aeaweb.org/doi/10.1257/aer.20190001
arc.aiaa.org/doi/10.2514/1.J050001
aip.scitation.org/doi/10.1063/1.5000001
avs.scitation.org/doi/full/10.1116/1.5000001
pubs.aip.org/aip/jcp/article-lookup/doi/10.1063/1.5000001
journals.ametsoc.org/doi/abs/10.1175/JCLI-D-12-00417.1
journals.ametsoc.org/doi/10.1175/1520-0469%281995%29052%3C1237%3AWRRAQS%3E2.0.CO%3B2
www.annualreviews.org/content/journals/10.1146/annurev-statistics-031017-100001
journals.aps.org/prl/abstract/10.1103/PhysRevLett.116.061102
link.aps.org/doi/10.1103/PhysRevLett.116.061102
arxiv.org/abs/1706.03762
www.arxiv.org/abs/cond-mat/0106096
ascelibrary.com/doi/10.1061/9780784408056
ascelibrary.org/doi/book/10.1061/9780784408056
ascopubs.org/doi/10.1200/JCO.2017.74.1234
ashpublications.org/blood/article-lookup/doi/10.1182/blood-2018-01-123456
journals.asm.org/doi/10.1128/mBio.00001-20
jb.asm.org/cgi/doi/10.1128/JB.00001-20
asmedigitalcollection.asme.org/fluidsengineering/article-lookup/doi/10.1115/1.4000001
journals.biologists.com/jeb/article-lookup/doi/10.1242/jeb.200001
jeb.biologists.org/lookup/doi/10.1242/jeb.200001
genomebiology.biomedcentral.com/articles/10.1186/s13059-016-0927-y
bioone.org/journals/the-auk/volume-125/issue-4/auk.2008.07162/A-Title/10.1525/auk.2008.07162.full
bioone.org/doi/10.1525/auk.2008.07162
www.biorxiv.org/content/10.1101/2020.05.13.094953
www.biorxiv.org/content/early/2016/03/31/046904
www.biorxiv.org/content/biorxiv/early/2016/03/31/046904.full
www.bmj.com/content/372/bmj.n71.full
jnnp.bmj.com/lookup/doi/10.1136/jnnp-2018-319085
borealisdata.ca/dataset.xhtml?persistentId=doi:10.5683/SP3/ABC123
brill.com/doi/10.1163/15685306-12341234
cdnsciencepub.com/doi/10.1139/cjfas-2019-0001
www.cell.com/cell-reports-methods/fulltext/S2667-2375(22)00229-6
www.cell.com/trends/plant-science/abstract/S1360-1385(20)30001-2
essd.copernicus.org/articles/13/1211/2021/essd-13-1211-2021.html
essd.copernicus.org/articles/13/1211/2021/essd-13-1211-2021
genome.cshlp.org/lookup/doi/10.1101/gr.123456.111
drops.dagstuhl.de/entities/document/10.4230/LIPIcs.ITCS.2018.1
datadryad.org/stash/dataset/doi:10.5061/dryad.6t1g1jx4f
dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/51B6NK
dataverse.nl/dataset.xhtml?persistentId=doi:10.34894/ABC123
dataverse.no/dataset.xhtml?persistentId=doi:10.18710/GUX2O8
www.degruyter.com/document/doi/10.1515/9783110312386/html
www.degruyterbrill.com/document/doi/10.1515/9783110312386/html
jes.ecsdl.org/lookup/doi/10.1149/2.0001701jes
elifesciences.org/articles/71601
www.embopress.org/doi/full/10.15252/emmm.202012104
www.emerald.com/insight/content/doi/10.1108/JD-01-2019-0001/full/html
www.emeraldinsight.com/doi/10.1108/JD-01-2019-0001
www.erudit.org/en/journals/meta/2019-v64-n1-meta04724/1062004ar/
www.fdr.uni-hamburg.de/record/1234
www.frontiersin.org/articles/10.3389/fgene.2017.00062/full
www.frontiersin.org/Genetics/10.3389/fgene.2017.00062/abstract
journal.frontiersin.org/article/10.3389/fgene.2017.00062/abstract
journal.frontiersin.org/Journal/10.3389/fgene.2017.00062/full
www.frontiersin.org/journals/genetics/articles/10.3389/fgene.2017.00062/full
www.futuremedicine.com/doi/10.2217/fmb-2018-0001
pubs.geoscienceworld.org/geology/article-lookup/doi/10.1130/G46001.1
www.hindawi.com/journals/bmri/2019/1234567/
pubsonline.informs.org/doi/abs/10.1287/mnsc.2019.0001
iopscience.iop.org/article/10.1088/1748-9326/ad677b
iopscience.iop.org/article/10.1088/0022-3727/34/10/311/meta
journals.iucr.org/paper?10.1107/S0108767307043930
scripts.iucr.org/cgi-bin/paper?10.1107/S0108767307043930
jama.jamanetwork.com/article.aspx?doi=10.1001/jama.2014.1234
www.jneurosci.org/lookup/doi/10.1523/JNEUROSCI.0001-19.2019
www.jstor.org/stable/2342070
www.jstor.org/stable/10.1086/378695
www.karger.com/DOI/10.1159/000500001
www.liebertpub.com/doi/10.1089/cmb.2019.0001
link.springer.com/chapter/10.1007/978-3-030-22338-0_39
link.springer.com/article/10.1007/s11192-022-04367-w?utm_source=x
link.springer.com/10.1007%2Fs00423-015-1364-1
www.medrxiv.org/content/10.1101/2020.03.09.20033217
www.microbiologyresearch.org/content/journal/ijsem/10.1099/ijsem.0.001234
direct.mit.edu/coli/article/doi/10.1162/coli_a_00001/99999/A-Title
www.mitpressjournals.org/doi/abs/10.1162/coli_a_00001
www.nature.com/articles/s41586-020-2649-2
www.nature.com/articles/s41467-020-18531-4?mc_cid=b1c1d848c0&mc_eid=1370129849
www.nature.com/doifinder/10.1038/nature19772
www.nber.org/papers/w12345
www.nejm.org/doi/full/10.1056/NEJMoa2001017
onlinelibrary.wiley.com/doi/10.1002/anie.200000001/abstract
agupubs.onlinelibrary.wiley.com/doi/full/10.1029/2003GL018747
www.oxforddnb.com/view/10.1093/ref:odnb/9780198614128.001.0001/odnb-9780198614128-e-54321
bioinformatics.oxfordjournals.org/cgi/doi/10.1093/bioinformatics/btp352
www.oxfordmusiconline.com/view/10.1093/gmo/9781561592630.001.0001/omo-9781561592630-e-0000012345
oxfordre.com/x/view/10.1093/acrefore/9780190854584.001.0001/acrefore-9780190854584-e-45
www.oxfordreference.com/view/10.1093/oi/authority.20110803095
doi.pangaea.de/10.1594/PANGAEA.913939
journals.physiology.org/doi/full/10.1152/ajpheart.00001.2019
www.physiology.org/doi/10.1152/ajpheart.00001.2019
journals.plos.org/plosone/article?id=10.1371/journal.pone.0156720
journals.plos.org/plosone/article?id=info%3Adoi%2F10.1371%2Fjournal.pone.0156720
www.plosbiology.org/article/info%3Adoi%2F10.1371%2Fjournal.pbio.1001745
www.ploscompbiol.org/article/info:doi/10.1371/journal.pcbi.1003118
www.plosgenetics.org/article/info%3Adoi%2F10.1371%2Fjournal.pgen.1000529
www.plosmedicine.org/article/info:doi/10.1371/journal.pmed.0020124
www.plosntds.org/article/info:doi/10.1371/journal.pntd.0000001
www.plospathogens.org/article/info%3Adoi%2F10.1371%2Fjournal.ppat.1000001
essopenarchive.org/doi/full/10.22541/essoar.170365353.34231100/v1
www.essoar.org/doi/10.1002/essoar.10501111.1
www.authorea.com/doi/full/10.22541/au.162317327.71552453
www.plosone.org/article/info%3Adoi%2F10.1371%2Fjournal.pone.0042793
www.pnas.org/doi/abs/10.1073/pnas.1900001116
www.preprints.org/manuscript/201810.0525/v2
psycnet.apa.org/doi/10.1037/met0000001
queue.acm.org/detail.cfm?id=1234567
www.researchsquare.com/article/rs-629724/v1
royalsocietypublishing.org/doi/10.1098/rsos.190001
pubs.rsc.org/en/content/articlelanding/2012/ee/c1ee02148f#!divAbstract
pubs.rsna.org/doi/10.1148/radiol.2019190001
journals.sagepub.com/doi/abs/10.1177/1094342016668241
www.science.org/doi/10.1126/science.aac4716
science.sciencemag.org/lookup/doi/10.1126/science.aac4716
epubs.siam.org/doi/abs/10.1137/S003614450342480
www.spiedigitallibrary.org/journals/jbo/volume-24/issue-1/1/A-Title/10.1117/1.JBO.24.1.010001.full
cities.springeropen.com/articles/10.1186/s13059-016-0927-y
www.tandfonline.com/doi/full/10.1080/07038992.2018.1437719
www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30183-5/fulltext
joss.theoj.org/papers/10.21105/joss.01234
www.thieme-connect.com/products/ejournals/abstract/10.1055/s-0039-1678001
www.thieme-connect.de/DOI/DOI?10.1055/s-0039-1678001
www.journals.uchicago.edu/doi/10.1086/378695
www.universitypressscholarship.com/view/10.1093/acprof:oso/9780199299591.001.0001
www.worldscientific.com/doi/abs/10.1142/S0218271819300001
zenodo.org/record/3628142#.YGOrmWhKhPY
zenodo.org/records/10694225
zenodo.org/doi/10.5281/zenodo.12666088
onlinelibrary-wiley-com.ezproxy.x.edu/doi/full/10.1111/brv.12289
0-www-nature-com.lib.x.edu/articles/nature19772
"""
OWN = _OWN.split()
"""One address at least of each host of the table."""

_OTHER = """
iopscience.iop.org/article/10.1086/309140/fulltext/50172.text.html
iopscience.iop.org/article/10.1088/1748-9326/9/11/115008/data
iopscience.iop.org/article/10.1088/1748-9326/ad677b/pdf
onlinelibrary.wiley.com/doi/10.1002/anie.200000001/full#F1
onlinelibrary.wiley.com/doi/10.1002/anie.200000001/full#references
onlinelibrary.wiley.com/doi/epdf/10.1002/ldr.4138
onlinelibrary.wiley.com/doi/10.1002/anie.200000001/asset/image.png
onlinelibrary.wiley.com/doi/10.1002/anie.200000001.svg
onlinelibrary.wiley.com/doi/10.1002/anie.200000001.gif
onlinelibrary.wiley.com/action/downloadSupplement?doi=10.1029%2F2019GL086749&file=a.pdf
www.frontiersin.org/articles/10.3389/frsen.2024.1375476/full#B15
www.nejm.org/doi/full/10.1056/NEJMoa2001017/figures/1
www.nejm.org/doi/suppl/10.1056/NEJMoa2001017/suppl_file/a1.pdf
www.pnas.org/doi/suppl/10.1073/pnas.1900001116
www.pnas.org/doi/10.1073/pnas.1900001116?url_ver=Z39.88
www.tandfonline.com/doi/citedby/10.1080/20964471.2021.1914400
www.tandfonline.com/doi/figure/10.1080/20964471.2021.1914400
dl.acm.org/doi/pdf/10.1145/2854146
dl.acm.org/action/exportCitation?doi=10.1145/2854146
link.springer.com/content/pdf/10.1007/s00125-006-0260-y.pdf
link.springer.com/article/10.1007/s00423-015-1364-1/tables/2
link.springer.com/article/10.1007/s00423-015-1364-1#Sec2
static-content.springer.com/esm/art%3A10.1186%2Fs13059-016-0927-y/MediaObjects/a1.pdf
journals.plos.org/plosone/article/figure?id=10.1371/journal.pone.0156720.g001
journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0156720&type=printable
journals.plos.org/plosone/article/comments?id=10.1371/journal.pone.0156720
www.nature.com/articles/s41586-020-2649-2/figures/1
www.nature.com/articles/nature08497.pdf
www.nature.com/articles/d42473-019-00004-y#ref-CR15
elifesciences.org/articles/71601/figures
elifesciences.org/articles/71601v2
arxiv.org/abs/1303.3997v2
arxiv.org/pdf/1703.09307.pdf
www.biorxiv.org/content/10.1101/201178v3
www.biorxiv.org/content/10.1101/2021.02.01.429207v3.full
www.biorxiv.org/content/10.1101/201178v3.full.pdf
www.biorxiv.org/content/10.1101/201178v3#comment-1
www.plosbiology.org/article/fetchObject.action?uri=info:doi/10.1371/journal.pbio.1001745
journal.frontiersin.org/file/downloadfile/10.3389/fninf.2014.00014
www.biorxiv.org/content/10.1101/2020.11.02.364968v2.supplementary-material
zenodo.org/record/1234567/files/x.csv
zenodo.org/records/1234567/files/x.csv?download=1
zenodo.org/records/1234567?preview=1
zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg
zenodo.org/api/records?q=10.5281/zenodo.1003149
doi.pangaea.de/10.1594/PANGAEA.913939?format=html#download
essd.copernicus.org/articles/13/1211/2021/essd-13-1211-2021-supplement.pdf
joss.theoj.org/papers/10.21105/joss.01234/status.svg
datadryad.org/stash/downloads/doi:10.5061/dryad.6t1g1jx4f/a1.csv
dataverse.harvard.edu/api/access/datafile/:persistentId?persistentId=doi:10.7910/DVN/51B6NK/A1
dataverse.harvard.edu/dataset.xhtml?persistentId=doi:10.7910/DVN/51B6NK&version=1.0
www.cell.com/cell/supplemental/S0092-8674(20)30183-5
www.jstor.org/stable/2342070?seq=3
twitter.com/intent/tweet?url=https://onlinelibrary.wiley.com/doi/10.1002/anie.200000001
www.facebook.com/sharer.php?u=https://www.nature.com/doi/10.1038/nature19772
web.archive.org/web/2019/https://dl.acm.org/doi/10.1145/2854146
www.altmetric.com/details/doi/10.1093/nar/gky1070
img.shields.io/badge/doi/10.1093/nar/gky1070
europepmc.org/search?query=doi:10.1093/nar/gky1070
sci-hub.se/10.1093/nar/gky1070
onlinelibrary.wiley.com.example.org/doi/10.1002/anie.200000001
example.org/doi/10.1002/anie.200000001
"""
OTHER = _OTHER.split()
"""Other things than a page of the work: a part, a version, a file, another site."""


@pytest.mark.parametrize("address", OWN)
def test_own_pages(address: str) -> None:
    """A page on which all of the work is shown, in whichever way."""
    spelling = read(f"https://{address}", EVERY)
    assert spelling is not None
    assert is_work_page(spelling)


@pytest.mark.parametrize("address", OTHER)
def test_other_addresses(address: str) -> None:
    """A link to the work would not lead to what is meant."""
    spelling = read(f"https://{address}", PUBLISHERS)
    assert spelling is None or not is_work_page(spelling)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://dl.acm.org/doi/10.1145/2854146", "10.1145/2854146"),
        (
            "www.tandfonline.com/doi/abs/10.1080/07038992.2018.1437719",
            "10.1080/07038992.2018.1437719",
        ),
        ("https://www.nejm.org/doi/10.1056%2FNEJMoa2001017", "10.1056/NEJMoa2001017"),
        # Sites that the table lacks.
        ("http://doi.wiley.com/10.1002/anie.200000001", "10.1002/anie.200000001"),
        ("http://doi.apa.org/getdoi.cfm?doi=10.1037/met0000001", "10.1037/met0000001"),
        ("https://example.org/x/doi/full/10.1000/a182", "10.1000/a182"),
        # No DOI is said to stand there, or what is behind may be a part of it.
        ("https://example.org/x/10.1000/182", None),
        ("example.org/x/doi/10.1000/182", None),
        ("tp/doi/10.1000/182", None),
        ("https://example.org/share?url=https://x.org/doi/10.1000/182", None),
        ("https://example.org/doi/10.1000/182?x=y", None),
        ("https://example.org/doi/10.1000/182/figures", None),
        ("https://example.org/doi/10.1000/182.csv", None),
        ("https://dl.acm.org/doi/10.1145/2854146.", None),
        ("https://dl.acm.org/doi/10.1145/28\\_54146", None),
        # Made by a convention.
        ("https://arxiv.org/abs/1706.03762", None),
        ("https://zenodo.org/records/10694225", None),
        ("https://example.org/", None),
        ("10.1000/182", None),
    ],
)
def test_whole_names(address: str, name: str | None) -> None:
    """A name that stands in an address, whole and for certain."""
    spelling = read_whole_name(address)
    assert (spelling and str(spelling.doi)) == name


@pytest.mark.parametrize("name", ["1234567", "record/1234567", "doi/10.5281/zenodo.1234567"])
def test_sandboxes(name: str) -> None:
    """What is in Zenodo's sandbox is not in Zenodo, whose numbers are others."""
    spelling = read(f"https://sandbox.zenodo.org/{name}", PUBLISHERS)
    assert spelling is None or not is_work_page(spelling)
    assert read("https://sandbox.zenodo.org/record/1234567", EVERY) is None


def test_table() -> None:
    """Each host has a page above, and its expression is one."""
    hosts = {address.partition("/")[0].removeprefix("www.") for address in OWN}
    below = {f"*.{host.partition('.')[2]}" for host in hosts}
    assert PAGES.keys() <= hosts | below
    assert all(re.compile(leads) for leads in PAGES.values())


@pytest.mark.parametrize(
    ("address", "is_page"),
    [
        ("https://biorxiv.org/content/10.1101/046904v2", True),
        ("https://www.biorxiv.org/content/10.1101/2021.02.01.429207v3.full", True),
        ("https://www.medrxiv.org/content/10.1101/2020.03.09.20033217v1.full-text", True),
        ("https://www.biorxiv.org/content/10.1101/201178v3.full.pdf", False),
        ("https://www.biorxiv.org/content/10.1101/201178v3#comment-1", False),
        (
            "https://www.biorxiv.org/content/10.1101/2020.11.02.364968v2.supplementary-material",
            False,
        ),
        ("https://www.preprints.org/manuscript/202001.0001/v1", True),
    ],
)
def test_versions_of_preprints(address: str, *, is_page: bool) -> None:
    """The DOI of a preprint leads to an address with a version."""
    spelling = read(address, PUBLISHERS)
    assert spelling is not None
    assert is_work_page(spelling, of_version=True) is is_page
