"""How deep a run looks."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings

OWN = "http://127.0.0.1:8080"


def test_each_step_contains_the_steps_before_it() -> None:
    """A step reaches itself and those before it; what a run does follows from the step."""
    reached = [[step.reaches(least) for least in Depth] for step in Depth]
    assert reached == [[column <= row for column in range(4)] for row in range(4)]
    settings = [Settings(depth=step) for step in Depth]
    assert [at_step.looks_up_works for at_step in settings] == [False, True, True, True]
    assert [at_step.reads_records for at_step in settings] == [False, False, True, True]
    assert [at_step.looks_up_all_works for at_step in settings] == [False, False, False, True]


@pytest.mark.parametrize("word", ["registration", "works", "records", "all"])
def test_a_word_is_a_step(word: str) -> None:
    """Settings accept the word of a step, and keep the step."""
    assert Settings().replace(depth=word).depth is Depth(word)


@pytest.mark.parametrize(
    ("depth", "server", "crossref", "looks_up"),
    [
        (Depth.WORKS, None, None, True),
        (Depth.WORKS, OWN, None, False),  # the public services need not hear of these names
        (Depth.RECORDS, OWN, None, False),
        (Depth.WORKS, OWN, OWN, True),
        (Depth.ALL, OWN, None, True),
        (Depth.REGISTRATION, None, None, False),
        (Depth.REGISTRATION, OWN, OWN, False),
    ],
)
def test_works_of_names_at_a_server_of_ones_own(
    depth: Depth,
    server: str | None,
    crossref: str | None,
    looks_up: bool,  # noqa: FBT001
) -> None:
    """Works are looked up as the step says; the public services are asked only for all works."""
    settings = Settings(depth=depth)
    if server is not None:
        settings = settings.replace(server=server)
    if crossref is not None:
        settings = settings.replace(crossref_server=crossref)
    assert settings.looks_up_works is looks_up
