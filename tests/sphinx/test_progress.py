"""How far the look-ups of a build are."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from sphinx_doi.checks import log


class _Shown(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@pytest.fixture
def shown() -> Iterator[list[str]]:
    """What is logged of it, in order."""
    handler, logger = _Shown(), log.logger.logger
    level, disabled = logger.level, logger.disabled
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.disabled = False
    yield handler.texts
    logger.removeHandler(handler)
    logger.setLevel(level)
    logger.disabled = disabled


def test_tenths_in_a_file(shown: list[str]) -> None:
    """Where no terminal is, each tenth is said once, also where there are fewer names."""
    with log.looking_up() as show:
        for done in range(41):
            show(done, 40)
    assert [text for text in shown if "%" in text] == [f"{at}0% " for at in range(1, 11)]
    shown.clear()
    with log.looking_up() as show:
        show(1, 3)
        show(3, 3)
    assert [text for text in shown if "%" in text] == ["30% ", "100% "]


def test_a_bar_on_a_terminal(shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar grows over its own place, and says how many names are answered."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    with log.looking_up() as show:
        show(1, 4)
        show(1, 4)
        show(4, 4)
    bars = [text for text in shown if "[" in text]
    assert bars == [
        f"\rlooking up DOIs... [{'#' * 10}{' ' * 30}] 1/4 ",
        f"\rlooking up DOIs... [{'#' * 40}] 4/4 ",
    ]
