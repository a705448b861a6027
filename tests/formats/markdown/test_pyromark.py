"""Our reader against pyromark: each construct of CommonMark and of tables, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyromark_marks import Mark, is_beyond, oracle_marks, own_marks

from mdlint_doi.formats.markdown.front_matter import front_matter_end


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("é [a](/u 't') <http://x.y>", {("link", 2, 13), ("autolink", 14, 26)}),
        ("![i][r]\n\n[r]: /z  \n", {("image", 0, 7), ("definition", 9, 16)}),
        ("[r][]\n\n[r]: /z\n", {("link", 0, 5), ("definition", 7, 14)}),
        ("- > `c` <b>\n", {("code", 4, 7), ("html", 8, 11)}),
        ("> ```\n> c\n> ```\n", {("code block", 8, 9)}),
        ("<div>\nx\n", {*[("html block", at, at + 1) for at in (0, 1, 2, 3, 4, 6)]}),
        ("**é** _e_", {*[("delimiter", at, at + 1) for at in (0, 1, 3, 4, 6, 8)]}),
        ("| a |\n|---|\n| `q` |\n", {("code", 14, 17)}),
        ("{doi}`10.1000/182`", {("code", 5, 18)}),
    ],
)
def test_both_find_the_same(text: str, marks: set[Mark]) -> None:
    """The places are those of code points, whatever the parser counts in."""
    assert not is_beyond(text)
    assert own_marks(text) == marks
    assert oracle_marks(text) == marks


def test_real_documents_read_as_pyromark_reads_them(shared: Path) -> None:
    """All markup of the corpus is the same, but for what MyST, Material and GitHub have alone."""
    seen, different = 0, []
    for path in sorted((shared / "corpus").rglob("*.md")):
        text = path.read_bytes().decode()
        text = text[front_matter_end(text) :]
        if not is_beyond(text):
            seen += 1
            different += [] if own_marks(text) == oracle_marks(text) else [path.name]
    assert different == []
    assert seen > 150
