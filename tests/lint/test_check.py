"""The flow around the rules: what is asked, what is excepted, what is grouped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from linear import is_linear, is_within
from lint.world import facts_for, findings, read

from mdlint_doi.lint import engine
from mdlint_doi.lint.letters import candidates_of
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.rules.exceptions import is_decided
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.setting_types import DoiException, PerFileIgnore
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Outcome, Unknown


def DEFAULT(_name: str) -> Settings:  # noqa: N802 - stands for a value
    """Return the default settings, for every document."""
    return Settings()


def names(text: str, settings: Settings | None = None) -> list[str]:
    """Return the names that would be asked."""
    settings = settings or Settings()
    return [str(doi) for doi in engine.dois_to_look_up(read(text).mentions, lambda _: settings)]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("[a](https://doi.org/10.1000/B) <http://dx.doi.org/10.1000/b>", ["10.1000/B"]),
        ("<https://doi.org/10.1000/2> <https://doi.org/10.1000/1>", ["10.1000/2", "10.1000/1"]),
        ("In the text: doi:10.1000/182.", ["10.1000/182"]),
        ("[t](https://doi.org/10.5555/12345678)", ["10.5555/12345678"]),
        ("[t](https://doi.org/10.xxxx/abc)", []),
        ("[t](https://doi.org/10.5281/zenodo.XXXXXX)", []),
        ("[t](https://doi.org/handbook)", []),
        ("[t](https://doi.org/dvr36h)", ["10/dvr36h"]),
        ("[t](https://doi.org/1016/j.x)", []),
        ("[t](https://doi.org/10.1000/182\u200b)", ["10.1000/182"]),
        ("[10.1000/182](https://pubmed.example/1)", ["10.1000/182"]),
        ("[t](https://onlinelibrary.wiley.com/doi/10.1002/anie.1)", []),
    ],
)
def test_names_to_ask(text: str, asked: list[str]) -> None:
    """Each distinct name is asked once, in order; what nobody can register is not."""
    assert names(text) == asked


@pytest.mark.parametrize(("size", "asked"), [(engine.LONGEST, 1), (engine.LONGEST + 1, 0)])
def test_longer_than_any_name(size: int, asked: int) -> None:
    """A text longer than any name is neither asked nor looked at."""
    link = "http://dx.doi.org/10.1000/"
    text = f"<{link}{'a' * (size - len(link))}>"
    assert len(names(text)) == asked
    assert len(findings(text)) == asked


def test_publisher_is_asked_where_its_rule_looks() -> None:
    """A name in a publisher's address is asked when DOI207 is selected."""
    text = "[t](https://onlinelibrary.wiley.com/doi/10.1002/anie.1)"
    assert names(text, Settings(extend_select=("DOI207",))) == ["10.1002/anie.1"]


def test_candidates_are_of_missing_names_only() -> None:
    """A found, unknown or excepted name has no candidates; a missing one has all of its places."""
    text = (
        "<https://doi.org/10.1000/a.> <https://doi.org/10.1000/b.> <https://doi.org/10.1000/c.>"
        " <https://doi.org/10.1000/d.> <https://doi.org/10.1000/a.#e>"
    )
    settings = Settings(exceptions=(DoiException("10.1000/d.", "why"),))
    outcomes: dict[Doi, Outcome] = {
        parse("10.1000/a."): Missing(),
        parse("10.1000/b."): Found(),
        parse("10.1000/c."): Unknown(Cause.TIMEOUT),
        parse("10.1000/d."): Missing(),
    }
    wanted = engine.candidates_to_look_up(read(text).mentions, outcomes, lambda _: settings)
    assert list(wanted) == [parse("10.1000/a.")]
    assert parse("10.1000/a") in wanted[parse("10.1000/a.")]
    assert parse("10.1000/a.#e") in wanted[parse("10.1000/a.")]
    assert parse("10.1000/a.") not in wanted[parse("10.1000/a.")]


