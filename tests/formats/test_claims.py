"""What each format reads of the works of its mentions, from its own syntax."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc

import pytest
from linear import is_linear

from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, ClaimedIn

TITLE = "Root competition between tulips and hyacinths"
CITED = f"Marlowe, A. (2017). {TITLE}. J. Imag. Bot. 12, 345. "
ALL = Settings(formats=("python",))

NOTEBOOK = json.dumps(
    {
        "cells": [
            {
                "cell_type": "markdown",
                "metadata": {},
                "source": ["# Head\n", f'{CITED}"\\n" https://doi.org/10.1000/182'],
            }
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)
CSL = [
    {
        "id": "m",
        "title": TITLE,
        "author": [{"family": "Marlowe", "given": "A."}],
        "issued": {"date-parts": [[2017, 3]]},
        "DOI": "10.1000/182",
    }
]
TABLE = f"""\
===========================================================================  ===========
work                                                                         DOI
===========================================================================  ===========
{f"Marlowe, A. (2017). *{TITLE}*.":75}  10.1000/182
===========================================================================  ===========
"""

TEXTS = {
    "paragraph.md": f"{CITED}https://doi.org/10.1000/182\n",
    "emphasis.md": f"- Marlowe, A. (2017). *{TITLE}*. doi:10.1000/182\n",
    "link.md": f"Marlowe, A. (2017). [{TITLE}](https://doi.org/10.1000/182)\n",
    "reference.md": f"Marlowe, A. (2017). [{TITLE}][1].\n\n[1]: https://doi.org/10.1000/182\n",
    "footnote.md": f"Text.[^1]\n\n[^1]: {CITED}<doi:10.1000/182>\n",
    "row.md": f"| a | b |\n|---|---|\n| {CITED} | [d](https://doi.org/10.1000/182) |\n",
    "quote.md": f'> Marlowe, A. (2017). "{TITLE}".\n> https://doi.org/10.1000/182\n',
    "role.md": f"Marlowe, A. 2017, {{doi}}`{TITLE} <10.1000/182>`\n",
    "inline.md": f'Marlowe, A. 2017. <a href="https://doi.org/10.1000/182">{TITLE}</a>\n',
    "block.md": (
        f"<ul><li>Okafor. 2009. Ice.</li><li>Marlowe, A. (2017). <i>{TITLE}</i>."
        ' <a href="https://doi.org/10.1000/182">link</a></li></ul>\n'
    ),
    "page.html": (
        f'<table><tr><td>Marlowe, A. (2017). "{TITLE}".</td><td>'
        '<a href="https://doi.org/10.1000/182">link</a></td></tr></table>\n'
    ),
    "paragraph.rst": f"{CITED}https://doi.org/10.1000/182\n",
    "role.rst": f"Marlowe, A. (2017). :doi:`{TITLE} <10.1000/182>`\n",
    "link.rst": f"Marlowe, A. (2017). `{TITLE} <https://doi.org/10.1000/182>`_\n",
    "target.rst": f"Marlowe, A. (2017). `{TITLE}`_.\n\n.. _{TITLE}: https://doi.org/10.1000/182\n",
    "citation.rst": f"[M]_\n\n.. [M] {CITED}\n   :doi:`10.1000/182`\n",
    "table.rst": TABLE,
    "module.py": f'def f():\n    """Do.\n\n    .. [1] {CITED}\n       doi:10.1000/182\n    """\n',
    "book.ipynb": NOTEBOOK,
    "list.bib": (
        '@string{jib = "J. Imag. Bot."}\n'
        f"@article{{m, title = {{{TITLE}}}, author = {{Marlowe, A. and others}},\n"
        " journal = jib, year = 2017, doi = {10.1000/182}}\n"
    ),
    "url.bib": (
        f'@misc{{m, title = "{TITLE}", author = "A. Marlowe", date = "2017-03-01",\n'
        ' url = "https://doi.org/10.1000/182", note = "see doi:10.1000/183"}\n'
    ),
    "CITATION.cff": (
        "cff-version: 1.2.0\nmessage: cite\ntitle: Software\npreferred-citation:\n"
        f"  title: {TITLE}\n  doi: 10.1000/182\n  year: 2017\n  authors:\n"
        "  - family-names: Marlowe\n    given-names: A.\n"
    ),
    ".zenodo.json": json.dumps({"references": [f"{CITED}https://doi.org/10.1000/182"]}),
    "list.csl.json": json.dumps(CSL),
    "list.csl.yaml": (
        f"references:\n- id: m\n  title: {TITLE}\n  author:\n  - family: Marlowe\n    given: A.\n"
        "  issued: 2017-03\n  DOI: 10.1000/182\n"
    ),
    "list.ris": (
        f"TY  - JOUR\nTI  - {TITLE}\nAU  - Marlowe, A.\nPY  - 2017\nDO  - 10.1000/182\nER  -\n"
    ),
}


def read(name: str, text: str) -> Document:
    """Return a document as its format reads it."""
    return read_document(Source(name, text), ALL)


def claim_in(document: Document) -> Claim:
    """Return what is said of 10.1000/182."""
    (found,) = [claim for claim in document.claims() if str(claim.doi) == "10.1000/182"]
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_title_people_and_year(name: str) -> None:
    """A format reads them, and gives the claim the span of its mention."""
    document = read(name, TEXTS[name])
    claim = claim_in(document)
    assert TITLE in {title.text for title in claim.titles}
    assert "Marlowe" in [person.family for person in claim.people]
    assert claim.years == (2017,)
    assert claim.span in {mention.span for mention in document.mentions}
    assert document.claims.of(claim.span) == (claim,)
    assert "Okafor" not in claim.words


DETAILS = {
    "list.bib": (
        "@article{m, author = {Ada Lovelace Marlowe}, journal = {J. Imag. Bot.}, volume = 12,\n"
        " number = 3, pages = {345--361}, doi = {10.1000/182}}\n"
    ),
    "CITATION.cff": (
        "references:\n- doi: 10.1000/182\n  journal: J. Imag. Bot.\n  volume: 12\n  issue: 3\n"
        "  start: 345\n  authors:\n  - family-names: Marlowe\n    given-names: Ada Lovelace\n"
    ),
    "list.csl.json": json.dumps(
        {
            "DOI": "10.1000/182",
            "author": [{"family": "Marlowe", "given": "Ada Lovelace"}],
            "container-title": "J. Imag. Bot.",
            "volume": 12,
            "issue": "3",
            "page": "345-361",
        }
    ),
    "list.csl.yaml": (
        "- DOI: 10.1000/182\n  author: [{family: Marlowe, given: Ada Lovelace}]\n"
        "  container-title: J. Imag. Bot.\n  volume: 12\n  issue: 3\n  page: 345-361\n"
    ),
    ".zenodo.json": json.dumps(
        {
            "doi": "10.1000/182",
            "creators": [{"name": "Marlowe, Ada Lovelace"}],
            "journal_title": "J. Imag. Bot.",
            "journal_volume": "12",
            "journal_issue": "3",
            "journal_pages": "345-361",
        }
    ),
    "list.ris": (
        "TY  - JOUR\nDO  - 10.1000/182\nAU  - Marlowe, Ada Lovelace\nJO  - J. Imag. Bot.\n"
        "VL  - 12\nIS  - 3\nSP  - 345\nEP  - 361\nER  -\n"
    ),
}


@pytest.mark.parametrize("name", DETAILS)
def test_details(name: str) -> None:
    """Fields say where a work stands: container, volume, issue, page. Given names are kept."""
    claim = claim_in(read(name, DETAILS[name]))
    assert (claim.container, claim.volume, claim.number) == ("J. Imag. Bot.", "12", "3")
    assert claim.pages.startswith("345")
    assert [(person.given, person.family) for person in claim.people] == [
        ("Ada Lovelace", "Marlowe")
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.bib", "@misc{m, doi = {10.1000/182}, url = {https://doi.org/10.1000/183}}"),
        (
            "CITATION.cff",
            (
                "preferred-citation:\n  doi: 10.1000/182\n  conference:\n    doi: 10.1000/183\n"
                "  url: https://doi.org/10.1000/184\n"
            ),
        ),
        ("list.ris", "TY  - JOUR\nDO  - 10.1000/182\nUR  - https://doi.org/10.1000/183\nER  -\n"),
    ],
)
def test_an_entry_speaks_of_its_own_work(name: str, text: str) -> None:
    """That is the one of its field for the DOI; links and parts of it name others."""
    document = read(name, text)
    assert len(document.mentions) > 1
    assert [str(claim.doi) for claim in document.claims()] == ["10.1000/182"]
    assert not any(
        mention.container and mention.container.lacks_doi for mention in document.mentions
    )


def test_identifier_of_a_reference() -> None:
    """In CITATION.cff, the only DOI in the identifiers of a reference is that of its work.

    Those of the file itself may be the DOIs of its versions.
    """
    listed = "identifiers:\n    - type: doi\n      value: 10.1000/18"
    own = f"  {listed}1\n".replace("\n  ", "\n").removeprefix("  ")
    cited = f"references:\n  - title: One\n    {listed}2\n"
    (claim,) = read("CITATION.cff", f"title: Two\n{own}{cited}").claims()
    assert [title.text for title in claim.titles] == ["One"]
    assert str(claim.doi) == "10.1000/182"
    several = f"{cited}    - type: doi\n      value: 10.1000/183\n"
    assert not read("CITATION.cff", several).claims()


def test_of_two_fields_with_one_name_the_first_holds() -> None:
    """In RIS, where tags are repeated, all hold."""
    bib = read("list.bib", "@misc{m, title = {One}, title = {Two}, doi = {10.1000/182}}")
    ris = read("list.ris", "TY  - JOUR\nDO  - 10.1000/182\nTI  - One\nTI  - Two\nER  -\n")
    assert [title.text for title in claim_in(bib).titles] == ["One"]
    assert [title.text for title in claim_in(ris).titles] == ["One", "Two", "One: Two"]


def test_a_particle_stands_before_the_family() -> None:
    """As in CSL and in the Citation File Format, which keep the two apart."""
    people = [{"non-dropping-particle": "van den", "family": "Berg", "given": "J."}]
    csl = json.dumps([{"id": "a", "title": "One", "author": people, "DOI": "10.1000/182"}])
    assert [person.family for person in claim_in(read("a.csl.json", csl)).people] == [
        "van den Berg"
    ]


def test_a_macro_says_what_it_stands_for() -> None:
    """Whatever its name is, and with what stands beside it."""
    text = '@string{jib = "Imag."}\n@book{m, journal = "J. " # jib, doi = {10.1000/182}}\n'
    assert claim_in(read("list.bib", text)).container == "J. Imag."


def test_macros_that_grow_take_little() -> None:
    """Each may hold the one before it twice; none is kept longer than a name of a journal."""
    macros = "".join(f"@string{{a{at + 1} = a{at} # a{at}}}\n" for at in range(2_000))
    text = f"@string{{a0 = {{x}}}}\n{macros}@book{{m, journal = a2000, doi = {{10.1000/182}}}}\n"
    document = read("list.bib", text)
    tracemalloc.start()
    claim = claim_in(document)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert set(claim.container) == {"x"}
    assert peak < 20_000_000


def test_each_document_of_a_file_has_its_own_items() -> None:
    """Items with one number in two YAML documents say nothing of each other's works."""
    text = "- {id: a, DOI: 10.1000/1, title: A}\n--- \n- {id: b, DOI: 10.1000/2, title: B}\n"
    document = read("list.csl.yaml", text)
    assert [mention.container and mention.container.label for mention in document.mentions] == [
        "a, DOI",
        "b, DOI",
    ]
    assert [claim.titles[0].text for claim in document.claims()] == ["A", "B"]


