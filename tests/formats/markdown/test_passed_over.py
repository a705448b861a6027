"""What the reader of blocks passes over at once says what it says line by line."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mdlint_doi.commonmark import parse as blocks
from mdlint_doi.commonmark.model import ParserOptions
from mdlint_doi.commonmark.state import BlockState

LINES = (
    *("", "", "- a", "* b", "+ ```", "- <!--", "-", "*   c", "1. d", "2) e", "10. f", "- [z]: /u"),
    *(
        " g",
        "  h",
        "  ```",
        "  <div>",
        "   - i",
        "    j",
        "\tk",
        "> q",
        "> - r",
        "text",
        "(l)=",
        "é",
    ),
    *("`code` x", "{role}`x`", "{% x %}", "$x$", "$$", "y $$", "\\a", "***", "_x_", "---", "==="),
    *("```", "```py", "```{note}", "```{code-cell}", "````", "~~~", "# H", "## H", "% comment"),
    *("<!-- c -->", "<!-- open", "x --> y", "<!-->", "<!--->", "-->", "<div>", "</div>", "<pre>"),
    *("</pre>", "<a>", "| a | b |", "|---|---|", "[a]: /u", "[b] text", "[^1]: foot", "!!! note"),
    *(":::{note}", ":::", ":name: x", ":", "::", ":--|--", "a | b", "W", "- W", "  W"),
)


@pytest.fixture(autouse=True, scope="module")
def always() -> object:
    """Let nothing be too short to be passed over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_WORTH_SKIPPING", 0)
        yield


@given(lines=st.lists(st.sampled_from(LINES), max_size=25), directives=st.booleans())
@example(lines=["2) e", "   - [z]: /u", "", "(l)="], directives=True)
@example(lines=["*   c", "  ```", "* b", "- a", "W"], directives=True)
@example(lines=["- a", "", "text", "- a", "<!-->", "W -->"], directives=True)
@example(lines=["(l)=", "```x`", "W", "", "<a>", "# W"], directives=True)
@example(lines=["- a", "- :::{note}", "- W", "<div>", "  :::", "W"], directives=True)
def test_nothing_is_different(*, lines: list[str], directives: bool) -> None:
    """The same leaves, and the same labels, whatever follows what."""
    text = "\n".join(lines)
    wanted = [at for at, character in enumerate(text) if character == "W"]
    options = ParserOptions(directives=directives, comment="doi")
    found = blocks.outline(text, 0, wanted, options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_pass_over", lambda _, at, *__: at)
        assert found == blocks.outline(text, 0, wanted, options)


@pytest.mark.parametrize(
    "text",
    [
        "- a\n  b\n- c\n" * 50 + "- W",
        "- a\n  b\n\ntext\n\n" * 50 + "W",
        "text\n# H\ntext\n```\nx\n```\n" * 50 + "text W",
        (":name: x\n" * 50 + "\n" + "- a\n" * 50 + ":::\n") * 3 + "text W",
        "<!-- a\n-->\n    code\n" * 50 + "text W",
        "```{code-cell}\n" + "x\n" * 50 + "```\nW",
        "W\n\n" + "text\n===\n\n" * 50,
    ],
)
def test_most_lines_are_not_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain blocks, items, comments, fences, and all behind the last place that matters."""
    read: list[int] = []
    own = blocks._take

    def noted(state: BlockState, first: int, end: int) -> None:
        read.append(first)
        own(state, first, end)

    monkeypatch.setattr(blocks, "_take", noted)
    blocks.outline(text, 0, [text.index("W")], ParserOptions(comment="doi"))
    assert len(read) < 20
