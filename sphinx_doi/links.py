"""Correct the DOI links that the role did not make, and keep DOIs in texts as written.

This applies to reStructuredText, MyST, Markdown and bibliographies, including DOIs with TeX escapes
or braces. Links to the Handle API, to publishers and to pages of doi.org, and links without a
DOI, stay unchanged. The transforms run before those of the writers, so that the addresses that
LaTeX and EPUB print are correct.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxSmartQuotes, SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import is_smartquotable

import mdlint_doi
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import canonical_of, may_name_doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.shown import Spellings, canonical_link, canonical_target
from sphinx_doi.page.walk import around, walk
from sphinx_doi.role import MARK, text_of

_RESOLVER = "https://doi.org/"
_QUOTES = pattern(r"--|\.\.\.|['\"`]")  # the characters that Sphinx's typography changes


class KeepLinks(SphinxPostTransform):
    """Keeps the links as written, for the builders that report them."""

    default_priority = 349
    builders = ("doi", "linkcheck")

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Let the later transforms know that links stay unchanged."""
        domain_of(self.env).keeps_links = True


class RewriteLinks(SphinxPostTransform):
    """Gives every DOI link its canonical target, unless `doi_rewrite_links` is False.

    A transform of Sphinx can name the builders to run in, but not builders to skip. `KeepLinks`
    does this.
    """

    default_priority = 350

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Change the targets in place."""
        domain = domain_of(self.env)
        if domain.keeps_links or not self.config.doi_rewrite_links:
            return
        files = domain.reader.files
        for node in references(self.document):
            target = node.attributes.get("refuri")
            if target and may_name_doi(target) and MARK not in node.attributes:
                entry = _repaired_link(files, target)
                node.attributes["refuri"] = entry or canonical_target(target)


def _repaired_link(files: PageFiles, target: str) -> str | None:
    r"""Return the canonical link for a target that was made from the field of a BibTeX entry.

    Styles put the resolver before the unchanged value, such as `10.1000/a\_b` or
    `{doi:10.1000/182}`. The DOI is the value after `mdlint-doi check --fix`. None means that the
    target contains no such value, or no entry does.
    """
    value = target.removeprefix(_RESOLVER)
    if value == target or not ("\\" in value or "{" in value):
        return None
    if not any(value in file.source.text for _, file in files.bibliographies()):
        return None
    from mdlint_doi.formats.data.formats import BIBTEX

    settings = Settings(offline=True)
    fixed = mdlint_doi.fix_text(f"@misc{{a, doi = {{{value}}}}}\n", "bibtex", settings)
    names = [one.doi for one in BIBTEX.read(Source("refs.bib", fixed), settings).mentions]
    doi = names[0] if len(names) == 1 else None
    return None if doi is None or any(sign in str(doi) for sign in "\\{}") else doi.url()


class EncodeForTex(SphinxPostTransform):
    r"""Writes `$` as `%24` in DOI links for LaTeX, which leads to the same DOI.

    Sphinx escapes `$` as `\$`, and hyperref would put this escape into the target.
    """

    default_priority = 360
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Change the targets in place."""
        for node in references(self.document):
            target = node.attributes.get("refuri") or ""
            if "$" in target and (MARK in node.attributes or canonical_of(target) is not None):
                node["refuri"] = target.replace("$", "%24")


def references(document: nodes.document) -> Iterator[nodes.reference]:
    """Yield the links of a document."""
    return cast("Iterator[nodes.reference]", walk(document, (nodes.reference,)))


def rewrite_toctrees(app: Sphinx, doctree: nodes.document) -> None:
    """Make links in tables of contents canonical, because all pages may show them."""
    env = app.env
    if not app.config.doi_rewrite_links or env.docname not in env.toctree_includes:
        return
    for root in (env.tocs[env.docname], doctree):
        for node in cast("Iterator[addnodes.toctree]", walk(root, (addnodes.toctree,))):
            node["entries"] = [_canonical_entry(*one) for one in node["entries"]]


def _canonical_entry(title: str | None, target: str) -> tuple[str | None, str]:
    canonical = canonical_target(target)
    return (title, target) if canonical == target else (title or target, canonical)


def allow_doi_scheme(app: Sphinx, config: Config) -> None:  # noqa: ARG001 - an event's signature
    """Let MyST make links from `<doi:…>` and `[text](doi:…)`, unless the user set the schemes."""
    schemes = config.myst_url_schemes if "myst_url_schemes" in config else None
    if schemes is None or schemes != config.values["myst_url_schemes"].default:
        return
    is_table = isinstance(schemes, dict)
    config.myst_url_schemes = {**schemes, "doi": None} if is_table else (*schemes, "doi")


class FillLinks(SphinxTransform):
    """Gives DOI links without a text in Markdown the text that the role would show.

    In mystmd, `[](https://doi.org/10.1000/182)` is a citation. MyST-Parser makes an invisible link
    from it.
    """

    default_priority = SphinxSmartQuotes.default_priority - 2

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Add the texts in place."""
        domain = domain_of(self.env)
        if not domain.reader.files.is_markdown(self.document.get("source") or ""):
            return
        for node in references(self.document):
            link = None if node.children else canonical_link(node.get("refuri") or "")
            if link is not None:
                node.append(nodes.Text(text_of(link, self.config.doi_text)))
                domain.keep_styled(self.env.docname)


class KeepNames(SphinxTransform):
    """Protects the DOIs in texts from `SphinxSmartQuotes`.

    Sphinx converts `--` to an en dash in all text, including links and bare addresses. A DOI with
    an en dash is a different one, and the checks would report a mistake that the author did not
    make.
    """

    default_priority = SphinxSmartQuotes.default_priority - 1

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Split the texts in place, so that each DOI is a separate node."""
        if not SphinxSmartQuotes(self.document, None).is_available():
            return
        spellings = domain_of(self.env).reader.spellings
        texts = walk(self.document, (), _may_be_changed)
        # Replace all texts of a parent at once: docutils would search for each child separately.
        for parent in {id(text.parent): text.parent for text in texts}.values():
            children = parent.children
            parent[:] = [piece for child in children for piece in _pieces(child, spellings)]


def _may_be_changed(text: str) -> bool:
    """Return whether a word of a text may be a DOI with a character that Sphinx changes."""
    words = text.split() if "10." in text else ()
    return any("10." in word and _QUOTES.search(word) for word in words)


def _pieces(text: nodes.Node, spellings: Spellings) -> Iterator[nodes.Node]:
    """Yield a node, or the pieces of a text in which each DOI is protected."""
    if not (isinstance(text, nodes.Text) and _may_be_changed(text) and is_smartquotable(text)):
        yield text
        return
    end = 0
    for span in _names_in(text, spellings):
        if span.start >= end and _QUOTES.search(text, *span):
            if span.start > end:
                yield nodes.Text(text[end : span.start])
            name = nodes.Text(text[span.start : span.end])
            name.support_smartquotes = False  # type: ignore[attr-defined]
            yield name
            end = span.end
    if end < len(text):
        yield nodes.Text(text[end:])


def _names_in(text: nodes.Text, spellings: Spellings) -> Iterator[Span]:
    """Yield the spans of DOIs; in the text of a link, the whole DOI of its target."""
    link = next((one for one in around(text) if isinstance(one, nodes.reference)), None)
    spelling = None if link is None else spellings.read(link.get("refuri", ""))
    name = str(spelling.doi) if spelling is not None and spelling.doi is not None else ""
    at = text.find(name) if name else -1
    if at >= 0:
        yield Span(at, at + len(name))
    else:
        yield from (candidate.span for candidate in spellings.candidates(text))
