"""Identifiers in documents of all formats: what is found, and what is said of it."""

from __future__ import annotations

import json
from datetime import date

import pytest

from mdlint_doi import Settings, check_text, fix_text
from mdlint_doi.file_formats import entry_of
from mdlint_doi.formats import format_of
from mdlint_doi.lint.engine import findings
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Missing
from mdlint_doi.text.source import Source

ADDRESS = "https://arxiv.org/abs/1706.03762v2"
NOTEBOOK = {"cells": [{"cell_type": "markdown", "source": [f"[t]({ADDRESS})"]}]}


def format_name(name: str) -> str:
    """Return what a file is written in."""
    entry = entry_of(name)
    assert entry is not None
    return entry.name


def mentions(name: str, text: str, settings: Settings | None = None) -> tuple[Mention, ...]:
    """Return the mentions of a document."""
    return format_of(name).read(Source(name, text), settings or Settings()).mentions


@pytest.mark.parametrize(
    ("name", "text", "forms"),
    [
        ("a.md", f"[t]({ADDRESS})", "destination"),
        ("a.md", f"[t]: {ADDRESS}\n\n[t]", "definition"),
        ("a.md", f"<{ADDRESS}> or {ADDRESS}.", "autolink bare-link"),
        ("a.md", f'<a href="{ADDRESS}">t</a>', "attribute"),
        ("a.md", "arXiv:1706.03762 and *arXiv*: 1706.03762", "text text"),
        ("a.md", f"[arXiv:1706.03762]({ADDRESS})", "destination link-text"),
        ("a.md", "{arxiv}`1706.03762` {math}`arXiv:1706.03762`", "role"),
        ("a.md", f"---\narxiv: '1706.03762'\nlink: {ADDRESS}\n---\n", "front-matter front-matter"),
        ("a.md", f"`{ADDRESS}` <!-- {ADDRESS} --> arXiv:{{{{ id }}}}", ""),
        ("a.rst", ":arxiv:`1706.03762` :xref:`arXiv:1706.03762` :math:`arXiv:1706.03762`",
         "role role"),
        ("a.rst", f"`arXiv:1706.03762 <{ADDRESS}>`__ {ADDRESS}", "destination link-text bare-link"),
        ("a.py", f'"""See {ADDRESS}."""', "bare-link"),
        ("a.ipynb", json.dumps(NOTEBOOK), "destination"),
        ("a.html", f'<a href="{ADDRESS}">arXiv:1706.03762</a>', "attribute link-text"),
        ("a.tex", rf"\url{{{ADDRESS}}} \arxiv{{1706.03762}}", "value value"),
        ("a.bib", "@misc{a, eprint = {1706.03762}}", "value"),
        ("a.bib", "@misc{a, eprint = {1706.03762}, archivePrefix = {arXiv}}", "value"),
        ("a.bib", "@misc{a, eprint = {1706.03762}, eprinttype = {hal}}", ""),
        ("a.bib", "@article{a, journal = {CoRR}, volume = {abs/1706.03762}}", "value"),
        ("a.bib", "@article{a, journal = {arXiv preprint arXiv:1706.03762}}", "value"),
        ("a.bib", "@article{a, arxivid = {1706.03762}, pages = {1706.03763}}", "value"),
        ("a.bib", "@article{1706.03762, eprint = {2020/123}, doi = {10.1000/182}}", "field"),
        ("CITATION.cff", f"url: {ADDRESS}\n", "value"),
        ("a.csl.json", '[{"id": "a", "URL": "https://arxiv.org/abs/1706.03762"}]', "value"),
        ("a.ris", f"TY  - JOUR\nUR  - {ADDRESS}\nER  - \n", "value"),
    ],
)  # fmt: skip
def test_formats(name: str, text: str, forms: str) -> None:
    """Each is found where a name would be, and its name is the one that follows."""
    found = mentions(name, text)
    assert [mention.form.value for mention in found] == forms.split()
    assert {str(mention.doi) for mention in found} <= {"10.48550/arXiv.1706.03762", "10.1000/182"}
    off = Settings(identifiers=())
    assert [mention.form.value for mention in mentions(name, text, off)] == [
        mention.form.value for mention in found if str(mention.doi) == "10.1000/182"
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", f"[arXiv:1706.03762]({ADDRESS}), https://zenodo.org/record/7654321."),
        ("a.md", "[t](https://arxiv.org/pdf/1619.05729) and http://arxiv.org/abs/math.GT/0309136"),
        ("a.rst", f"`t <{ADDRESS}>`__ and :arxiv:`1706.03762`"),
        ("a.bib", "@misc{a, eprint = {1706.03762}, url = {http://arxiv.org/abs/1706.03763}}"),
        ("a.html", '<a href="http://zenodo.org/record/7654321">t</a>'),
    ],
)
def test_nothing_is_rewritten(name: str, text: str) -> None:
    """No rule and no option changes an identifier."""
    every = Settings(select=("all",), offline=True)
    assert fix_text(text, format_name(name), every, unsafe=True) == text


