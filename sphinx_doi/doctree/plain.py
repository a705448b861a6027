"""Pages on which nothing can be wrong: most pages, and most of what checks would cost a build.

A link to `https://doi.org/` and a name of letters, digits and simple marks is plainly right, and so
is a role with such a name. Where a page holds nothing else that looks like a DOI, no rule has
anything to say of it. Then no rule is asked, and nothing is kept but which of the links could be
roles; who wants the mentions later reads the page's doctree. Any doubt sends a page the long way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final, NamedTuple

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.role_words import role_word
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.link import may_name_doi
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from sphinx_doi.doctree import kinds
from sphinx_doi.doctree.markdown import is_markdown
from sphinx_doi.doctree.mistyped_roles import mistyped_roles
from sphinx_doi.doctree.places import File, Match, search
from sphinx_doi.doctree.reader import Reader
from sphinx_doi.doctree.walk import Origin, around, read_origin, walk
from sphinx_doi.plain_names import HARMLESS, is_plain_link, is_plain_name, plain_target
from sphinx_doi.role import MARK

_ROLE: Final = pattern(r":doi:`([^`]*)`")
_HARMLESS: Final = pattern(HARMLESS, re.IGNORECASE)
_EMBEDDED: Final = pattern(r"`[^`<>\\\0]*<(?P<target>[^\s`<>\\\0]+)>`__?")
_ENDS_IN_RST: Final = pattern(r"\Z|[\s>]|[.,;:)]+(?:\s|\Z)")
_ENDS_IN_TEXT: Final = pattern(r"[.,;:]?[)]?[.,;:]? +\S")
"""Behind a name in a line that goes on, so that the name does not go on in the next."""
_FENCE: Final = pattern(r" {0,3}(?:`{3,}|~{3,})[ \t]*[\w+-]*[ \t]*")
_LABEL: Final = pattern(r" {0,3}\[[^\]\\\n]+\]: +<?")
_PAGES: Final = (".rst", ".txt", ".md")


class PlainPage(NamedTuple):
    """A page on which nothing can be wrong.

    Attributes:
        origin: its file.
        document: the links that could be roles, in order; neither roles nor other links. None
            without any.
        holds_dois: whether there is any DOI on it.

    """

    origin: Origin
    document: Document | None
    holds_dois: bool


def plain_page(doctree: nodes.document, reader: Reader) -> PlainPage | None:
    """Return what is to be known of a page on which nothing can be wrong; None for others.

    Args:
        doctree: as it was read.
        reader: of the build.

    """
    reader.files.begin()
    origin = read_origin(doctree.get("source"))
    is_page = origin.path.endswith(_PAGES) and not reader.files.leaves_out(origin.path)
    if not is_page or not reader.has_plain_rules:
        return None
    page = _Page(origin, reader)
    if not all(page.takes(node) for node in walk(doctree, kinds.OF_INTEREST, may_name_doi)):
        return None
    if not page.is_accounted_for():
        return None
    links = tuple(sorted(page.links, key=lambda mention: mention.span))
    return PlainPage(origin, Document(links[0].source, links) if links else None, page.holds_dois)


def has_bad_role(doctree: nodes.document) -> bool:
    """Return whether a role on a page names no DOI, so that the page has no link."""
    return any(
        MARK in node.attributes and "doi-invalid" in node["classes"]
        for node in walk(doctree, (nodes.inline,))
        if isinstance(node, nodes.Element)
    )


class _Page:
    """Takes the nodes of one page, as long as they are plainly right.

    Attributes:
        links: that could be roles.
        holds_dois: whether there was any DOI.

    """

    def __init__(self, origin: Origin, reader: Reader) -> None:
        self.links: list[Mention] = []
        self.holds_dois = False
        self._origin = origin
        self._reader = reader
        self._is_markdown = is_markdown(origin.path)
        self._known: list[Span] = []
        self._elsewhere: list[Span] = []

    @cached_property
    def _file(self) -> File | None:
        """The page's file, read only if a place in it is wanted; None if it cannot be read."""
        return self._reader.files.get(self._origin.path)

    def takes(self, node: nodes.Node) -> bool:
        """Return whether a node is plainly right, or holds no DOI."""
        if isinstance(node, nodes.Text):
            return self._takes_text(node)
        if not isinstance(node, nodes.Element):
            return False
        if MARK in node.attributes:
            return self._takes_role(node)
        target = node.attributes.get("refuri")
        return self._takes_other(node) if target is None else self._takes_link(node, target)

    def _takes_other(self, node: nodes.Element) -> bool:
        if isinstance(node, nodes.comment):
            return kinds.OWN_COMMENT not in node.astext()
        if isinstance(node, nodes.raw):
            return not may_name_doi(node.astext())
        if isinstance(node, addnodes.toctree):
            return not any(self._reader.spelling(target) for _, target in node["entries"])
        return True

    def is_accounted_for(self) -> bool:
        """Return whether the file holds nothing else that looks like a DOI.

        The doctree of reStructuredText shows all; that of Markdown has lost what became no link.
        """
        if not self._is_markdown:
            return True
        if self._file is None:
            return False
        known = sorted([*self._known, *self._elsewhere])
        for at in places(self._file.source.text):
            which = bisect_right(known, at, key=lambda span: span.start) - 1
            if which < 0 or known[which].end <= at:
                return False
        return True

    def _takes_text(self, node: nodes.Text) -> bool:
        within = [*around(node)]
        if any(MARK in one.attributes or kinds.is_left_out(one) for one in within):
            if self._is_markdown and isinstance(node.parent, nodes.literal_block) and self._file:
                self._account_for_code(self._file.source.text, node.rstrip("\n"))
            return True
        link = next((one for one in within if isinstance(one, nodes.reference)), None)
        if link is not None and is_plain_link(link.get("refuri", "")):
            return True
        if not self._is_markdown and mistyped_roles(node):
            return False
        found = self._reader.candidates(node)
        return all(self._takes_name(node, one) for one in found)

    def _takes_name(self, node: nodes.Text, one: Candidate) -> bool:
        """Take a name in running text that is plain, and ends plainly."""
        name = one.written.removeprefix("doi:").removeprefix("DOI:").lstrip(" ")
        if not is_plain_name(name):
            return False
        match = self._placed(node, one.written)
        if match is None or role_word(match.source.text, match.span.start) is not None:
            return False
        return _ENDS_IN_TEXT.match(match.source.text, match.span.end) is not None

    def _account_for_code(self, text: str, code: str) -> None:
        """Note where in Markdown a fence stands that holds a program, not a directive."""
        at = text.find(f"\n{code}\n")
        if at >= 0 and _FENCE.fullmatch(text, text.rfind("\n", 0, at) + 1, at):
            self._elsewhere.append(Span(at, at + len(code)))

    def _takes_role(self, node: nodes.Element) -> bool:
        role = _ROLE.fullmatch(node.rawsource)
        if role is None or plain_target(role[1]) is None:
            return False
        if self._is_markdown:
            return self._placed(node, f"{{doi}}`{role[1]}`") is not None
        self.holds_dois = True  # wherever in the file: of a role no place is to be told
        return self._line_of(node) is not None

    def _takes_link(self, node: nodes.Element, target: str) -> bool:
        if not is_plain_link(target):
            return self._takes_other_link(target)
        if isinstance(node, nodes.target):
            return self._takes_target(node, target)
        is_link = isinstance(node, nodes.reference) and not self._reader.extlink_of(node)
        return is_link and self._takes_reference(node, target)

    def _takes_reference(self, node: nodes.Element, target: str) -> bool:
        raw, title = node.rawsource, node.astext()
        if not (_HARMLESS.fullmatch(title) or _repeats(title, target)):
            return False
        embedded = _EMBEDDED.fullmatch(raw)
        if embedded is None and raw.endswith("_") and raw != title:
            return "<" not in raw  # a reference by name: its target is another node
        match = self._placed(node, raw if embedded else target)
        if match is None or (embedded and embedded["target"] != target):
            return False
        if self._is_markdown:
            return self._takes_markdown_link(match, title)
        return self._takes_rst_link(match, target, None if _holds_image(node) else title)

    def _takes_other_link(self, target: str) -> bool:
        """Take a link that presents no DOI, be there one in it."""
        if self._reader.spelling(target) is not None:
            return False
        if self._is_markdown and may_name_doi(target) and self._file:
            match = self._file.next_free(target, 0)
            self._elsewhere += [match.span] if match else []
        return True

    def _takes_target(self, node: nodes.target, target: str) -> bool:
        if not kinds.NAMED_TARGET.match(node.rawsource):
            return True
        match = self._placed(node, node.rawsource, target)
        return match is not None and match.text.rstrip().endswith(target)

    def _takes_rst_link(self, match: Match, target: str, title: str | None) -> bool:
        text, (start, end) = match.source.text, match.span
        if text[end - 1] != "_" and not _ENDS_IN_RST.match(text, end):
            return False
        form = Form.DESTINATION
        if title == target and match.text == target:
            form = Form.AUTOLINK if match.is_in_brackets else Form.BARE_LINK
        self._keep(
            match, match.span, PlacedText(target, text.rfind(target, start, end)), form, title
        )
        return True

    def _takes_markdown_link(self, match: Match, title: str) -> bool:
        text, (start, end) = match.source.text, match.span
        if _LABEL.fullmatch(text, text.rfind("\n", 0, start) + 1, start):
            return text[end : end + 1] in {"\n", ">"}  # of a definition, where no role can stand
        written = PlacedText(match.text, start)
        begin = start - len(title) - len("[](")
        if text[start - 1 : end + 1] == f"<{match.text}>":
            self._keep(match, Span(start - 1, end + 1), written, Form.AUTOLINK)
        elif text[max(0, begin) : end + 1] == f"[{title}]({match.text})":
            self._keep(match, Span(begin, end + 1), written, Form.DESTINATION, title)
        else:
            return False
        return True

    def _keep(
        self, match: Match, span: Span, written: PlacedText, form: Form, title: str | None = None
    ) -> None:
        """Keep a link that could be a role, as the reading of its file has it."""
        spelling = self._reader.spelling(written.text)
        if spelling is not None:
            self._known.append(span)
            self.links.append(Mention(match.source, span, written, form, spelling, title or None))

    def _placed(self, node: nodes.Node, *needles: str) -> Match | None:
        """Return where in the page's own file a text stands; None if it may be elsewhere."""
        line, file = self._line_of(node), self._file
        if line is None or file is None:
            return None
        found = (search(file, needle, line) for needle in needles)
        match = next((one for one in found if one is not None), None)
        if match is None or match.is_copy:
            return None
        self.holds_dois = True
        self._known.append(match.span)
        return match

    def _line_of(self, node: nodes.Node) -> int | None:
        """Return the line of a node's block, 1 if it is not known; None if it may be elsewhere.

        That is, in another file than the page's own, in a translation, in a program's output.
        """
        line, source = node.line, node.source
        for one in around(node):
            line, source = line or one.line, source or one.source
            attributes = one.attributes
            if attributes.get("translated") or not kinds.OUTPUTS.isdisjoint(attributes["classes"]):
                return None
        return line or 1 if read_origin(source) == self._origin else None


def _repeats(title: str, target: str) -> bool:
    """Return whether a link's text is its target or the name."""
    name = target.removeprefix("https://doi.org/")
    return title in {target, name, f"doi:{name}", f"doi: {name}", f"DOI:{name}", f"DOI: {name}"}


def _holds_image(node: nodes.Element) -> bool:
    return any(True for _ in walk(node, (nodes.image,)))
