"""Fixes that would take several passes are made whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
ENCODED = SICI.replace("<", "%3C").replace(">", "%3E")
FRAMES = (
    ("a.rst", "See {} there.\n"),
    ("a.rst", ".. [1] Smith, J. {}\n"),
    ("a.py", '"""Do it.\n\nSee {} there.\n"""\n'),
    ("a.md", "See {} there.\n"),
)


@pytest.mark.parametrize(("file", "frame"), FRAMES)
@pytest.mark.parametrize("around", ["{}", "<{}>", "({})"])
@pytest.mark.parametrize("host", ["dx.doi.org", "doi.org", "www.doi.org"])
@pytest.mark.parametrize(
    ("name", "fixed"), [(SICI, ENCODED), ("10.1000/182", "10.1000/182"), (ENCODED, ENCODED)]
)
def test_an_address_without_a_scheme(  # noqa: PLR0917 - parameters
    file: str, frame: str, around: str, host: str, name: str, fixed: str, tmp_path: Path
) -> None:
    """R10: the whole address is written at once, and no finding is left."""
    path = tmp_path / file
    path.write_text(frame.format(around.format(f"{host}/{name}")))
    settings = Settings(offline=True, formats=("python",))
    result = check(Task((str(tmp_path),), settings, fix=True, unsafe=True))
    assert path.read_text() == frame.format(around.format(f"https://doi.org/{fixed}"))
    assert result.report.findings == ()
