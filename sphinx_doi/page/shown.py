"""The DOIs in the doctree of a page, with their places according to docutils.

The doctree has the complete content of a page: included files, docstrings, substitutions, tables,
directives. The files (`files`) have the written form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from html import unescape
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import unquote

from docutils import nodes
from docutils.utils import escape2null
from sphinx import addnodes

from mdlint_doi.formats.rst.role_argument import closed, split
from mdlint_doi.lint.model import Form
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import Link, canonical, may_name_doi
from mdlint_doi.names.scan import find
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import STANDARD, Kind, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import url_text
from sphinx_doi.page.walk import NodePlace, Origin, around, place_of, walk
from sphinx_doi.role import MARK

_OF_INTEREST: Final = (  # links, roles, targets, raw HTML, comments, tables of contents
    *(nodes.reference, nodes.target, nodes.inline, nodes.raw, nodes.comment),
    addnodes.toctree,
)
_OURS: Final = "mdlint-doi-"  # the start of suppression comments
_OUTPUTS: Final = frozenset({"cell_output", "nboutput", "output_area"})
"""The classes of outputs in notebooks: MyST-NB and jupyter-sphinx, nbsphinx."""
_CODE: Final = (  # nodes that are checked only with the setting `check-code`
    nodes.FixedTextElement,
    nodes.comment,
    nodes.literal,
    nodes.math,
    nodes.raw,
    nodes.system_message,
    addnodes.desc_signature,
)
_NAMED_TARGET: Final = pattern(r"(?:\.\. _|__ |\.\. __)")  # the start of a separate target
_EMBEDDED: Final = pattern(r"`.*(?<!\0)<(?P<inner>.*)(?<!\0)>`__?", re.DOTALL)
_ROLE: Final = pattern(r":(?P<name>[^:`]+):(?P<rest>`.*)", re.DOTALL)
_ATTRIBUTE: Final = pattern(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


class Spellings:
    """Parses the DOIs in texts according to the settings."""

    def __init__(self, settings: Settings) -> None:
        """Use the notations of the settings."""
        self.notations = notations_of(settings)  # the notations that count as a DOI

    def may_present(self, text: str) -> bool:
        """Return whether a whole text may be a DOI, by a quick test."""
        return self.notations.publishers or self.may_hold(text)

    def read(self, text: str) -> Spelling | None:
        """Return the spelling of a whole text; None if it is not a DOI."""
        return _read(text, self.notations) if self.may_present(text) else None

    def candidates(self, text: str) -> list[Candidate]:
        """Return the DOIs in running text."""
        return find.find(text, self.notations) if self.may_hold(text) else []

    def may_hold(self, text: str) -> bool:
        """Return whether running text may contain a DOI, by a quick test."""
        return may_name_doi(text, self.notations) or bool(
            self.notations.within(text.lower()).identifiers
        )


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link for the output in place of `target`, which may be `target` itself."""
    link = canonical_link(target)
    return target if link is None else link.href


def canonical_link(target: str) -> Link | None:
    """Return the canonical link for an address; None if it does not lead to a DOI."""
    spelling = _read(target, STANDARD) if may_name_doi(target) else None
    return None if spelling is None else canonical(spelling)


@lru_cache(maxsize=1024)
def _read(text: str, notations: Notations) -> Spelling | None:
    """Return the spelling of a whole text, from a cache for pages that are read twice."""
    return find.read(text, notations)


class Shown(NamedTuple):
    """A DOI that a page shows.

    Attributes:
        place: its place according to docutils.
        form: the construct, if the doctree shows it; otherwise a similar one.
        spelling: the parts of the address or the DOI, without escapes of the markup.
        written: the possible written forms of the construct, the likeliest first.
        title: the text of the link, or the title of the role; None without one.
        is_prose: whether it is outside a literal; inside a literal it can only be a mistyped
            role.
        is_translated: whether it comes from a message catalogue.
        is_extlink: whether it is a role of `extlinks`, so that `conf.py` sets the start of its
            address.
    """

    place: NodePlace
    form: Form
    spelling: Spelling
    written: tuple[str, ...]
    title: str | None = None
    is_prose: bool = True
    is_translated: bool = False
    is_extlink: bool = False

    @property
    def doi(self) -> Doi | None:
        """The DOI; None if the text is not one."""
        return self.spelling.doi

    @property
    def is_text(self) -> bool:
        """Whether it is a DOI in a text, and not a link."""
        return self.form in {Form.TEXT, Form.LINK_TEXT}

    @property
    def key(self) -> tuple[object, str]:
        """The key of equal written forms, without regard to the encoding of the DOI."""
        return key_of(self.spelling)


