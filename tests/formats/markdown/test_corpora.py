"""Whole trees: the generated corpus with its truth, and real documents."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import may_hold_doi
from mdlint_doi.text.source import Source


class Read(NamedTuple):
    """A document and its mentions."""

    source: Source
    mentions: tuple[Mention, ...]
    may_hold: bool


def _read_all(folder: Path) -> Iterator[Read]:
    for path in sorted(folder.rglob("*.md")):
        data = path.read_bytes()
        source = Source(path.relative_to(folder).as_posix(), data.decode())
        yield Read(source, extract(source, Settings()).mentions, may_hold_doi(data))


@pytest.mark.parametrize("options", [(), ("--hard", "--seed", "2")])
def test_the_generated_corpus_is_read_without_a_mistake(
    shared: Path,
    tmp_path: Path,
    options: tuple[str, ...],
) -> None:
    """Every reference stands at its line, written as its author wrote it; no decoy is one."""
    script = shared / "bench" / "make_corpus.py"
    corpus = tmp_path / "corpus"
    command = [sys.executable, str(script), str(corpus), "--format", "md", *options]
    subprocess.run(command, check=True, capture_output=True)
    truth = json.loads((corpus / "TRUTH.json").read_text("utf-8"))["md"]
    wanted = sorted(
        (reference["path"], reference["line"], reference["written"])
        for reference in truth["references"]
    )
    found = sorted(
        (
            f"md/{read.source.name}",
            read.source.location(mention.written.whole.start).line,
            _text(mention),
        )
        for read in _read_all(corpus / "md")
        for mention in read.mentions
    )
    assert found == wanted


def _text(mention: Mention) -> str:
    return mention.written.text


_RAW = re.compile(
    r"(?:10\.\d{4,9}(?:\.\d+)*/|doi\.org/10\.)[^\s\"'<>)\]}`|,;]+",
    re.IGNORECASE,
)
_HIDING = {"fence": "code", "code_block": "code", "code_inline": "span"}
_FOREIGN = re.compile(r"https?://(?!(?:dx\.|www\.)?doi\.org)[^\s()\[\]\"'<>`]*\Z")


def test_real_documents_hide_nothing(shared: Path) -> None:
    """What looks like a DOI and is no mention stands in code, a comment or another site's URL."""
    parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
    unexplained, mentions = [], 0
    for read in _read_all(shared / "corpus"):
        mentions += len(read.mentions)
        assert read.may_hold or not read.mentions
        tokens = parser.parse(read.source.text)
        unexplained += [
            f"{read.source.name}:{read.source.location(raw.start()).line}: {raw[0]}"
            for raw in _RAW.finditer(read.source.text)
            if not _is_covered(read, raw.start()) and not _is_hidden(read, raw, tokens)
        ]
    assert unexplained == []
    assert mentions > 900


def _is_covered(read: Read, at: int) -> bool:
    return any(mention.span.start <= at < mention.span.end for mention in read.mentions)


def _is_hidden(read: Read, raw: re.Match[str], tokens: list[Token]) -> bool:
    if _FOREIGN.search(read.source.text, max(0, raw.start() - 300), raw.start()):
        return True
    row = read.source.location(raw.start()).line - 1
    for token in tokens:
        if token.map and token.map[0] <= row < token.map[1]:
            inside = [token, *(token.children or [])]
            if any(_hides(part, raw[0]) for part in inside):
                return True
    return False


def _hides(token: Token, text: str) -> bool:
    if token.type in _HIDING:
        return text[:20] in token.content
    is_html = token.type in {"html_block", "html_inline"}
    return is_html and ("<!--" in token.content or "<code>" in token.content)