def said(name: str, text: str, doi: str, today: date | None) -> list[str]:
    """Return what is said of a document whose name is not registered."""
    facts = RunFacts(outcomes={parse(doi): Missing()}, today=today, online=True)
    found = findings(mentions(name, text), facts)
    return [f"{finding.code} {finding.severity} {finding.message}" for finding in found]


@pytest.mark.parametrize(
    ("number", "today", "severity", "why"),
    [
        (
            "2505.12345",
            date(2026, 11, 23),
            "warning",
            "arXiv registers a DOI for every paper, so check the number",
        ),
        (
            "2609.12345",
            date(2026, 11, 1),
            "warning",
            "arXiv registers a DOI for every paper, so check the number",
        ),
        ("2610.12345", date(2026, 11, 30), "hint", "the paper may be too new"),
        ("2611.12345", date(2026, 11, 30), "hint", "the paper may be too new"),
        ("2512.12345", date(2026, 1, 2), "hint", "the paper may be too new"),
        (
            "2511.12345",
            date(2026, 1, 2),
            "warning",
            "arXiv registers a DOI for every paper, so check the number",
        ),
        (
            "2505.12345",
            None,
            "warning",
            "arXiv registers a DOI for every paper, so check the number",
        ),
    ],
)
def test_existence(number: str, today: date | None, severity: str, why: str) -> None:
    """What is not registered is a warning, but for numbers of this month and the last one."""
    doi = f"10.48550/arXiv.{number}"
    assert said("a.md", f"See arXiv:{number}v2.", doi, today) == [
        f"DOI901 {severity} arXiv:{number} ({doi}) is not registered; {why}"
    ]


def test_records() -> None:
    """A record of Zenodo is a hint; an address that is said twice in a block is judged once."""
    text = "[zenodo.org/record/7654321](https://zenodo.org/record/7654321)"
    (told,) = said("a.md", text, "10.5281/zenodo.7654321", date(2026, 11, 1))
    assert told.startswith("DOI901 hint zenodo.org/records/7654321 (10.5281/zenodo.7654321) is not")
    assert told.endswith("the record may have a different DOI")


def test_a_month_to_come() -> None:
    """A number of a month to come is none yet."""
    facts = RunFacts(today=date(2026, 11, 23))
    found = findings(mentions("a.md", "arXiv:2701.00001 arXiv:2611.00001"), facts)
    assert [finding.message for finding in found] == [
        "arXiv has no paper 2701.00001 yet: its month is in the future"
    ]


@pytest.mark.parametrize(
    ("entry", "claims"),
    [
        ("eprint = {1706.03762}", 1),
        ("doi = {10.1000/182}, eprint = {1706.03762}", 2),
        ("doi = {10.1000/182}, url = {https://arxiv.org/abs/1706.03762}", 2),
        ("doi = {10.1000/182}, note = {see arXiv:1706.03762}", 1),
        ("doi = {10.1000/182}, url = {https://zenodo.org/record/7654321}", 1),
    ],
)
def test_claims(entry: str, claims: int) -> None:
    """An entry speaks of the works of its DOI and of its number, not of those in notes."""
    text = f"@article{{a, title = {{The tulips of the north}}, {entry}}}"
    document = format_of("a.bib").read(Source("a.bib", text), Settings())
    found = [claim for mention in document.mentions for claim in document.claims.of(mention.span)]
    assert len(found) == claims


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        ("a.md", "[arXiv:2406.00735](https://arxiv.org/abs/2406.02610)", ["DOI208"]),
        ("a.md", "arXiv:1619.05729, arXiv:2401.00000", ["DOI106", "DOI105"]),
        ("a.bib", "@misc{a, eprint={1809.02977}, slaccitation={ARXIV:1811.10276}}", ["DOI208"]),
        ("a.bib", "@misc{a, eprint={1809.02977}, note={see arXiv:1811.10276}}", []),
        ("a.bib", "@misc{a, eprint={1809.02977}, url={https://arxiv.org/abs/1809.02977}}", []),
        ("a.bib", "@misc{a, doi={10.1000/182}, url={https://zenodo.org/record/7654321}}", []),
    ],
)
def test_offline(name: str, text: str, codes: list[str]) -> None:
    """What needs no request is said of the identifiers themselves, and nothing of their writing."""
    found = check_text(text, format_name(name), Settings(offline=True))
    assert [finding.code for finding in found] == codes


def test_a_name_in_the_entry_is_the_same_work() -> None:
    """An entry whose field for the DOI says the same is judged once."""
    text = "@misc{a, eprint={1706.03762}, doi={10.48550/arXiv.1706.03762}}"
    assert len(said("a.bib", text, "10.48550/arXiv.1706.03762", None)) == 1
