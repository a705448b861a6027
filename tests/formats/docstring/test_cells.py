"""Scripts that are rendered: text blocks of galleries, Markdown cells of notebooks."""

from __future__ import annotations

import pytest

from mdlint_doi import Settings, check_text, fix_text
from mdlint_doi.formats.docstring.cells import read_cells, read_comments
from mdlint_doi.formats.docstring.guard import SameModule
from mdlint_doi.lint.model import Edit, Fix, Safety
from mdlint_doi.text.span import Span

_OFFLINE = Settings(offline=True)
_TITLED = '"""\nTitle\n=====\n"""\n'
_FRAME = "#" * 20
_JUPYTEXT = "# ---\n# jupyter:\n#   jupytext:\n#     format_name: {}\n# ---\n"
OLD, NEW = "http://dx.doi.org/10.1000/", "https://doi.org/10.1000/"


def _cells(source: str) -> list[tuple[str, str]]:
    return [(cell.label, cell.text.text) for cell in read_comments(source).cells]


@pytest.mark.parametrize("mark", ["# %%", "#%%", "# %% Title", "#%%%% x"])
def test_a_text_block_of_a_gallery(mark: str) -> None:
    """All comments behind the mark, up to a line that is none, without the indent of all."""
    found = _cells(
        f"x = 1\n{mark}\n#  a\n#\n#    b\n# code\n\n# no\n".replace("# code\n", "#  c\n")
    )
    assert found == [("text block", "a\n\n  b\nc")]


def test_a_line_of_signs_counts_below_a_titled_docstring() -> None:
    """Else it is the frame of a comment, as in many files."""
    block = f"{_FRAME}\n# a\n{_FRAME}\n# b\nx = 1\n#{'-' * 30}\n# c\n"
    assert _cells(_TITLED + block) == [("text block", f"a\n{_FRAME[1:]}\n b")]
    for before in ("", '"""No title."""\n', "x = 1\n", '"""\na\n"""\ny = """\n====\n"""\n'):
        assert not _cells(before + block)


@pytest.mark.parametrize(
    "text",
    [
        "x = '''\n# %%\n# a\n'''\n",
        "  # %%\n# a\n",
        "# %%\n\n# a\n",
        "# %%\nx = 1\n# a\n",
        "# %%\n#\n# \n",
        "# %%",
        "# a\n",
        "(\n# %%\n# a",
    ],
)
def test_no_text_block(text: str) -> None:
    """In a string, behind an indent, behind a blank line: comments like all others."""
    assert not _cells(text)


@pytest.mark.parametrize("mark", ["# %% [markdown]", "# %% A title [md]", '#%%[markdown] k="v"'])
def test_a_markdown_cell(mark: str) -> None:
    """Comments and blank lines up to the next cell, or to code; other cells are code or raw."""
    text = f"# %%\n# no\n{mark}\n\n# # T\n#\n#a\n\n#   - b\n\n# %% [raw]\n# no\n"
    assert _cells(text) == [("Markdown cell", "# T\n\na\n\n  - b")]
    assert _cells(f"{mark}\n# a\nx = 1\n# no\n") == [("Markdown cell", "a")]


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("prefix", ["", "r"])
def test_a_markdown_cell_in_quotes(quotes: str, prefix: str) -> None:
    """The string behind the mark as it stands, though it is the module's docstring."""
    text = f"# %% [markdown]\n{prefix}{quotes}\n# T\n[a]({OLD}1) \\( x\n{quotes}\n"
    assert _cells(text) == [("Markdown cell", f"\n# T\n[a]({OLD}1) \\( x\n")]
    assert [finding.where for finding in check_text(text, "python", _OFFLINE)] == ["Markdown cell"]
    assert fix_text(text, "python", _OFFLINE) == text.replace(OLD, NEW)
    assert not _cells("# %% [markdown]\n'a'\n")


