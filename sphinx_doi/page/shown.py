"""The DOIs in the doctree of a page, with their places according to docutils.

The doctree has the complete content of a page: included files, docstrings, substitutions, tables,
directives. The files (`files`) have the written form.
"""

from __future__ import annotations

import re
from collections import defaultdict
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

from mdlint_doi.formats.code import LANGUAGES, data_name
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
from sphinx_doi.page.origins import NodePlace, Origin, Project, place_of
from sphinx_doi.page.walk import around, walk
from sphinx_doi.role import MADE, MARK, WRITTEN

_OF_INTEREST: Final = (  # links, roles, targets, raw HTML, code, comments, tables of contents
    *(nodes.reference, nodes.target, nodes.inline, nodes.raw, nodes.literal_block, nodes.comment),
    addnodes.toctree,
)
_TYPED: Final = str.maketrans(
    {
        "\u2013": "--",
        "\u2014": "---",
        "\u2026": "...",
        "\u00b1": "+-",
        "\u00a9": "(c)",
        "\u00ae": "(r)",
        "\u2122": "(tm)",
        **dict.fromkeys("\u201c\u201d\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2018\u2019", "'"),
    }
)
"""The characters that the typography of markdown-it-py writes, with those that it replaces."""
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
SAMPLES: Final = ("10.1000/182", "182")
"""Samples that a page may put into an address of `conf.py`: a DOI, or the end of one."""
_SIGNS: Final = pattern(r"[0-9]|[Dd][Oo][Ii]")
"""Matches in each text with a DOI, also in one with an identifier or a mistyped DOI."""
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
        if not _SIGNS.search(text):  # as in most of the hundreds of texts of a page
            return False
        return may_name_doi(text, self.notations) or bool(
            self.notations.identifiers and self.notations.within(text.lower()).identifiers
        )


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link for the output in place of `target`, which may be `target` itself."""
    link = canonical_link(target)
    return target if link is None else link.href


def sample_addresses(base: str) -> list[str]:
    """Return the addresses that `extlinks` makes of a base and each sample; `%%` means `%`."""
    return [base.replace("%s", sample).replace("%%", "%") for sample in SAMPLES]


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


def name_of(spelling: Spelling) -> object:
    """Return the DOI, or the text that is not one."""
    return spelling.doi or spelling.name.cut(spelling.text) or spelling.text


def typed(text: str) -> str:
    """Return a text with the characters that an author typed instead of typographic ones."""
    return text.translate(_TYPED).lower()


class PageContent(NamedTuple):
    """The content of a page.

    Attributes:
        shown: its DOIs, in order, without those in outputs of a notebook.
        commented: the files and docstrings with suppression comments, if the doctree has comments.
        data: the texts of its blocks of data, such as BibTeX, by file or docstring.
    """

    shown: Sequence[Shown]
    commented: AbstractSet[Origin]
    data: Mapping[Origin, Sequence[str]] = MappingProxyType({})


def content_of(
    doctree: nodes.document,
    spellings: Spellings,
    project: Project = Project(),  # noqa: B008 - immutable
    *,
    check_code: bool = False,
) -> PageContent:
    """Return the content of a page.

    Args:
        doctree: the page, after reading or after resolving.
        spellings: the parser of DOIs.
        project: the facts that show where its texts were written.
        check_code: whether DOIs in code are included.
    """
    looking = _Looking(spellings, project, check_code=check_code)
    found: list[Shown] = []
    commented: set[Origin] = set()
    data: dict[Origin, list[str]] = defaultdict(list)
    for node in walk(doctree, _OF_INTEREST, spellings.may_hold):
        if isinstance(node, nodes.comment):
            if node.astext().startswith(_OURS):
                commented.add(place_of(node, project).origin)
            continue
        if isinstance(node, nodes.literal_block):
            if _is_data(node) and not _is_output(node):
                data[place_of(node, project).origin].append(node.astext())
            continue
        here = [*looking.at(node)]
        if not here or _is_output(node):
            continue
        if any(element.get("translated") for element in around(node)):
            here = [shown._replace(is_translated=True) for shown in here]
        found += here
    return PageContent(found, commented, data)


def _is_data(block: nodes.literal_block) -> bool:
    """Return whether a block is data, such as BibTeX, by the rule of the formats."""
    language = block.get("language") or ""
    return language.lower() in LANGUAGES and data_name(language, block.astext()) is not None


def _is_output(node: nodes.Node) -> bool:
    """Return whether a node is in the output of a notebook's cell, which no author wrote."""
    return any(not _OUTPUTS.isdisjoint(element.get("classes", ())) for element in around(node))


