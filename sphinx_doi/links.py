"""Correct the DOI links that the role did not make, and keep DOIs in texts as written.

This applies to reStructuredText, MyST, Markdown and bibliographies, including DOIs with TeX escapes
or braces. Requests to the Handle API with parameters, links to publishers and to pages of doi.org,
and links without a DOI, stay unchanged. The transforms run before those of the writers, so that the
addresses that LaTeX and EPUB print are correct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxSmartQuotes, SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import is_smartquotable

import mdlint_doi
from mdlint_doi.lint.rules.fields import LINK_IN_DOI_FIELD
from mdlint_doi.lint.rules.leftovers import ESCAPE_RESIDUE
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import decode, link_path
from mdlint_doi.names.link import canonical_of, may_name_doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.checks.store import DoiDomain, domain_of
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.origins import HEAD
from sphinx_doi.page.shown import (
    SAMPLES,
    Spellings,
    canonical_link,
    canonical_target,
    target_of,
)
from sphinx_doi.page.walk import around, walk
from sphinx_doi.role import MARK, WRITTEN, text_of

_RESOLVER = "https://doi.org/"
_OF_VALUES = (ESCAPE_RESIDUE.code, LINK_IN_DOI_FIELD.code)
"""The rules about TeX and addresses in a field for a DOI."""
_PATH = pattern(r"\{\{\s*path\s*\}\}")
_QUOTES = pattern(r"--|\.\.\.|['\"`]")  # the characters that Sphinx's typography changes


class RewriteLinks(SphinxPostTransform):
    """Gives every DOI link its canonical target, before writers print or encode it."""

    default_priority = 350

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Change the targets in place."""
        rewrite(self.document, domain_of(self.env))


def rewrite_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:  # noqa: ARG001
    """Change also the links that other handlers of `doctree-resolved` added."""
    rewrite(doctree, domain_of(app.env))


def rewrite(document: nodes.document, domain: DoiDomain) -> None:
    r"""Give every DOI link its canonical target, unless the build keeps links as written.

    In LaTeX, `$` is written as `%24`, which leads to the same DOI: Sphinx escapes `$` as `\$`, and
    hyperref would put this escape into the target.
    """
    build = domain.build
    for node in references(document) if build.rewrites_links or build.is_tex else ():
        target = target_of(node)
        if not target or not may_name_doi(target):
            continue
        if build.rewrites_links and MARK not in node.attributes:
            target = _repaired_link(domain.reader.files, target) or canonical_target(target)
        if build.is_tex and "$" in target and canonical_of(target) is not None:
            target = target.replace("$", "%24")
        node.attributes["refuri"] = target


def _repaired_link(files: PageFiles, target: str) -> str | None:
    r"""Return the canonical link for a target that was made from the field of a BibTeX entry.

    Styles put the resolver before the unchanged value, such as `10.1000/a\_b` or
    `{doi:10.1000/182}`. The DOI is the value after `mdlint-doi check --fix --unsafe-fixes`. None
    means that the target contains no such value, or no entry does.

    The link keeps nothing of the entry but the value, so the value is read in an entry of its own:
    only the reader of BibTeX and the rules know which DOI a field with TeX means. The unsafe fix
    changes the link in this output, never the file; without it, the link is broken.
    """
    value = target.removeprefix(_RESOLVER)
    if value == target or not ("\\" in value or "{" in value):
        return None
    if not any(value in file.source.text for _, file in files.bibliographies()):
        return None
    from mdlint_doi.formats.data.formats import BIBTEX

    settings = Settings(offline=True, select=_OF_VALUES)
    entry = f"@misc{{a, doi = {{{value}}}}}\n"
    # Without a look-up, the fix of `\_` is a guess; the finding in the entry remains.
    fixed = mdlint_doi.fix_text(entry, "bibtex", settings, unsafe=True)
    names = [mention.doi for mention in BIBTEX.read(Source("refs.bib", fixed), settings).mentions]
    doi = names[0] if len(names) == 1 else None
    return None if doi is None or any(sign in str(doi) for sign in "\\{}") else doi.url()


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
            node["entries"] = [_canonical_entry(*entry) for entry in node["entries"]]


def _canonical_entry(title: str | None, target: str) -> tuple[str | None, str]:
    canonical = canonical_target(target)
    return (title, target) if canonical == target else (title or target, canonical)