def key_of(spelling: Spelling) -> tuple[object, str]:
    """Return the DOI with the text before it, such as `http://dx.doi.org/`."""
    doi = spelling.doi
    return (spelling.text, "") if doi is None else (doi, spelling.text[: spelling.name.start])


class PageContent(NamedTuple):
    """The content of a page.

    Attributes:
        shown: its DOIs, in order, without those in outputs of a notebook.
        commented: the files and docstrings with suppression comments, if the doctree has comments.
    """

    shown: Sequence[Shown]
    commented: AbstractSet[Origin]


def content_of(
    doctree: nodes.document,
    spellings: Spellings,
    extlinks: Mapping[str, str] = MappingProxyType({}),
    *,
    check_code: bool = False,
) -> PageContent:
    """Return the content of a page.

    Args:
        doctree: the page, after reading or after resolving.
        spellings: the parser of DOIs.
        extlinks: the address of each role of `extlinks`, with `%s` for the argument.
        check_code: whether DOIs in code are included.
    """
    looking = _Looking(spellings, extlinks, check_code=check_code)
    found: list[Shown] = []
    commented: set[Origin] = set()
    for node in walk(doctree, _OF_INTEREST, spellings.may_hold):
        if isinstance(node, nodes.comment):
            if node.astext().startswith(_OURS):
                commented.add(place_of(node).origin)
            continue
        here = [*looking.at(node)]
        if not here:
            continue
        within = [element.attributes for element in around(node)]
        # The output of a notebook's cell was not written by the author.
        if any(not _OUTPUTS.isdisjoint(one.get("classes", ())) for one in within):
            continue
        if any(one.get("translated") for one in within):
            here = [one._replace(is_translated=True) for one in here]
        found += here
    return PageContent(found, commented)


