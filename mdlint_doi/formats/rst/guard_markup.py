"""The parser of docutils for guards: it knows every role and directive, and reads no file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache, partial
from threading import Lock
from typing import Any, Final, NamedTuple

from docutils import nodes
from docutils.frontend import Values, get_default_settings
from docutils.parsers.rst import Directive, Parser, directives, roles
from docutils.utils import Reporter, new_document, unescape

from mdlint_doi.formats.role_names import LINK_DIRECTIVE, linked
from mdlint_doi.formats.rst.directive import Argument, ContentKind, Shape, shape_of
from mdlint_doi.formats.rst.role_argument import split
from mdlint_doi.lint.guard import WorkBound
from mdlint_doi.names.spelling import STANDARD, Notations

_MADE: Final = frozenset({"include", "meta", "role", "default-role", "title", "date"})
"""Directives that read files or affect the text after them; they are replaced like unknown ones."""
_OWN: Final = "docutils.parsers.rst.directives."
_LINKS: Final = frozenset({"target", "link", "url"})
_LOCK: Final = Lock()
_LINE: Final = 35
_MESSAGE: Final = 350
"""The costs (`lint.guard`) of each line that docutils reads, each time it does, and of each
message: docutils searches the rest of the paragraph for the end of markup that has none."""


class Parsed(NamedTuple):
    """A doctree and the number of its problems.

    Attributes:
        doctree: the doctree of the text.
        problems: the number of warnings, and of references that lead nowhere.
    """

    doctree: nodes.document
    problems: int


def parsed(text: str, notations: Notations = STANDARD, work: WorkBound | None = None) -> Parsed:
    """Return the doctree of a text as the parser makes it, without transforms.

    Raises:
        WorkError: if docutils reads more lines, or writes more messages, than `work` allows.
    """
    settings = copy(_default_settings())
    settings.report_level = settings.halt_level = 6
    settings.file_insertion_enabled = False
    settings.syntax_highlight = "none"
    settings.warning_stream = False
    settings.line_length_limit = len(text) + 1
    document = new_document("<text>", settings)
    levels: list[int] = []
    document.reporter.attach_observer(lambda message: levels.append(message["level"]))
    if work is not None:
        _count(document, work)
    with _all_known(notations):
        Parser().parse(text, document)
    # If two targets have the same name but different URIs, docutils uses neither.
    known = document.nameids
    lost = sum(
        "refname" in reference and not known.get(reference["refname"])
        for reference in document.findall(nodes.reference)
    )
    return Parsed(document, sum(level >= Reporter.WARNING_LEVEL for level in levels) + lost)


def _count(document: nodes.document, work: WorkBound) -> None:
    """Count the work of docutils, which calls these functions for each line and each message."""
    note_source = document.note_source

    def at_line(source: str, offset: int) -> None:
        work.spend(_LINE)
        note_source(source, offset)

    document.note_source = at_line  # type: ignore[method-assign]
    document.reporter.attach_observer(lambda _: work.spend(_MESSAGE))


@cache
def _default_settings() -> Values:
    """Return settings to copy for each text, because docutils makes seventy options each time."""
    return get_default_settings(Parser)


@contextmanager
def _all_known(notations: Notations) -> Iterator[None]:
    """Make every role and directive known to docutils, which looks them up by these functions."""

    def role(name: str, *_: object) -> tuple[Callable[..., object], list[nodes.system_message]]:
        """Return the function that docutils calls for a role with this name."""
        is_doi = name.lower() == "doi"
        node = partial(_doi_node, notations) if is_doi else partial(_role_node, name)
        return lambda _, raw, text, *__, **___: ([node(raw, text)], []), []

    with _LOCK:
        before = roles.role, directives.directive
        roles.role = role  # type: ignore[assignment]
        directives.directive = _directive_from(before[1])
        try:
            yield
        finally:
            roles.role, directives.directive = before


def _role_node(name: str, raw: str, text: str) -> nodes.Node:
    """Return the text of a role, whatever the role means, with a link if the role makes one."""
    if parts := linked(name.lower(), text, 0, len(text)):
        shown, target = (unescape(text[slice(*part)]) for part in parts)
        return nodes.inline(raw, "", nodes.reference("", shown, refuri=target), role=name)
    return nodes.inline(raw, unescape(text), role=name)


def _doi_node(notations: Notations, raw: str, text: str) -> nodes.Node:
    """Return a link to the DOI, or the text if it contains no DOI."""
    argument = split(text, notations)
    if argument.doi is None:
        return nodes.inline(raw, unescape(text), role="doi")
    title = unescape(text) if argument.title is None else argument.title
    return nodes.reference(raw, title, refuri=argument.doi.url())


def _directive_from(known: Callable[..., Any]) -> Callable[..., Any]:
    def directive(
        name: str, language: object, document: nodes.document
    ) -> tuple[type[Directive], list[nodes.system_message]]:
        """Return the directive of docutils, or one that keeps all of its parts.

        In a running Sphinx, docutils also knows the directives of Sphinx. These need a project, and
        some are variants of a directive of docutils with the same name.
        """
        found, _ = known(name, language, document)
        bases: tuple[type, ...] = getattr(found, "__mro__", ())
        variants = (base for base in bases if base.__name__ == bases[0].__name__)
        own = next((variant for variant in variants if variant.__module__.startswith(_OWN)), None)
        if own is not None and name not in _MADE:
            return own, []
        shape = shape_of(name)
        body = {
            "shape": shape,
            "optional_arguments": 0 if shape.argument is Argument.NONE else 1,
            "option_spec": _AnyOption() if shape.options else None,
        }
        return type("Made", (_Made,), body), []

    return directive


class _AnyOption(dict[str, Callable[[str], str]]):
    """Options of any name, with any value."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return lambda value: value or ""

    def __bool__(self) -> bool:
        return True


class _Made(Directive):
    """A directive that docutils does not know: its argument, options and content are kept."""

    shape: Shape
    final_argument_whitespace = True
    has_content = True

    def run(self) -> Sequence[nodes.Node]:
        """Return a container with all parts of the directive."""
        node = nodes.container()
        node["directive"] = self.name
        for argument in self.arguments:
            if self.name.lower() == LINK_DIRECTIVE:
                node += _link(argument)
                continue
            children, _ = self.state.inline_text(argument, self.lineno)
            node += nodes.title(argument, "", *children)
        for name, value in sorted(self.options.items()):
            option = nodes.paragraph("", "", _link(value) if name in _LINKS else nodes.Text(value))
            option["option"] = name
            node += option
        if self.shape.content is ContentKind.PROSE or self.name == "toctree":
            self.state.nested_parse(self.content, self.content_offset, node, match_titles=True)
        elif self.content:
            text = "\n".join(self.content)
            node += nodes.literal_block(text, text)
        return [node]


def _link(uri: str) -> nodes.Node:
    return nodes.paragraph("", "", nodes.reference("", "", refuri="".join(uri.split())))