def adapt_schemes(app: Sphinx, config: Config) -> None:  # noqa: ARG001 - an event's signature
    """Let MyST make links from `<doi:…>` and `[text](doi:…)`, and keep whole DOIs in them.

    MyST-Parser reads the setting when the builder starts, and has no other way to add a scheme.

    A project may set its own schemes, such as `"doi": "https://doi.org/{{path}}"`. The path ends at
    the first `#` or `?`, so `FillLinks` makes the address from the whole DOI.
    """
    schemes = config.myst_url_schemes if "myst_url_schemes" in config else None
    if schemes is None:
        return
    if schemes == config.values["myst_url_schemes"].default:
        is_table = isinstance(schemes, dict)
        config.myst_url_schemes = {**schemes, "doi": None} if is_table else (*schemes, "doi")
    elif isinstance(schemes, dict) and config.doi_rewrite_links:
        config.myst_url_schemes = {
            name: _with_whole(conversion) for name, conversion in schemes.items()
        }


def _with_whole(conversion: object) -> object:
    """Return the conversion of a scheme; with the whole address, if it leads to a DOI."""
    parts = dict(conversion) if isinstance(conversion, dict) else {"url": conversion}
    head, path, tail = str(parts.get("url")).partition("{{path}}")
    is_doi = path and not tail and any(canonical_link(f"{head}{sample}") for sample in SAMPLES)
    return {**parts, "url": "{{uri}}", HEAD: head} if is_doi else conversion


class FillLinks(SphinxTransform):
    """Completes DOI links in Markdown: their text, and their address after a scheme of the project.

    In mystmd, `[](https://doi.org/10.1000/182)` is a citation. MyST-Parser makes an invisible link
    from it, which gets the text that the role would show.
    """

    default_priority = SphinxSmartQuotes.default_priority - 2

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Add the texts and the addresses in place."""
        build = domain_of(self.env).build
        files, citations = build.reader.files, build.citations
        if not files.is_markdown(self.document.get("source") or ""):
            return
        schemes = self.config.myst_url_schemes if "myst_url_schemes" in self.config else ()
        heads = {
            name: conversion
            for name, conversion in (schemes.items() if isinstance(schemes, dict) else ())
            if isinstance(conversion, dict) and HEAD in conversion
        }
        for node in references(self.document):
            scheme, _, rest = target_of(node).partition(":")
            if scheme in heads:
                _complete(node, heads[scheme], rest)
            link = None if node.children else canonical_link(target_of(node))
            if link is not None:
                node.append(nodes.Text(text_of(link, self.config.doi_text)))
                if citations is not None:
                    citations.describe(node, link)


def _complete(node: nodes.reference, conversion: Mapping[str, str], rest: str) -> None:
    """Set the address of a link from the whole text after its scheme, and its automatic text."""
    name = decode(rest)
    node[WRITTEN] = target_of(node)
    # A finding about the resolver is about `conf.py`, so the page gets the right one.
    node["refuri"] = canonical_target(conversion[HEAD] + link_path(name))
    title = conversion.get("title", "")
    cut = urlsplit(f"x:{name}").path
    if title and cut != name and node.astext() == _PATH.sub(lambda _: cut, title):
        node[:] = [nodes.Text(_PATH.sub(lambda _: name, title))]


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
    if "10." not in text:
        return False
    return any("10." in word and _QUOTES.search(word) for word in text.split())


def _pieces(text: nodes.Node, spellings: Spellings) -> Iterator[nodes.Node]:
    """Yield a node, or the pieces of a text in which each DOI is protected."""
    if not (isinstance(text, nodes.Text) and _may_be_changed(text) and is_smartquotable(text)):
        yield text
        return
    end = 0
    for span in _names_in(text, spellings):
        if span.start >= end and _QUOTES.search(text, span.start, span.end):
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
    link = next((element for element in around(text) if isinstance(element, nodes.reference)), None)
    spelling = None if link is None else spellings.read(target_of(link))
    name = str(spelling.doi) if spelling is not None and spelling.doi is not None else ""
    at = text.find(name) if name else -1
    if at >= 0:
        yield Span(at, at + len(name))
    else:
        yield from (candidate.span for candidate in spellings.candidates(text))
