"""Look up DOIs that differ from an unregistered one by a single typo, in at most two lists.

The likely typos are looked up first, then the others. The second list is left out if the first one
leads to a registered DOI that differs in more than digits. A run looks up at most `MOST` of these
DOIs; first the likely typos of each DOI, in the order of the documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.readers.which_ra import may_ask
from mdlint_doi.lint.letters import candidates_of
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.placeholders import is_page, is_placeholder
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.names.spelling import Kind
from mdlint_doi.names.typos import LIKELY, Typo, typos
from mdlint_doi.run.learned import DENIED, Learned
from mdlint_doi.text.numbers import counted

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer

MOST: Final = 10_000
"""The most similar DOIs that a run looks up: 200 requests."""


def similar_names(
    learned: Learned, mentions: Iterable[Mention], *, recorded: bool
) -> SimilarNames | None:
    """Return the similar DOIs to look up; None if there are none.

    Args:
        learned: the answers for the DOIs of the documents and for the candidates.
        mentions: the mentions of DOIs that are not registered, at least.
        recorded: whether those are meant of which the records file has the answer. It also has
            their similar DOIs that were registered, so that no request is needed.
    """
    mentions = [*mentions]
    # A candidate may be registered that only other mentions of the DOI may mean.
    unclear = {
        mention.doi
        for mention in mentions
        if mention.doi is not None
        and (found := learned.suggestions.get(mention.doi))
        and set(found).isdisjoint(candidates_of(mention))
    }
    wanted = [
        doi
        for doi, found in learned.suggestions.items()
        if (not found or doi in unclear)
        and doi not in learned.not_meant
        and (doi in learned.answers and learned.answers[doi].origin == "records") == recorded
    ]
    similar = SimilarNames(wanted, mentions, learned.answers) if wanted else None
    return similar if similar and similar.is_needed else None


def with_similar(learned: Learned, similar: SimilarNames) -> Learned:
    """Return the answers with those for similar DOIs."""
    return learned.replace(
        candidates={**learned.candidates, **similar.answers},
        similar={**learned.similar, **similar.registered},
        similar_in_part=similar.in_part.union(learned.similar_in_part),
        messages=tuple(filter(None, (*learned.messages, similar.message))),
    )


class SimilarNames:
    """The similar DOIs of a run: which to look up next, and which are registered."""

    def __init__(
        self, wanted: Iterable[Doi], mentions: Iterable[Mention], answers: Mapping[Doi, Answer]
    ) -> None:
        """Choose the DOIs that may have a typo.

        Args:
            wanted: the DOIs for which no other candidate is registered.
            mentions: the mentions of DOIs that are not registered, at least.
            answers: the answers for the DOIs of the documents.
        """
        typed = {
            mention.doi for mention in mentions if mention.spelling.kind is not Kind.IDENTIFIER
        }
        self._rest = {
            doi: typos(doi, has_known_prefix=missing.has_known_prefix)
            for doi in wanted
            if doi in typed and (missing := _mistyped(doi, answers)) is not None
        }
        self._known = answers
        self._found: dict[Doi, list[Typo]] = {doi: [] for doi in self._rest}
        self._failed = set[Doi]()
        self._left_out = set[Doi]()
        self._asked: dict[Doi, list[Typo]] = {}
        self._left = MOST
        self.answers: dict[Doi, Answer] = {}
        """The answers for the similar DOIs that are registered."""

    @property
    def is_needed(self) -> bool:
        """Whether there is any DOI to look up."""
        return any(self._rest.values())

    def lists(self) -> Iterator[list[Doi]]:
        """Yield the likely DOIs, then the others; pass the answers to `take` after each list."""
        yield from self._fresh(self._rest, slice(LIKELY))
        unclear = [doi for doi in self._rest if all(typo.is_number for typo in self._found[doi])]
        yield from self._fresh(unclear, slice(LIKELY, None))

    def _fresh(self, wanted: Iterable[Doi], part: slice) -> Iterator[list[Doi]]:
        """Yield a list unless the answers for all its DOIs are known; then take these."""
        if names := self._list(wanted, part):
            yield names
        else:
            self.take({})

    def _list(self, wanted: Iterable[Doi], part: slice) -> list[Doi]:
        """Return a part of the similar DOIs of each DOI, as far as the run may look them up."""
        names: dict[Doi, None] = {}
        self._asked = {}
        for doi in wanted:
            several = [typo for typo in self._rest[doi][part] if may_ask(typo.doi)]
            fresh = [
                typo.doi
                for typo in several
                if typo.doi not in names and typo.doi not in self._known
            ]
            if len(names) + len(fresh) > self._left:
                self._left_out.add(doi)
                continue
            names.update(dict.fromkeys(fresh))
            self._asked[doi] = several
        self._left -= len(names)
        return list(names)

    def take(self, answers: Mapping[Doi, Answer]) -> None:
        """Note the answers for a list."""
        for doi, part in self._asked.items():
            for typo in part:
                answer = answers.get(typo.doi) or self._known.get(typo.doi)
                if answer is None:
                    continue
                if isinstance(answer.outcome, Found):
                    self._found[doi].append(typo)
                    self.answers[typo.doi] = answer
                elif isinstance(answer.outcome, Unknown) and answer.outcome.cause not in DENIED:
                    self._failed.add(doi)

    @property
    def registered(self) -> dict[Doi, tuple[Doi, ...]]:
        """The similar DOIs that are registered, in order."""
        return {
            doi: tuple(typo.doi for typo in found) for doi, found in self._found.items() if found
        }

    @property
    def in_part(self) -> frozenset[Doi]:
        """The DOIs for which not all similar DOIs were looked up."""
        return frozenset(self._failed | self._left_out)

    @property
    def message(self) -> str:
        """A sentence for the user if the run has too many wrong DOIs; otherwise empty."""
        if not self._left_out:
            return ""
        names = counted(len(self._left_out), "DOI")
        are = "is" if len(self._left_out) == 1 else "are"
        return (
            f"{names} that {are} not registered: similar DOIs were not all looked up, because a"
            f" run looks up at most {MOST:,}"
        )


def _mistyped(doi: Doi, answers: Mapping[Doi, Answer]) -> Missing | None:
    """Return the outcome of a DOI that may have a typo; None for any other."""
    answer = answers.get(doi)
    if answer is None or not may_ask(doi) or is_placeholder(doi) or is_page(doi):
        return None
    return answer.outcome if isinstance(answer.outcome, Missing) else None
