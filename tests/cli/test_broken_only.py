"""A file that could not be read as its format does not count as checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.cli import main


def test_a_broken_file_alone_is_nothing_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`No problems found: 1 file checked` would say that its DOIs are good."""
    cff = tmp_path / "CITATION.cff"
    cff.write_text("doi: 10.1000/182\nreferences: [b\n")
    assert main(["check", "--offline", "--isolated", str(cff)]) == 2
    said = capsys.readouterr()
    assert "Nothing was checked." in said.out
    assert "not valid YAML" in said.err
