"""DOI203: links that go through a library's proxy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, link_to, place, safe, unsafe
from mdlint_doi.lint.model import Edit, Mention
from mdlint_doi.lint.rule import URLS, Example, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.link import canonical, may_be_cut
from mdlint_doi.names.spelling import Kind

_NESTED: Final = frozenset("?:")
"""One of them stands before an address in another; a host that was rewritten has none behind it."""


def _proxied_resolver(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    if spelling.kind not in {Kind.CARRIER, Kind.PROXY}:
        return
    host = spelling.host.cut(spelling.text)
    from mdlint_doi.names.publisher_links import is_redirector

    redirects = is_redirector(host)
    if spelling.kind is Kind.CARRIER:
        if redirects:
            yield from _search(mention, host)
        return
    if _NESTED.isdisjoint(spelling.lead.cut(spelling.text)):
        fix = safe(mention, edit(mention, spelling.host, "doi.org"))
    elif link := canonical(spelling):
        fix = safe(mention, Edit(mention.written.whole, link_to(mention, link.href)), doi=link.doi)
    elif may_be_cut(spelling):
        fix = None
    else:
        return
    yield Problem(
        f"{host} redirects the reader to the DOI; link to doi.org"
        if redirects
        else f"{host} is a library's proxy: readers elsewhere meet a login page; link to doi.org",
        place(mention, spelling.host),
        fix,
    )


def _search(mention: Mention, host: str) -> Iterator[Problem]:
    """Report a search for the address; that the work itself is meant is a guess."""
    if mention.doi is not None:
        yield Problem(
            f"{host} is used to search for the DOI; link to doi.org",
            place(mention, mention.spelling.host),
            unsafe(mention, Edit(mention.written.whole, link_to(mention, mention.doi.url()))),
        )


PROXIED_RESOLVER: Final = Rule(
    code="DOI203",
    name="proxied-resolver",
    severity=Severity.WARNING,
    summary="A link goes to the DOI resolver through a library's proxy or a search engine.",
    why=(
        "Such addresses are copied from the browser of someone who was logged in at a "
        "library. Other readers meet a login page, or nothing once the library changes its "
        "proxy. Search engines and mail programs put their own address before a link, too."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_proxied_resolver),
    forms=URLS,
    of_writing=True,
    bad=(
        Example(
            "[t](https://urldefense.com/v3/__https://doi.org/10.1000/182__;!!C5qS4YX3!CJTS$)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://doi-org.ezproxy.example.edu/10.1000/182)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://dx.doi.org.ezproxy.example.edu/10.1000/182)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "<https://0-www-doi-org.lib.example.ac.uk/10.1000/182>",
            "<https://doi.org/10.1000/182>",
        ),
        Example(
            "[t](https://dx.doi.org.proxy.example.edu:2048/10.1000/182)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://login.example.edu/login?url=https://doi.org/10.1000/182)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://login.example.edu/login?url=https://doi.org/10.1000/182&user=me)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://www.google.com/url?q=https://doi.org/10.1000/182&sa=D)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://login.example.edu/login?url=https://doi.org/10.1000/182#sec2)",
            "[t](https://doi.org/10.1000/182#sec2)",
        ),
        Example("[t](https://login.example.edu/login?url=https://doi.org/10.1000/1:AA&E%3E2.0)"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://notadoi.org/10.1000/182)"),
        Example("[t](https://proxy.example.edu/about)"),
    ),
)
