"""What is registered? Records file, then cache, then the network; each distinct name once.

A network that fails, in whatever way, makes `Unknown`; nothing but unusable settings raises. The
network's modules are imported when the first name has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.lookup.answer import Answer
from mdlint_doi.lookup.batch import Batch, Progress
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.settings import LookupSettings
from mdlint_doi.lookup.store import Store
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.record import Cause, Unknown

if TYPE_CHECKING:
    from asyncio import Runner

    from mdlint_doi.lookup.session import Session

CHUNK: Final = 2000
"""Names that `iter_resolve` holds at a time."""

_OFFLINE: Final = Unknown(Cause.OFFLINE)
_INTERRUPTED: Final = Unknown(Cause.INTERRUPTED)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while names were asked.

    Attributes:
        answers: all names; those that were not answered are Unknown, interrupted. What was
            answered is in the cache.

    """

    def __init__(self, answers: Mapping[Doi, Answer]) -> None:
        """Keep what is known."""
        super().__init__()
        self.answers = answers


def resolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    confirm: bool = True,
    progress: Progress | None = None,
) -> dict[Doi, Answer]:
    """Return an answer for each distinct name, in the order of `dois`.

    Args:
        dois: names; of two that are equal the first is asked.
        settings: where and how to ask.
        confirm: False for candidates of which only the registered ones matter: what Which RA
            denies is Unknown then, and no Agency is asked for.
        progress: called with how many names are answered, and how many there are.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.
        Interrupted: on Ctrl-C, with what is known.

    """
    with _Run(settings) as run:
        return run.answer(list(dict.fromkeys(dois)), confirm=confirm, progress=progress)


async def aresolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    confirm: bool = True,
    progress: Progress | None = None,
) -> dict[Doi, Answer]:
    """Do what `resolve` does, within a running event loop; cancelling keeps what was answered."""
    parse_server(settings.server)
    with Store(settings) as store:
        batch = Batch(list(dict.fromkeys(dois)), store, progress)
        if batch.rest and not settings.offline:
            from mdlint_doi.lookup.session import Session

            async with Session(settings) as session:
                await _ask(session, batch, confirm=confirm)
        return batch.answers(_OFFLINE)


def iter_resolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
) -> Iterator[tuple[Doi, Answer]]:
    """Yield names and answers in the order of `dois`, of which few are held at a time.

    A name that is repeated comes once in a chunk of `CHUNK` names, and again in a later one.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.
        Interrupted: on Ctrl-C, with what is known of the chunk.

    """
    names = iter(dois)
    with _Run(settings) as run:
        while chunk := list(dict.fromkeys(islice(names, CHUNK))):
            yield from run.answer(chunk).items()


class _Run:
    """Store, event loop and connections that all chunks of a run share; a context."""

    def __init__(self, settings: LookupSettings) -> None:
        parse_server(settings.server)
        self._settings = settings
        self._store = Store(settings)
        self._runner: Runner | None = None
        self._session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._store.__exit__(kind, error, trace)
        if self._runner is not None and self._session is not None:
            self._runner.run(self._session.__aexit__(kind, error, trace))
            self._runner.close()

    def answer(
        self,
        names: Sequence[Doi],
        *,
        confirm: bool = True,
        progress: Progress | None = None,
    ) -> dict[Doi, Answer]:
        batch = Batch(names, self._store, progress)
        if batch.rest and not self._settings.offline:
            try:
                runner, session = self._network()
                runner.run(_ask(session, batch, confirm=confirm))
            except KeyboardInterrupt:
                raise Interrupted(batch.answers(_INTERRUPTED)) from None
        return batch.answers(_OFFLINE)

    def _network(self) -> tuple[Runner, Session]:
        """Return event loop and connections, made at first use."""
        if self._runner is None or self._session is None:
            from asyncio import Runner

            from mdlint_doi.lookup.session import Session

            self._runner, self._session = Runner(), Session(self._settings)
        return self._runner, self._session


async def _ask(session: Session, batch: Batch, *, confirm: bool) -> None:
    """Ask what is left of a batch, and keep the answers, come what may."""
    try:
        await session.ask(batch.rest, batch.take, confirm=confirm)
    finally:
        batch.save()
