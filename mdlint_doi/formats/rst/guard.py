"""Whether a changed text still has the same doctree, but for the DOI: docutils decides.

Every role and every directive that docutils does not know is made known, as in a Sphinx project,
and no other file is read. The doctree is compared as docutils' parser makes it, without
transforms: names of targets and references as they are written, system messages left out. There
may be no more warnings than before: two targets of one name are none as long as they are equal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from typing import Final

from docutils import nodes

from mdlint_doi.formats import same_page
from mdlint_doi.formats.rst.guard_markup import parsed
from mdlint_doi.lint.fixing import WorkError
from mdlint_doi.lint.model import Fix

_BLOCK: Final = re.compile(r"(?<=\n\n)(?=[^\s])")
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_LONGEST_BLOCK: Final = 20_000
_LONGEST_WORD: Final = 2_000
"""docutils takes time in the square of a paragraph's length, and of a word's: no fix in longer."""
_INDENT: Final = re.compile(r"^[ \t]*(?=\S)", re.MULTILINE)
_DEEPEST: Final = 60
"""Blocks in one another; docutils reads what is innermost once for each of them."""
_MOST_PARTS: Final = 20_000
"""Paragraphs and items of lists: docutils takes 0.2 ms for each, so many seconds for more."""
WORK: Final = (500_000, 12)
"""Code points that docutils may read to compare a document's texts: so many, and so many for each
of its own. It takes ten times as long as a renderer of Markdown, in a table 8 seconds a million."""
_TEXTS: Final = 6_000
"""Texts that it may read for a document, such as docstrings: each costs it half a millisecond to
begin with."""
_PART: Final = re.compile(
    r"(?:^|(?<=[-*+.):][ \t]))[ \t]*+(?:[-*+]|\(?\w{1,9}[.)]|:[^:\s]{1,20}:)[ \t]|^[ \t]*+$",
    re.MULTILINE,
)
_LONG_WORD: Final = re.compile(rf"\S{{{_LONGEST_WORD}}}")
_CODE: Final = (
    nodes.literal,
    nodes.literal_block,
    nodes.doctest_block,
    nodes.math,
    nodes.math_block,
    nodes.comment,
)
_UNSEEN: Final = frozenset(
    (
        *("ids", "names", "dupnames", "backrefs", "refuri", "uri", "refname", "refid"),
        *("xml:space", "name", "anonymous"),
    )
)
"""Attributes that stand in the page otherwise, or follow from what stands there."""


class SameDoctree(same_page.SamePage):
    """Compares two texts in reStructuredText."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings: further resolvers, and whether DOIs in code are looked at."""
        super().__init__(servers)
        self._check_code = check_code
        self._problems: dict[str, int] = {}
        self._too_deep: str | None = None
        self._left: int | None = None
        self._texts = _TEXTS

    def begin(self, text: str) -> None:
        """Allow as much work as the fixes of a document may have; only the first one counts."""
        if self._left is None:
            base, each = WORK
            self._left = base + each * len(text)

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same document; see `same_page.SamePage.compare`.

        Raises:
            WorkError: if docutils had more to read than a document's fixes may have.

        """
        self.begin(before)
        if before == self._too_deep or takes_too_long(before) or takes_too_long(after):
            return False
        try:
            is_same = super().compare(before, after, inert, fixes)
        except RecursionError:
            self._too_deep = before  # and no fix makes it less deep
            return False
        problems = self._problems
        self._problems = {text: problems[text] for text in (before, after)}
        return is_same and problems[after] <= problems[before]

    def blocks(self, text: str) -> list[int]:
        """Return where the lines begin that follow a blank one and have no indent."""
        return [match.start() for match in _BLOCK.finditer(text)]

    def html(self, text: str) -> str:
        """Return the doctree as HTML.

        Raises:
            WorkError: as `compare`.

        """
        if self._left is not None:
            self._left -= len(text)
            self._texts -= 1
            if min(self._left, self._texts) < 0:
                raise WorkError
        found = parsed(text, tuple(self.servers))
        self._problems[text] = found.problems
        return "".join(_Html(check_code=self._check_code).of(found.doctree))


def body_html(text: str, servers: tuple[str, ...], *, check_code: bool) -> str | None:
    """Return reStructuredText in a document of another language as HTML, and how good it is.

    Args:
        text: the body.
        servers: further resolvers.
        check_code: whether DOIs in code are looked at.

    Returns:
        The doctree as HTML, its problems counted; None where docutils would take too long.

    """
    if takes_too_long(text):
        return None
    try:
        found = parsed(text, servers)
    except RecursionError:
        return None
    html = "".join(_Html(check_code=check_code).of(found.doctree))
    return f"{html}<problems {found.problems}>"


def takes_too_long(text: str) -> bool:
    """Return whether docutils would read a text for so long that no fix is made in it."""
    if _LONG_WORD.search(text) or _is_deep(text) or _has_very_many_parts(text):
        return True
    return any(len(block) > _LONGEST_BLOCK for block in _BLANK_LINE.split(text))


def _has_very_many_parts(text: str) -> bool:
    if len(text) < _MOST_PARTS:
        return False
    return any(at == _MOST_PARTS for at, _ in enumerate(_PART.finditer(text)))


def _is_deep(text: str) -> bool:
    """Return whether very many lines stand in one another, each with a larger indent."""
    around: list[int] = []
    for line in _INDENT.finditer(text):
        indent = line.end() - line.start()
        while around and around[-1] >= indent:
            around.pop()
        around.append(indent)
        if len(around) > _DEEPEST:
            return True
    return False


class _Html:
    """A doctree as HTML; no recursion, since documents may be nested deeply."""

    def __init__(self, *, check_code: bool) -> None:
        self._code = () if check_code else _CODE
        self._parts: list[str] = []

    def of(self, root: nodes.Node) -> list[str]:
        """Return the pieces of the HTML of a tree."""
        waiting: list[nodes.Node | str] = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                self._parts.append(node)
            elif isinstance(node, nodes.Text):
                self._parts.append(escape(str(node), quote=False))
            elif isinstance(node, nodes.Element):
                waiting += reversed(self._element(node))
        return self._parts

    def _element(self, node: nodes.Element) -> list[nodes.Node | str]:
        """Return what an element comes down to: tags and what stands in them."""
        if isinstance(node, nodes.system_message):
            return []
        if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
            return [node.astext()]
        if isinstance(node, nodes.image):
            return [f'<img src="{escape(node["uri"])}"{_attributes(node)}>']
        if isinstance(node, self._code):
            return ["<code>", *node.children, "</code>"]
        if isinstance(node, nodes.reference) and "refuri" in node:
            return [f'<a href="{escape(node["refuri"])}">', *node.children, "</a>"]
        return [
            f"<{node.tagname}{_attributes(node)}>",
            *_names(node),
            *node.children,
            f"</{node.tagname}>",
        ]


def _attributes(node: nodes.Element) -> str:
    """Return what else is known of an element."""
    return "".join(
        f' {name}="{escape(str(value))}"'
        for name, value in sorted(node.attributes.items())
        if value and name not in _UNSEEN
    )


def _names(node: nodes.Element) -> list[nodes.Node | str]:
    """Return a target's names and where it leads, as text and as a link."""
    found: list[nodes.Node | str] = []
    if isinstance(node, nodes.target):
        names = sorted({*node["names"], *node["dupnames"]})
        found += [f"<name>{escape(name)}</name>" for name in names]
        if "refuri" in node:
            found.append(f'<a href="{escape(node["refuri"])}"></a>')
    if "refname" in node:
        found.append(f"<to>{escape(node['refname'])}</to>")
    return found
