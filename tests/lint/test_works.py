"""What the rules say of registered works, beside what their examples show."""

from __future__ import annotations

import pickle
import re

import pytest
from example_works import outcome_of_work
from lint.world import facts_for, findings, read

from mdlint_doi.lint import engine
from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.registered import Said, described, said_of, verdict_at, why_undecided
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, ClaimedIn
from mdlint_doi.works.verdict import CannotTell
from mdlint_doi.works.work import KnownWork, NotHeld, Person, Titles, Work

TITLE = "Root competition between tulips and hyacinths in sandy soils"
TULIPS = f'"{TITLE}" (Marlowe 2017)'
BEES = '"Ocular drift in solitary bees under polarised light" (Okafor 1998)'
STRANGERS = ("Quillfeather, Oswin", "Brackenridge, Tove", "Hollingberry, Ned", "Ostrowicz, Jan")
RETRACTED = f"{TULIPS}; retraction 10.1000/notice 2021-03-09"
REFERENCE = f'Marlowe, A. (2017). "{TITLE}". https://doi.org/10.1000/182'


@pytest.mark.parametrize("code", [rule.code for rule in RULES if Need.WORKS in rule.needs])
def test_nothing_is_said_of_what_is_not_known(code: str) -> None:
    """A name whose record nobody has is left alone, beside one whose record is there."""
    found = findings(
        REFERENCE.replace("182", "183") + "\n\n" + REFERENCE,
        code,
        outcomes=(("10.1000/183", "found"),),
        works=(("10.1000/182", TULIPS), ("10.1000/184", "unknown")),
    )
    assert found == []


def test_what_is_retracted_is_no_concern() -> None:
    """The stronger word is said alone."""
    text = "See doi:10.1000/182."
    works = (("10.1000/182", f"{RETRACTED}; expression_of_concern 10.1000/other"),)
    assert [finding.code for finding in findings(text, "DOI912", "DOI913", works=works)] == [
        "DOI912"
    ]


@pytest.mark.parametrize(
    ("text", "file", "codes"),
    [
        # Of another work, details say nothing more.
        (
            '@book{a, title = "Root", author = "B, A", year = 1990, doi = {10.1000/182}}',
            "a.bib",
            ["DOI911"],
        ),
        # In prose a year may be that of another edition.
        (REFERENCE.replace("https://doi.org/10.1000/182", "{doi}`10.1000/182`"), "page.md", []),
        ("@book{a, year = 1990, doi = {10.1000/183}}", "a.bib", []),
        (
            f"@article{{a, title = {{{TITLE}}}, year = 2011, doi = {{10.1000/182}}}}",
            "a.bib",
            ["DOI917"],
        ),
    ],
)
def test_details_are_those_of_fields(text: str, file: str, codes: list[str]) -> None:
    """Details are compared where fields have the registered title, and not of books."""
    found = findings(
        text, "DOI911", "DOI917", "DOI919", works=(("10.1000/182", TULIPS),), file=file
    )
    assert [finding.code for finding in found] == codes


@pytest.mark.parametrize(
    ("text", "work", "said"),
    [
        (REFERENCE, TULIPS, ("agrees", None, False)),
        (REFERENCE, RETRACTED, ("agrees", None, True)),
        (REFERENCE, BEES, ("disagrees", "strong", False)),
        ("See doi:10.1000/182.", TULIPS, ("cannot-tell", None, False)),
        (REFERENCE, "unknown", (None, None, None)),
        (REFERENCE, "registered with mEDRA", (None, None, None)),
    ],
)
def test_what_reports_say(text: str, work: str, said: tuple[object, ...]) -> None:
    """Whether the text agrees with the record, and whether the work was taken back."""
    document = read(text)
    facts = facts_for(document.mentions, Settings(), works=(("10.1000/182", work),))
    of_text = facts.replace(claims=document.claims)
    found = said_of(document.mentions[-1], of_text)
    assert (found.agreement, found.strength, found.retracted) == said
    assert bool(found.reason) == bool(found.agreement)
    assert found.agency == ("mEDRA" if work.startswith("registered") else None)
    if work == TULIPS:
        alone = said_of(document.mentions[-1], facts)
        assert alone == Said(retracted=False)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ('"A" (B 2000)', '"A" (B 2000)'),
        ('"A" (B, C 2000)', '"A" (B and C 2000)'),
        ('"A" (B, C, D 2000)', '"A" (B and 2 others 2000)'),
        ('"A"', '"A"'),
        ('""', "a work without a title"),
    ],
)
def test_how_a_work_is_named(words: str, shown: str) -> None:
    """Title, the first of its people, and the year; what is not known is left out."""
    known = outcome_of_work(words)
    assert isinstance(known, KnownWork)
    assert described(known.work) == shown


