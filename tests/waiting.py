"""Look-ups for tests that are no coroutines."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mdlint_doi.api import search as api
from mdlint_doi.ask import search as searches
from mdlint_doi.ask import works
from mdlint_doi.ask.event_loop import wait_for

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def waiting(
    asking: Callable[_Arguments, Coroutine[Any, Any, _Result]],
) -> Callable[_Arguments, _Result]:
    """Return a function that returns the result of a coroutine function."""

    @wraps(asking)
    def waits(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
        return wait_for(asking(*arguments, **named))

    return waits


ask = waiting(works.ask)
confirm = waiting(works.confirm)
search = waiting(searches.search)
search_references = waiting(api.search_references)
