"""What are these DOIs registered as? Records file, then cache, then the agencies; each name once.

A network that fails, in whatever way, makes `Unknown`; nothing but unusable settings raises. What
was learned is in the cache, even if the run is stopped.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from types import MappingProxyType

from mdlint_doi.lookup.resolver import refuse_loop
from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.run import Asked, Progress, Run
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.registries.store import Store
from mdlint_doi.works.work import WorkOutcome

__all__ = ["Asked", "aask", "aask_all", "aconfirm", "ask", "confirm", "left"]

_NOBODY: Mapping[Doi, str] = MappingProxyType({})
_NO_ALIAS: Mapping[Doi, Doi] = MappingProxyType({})


def left(dois: Iterable[Doi], settings: RegistrySettings) -> list[Doi]:
    """Return the distinct names that neither records nor cache can answer.

    Raises:
        LookupSettingsError: for a records file that can't be used.

    """
    names = list(dict.fromkeys(dois))
    store = Store(settings)
    try:
        known = store.look_up(names)
    finally:
        store.close()
    return [name for name in names if name not in known]


def ask(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
    progress: Progress | None = None,
) -> Asked:
    """Return what each distinct name is registered as.

    Args:
        dois: registered names; of two that are equal the first is asked.
        settings: where and how to ask.
        agencies: of names, as far as look-ups told; of others Which RA is asked.
        aliases: names whose handle record leads to another one, as far as look-ups told.
        progress: called with how many names are answered, and how many there are.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.
        RuntimeError: within a running event loop, where `aask` is the way.

    """
    return _asked(Run(dois, settings, progress), agencies, aliases)


def confirm(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
) -> Asked:
    """Ask once more, each name on its own and whatever the cache holds; else as `ask`.

    For the few names that are about to be accused: a list may have been mixed up, and a cache may
    be old or a stranger's. The answers renew the cache; what can't be learned now is Unknown.
    """
    return _asked(Run(dois, settings, None, singly=True), agencies, aliases)


async def aask_all(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
    progress: Progress | None = None,
) -> Asked:
    """Do what `ask` does, within a running event loop."""
    return await _awaited(Run(dois, settings, progress), agencies, aliases)


async def aconfirm(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
) -> Asked:
    """Do what `confirm` does, within a running event loop."""
    return await _awaited(Run(dois, settings, None, singly=True), agencies, aliases)


async def _awaited(run: Run, agencies: Mapping[Doi, str], aliases: Mapping[Doi, Doi]) -> Asked:
    if run.rest:
        await run.ask(agencies, aliases)
    return run.asked()


def _asked(run: Run, agencies: Mapping[Doi, str], aliases: Mapping[Doi, Doi]) -> Asked:
    interrupted = False
    if run.rest:
        import asyncio

        refuse_loop("aask(…)")
        try:
            asyncio.run(run.ask(agencies, aliases))
        except KeyboardInterrupt:
            interrupted = True
    return run.asked(interrupted=interrupted)


async def aask(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
    progress: Progress | None = None,
) -> AsyncIterator[tuple[Doi, WorkOutcome]]:
    """Yield each distinct name and what it is registered as, as the answers come; else as `ask`."""
    from asyncio import Queue, create_task

    answered: Queue[tuple[Doi, WorkOutcome] | None] = Queue()
    run = Run(dois, settings, progress)
    for one in run.answers.items():
        yield one
    if not run.rest:
        return
    run.watch(lambda name, outcome: answered.put_nowait((name, outcome)))
    task = create_task(run.ask(agencies, aliases))
    task.add_done_callback(lambda _: answered.put_nowait(None))
    try:
        while (answer := await answered.get()) is not None:
            yield answer
        await task
    finally:
        task.cancel()
