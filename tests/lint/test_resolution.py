"""What is said of names that are asked: DOI901 to DOI906."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed, read

from mdlint_doi.lint import engine
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.placeholders import is_page
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Unknown

SICI = "10.1002/(SICI)1(1996)99:1<1::AID-A1>3.0.CO;2-1"
CUT = f"<https://doi.org/{SICI}>"


def said(text: str, code: str, *outcomes: tuple[str, str]) -> list[str]:
    """Return the messages of one rule."""
    return [finding.message for finding in findings(text, code, outcomes=outcomes)]


def test_missing_is_said_plainly() -> None:
    """Where nothing more is known, nothing more is said."""
    missing = ("10.1000/1", "missing")
    assert said("<https://doi.org/10.1000/1>", "DOI901", missing) == ["10.1000/1 is not registered"]
    assert said("<https://doi.org/10.1000/1.>", "DOI901", ("10.1000/1", "found")) == [
        "10.1000/1. is not registered; did you mean 10.1000/1?"
    ]


def test_what_a_lock_file_lacks() -> None:
    """Where a records file alone answers, the message names both it and the name."""
    settings = Settings(select=("DOI916",), offline=True, records="sub/records.json")
    (mention,) = read("<https://doi.org/10.1000/1>").mentions
    assert mention.doi is not None
    (finding,) = engine.findings(
        [mention], RunFacts({mention.doi: Unknown(Cause.OFFLINE)}, settings=settings, online=True)
    )
    assert finding.message == "10.1000/1 is not in records.json; run mdlint-doi record"


def test_three_names_are_offered() -> None:
    """Of many registered names the message shows the three likeliest, and none is a fix."""
    (mention,) = read("<https://doi.org/10.1000/a\u2013b/full).>").mentions
    names = (
        "10.1000/a\u2013b/full",
        "10.1000/a-b/full).",
        "10.1000/a\u2013b/full)",
        "10.1000/a\u2013b",
    )
    dois = tuple(map(parse, names))
    assert mention.doi is not None
    facts = RunFacts(
        outcomes={mention.doi: Missing()} | dict.fromkeys(dois, Found()),
        suggestions={mention.doi: dois[::-1]},
        online=True,
    )
    (finding,) = [
        finding for finding in engine.findings([mention], facts) if finding.code == "DOI901"
    ]
    assert finding.message.endswith(f"; did you mean {' or '.join(names[:3])}?")
    assert finding.fix is None


@pytest.mark.parametrize(
    ("code", "outcomes"),
    [
        ("DOI901", ((SICI, "missing"), ("10.1000/1", "found"))),
        ("DOI916", ((SICI, "unknown"),)),
        ("DOI903", ((SICI, "no-target"),)),
        ("DOI904", ((SICI, "alias:10.1000/1"),)),
        ("DOI905", ((SICI, "deleted"),)),
    ],
)
def test_broken_construct_is_shown_whole(code: str, outcomes: tuple[tuple[str, str], ...]) -> None:
    """Where the syntax cuts the name, all of the construct is underlined, and nothing fixed."""
    (finding,) = findings(CUT, code, outcomes=outcomes)
    assert finding.span.cut(CUT) == CUT
    assert finding.fix is None


def test_suggestion_for_a_broken_construct_has_no_fix() -> None:
    """What is to be written there is another rule's business."""
    text = CUT.replace("2-1>", "2-1.>")
    (finding,) = findings(text, "DOI901", outcomes=((SICI, "found"),))
    assert "did you mean" in finding.message
    assert finding.fix is None


def test_suggestion_for_a_urn_has_no_fix() -> None:
    """A URN writes its slashes otherwise, so that no part of it can be exchanged."""
    (finding,) = findings("<urn:doi:10.1000:1.>", "DOI901", outcomes=(("10.1000/1", "found"),))
    assert "did you mean 10.1000/1?" in finding.message
    assert finding.fix is None


@pytest.mark.parametrize(
    ("written", "fixed_to"),
    [
        ("10.1000/a; 10.1000/b", None),
        ("10.1000/b, 10.1000/a", None),
        ("10.1000/a;https://doi.org/10.1000/b", None),
        ("10.1000/b; https://doi.org/10.1000/B", "10.1000/B"),
        ("10.1000/ahttps://doi.org/10.1000/b", None),
        ("10.1000/bhttps://doi.org/10.1000/b", "10.1000/b"),
        ("10.1000/https://doi.org/10.1000/b", "10.1000/b"),
        ("10.1000/10.1000/b", "10.1000/b"),
    ],
)
def test_of_two_dois_a_fix_drops_none(written: str, fixed_to: str | None) -> None:
    """A list names another work, too; a name that is doubled does not."""
    text = f"@misc{{a, doi = {{{written}}}}}"
    outcomes = (("10.1000/b", "found"),)
    after = fixed(text, "DOI901", outcomes=outcomes, file="a.bib")
    assert after == text.replace(written, fixed_to or written)


@pytest.mark.parametrize(
    ("name", "page"),
    [("10/handbook", True), ("10/dvr36h", False), ("10/\u00e9t\u00e9", False), ("10.1/abc", False)],
)
def test_what_may_be_a_page(name: str, page: bool) -> None:  # noqa: FBT001
    """Letters of ASCII alone may be a page of the resolver."""
    assert is_page(parse(name)) == page


@pytest.mark.parametrize(
    ("record", "codes"),
    [
        (HandleRecord(), ["DOI903"]),
        (HandleRecord("https://x.example"), []),
        (HandleRecord(alias="10.1000/b"), ["DOI904"]),
        (HandleRecord("https://x.example", alias="10.1000/b"), ["DOI904"]),
        (HandleRecord("https://x.example", deleted=True), ["DOI905"]),
        (HandleRecord(deleted=True), ["DOI905"]),
        (None, []),
    ],
)
def test_what_a_record_says(record: HandleRecord | None, codes: list[str]) -> None:
    """A record leads somewhere, or to another name, or nowhere, or was not read."""
    mentions: tuple[Mention, ...] = read("<https://doi.org/10.1000/a>").mentions
    found = engine.findings(mentions, RunFacts(outcomes={parse("10.1000/a"): Found(record)}))
    assert [finding.code for finding in found] == codes


def test_fix_joins_what_a_browser_cuts() -> None:
    """Where the name goes on behind a mark, the mark is encoded and nothing else touched."""
    text = "<https://doi.org/10.1000/%61#b?c>"
    outcomes = (("10.1000/a#b?c", "found"),)
    assert fixed(text, "DOI901", outcomes=outcomes) == "<https://doi.org/10.1000/%61%23b%3Fc>"


@pytest.mark.parametrize("text", ["<https://doi.org/{}#>", "See https://doi.org/{}# there."])
def test_a_name_that_markup_and_a_browser_cut(text: str) -> None:
    """The whole name is looked up that DOI401 names and its fix writes, and no other one."""
    text, whole = text.format(SICI[:-1]), f"{SICI[:-1]}#"
    (mention,) = read(text).mentions
    assert engine.dois_to_look_up([mention], lambda _: Settings()) == (parse(whole),)
    (broken,) = findings(text, "DOI4")
    assert broken.message.endswith(f" {whole}")
    assert broken.fix is not None
    assert broken.fix.doi == parse(whole)
    assert not said(text, "DOI901", (whole, "found"), (SICI[:-1], "missing"))
    assert said(text, "DOI901", (SICI[:-1], "found"), (whole, "missing"))[0].startswith(whole)
