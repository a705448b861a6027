"""How accusations are confirmed: the first alone, the rest in lists with records known to be right.

What a list said may have been mixed up: shifted by one record, two of them swapped. Such a list
mixes up the controls, too: names whose first record agreed with their citation. The company is
shuffled, since the service has an order of its own, and would mix up the same names again.

Only `confirm` asks; all else is decided by what was answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from mdlint_doi.ask.services.listing import MOST_BYTES, chunks, may_list
from mdlint_doi.names.doi import Doi
from mdlint_doi.works.work import KnownWork, Work, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.ask.session import Done, WorkSession

FIRST: Final = 30
"""Accusations that are asked alone; an ordinary project has no more."""
LISTED: Final = 25
"""Names of a list that are accused, and names that are known to be right, at most."""
_FEWEST_CONTROLS: Final = 5
_FEWEST_LISTED: Final = 3
"""Names below which a list, and one of it alone, save no request."""
_DIFFERING: Final = 0.1
"""The share of the first, above which no list is believed."""


class Accusations(NamedTuple):
    """Works that are about to speak against a document, on an answer that may be mixed up.

    Attributes:
        works: what the names, and those that agree, are registered as by that answer.
        alone: names that are asked alone, however many they are: works that were retracted.
        disagreeing: names of another work than is cited, in order of appearance.
        agreeing: names whose citations agree.

    """

    works: Mapping[Doi, Work] = {}
    alone: tuple[Doi, ...] = ()
    disagreeing: tuple[Doi, ...] = ()
    agreeing: tuple[Doi, ...] = ()

    @property
    def names(self) -> tuple[Doi, ...]:
        """The names to confirm."""
        return (*self.alone, *self.disagreeing)


class ControlledList(NamedTuple):
    """Names that are asked together.

    Attributes:
        agency: whose names they are.
        accused: names to confirm; the first is asked alone, too.
        controls: names whose records are known.

    """

    agency: str
    accused: tuple[Doi, ...]
    controls: tuple[Doi, ...]

    @property
    def names(self) -> tuple[Doi, ...]:
        """All of them."""
        return (*self.accused, *self.controls)


class Questions(NamedTuple):
    """What is asked to confirm.

    Attributes:
        first: the first accusations; their answers say whether lists are believed.
        alone: the names that are asked alone before lists are, the first among them.
        lists: what is asked then. What neither confirms is asked alone at last.

    """

    first: tuple[Doi, ...] = ()
    alone: tuple[Doi, ...] = ()
    lists: tuple[ControlledList, ...] = ()


def plan_questions(accusations: Accusations) -> Questions:
    """Return which accused names are asked alone, and which in lists with which controls."""
    first, rest = accusations.disagreeing[:FIRST], accusations.disagreeing[FIRST:]
    lists = tuple(_lists(rest, accusations))
    listed = {name for one in lists for name in one.accused[1:]}
    alone = (*accusations.alone, *first, *(name for name in rest if name not in listed))
    return Questions(first, alone, lists)


def _lists(names: Iterable[Doi], accusations: Accusations) -> Iterator[ControlledList]:
    """Yield lists of names of one agency, each with controls; none where controls are too few."""
    accused = _by_agency(names, accusations.works)
    controls = _by_agency(accusations.agreeing, accusations.works)
    for agency, members in accused.items():
        known = controls.get(agency, [])
        width, twice = min(LISTED, len(known)), known + known[:LISTED]
        for number, some in enumerate(chunks(members, LISTED, MOST_BYTES // 2)):
            start = number * LISTED % max(len(known), 1)
            company = next(chunks(twice[start : start + width], LISTED, MOST_BYTES // 2), ())
            if len(company) >= _FEWEST_CONTROLS and len(some) >= _FEWEST_LISTED:
                yield ControlledList(agency, some, company)


def _by_agency(names: Iterable[Doi], works: Mapping[Doi, Work]) -> dict[str, list[Doi]]:
    """Return the names that can be listed, shuffled, in the same way in each run."""
    found: dict[str, list[Doi]] = {}
    for name in sorted(filter(may_list, names), key=lambda one: crc32(one.key.encode())):
        found.setdefault(works[name].agency, []).append(name)
    return found


def believes_lists(
    questions: Questions, before: Mapping[Doi, Work], alone: Mapping[Doi, WorkOutcome]
) -> bool:
    """Return whether the first accusations, asked alone, brought what lists had said of them."""
    differing = sum(not _is_same(before[name], alone.get(name)) for name in questions.first)
    return differing <= _DIFFERING * len(questions.first)


def confirmed(
    one: ControlledList,
    before: Mapping[Doi, Work],
    alone: Mapping[Doi, WorkOutcome],
    listed: Mapping[Doi, Work],
) -> tuple[Doi, ...]:
    """Return the accused names of a list that its answer confirms.

    None where a control has another record than before or too few have one, or where the name
    that was asked alone has another; else those of which it says the same as the first answer.

    Args:
        one: the list.
        before: the works by the first answer.
        alone: what was answered to questions for one name.
        listed: the works by the answer to the list; what it lacks was not answered.

    """
    controls = [name for name in one.controls if name in listed]
    sample = one.accused[0]
    if (
        len(controls) < _FEWEST_CONTROLS
        or any(_facts(before[name]) != _facts(listed[name]) for name in controls)
        or sample not in listed
        or not _is_same(listed[sample], alone.get(sample))
    ):
        return ()
    return tuple(
        name
        for name in one.accused[1:]
        if name in listed and _facts(before[name]) == _facts(listed[name])
    )


def _is_same(work: Work, answer: WorkOutcome | None) -> bool:
    return isinstance(answer, KnownWork) and _facts(answer.work) == _facts(work)


def _facts(work: Work) -> Work:
    """Return what two answers about one name share: single records state one date more."""
    return work._replace(as_of=0.0, years=work.years[:1])


async def confirm(
    session: WorkSession,
    accusations: Accusations,
    done: Done,
    agencies: Mapping[Doi, str],
    aliases: Mapping[Doi, Doi],
) -> None:
    """Ask about names that are accused, in a session that asks alone; else as `WorkSession.ask`."""
    questions, before = plan_questions(accusations), accusations.works
    answers: dict[Doi, WorkOutcome] = {}

    def take(name: Doi, outcome: WorkOutcome) -> None:
        answers[name] = outcome
        done(name, outcome)

    await session.ask(questions.alone, take, agencies=agencies, aliases=aliases)
    if believes_lists(questions, before, answers):
        for agency, some in groupby(questions.lists, key=lambda one: one.agency):
            lists = [*some]
            works = await session.ask_lists(agency, [one.names for one in lists])
            for one, listed in zip(lists, works, strict=True):
                for name in confirmed(one, before, answers, listed):
                    take(name, KnownWork(listed[name]))
    rest = [name for name in accusations.names if name not in answers]
    await session.ask(rest, take, agencies=agencies, aliases=aliases)