@pytest.mark.parametrize(
    "cited",
    [
        f"{CITED}https://doi.org/10.1000/182",
        f"10.1000/182: {CITED}",
        f"[10.1000/182] {CITED}",
        f"Marlowe, A. (2017). {TITLE}. doi:10.1000/182, (12), 345",
    ],
)
def test_a_reference_in_a_field_is_read_like_a_text(cited: str) -> None:
    """Nothing of its DOI is left in its words, wherever the DOI stands."""
    in_field = claim_in(read(".zenodo.json", json.dumps({"references": [cited]})))
    text = read_document(Source("a.txt", f"{cited}\n"), Settings(formats=("txt",)))
    assert in_field._replace(span=Span(0, 0)) == claim_in(text)._replace(span=Span(0, 0))


def test_an_and_parts_no_creator() -> None:
    """A field for one name holds one, of which "and" may be a part: that of a group, such as."""
    creators = [{"name": "Academy of Science and Engineering"}, {"name": "Marlowe, Ada"}]
    text = json.dumps({"doi": "10.1000/182", "title": "Tulips", "creators": creators})
    assert len(claim_in(read(".zenodo.json", text)).people) == 2


def test_months_are_no_volumes() -> None:
    """Of a date in parts only years count, so that no day is taken for a volume or a page."""
    dates = {"date-parts": [[2016, 9, 29], [2017, 1, 2]]}
    document = read("list.csl.json", json.dumps({"DOI": "10.1000/182", "issued": dates}))
    assert claim_in(document).years == (2016, 2017)
    assert claim_in(document).words.split() == ["2016", "2017"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("badge.md", "[![DOI](https://x.example/b.svg)](https://doi.org/10.1000/182)\n"),
        ("key.md", "As shown [@doi:10.1000/182].\n"),
        ("front.md", "---\ntitle: A page about tulips and roots\ndoi: 10.1000/182\n---\n"),
        ("other.bib", "@misc{m, title = {Tulips and roots}, doi = {}, note = {10.1000/182}}\n"),
        (".zenodo.json", json.dumps({"related_identifiers": [{"identifier": "10.1000/182"}]})),
        ("broken.bib", "@misc{m, doi = {10.1000/182}"),
    ],
)
def test_what_says_nothing(name: str, text: str) -> None:
    """Badges, keys, metadata of a page and DOIs of other works make no claim that could accuse."""
    document = read(name, text)
    assert document.mentions
    assert not any(claim.titles and not claim.caveat for claim in document.claims())


