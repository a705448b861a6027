"""The look-ups of a run, in order; a run without look-ups does not need this module.

Distinct DOIs are looked up, then the candidates for "did you mean", and the result is a `Learned`.
A notice names the hosts that receive DOIs; it is printed only once, and the cache records this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.event_loop import in_thread, wait_for
from mdlint_doi.ask.readers.names_json import AnswerKind
from mdlint_doi.ask.resolve import Interrupted, NameResolver, Progress, Watch
from mdlint_doi.ask.settings import LookupSettings, RegistrySettings
from mdlint_doi.ask.store import KEPT_DAYS, CachedAnswers
from mdlint_doi.lint.engine import SettingsOf, candidates_to_look_up, dois_to_look_up
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.running_names import longer as longer_name
from mdlint_doi.lint.running_names import not_meant
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.run.learned import DENIED, Learned
from mdlint_doi.run.similar import similar_names, with_similar
from mdlint_doi.services import Days, agencies

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer

MentionsOf = Callable[[Mapping[Doi, "Answer"]], Iterable[Mention]]
"""Returns, given the answers, the mentions in documents with an unregistered DOI, at least."""
_NAMED: Final = AnswerKind[str, bool](
    key=str,
    read=lambda entry, _: entry == "true" or None,
    write=lambda _: "true",
    days=lambda *_: Days(KEPT_DAYS, KEPT_DAYS),
)
"""The hosts that a note has named, in the cache."""


def learn(
    mentions: Sequence[Mention],
    settings: Settings,
    progress: Progress | None = None,
    settings_of: SettingsOf | None = None,
) -> Learned:
    """Return what `alearn` returns, to a caller that is not a coroutine."""
    return wait_for(alearn(mentions, settings, progress, settings_of))


async def alearn(
    mentions: Sequence[Mention],
    settings: Settings,
    progress: Progress | None = None,
    settings_of: SettingsOf | None = None,
) -> Learned:
    """Look up each distinct DOI once, then the candidates for "did you mean".

    Args:
        mentions: the mentions of all documents.
        settings: the settings of the run.
        progress: receives the number of answers and the number of DOIs.
        settings_of: returns the settings of a document; None: those of the run apply to all.

    Returns:
        The answers. Failures of a network or a server raise no exception; the answer is `Unknown`.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    of_file = settings_of or (lambda _: settings)
    names = await in_thread(dois_to_look_up, mentions, of_file) if settings.looks_up else ()
    return await look_up_dois(
        [names], lambda _: mentions, settings, settings_of=of_file, progress=progress
    )


