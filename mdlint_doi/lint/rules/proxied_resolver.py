"""DOI203: a link that goes to the resolver through a library's proxy or a search engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, link_to, place, safe, unsafe
from mdlint_doi.lint.model import Edit, Mention
from mdlint_doi.lint.rule import LINK, URLS, WRITING, Example, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.link import canonical, may_be_cut
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.span import Span

_NESTED: Final = frozenset("?:")
"""One of these is before an address inside another; there are none after a rewritten host."""


def proxied(mention: Mention) -> Iterator[Problem]:
    """Yield the problem of a link to a DOI through another host."""
    spelling = mention.spelling
    if spelling.kind not in {Kind.CARRIER, Kind.PROXY}:
        return
    host = spelling.host.cut(spelling.text)
    from mdlint_doi.names.publisher_links import is_redirector

    redirects = is_redirector(host)
    whole = mention.written.whole
    what = "redirects the reader to the DOI"
    if not redirects:
        what = "is a library's proxy: other readers see a login page"
    if spelling.kind is Kind.CARRIER:  # a search; it is a guess that the work itself is meant
        if not redirects or mention.doi is None:
            return
        what = "only searches for the DOI"
        fix = unsafe(mention, Edit(whole, link_to(mention, mention.doi.url())))
    elif _NESTED.isdisjoint(spelling.lead.cut(spelling.text)):
        before = Span(spelling.scheme.start, spelling.host.end)
        fix = safe(mention, edit(mention, before, "https://doi.org"))
    elif link := canonical(spelling):
        fix = safe(mention, Edit(whole, link_to(mention, link.href)), doi=link.doi)
    elif may_be_cut(spelling):
        fix = None
    else:
        return
    yield Problem(f"{host} {what}; link to doi.org instead", place(mention, spelling.host), fix)


PROXIED_RESOLVER: Final = Rule(
    code="DOI203",
    name="proxied-resolver",
    severity=Severity.WARNING,
    summary="A link goes to the DOI resolver through a library's proxy or a search engine.",
    why=(
        "Such addresses are copied from the browser of someone who was logged in to a library. "
        "Other readers see a login page, or no page at all once the library has changed its proxy. "
        "Search engines and mail programs also put their own address before a link. If the part "
        "after `&` may belong to the DOI, as in `10.1000/1:AA&E%3E2.0`, there is no fix."
    ),
    fix=FixKind.SAFE,
    check=of_mention(proxied),
    forms=URLS,
    looks_at=WRITING,
    bad=(
        Example(
            "[t](https://urldefense.com/v3/__https://doi.org/10.1000/182__;!!C5qS4YX3!CJTS$)", LINK
        ),
        Example("[t](https://doi-org.ezproxy.example.edu/10.1000/182)", LINK),
        Example("[t](https://dx.doi.org.ezproxy.example.edu/10.1000/182)", LINK),
        Example(
            "<https://0-www-doi-org.lib.example.ac.uk/10.1000/182>", "<https://doi.org/10.1000/182>"
        ),
        Example("[t](https://dx.doi.org.proxy.example.edu:2048/10.1000/182)", LINK),
        Example("[t](https://login.example.edu/login?url=https://doi.org/10.1000/182)", LINK),
        Example(
            "[t](https://login.example.edu/login?url=https://doi.org/10.1000/182&user=me)", LINK
        ),
        Example("[t](https://www.google.com/url?q=https://doi.org/10.1000/182&sa=D)", LINK),
        Example(
            "[t](https://login.example.edu/login?url=https://doi.org/10.1000/182#sec2)",
            "[t](https://doi.org/10.1000/182#sec2)",
        ),
        Example("[t](https://login.example.edu/login?url=https://doi.org/10.1000/1:AA&E%3E2.0)"),
    ),
    good=(
        Example(LINK),
        Example("[t](https://notadoi.org/10.1000/182)"),
        Example("[t](https://proxy.example.edu/about)"),
    ),
)
