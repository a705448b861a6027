r"""What is shown where the pointer rests on a DOI: whether it is registered, and as what.

Titles and names come from strangers, and editors render Markdown: all of ASCII's punctuation is
escaped, so that neither links, images, HTML nor addresses that become links are left, and what is
invisible or changes the direction of text is written as `\u202e`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.rules.other_work import why_not_read
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import markdown_destination
from mdlint_doi.names.outcome import Cause, Found, Missing, Unknown, explained
from mdlint_doi.report.safe import line
from mdlint_doi.works.work import (
    KnownWork,
    NotHeld,
    Person,
    UnknownWork,
    Update,
    Work,
    concern,
    correction,
    retraction,
)

_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
_LONGEST: Final = 300
"""Code points of a title; of other texts, half of it."""
_PEOPLE: Final = 5


class HoverText(NamedTuple):
    """A line, and how it is set off.

    Attributes:
        text: what strangers wrote, made harmless by `line`.
        mark: put around it in Markdown.
        link: where it leads, if it does.

    """

    text: str
    mark: str = ""
    link: str = ""


def as_markdown(doi: Doi, facts: Facts) -> str:
    """Return what is known of a name, as Markdown."""
    return "\n\n".join(map(_in_markdown, _lines(doi, facts)))


def as_plain_text(doi: Doi, facts: Facts) -> str:
    """Return the same for editors that render no Markdown."""
    return "\n".join(one.text for one in _lines(doi, facts))


def escaped(text: str) -> str:
    """Return a text as Markdown that shows it and nothing else."""
    return _PUNCTUATION.sub(r"\\\1", text)


def _in_markdown(one: HoverText) -> str:
    text = f"{one.mark}{escaped(one.text)}{one.mark}"
    return f"[{text}]({markdown_destination(one.link)})" if one.link else text


def _lines(doi: Doi, facts: Facts) -> Iterator[HoverText]:
    yield HoverText(line(str(doi), _LONGEST), link=doi.url())
    outcome, registered = facts.outcome(doi), facts.works.get(doi)
    agency = registered.work.agency if isinstance(registered, KnownWork) else ""
    yield HoverText(_verdict(outcome, agency), "**")
    if isinstance(outcome, Missing) and (names := facts.suggestions.get(doi)):
        yield HoverText(f"Did you mean {', '.join(line(str(one), 150) for one in names[:3])}?")
    match registered:
        case KnownWork(work):
            yield from _work(work)
        case NotHeld(agency):
            yield HoverText(f"{line(agency, 100)} registered it; its records are not read.")
        case UnknownWork(cause):
            yield HoverText(
                f"What it is registered as could not be read: {line(why_not_read(cause))}"
            )


def _verdict(outcome: Found | Missing | Unknown | None, agency: str) -> str:
    match outcome:
        case Found():
            agency = outcome.agency or agency
            return f"Registered with {line(agency, 100)}" if agency else "Registered"
        case Missing():
            return "Not registered"
        case Unknown(cause=Cause.OFFLINE) | None:
            return "Not looked up"
        case Unknown():
            return f"Could not be checked: {line(explained(outcome), _LONGEST // 2)}"


def _work(work: Work) -> Iterator[HoverText]:
    yield from _notices(work)
    yield HoverText(line(work.titles.shown, _LONGEST) or "(no title is registered)", "*")
    people = [line(_name(one), 100) for one in work.people[:_PEOPLE]]
    if len(work.people) > _PEOPLE:
        people.append(f"and {len(work.people) - _PEOPLE} others")
    details = ["; ".join(people), str(min(work.years)) if work.years else ""]
    details += [line(one, _LONGEST // 2) for one in work.containers[:1]]
    details.append(line(work.type, 50))
    joined = " · ".join(one for one in details if one)
    if joined:
        yield HoverText(joined)


def _notices(work: Work) -> Iterator[HoverText]:
    kinds: tuple[tuple[str, Callable[[Work], Update | None]], ...] = (
        ("RETRACTED", retraction),
        ("Expression of concern", concern),
        ("Corrected", correction),
    )
    for word, of_work in kinds:
        update = of_work(work)
        if update is not None:
            notice = f" by {line(str(update.notice), 150)}" if update.notice else ""
            date = f", {line(update.date, 20)}" if update.date else ""
            yield HoverText(f"{word}{notice}{date}", "**")


def _name(person: Person) -> str:
    return person.group or " ".join(one for one in (person.given, person.family) if one)