async def look_up_dois(  # noqa: PLR0913 - independent options
    names: Iterable[Iterable[Doi]],
    mentions_of: MentionsOf,
    settings: Settings,
    *,
    settings_of: SettingsOf,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Learned:
    """Do what `alearn` does, for DOIs that are read in parts while others are looked up.

    Args:
        names: the DOIs in parts; a part is read while others are looked up.
        mentions_of: returns the mentions of unregistered DOIs, to make candidates.
        settings: the settings of the run.
        settings_of: returns the settings of a document.
        progress: as for `alearn`.
        watch: receives each DOI and its outcome as soon as it is known.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    if not settings.looks_up:
        return Learned()
    names = iter(names)
    first = next(filter(None, names), None)
    if first is None:
        return Learned(online=True)
    answers: Mapping[Doi, Answer] = {}
    async with NameResolver(lookup_settings(settings)) as resolver:
        try:
            names = chain([first], names)
            answers = await resolver.resolve_parts(names, progress=progress, watch=watch)
            missing = await in_thread(lambda: [*mentions_of(answers)])
            outcomes = Learned(answers).outcomes
            wanted = await in_thread(candidates_to_look_up, missing, outcomes, settings_of)
            fresh = _fresh(wanted, answers)
            candidates = await resolver.resolve(fresh, confirm=False, needed=_needed(missing))
            learned = _learned(answers, candidates, wanted, missing)
            learned = await _with_recorded(learned, missing, settings)
            if similar := await in_thread(lambda: similar_names(learned, missing, recorded=False)):
                for dois in similar.lists():
                    similar.take(await resolver.resolve(dois, confirm=False))
                learned = with_similar(learned, similar)
        except Interrupted as stopped:
            return Learned(answers or stopped.answers, online=True, interrupted=True)
    return learned


def _fresh(wanted: Mapping[Doi, tuple[Doi, ...]], known: Mapping[Doi, Answer]) -> list[Doi]:
    """Return the distinct candidates that were not looked up."""
    others = dict.fromkeys(candidate for group in wanted.values() for candidate in group)
    return [candidate for candidate in others if candidate not in known]


async def _with_recorded(
    learned: Learned, missing: Sequence[Mention], settings: Settings
) -> Learned:
    """Return the answers with the similar DOIs that the records file has; no request is sent."""
    similar = similar_names(learned, missing, recorded=True) if settings.records else None
    if similar is None:
        return learned
    async with NameResolver(lookup_settings(settings.replace(offline=True))) as resolver:
        for dois in similar.lists():
            similar.take(await resolver.resolve(dois, confirm=False))
    return with_similar(learned, similar)


def _needed(missing: Iterable[Mention]) -> frozenset[Doi]:
    """Return the DOIs that must be looked up before an unregistered one is reported."""
    return frozenset(doi for mention in missing for doi in mention.longer)


def _learned(
    answers: Mapping[Doi, Answer],
    candidates: Mapping[Doi, Answer],
    wanted: Mapping[Doi, tuple[Doi, ...]],
    missing: Sequence[Mention],
) -> Learned:
    """Return the answers; those for longer DOIs that are meant count as answers for DOIs.

    If a longer DOI could not be looked up, it is not known either which DOI is meant.
    """
    known = {**candidates, **answers}
    suggestions = {
        doi: tuple(
            candidate
            for candidate in group
            if candidate in known and isinstance(known[candidate].outcome, Found)
        )
        for doi, group in wanted.items()
    }
    unmeant, longer = not_meant(missing, Learned(answers, candidates).outcomes)
    names = {doi: known[doi] for doi in longer}
    names |= dict(_unanswered(missing, known))
    answers = {**answers, **names} if names else answers
    return Learned(answers, candidates, suggestions, frozenset(unmeant), online=True)


def _unanswered(
    missing: Iterable[Mention], known: Mapping[Doi, Answer]
) -> Iterator[tuple[Doi, Answer]]:
    """Yield unregistered DOIs of which a longer DOI, which may be meant, could not be looked up.

    An answer of *Which RA* that was not confirmed counts as "not registered" here.
    """
    outcomes = {doi: answer.outcome for doi, answer in known.items()}
    for mention in missing:
        doi = mention.doi
        if doi is None or not isinstance(outcomes.get(doi), Missing):
            continue
        if longer_name(mention, outcomes) is None:
            others = (known[name] for name in mention.longer if name in known)
            yield from ((doi, answer) for answer in others if _is_failure(answer.outcome))


def _is_failure(outcome: Outcome) -> bool:
    return isinstance(outcome, Unknown) and outcome.cause not in DENIED


def lookup_settings(settings: Settings) -> LookupSettings:
    """Return the settings of look-ups, from the settings of a run."""
    return LookupSettings(
        server=settings.server.rstrip("/"),
        read_records=settings.reads_records,
        concurrency=settings.concurrency,
        offline=settings.offline,
        records=settings.records,
        cache_dir=settings.cache_dir,
        use_cache=settings.use_cache and not settings.offline,
        max_age=settings.max_age,
    )


def registry_settings(settings: Settings) -> RegistrySettings:
    """Return the settings of requests for works, from the settings of a run."""
    asked = RegistrySettings(lookup=lookup_settings(settings), contact=settings.contact)
    return asked.replace(
        **{service.name: settings.server_of(service).rstrip("/") for service in agencies()}
    )


def is_first_time(settings: LookupSettings, hosts: Sequence[str]) -> bool:
    """Return whether a host receives DOIs for the first time, and note the hosts in the cache.

    Without a cache, hosts cannot be noted and are always new.
    """
    if not (hosts and settings.use_cache):
        return bool(hosts)
    with CachedAnswers(_NAMED, settings.cache_dir, "hosts named in a note") as named:
        known = named.read(hosts)
        named.write({host: True for host in hosts if host not in known})
    return len(known) < len({*hosts})
