"""Front matter whose renderer adds the resolver to `doi`, and Pandoc's references in it."""

from __future__ import annotations

import pytest
import yaml

from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.engine import findings
from mdlint_doi.lint.model import Fix
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)
LINK = "https://doi.org/10.1000/182"


def judged(file: str, text: str) -> tuple[list[str], str]:
    """Return the codes of a document, and the document after safe fixes."""
    document = read_document(Source(file, text), OFFLINE)
    facts = RunFacts(settings=OFFLINE)
    codes = [finding.code for finding in findings(document.mentions, facts)]
    return codes, with_fixes(document, facts).source.text


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("a.qmd", f"doi: {LINK}", "doi: 10.1000/182"),
        ("a.qmd", f'doi: "{LINK}"', 'doi: "10.1000/182"'),
        (
            "a.qmd",
            "citation:\n  doi: http://dx.doi.org/10.1000/182",
            "citation:\n  doi: 10.1000/182",
        ),
        ("a.qmd", "citation: {doi: doi:10.1000/182, x: y}", "citation: {doi: 10.1000/182, x: y}"),
        ("a.qmd", f"# why\ndoi: {LINK} # that", "# why\ndoi: 10.1000/182 # that"),
        (
            "a.md",
            f"publication_types: ['2']\ndoi: {LINK}",
            "publication_types: ['2']\ndoi: 10.1000/182",
        ),
        (
            "a.md",
            f"references:\n- id: a\n  DOI: {LINK}",
            "references:\n- id: a\n  DOI: 10.1000/182",
        ),
        (
            "a.Rmd",
            f"references:\n- id: a\n  doi: {LINK}",
            "references:\n- id: a\n  doi: 10.1000/182",
        ),
    ],
)
def test_only_the_name(file: str, before: str, after: str) -> None:
    """An address is reported and replaced with the DOI, and nothing else changes."""
    page = "---\ntitle: T\n%s\n---\n\nText.\n"
    assert judged(file, page % before) == (["DOI501"], page % after)
    assert judged(file, page % after) == ([], page % after)
    old, new = (next(yaml.safe_load_all(page % field)) for field in (before, after))
    assert str(old).replace(str(new), "") != ""
    assert [*old] == [*new]


@pytest.mark.parametrize(
    ("file", "front"),
    [
        ("a.md", f"doi: {LINK}"),
        ("a.qmd", "doi: '{{< meta doi >}}'"),
        ("a.qmd", "doi: ''"),
        ("a.qmd", "title: about doi"),
        ("a.md", f"references: {LINK}"),
        ("a.md", f"reference:\n  doi: {LINK}"),
        ("a.md", "references:\n- id: a\n  DOI: 10.1000/182\n  URL: https://doi.org/10.1000/182"),
    ],
)
def test_other_front_matter(file: str, front: str) -> None:
    """An address is right in other keys `doi`; templates and empty keys are no DOI."""
    text = f"---\n{front}\n---\n\nText.\n"
    assert judged(file, text) == ([], text)


def test_toml() -> None:
    """Hugo's themes are recognized in TOML as well."""
    text = f'+++\npublication_types = ["2"]\ndoi = "{LINK}"\n+++\n'
    assert judged("a.md", text) == (["DOI501"], text.replace(LINK, "10.1000/182"))


def test_references_are_entries() -> None:
    """A reference has its key in messages, and its fields are a claim about the work."""
    text = (
        "---\nreferences:\n- id: tulips\n  type: article-journal\n  title: Tulips in sandy soils\n"
        "  author:\n  - family: Marlowe\n  issued: {date-parts: [[2017]]}\n  DOI: 10.1000/182\n"
        "  URL: http://dx.doi.org/10.1000/183\n- id: roses\n  DOI: 10.1000/182\n---\n"
    )
    document = read_document(Source("a.md", text), OFFLINE)
    found = findings(document.mentions, RunFacts(settings=OFFLINE))
    assert [(finding.code, finding.where) for finding in found] == [
        ("DOI201", "tulips, URL"),
        ("DOI504", "roses, DOI"),
    ]
    (claim, *_) = [claim for claim in document.claims() if claim.titles]
    assert str(claim.doi) == "10.1000/182"
    assert [person.family for person in claim.people] == ["Marlowe"]
    broken = text.replace("- id: tulips", "- id: [tulips")
    assert len(read_document(Source("a.md", broken), OFFLINE).mentions) == 3


def test_a_look_alike_is_never_encoded() -> None:
    """A subscript or superscript is a look-alike; no safe fix writes its percent-encoding."""
    for sign, plain in (("\u2088", "_8"), ("\u00b2", "2"), ("\u207b", "-")):
        text = f"[t](https://doi.org/10.1007/978-0-387-47509-7{sign})"
        document = read_document(Source("a.md", text), OFFLINE)
        (found,) = findings(document.mentions, RunFacts(settings=OFFLINE))
        assert found.code == "DOI103"
        assert isinstance(found.fix, Fix)
        assert apply_edits(text, found.fix.edits) == text.replace(sign, plain)
        assert judged("a.md", text)[1] == text


@pytest.mark.parametrize("file", ["a.md", "a.qmd"])
@pytest.mark.parametrize("value", ["10.1000/ 182", "'10.1000/ 182'"])
def test_a_space_behind_the_slash(file: str, value: str) -> None:
    """A damaged DOI is reported in front matter as in other fields for a DOI."""
    assert judged(file, f"---\ndoi: {value}\n---\n")[0] == ["DOI101"]