class _Looking:
    """Reads the nodes and the texts that may contain a DOI."""

    def __init__(
        self, spellings: Spellings, extlinks: Mapping[str, str], *, check_code: bool
    ) -> None:
        self._spellings = spellings
        self._extlinks = extlinks
        self._check_code = check_code

    def at(self, node: nodes.Node) -> Iterator[Shown]:
        """Yield the DOIs of a node."""
        if isinstance(node, nodes.Text):
            yield from self._text(node)
        elif not isinstance(node, nodes.Element):
            return
        elif MARK in node.attributes:
            yield self._role(node)
        elif "refuri" in node.attributes:
            yield from self._link(node)
        elif isinstance(node, nodes.raw):
            yield from self._attributes(node)
        elif isinstance(node, addnodes.toctree):
            for _, target in node["entries"]:
                yield from self._address(node, target, Form.DEFINITION)

    def _attributes(self, node: nodes.raw) -> Iterator[Shown]:
        html = node.astext() if "html" in node.get("format", "") else ""
        for match in _ATTRIBUTE.finditer(html):
            raw = match[1] or match[2] or ""
            yield from self._address(node, url_text(unescape(raw)), Form.ATTRIBUTE, (raw,))

    def _role(self, node: nodes.Element) -> Shown:
        raw = node.rawsource or f":doi:`{node[MARK]}`"
        name = node[MARK]
        prefixed = _ROLE.fullmatch(raw)
        of_myst = (f"{{{prefixed['name']}}}{prefixed['rest']}",) if prefixed else ()
        title = node.astext() if escape2null(raw).endswith(">`") else None
        spelling = self._spellings.read(name)
        if spelling is None or spelling.doi is None:
            notations = self._spellings.notations
            spelling = closed(name, notations) or split(name, notations).spelling
        written = (raw, *of_myst, *_doubled(raw), name)
        return Shown(place_of(node), Form.ROLE, spelling, written, title)

    def _link(self, node: nodes.Element) -> Iterator[Shown]:
        target, raw = node["refuri"], node.rawsource
        if not self._spellings.may_present(target):
            return
        if isinstance(node, nodes.target):
            if _NAMED_TARGET.match(raw):
                yield from self._address(node, target, Form.DEFINITION, (raw, *_doubled(raw)))
        elif isinstance(node, nodes.reference):
            yield from self._reference(node, target, raw)

    def _reference(self, node: nodes.reference, target: str, raw: str) -> Iterator[Shown]:
        embedded = _EMBEDDED.fullmatch(escape2null(raw))
        if _is_by_name(node, embedded):
            return
        classes = node.get("classes", ()) if self._extlinks else ()
        for name in self._extlinks:
            if f"extlink-{name}" in classes:
                yield from self._extlink(node, name)
                return
        is_text = len(node.children) == 1 and isinstance(node.children[0], nodes.Text)  # as most
        is_badge = not is_text and node.next_node(nodes.image) is not None
        written = (raw, *_doubled(raw)) if embedded else ()
        title = None if is_badge else node.astext() or None
        yield from self._address(node, target, Form.DESTINATION, written, title)

    def _address(
        self,
        node: nodes.Node,
        target: str,
        form: Form,
        written: tuple[str, ...] = (),
        title: str | None = None,
    ) -> Iterator[Shown]:
        spelling = self._spellings.read(target)
        if spelling is not None:
            decoded = unquote(target)
            others = (decoded,) if decoded != target and "\ufffd" not in decoded else ()
            written = (*written, target, *others)
            yield Shown(place_of(node), form, spelling, written, title)

    def _extlink(self, node: nodes.reference, name: str) -> Iterator[Shown]:
        target = node["refuri"]
        spelling = self._spellings.read(target)
        if spelling is None:
            return
        head, _, tail = (one.replace("%%", "%") for one in self._extlinks[name].partition("%s"))
        part = target.removeprefix(head).removesuffix(tail)
        if spelling.kind in {Kind.LINK, Kind.PROXY}:
            # A finding about the resolver is about `conf.py`, so the page gets the right resolver.
            target = f"https://doi.org/{target[min(len(head), spelling.name.start) :]}"
            spelling = self._spellings.read(target) or spelling
        written = (f":{name}:`{part}`", f"{{{name}}}`{part}`", f"<{part}>", node["refuri"])
        yield Shown(place_of(node), Form.DESTINATION, spelling, written, is_extlink=True)

    def _text(self, node: nodes.Text) -> Iterator[Shown]:
        within = [*around(node)]
        if any(MARK in one for one in within):
            return
        link = next((one for one in within if isinstance(one, nodes.reference)), None)
        if link is not None and self._spellings.read(link.get("refuri", "")) is not None:
            return
        form = Form.TEXT if link is None else Form.LINK_TEXT
        is_prose = self._check_code or not any(isinstance(one, _CODE) for one in within)
        if not is_prose and not isinstance(node.parent, nodes.literal):
            return
        for one in self._spellings.candidates(node):
            yield Shown(place_of(node), form, one.spelling, (one.written,), is_prose=is_prose)


def _is_by_name(node: nodes.reference, embedded: re.Match[str] | None) -> bool:
    """Return whether a link refers to a target by name, so that its address is elsewhere."""
    if embedded is not None:
        return embedded["inner"].endswith("_") and not embedded["inner"].endswith("\0_")
    raw = escape2null(node.rawsource)
    # For translations, Sphinx gives a node without raw text its visible text.
    return raw.endswith("_") and raw not in {node.astext(), node["refuri"]}


def _doubled(raw: str) -> tuple[str, ...]:
    """Return the text with doubled backslashes, as in a Python string; empty if there are none."""
    return (raw.replace("\\", "\\\\"),) if "\\" in raw else ()


def has_bad_role(doctree: nodes.document) -> bool:
    """Return whether a page has a role with an invalid argument, which makes no link."""
    inlines = walk(doctree, (nodes.inline,))
    attributes = (node.attributes for node in inlines if isinstance(node, nodes.Element))
    return any(MARK in one and "doi-invalid" in one["classes"] for one in attributes)
