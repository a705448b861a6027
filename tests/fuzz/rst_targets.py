"""The rST side: roles' arguments, and whole documents as docutils reads them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from docutils import nodes
from docutils.core import publish_doctree
from docutils.utils import escape2null

from mdlint_doi.formats.rst.role_argument import split
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import Judge
from sphinx_doi.checks.notes import page_notes
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.reader import PageReader
from sphinx_doi.role import register

_QUIET: Final[dict[str, Any]] = {
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": "",
    "file_insertion_enabled": False,
    "_disable_config": True,
    "line_length_limit": 1_000_000,
}
_ALL: Final = Settings(select=("all",), check_code=True)


def argument(text: str) -> None:
    """A role's text is a name or has a reason why not, and lies where it says."""
    for marked in (text, escape2null(text)):
        found = split(marked)
        assert (found.doi is None) <= (found.spelling.error is not None)
        assert 0 <= found.span.start <= found.span.end <= len(marked)


@cache
def _folder() -> TemporaryDirectory[str]:
    register()
    return TemporaryDirectory(prefix="fuzz-")


def document(data: bytes) -> nodes.document:
    """Return what docutils makes of an rST file with these bytes.

    It gives up on a thousand URLs in one paragraph: that is nothing to look at.
    """
    path = Path(_folder().name, "index.rst")
    path.write_bytes(data.decode("utf-8", "replace").encode())
    text = path.read_bytes().decode("utf-8-sig")
    try:
        return publish_doctree(text, source_path=str(path), settings_overrides=_QUIET)
    except RecursionError:
        return publish_doctree("", source_path=str(path), settings_overrides=_QUIET)


def rst(doctree: nodes.document) -> None:
    """Mentions lie in the file and say what stands there; the rules take all of them."""
    files = PageFiles(_ALL)
    found = PageReader(_ALL, files).mentions(doctree)
    file = files.get(doctree["source"])
    assert file is not None
    mentions: list[Mention] = []
    for origin, read in found.documents:
        mentions += read.mentions
        for mention in read.mentions:
            here = mention.written
            if origin.in_file and not here.is_coarse:
                assert 0 <= here.whole.start <= here.whole.end <= len(file.source.text)
                text = "".join(file.source.text[here.at(at)] for at in range(len(here.text)))
                assert text == here.text
    facts = Judge(_ALL, mentions=mentions).facts
    for note in page_notes(found, facts, files).notes:
        assert note.message.isprintable()
