# ruff: noqa: ARG001 (filled in next)
"""How many requests the works of a run take, and how long: known before the first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.text.value import Value

_NOBODY: Mapping[Doi, str] = MappingProxyType({})


class Plan(Value):
    """What there is to ask.

    Attributes:
        requests: to all services.
        seconds: that the public limits allow it in, with the settings as they are.
        seconds_with_contact: with a `contact`; as much as `seconds` where there is one.

    """

    requests: int
    seconds: float
    seconds_with_contact: float


def plan(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = _NOBODY,
) -> Plan:
    """Return what it takes to ask for works.

    Args:
        dois: names that neither records nor cache could answer (`left`).
        settings: for the contact.
        agencies: of names, as far as look-ups told; others are taken for Crossref's.

    """
    raise NotImplementedError
