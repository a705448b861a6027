"""The role `doi` in Sphinx, with a warning about each role of that name that it replaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.parsers.rst.languages import en
from docutils.parsers.rst.states import Inliner
from sphinx import version_info
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.ext.extlinks import make_link_role
from sphinx.util import logging
from sphinx.util.docutils import NullReporter, SphinxRole

from mdlint_doi.formats.rst.role_argument import RoleArgument, split, unescaped
from mdlint_doi.names.doi import link_path
from mdlint_doi.names.link import is_wanted, whole_name
from mdlint_doi.names.scan.find import read
from mdlint_doi.report.safe import line
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.shown import canonical_link, sample_addresses
from sphinx_doi.role import WRITTEN, DoiRole, make_node

logger = logging.getLogger(__name__)

NAME: Final = "doi"
DOI_BUILDER: Final = "doi"
_WITH_CLASSES: Final = (7, 4)  # the first Sphinx whose links have the name of their role as a class
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
        citations = domain_of(self.env).build.citations
        if citations is not None and self.argument.link and isinstance(node, nodes.reference):
            citations.describe(node, self.argument.link, has_title=bool(self.argument.title))
        # In a table from a different file, docutils would look up the line in the page. The node
        # then gets no line of its own, and the line of its block is used.
        if self.inliner.document.current_source in {None, self.get_source_info()[0]}:
            self.set_source_info(node)
        return [node], []


class RoleClash:
    """Adds the role, and remembers the roles with the same name that it replaces.

    Extensions add roles before or after this one, or when the builder starts. Sphinx reports a
    replaced role only if the extension does not override it on purpose.
    """

    def __init__(self) -> None:
        """Begin without replaced roles."""
        self._others: dict[str, str] = {}  # from the owner of a replaced role to a text of conf.py

    def add_role(self, app: Sphinx) -> None:
        """Add the role; remember the owner of a role that it replaces."""
        role = registered(NAME)
        if role is not None and not isinstance(role, DoiRole | SphinxDoiRole):
            owner = _owner(role)
            self._others.setdefault(owner, f'"{NAME}"' if owner == "conf.py" else owner)
        app.add_role(NAME, SphinxDoiRole(), override=True)

    def take_out_of_extlinks(self, app: Sphinx, config: Config) -> None:  # noqa: ARG002
        """Remove a role `doi` from `extlinks`, because Sphinx would add it after this one.

        The setting changes before the environment compares it with that of the last build, and
        before other extensions read it: they then advise no role that does not exist.
        """
        extlinks: Mapping[str, Any] = config.extlinks if "extlinks" in config else {}
        if NAME in extlinks:
            self._others["extlinks"] = extlinks[NAME][0]
            config.extlinks = {name: extlink for name, extlink in extlinks.items() if name != NAME}

    def check(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:  # noqa: ARG002
        """Replace a role that was added late, and warn about all replaced roles."""
        self.add_role(app)
        # The builder's entry point loads the extension in projects that do not list it.
        if app.builder.name == DOI_BUILDER and "sphinx_doi" not in app.config.extensions:
            return
        project = domain_of(env).reader.project
        for owner, written in self._others.items():
            text = line(f"sphinx_doi replaces the 'doi' role of {owner}; remove that role")
            location = project.location_in_conf(written, "extensions")
            logger.warning("%s", text, location=location, type="doi", subtype="role-clash")
        self._others.clear()


def add_extlinks(app: Sphinx) -> None:
    """Replace the roles of `extlinks` that lead to DOIs; other roles stay those of Sphinx.

    Before Sphinx 7.4, all are replaced: links then have no class with the name of their role, by
    which `shown` finds identifiers in the argument of a role.
    """
    extlinks: Mapping[str, Any] = app.config.extlinks if "extlinks" in app.config else {}
    for name, (base, caption) in extlinks.items():
        leads_to_doi = any(map(canonical_link, sample_addresses(base)))
        if not leads_to_doi and version_info >= _WITH_CLASSES:
            continue
        made = make_link_role(name, base, caption)
        rewrites = app.config.doi_rewrite_links
        role = DoiExtlink(made, name, base, caption, rewrites=rewrites)
        app.add_role(name, role, override=True)


class DoiExtlink:
    """A role of `extlinks`, which cuts no DOI at its last `<`, and encodes it in the address.

    `extlinks` of Sphinx reads `` `x <10.1000/a<b>c>` `` as a link to `b>c`, and a `#` in a DOI as
    the start of a fragment.
    """

    def __init__(
        self, role: Callable[..., Any], name: str, base: str, caption: str | None, *, rewrites: bool
    ) -> None:
        """Receive the role of Sphinx, and its row in `extlinks`."""
        self._role = role
        self._mark = f"extlink-{name}"
        self._base = base
        self._caption = caption
        self._rewrites = rewrites

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
        """Return the link of Sphinx; to a DOI, with its whole argument."""
        found, messages = self._role(name, rawtext, text, lineno, inliner, options, content)
        for node in found:
            if isinstance(node, nodes.reference):
                if self._mark not in node["classes"]:
                    node["classes"].append(self._mark)
                self._complete(node, rawtext, text)
        return found, messages

    def _complete(self, node: nodes.reference, rawtext: str, text: str) -> None:
        argument = split(text)
        part = unescaped(argument.span.cut(text))
        address = self._base % part
        spelling = read(address)
        name = spelling and (whole_name(spelling) or spelling.doi)
        if name is None or spelling is None or is_wanted(spelling.tail.cut(spelling.text)):
            return
        encoded = address[: spelling.name.start] + link_path(str(name))
        if encoded == node["refuri"]:
            return
        node.rawsource = rawtext
        node[WRITTEN] = address
        if self._rewrites:
            node["refuri"] = encoded
            title = self._caption % part if self._caption else address
            node[:] = [nodes.Text(argument.title or title)]


def registered(name: str) -> Callable[..., Any] | None:
    """Return the role that is registered in docutils under a name; None if there is none.

    Only this function of docutils reads its tables, which are private. It also reports a name that
    it finds in no table; the reporter of Sphinx that it gets here drops this message.
    """
    role, _ = roles.role(name, en, 0, NullReporter())  # type: ignore[arg-type]
    return role


def _owner(role: object) -> str:
    """Return the module of a role's function or class; for a partial, that of its function."""
    role = getattr(role, "func", role)
    module = getattr(role, "__module__", None) or type(role).__module__
    return "conf.py" if module == _OF_CONF else str(module)