def _work(title: str = TITLE, **more: object) -> Work:
    people = (Person("Marlowe", "Ada"), Person("van den Berg", "Joost"))
    place = {"containers": ("Journal of Imaginary Botany",), "volume": "29", "pages": "811-829"}
    facts = {"people": people, "years": (2017,), "type": "journal-article", **place}
    return Work(Titles((title,)), **{**facts, **more})  # type: ignore[arg-type]


def _message(text: str, work: Work, file: str = "books.bib") -> str:
    """Return the one message about a text with the DOI of a work."""
    document = read(text, file=file)
    facts = facts_for(document.mentions, Settings(), works=(("10.1000/182", '"A"'),))
    facts = facts.replace(works={parse("10.1000/182"): KnownWork(work)}, claims=document.claims)
    rules = Settings(select=("DOI911", "DOI917", "DOI919"))
    (found,) = engine.findings(document.mentions, facts.replace(settings=rules))
    return found.message


def _bib(**fields: str) -> str:
    values = {"title": TITLE, "author": "Marlowe, Ada and van den Berg, Joost", "year": "2017"}
    shown = ", ".join(f"{name} = {{{value}}}" for name, value in {**values, **fields}.items())
    return f"@article{{m, doi = {{10.1000/182}}, {shown}}}\n"


def test_names_that_differ_are_shown() -> None:
    """With given names where only these differ, and without the same names in a long list."""
    said = _message(_bib(author="Marlowe, Bert and Ólafsdóttir, Eve"), _work())
    assert "(Bert Marlowe, Eve Ólafsdóttir instead of Ada Marlowe, Joost van den Berg)" in said
    many = [f"Berg{letter}" for letter in "abcdefghij"]
    stated = " and ".join(f"{family}, Ada" for family in [*many[:7], "Quill", *many[8:]])
    work = _work(people=tuple(Person(family, "Ada") for family in many))
    said = _message(_bib(author=stated), work)
    assert "(…, Quill, … instead of …, Bergh, …)" in said
    assert "(…, Bergi instead of …, Bergi, Bergj)" in _message(
        _bib(author=" and ".join(f"{family}, Ada" for family in many[:9])), work
    )


def test_many_differences_leave_titles_readable() -> None:
    """A long list of differences is cut, not the titles."""
    long = "A survey of orchard irrigation and of medieval archives in northern valleys of the alps"
    fields = {"year": "1999", "journal": "Annals of Imaginary Hydrology", "volume": "3"}
    text = _bib(title=long, author=" and ".join(STRANGERS), pages="1--9", **fields)
    registered = f"{TITLE} of coastal gardens in dry summers"
    work = _work(registered, containers=("Journal of Imaginary Botany and of its Applications",))
    said = _message(text, work)
    assert registered[:30] in said
    assert registered[-30:] in said
    assert long[:30] in said
    assert long[-30:] in said
    assert "other field" in said


def test_a_text_says_all_that_differs() -> None:
    """The message about a text with a different title names the authors, too, and what to do."""
    text = "- Quill, E., & Roe, R. (2017). Vanadium oxide glaciers in northern valleys. *Annals*.\n"
    said = _message(f"{text.rstrip()} https://doi.org/10.1000/182\n", _work(), "page.md")
    assert 'the text says "Vanadium oxide glaciers in northern valleys" and differs in' in said
    assert "authors (Quill, Roe instead of Marlowe, van den Berg)" in said
    assert said.endswith("correct the DOI, or the text if this work is meant")


@pytest.mark.parametrize(
    ("stated", "registered", "said"),
    [
        (TITLE, f"Erratum: {TITLE}", "an erratum, but the entry cites the work itself"),
        (f"Erratum: {TITLE}", TITLE, "the work itself, but the entry cites an erratum"),
        (TITLE, f"Publisher’s note: {TITLE}", "a publisher’s note, but the entry cites the work"),
        (f"{TITLE}. Part I", f"{TITLE}. Part II", "part 2, but the entry cites part 1"),
        (TITLE, f"{TITLE}. Part II", "part 2, but the entry cites the first part"),
    ],
)
def test_what_a_part_is(stated: str, registered: str, said: str) -> None:
    """The message says what the DOI belongs to, and what is cited."""
    message = _message(_bib(title=stated), _work(registered))
    assert f"which is {said}" in message
    assert "; use the DOI of " in message


def test_words_of_no_work() -> None:
    """A slip in an example is told, not read as something else."""
    with pytest.raises(ValueError, match="no title"):
        outcome_of_work("no title")