@pytest.mark.parametrize("path", ["10/dvr36h.", "10/dvr36h#a", "1016/j.x", "10.1000"])
def test_nothing_is_guessed_of_what_is_no_name(path: str) -> None:
    """A shortDOI says nothing of the name it stands for, and without a name there is no guess."""
    (mention,) = read(f"<https://doi.org/{path}>").mentions
    assert candidates_of(mention) == ()


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("<https://doi.org/10.1000/a%54b>", "10.1000/a%54b"),
        ("<https://doi.org/10.1000/aTb>", None),
        ("<https://doi.org/10.1000%2Fa>", None),
        ("10.1000/a%3Cb", None),
    ],
)
def test_escapes_may_be_the_name_s_own(text: str, raw: str | None) -> None:
    """Where a name's raw `%` was written as it is, the letters behind it belong to the name."""
    mentions = read(text).mentions
    (wanted,) = engine.candidates_to_look_up(
        mentions, {doi: Missing() for doi in engine.dois_to_look_up(mentions, DEFAULT)}, DEFAULT
    ).values()
    assert [str(doi) for doi in wanted if "%" in str(doi)] == ([raw] if raw else [])


@pytest.mark.parametrize("path", ["10.1000/A", "10.1000/A.", "10.1000/A%2E#b", "10.1000/1O–2"])
def test_candidates_are_other_names(path: str) -> None:
    """Each candidate is a name, another one than the mention's, and given once."""
    (mention,) = read(f"<https://doi.org/{path}>").mentions
    names = candidates_of(mention)
    assert {type(name) for name in names} <= {Doi}
    assert mention.doi not in names
    assert len(set(names)) == len(names)


def test_same_spelling_is_looked_at_once() -> None:
    """A name that is missing in many places has the candidates of each of its spellings."""
    mentions = read("<https://doi.org/10.1000/a.> " * 3 + "<https://doi.org/10.1000%2Fa.>").mentions
    outcomes: dict[Doi, Outcome] = {parse("10.1000/a."): Missing()}
    alone = engine.candidates_to_look_up(mentions[:1], outcomes, DEFAULT)
    assert engine.candidates_to_look_up(mentions, outcomes, DEFAULT) == alone


def test_candidate_is_offered_where_it_fits() -> None:
    """A name that only another mention's fragment makes is not offered for this one."""
    text = "<https://doi.org/10.1000/a> and <https://doi.org/10.1000/a#b>"
    outcomes = (("10.1000/a#b", "found"),)
    found = findings(text, "DOI901", outcomes=outcomes)
    assert ["did you mean" in finding.message for finding in found] == [False, True]


def test_exception_silences_the_rules_on_names() -> None:
    """What the settings except is not reported as missing, odd or a sample; its link still is."""
    text = "[t](http://doi.org/10.5072/a,)"
    settings = Settings(exceptions=(DoiException("10.5072/A,", "a test"),))
    codes = [finding.code for finding in findings(text, settings=settings)]
    assert codes == ["DOI201"]
    outcomes = (("10.5072/a,", "missing"),)
    assert [finding.code for finding in findings(text, settings=settings, outcomes=outcomes)] == [
        "DOI201"
    ]


