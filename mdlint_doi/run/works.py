"""Look up the registered works of DOIs: choose the DOIs, and estimate the time.

Unless all works are looked up, the chosen DOIs are those whose works a document describes. All
other DOIs are added if there are only a few; for these, only a retraction can be reported. The
remaining DOIs are counted, with an estimate of the time that they would take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.event_loop import in_thread
from mdlint_doi.ask.readers.registry import MOST_NAMES
from mdlint_doi.lint.engine import SettingsOf
from mdlint_doi.lint.own_names import may_give_own_name
from mdlint_doi.lint.registered import verdict_of
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Outcome
from mdlint_doi.run.asking import MentionsOf, is_first_time, look_up_dois, registry_settings
from mdlint_doi.run.compared import Citing
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.text.value import Value
from mdlint_doi.works.verdict import Agrees, Disagrees, Strength
from mdlint_doi.works.work import KnownWork, UnknownWork, Work, WorkOutcome, concern, retraction

if TYPE_CHECKING:
    from mdlint_doi.ask.background import Background
    from mdlint_doi.ask.planning import Accusations, Plan
    from mdlint_doi.ask.resolve import Progress, Watch
    from mdlint_doi.ask.settings import RegistrySettings
    from mdlint_doi.ask.works import Asked, KnownNames


FEW: Final = 200
"""The most DOIs without a description of their work that are looked up nevertheless."""
_LONG: Final = 5.0
"""Seconds from which the user is informed beforehand."""


class WorksWanted(Value):
    """The DOIs whose works are looked up, and the others.

    Attributes:
        names: the DOIs to look up, in order of appearance.
        left_out: the other DOIs, if there are too many; no document describes their works.
        meant: DOIs that are not in the documents, but that differ by a typo from an unregistered
            DOI whose work a document describes.
    """

    names: tuple[Doi, ...] = ()
    left_out: tuple[Doi, ...] = ()
    meant: tuple[Doi, ...] = ()

    @property
    def every(self) -> tuple[Doi, ...]:
        """All DOIs to look up."""
        return (*self.names, *self.meant)


async def look_up_all(  # noqa: PLR0913 - independent options
    documents: Sequence[Citing],
    names: Iterable[Iterable[Doi]],
    mentions_of: MentionsOf,
    settings: Settings,
    *,
    settings_of: SettingsOf | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Learned:
    """Look up DOIs and works at the same time.

    Works are requested as soon as the first DOIs are known to be registered.

    Args:
        documents: drafts of the documents, with their descriptions of works.
        names: the DOIs in parts; a part is read while others are looked up.
        mentions_of: returns the mentions of unregistered DOIs, to make candidates.
        settings: the settings of the run.
        settings_of: returns the settings of a document; None: those of the run apply to all.
        progress: receives the number of answers and the number of DOIs.
        tell: receives a sentence before a long operation.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    settings_of = settings_of or (lambda _: settings)
    background = _background(documents, settings, settings_of)
    with background or nullcontext():
        learned = await look_up_dois(
            names,
            mentions_of,
            settings,
            settings_of=settings_of,
            progress=progress,
            watch=_watch(background),
        )
        return await look_up_works(
            documents,
            learned,
            settings,
            settings_of=settings_of,
            progress=progress,
            tell=tell,
            beside=background,
        )


