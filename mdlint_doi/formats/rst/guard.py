"""The guard of reStructuredText: docutils must make the same doctree except for DOIs.

The doctrees are compared as docutils' parser makes them, without transforms: with the names of
targets and references as written, and without system messages. There must not be more warnings than
before; two targets with one name give no warning if they are equal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Final

from docutils import nodes

from mdlint_doi.formats.code import OF_CODE, is_bibtex
from mdlint_doi.formats.reached import SamePage, apart, with_problems
from mdlint_doi.formats.rst.directive import ContentKind, shape_of
from mdlint_doi.formats.rst.guard_markup import parsed
from mdlint_doi.formats.rst.translate import documents_inside
from mdlint_doi.lint.guard import Cost, Inner, Readings, WorkBound, WorkError, fix_within
from mdlint_doi.lint.model import Fix
from mdlint_doi.names.spelling import PUBLISHERS, Notations

_BLOCK: Final = re.compile(r"(?<=\n\n)(?=[^\s])")
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_LONGEST_BLOCK: Final = 20_000
_LONGEST_WORD: Final = 2_000
"""Code points; docutils takes quadratic time for a longer paragraph or word: no fix is made."""
_INDENT: Final = re.compile(r"^[ \t]*(?=\S)", re.MULTILINE)
_DEEPEST: Final = 60
"""The most nested blocks; docutils reads the innermost one once for each block around it."""
_MOST_PARTS: Final = 20_000
"""The most paragraphs and list items; docutils takes 0.2 ms for each."""
_COST: Final = Cost(1, 15, "*`|_", begin=500, name=0)
"""The cost (`lint.guard`) of reading a text with docutils; `guard_markup` counts the lines."""
_PART: Final = re.compile(
    r"(?:^|(?<=[-*+.):][ \t]))[ \t]*+(?:[-*+]|\(?\w{1,9}[.)]|:[^:\s]{1,20}:)[ \t]|^[ \t]*+$",
    re.MULTILINE,
)
_LONG_WORD: Final = re.compile(rf"\S{{{_LONGEST_WORD}}}")
_CODE: Final = (
    *(nodes.literal, nodes.literal_block, nodes.doctest_block),
    *(nodes.math, nodes.math_block, nodes.comment),
)
_UNSEEN: Final = frozenset(
    (
        *("ids", "names", "dupnames", "backrefs", "refuri", "uri", "refname", "refid"),
        *("xml:space", "name", "anonymous"),
    )
)
"""Attributes that are in the HTML in a different form, or follow from its content."""


class SameDoctree(SamePage):
    """Compares two texts in reStructuredText."""

    def __init__(
        self,
        notations: Notations = PUBLISHERS,
        *,
        check_code: bool = False,
        work: WorkBound | None = None,
    ) -> None:
        """Receive the arguments of `SamePage`, and whether DOIs in code are compared."""
        super().__init__(notations, work)
        self._is_part = work is not None
        self._check_code = check_code
        self._shown = Readings(self.work, _COST, self._read)
        self._too_deep: str | None = None

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same document.

        Raises `WorkError` if reading with docutils would cost more than the fixes of a document
        may, or if a construct takes docutils too long; if the text is a part of a document, such a
        construct makes the result False.
        """
        self.work.begin(before)
        if takes_too_long(before):
            return self._give_up()
        is_same = super().__call__(before, after, fixes)
        return self._give_up() if before == self._too_deep else is_same

    def _give_up(self) -> bool:
        if self._is_part:
            return False
        raise WorkError

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same document; False if docutils takes too long."""
        if before == self._too_deep or takes_too_long(before) or takes_too_long(after):
            return False
        try:
            return super().compare(before, after, inert, fixes)
        except RecursionError:
            self._too_deep = before  # no fix makes it less deep
            return False

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the blocks of BibTeX."""
        if "@" not in text:
            return ()
        from mdlint_doi.formats.data.bibtex_guard import SameEntries

        return [
            Inner(block.whole, block.text, SameEntries(), partial(fix_within, block))
            for block in documents_inside(text)
        ]

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of lines without indent that follow a blank line."""
        return apart(match.start() for match in _BLOCK.finditer(text))

    def html(self, text: str) -> str:
        """Return the doctree as HTML."""
        return self._shown.of(text)

    def _read(self, text: str) -> str:
        return _read(text, self.notations, self.work, check_code=self._check_code)


def _read(text: str, notations: Notations, work: WorkBound, *, check_code: bool) -> str:
    found = parsed(text, notations, work)
    html = _html(found.doctree, () if check_code else _CODE)
    return with_problems(html, found.problems)


def body_html(text: str, notations: Notations, work: WorkBound, *, check_code: bool) -> str | None:
    """Return reStructuredText in a document of a different language as HTML, with its problems.

    None if docutils would take too long.

    Raises:
        WorkError: if the work that the document may cost is used up.
    """
    if takes_too_long(text):
        return None
    work.spend(_COST.of(text))
    try:
        return _read(text, notations, work, check_code=check_code)
    except RecursionError:
        return None


def takes_too_long(text: str) -> bool:
    """Return whether docutils would take so long for a text that no fix is made in it."""
    if _LONG_WORD.search(text) or _is_deep(text):
        return True
    parts = _PART.finditer(text) if len(text) >= _MOST_PARTS else ()
    has_many = any(at == _MOST_PARTS for at, _ in enumerate(parts))
    return has_many or any(len(block) > _LONGEST_BLOCK for block in _BLANK_LINE.split(text))


def _is_deep(text: str) -> bool:
    """Return whether too many lines are nested, each with a larger indent."""
    around: list[int] = []
    for line in _INDENT.finditer(text):
        indent = line.end() - line.start()
        while around and around[-1] >= indent:
            around.pop()
        around.append(indent)
        if len(around) > _DEEPEST:
            return True
    return False


def _html(root: nodes.Node, code: tuple[type[nodes.Element], ...]) -> str:
    """Return a doctree as HTML, without recursion, because documents may be nested deeply."""
    parts: list[str] = []
    waiting: list[nodes.Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Text):  # is also a `str`
            parts.append(escape(str(node), quote=False))
        elif isinstance(node, str):
            parts.append(node)
        elif isinstance(node, nodes.Element) and not isinstance(node, nodes.system_message):
            waiting += reversed(_element(node, code))
    return "".join(parts)


def _element(node: nodes.Element, code: tuple[type[nodes.Element], ...]) -> list[nodes.Node | str]:
    """Return the tags of an element and the content between them."""
    if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
        return [node.astext()]
    if isinstance(node, nodes.image):
        return [f'<img src="{escape(node["uri"])}"{_attributes(node)}>']
    if isinstance(node, nodes.literal_block) and is_bibtex(_language(node), node.astext()):
        from mdlint_doi.formats.data.bibtex_guard import as_html

        return [as_html(node.astext())]
    if isinstance(node, code):
        return ["<code>", *node.children, "</code>"]
    if isinstance(node, nodes.reference) and "refuri" in node:
        return [f'<a href="{escape(node["refuri"])}">', *node.children, "</a>"]
    begin = f"<{node.tagname}{_attributes(node)}>"
    end = f"</{node.tagname}>"
    return [begin, *_names(node), *node.children, end]


def _language(node: nodes.literal_block) -> str:
    """Return the stated language of a literal block, or the name of its directive."""
    classes = [class_name for class_name in node["classes"] if class_name != "code"]
    around = node.parent
    name = str(around.get("directive", "")).lower() if isinstance(around, nodes.container) else ""
    if "code" in node["classes"] or shape_of(name).content is not ContentKind.LITERAL:
        return classes[0] if classes else ""
    titles = [title.astext() for title in around.children if isinstance(title, nodes.title)]
    return name if name not in OF_CODE else "".join(titles)


def _attributes(node: nodes.Element) -> str:
    """Return the other attributes of an element as HTML."""
    return "".join(
        f' {name}="{escape(str(value))}"'
        for name, value in sorted(node.attributes.items())
        if value and name not in _UNSEEN
    )


def _names(node: nodes.Element) -> list[str]:
    """Return a target's names and address, and the name to which an element refers, as HTML."""
    found: list[str] = []
    if isinstance(node, nodes.target):
        names = {*node["names"], *node["dupnames"]}
        found += [f"<name>{escape(name)}</name>" for name in sorted(names)]
        if "refuri" in node:
            found.append(f'<a href="{escape(node["refuri"])}"></a>')
    if "refname" in node:
        found.append(f"<to>{escape(node['refname'])}</to>")
    return found
