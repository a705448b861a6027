"""What is registered? Records file, then cache, then the network; each distinct name once.

A network that fails, in whatever way, makes `Unknown`; nothing but unusable settings raises. Who
asks several times in a run uses a `NameResolver`, which keeps its connections.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import islice
from typing import TYPE_CHECKING, Final

from mdlint_doi.lookup.answer import Answer
from mdlint_doi.lookup.batch import Batch, Progress
from mdlint_doi.lookup.resolver import OFFLINE, Interrupted, NameResolver, ask
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.settings import LookupSettings
from mdlint_doi.lookup.store import Store
from mdlint_doi.names.doi import Doi

if TYPE_CHECKING:
    from mdlint_doi.lookup.strategy import Session


__all__ = ["Interrupted", "NameResolver", "aiter_resolve", "aresolve", "iter_resolve", "resolve"]

CHUNK: Final = 2000
"""Names that `iter_resolve` and `aiter_resolve` hold at a time."""


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
    with NameResolver(settings) as resolver:
        return resolver.resolve(dois, confirm=confirm, progress=progress)


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
        batch = Batch(store, progress)
        rest = [*filter(None, batch.rest([dois]))]
        if rest and not settings.offline:
            from mdlint_doi.lookup.strategy import Session

            async with Session(settings) as session:
                await ask(session, batch, rest, confirm=confirm)
        return batch.answers(OFFLINE)


def iter_resolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    agencies: bool = False,
) -> Iterator[tuple[Doi, Answer]]:
    """Yield names and answers in the order of `dois`, of which few are held at a time.

    A name that is repeated comes once in a chunk of `CHUNK` names, and again in a later one.

    Args:
        dois: names, any number of them.
        settings: where and how to ask.
        agencies: ask for the Agencies of registered names, too: one request more for a chunk.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.
        Interrupted: on Ctrl-C, with what is known of the chunk.

    """
    names = iter(dois)
    with NameResolver(settings) as resolver:
        while chunk := list(islice(names, CHUNK)):
            yield from resolver.resolve(chunk, agencies=agencies).items()


async def aiter_resolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    confirm: bool = True,
) -> AsyncIterator[tuple[Doi, Answer]]:
    """Do what `iter_resolve` does, within a running event loop, and leave it to others meanwhile.

    What takes long to import is imported in a thread; store and cache are read a chunk at a time.
    """
    parse_server(settings.server)
    names = iter(dois)
    async with AsyncExitStack() as stack:
        store = stack.enter_context(Store(settings))
        session: Session | None = None
        while chunk := list(islice(names, CHUNK)):
            batch = Batch(store, None)
            rest = [*filter(None, batch.rest([chunk]))]
            if rest and not settings.offline:
                if session is None:
                    session = await stack.enter_async_context(await _session(settings))
                await ask(session, batch, rest, confirm=confirm)
            for answered in batch.answers(OFFLINE).items():
                yield answered


async def _session(settings: LookupSettings) -> Session:
    from asyncio import to_thread
    from importlib import import_module

    await to_thread(import_module, "mdlint_doi.lookup.client")
    from mdlint_doi.lookup.strategy import Session

    return Session(settings)