@pytest.mark.parametrize(
    ("until", "today", "codes"),
    [
        (date(2027, 1, 31), None, []),
        (date(2027, 1, 31), date(2027, 1, 31), []),
        (date(2027, 1, 31), date(2027, 2, 1), ["DOI901"]),
        (None, date(2027, 2, 1), []),
    ],
)
def test_exception_expires(until: date | None, today: date | None, codes: list[str]) -> None:
    """An exception holds up to its day, if it has one, and is no exception after it."""
    text = "<https://doi.org/10.1000/a>"
    exception = DoiException("10.1000/a", "not yet", until)
    mentions = read(text).mentions
    facts = facts_for(mentions, Settings(exceptions=(exception,)), [("10.1000/b", "found")])
    found = engine.findings(mentions, facts.replace(today=today))
    assert [finding.code for finding in found] == codes
    assert all(
        finding.message.endswith("; the exception for this DOI ended on 2027-01-31")
        for finding in found
    )


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ((), ["DOI201"]),
        (("DOI901",), ["DOI201"]),
        (("not-registered", "unusual-address"), []),
        (("DOI2",), ["DOI901"]),
        (("DOI911",), ["DOI201", "DOI901"]),
    ],
)
def test_an_exception_for_some_rules(rules: tuple[str, ...], codes: list[str]) -> None:
    """It turns off these rules for its DOI, and no others; without rules, all about the DOI."""
    mentions = read("<https://dx.doi.org/10.1000/a>").mentions
    settings = Settings(exceptions=(DoiException("10.1000/A", "why", rules=rules),))
    facts = RunFacts({parse("10.1000/a"): Missing()}, settings=settings, online=True)
    found = engine.findings(mentions, facts)
    assert [finding.code for finding in found] == codes
    met = engine.excepted(mentions, facts)
    assert [*met.values()] == [rules != ("DOI911",)]


def test_unknown_is_one_finding_a_cause() -> None:
    """A thousand names that could not be asked are one finding for each cause, with a count."""
    text = "\n".join(f"<https://doi.org/10.1000/{at}>" for at in range(1000))
    mentions = read(text).mentions
    causes = (Cause.TIMEOUT, Cause.BLOCKED)
    outcomes = {parse(f"10.1000/{at}"): Unknown(causes[at % 2]) for at in range(1000)}
    found = engine.findings(mentions, RunFacts(outcomes=outcomes, online=True))
    assert len(found) == 1000
    grouped = engine.grouped(found)
    assert [finding.source.location(finding.span.start).line for finding in grouped] == [1, 2]
    assert all("499 other places" in finding.message for finding in grouped)
    assert {finding.severity for finding in grouped} == {Severity.HINT}


def test_only_what_is_said_once_is_grouped() -> None:
    """A single finding has no count, two say so in words, and other rules' are left as they are."""
    links = " ".join(f"<http://doi.org/10.1000/{at}>" for at in (1, 2, 3))
    mentions = read(links).mentions
    causes = {1: Cause.TIMEOUT, 2: Cause.TLS, 3: Cause.TLS}
    outcomes = {parse(f"10.1000/{at}"): Unknown(cause) for at, cause in causes.items()}
    grouped = engine.grouped(engine.findings(mentions, RunFacts(outcomes=outcomes, online=True)))
    assert [finding.code for finding in grouped] == [
        "DOI201",
        "DOI916",
        "DOI201",
        "DOI916",
        "DOI201",
    ]
    assert ["other place" in finding.message for finding in grouped] == [
        False,
        False,
        False,
        True,
        False,
    ]
    assert grouped[3].message.endswith(" (here and in 1 other place)")


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_words(cause: Cause) -> None:
    """A reader learns why a name could not be checked, not an identifier."""
    mentions = read("<https://doi.org/10.1000/1>").mentions
    facts = RunFacts(outcomes={parse("10.1000/1"): Unknown(cause)}, online=True)
    (finding,) = engine.findings(mentions, facts)
    words = finding.message.partition(": ")[2]
    assert " " in words
    assert "-" not in words


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Missing(100), "10.1000/1 is not registered"),
        (Missing(100, "Crossref"), "though its prefix 10.1000 belongs to Crossref"),
        (Missing(301), "no registration agency has the prefix 10.1000"),
    ],
)
def test_missing_is_explained(outcome: Missing, words: str) -> None:
    """The message says whether the prefix exists, and whose it is."""
    mentions = read("<https://doi.org/10.1000/1>").mentions
    (finding,) = engine.findings(mentions, RunFacts(outcomes={parse("10.1000/1"): outcome}))
    assert words in finding.message


def test_page_of_the_resolver_is_no_name() -> None:
    """A segment of letters alone may be a page, whatever the DOI system says of it."""
    mentions = read("<https://doi.org/handbook> <https://doi.org/dvr36h>").mentions
    outcomes = {parse("10/handbook"): Missing(), parse("10/dvr36h"): Missing()}
    found = engine.findings(mentions, RunFacts(outcomes=outcomes, online=True))
    assert [(finding.code, str(finding.doi)) for finding in found] == [("DOI901", "10/dvr36h")]


