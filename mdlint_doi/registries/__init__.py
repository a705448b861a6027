"""What a DOI is registered as: the records of Crossref and DataCite, asked in lists.

The names are loaded when they are first used: a run that asks nothing pays nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mdlint_doi.registries.asking import Asked, aask, aask_all, aconfirm, ask, confirm, left
    from mdlint_doi.registries.planning import Plan, plan
    from mdlint_doi.registries.settings import RegistrySettings


__all__ = [
    "Asked",
    "Plan",
    "RegistrySettings",
    "aask",
    "aask_all",
    "aconfirm",
    "ask",
    "confirm",
    "left",
    "plan",
]

_HOMES = {
    "Asked": "asking",
    "Plan": "planning",
    "RegistrySettings": "settings",
    "aask": "asking",
    "aask_all": "asking",
    "aconfirm": "asking",
    "ask": "asking",
    "confirm": "asking",
    "left": "asking",
    "plan": "planning",
}


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
