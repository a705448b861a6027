"""The rST side: roles' arguments, escapes, and whole documents as docutils reads them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from docutils import nodes
from docutils.core import publish_doctree

from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.text.span import Span
from sphinx_doi.argument import split
from sphinx_doi.checks.notes import page_of
from sphinx_doi.doctree.escapes import escape2null, uri_at_end, written
from sphinx_doi.doctree.mentions import Reading, collect
from sphinx_doi.doctree.source_files import Files
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


def escapes(text: str) -> None:
    """Each character that is left stands where the text says."""
    marked = escape2null(text)
    assert len(marked) == len(text)
    here = written(marked, Span(0, len(marked)))
    assert all(marked[here.at(index)] == one for index, one in enumerate(here.text))
    found = uri_at_end(marked, here.text, len(marked))
    assert found is None or found.text == here.text


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
    files = Files()
    found = collect(doctree, files, Reading.of(_ALL))
    file = files.get(doctree["source"])
    assert file is not None
    for one in found.located:
        here = one.mention.written
        if one.in_file and not here.is_coarse:
            assert 0 <= here.whole.start <= here.whole.end <= len(file.source.text)
            assert all(file.source.text[here.at(at)] == each for at, each in enumerate(here.text))
    mentions = [one.mention for one in found.located]
    facts = facts_of(_ALL, Learned(), mentions, None)
    for note in page_of(found, _ALL, facts, files).notes:
        assert note.message.isprintable()