def test_claims_are_read_once() -> None:
    """They follow from the text, so that two documents do not differ by them."""
    times = []

    def make() -> list[Claim]:
        times.append(1)
        return [
            Claim(None, Span(0, 1), ClaimedIn.PROSE),
            Claim(parse("10.1000/182"), Span(9, 20), ClaimedIn.PROSE),
        ]

    claims = Claims(make)
    assert (
        [claim.span.start for claim in claims()]
        == [claim.span.start for claim in claims()]
        == [0, 9]
    )
    assert [claim.doi for claim in claims.of(Span(0, 1))] == [None]
    assert claims.is_near(parse("10.1000/182"), Span(0, 1), 10)
    assert not claims.is_near(parse("10.1000/182"), Span(0, 1), 5)
    assert len(times) == 1
    assert claims == Claims()
    assert hash(claims) == hash(Claims())
    assert claims != ()


def test_a_citation_that_gives_its_doi_twice_is_one_finding() -> None:
    """The second place says the same in the same words; another citation is another finding."""
    text = (
        f'Marlowe, A. (2017). "{TITLE}". Soil 3(2), 12-19. doi:10.1000/182,'
        " https://doi.org/10.1000/182\n"
    )
    works = (("10.1000/182", BEES),)
    assert len(findings(text, "DOI911", works=works)) == 1
    assert len(findings(f"{text}\n{text}", "DOI911", works=works)) == 2


@pytest.mark.parametrize("code", ["DOI912", "DOI913", "DOI915"])
def test_a_rule_hears_of_the_works_that_it_reports(code: str) -> None:
    """What makes a rule on a record speak is heard of, and a work that is not known is not."""
    (rule,) = (rule for rule in RULES if rule.code == code)
    assert rule.may_report is not None
    for example in rule.bad:
        known = [(parse(name), outcome_of_work(words)) for name, words in example.works]
        assert any(rule.may_report(doi, work, None) for doi, work in known)
    assert not rule.may_report(parse("10.1000/182"), NotHeld("mEDRA"), None)
    assert not rule.may_report(parse("10.1000/182"), outcome_of_work(TULIPS), None)


def test_claims_go_to_another_process() -> None:
    """They are made first, and are the same there."""
    claim = Claim(None, Span(0, 3), ClaimedIn.PROSE)
    sent = pickle.loads(pickle.dumps(Claims(lambda: [claim])))
    assert sent() == (claim,)
    assert hash(sent) == hash(Claims())


def test_long_titles_are_shortened_one_by_one() -> None:
    """A message quotes the registered title once, the other one beside it, each cut by itself."""
    stated, registered = "Alpha " * 60 + "omega", "Beta " * 60 + "gamma"
    text = f"@book{{a, title = {{{stated}}}, doi = {{10.1000/182}}}}"
    works = (("10.1000/182", f'"{registered}" (Marlowe 2017)'),)
    (found,) = findings(text, "DOI911", works=works, file="a.bib")
    quoted = re.findall('"([^"]*)"', found.message)
    ends = [(title.split()[0], title.split()[-1]) for title in quoted]
    assert ends == [("Beta", "gamma"), ("Alpha", "omega")]
    assert len(found.message) < 500


def test_the_advice_is_not_cut() -> None:
    """Long titles and names are shortened, so that the end of the message is what to correct."""
    long = " ".join(["tulips"] * 40)
    names = " and ".join(f"{letter}{'o' * 60}" for letter in "ABCDE")
    text = f"@article{{m, doi = {{10.1000/182}}, title = {{Roses {long}}}, author = {{{names}}}}}"
    works = (("10.1000/182", f'"Glaciers {long.replace("tulips", "ice")}" (Okafor 2009)'),)
    (found,) = findings(text, "DOI911", works=works, file="a.bib")
    assert found.message.endswith("correct the DOI, or the entry if this work is meant")
    assert len(found.message) < 500


@pytest.mark.parametrize(
    ("citation", "end"),
    [(REFERENCE, ""), ("Marlowe [2017](https://doi.org/10.1000/182)", " text")],
)
def test_what_nobody_can_tell_has_a_reason(citation: str, end: str) -> None:
    """Too little said is no verdict, and a few words say why."""
    document = read(citation)
    outcome = outcome_of_work(TULIPS)
    assert isinstance(outcome, KnownWork)
    verdict = verdict_at(document.mentions[0].span, outcome.work, document.claims)
    assert verdict is not None
    assert isinstance(verdict, CannotTell) == bool(end)
    reason = why_undecided(verdict)
    assert reason == (verdict.evidence.reason if end else None)
    assert (reason or "").endswith(end)
