"""What the questions of a run share, and what Ctrl-C leaves of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.lookup.answer import Answer
from mdlint_doi.lookup.batch import Batch, Progress, Watch
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.settings import LookupSettings
from mdlint_doi.lookup.store import Store
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown

if TYPE_CHECKING:
    from asyncio import Runner

    from mdlint_doi.lookup.strategy import Session


OFFLINE: Final = Unknown(Cause.OFFLINE)
"""What is said of names that nobody was asked."""
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


class NameResolver:
    """Store, event loop and connections that all questions of a run share; a context.

    The network's modules are imported when the first name has to be asked.
    """

    def __init__(self, settings: LookupSettings) -> None:
        """Read the records file; open nothing yet.

        Raises:
            LookupSettingsError: for a server or a records file that can't be used.

        """
        parse_server(settings.server)
        self._settings = settings
        self._store = Store(settings)
        self._runner: Runner | None = None
        self._session: Session | None = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close what is open."""
        self._store.__exit__(kind, error, trace)
        if self._runner is not None and self._session is not None:
            self._runner.run(self._session.__aexit__(kind, error, trace))
            self._runner.close()

    def resolve(
        self,
        dois: Iterable[Doi],
        *,
        confirm: bool = True,
        agencies: bool = False,
        progress: Progress | None = None,
        watch: Watch | None = None,
    ) -> dict[Doi, Answer]:
        """Return an answer for each distinct name, in the order of `dois`.

        Args:
            dois: names; of two that are equal the first is asked.
            confirm: as in `resolve_parts`, and so are the others.
            agencies: ask for the Agencies of registered names, too.
            progress: called with how many names are answered, and how many there are.
            watch: called with each name and what was learned of it, as soon as it is.

        Raises:
            Interrupted: on Ctrl-C, with what is known.

        """
        return self.resolve_parts(
            [dois], confirm=confirm, agencies=agencies, progress=progress, watch=watch
        )

    def resolve_parts(
        self,
        parts: Iterable[Iterable[Doi]],
        *,
        confirm: bool = True,
        agencies: bool = False,
        progress: Progress | None = None,
        watch: Watch | None = None,
    ) -> dict[Doi, Answer]:
        """Return an answer for each distinct name, in order; ask the first while others are read.

        Args:
            parts: names, some at a time, or none; each part is taken while others are asked.
            confirm: False for candidates of which only the registered ones matter: what Which RA
                denies is Unknown then, and no Agency is asked for.
            agencies: ask for the Agencies of registered names, too: one request more.
            progress: called with how many names are answered, and how many there are.
            watch: called with each name and what was learned of it, as soon as it is.

        Raises:
            Interrupted: on Ctrl-C, with what is known.

        """
        batch = Batch(self._store, progress, watch)
        rest = batch.rest(parts)
        if self._settings.offline:
            deque(rest, maxlen=0)
        elif first := next(filter(None, rest), None):
            try:
                runner, session = self._network()
                rest = chain([first], rest)
                runner.run(ask(session, batch, rest, confirm=confirm, agencies=agencies))
            except KeyboardInterrupt:
                raise Interrupted(batch.answers(_INTERRUPTED)) from None
        return batch.answers(OFFLINE)

    def _network(self) -> tuple[Runner, Session]:
        """Return event loop and connections, made at first use.

        Raises:
            RuntimeError: within a running event loop, where `aresolve` is the way.

        """
        if self._runner is None or self._session is None:
            import asyncio

            from mdlint_doi.lookup.strategy import Session

            refuse_loop("aresolve(…) or acheck_…(…)")
            self._runner, self._session = asyncio.Runner(), Session(self._settings)
        return self._runner, self._session


def refuse_loop(instead: str) -> None:
    """Refuse to wait within a running event loop, which would wait, too.

    Raises:
        RuntimeError: says what to await instead.

    """
    from asyncio import get_running_loop

    try:
        get_running_loop()
    except RuntimeError:
        return
    message = f"an event loop is running here: await {instead} instead"
    raise RuntimeError(message)


async def ask(
    session: Session,
    batch: Batch,
    parts: Iterable[Sequence[Doi]],
    *,
    confirm: bool,
    agencies: bool = False,
) -> None:
    """Ask the names that are left of a batch; keep the answers, come what may.

    What is raised where the names come from is raised here, after what was begun is answered.
    """
    problems: list[Exception] = []

    def taken() -> Iterator[Sequence[Doi]]:
        try:
            yield from parts
        except Exception as problem:  # noqa: BLE001 - the tasks that take names would wrap it
            problems.append(problem)

    try:
        await session.ask(taken(), batch.take, confirm=confirm, agencies=agencies)
    finally:
        batch.save()
    if problems:
        raise problems[0]
