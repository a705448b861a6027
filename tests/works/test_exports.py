"""One entry as services and programs export it, fields in their order: verdicts are the same."""

from __future__ import annotations

import pytest
from works.citing import said

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.work import Person, Titles, Work

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
ROSES = "Scent and colour of climbing roses in coastal gardens"
DOI = "10.5555/one"
WORK = Work(
    titles=Titles((TULIPS,)),
    people=(Person("Marlowe", "Ada"), Person("van den Berg", "Joost")),
    years=(2017,),
    containers=("Journal of Imaginary Botany",),
    volume="12",
    pages="345-361",
    type="journal-article",
)
EXPORTS = {
    "DBLP": """\
@article{DBLP:journals/jib/MarloweB17,
  author       = {%(first)s and
                  %(second)s},
  title        = {%(title)s},
  journal      = {J. Imag. Bot.},
  volume       = {12},
  number       = {3},
  pages        = {345--361},
  year         = {%(year)s},
  url          = {https://doi.org/10.5555/one},
  doi          = {10.5555/ONE},
  timestamp    = {Mon, 01 Jan 2018 00:00:00 +0100},
  biburl       = {https://dblp.org/rec/journals/jib/MarloweB17.bib},
  bibsource    = {dblp computer science bibliography, https://dblp.org}
}
""",
    "Zotero": """\
@article{marlowe_root_2017,
\ttitle = {%(title)s},
\tvolume = {12},
\tissn = {1234-5678},
\turl = {https://example.org/journals/12/345},
\tdoi = {10.5555/one},
\tabstract = {We planted many bulbs, and waited.},
\tlanguage = {en},
\tnumber = {3},
\turldate = {2024-05-01},
\tjournal = {Journal of Imaginary Botany},
\tauthor = {%(turned)s},
\tmonth = mar,
\tyear = {%(year)s},
\tpages = {345--361},
\tfile = {PDF:/home/me/Zotero/storage/X/marlowe.pdf:application/pdf},
}
""",
    "Google Scholar": """\
@article{marlowe2017root,
  title={%(title)s},
  author={%(turned)s},
  journal={Journal of Imaginary Botany},
  volume={12},
  number={3},
  pages={345--361},
  year={%(year)s},
  publisher={Imaginary Press},
  doi={10.5555/one}
}
""",
    "INSPIRE": """\
@article{Marlowe:2017abc,
    author = "%(turned)s",
    title = "{%(title)s}",
    doi = "10.5555/one",
    journal = "J. Imag. Bot.",
    volume = "12",
    number = "3",
    pages = "345--361",
    year = "%(year)s"
}
""",
    "ADS": """\
@ARTICLE{2017JIB....12..345M,
       author = {{Marlowe}, Ada and {van den Berg}, Joost},
        title = "{%(title)s}",
      journal = {Journal of Imaginary Botany},
     keywords = {Botany, Bulbs},
         year = %(year)s,
        month = mar,
       volume = {12},
       number = {3},
        pages = {345-361},
          doi = {10.5555/one},
       adsurl = {https://ui.adsabs.harvard.edu/abs/2017JIB....12..345M},
      adsnote = {Provided by the SAO/NASA Astrophysics Data System}
}
""",
    "JabRef": """\
% Encoding: UTF-8
@Article{Marlowe2017,
  author    = {%(turned)s},
  journal   = {Journal of Imaginary Botany},
  title     = {%(title)s},
  year      = {%(year)s},
  number    = {3},
  pages     = {345--361},
  volume    = {12},
  doi       = {10.5555/one},
  groups    = {bulbs},
  publisher = {Imaginary Press},
}
@Comment{jabref-meta: databaseType:bibtex;}
""",
}
RIGHT = {
    "title": TULIPS,
    "first": "Ada Marlowe",
    "second": "Joost van den Berg",
    "turned": "Marlowe, Ada and van den Berg, Joost",
    "year": "2017",
}
OTHERS = {"first": "Ida Quill", "second": "Tom Roe", "turned": "Quill, Ida and Roe, Tom"}


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "agrees"),
        ({"title": ROSES}, "strong"),
        (OTHERS, "strong"),
        ({"year": "2014"}, "differs"),  # the year of the print; the record has that of the scan
        ({"year": "2020"}, "strong"),
        ({"year": "2015"}, "differs"),
    ],
)
def test_exports(export: str, changes: dict[str, str], expected: str) -> None:
    """A right entry agrees; another title, invented people, or another year are told alike."""
    text = EXPORTS[export]
    if changes is OTHERS:
        text = text.replace(
            "{Marlowe}, Ada and {van den Berg}, Joost", "{Quill}, Ida and {Roe}, Tom"
        )
    for name, value in (RIGHT | changes).items():
        text = text.replace(f"%({name})s", value)
    document = read_document(Source("books.bib", text), Settings())
    claims = [claim for claim in document.claims() if str(claim.doi).lower() == DOI]
    assert claims
    for claim in claims:
        verdict = agreement(claim, WORK)
        strong = getattr(verdict, "strength", None)
        word = "strong" if strong is not None and strong.value == "strong" else said(verdict)
        assert word == expected, verdict


@pytest.mark.parametrize("export", EXPORTS)
def test_any_order_of_fields(export: str) -> None:
    """The verdict does not depend on where the fields stand."""
    lines = EXPORTS[export].replace(" and\n                  ", " and ").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("@"))
    end = next(at for at, line in enumerate(lines) if line.startswith("}"))
    fields = [f"{line.rstrip(',')}," for line in lines[start + 1 : end]]
    for turned in (fields, fields[::-1], sorted(fields), [*fields[3:], *fields[:3]]):
        text = "\n".join([lines[start], *turned, "}"])
        for name, value in (RIGHT | {"title": ROSES}).items():
            text = text.replace(f"%({name})s", value)
        document = read_document(Source("books.bib", text), Settings())
        claims = [claim for claim in document.claims() if str(claim.doi).lower() == DOI]
        assert {said(agreement(claim, WORK)) for claim in claims} == {"strong"}
