"""DOI207, DOI209, DOI210: off by default; for projects that want all DOIs as links of one kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import link_to, name_span, safe, unsafe
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.lint.rule import (
    ANY_NAME,
    LINKS,
    Example,
    Facts,
    FixKind,
    Need,
    Problem,
    Rule,
    Trait,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.link import markdown_destination
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.publisher_links import page_end
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_ADDRESS: Final = pattern(r"(?:https?:)?//", re.IGNORECASE)
_PAGES: Final = frozenset({Kind.PUBLISHER, Kind.IDENTIFIER})
_REPOSITORY: Final = pattern(r"(?:www\.)?(?:arxiv|zenodo)\.org", re.IGNORECASE)
"""Hosts whose addresses are never rewritten."""
_UP_TO_LINE_END: Final = frozenset({Form.BARE_LINK, Form.DEFINITION})
"""The forms in which the end of a line may be the only end of an address."""
_GAP: Final = r"[ \t]*(?:\r\n?|\n)[ \t>]*"
_REST: Final = pattern(
    rf"""
      [-_/.]? (?<=[-_/]) {_GAP} [^\s>]                # a mark that joins stands before the line end
    | \.? {_GAP} (?![0-9]+[.)]\s) [^\s0-9(<\[:>]*[0-9]   # or a word, then a digit
    """,
    re.VERBOSE,
)
"""Matches the text after an address if the next line may contain the rest of it."""
_CLOSING: Final = {'"': '"', "'": "'", "{": "}"}


def _publisher_url(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, spelling = mention.doi, mention.spelling
    if spelling.kind not in _PAGES or doi is None or is_placeholder(doi):
        return
    from mdlint_doi.names.work_pages import is_work_page, names_version

    if spelling.kind is Kind.IDENTIFIER and names_version(spelling):
        return
    if not _ADDRESS.match(spelling.text) or not is_work_page(spelling, of_version=True):
        return
    if isinstance(facts.outcome(doi), Missing):
        return
    span = mention.written.whole
    if _may_go_on(mention):
        seems = "its address may continue on the next line; link to the DOI instead"
        yield Problem(f"this is a publisher's page; {seems}", span)
        return
    is_kept = _REPOSITORY.fullmatch(spelling.host.cut(spelling.text)) is not None
    fix = None if is_kept else unsafe(mention, Edit(span, link_to(mention, doi.url())))
    seems = f"link to the DOI of the work instead, which seems to be {shown(str(doi))}"
    yield Problem(f"this is a publisher's page; {seems}", span, fix)


PUBLISHER_URL: Final = Rule(
    code="DOI207",
    name="publisher-url",
    severity=Severity.WARNING,
    summary="A link goes to a publisher's page whose address contains a DOI.",
    why=(
        "Pages move, but the DOI always leads to the current page. Only you know whether you mean "
        "the page or the work, so this rule is off by default, and its fix is not safe. Links to a "
        "section, a figure, a supplement, a file or a version of a work are left alone, because "
        "the DOI does not lead to that part. Only on bioRxiv and medRxiv, where the DOI leads to "
        "an address with a version, such links are reported."
    ),
    fix=FixKind.UNSAFE,
    check=_publisher_url,
    needs=frozenset({Need.PUBLISHERS}),
    forms=LINKS - {Form.IMAGE},
    looks_at=ANY_NAME | {Trait.GUESS, Trait.IDENTIFIER, Trait.REPEATED},
    default=False,
    silenced_by_lookup=True,
    bad=(
        Example(
            "[t](https://onlinelibrary.wiley.com/doi/full/10.1002/anie.200000001)",
            "[t](https://doi.org/10.1002/anie.200000001)",
        ),
        Example(
            "<https://link.springer.com/article/10.1007/s11192-022-04367-w>",
            "<https://doi.org/10.1007/s11192-022-04367-w>",
        ),
        Example("[t](https://zenodo.org/records/1003149)"),
        Example("[t](https://arxiv.org/abs/1706.03762)"),
    ),
    good=(
        Example("[t](https://doi.org/10.1002/anie.200000001)"),
        Example("[t](https://onlinelibrary.wiley.com/journal/15213773)"),
        Example("![t](https://zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg)"),
        Example("[t](https://dl.acm.org/doi/10.5555/2600239.2600241)"),
        Example("[t](https://api.datacite.org/dois/10.5061/dryad.k5k9074)"),
        Example('<img src="https://zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg">'),
        Example('<img src="https://img.shields.io/badge/doi-10.1093%2Fnar%2Fgky1070-blue">'),
        Example("[t](https://www.altmetric.com/details/doi/10.1093/nar/gky1070)"),
        Example("[t](https://www.nature.com/articles/sdata201618)"),
        Example("[t](https://www.nature.com/articles/s41592-019-0686-2/figures/1)"),
        Example("[t](https://www.frontiersin.org/articles/10.3389/fpls.2018.00001/full#F1)"),
        Example("[t](https://zenodo.org/records/1003149/files/data.csv)"),
        Example("[t](https://arxiv.org/abs/1706.03762v2)"),
        Example("[t](https://sandbox.zenodo.org/records/1003149)"),
        Example(
            ""
            "[t](https://twitter.com/intent/tweet?url=https://www.science.org/doi/10.1126/science.1)"
        ),
    ),
)


def _may_go_on(mention: Mention) -> bool:
    """Return whether the end of a line may have cut an address, so that a part is not a link."""
    last = mention.written.text[-1]
    is_open = mention.form in _UP_TO_LINE_END
    return is_open and _REST.match(last + mention.surroundings[1], 1) is not None


def _unlinked_doi(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    span = mention.written.whole
    before, behind = mention.around
    if doi is None or mention.linked_in_block or is_placeholder(doi):
        return
    if isinstance(facts.outcome(doi), Missing):
        return
    if mention.form is not Form.TEXT:
        # MyST and sphinx-doi follow `doi:`. In Manubot, `[@tag:x]: doi:…` names a work.
        is_alias = mention.form is Form.DEFINITION and mention.source.text.startswith(
            "[@", mention.span.start
        )
        if mention.spelling.text[:4].lower() == "doi:" and not is_alias:
            fix = unsafe(mention, Edit(span, link_to(mention, doi.url())))
            yield Problem("browsers do not follow 'doi:'; write https://doi.org/", span, fix)
        return
    if mention.argument_of is not None or behind[:1] == _CLOSING.get(before):
        return  # alone in quotes or braces: an argument of code, or BibTeX
    opening, closing = "[", f"]({markdown_destination(doi.url())})"
    if mention.in_rst:
        opening, closing = "`", f" <{doi.url()}>`__"
    begin = Span(span.start, span.start)
    end = Span(span.end, span.end)
    fix = safe(mention, Edit(begin, opening), Edit(end, closing))
    message = f"{shown(str(doi))} is not a link; turn it into one"
    extra = "" if isinstance(facts.outcome(doi), Found) else page_end(str(doi))
    if extra:
        message += f", without '{shown(extra)}', which belongs to the address of a page"
    yield Problem(message, span, fix if not extra and _can_be_link_text(mention) else None)


UNLINKED_DOI: Final = Rule(
    code="DOI209",
    name="unlinked-doi",
    severity=Severity.WARNING,
    summary="A DOI in the text is not a link, or is a `doi:` link, which browsers do not follow.",
    why=(
        "Readers can click a link, but have to copy a DOI by hand. Many texts deliberately print a "
        "DOI without a link, and MyST turns `doi:` addresses into links, so this rule is off by "
        "default. It reports nothing if the same paragraph contains a link to the DOI."
    ),
    fix=FixKind.SAFE,
    check=_unlinked_doi,
    forms=frozenset({Form.TEXT, *LINKS}),
    default=False,
    silenced_by_lookup=True,
    bad=(
        Example("See doi:10.1000/182.", "See [doi:10.1000/182](https://doi.org/10.1000/182)."),
        Example("See 10.1000/182 here.", "See [10.1000/182](https://doi.org/10.1000/182) here."),
        Example("See 10.1000/182/suppinfo."),
        Example(
            "See 10.1000/182/suppinfo.",
            "See [10.1000/182/suppinfo](https://doi.org/10.1000/182/suppinfo).",
            outcomes=(("10.1000/182/suppinfo", "found"),),
        ),
        Example("See [it](doi:10.1000/182).", "See [it](https://doi.org/10.1000/182)."),
        Example("[it]: doi:10.1000/182", "[it]: https://doi.org/10.1000/182"),
        Example("See <doi:10.1000/182>.", "See <https://doi.org/10.1000/182>."),
        Example(
            "(doi.org/10.1016/S0010-4655(00)00228-9)",
            ""
            "([doi.org/10.1016/S0010-4655(00)00228-9](https://doi.org/10.1016/S0010-4655(00)00228-9))",
        ),
    ),
    good=(
        Example('A claim {{< cite "10.1000/182" >}}.'),
        Example("A claim {{< doi 10.1000/182 >}} and {% cite 10.1000/183 %}."),
        Example("A claim <Doi>10.1000/182</Doi>."),
        Example("A claim[]{#10.1000/182}."),
        Example("See [doi:10.1000/182](https://doi.org/10.1000/182)."),
        Example("See 10.1000/182, <https://doi.org/10.1000/182>."),
        Example("See `10.1000/182`."),
        Example("See doi:10.5555/12345678."),
        Example("See 10.1000/999.", outcomes=(("10.1000/999", "missing"),)),
    ),
)


def _can_be_link_text(mention: Mention) -> bool:
    """Return whether brackets around the DOI make a link.

    They do not in HTML, or if the DOI contains brackets without partners.
    """
    text = mention.spelling.text
    if mention.markup_unknown:
        return False
    if mention.in_rst:
        return "`" not in text and "<" not in text
    return not mention.in_html and text.count("[") == text.count("]")


def _mixed_spelling(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    casings = facts.casings.get(doi, ()) if doi else ()
    if casings and str(doi) != casings[0]:
        message = f"{shown(str(doi))} is written as {shown(casings[0])} elsewhere in this project"
        yield Problem(message, name_span(mention))


MIXED_SPELLING: Final = Rule(
    code="DOI210",
    name="mixed-spelling",
    severity=Severity.HINT,
    summary="The same DOI is written with different capitalization in one project.",
    why=(
        "Capitalization does not matter in a DOI, but searches and scripts that compare text miss "
        "a DOI in a different spelling. The first spelling that a run finds is treated as the "
        "usual one."
    ),
    check=_mixed_spelling,
    needs=frozenset({Need.WHOLE_PROJECT}),
    default=False,
    bad=(
        Example("[t](https://doi.org/10.1000/ABC) and [u](https://doi.org/10.1000/abc)"),
        Example("The DOI 10.1000/Abc is in <https://doi.org/10.1000/abc>."),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/ABC) and [u](https://doi.org/10.1000/ABC)"),
        Example("[t](https://doi.org/10.1000/abc) and [u](https://doi.org/10.1000/abd)"),
    ),
)
