"""What was learned of names, as the rules are told."""

from __future__ import annotations

from linear import is_linear

from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.learned import Learned


def learned(count: int) -> Learned:
    """Return that so many names are registered."""
    answer = Answer(Found(), AnsweredBy.NETWORK)
    return Learned({Doi("10.1000", str(number)): answer for number in range(count)})


def test_whether_anything_was_learned() -> None:
    """Each document asks that: it is told without counting all names of the run."""

    def ask(known: Learned) -> None:
        for _ in known.answers:
            assert known.outcomes

    assert is_linear(ask, learned(250), learned(2000))
    assert not Learned().outcomes
    assert Learned(candidates=learned(1).answers).outcomes
