"""What tests of look-ups share: settings with short waits, names, and verdicts as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from handle_server import HandleServer
from skipped_waits import NO_WAITS

from mdlint_doi.ask.settings import Limits, LookupSettings
from mdlint_doi.ask.store import Answer
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown

SHORT: Final = NO_WAITS.replace(connect=4.0, request=10.0)
"""Limits without waits between requests."""


def asking(server: HandleServer, *, limits: Limits = SHORT, **changes: Any) -> LookupSettings:  # noqa: ANN401
    """Return settings that ask this server, without a cache unless one is named."""
    changes.setdefault("use_cache", "cache_dir" in changes)
    return LookupSettings(server=server.url, limits=limits).replace(**changes)


def names(count: int, prefix: str = "10.1000") -> list[Doi]:
    """Return so many names."""
    return [parse(f"{prefix}/name.{number}") for number in range(count)]


def know(server: HandleServer, dois: Iterable[Doi], state: str = "ok") -> None:
    """Let the server know names."""
    for doi in dois:
        server.add(str(doi), state)


def words(answers: Mapping[Doi, Answer]) -> dict[str, str]:
    """Return each name's verdict: found, missing, or the cause of Unknown."""
    return {str(doi): word(answer.outcome) for doi, answer in answers.items()}


def word(outcome: Outcome) -> str:
    """Return a verdict as one word."""
    match outcome:
        case Found():
            return "found"
        case Missing():
            return "missing"
        case Unknown(cause):
            return str(cause)