@pytest.mark.parametrize("before", ["", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n"])
def test_light_scripts(before: str) -> None:
    """Comments between blank lines are Markdown, unless `# +` begins a cell of code."""
    parts = (
        "\n# a\n# + b\n\n# no\nx = 1\n\n# +\n# no\n\n# no\n# -\n# c\n\n# + [markdown]\n# d\n\n",
        "# e\n# -\n\nx = '''\n\n# no\n\n'''\n\n# + [md]\n# f\nx = 1\n# -\n\n",
        "def f():\n\n    # no\n\n    x\n# g",
    )
    text = before + _JUPYTEXT.format("light") + "".join(parts)
    assert [content for _, content in _cells(text)] == ["a\n+ b", "c", "d\n\ne"]
    assert [content for _, content in _cells(text.replace("    x\n", "    x\n\n"))][-1] == "g"


def test_the_header_says_what_a_script_is() -> None:
    """With it, or with one Markdown cell, `# %%` is a cell of code."""
    block = "# %%\n# a\n"
    assert _cells(_JUPYTEXT.format("sphinx") + f"{_FRAME}\n# b\n\n{block}") == [
        ("text block", "b"),
        ("text block", "a"),
    ]
    assert not _cells(_JUPYTEXT.format("percent") + block)
    assert not _cells(_JUPYTEXT.format("hydrogen") + block)
    assert not _cells(_JUPYTEXT.replace("format_name: {}", "x: y") + block)
    assert _cells("# ---\n# other: x\n# ---\n" + block) == [("text block", "a")]
    assert _cells(block + "# %% [markdown]\n# b\n") == [("Markdown cell", "b")]


def test_only_what_is_wanted() -> None:
    """A cell without an offset in it is left out; nothing is read where there is none."""
    text = "# %%\n# a\n\n# %%\n# b\n"
    assert not read_cells(text, ())
    (found,) = read_cells(text, [text.index("b")])
    assert found.text.text == "b"


def test_findings_and_fixes_at_their_places() -> None:
    """A gallery's blocks are read as reStructuredText, each place is that in the file."""
    text = (
        f"{_TITLED}# %%\n# See `a <{OLD}1>`_,\n# 10.1000/2, and\n#\n#     code {OLD}3\n\n"
        f"x = 1  # {OLD}4\n# {OLD}5\n"
    )
    found = check_text(text, "python", _OFFLINE)
    assert [(finding.line, finding.column, finding.where) for finding in found] == [
        (6, 11, "text block"),
        (9, 12, "text block"),
    ]
    fixed = fix_text(text, "python", _OFFLINE)
    assert fixed == text.replace(f"{OLD}1", f"{NEW}1").replace(f"{OLD}3", f"{NEW}3")
    assert fix_text(fixed, "python", _OFFLINE) == fixed


def test_markdown_cells_are_markdown() -> None:
    """Links and code spans are those of Markdown; a fix keeps `# ` before each line."""
    text = f"# %% [markdown]\n# [a]({OLD}1)\n# `{OLD}2`\n#\n# <{OLD}3>\r\n"
    assert [finding.line for finding in check_text(text, "python", _OFFLINE)] == [2, 5]
    expected = text.replace(f"{OLD}1", f"{NEW}1").replace(f"{OLD}3", f"{NEW}3")
    assert fix_text(text, "python", _OFFLINE) == expected


def test_comments_switch_rules_off() -> None:
    """In a block as in its language."""
    text = f"# %%\n# .. mdlint-doi-disable-next-line\n#\n# {OLD}1\n\n# %%\n# {OLD}2\n"
    assert [finding.line for finding in check_text(text, "python", _OFFLINE)] == [7]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# %%\n# 10.1000/1\n\n# a\n", "# %%\n# 10.1000/1\n\n# b\n"),
        ("# %%\n# 10.1000/1\n\nx = 1  # a\n", "# %%\n# 10.1000/1\n\nx = 1  # b\n"),
        ("# %%\n# 10.1000/1\n", "# %%\n# 10.1000/1 b\n"),
        ("# %%\n# 10.1000/1\n", "# %%\n# 10.1000/1\n\n# %%\n# b\n"),
        ("# %%\n# 10.1000/1\n", "# %% [markdown]\n# 10.1000/1\n"),
        ("# %% [markdown]\n# 10.1000/1\n", "# %% [markdown]\n# 10.1000/1 b\n"),
        ("# %% [markdown]\n# 10.1000/1\n", "# %% [markdown]\n'''10.1000/1'''\n"),
        ("# %% [markdown]\n'''10.1000/1'''\n", "# %% [markdown]\n'''10.1000/1 b'''\n"),
        ("# %% [markdown]\n'''10.1000/1'''\na", "# %% [markdown]\n'''10.1000/1'''\nb"),
    ],
)
def test_guard_refuses(before: str, after: str) -> None:
    """Another comment, another cell, another text: not the same script."""
    at = before.index("1") if "1" in before else 0
    fix = Fix((Edit(Span(at, at + 1), before[at : at + 1]),), Safety.SAFE)
    assert not SameModule()(before, after, [fix])
    assert SameModule()(before, before, [fix])


