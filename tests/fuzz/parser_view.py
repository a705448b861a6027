"""What markdown-it-py makes of the numbered names in a document, and what the extractor makes.

Each name in a generated document holds a number between two `z`, so that both sides can be asked
in which construct number 7 stands, whatever else the document became.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.model import Form
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import STANDARD
from mdlint_doi.text.source import Source

View = dict[int, set[str]]
"""For each number, the kinds of constructs that hold it."""

PARSERS: Final = tuple(
    MarkdownIt("commonmark", {"maxNesting": 200}).enable(["strikethrough", *tables])
    for tables in (["table"], [])
)
NUMBER: Final = re.compile(r"z(\d+)z")
CODE_ELEMENTS: Final = {"pre", "code", "textarea"}
RAW_ELEMENTS: Final = {"textarea"}
LINKS: Final = {"destination", "autolink", "image", "definition"}

_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_TEXTS: Final = {Form.TEXT: "text", Form.BARE_LINK: "text", Form.LINK_TEXT: "link-text"}


def extracted(text: str) -> View:
    """Return what the extractor makes of the names in `text`."""
    seen: defaultdict[int, set[str]] = defaultdict(set)
    for mention in extract(Source("x.md", text), Settings()).mentions:
        for number in numbers(mention.written.text):
            seen[number].add(_TEXTS.get(mention.form, mention.form.value))
    return seen


def parsed(text: str, parser: MarkdownIt) -> View:
    """Return what a parser makes of them."""
    reading = _Reading()
    environment: dict[str, dict[str, dict[str, str]]] = {}
    for token in parser.parse(text, environment):
        reading.block(token)
    for label, definition in environment.get("references", {}).items():
        reading.target(definition["href"], "definition")
        reading.put(definition.get("title", ""), "title")
        reading.put(label.lower(), "label")
    return reading.seen


def numbers(text: str) -> Iterator[int]:
    """Yield the numbers of the names in `text`."""
    return (int(match[1]) for match in NUMBER.finditer(text))


class _Reading:
    """Walks over the tokens of one document."""

    def __init__(self) -> None:
        self.seen: defaultdict[int, set[str]] = defaultdict(set)
        self.links: list[str] = []
        self.run: list[str] = []
        self.code = ""
        self.anchor = False

    def put(self, text: str, kind: str) -> None:
        for number in numbers(text):
            self.seen[number].add(kind)

    def target(self, href: str, kind: str) -> None:
        """Note a destination; one that presents no DOI is no business of ours."""
        spelling = read(href)
        known = set(numbers(spelling.text)) if spelling else set()
        for number in numbers(href):
            self.seen[number].add(kind if number in known else "elsewhere")

    def block(self, token: Token) -> None:
        if token.type in {"fence", "code_block"}:
            self.put(token.content, "code")
            self.put(token.info, "label")
        elif token.type == "html_block":
            self.put(token.content, "html-block")
        for child in token.children or ():
            self.inline(child)
        self.flush()
        self.links, self.code, self.anchor = [], "", False

    def inline(self, token: Token) -> None:
        if token.type in {"text", "text_special", "softbreak"}:
            self.run.append("\n" if token.type == "softbreak" else token.content)
            return
        self.flush()
        self.put(str(token.attrs.get("title", "")), "title")
        if token.type == "link_open":
            kind = "autolink" if token.markup == "autolink" else "destination"
            self.links.append(kind)
            self.target(str(token.attrs["href"]), self.covered(kind))
        elif token.type == "link_close":
            self.links.pop()
        elif token.type == "image":
            self.target(str(token.attrs["src"]), self.covered("image"))
            self.alternative(token)
        elif token.type == "code_inline":
            self.put(token.content, "code")
        elif token.type == "html_inline":
            self.html(token.content)

    def covered(self, kind: str) -> str:
        """Return as what a link counts here: one in an element for code may be looked at."""
        if self.code in RAW_ELEMENTS:
            return "hidden"
        return "elsewhere" if self.code else kind

    def alternative(self, image: Token) -> None:
        for child in image.children or ():
            self.put(f"{child.content}{child.attrs}", "alternative")
            self.alternative(child)

    def html(self, text: str) -> None:
        self.put(text, "comment" if text.startswith("<!--") else "html")
        tag = _TAG.match(text)
        name = tag[1].lower() if tag else ""
        closing = text.startswith("</")
        if self.code:
            self.code = "" if closing and name == self.code else self.code
        elif name in CODE_ELEMENTS and not closing:
            self.code = name
        elif name == "a":
            self.anchor = not closing and "href" in text

    def flush(self) -> None:
        """Take a run of text: what is a name in it, `find` decides for both sides."""
        text, self.run = "".join(self.run), []
        if "autolink" in self.links or not NUMBER.search(text):
            return
        found = {
            number for candidate in find(text, STANDARD) for number in numbers(candidate.written)
        }
        linked = bool(self.links) or self.anchor
        kind = "hidden" if self.code else "link-text" if linked else "text"
        for number in numbers(text):
            self.seen[number].add(kind if number in found else "no-name")