async def look_up_works(  # noqa: PLR0913 - independent options
    documents: Sequence[Citing],
    learned: Learned,
    settings: Settings,
    *,
    settings_of: SettingsOf | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    beside: Background | None = None,
) -> Learned:
    """Return the answers, with the registered works of the DOIs.

    Args:
        documents: documents or their drafts, with their descriptions of works.
        learned: the answers about the DOIs.
        settings: the settings of the run.
        settings_of: returns the settings of a document; None: those of the run apply to all.
        progress: receives the number of answers and the number of works.
        tell: receives a sentence before a long operation.
        beside: has already requested some of the works; None: no work is requested.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    documents = [as_registered(document, learned.outcomes) for document in documents]
    of_file = settings_of or (lambda _: settings)
    wanted = await in_thread(_wanted, documents, learned, settings, of_file)
    if not wanted.every:
        return _without(learned, wanted, settings)
    from mdlint_doi.ask.works import ask, confirm, left

    asking = registry_settings(settings)
    _, agencies, aliases = _known(learned)
    if tell is not None and not asking.lookup.offline:
        fresh = left(wanted.every, asking) if beside is None else beside.left(wanted.every)
        _tell_how_long(tell, fresh, asking, agencies)
    if beside is None:
        asked = await ask(
            wanted.every, asking, agencies=agencies, aliases=aliases, progress=progress
        )
    else:
        asked = await beside.asked(
            wanted.every, agencies=agencies, aliases=aliases, progress=progress
        )
    doubtful = await in_thread(_accused, documents, asked, asking)
    if doubtful and asked.interrupted:
        nothing = dict.fromkeys(doubtful.names, UnknownWork(str(Cause.INTERRUPTED)))
        asked = asked.replace(answers={**asked.answers, **nothing})  # these cannot be confirmed
    elif doubtful:
        again = await confirm(doubtful, asking, agencies=agencies, aliases=aliases)
        asked = asked.with_confirmed(again)
    return _with(learned, wanted, asked, asking)


def _accused(
    documents: Sequence[Citing], asked: Asked, asking: RegistrySettings
) -> Accusations | None:
    """Return the works to confirm before a warning; None: there are none."""
    found = None if asking.lookup.offline else accusations(documents, asked.answers)
    return found if found and found.names else None


def _wanted(
    documents: Sequence[Citing], learned: Learned, settings: Settings, settings_of: SettingsOf
) -> WorksWanted:
    if not (settings.looks_up_works and learned.online) or learned.interrupted:
        return WorksWanted()
    judged = _judged_for_works(documents, settings_of)
    names = dict.fromkeys(mention.doi for document in judged for mention in document.mentions)
    every = [doi for doi in names if doi is not None and _is_registered(doi, learned)]
    meant = _may_be_meant(judged, learned) if learned.similar else []
    others = tuple(doi for doi in meant if doi not in names)
    if settings.looks_up_all_works or not every:
        return WorksWanted(tuple(every), meant=others)
    return _few(every, _claimed(judged), registry_settings(settings)).replace(meant=others)


def _may_be_meant(documents: Iterable[Citing], learned: Learned) -> list[Doi]:
    """Return the DOIs that differ by a typo from one whose work a document describes."""
    claimed = _claimed(documents)
    found = (
        other for doi, several in learned.similar.items() if doi in claimed for other in several
    )
    return list(dict.fromkeys(found))


def _is_registered(doi: Doi, learned: Learned) -> bool:
    answer = learned.answers.get(doi)
    return answer is not None and isinstance(answer.outcome, Found)


def _judged_for_works(documents: Iterable[Citing], settings_of: SettingsOf) -> list[Citing]:
    """Return the documents whose rules need works, or use them for the project's own DOIs."""
    found = [
        (document, Selection.of(settings_of(document.name), document.name))
        for document in documents
    ]
    return [
        document
        for document, selection in found
        if selection.needs(Need.WORKS)
        or (selection.uses(Need.WORKS) and may_give_own_name(document.name))
    ]


def _claimed(documents: Iterable[Citing]) -> set[Doi]:
    """Return the DOIs whose works a document describes."""
    return {
        claim.doi
        for document in documents
        for claim in document.claims()
        if claim.doi is not None and claim.is_comparable
    }


def _few(every: list[Doi], claimed: set[Doi], asking: RegistrySettings) -> WorksWanted:
    """Return the described DOIs, and the others unless too many of them need a request."""
    others = [doi for doi in every if doi not in claimed]
    if len(others) <= FEW:
        return WorksWanted(tuple(every))
    from mdlint_doi.ask.works import left

    fresh = left(others, asking)
    if len(fresh) <= FEW:
        return WorksWanted(tuple(every))
    left_out = set(fresh)
    return WorksWanted(tuple(doi for doi in every if doi not in left_out), tuple(fresh))


def _tell_how_long(
    tell: Callable[[str], None],
    names: Sequence[Doi],
    asking: RegistrySettings,
    agencies: Mapping[Doi, str],
) -> None:
    """Report beforehand how long the requests for works take, if they take long."""
    found = _planned(names, asking, agencies)
    if found.seconds < _LONG:
        return
    sentence = f"looking up works: {found.requests} requests, about {found.seconds:.0f} s"
    if found.seconds_with_contact < found.seconds:
        sentence += (
            f"; about {found.seconds_with_contact:.0f} s if you set contact to your e-mail address"
        )
    tell(sentence)


def _planned(names: Sequence[Doi], asking: RegistrySettings, agencies: Mapping[Doi, str]) -> Plan:
    """Return the requests for works that are still needed."""
    from mdlint_doi.ask.planning import plan

    return plan(names, asking, agencies=agencies)


def _known(learned: Learned) -> KnownNames:
    """Return the results of look-ups that are needed to request works."""
    from mdlint_doi.ask.works import known_names

    return known_names(Learned(learned.answers, learned.candidates).outcomes)


