"""The cases of the standards and of public test suites: a sample here, all in the shared folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from names.name_cases import HERE, Case, answer, cases_in, nasty_names, same

from mdlint_doi.names.doi import parse
from mdlint_doi.names.suggest import LIMIT, candidates

SAMPLE = list(cases_in(HERE / "sample_cases.jsonl"))
MADE_ALIKE = "U+0041 U+0301 kept decomposed"
"""The file holds the name composed, against its own note; names are never normalized."""


@pytest.mark.parametrize(
    "case",
    [case for case in SAMPLE if case.asked],
    ids=lambda case: f"{case.kind}:{case.input[:40]!a}",
)
def test_sample(case: Case) -> None:
    """Each undisputed case of the sample has its expected answer."""
    assert same(case, answer(case))


def test_every_encoding(shared: Path) -> None:
    """Every `encode` case is exact."""
    cases = [case for case in cases_in(shared / "spec/cases.jsonl") if case.kind == "encode"]
    assert len(cases) > 80
    assert [case.input for case in cases if answer(case) != case.expect] == []


def test_every_undisputed_case(shared: Path) -> None:
    """All cases that need no look-up and on which sources agree are answered as expected."""
    cases = [
        case
        for case in cases_in(shared / "spec/cases.jsonl")
        if case.kind != "encode" and case.asked and MADE_ALIKE not in case.note
    ]
    assert len(cases) > 200
    assert [case.input for case in cases if not same(case, answer(case))] == []


def test_disputed_cases(shared: Path) -> None:
    """Where sources disagree, the standards win; these are all the cases that they lose."""
    lost = {
        # A final colon in running text: a sentence's, unlike the standard's own example.
        "DOI for an article from JAMA",
        # DESIGN section 4: legacy prefixes through `normalize`, a hint for `x/` suffixes at most,
        # any host in `normalize`, letters in the registrant code where a name is presented.
        "doi:alpha-beta/182.342-24",
        "doi:1.23/2002/january/21/4690",
        "10.5555/1/2345678",
        "https://SomeRandomWeb.com/10.5284/1000184",
        "https://doi.org/10.506X/dryad.8515",
        "10.1.NOTGOOD.0/123456",
        "10.10O0/123456",
        # Legal by the standard, though peers reject them; and a spelling is no name.
        "10.3390/photonics 11070630",
        "10.23750/abm.v88i2 -s.6506",
        "10.17167/mksz.2017.2.129–155",
        "10.6002/ect.2020.häyry",
        "doi:10.1234/56789",
    }
    disputed = [
        case
        for case in cases_in(shared / "spec/cases.jsonl")
        if not case.asked
        and not any(word in case.note for word in ("REPAIR", "existence", "optional"))
    ]
    missed = {case.input for case in disputed if not same(case, answer(case))}
    assert {text for text in missed if not any(text.startswith(start) for start in lost)} == set()


def _repairs(path: Path) -> list[Case]:
    return [case for case in cases_in(path) if "REPAIR network" in case.note]


def test_repairs(shared: Path) -> None:
    """The expected name is a candidate, and the first that is registered."""
    cases = _repairs(shared / "spec/cases.jsonl")
    registered = {parse(str(case.expect)) for case in cases}
    registered |= {parse(name) for name in nasty_names(shared)}
    for case in cases:
        names = [repair.doi for repair in candidates(case.input)]
        assert len(names) <= LIMIT
        found = [name for name in names if name in registered]
        assert found == [parse(str(case.expect))], case.input


def test_other_repairs(shared: Path) -> None:
    """Repairs that need no look-up have their name among the candidates, too."""
    cases = [case for case in cases_in(shared / "spec/cases.jsonl") if "REPAIR" in case.note]
    missed = [
        case.input
        for case in cases
        if parse(str(case.expect)) not in {repair.doi for repair in candidates(case.input)}
    ]
    assert missed == ["10.1#}{234/jou'rnal:_5(67)\"-89"]
