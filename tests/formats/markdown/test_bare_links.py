"""Bare addresses are linked as far as cmark-gfm links them, and a link that is too long is told.

cmark-gfm is GitHub's own program; `cmarkgfm` from PyPI is its binding.
"""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser
from random import Random
from urllib.parse import unquote

import cmarkgfm
import pytest

from mdlint_doi.commonmark.destination import bare_link_end
from mdlint_doi.commonmark.inline import parse_inline
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.text.source import Source

_LATIN = ".,;:!?'\"()]}*_~/\\|=&%-+#\u2013\u2014\u2026\u2018\u2019\u201c\u201d\u00ab\u00bb\u203a"
_CJK = "。，、；：！？（）《》「」【】～・"
_ARABIC = "\u060c\u061b\u061f\u06d4\u066a\u066b\u0640"
_LETTERS = ("x", "7", "\u7684", "\u3092", "\ud55c", "\u0645", "\u0e01", "\u00e9")
_BLANKS = (" ", " ", " ", "\na ")
_ADDRESSES = (
    *("https://doi.org/10.1000/182", "http://dx.doi.org/10.1000/a(b)4", "www.doi.org/10.1000/182"),
    *("HTTPS://doi.org/10.1000/182", "https://doi.org/10.1000/182?a=b", "doi:10.1000/182"),
)
_MARKUP = ("&amp;", "&lt;", "&copy", "**", "~~", "`", "``", "<b>")
_OFFLINE = Settings(offline=True)
_PIECES = (*_LATIN, *_CJK, *_ARABIC, *_LETTERS, *_BLANKS, *_MARKUP)
_BRACKETS = ("[", "![")
_FOREIGN_BLANKS = ("\u3000", "\u00a0", "\u200b", "\u2028")
"""They end a URL for our reader, which then reads the markup behind; on GitHub they do not."""


def test_a_bare_address_ends_where_cmark_gfm_ends_it() -> None:
    """The bare links of a sample of texts are the same."""
    _compare(range(2_000))


@pytest.mark.slow
def test_a_bare_address_ends_where_cmark_gfm_ends_it_in_many_texts() -> None:
    """The bare links of 20,000 texts are the same."""
    _compare(range(20_000))


def _compare(seeds: Sequence[int]) -> None:
    texts = [_text(Random(seed)) for seed in seeds]
    differ = [(text, _ours(text), _theirs(text)) for text in texts if _ours(text) != _theirs(text)]
    assert differ[:5] == []
    assert sum(map(len, map(_theirs, texts))) > len(texts) / 2


def _read(text: str, name: str = "a.md") -> Document:
    return read_document(Source(name, text), _OFFLINE)


def _text(random: Random) -> str:
    pieces = (*_PIECES, *random.choice((_BRACKETS, _FOREIGN_BLANKS)))
    parts = ["a "]
    for _ in range(random.randint(1, 4)):
        parts += random.choices(pieces, k=random.randint(0, 3))
        parts.append(random.choice(_ADDRESSES))
        parts += random.choices(pieces, k=random.randint(0, 4))
    return "".join(parts)


def _ours(text: str) -> list[str]:
    """Return the bare links of a paragraph, by the parser."""
    found: list[str] = []
    last = 0
    for atom in parse_inline(text, ()).atoms:
        if atom.kind == "url" and atom.start >= last:
            last = bare_link_end(text, atom.start)
            found.append(unquote(text[atom.start : last]))
    return found


@pytest.mark.parametrize("address", _ADDRESSES[:2])
def test_a_link_that_goes_on_after_the_doi_is_told(address: str) -> None:
    """With each mark, and each pair, DOI401 comes if GitHub's link leads to a different DOI."""
    marks = (
        *_LATIN,
        *_CJK,
        *_ARABIC,
        *_LETTERS,
        *_FOREIGN_BLANKS,
        "&amp;",
        "https://doi.org/10.1000/9",
    )
    pairs = [Random(seed).choices(marks, k=2) for seed in range(300)]
    wrong = []
    for mark in (*marks, *map("".join, pairs)):
        text = f"See {address}{mark} and later.\n"
        linked = _theirs(text)[0]
        mention = _read(text).mentions[0]
        told = [
            finding.code
            for finding in Judge(_OFFLINE).of(_read(text)).findings
            if finding.code == "DOI401"
        ]
        if (linked != mention.written.text) != bool(told):
            wrong.append((text, linked, mention.written.text, told))
    assert wrong == []


def test_no_safe_fix_in_a_field_of_bibtex() -> None:
    """The link is reported, but a reader who copies the entry does not get `<` in the field."""
    text = "@misc{a,\n    url = {https://doi.org/10.1000/182},\n}\n"
    (found,) = Judge(_OFFLINE).of(_read(text)).findings
    assert found.code == "DOI401"
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE


@pytest.mark.parametrize(
    ("name", "text", "fixed"),
    [
        ("a.md", "（{}）。", "（<{}>）。"),
        ("a.md", "“{}”", "“<{}>”"),
        ("a.md", "»{}«", "»<{}>«"),
        ("a.md", "{}…", "<{}>…"),
        ("a.md", "{}—and", "<{}>—and"),
        ("a.md", "a {}|b", "a <{}>|b"),
        ("a.md", "a {}]", "a <{}>]"),
        ("a.md", "{};{}", "<{}>;{}"),
        ("a.md", "{},{}", "<{}>,{}"),
        ("a.md", "{}{}", "<{}>{}"),
        ("a.md", "{}[^1]\n\n[^1]: b", "<{}>[^1]\n\n[^1]: b"),
        ("a.md", "| a |\n|---|\n| {}。 |", "| a |\n|---|\n| [10.1000/182]({})。 |"),
        ("a.mdx", "{}。", "[10.1000/182]({})。"),
    ],
)
def test_the_fix_marks_the_end_of_the_link(name: str, text: str, fixed: str) -> None:
    """The fix adds delimiters: `<…>`, or a link in MDX and in a table cell; nothing else."""
    addresses = (_ADDRESSES[0],) * 2
    document = _read(text.format(*addresses), name)
    result = with_fixes(document, Judge(_OFFLINE).facts, unsafe=False)
    assert result.source.text == fixed.format(*addresses)


@pytest.mark.parametrize("text", ["{}的", "{}を", "{}한"])
def test_a_letter_after_the_doi_is_told_without_a_safe_fix(text: str) -> None:
    """A letter may belong to the DOI, so only a look-up makes the fix safe."""
    (finding,) = Judge(_OFFLINE).of(_read(text.format(_ADDRESSES[0]))).findings
    assert finding.fix is not None
    assert (finding.code, finding.fix.safety) == ("DOI401", Safety.UNSAFE)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the address of a link."""
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


def _theirs(text: str) -> list[str]:
    """Return the links on the page that cmark-gfm makes."""
    parser = _Links()
    parser.feed(cmarkgfm.github_flavored_markdown_to_html(text))
    return [
        unquote(address).removeprefix("http://" if "http://www" in address else "")
        for address in parser.found
    ]
