"""Pages on which nothing can be wrong: most pages, and most of what checks would cost a build.

A link to `https://doi.org/` and a name of letters, digits and simple marks is plainly right, and so
is a role with such a name. Where a page holds nothing else that looks like a DOI, no rule has
anything to say of it. Then no rule is asked, and nothing is kept but which of the links could be
roles; who wants the mentions later reads the page's doctree. Any doubt sends a page the long way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, NamedTuple

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.link import may_name_doi
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from sphinx_doi.doctree import constructs
from sphinx_doi.doctree.collect import OF_INTEREST, OUTPUTS, OWN_COMMENT, is_left_out
from sphinx_doi.doctree.constructs import Construct
from sphinx_doi.doctree.markdown import is_markdown
from sphinx_doi.doctree.mistyped_roles import mistyped_roles
from sphinx_doi.doctree.places import File, Match
from sphinx_doi.doctree.reader import Reader
from sphinx_doi.doctree.walk import Origin, around, block_of, read_origin, walk
from sphinx_doi.plain_names import HARMLESS, is_plain_link, is_plain_name, plain_target
from sphinx_doi.role import MARK

_ROLE: Final = re.compile(r":doi:`([^`]*)`")
_HARMLESS: Final = re.compile(HARMLESS, re.IGNORECASE)
_ENDS_IN_RST: Final = re.compile(r"\Z|[\s>]|[.,;:)]+(?:\s|\Z)")
_ENDS_IN_TEXT: Final = re.compile(r"[.,;:]?[)]?[.,;:]? +\S")
"""Behind a name in a line that goes on, so that the name does not go on in the next."""
_FENCE: Final = re.compile(r" {0,3}(?:`{3,}|~{3,})[ \t]*[\w+-]*[ \t]*")
_LABEL: Final = re.compile(r" {0,3}\[[^\]\\\n]+\]: +<?")
_PAGES: Final = (".rst", ".txt", ".md")


class PlainPage(NamedTuple):
    """A page on which nothing can be wrong.

    Attributes:
        origin: its file.
        document: the links that could be roles, in order; neither roles nor other links.
        holds_dois: whether there is any DOI on it.

    """

    origin: Origin
    document: Document
    holds_dois: bool


def plain_page(doctree: nodes.document, reader: Reader) -> PlainPage | None:
    """Return what is to be known of a page on which nothing can be wrong; None for others.

    Args:
        doctree: as it was read.
        reader: of the build.

    """
    reader.files.begin()
    origin = read_origin(doctree.get("source"))
    path = origin.path
    file = reader.files.get(path) if path.endswith(_PAGES) else None
    if file is None or reader.files.leaves_out(path) or not reader.has_plain_rules:
        return None
    page = _Page(file, reader)
    if not all(page.takes(node) for node in walk(doctree, OF_INTEREST, may_name_doi)):
        return None
    if not page.is_accounted_for():
        return None
    links = tuple(sorted(page.links, key=lambda mention: mention.span))
    return PlainPage(origin, Document(file.source, links), page.holds_dois)


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

    """

    def __init__(self, file: File, reader: Reader) -> None:
        self.links: list[Mention] = []
        self._file = file
        self._reader = reader
        self._is_markdown = is_markdown(file.path)
        self._known: list[Span] = []
        self._elsewhere: list[Span] = []

    @property
    def holds_dois(self) -> bool:
        """Whether there was any DOI."""
        return bool(self._known)

    def takes(self, node: nodes.Node) -> bool:
        """Return whether a node is plainly right, or holds no DOI."""
        if isinstance(node, nodes.Text):
            return self._takes_text(node)
        if not isinstance(node, nodes.Element):
            return False
        if MARK in node.attributes:
            return self._takes_role(node)
        return self._takes_link(node) if "refuri" in node.attributes else self._takes_other(node)

    def _takes_other(self, node: nodes.Element) -> bool:
        if isinstance(node, nodes.comment):
            return OWN_COMMENT not in node.astext()
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
        known = sorted([*self._known, *self._elsewhere])
        for at in places(self._file.source.text):
            which = bisect_right(known, at, key=_start) - 1
            if which < 0 or known[which].end <= at:
                return False
        return True

    def _takes_text(self, node: nodes.Text) -> bool:
        within = [*around(node)]
        if any(MARK in one or is_left_out(one) for one in within):
            if self._is_markdown and isinstance(node.parent, nodes.literal_block):
                self._account_for_code(node.rstrip("\n"))
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
        match = self._placed(node, constructs.text(one, Form.TEXT))
        return match is not None and bool(_ENDS_IN_TEXT.match(match.source.text, match.span.end))

    def _account_for_code(self, code: str) -> None:
        """Note where in Markdown a fence stands that holds a program, not a directive."""
        text = self._file.source.text
        at = text.find(f"\n{code}\n")
        if at >= 0 and _FENCE.fullmatch(text, text.rfind("\n", 0, at) + 1, at):
            self._elsewhere.append(Span(at, at + len(code)))

    def _takes_role(self, node: nodes.Element) -> bool:
        raw = node.rawsource
        role = _ROLE.fullmatch(raw)
        if role is None or plain_target(role[1]) is None:
            return False
        written = (f"{{doi}}`{role[1]}`",) if self._is_markdown else (raw,)
        return self._placed(node, Construct(written, _no_mention)) is not None

    def _takes_link(self, node: nodes.Element) -> bool:
        target = node["refuri"]
        if not is_plain_link(target):
            return self._takes_other_link(node)
        if isinstance(node, nodes.target):
            return self._takes_target(node)
        if not isinstance(node, nodes.reference) or self._reader.extlink_of(node):
            return False
        title = node.astext()
        if not (_HARMLESS.fullmatch(title) or _repeats(title, target)):
            return False
        construct = constructs.reference(node, self._reader.spelling)
        if construct is None:
            return True
        match = self._placed(node, construct)
        return match is not None and self._takes_match(match, construct, title)

    def _takes_other_link(self, node: nodes.Element) -> bool:
        """Take a link that presents no DOI, be there one in it."""
        target = node["refuri"]
        if self._reader.spelling(target) is not None:
            return False
        if self._is_markdown and may_name_doi(target):
            match = self._file.next_free(target, 0)
            self._elsewhere += [match.span] if match else []
        return True

    def _takes_target(self, node: nodes.target) -> bool:
        if not constructs.NAMED_TARGET.match(node.rawsource):
            return True
        construct = constructs.definition(node, self._reader.spelling)
        match = self._placed(node, construct)
        return match is not None and match.text.rstrip().endswith(node["refuri"])

    def _takes_match(self, match: Match, construct: Construct, title: str) -> bool:
        text, (start, end) = match.source.text, match.span
        if not self._is_markdown:
            whole = text[end - 1] == "_" or _ENDS_IN_RST.match(text, end)
            mention = construct.mention(match) if whole else None
            if mention is None or mention.form is Form.BROKEN:
                return False
            self.links.append(mention)
            return True
        if _LABEL.fullmatch(text, text.rfind("\n", 0, start) + 1, start):
            return text[end : end + 1] in {"\n", ">"}  # of a definition, where no role can stand
        begin = start - len(title) - len("[](")
        if text[start - 1 : end + 1] == f"<{match.text}>":
            self._keep(match, Span(start - 1, end + 1), None, Form.AUTOLINK)
        elif text[max(0, begin) : end + 1] == f"[{title}]({match.text})":
            self._keep(match, Span(begin, end + 1), title, Form.DESTINATION)
        else:
            return False
        return True

    def _keep(self, match: Match, span: Span, title: str | None, form: Form) -> None:
        """Keep a link of Markdown, as the reading of its file has it."""
        written = PlacedText(match.text, match.span.start)
        spelling = self._reader.spelling(match.text)
        if spelling is not None:
            self._known.append(span)
            self.links.append(Mention(match.source, span, written, form, spelling, title))

    def _placed(self, node: nodes.Node, construct: Construct) -> Match | None:
        """Return where in the page's own file a construct stands; None if it may be elsewhere."""
        if any(
            one.get("translated") or not OUTPUTS.isdisjoint(one.get("classes", ()))
            for one in around(node)
        ):
            return None
        block = block_of(node)
        if block.origin.path != self._file.path or block.origin.part:
            return None
        match = self._reader.match(construct, block)
        if match is None or match.is_copy:
            return None
        self._known.append(match.span)
        return match


def _no_mention(_: Match) -> None:
    """Make no mention: of a role nothing is to be said."""


def _repeats(title: str, target: str) -> bool:
    """Return whether a link's text is its target or the name."""
    name = target.removeprefix("https://doi.org/")
    return title in {target, name, f"doi:{name}", f"doi: {name}", f"DOI:{name}", f"DOI: {name}"}


def _start(span: Span) -> int:
    return span.start
