"""What must hold for every citation and every work."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from works.citing import NAME, OTHER, WORK, said

from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.folding import content, words
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.work import Person, Titles, Work

PIECES = st.sampled_from(
    [
        *(
            "Smith, J. K., ",
            "Doe A, ",
            "et al. ",
            "and ",
            "(2017) ",
            "2003",
            ". ",
            ", ",
            ": ",
            "| ",
        ),
        *(
            "“",
            "”",
            '"',
            "<i>",
            "</i>",
            "&amp;",
            "\\'",
            "{",
            "}",
            "$",
            "\\",
            "https://x.org/",
            "\n",
        ),
        *("root competition ", "between tulips ", "Journal of ", "12(3), ", "345–361", "vol. 7 "),
        *("植物", "É", "ß", "\u200b", "van den ", "J.", "[", "]", "DOI ", "- ", "=", "…"),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join)
RUNS = st.builds(
    TextRun,
    st.sampled_from(RunKind),
    TEXTS,
    st.just(Span(0, 0)),
    st.sampled_from([None, None, NAME, OTHER]),
)
PEOPLE = st.builds(Person, TEXTS, TEXTS, TEXTS)
TUPLES = st.lists(TEXTS, max_size=3).map(tuple)
WORKS = st.builds(
    Work,
    titles=st.builds(Titles, TUPLES, TUPLES, TUPLES, TUPLES, TUPLES),
    people=st.lists(PEOPLE, max_size=4).map(tuple),
    editors=st.lists(PEOPLE, max_size=2).map(tuple),
    years=st.lists(st.integers(1500, 2049), max_size=3).map(tuple),
    containers=TUPLES,
    volume=TEXTS,
    pages=TEXTS,
    type=st.sampled_from(["", "posted-content", "journal-article"]),
)
WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=12)
TITLE = st.lists(WORD, min_size=3, max_size=15).map(" ".join)
FAMILY = WORD.map(str.capitalize)


@given(st.lists(RUNS, max_size=12), WORKS)
def test_prose_never_raises(runs: list[TextRun], work: Work) -> None:
    """Whatever stands there and whatever is registered, there is a verdict for each DOI."""
    found = claims(Passage(tuple(runs)))
    assert len(found) == sum(run.doi is not None for run in runs)
    for claim in found:
        assert agreement(claim, work).evidence.reason


@given(TEXTS, TEXTS, TEXTS, WORKS)
def test_entries_never_raise(title: str, people: str, year: str, work: Work) -> None:
    """Whatever stands in the fields, there is a verdict."""
    claim = claim_of_fields(NAME, Span(0, 0), titles=[title], people=people, year=year)
    assert agreement(claim, work).evidence.reason


@given(TITLE, st.lists(FAMILY, max_size=5), st.integers(1500, 2049))
def test_a_work_agrees_with_its_own_fields(title: str, families: list[str], year: int) -> None:
    """An entry made from a record agrees with it."""
    work = Work(Titles((title,)), tuple(map(Person, families)), years=(year,))
    people = " and ".join(families)
    claim = claim_of_fields(NAME, Span(0, 0), titles=[title], people=people, year=str(year))
    assert said(agreement(claim, work)) == "agrees"


@given(TITLE, st.lists(FAMILY, min_size=1, max_size=5), st.integers(1500, 2049))
def test_a_work_agrees_with_its_own_reference(title: str, families: list[str], year: int) -> None:
    """A reference made from a record agrees with it, in each style; it never disagrees without."""
    assume(len(content(words(title))) >= 3)
    work = Work(Titles((title,)), tuple(map(Person, families)), years=(year,))
    first = families[0]
    for text in (
        f"{', '.join(f'{name}, A.' for name in families)} ({year}). {title}. Botany, 3(1), 5–9. ",
        f"{', '.join(f'{name} AB' for name in families)}. {title}. Botany. {year};3:5-9. doi: ",
        f"{first} A. “{title}.” Botany 3 ({year}): 5–9. ",
    ):
        (claim,) = claims(
            Passage((TextRun(RunKind.PLAIN, text), TextRun(RunKind.DOI, "x", doi=NAME)))
        )
        assert said(agreement(claim, work)) == "agrees"


@given(TEXTS)
def test_white_space_and_case(text: str) -> None:
    """White space is no evidence, nor is the case of a title."""
    verdicts = set()
    for form in (text, "  ".join(f" {text} ".split(" ")), text.replace(" ", "\n\t")):
        runs = (TextRun(RunKind.PLAIN, form), TextRun(RunKind.DOI, "x", doi=NAME))
        verdicts.add(said(agreement(claims(Passage(runs))[0], WORK)))
    assert len(verdicts) == 1
    claim = claim_of_fields(NAME, Span(0, 0), titles=[text])
    upper = WORK.replace(titles=Titles(tuple(title.upper() for title in WORK.titles.main)))
    assert said(agreement(claim, WORK)) == said(agreement(claim, upper))


@given(TEXTS, st.data())
def test_cuts_into_runs(text: str, data: st.DataObject) -> None:
    """Into how many plain runs a parser cuts its text does not change the verdict."""
    at = data.draw(st.integers(0, len(text)))
    doi = TextRun(RunKind.DOI, "x", doi=NAME)
    whole = claims(Passage((TextRun(RunKind.PLAIN, text), doi)))[0]
    cut = claims(
        Passage((TextRun(RunKind.PLAIN, text[:at]), TextRun(RunKind.PLAIN, text[at:]), doi))
    )[0]
    assert cut == whole
