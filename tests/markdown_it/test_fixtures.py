"""Markdown in, HTML out: every construct, what is changed and what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.utils import read_fixture_file

from mdlint_doi.markdown_it.plugin import doi_plugin

FOLDER = Path(__file__).parent / "fixtures"
OPTIONS: dict[str, dict[str, Any]] = {
    "links": {},
    "autolinks": {},
    "definitions": {},
    "images": {},
    "elsewhere": {"autolink": True},
    "bare": {"autolink": True},
    "linkify": {},
    "linkify-and-bare": {"autolink": True},
    "server": {"servers": ("localhost:8000",)},
    "strict": {"profile": "strict"},
}
CASES = [
    pytest.param(name, source, expected, id=f"{name}: {title}")
    for name in OPTIONS
    for _, title, source, expected in read_fixture_file(FOLDER / f"{name}.md")
]


def parser(name: str) -> MarkdownIt:
    """Return the parser for a fixture file, without the plugin."""
    return MarkdownIt("gfm-like" if name.startswith("linkify") else "commonmark")


def test_each_fixture_file_is_used() -> None:
    """None is forgotten in the table of options."""
    assert {path.stem for path in FOLDER.glob("*.md")} == OPTIONS.keys()


@pytest.mark.parametrize(("name", "source", "expected"), CASES)
def test_the_html_is_as_expected(name: str, source: str, expected: str) -> None:
    """With the options of the file."""
    assert parser(name).use(doi_plugin, **OPTIONS[name]).render(source) == expected


@pytest.mark.parametrize(("name", "source", "expected"), CASES)
def test_the_plugin_twice_is_the_plugin_once(name: str, source: str, expected: str) -> None:
    """A parser may get it from two sides."""
    md = parser(name).use(doi_plugin, **OPTIONS[name]).use(doi_plugin, **OPTIONS[name])
    assert md.render(source) == expected


def test_elsewhere_means_unchanged() -> None:
    """What the file shows is what plain CommonMark gives, but for the bare DOIs in two cases."""
    for _, title, source, expected in read_fixture_file(FOLDER / "elsewhere.md"):
        plain = MarkdownIt("commonmark").render(source)
        assert (plain == expected) is (title not in {"script", "data"})
