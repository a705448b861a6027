"""`sphinx-build -b linkcheck` with answers of the DOI system instead of publishers.

Publishers answer robots with 403. This builder looks up all DOI links in one batch, and reports
them at every place in the output of linkcheck. Sphinx stores only one place for each address and
has no event for an answer, so this builder replaces the registered one and derives from it. Sphinx
checks all other links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import new_class
from typing import Any, Final, cast
from urllib.parse import unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.linkcheck import (
    CheckExternalLinksBuilder,
    CheckResult,
    Hyperlink,
    HyperlinkCollector,
)
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import get_node_line

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.rule import exception_for
from mdlint_doi.lint.rules.registration import NOT_REGISTERED
from mdlint_doi.lint.selection import RunFacts, turns_off
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import canonical, canonical_in_role, may_be_page, may_name_doi, resolves
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Notations, Spelling
from mdlint_doi.report.safe import visible
from mdlint_doi.run.learned import Learned
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value
from sphinx_doi import options
from sphinx_doi.checks.log import looked_up
from sphinx_doi.checks.store import domain_of
from sphinx_doi.links import references
from sphinx_doi.page.origins import Origin, place_of
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.shown import key_of, target_of

logger = logging.getLogger(__name__)

WORKING: Final = "working"
BROKEN: Final = "broken"
IGNORED: Final = "ignored"


_TAKEN: Final = "doi-refuri"
"""The attribute for the address of a link while the collector of Sphinx runs."""


class CheckedLink(Value):
    """One place of a DOI link.

    Attributes:
        uri: the address as written.
        docname: the name of the document in Sphinx.
        line: the line in the file of the document, from 1, which may be approximate.
        elsewhere: `path:line` if it was written in a different file, such as an included one or a
            docstring; otherwise empty.
        excluded: whether the setting `exclude` matches the file in which it was written.
    """

    uri: str
    docname: str
    line: int
    elsewhere: str = ""
    excluded: bool = False


class DoiLinkcheckBuilder(CheckExternalLinksBuilder):
    """Checks links, and looks up DOI links in the DOI system."""

    name = "linkcheck"

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Store the application, because the exit status is set on it at the end."""
        super().__init__(app, env)
        self._application = app
        self._shown: dict[tuple[str, object], list[CheckedLink]] = {}  # by document and DOI
        self._answers: dict[str, str] = {}  # from an address to that of the project's handlers

    @property
    def _reader(self) -> PageReader:
        return domain_of(self.env).reader

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Store every DOI link of a page; Sphinx calls this in the main process."""
        taken = [node for node in doctree.findall(nodes.reference) if _TAKEN in node]
        for node in taken:
            node["refuri"] = node.attributes.pop(_TAKEN)
            self._note(docname, node)
        super().write_doc_serialized(docname, doctree)

    def _note(self, docname: str, node: nodes.reference) -> None:
        """Store a link to a DOI, unless a handler of the project changes its address."""
        written = node["refuri"]
        line = _usual_line(node)
        uri = self._processed(written)
        if self._asked(uri) is None:
            path = self.env.doc2path(docname)
            self.hyperlinks.setdefault(uri, Hyperlink(uri, docname, path, line))
        spelling = self._asked(written)
        excluded = self._reader.files.leaves_out(place_of(node, self._reader.project).origin.path)
        link = CheckedLink(uri, docname, line, "", excluded)
        self._shown.setdefault((docname, spelling and key_of(spelling)), []).append(link)

    def finish(self) -> None:
        """Check all other links as Sphinx does, then look up the DOIs and report their links."""
        if not self.config.doi_linkcheck:
            super().finish()
            return
        self._take_processed()
        super().finish()
        links = sorted(set(self._links()), key=lambda link: (link.docname, link.line, link.uri))
        results = [*self._results(links)]
        folder = Path(self.outdir)
        with (
            (folder / "output.txt").open("a", encoding="utf-8") as self.txt_outfile,
            (folder / "output.json").open("a", encoding="utf-8") as self.json_outfile,
        ):
            for result in results:
                self.process_result(result)
        if self.broken_hyperlinks:
            options.fail(self._application, 1)

    def _take_processed(self) -> None:
        """Store the links that handlers of the project redirect to the DOI system.

        Links without an address are removed: Sphinx 7.3 collects them, and then never ends.
        """
        for uri in [*self.hyperlinks]:
            if not uri:
                del self.hyperlinks[uri]
            elif (spelling := self._asked(uri)) is not None:
                hyperlink = self.hyperlinks.pop(uri)
                link = CheckedLink(uri, hyperlink.docname, hyperlink.lineno)
                self._shown.setdefault((hyperlink.docname, key_of(spelling)), []).append(link)

    def _processed(self, uri: str) -> str:
        """Return an address as changed by the project's handlers, which are called once for it."""
        if uri and uri not in self._answers:
            answer = self.events.emit_firstresult("linkcheck-process-uri", uri)
            self._answers[uri] = str(answer or uri)
        return self._answers.get(uri, "")

    def _links(self) -> Iterator[CheckedLink]:
        """Yield the links at their written places, then links that resolving added to pages."""
        known = set()
        domain = domain_of(self.env)
        for docname in domain.docnames():
            for origin, document in domain.mentions(docname).with_texts(self._reader.files):
                for mention in document.mentions if origin.in_file else ():
                    link = self._written(docname, origin, mention)
                    if link is not None:
                        known.add((docname, self._name(link.uri) or link.uri))
                        yield link
        for links in self._shown.values():
            for nth, link in enumerate(links):
                is_known = (link.docname, self._name(link.uri) or link.uri) in known
                if not is_known and self._asked(link.uri) is not None:
                    yield self._placed(link, nth)

    def _placed(self, link: CheckedLink, nth: int) -> CheckedLink:
        """Return a link that was not found in a file; in a notebook, with its line in the file.

        Args:
            link: the link, with the line according to Sphinx.
            nth: the index of the link among the page's links to the same DOI.
        """
        path = str(self.env.doc2path(link.docname))
        file = self._reader.files.get(path) if path.endswith(".ipynb") else None
        lines = file.lines_of(unquote(link.uri)) if file is not None else ()
        return link.replace(line=lines[min(nth, len(lines) - 1)]) if lines else link

    def _written(self, docname: str, origin: Origin, mention: Mention) -> CheckedLink | None:
        """Return the link that a mention produces; None if it does not lead to the DOI system."""
        address = _address(mention)
        written = self._asked(address)
        # The link in the page is encoded, and has the line there of an included file.
        known = self._shown.get((docname, key_of(written))) if written is not None else None
        if known is None:
            known = [CheckedLink(self._processed(address), docname, -1)]
        shown = known[0]
        if self._asked(shown.uri) is None:
            return None
        line = mention.source.location(mention.span.start).line
        if origin.path == str(self.env.doc2path(docname)):
            return shown.replace(line=line)
        return shown.replace(elsewhere=f"{mention.source.name}:{line}")

    def _asked(self, uri: str) -> Spelling | None:
        """Return the spelling of a link that the DOI system resolves; None for other links."""
        return asked_spelling(uri, self._reader.spellings.notations)

    def _name(self, uri: str) -> Doi | None:
        """Return the DOI that a link leads to; None if there is none."""
        spelling = self._asked(uri)
        link = canonical(spelling) if spelling else None
        return link.doi if link else None

    def _results(self, links: list[CheckedLink]) -> Iterator[CheckResult]:
        """Yield the result for each place."""
        asked = [link for link in links if self._reason_to_ignore(link) is None]
        mentions = [mention for mention in map(self._mention, asked) if mention is not None]
        learned = looked_up(self._application, mentions, self._reader.settings)
        for link in links:
            reason = self._reason_to_ignore(link)
            status, message = (
                (IGNORED, reason) if reason is not None else self._verdict(link, learned)
            )
            if link.elsewhere and message:
                message = f"{message} (in {link.elsewhere})"
            # Sphinx prints both unchanged.
            uri, message = visible(link.uri), visible(message)
            yield CheckResult(uri, link.docname, link.line, cast("Any", status), message, 0)

    def _mention(self, link: CheckedLink) -> Mention | None:
        """Return a mention of the DOI that a link leads to; None if there is none."""
        spelling = self._asked(link.uri)
        doi = self._name(link.uri)
        if spelling is None or doi is None:
            return None
        source = Source(link.docname, link.uri)
        whole = PlacedText(link.uri, 0)
        return Mention(source, whole.whole, whole, Form.DESTINATION, spelling.replace(doi=doi))

    def _reason_to_ignore(self, link: CheckedLink) -> str | None:
        """Return why the settings of linkcheck or of this package leave a link out, else None."""
        if link.excluded:
            return "its file is excluded by [tool.mdlint-doi]"
        for pattern in self.config.linkcheck_exclude_documents:
            if re.match(pattern, link.docname):
                return f"{link.docname} matched {pattern} from linkcheck_exclude_documents"
        ignored = any(re.match(pattern, link.uri) for pattern in self.config.linkcheck_ignore)
        return "" if ignored else None

    def _verdict(self, link: CheckedLink, learned: Learned) -> tuple[str, str]:
        doi = self._name(link.uri)
        if doi is None:
            spelling = self._asked(link.uri)
            return BROKEN, f"not a DOI: {spelling.error if spelling else ''}"
        excepted = exception_for(doi, RunFacts(settings=self._reader.settings))
        if excepted is not None and turns_off(excepted, NOT_REGISTERED):
            return IGNORED, excepted.reason
        match learned.outcomes.get(doi):
            case Found():
                return WORKING, ""
            case Missing(code):
                also = ", nor is its prefix" if code == 301 else ""
                names = " or ".join(map(str, learned.suggestions.get(doi, ())))
                meant = f"; did you mean {names}?" if names else ""
                return BROKEN, f"the DOI is not registered{also}{meant}"
            case Unknown(cause, detail):
                why = f"{cause.value}: {detail}" if detail else cause.value
                return IGNORED, f"the DOI could not be checked ({why})"
            case None:
                return IGNORED, "the DOI was not looked up"