def target_of(node: nodes.Element) -> str:
    """Return the external address of a node; empty without one, or if a role left it None."""
    return node.attributes.get("refuri") or ""


class _Looking:
    """Reads the nodes and the texts that may contain a DOI."""

    def __init__(self, spellings: Spellings, project: Project, *, check_code: bool) -> None:
        self._spellings = spellings
        self._project = project
        self._extlinks = project.extlinks
        self._check_code = check_code

    def at(self, node: nodes.Node) -> Iterator[Shown]:
        """Yield the DOIs of a node."""
        if isinstance(node, nodes.Text):
            yield from self._text(node)
        elif not isinstance(node, nodes.Element):
            return
        elif MARK in node.attributes:
            yield self._role(node)
        elif target_of(node):
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
        return Shown(place_of(node, self._project), Form.ROLE, spelling, written, title)

    def _link(self, node: nodes.Element) -> Iterator[Shown]:
        target, raw = target_of(node), node.rawsource
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
        if WRITTEN in node:
            written = (node[WRITTEN],)
        title = None if is_badge or MADE in node else node.astext() or None
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
            yield Shown(place_of(node, self._project), form, spelling, written, title)

    def _extlink(self, node: nodes.reference, name: str) -> Iterator[Shown]:
        target = node.get(WRITTEN) or target_of(node)
        spelling = self._spellings.read(target)
        if spelling is None:
            return
        head, _, tail = (piece.replace("%%", "%") for piece in self._extlinks[name].partition("%s"))
        part = target.removeprefix(head).removesuffix(tail)
        if spelling.kind in {Kind.LINK, Kind.PROXY}:
            # A finding about the resolver is about `conf.py`, so the page gets the right resolver.
            target = f"https://doi.org/{target[min(len(head), spelling.name.start) :]}"
            spelling = self._spellings.read(target) or spelling
        raw = (node.rawsource, *_doubled(node.rawsource)) if WRITTEN in node else ()
        written = (*raw, f":{name}:`{part}`", f"{{{name}}}`{part}`", f"<{part}>", target)
        yield Shown(
            place_of(node, self._project), Form.DESTINATION, spelling, written, is_extlink=True
        )

    def _text(self, node: nodes.Text) -> Iterator[Shown]:
        within = [*around(node)]
        if any(MARK in element for element in within):
            return
        link = next((element for element in within if isinstance(element, nodes.reference)), None)
        if link is not None and self._spellings.read(target_of(link)) is not None:
            return
        form = Form.TEXT if link is None else Form.LINK_TEXT
        is_prose = self._check_code or not any(isinstance(element, _CODE) for element in within)
        if not is_prose and not isinstance(node.parent, nodes.literal):
            return
        for candidate in self._spellings.candidates(node):
            yield Shown(
                place_of(node, self._project),
                form,
                candidate.spelling,
                (candidate.written,),
                is_prose=is_prose,
            )


def _is_by_name(node: nodes.reference, embedded: re.Match[str] | None) -> bool:
    """Return whether a link refers to a target by name, so that its address is elsewhere."""
    if embedded is not None:
        return embedded["inner"].endswith("_") and not embedded["inner"].endswith("\0_")
    raw = escape2null(node.rawsource)
    # For translations, Sphinx gives a node without raw text its visible text.
    return raw.endswith("_") and raw not in {node.astext(), target_of(node)}


def _doubled(raw: str) -> tuple[str, ...]:
    """Return the text with doubled backslashes, as in a Python string; empty if there are none."""
    return (raw.replace("\\", "\\\\"),) if "\\" in raw else ()


def has_bad_role(doctree: nodes.document) -> bool:
    """Return whether a page has a role with an invalid argument, which makes no link."""
    inlines = walk(doctree, (nodes.inline,))
    attributes = (node.attributes for node in inlines if isinstance(node, nodes.Element))
    return any(MARK in values and "doi-invalid" in values["classes"] for values in attributes)