@pytest.mark.parametrize(
    ("name", "start", "many", "end"),
    [
        ("a.bib", "@misc{a,\n", "  url = {https://doi.org/10.1000/1},\n", "}\n"),
        ("CITATION.cff", "title: t\n", "doi: 10.1000/1\n", ""),
        ("a.csl.yaml", "- id: a\n", "  DOI: 10.1000/1\n", ""),
        ("a.csl.json", '[{"note": "', "10.1000/1 and ", '"}]'),
        ("a.ris", "TY  - JOUR\n", "DO  - 10.1000/1\n", "ER  -\n"),
    ],
)
def test_a_part_is_read_once(name: str, start: str, many: str, end: str) -> None:
    """However many DOIs it has: a key that stands there over and over, a text of many citations."""

    def claims(count: int) -> None:
        document = read(name, start + count * many + end)
        assert {claim.span for claim in document.claims()} == {
            mention.span for mention in document.mentions
        }
        assert len(document.claims()) == count

    claims(3)
    assert is_linear(claims, 100, 800)


def test_claims_of_one_mention_are_found_once() -> None:
    """A link that is defined once may be used everywhere."""
    claim = Claim(Doi("10.1000", "182"), Span(0, 9), ClaimedIn.PROSE)

    def find(count: int) -> None:
        assert len(Claims(lambda: [claim] * count).of(claim.span)) == count

    assert is_linear(find, 4_000, 32_000)


def test_offline_runs_pay_nothing() -> None:
    """Reading and judging a document loads nothing of works, nor of the registries."""
    program = (
        "import sys; from mdlint_doi import check_text, Settings;"
        "check_text('Title. https://dx.doi.org/10.1000/182\\n', settings=Settings(offline=True));"
        "check_text('@misc{a, doi = {10.1000/182.}}', 'bibtex', Settings(offline=True));"
        "print([one for one in sys.modules if one.startswith(('mdlint_doi.works',"
        " 'mdlint_doi.ask.works')) or one.endswith(('passages', '.formats.references'))])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert ran.stdout.strip() == "[]"
