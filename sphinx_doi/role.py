r"""The role `doi`, whose link leads to the correct DOI in every output format.

This module is for plain docutils, after `register()`; `sphinx_role` is for Sphinx. The link is
encoded before a writer handles it: the writer for LaTeX would put `\textless{}` into the target. An
argument that is not a DOI stays readable as text. The checks in Sphinx, or the reporter in plain
docutils, report it. They also report the query or fragment of a link, which the role drops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.parsers.rst.states import Inliner

from mdlint_doi.formats.rst.role_argument import RoleArgument, split
from mdlint_doi.names.link import Link, dropped_in_role

Text = Literal["doi", "url", "name"]
"""The texts of a link that need no registered work."""

MARK: Final = "doi-role"
"""The node attribute with the written target of a role; copies and pickles keep it."""
WRITTEN: Final = "doi-written"
"""The node attribute with the address that a different role or a URL scheme states, if the link
has a correct address instead."""
MADE: Final = "doi-made"
"""The node attribute with the DOI as text, on a link whose text is the registered work."""


class DoiRole:
    """A role function for docutils."""

    def __init__(self, text: Text) -> None:
        """Choose the text of links without a title."""
        self.text = text  # the text of a link without a title

    def __call__(  # noqa: PLR0913, PLR0917 - docutils' protocol
        self,
        name: str,  # noqa: ARG002
        rawtext: str,
        text: str,
        lineno: int,
        inliner: Inliner,
        options: Mapping[str, Any] | None = None,
        content: Sequence[str] = (),  # noqa: ARG002
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link, or the unchanged text if it is not a DOI."""
        argument = split(text)
        node = make_node(rawtext, argument, self.text)
        node["classes"] += (options or {}).get("classes", [])
        problem = _problem(argument)
        messages = [inliner.reporter.warning(problem, line=lineno)] if problem else []
        return [node], messages


def _problem(argument: RoleArgument) -> str | None:
    """Return a message about an invalid argument, or a link of which the role drops a part."""
    spelling = argument.spelling
    if argument.doi is None:
        return f"{spelling.text!a} is not a DOI: {spelling.error}"
    if dropped := dropped_in_role(spelling):
        return (
            f"the role links to {str(argument.doi)!a} and drops {dropped!a};"
            " write only the DOI, including this part if it belongs to the DOI"
        )
    return None


def make_node(rawtext: str, argument: RoleArgument, style: str) -> nodes.Element:
    """Return the node of a role: a link, or its text if there is no DOI or no link is wanted.

    Args:
        rawtext: the role as written.
        argument: the argument of the role, in parts.
        style: the text of a link without a title, one of `Text`; any other is `doi`.
    """
    link = argument.link
    classes = ["doi"]
    shown = argument.title or (text_of(link, style) if link else argument.spelling.text)
    node: nodes.Element
    if link is None or argument.disabled:
        node = nodes.inline(rawtext, shown, classes=classes if link else [*classes, "doi-invalid"])
    else:
        node = nodes.reference(rawtext, shown, internal=False, refuri=link.href, classes=classes)
    node[MARK] = argument.spelling.text
    return node


def text_of(link: Link, style: str) -> str:
    """Return the text of a link without a title, in a style of `Text`; any other is `doi`."""
    match style:
        case "url":
            return link.href
        case "name":
            return str(link.doi)
        case _:
            return f"doi:{link.doi}"


def register(text: Text = "doi") -> None:
    """Add the role to docutils, for use without Sphinx.

    Args:
        text: the text of a link without a title: `doi` for `doi:10.1000/182`, `url` for the
            address, or `name` for the DOI alone.

    Raises:
        ValueError: if it is none of these; only Sphinx knows the registered works.
    """
    if text not in get_args(Text):
        message = f"text is {text!r}; it must be one of {', '.join(map(repr, get_args(Text)))}"
        raise ValueError(message)
    roles.register_local_role("doi", DoiRole(text))  # type: ignore[arg-type]
