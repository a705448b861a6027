"""HTML blocks: Markdown where an element says so, and addresses in their text."""

from __future__ import annotations

import pytest
from linear import is_linear
from offline import check_markdown, fix_markdown

OLD = "http://dx.doi.org/10.1000/182"
NEW = "https://doi.org/10.1000/182"


@pytest.mark.parametrize(
    "text",
    [
        '<div markdown="1">\nSee [x]({}).\n</div>',
        "<div class='a' markdown='block'>\n- [x]({})\n- b\n</div>",
        "<div markdown>\n[x]({})\n</div>",
        "<details markdown=1><summary>a</summary>\n[x]({})\n</details>",
        '<div>\n<div markdown="1">\n[x]({})\n</div>\n</div>',
        '<div markdown="1">\n[x][r]\n[r]: {}\n</div>',
        '<div markdown="1">\n<div markdown="1">\n[x]({})\n</div></div>',
        "<Aside>\nSee [x]({}).\n</Aside>",
        '<Tabs.Item title="a">\nSee [x]({}).\n</Tabs.Item>',
        "> <Callout type='a'>\n> See [x]({}).\n> </Callout>",
        '- a\n\n  <div markdown="1">\n  See [x]({}).\n  </div>',
        '<div markdown="1">\n<a href="{}">x</a>\n</div>',
        "<p>See {} for more.</p>",
        "<table>\n<tr><td>{}</td></tr>\n</table>",
        "<details>\n<summary>Cite</summary>\n{}.\n</details>",
        "<center>\n({})\n</center>",
        "<li>Smith, 2010: {}, p. 3</li>",
    ],
)
def test_fixed(text: str) -> None:
    """The link is found once, at its place, and fixed."""
    text = text.replace("{}", OLD)
    places = {finding.span.start for finding in check_markdown(text) if finding.code == "DOI201"}
    assert places == {text.index(OLD)}
    assert fix_markdown(text) == text.replace(OLD, NEW)


@pytest.mark.parametrize(
    "text",
    [
        "<div>\n<pre>{}</pre>\n</div>",
        "<p><code>{}</code></p>",
        "<script>\nlet a = '{}'\n</script>",
        '<div markdown="1">\n```\n{}\n```\n`{}`\n</div>',
        "<Aside>\n    {}\n</Aside>".replace("    {}", "`{}`"),
        "<!-- <div markdown='1'>[x]({})</div> -->",
    ],
)
def test_left_alone(text: str) -> None:
    """Code is code in HTML, too, and a comment is a comment."""
    text = text.replace("{}", OLD)
    assert check_markdown(text) == []


def test_links_in_plain_html() -> None:
    """Without a word of Markdown, brackets are text: the address alone is linked."""
    text = f"<div>\n[x]({OLD})\n</div>"
    assert fix_markdown(text) == text.replace(OLD, NEW)


def test_deep_elements() -> None:
    """Elements in elements are looked into to a depth, so that the work stays in proportion."""
    text = '<div markdown="1">\n' * 2000 + OLD
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]


def test_growth() -> None:
    """A long name that looks like that of a component takes work in proportion."""
    small, large = (f"<A{'a' * size}->\n{OLD}\n" for size in (4_000, 32_000))
    assert is_linear(check_markdown, small, large)
