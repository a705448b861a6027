"""Real files: each keeps its reader's law, and enough of them are there to say so."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from formats import laws

from mdlint_doi.formats.data.bibtex_block import BibEntry
from mdlint_doi.formats.data.bibtex_syntax import read_blocks

READERS = (
    ("bibtex", (".bib",)),
    ("notebook", (".ipynb",)),
    ("json_text", (".ipynb", ".json")),
    ("yaml_text", (".cff", ".yml", ".yaml")),
    ("ris", (".ris",)),
)


def _texts(shared: Path, suffixes: tuple[str, ...]) -> list[tuple[Path, str]]:
    files = sorted(path for path in (shared / "corpus").rglob("*") if path.suffix in suffixes)
    if not files:
        pytest.skip(f"no {' '.join(suffixes)} in the shared corpus")
    return [(path, path.read_text(encoding="utf-8-sig")) for path in files]


@pytest.mark.parametrize(("law", "suffixes"), READERS, ids=[name for name, _ in READERS])
def test_agrees_with_its_oracle(law: str, suffixes: tuple[str, ...], shared: Path) -> None:
    """Every file of the corpus keeps the law of its reader."""
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    for path, text in _texts(shared, suffixes):
        try:
            getattr(laws, law)(text)
        except AssertionError as error:
            message = f"{path}: {error}"
            raise AssertionError(message) from error


def test_entries_of_the_corpus_are_whole(shared: Path) -> None:
    """No entry of the corpus, which all build with BibTeX, has a problem."""
    for path, text in _texts(shared, (".bib",)):
        entries = [block for block in read_blocks(text) if isinstance(block, BibEntry)]
        assert entries, path
        assert [entry.problem for entry in entries if entry.problem] == [], path