def test_per_file_ignores_hold() -> None:
    """Rules are selected for each document by its name."""
    ignore = PerFileIgnore("page.md", ("DOI201",))
    settings = Settings(per_file_ignores=(ignore,))
    assert findings("<https://dx.doi.org/10.1000/1>", settings=settings) == []


def test_findings_are_sorted_and_carry_their_name() -> None:
    """Findings come in the order of the text, whatever the order of the mentions."""
    mentions = read("<http://doi.org/10.1000/1> <http://dx.doi.org/10.1000/2>").mentions
    found = engine.findings(reversed(mentions), RunFacts())
    assert [(finding.code, finding.span.start) for finding in found] == [
        ("DOI201", 1),
        ("DOI201", 28),
    ]
    assert [str(finding.doi) for finding in found] == ["10.1000/1", "10.1000/2"]


def test_casings() -> None:
    """Names in several letter cases are listed, in order of appearance; others are not."""
    mentions = read("10.1000/Ab, 10.1000/ab, 10.1000/Ab, 10.1000/c").mentions
    assert engine.casings(engine.names_as_written(mentions)) == {
        parse("10.1000/ab"): ("10.1000/Ab", "10.1000/ab")
    }


def test_cost_is_linear() -> None:
    """Ten times the mentions take about ten times the work, not a hundred times."""

    def mentions(count: int) -> Sequence[Mention]:
        text = "\n\n".join(
            f"[10.1000/{at}](http://dx.doi.org/10.1000%2F{at}.)" for at in range(count)
        )
        found = read(text).mentions
        assert len(found) == count
        assert len(engine.findings(found, RunFacts())) == 3 * count
        return found

    few, many = mentions(200), mentions(2000)
    assert is_linear(lambda some: engine.findings(some, RunFacts()), few, many, times=10)


def test_publisher_address_is_for_one_rule() -> None:
    """What is read out of a publisher's address is a guess, and no other rule speaks of it."""
    text = "<https://dl.acm.org/doi/10.1145/2600239.2600241>"
    outcomes = (("10.1000/1", "found"),)
    assert [finding.code for finding in findings(text, "all")] == ["DOI207"]
    assert findings(text, "all", outcomes=outcomes) == []


def test_long_name_is_no_trouble() -> None:
    """A name of a hundred thousand letters is looked at in good time, or not at all."""
    for piece in ("(", ")", ".", "%2F", "/../", "<", "\\_", "&lt;", "%25", "\u2013", "x,"):
        text = f"<https://doi.org/10.1000/{piece * (100_000 // len(piece))}>"
        assert is_within(lambda: findings(text, "all"), 250), piece  # noqa: B023
        assert is_within(lambda: findings(text[:4000] + ">", "all"), 250), piece  # noqa: B023


def test_no_name_of_another_key_is_confused() -> None:
    """Outcomes are looked up by the folded name."""
    facts = RunFacts(outcomes={Doi("10.1000", "ABC"): Found(HandleRecord("x"))})
    assert facts.outcome(parse("10.1000/abc")) == Found(HandleRecord("x"))
    assert facts.outcome(None) is None


@pytest.mark.parametrize(
    ("name", "outcome", "expected"),
    [
        ("10.1000/a", Missing(), True),
        ("10.1000/a", Found(), False),
        ("10.1000/a", None, False),
        ("no DOI", None, False),
    ],
)
def test_what_is_known_of_an_exception(
    name: str, outcome: Outcome | None, *, expected: bool
) -> None:
    """Of an unregistered DOI nothing more can become known; of another one, its record and work."""
    outcomes = {} if outcome is None else {parse("10.1000/a"): outcome}
    assert is_decided(DoiException(name, "why"), RunFacts(outcomes=outcomes)) is expected
