"""What a stranger writes into a project's pages, against what Sphinx prints and writes of it."""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import pytest
from handle_server import HandleServer
from sphinx_projects import MakeProject

HOSTILE = (
    "\x1b]0;x\x07",
    "\x9b1m",
    "\x7f",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "##[error]x",
    "<script>alert(1)</script>",
    "\"onclick='x",
    "javascript:alert(1)",
    "\\\\input{x}",
)
FORBIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def page() -> str:
    """Return a page with each string in names, titles and targets."""
    return "Title\n=====\n\n" + "\n\n".join(
        f":doi:`10.1000/{at}{bad}z` :doi:`a{bad}b <10.1000/{at}>` :doi:`no{bad}ne` "
        f"`t{bad}t <http://dx.doi.org/10.1000/{at}>`__ "
        f"`u{bad}u <https://doi.org/10.1000/{at}{bad}a>`__ http://dx.doi.org/10.1000/{at}{bad}"
        for at, bad in enumerate(HOSTILE)
    )


def hidden(text: str) -> list[str]:
    """Return the lines with something hidden in them, or a command of a build service."""
    return [
        ascii(line)
        for line in text.split("\n")
        if {unicodedata.category(character) for character in line} & FORBIDDEN or "##[" in line
    ]


class Tags(HTMLParser):
    """The links of a page and what could run in it."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note targets of links and names of attributes that hold a script."""
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.targets += [value or "" for name, value in attrs if tag == "a" and name == "href"]


@pytest.mark.parametrize("builder", ["html", "latex", "doi", "linkcheck"])
def test_pages_of_a_stranger(
    project: MakeProject, handle_server: HandleServer, builder: str
) -> None:
    """Warnings and reports hide nothing; no link runs a script, no name becomes TeX."""
    files = {"index.rst": page(), "e\x1b]0;x\x07\u202e.rst": f":orphan:\n\n{page()}"}
    made = project(files).build(builder, doi_server=handle_server.url)
    ours = [line for line in made.warnings if "doi" in line.lower()]
    assert len(ours) > len(HOSTILE)
    assert hidden("\n".join(ours)) == []
    if builder == "doi":
        assert hidden(made.text("output.txt")) == []
        assert hidden(made.text("report.html")) == []
    for path in Path(made.out).glob("*.html"):
        tags = Tags()
        tags.feed(path.read_text(encoding="utf-8"))
        assert tags.handlers == []
        assert not [target for target in tags.targets if target.startswith(("javascript", "data"))]
    for path in Path(made.out).glob("*.tex"):
        assert "\\input{x}" not in path.read_text(encoding="utf-8")
