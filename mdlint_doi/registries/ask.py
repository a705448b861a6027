# ruff: noqa: ARG001 (filled in next)
"""What are these DOIs registered as? Records file, then cache, then the agencies; each name once.

A network that fails, in whatever way, makes `Unknown`; nothing but unusable settings raises.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from types import MappingProxyType

from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import WorkOutcome

Progress = Callable[[int, int], None]
"""Called with how many names were answered, and how many there are."""

_NOBODY: Mapping[Doi, str] = MappingProxyType({})
_NO_ALIAS: Mapping[Doi, Doi] = MappingProxyType({})


class Asked(Value):
    """What came of asking.

    Attributes:
        answers: each distinct name, in the order in which they were given.
        requests: how many were sent, by host.
        recorded: names that the records file answered.
        cached: names that the cache answered.
        messages: what a user has to be told, such as that a service refused us; often none.
        interrupted: Ctrl-C came; what was known by then is here.

    """

    answers: Mapping[Doi, WorkOutcome]
    requests: Mapping[str, int] = MappingProxyType({})
    recorded: int = 0
    cached: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def left(dois: Iterable[Doi], settings: RegistrySettings) -> list[Doi]:
    """Return the distinct names that neither records nor cache can answer.

    Raises:
        LookupSettingsError: for a records file that can't be used.

    """
    raise NotImplementedError


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
    raise NotImplementedError


def aask(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
    progress: Progress | None = None,
) -> AsyncIterator[tuple[Doi, WorkOutcome]]:
    """Yield each distinct name and what it is registered as, as the answers come; else as `ask`."""
    raise NotImplementedError
