"""Publishers' addresses that carry a DOI, read by the tables of `publishers`.

What such addresses add before and behind a name is alike everywhere: `/doi/full/` before it,
`/pdf`, `.full`, `v2` behind. It is cut here, though a few registered names end so: in a
publisher's address it is nearly always the page's.

Libraries' proxies rewrite publishers' hosts as they do resolvers', with hyphens for dots or with
their own name appended; both are looked through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.names.decode_name import named
from mdlint_doi.names.doi import parse
from mdlint_doi.names.publishers import CARRIERS, RULES
from mdlint_doi.names.rewrites.oxford_reference import article_name
from mdlint_doi.names.scan.prefixes import ADDRESS
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_IN_ADDRESS: Final = pattern(
    r"""
    (?<=[/=:.,f?])                                      # of `/`, `id=`, `doi:`, `%2F` or `?`
    (?: (?P<name> 10(?:\.|%2e)[0-9]{3,9}+(?:\.[0-9]++)*+ (?:/|%2f) [^?\#&\s]+ )
      | 10\.[0-9]{3,9}+(?![0-9]|%2e) (?:\.[0-9]++(?!%2e))*+ )  # no name: taken whole, once
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKED: Final = pattern(
    r"[/?&=](?:doi|info(?::|%3a)doi)(?:/|=|:|%3a|%2f)(?:(?:abs|full|pdf|e?pdf|book|suppl)/)?\Z",
    re.IGNORECASE,
)
TAILS: Final = pattern(
    r"""
    (?: / (?: abs(?:tract)? | agency | citedby | cite | epub | e?pdf(?:direct|plus)? | figures?
            | full | fulltext | html? | issuetoc | media | meta | references | short | suppinfo
            | suppl(?:_file|ementary)?[^/]* | summary | tables? | toc | issues
          ) (?: /[0-9]+ | /html | /pdf )?
      | / [a-z]+-[0-9]{13}                              # the page of a whole book
      | \. (?: article-metrics | abstract | full(?:-text|\.pdf|\+html)*
           | e?pdf | html? | xml | svg )
    )+ /? \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PAGE_ID: Final = pattern(r"/[0-9]{5,}(?:/[^/]*)?\Z")
_ARTICLE: Final = pattern(r"/[a-z-]*(?:article|chapter|issue)[a-z-]*/doi/\Z")
_PREPRINT: Final = pattern(r"(?<=[0-9])v[0-9]{1,2}(?:\.(?:full|article|abstract)[a-z.+-]*)?\Z")


_NEAR: Final = 128
"""Marks and tails are shorter; looking no further keeps the time linear."""


def sites(text: str) -> Iterator[int]:
    """Yield where addresses may stand that a rule applies to; one fast search for each host."""
    if "/" not in text:
        return
    for rule in RULES:
        host = rule.host + "/"
        at = text.find(host)
        while at >= 0:
            yield at
            at = text.find(host, at + 1)


def read_publisher(text: str, *, anywhere: bool = False) -> Spelling | None:
    """Return the spelling of a publisher's address, or None if no DOI can be made of it.

    Args:
        text: one address, with its scheme or without.
        anywhere: take a name in the path or the query of any host; else only of the table's
            hosts, and where the address itself says `doi`.

    """
    address = ADDRESS.match(text)
    if address is None:
        return None
    known = _known(address["host"].lower())
    host = Span(*address.span("host"))
    for found in _IN_ADDRESS.finditer(text, host.end):
        if found["name"] and (
            anywhere
            or known & CARRIERS
            or _MARKED.search(text, max(host.end - 1, found.start() - _NEAR), found.start())
        ):
            if article := article_name(found["name"]):
                return _spelling(text, host, Span(*found.span("name")), article)
            return _spelling(text, host, _without_tails(text, found, known), None)
    for rule in RULES:
        if rule.host in known and (part := re.compile(rule.path).match(text, host.end)):
            name = Span(part.start(1), part.end(rule.name.count("{}")))
            made = rule.name.format(*part.groups())
            return _spelling(text, host, name, made.upper() if rule.host == "rsc.org" else made)
    return None


def _known(host: str) -> frozenset[str]:
    """Return what of a host may stand in the table, its own name or behind a proxy.

    A sandbox, in which people try things, numbers what it holds by itself.
    """
    labels = host.partition(":")[0].split(".")
    if "sandbox" in labels:
        return frozenset()
    if "-" in labels[0] and len(labels) > 2:
        labels = [*labels[0].removeprefix("0-").split("-"), "", *labels]
    return frozenset(
        ".".join(labels[at : at + size]) for at in range(len(labels)) for size in (2, 3)
    )


def _without_tails(text: str, found: re.Match[str], known: frozenset[str]) -> Span:
    """Return where the name stands, without what the page adds behind it."""
    start, end = found.span("name")
    if known & {"biorxiv.org", "medrxiv.org"} and (version := _PREPRINT.search(text, start, end)):
        return Span(start, version.start())
    if _ARTICLE.search(text, max(0, start - _NEAR), start) and (
        page := _PAGE_ID.search(text, start, end)
    ):
        end = page.start()
    tails = TAILS.search(text, max(start, end - _NEAR), end)
    return Span(start, tails.start() if tails else end)


def _spelling(text: str, host: Span, name: Span, made: str | None) -> Spelling | None:
    """Return the spelling whose name stands at `name`, or was `made` of what stands there."""
    doi = named(text, name, levels=1)[0] if made is None else parse(made)
    if doi is None:
        return None
    return Spelling(
        text,
        Kind.PUBLISHER,
        None,
        Span(0, host.start),
        host,
        Span(host.end, name.start),
        name,
        Span(name.end, len(text)),
        encoded=True,
        doi=doi,
    )
