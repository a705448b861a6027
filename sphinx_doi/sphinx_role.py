"""The role `doi` in Sphinx, with a warning about each role of that name that it replaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.parsers.rst.languages import get_language
from docutils.parsers.rst.states import Inliner
from docutils.utils import Reporter
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from mdlint_doi.formats.rst.role_argument import RoleArgument, split
from mdlint_doi.report.safe import line
from sphinx_doi.checks.notes import place_of_address
from sphinx_doi.checks.store import domain_of
from sphinx_doi.role import DoiRole, make_node

logger = logging.getLogger(__name__)

NAME: Final = "doi"
DOI_BUILDER: Final = "doi"
_OF_CONF: Final = "builtins"
"""The module of functions in `conf.py`, because Sphinx executes this file without a module."""


class SphinxDoiRole(SphinxRole):
    """The role; its link has a source line, and the text of `doi_text`.

    The line is the first line of the block, because docutils does not report the line of a role.
    The class does not derive from `ReferenceRole`, which would cut a DOI at its last `<`.

    Attributes:
        argument: the argument of the role, in parts.
    """

    argument: RoleArgument

    def __call__(  # noqa: PLR0913, PLR0917 - docutils' protocol
        self,
        name: str,
        rawtext: str,
        text: str,
        lineno: int,
        inliner: Inliner,
        options: dict[str, Any] | None = None,
        content: Sequence[str] = (),
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Parse the argument while it still has the escape marks of docutils."""
        self.argument = split(text)
        return super().__call__(name, rawtext, text, lineno, inliner, options, content)

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link, or the unchanged text if it is not a DOI; the checks report it."""
        node = make_node(self.rawtext, self.argument, self.config.doi_text)
        node["classes"] += self.options.get("classes", [])
        # In a table from a different file, docutils would look up the line in the page. The node
        # then gets no line of its own, and the line of its block is used.
        if self.inliner.document.current_source in {None, self.get_source_info()[0]}:
            self.set_source_info(node)
        if self.argument.title is None and self.argument.link is not None:
            domain_of(self.env).keep_styled(self.env.docname)
        return [node], []


class RoleClash:
    """Adds the role, and remembers the roles with the same name that it replaces.

    Extensions add roles before or after this one, or when the builder starts. Sphinx reports a
    replaced role only if the extension does not override it on purpose.
    """

    def __init__(self) -> None:
        """Begin without replaced roles."""
        self._others: dict[str, str | None] = {}  # from the owner of a replaced role to a location

    def add_role(self, app: Sphinx) -> None:
        """Add the role; remember the owner of a role that it replaces."""
        role = registered(NAME)
        if role is not None and not isinstance(role, DoiRole | SphinxDoiRole):
            self._others.setdefault(_owner(role), None)
        app.add_role(NAME, SphinxDoiRole(), override=True)

    def take_out_of_extlinks(self, app: Sphinx, config: Config) -> None:
        """Remove a role `doi` from `extlinks`, because Sphinx would add it after this one."""
        extlinks: Mapping[str, Any] = config.extlinks if "extlinks" in config else {}
        if NAME in extlinks:
            place = place_of_address(extlinks[NAME][0], Path(app.confdir) / "conf.py")
            self._others["extlinks"] = place
            config.extlinks = {name: one for name, one in extlinks.items() if name != NAME}

    def check(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:  # noqa: ARG002
        """Replace a role that was added late, and warn about all replaced roles."""
        self.add_role(app)
        # The builder's entry point loads the extension in projects that do not list it.
        if app.builder.name == DOI_BUILDER and "sphinx_doi" not in app.config.extensions:
            return
        for owner, place in self._others.items():
            text = line(f"sphinx_doi replaces the 'doi' role of {owner}; remove that role")
            logger.warning("%s", text, location=place, type="doi", subtype="role-clash")
        self._others.clear()


def registered(name: str) -> Callable[..., Any] | None:
    """Return the role that is registered in docutils under a name; None if there is none."""
    silent = Reporter("", report_level=Reporter.SEVERE_LEVEL, halt_level=Reporter.SEVERE_LEVEL + 1)
    role, _ = roles.role(name, get_language("en"), 0, silent)  # type: ignore[arg-type]
    return role


def _owner(role: object) -> str:
    """Return the module of a role's function or class; for a partial, that of its function."""
    role = getattr(role, "func", role)
    module = getattr(role, "__module__", None) or type(role).__module__
    return "conf.py" if module == _OF_CONF else str(module)