def test_what_cannot_be_written() -> None:
    """A text that would end a comment, or a string, is refused."""
    (comment,) = read_comments("# %%\n# a\n").cells
    (string,) = read_comments("# %% [markdown]\n'''a'''\n").cells
    assert comment.written("b'", "") == "b'"
    assert comment.written("b\nc", "") is None
    assert string.written("b'", "") is None
    assert string.written("b", "") == "b"


@pytest.mark.parametrize(("sign", "in_comments", "in_string"), [
    ("\f", False, False), ("\r", False, False), ("\0", False, False), ("\n", False, False),
    ("\\", True, False), ("'", True, False), ('"', True, False), ("\t", True, True),
])  # fmt: skip
def test_what_cannot_be_written_in_a_cell(*, sign: str, in_comments: bool, in_string: bool) -> None:
    """Line ends and what Python takes for one, a NUL; in a string its quotes and escapes."""
    source = '# %% [markdown]\n# a\n\n# %% [markdown]\n"""\nb\n"""\n'
    cells = read_comments(source).cells
    assert [cell.written(sign, "") is not None for cell in cells] == [in_comments, in_string]


_SCRIPTS = (
    f"{_TITLED}{_FRAME}\n# 10.1000/a\nx = 'doi:10.1000/b'\n# 10.1000/c\n",
    f'"""No title."""\n{_FRAME}\n# 10.1000/a\nx = 1  # 10.1000/b\n',
    "x = 'doi:10.1000/a'\n# %%\n# 10.1000/b\n\n# 10.1000/c\n",
    "# %% [markdown]\n'''\n10.1000/a\n'''\n# 10.1000/b\ny = '10.1000/c'\n",
    f"{_JUPYTEXT.format('light')}\n# 10.1000/a\n\nx = '10.1000/b'\n\n# + x\n# 10.1000/c\n# -\n",
    f"{_JUPYTEXT.format('percent')}\r\n# %% [md]\r\n# 10.1000/a\r\n\r\nx = '10.1000/b'\r\n",
    f"{_JUPYTEXT.format('sphinx')}{_FRAME}\n# 10.1000/a\n'''\n# 10.1000/b\n'''\n",
)


@pytest.mark.parametrize("source", _SCRIPTS)
def test_cells_with_something_wanted(source: str) -> None:
    """Each cell with a wanted offset is read, though not each file is taken apart."""
    cells = read_comments(source).cells
    for at in range(len(source)):
        if source.startswith("10.1000/", at):
            held = tuple(cell for cell in cells if cell.span.start <= at < cell.span.end)
            assert read_cells(source, [at]) == held
    assert read_cells(source, []) == ()
