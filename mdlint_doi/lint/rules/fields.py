"""DOI501 to DOI504: the fields of data files, such as those of BibTeX entries.

A `doi` field contains only the DOI: citation styles, and programs that read the file, add the
resolver's address. The schema of CFF allows nothing else there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import graded, name_span, place, safe, unsafe
from mdlint_doi.lint.letters import holds_another
from mdlint_doi.lint.model import Container, Edit, Form, Mention, shown
from mdlint_doi.lint.rule import (
    ANY_NAME,
    CHARACTERS,
    WRITING,
    Example,
    Facts,
    FixKind,
    Need,
    Problem,
    Rule,
    Trait,
    of_mention,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.link import asks_service, canonical_in_role, loses_nothing, whole_sici
from mdlint_doi.names.outcome import Missing
from mdlint_doi.names.spelling import Kind, Resolver
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_MARKUP: Final = pattern(r"(?>(?:\\(?:url|href|path|nolinkurl)|[\s{}<>,;.])*)")
"""Matches the markup around an address in a field, or between two copies of it."""
_MOST_COPIES: Final = 2
_LONGEST_MARKUP: Final = 80


def _link_in_doi_field(mention: Mention) -> Iterator[Problem]:
    spelling, doi, whole = mention.spelling, mention.doi, mention.span
    is_marked_up = whole != mention.written.whole and bool(mention.written.text)
    if spelling.kind is Kind.BARE:
        if is_marked_up:
            fix = safe(mention, Edit(whole, str(doi))) if doi is not None else None
            yield Problem("a doi field takes only the DOI; remove the markup around it", whole, fix)
        return
    if spelling.kind is Kind.PUBLISHER or spelling.resolver is Resolver.PUBLISHER:
        problem = f"a doi field takes only the DOI; this address contains {shown(str(doi))}"
        is_page = spelling.kind is Kind.PUBLISHER  # the text after the DOI belongs to the page
        sure = is_page or (loses_nothing(spelling) and not holds_another(spelling))
        yield Problem(problem, whole, graded(mention, Edit(whole, str(doi)), sure=sure))
        return
    fix = None
    link = canonical_in_role(spelling)
    if link is not None and not asks_service(spelling):
        sure = loses_nothing(spelling) and not holds_another(spelling)
        fix = graded(mention, Edit(whole, str(link.doi)), sure=sure, doi=link.doi)
    problem = "a doi field takes only the DOI; programs that read it add the resolver's address"
    lead = place(mention, Span(0, spelling.name.start))
    yield Problem(problem, whole if is_marked_up else lead, fix)


def _empty_doi_field(mention: Mention) -> Iterator[Problem]:
    if not mention.spelling.text.strip():
        yield Problem("the doi field is empty; fill it in or remove it", mention.span)


def _doi_only_in_url(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, container = mention.spelling, mention.container
    doi = whole_sici(spelling) or mention.doi
    if container is None or not container.lacks_doi or doi is None or doi.is_short:
        return
    is_page = spelling.kind is Kind.PUBLISHER and not isinstance(facts.outcome(doi), Missing)
    if not is_page and (spelling.kind is not Kind.LINK or asks_service(spelling)):
        return
    if not _is_all_of(mention, container):
        return
    added = container.insertion  # the fix keeps the address
    fix = unsafe(mention, Edit(added.place, str(doi))).replace(was=None) if added else None
    problem = f"the entry has no doi field; add one with {shown(str(doi))}"
    yield Problem(problem, name_span(mention), fix)


def _is_all_of(mention: Mention, container: Container) -> bool:
    """Return whether a field contains only an address, because words may be about another work."""
    whole, address = container.text.text, mention.written.text
    if len(whole) > _MOST_COPIES * len(address) + _LONGEST_MARKUP:
        return False
    return _MARKUP.fullmatch(whole.replace(address, " ")) is not None


def _duplicate_entry(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, container = mention.doi, mention.container
    if doi is None or container is None or not container.key:
        return
    primary = facts.primary(doi)
    first = facts.entries.get(primary, container.key)
    if first != container.key:
        same = "the same DOI" if primary == doi else f"the same work, {shown(str(primary))}"
        wrong = "one of the two entries is wrong or a duplicate"
        yield Problem(f"entry {shown(first)} has {same}; {wrong}", name_span(mention))


def _bib(text: str, fixed: str | None = None) -> Example:
    return Example(text, fixed, file="refs.bib")


LINK_IN_DOI_FIELD: Final = Rule(
    code="DOI501",
    name="link-in-doi-field",
    severity=Severity.WARNING,
    summary="A `doi` field contains a link, markup or the label `doi:` instead of the DOI alone.",
    why=(
        "Citation styles put the resolver's address before the content of the field, so "
        "`https://doi.org/https://doi.org/…` is printed. The schema of CITATION.cff rejects such a "
        "field."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_link_in_doi_field),
    forms=frozenset({Form.FIELD}),
    looks_at=WRITING,
    bad=(
        _bib("@book{a, doi = {https://doi.org/10.1000/182}}", "@book{a, doi = {10.1000/182}}"),
        _bib("@book{a, doi = {doi:10.1000/182}}", "@book{a, doi = {10.1000/182}}"),
        _bib("@book{a, doi = {https://doi.org/10.1000/182#b}}", "@book{a, doi = {10.1000/182}}"),
        _bib(
            "@book{a, doi = {http://dx.doi.org/10.1000/a%3Cb%3E}}", "@book{a, doi = {10.1000/a<b>}}"
        ),
        _bib(
            "@book{a, doi = {http://doi.acm.org/10.1145/1273360.1273361}}",
            "@book{a, doi = {10.1145/1273360.1273361}}",
        ),
        _bib(
            "@book{a, doi = {\\url{https://doi.org/10.1000/182}}}", "@book{a, doi = {10.1000/182}}"
        ),
        _bib(
            "@book{a, doi = {\\href{https://doi.org/10.1000/182}{10.1000/182}}}",
            "@book{a, doi = {10.1000/182}}",
        ),
        _bib("@book{a, doi = {<https://doi.org/10.1000/182>}}", "@book{a, doi = {10.1000/182}}"),
        Example(
            "doi: https://doi.org/10.5281/zenodo.7654321",
            "doi: 10.5281/zenodo.7654321",
            file="CITATION.cff",
        ),
    ),
    good=(
        _bib("@book{a, doi = {10.1000/182}}"),
        _bib("@book{a, url = {https://doi.org/10.1000/182}}"),
        Example("---\ndoi: https://doi.org/10.1000/182\n---"),
    ),
)

EMPTY_DOI_FIELD: Final = Rule(
    code="DOI502",
    name="empty-doi-field",
    severity=Severity.HINT,
    summary="A `doi` field is empty.",
    why=(
        "Some styles print the resolver's address with nothing after it. In addition, readers of "
        "the file cannot tell whether the work has no DOI or whether nobody looked for one."
    ),
    check=of_mention(_empty_doi_field),
    forms=frozenset({Form.FIELD}),
    looks_at=CHARACTERS - {Trait.EXAMPLE},
    bad=(_bib("@book{a, doi = {}}"), _bib('@book{a, doi = " "}')),
    good=(_bib("@book{a, doi = {10.1000/182}}"), _bib("@book{a, note = {}}")),
)

DOI_ONLY_IN_URL: Final = Rule(
    code="DOI503",
    name="doi-only-in-url",
    severity=Severity.HINT,
    summary="An entry has no `doi` field, but its `url` or `note` is an address with a DOI.",
    why=(
        "Citation styles and reference managers look for the DOI in its own field. An entry is "
        "reported only if the address is the whole content of `url` or `note`, because an address "
        "in a longer text may lead to a different work, such as a dataset. Even so, the fix is a "
        "guess, so this rule is off by default. A publisher's address is reported if it contains "
        "the DOI, unless a look-up shows that this DOI is not registered."
    ),
    fix=FixKind.UNSAFE,
    check=_doi_only_in_url,
    needs=frozenset({Need.PAGES}),
    forms=frozenset({Form.VALUE}),
    looks_at=ANY_NAME | {Trait.GUESS},
    default=False,
    silenced_by_lookup=True,
    bad=(
        _bib(
            "@book{a,\n  url = {https://doi.org/10.1000/182}\n}",
            "@book{a,\n  url = {https://doi.org/10.1000/182},\n  doi = {10.1000/182}\n}",
        ),
        _bib(
            "@book{a, note = {\\url{https://doi.org/10.1000/182}}}",
            "@book{a, note = {\\url{https://doi.org/10.1000/182}}, doi = {10.1000/182}}",
        ),
        _bib(
            "@article{a, url = {https://onlinelibrary.wiley.com/doi/full/10.1002/anie.200000001}}",
            "@article{a, url = {https://onlinelibrary.wiley.com/doi/full/10.1002/anie.200000001},"
            " doi = {10.1002/anie.200000001}}",
        ),
    ),
    good=(
        _bib("@book{a, doi = {10.1000/182}, url = {https://doi.org/10.1000/182}}"),
        _bib("@book{a, url = {https://example.org/10.1000/182}}"),
        _bib("@book{a, note = {Comment on \\url{https://doi.org/10.1000/183}}}"),
        _bib("@article{a, url = {https://www.nature.com/articles/s41586-000-00000-0}}"),
    ),
)

DUPLICATE_ENTRY: Final = Rule(
    code="DOI504",
    name="duplicate-entry",
    severity=Severity.WARNING,
    summary="Two entries in a file have the same DOI.",
    why=(
        "Either a work is in the list twice and is printed twice, or one entry has the DOI of a "
        "different work. A look-up also detects two entries with different DOIs of one work: a "
        "shortDOI, or an alias that the publisher replaced."
    ),
    check=_duplicate_entry,
    forms=frozenset({Form.FIELD}),
    looks_at=ANY_NAME - {Trait.EXAMPLE},
    changed_by_lookup=True,
    bad=(
        _bib("@book{a, doi = {10.1000/182}}\n@book{b, doi = {10.1000/182}}"),
        _bib("@book{a, doi = {10.1000/ab}}\n@book{b, doi = {10.1000/AB}}"),
        Example(
            "@book{a, doi = {10.1000/182}}\n@book{b, doi = {10/dvr36h}}",
            outcomes=(("10.1000/182", "found"), ("10/dvr36h", "alias:10.1000/182")),
            file="refs.bib",
        ),
    ),
    good=(_bib("@book{a, doi = {10.1000/182}}\n@book{b, doi = {10.1000/183}}"),),
)