def _without(learned: Learned, wanted: WorksWanted, settings: Settings) -> Learned:
    """Return the answers if no work is requested."""
    complete = settings.looks_up_works and not learned.interrupted and not wanted.left_out
    works = WorksLearned(complete=complete)
    if wanted.left_out:
        works = _counted_out(works, learned, wanted, registry_settings(settings))
    return learned.replace(works=works)


def _with(learned: Learned, wanted: WorksWanted, asked: Asked, asking: RegistrySettings) -> Learned:
    """Return the answers with works; offline, works without an answer are left out."""
    answers = {
        doi: answer
        for doi, answer in asked.answers.items()
        if not (isinstance(answer, UnknownWork) and answer.cause == Cause.OFFLINE)
    }
    unknown = any(isinstance(answer, UnknownWork) for answer in answers.values())
    meant = {doi: answers.pop(doi) for doi in wanted.meant if doi in answers}
    works = WorksLearned(
        answers=answers,
        meant=meant,
        asked=len(answers if asking.lookup.offline else wanted.names),
        requests=sum(asked.requests.values()),
        messages=(*_hosts_message(asked, asking), *asked.messages),
        complete=not (unknown or wanted.left_out or asked.interrupted)
        and len(answers) == len(wanted.names),
    )
    if wanted.left_out:
        works = _counted_out(works, learned, wanted, asking)
    return learned.replace(works=works, interrupted=learned.interrupted or asked.interrupted)


def _counted_out(
    works: WorksLearned, learned: Learned, wanted: WorksWanted, asking: RegistrySettings
) -> WorksLearned:
    """Return the answers about works, with the number of DOIs left out and their time."""
    found = _planned(wanted.left_out, asking, _known(learned).agencies)
    return works.replace(
        left_out=len(wanted.left_out),
        seconds=found.seconds,
        seconds_with_contact=found.seconds_with_contact,
    )


def _hosts_message(asked: Asked, asking: RegistrySettings) -> tuple[str, ...]:
    """Return the message about the hosts that received DOIs, once for each cache."""
    hosts = sorted(asked.requests)
    if not is_first_time(asking.lookup, hosts):
        return ()
    sent = f"sent the DOIs to {', '.join(hosts)} to compare references"
    return (f'{sent} (shown once; depth = "registration" turns this off)',)


def _background(
    documents: Sequence[Citing], settings: Settings, settings_of: SettingsOf
) -> Background | None:
    """Return the requests for works in the background; None if there are none."""
    if settings.offline or not settings.looks_up_works:
        return None
    judged = _judged_for_works(documents, settings_of)
    mentioned = {mention.doi for document in judged for mention in document.mentions if mention.doi}

    if len(mentioned) <= MOST_NAMES:
        return None
    from mdlint_doi.ask.background import Background

    def wanted() -> Iterable[Doi]:
        return mentioned if settings.looks_up_all_works else _claimed(judged)

    return Background(registry_settings(settings), wanted)


def _watch(background: Background | None) -> Watch | None:
    """Return the function that passes on registered DOIs; None if there is no background."""
    if background is None:
        return None

    def watch(doi: Doi, outcome: Outcome) -> None:
        if isinstance(outcome, Found) and not (outcome.record and outcome.record.alias):
            background.offer(doi, outcome.agency or "")

    return watch


def accusations(documents: Iterable[Citing], answers: Mapping[Doi, WorkOutcome]) -> Accusations:
    """Return the works that would cause a warning and are not confirmed, and agreeing DOIs."""
    from mdlint_doi.ask.planning import Accusations

    works = {
        doi: answer.work
        for doi, answer in answers.items()
        if isinstance(answer, KnownWork) and not answer.confirmed
    }
    retracted = {doi for doi, work in works.items() if retraction(work) or concern(work)}
    verdicts = _judged(documents, works)
    rest = {doi: verdicts[doi] for doi in works if doi in verdicts and doi not in retracted}
    return Accusations(
        works,
        alone=tuple(doi for doi in works if doi in retracted),
        disagreeing=tuple(doi for doi, is_other in rest.items() if is_other),
        agreeing=tuple(doi for doi, is_other in rest.items() if not is_other),
    )


def _judged(documents: Iterable[Citing], works: Mapping[Doi, Work]) -> dict[Doi, bool]:
    """Return the DOIs for which documents describe a different work (True) or the same (False)."""
    found: dict[Doi, bool] = {}
    for claim in (claim for document in documents for claim in document.claims()):
        if claim.doi is None or claim.doi not in works or found.get(claim.doi):
            continue

        verdict = verdict_of(claim, works[claim.doi])
        if isinstance(verdict, Disagrees) and verdict.strength is Strength.STRONG:
            found[claim.doi] = True  # hints need no second answer
        elif isinstance(verdict, Agrees):
            found.setdefault(claim.doi, False)
    return found