class TakeDoiLinks(SphinxPostTransform):
    """Hide the links to DOIs from the collector of Sphinx.

    The collector calls the handlers of `linkcheck-process-uri` for each link, and no event has
    their results. An event of Sphinx for each link that it collects would replace this transform;
    without one, a link must not have its address while the collector runs. The builder restores
    the address before it writes the page.
    """

    default_priority = HyperlinkCollector.default_priority - 1
    builders = (DoiLinkcheckBuilder.name,)

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Move the addresses to the attribute `_TAKEN`."""
        domain = domain_of(self.env)
        notations = domain.reader.spellings.notations
        for node in references(self.document) if domain.build.takes_links else ():
            if asked_spelling(target_of(node), notations) is not None:
                node[_TAKEN] = node.attributes.pop("refuri")


def asked_spelling(uri: str, notations: Notations) -> Spelling | None:
    """Return the spelling of a link that the DOI system resolves; None for other links."""
    spelling = read(uri, notations.of_names) if may_name_doi(uri, notations) else None
    is_asked = spelling and resolves(spelling) and not may_be_page(spelling)
    return spelling if is_asked else None


def add_builder(app: Sphinx, config: Config) -> None:  # noqa: ARG001 - an event's signature
    """Replace the builder, of Sphinx or an extension, with one that derives from it.

    An extension's builder is known only when all extensions are loaded, so the class that derives
    from both is made here. An event of Sphinx for the answer about a link would replace it.
    """
    builder = app.registry.builders[DoiLinkcheckBuilder.name]
    if builder is CheckExternalLinksBuilder:
        app.add_builder(DoiLinkcheckBuilder, override=True)
    elif issubclass(builder, CheckExternalLinksBuilder):
        bases = (DoiLinkcheckBuilder, builder)
        name = f"{DoiLinkcheckBuilder.__name__}With{builder.__name__}"
        members = {"__module__": __name__, "__doc__": DoiLinkcheckBuilder.__doc__}
        both = new_class(name, bases, exec_body=lambda namespace: namespace.update(members))
        app.add_builder(both, override=True)


def warn_replaced(app: Sphinx) -> None:
    """Warn if the builder does not use the DOI system."""
    builder = app.builder
    is_ours = isinstance(builder, DoiLinkcheckBuilder) or builder.name != DoiLinkcheckBuilder.name
    if app.config.doi_linkcheck and not is_ours:
        owner = type(builder).__module__
        text = f"the builder 'linkcheck' is from {owner}, so DOI links are checked like other links"
        project = domain_of(app.env).reader.project
        location = project.location_in_conf(owner.partition(".")[0], "extensions")
        logger.warning("%s", text, location=location, type="doi", subtype="linkcheck")


def _usual_line(node: nodes.Element) -> int:
    """Return the line that Sphinx's own collector would store; -1 if it is unknown."""
    try:
        return get_node_line(node)
    except ValueError:
        return -1


def _address(mention: Mention) -> str:
    """Return the address of the link that a mention produces; empty if it is not a link."""
    if mention.form is Form.ROLE:
        link = canonical_in_role(mention.spelling)
        return "" if link is None else link.href
    return mention.written.text if mention.form.is_link else ""
