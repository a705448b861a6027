"""DOI201, DOI202, DOI211, DOI212: which resolver a link goes to, and how its address is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from sys import intern
from typing import Final

from mdlint_doi.lint.edits import edit, graded, link_to, place, safe, unsafe
from mdlint_doi.lint.letters import holds_another
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.rule import LINK, LINKS, URLS, Check, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import RESOLVER
from mdlint_doi.names.hosts import EZID
from mdlint_doi.names.link import asks_service
from mdlint_doi.names.spelling import Kind, Resolver, Spelling, decoded
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_DESTINATIONS: Final = frozenset({Form.DESTINATION, Form.DEFINITION, Form.ATTRIBUTE})
_FILE: Final = pattern(
    r"/\Z|\.(?:html?|md|mdx|pdf|png|jpe?g|gif|svg|webp|json|xml|bib|ris|txt|csv|zip|ipynb|php|aspx?)"
    r"(?:[?#].*)?\Z",
    re.IGNORECASE | re.DOTALL,
)
_SLASHES: Final = pattern(r"//+")
_API: Final = "/api/handles/"
_USUAL: Final = frozenset(
    {"https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/"}
)
"""Addresses with nothing unusual in them, which most are; other rules look at `http` and `dx`."""
_LEGACY: Final = ("hdl", "info", "urn")
_SCHEMES: Final = frozenset({"http", "https", "rtsp", "ftp"})


def _rewritten(
    is_old: Callable[[Spelling], bool], part: Callable[[Spelling], Span], new: str, message: str
) -> Check:
    """Return the check of a rule that puts something else in place of a part of an address.

    The old ones of a link and the address that its text shows are fixed together. The texts that
    refer to a definition stand elsewhere in the document, and each is fixed alone.
    """

    def check(mention: Mention, _: Facts) -> Iterator[Problem]:
        old = [
            one
            for one in (mention, *mention.shown)
            if one.spelling.kind is Kind.LINK and is_old(one.spelling)
        ]
        groups = [[one] for one in old] if mention.form is Form.DEFINITION else [old]
        for group in filter(None, groups):
            host = group[0].spelling.host.cut(group[0].spelling.text)
            edits = [edit(one, part(one.spelling), new) for one in group]
            said = intern(message.format(shown(host)))
            yield Problem(said, edits[0].span, safe(mention, *edits))

    return check


def _is_insecure(spelling: Spelling) -> bool:
    exempt = {Resolver.CONFIGURED, Resolver.PUBLISHER}  # DOI212 speaks of the latter's scheme
    if spelling.resolver in exempt or not _is_resolver(spelling):
        return False
    return spelling.scheme.cut(spelling.text).lower().startswith("http:")


def _is_resolver(spelling: Spelling) -> bool:
    """Return whether a host is written, and is a resolver's."""
    return spelling.resolver is not None and spelling.host.end > spelling.host.start


def _noncanonical_resolver(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if not spelling.encoded and (mention.form in _DESTINATIONS or _is_address_field(mention)):
        yield from _bare_target(mention)
    if spelling.kind is not Kind.LINK or spelling.text[: spelling.name.start] in _USUAL:
        return
    if spelling.resolver is Resolver.PUBLISHER:
        return
    edits = [*_address_edits(mention, facts)]
    if not edits:
        return
    is_value = mention.form is Form.VALUE and ":" in spelling.scheme.cut(spelling.text)
    a_link = mention.form in LINKS or is_value
    if mention.form is not Form.DEFINITION:  # the texts that refer to one stand elsewhere
        edits += [edit for one in mention.shown for edit in _address_edits(one, facts)]
    message = "the resolver's address is not written in its usual form; write https://doi.org/"
    host = spelling.host.cut(spelling.text)
    if not host:
        message = "an address without a host leads nowhere; write https://doi.org/"
    elif spelling.resolver is None:
        message = f"{shown(host)} is not a DOI resolver; https://doi.org/ is probably meant"
    yield Problem(
        message,
        place(mention, Span(spelling.scheme.start, spelling.lead.end)),
        graded(mention, *edits, sure=a_link and spelling.resolver is not None),
        None if a_link else Severity.HINT,
    )


def _is_address_field(mention: Mention) -> bool:
    """Return whether a mention is all of a field that should hold an address."""
    container = mention.container
    if container is None or not container.is_address:
        return False
    return container.text.text.strip() == mention.written.text


def _bare_target(mention: Mention) -> Iterator[Problem]:
    """Report a name in the place of an address: a relative link, to a page that is hardly there.

    What ends like a file may be one, and nobody can tell from here what a site has. Links without
    a text are citations to MyST.
    """
    doi, text = decoded(mention.spelling).doi, mention.written.text
    if doi is None or doi.is_short or _FILE.search(text) or mention.title == "":
        return
    if text.lower().startswith(_LEGACY):  # DOI205 says it
        return
    link = Edit(mention.written.whole, link_to(mention, doi.url()))
    what = "is a relative link to a page of this site"
    if mention.form is Form.VALUE:
        what = "is no address, and a link made of this field leads nowhere"
    yield Problem(
        f"a DOI alone {what}; write {shown(doi.url())}",
        mention.written.whole,
        None if holds_another(mention.spelling) else unsafe(mention, link, doi=doi),
    )


def _address_edits(mention: Mention, facts: Facts) -> Iterator[Edit]:
    yield from _scheme_edits(mention, facts)
    spelling = mention.spelling
    host = spelling.host.cut(spelling.text)
    if not host:  # `https://10.…`
        yield edit(mention, spelling.host, "doi.org/")
        return
    if spelling.resolver in {Resolver.DOI_ORG, None} and host != "doi.org":
        yield edit(mention, spelling.host, "doi.org")
    # Needless slashes, and the path of the API, at the beginning of the lead go.
    lead = spelling.lead.cut(spelling.text)
    start = spelling.lead.start
    if lead[:1] != "/":
        yield edit(mention, spelling.lead, "/")
    elif lead.lower().startswith(_API) and not asks_service(spelling):
        yield edit(mention, Span(start + 1, start + len(_API)), "")
    elif slashes := _SLASHES.match(lead):
        yield edit(mention, Span(start + 1, start + slashes.end()), "")


def _scheme_edits(mention: Mention, facts: Facts) -> Iterator[Edit]:
    """Yield the edits of the word and of what stands behind it, or one that puts in both."""
    spelling = mention.spelling
    written = spelling.scheme.cut(spelling.text)
    word, colon, _ = written.partition(":")
    if not colon or word.lower() not in _SCHEMES or not _is_resolver(spelling):
        is_own = spelling.resolver is Resolver.CONFIGURED
        usual = facts.server.partition(":")[0] if is_own else "https"
        yield edit(mention, spelling.scheme, f"{usual}://")
        return
    middle = spelling.scheme.start + len(word)
    if word != word.lower():
        yield edit(mention, Span(spelling.scheme.start, middle), word.lower())
    if written[len(word) :] != "://":
        yield edit(mention, Span(middle, spelling.scheme.end), "://")


def _old_resolver(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if not _is_at_ezid(spelling):
        yield from _AT_PUBLISHER(mention, facts)
    elif mention.doi is not None:
        before = Span(spelling.scheme.start, spelling.lead.end)
        host = shown(spelling.host.cut(spelling.text))
        # What a reader finds there is the record of the DOI, not what the DOI leads to.
        fix = unsafe(mention, edit(mention, before, RESOLVER))
        message = (
            f"{host} shows the record of a DOI; for a link to the work itself, write {RESOLVER}"
        )
        yield Problem(message, place(mention, before), fix)


_AT_PUBLISHER: Final = _rewritten(
    lambda spelling: spelling.resolver is Resolver.PUBLISHER and not _is_at_ezid(spelling),
    lambda spelling: Span(spelling.scheme.start, spelling.host.end),
    "https://doi.org",
    "{} was a publisher's own resolver; write https://doi.org",
)


def _is_at_ezid(spelling: Spelling) -> bool:
    return (
        spelling.resolver is Resolver.PUBLISHER and EZID in spelling.host.cut(spelling.text).lower()
    )


LEGACY_RESOLVER: Final = Rule(
    code="DOI201",
    name="legacy-resolver",
    severity=Severity.WARNING,
    summary="A link goes to dx.doi.org, www.doi.org or hdl.handle.net.",
    why=(
        "The DOI Foundation asks for https://doi.org/. The older addresses need one more redirect, "
        "some of them over http only. And a DOI with several addresses looks like several works to "
        "programs that count or compare links."
    ),
    fix=FixKind.SAFE,
    check=_rewritten(
        lambda spelling: spelling.resolver is Resolver.LEGACY,
        lambda spelling: spelling.host,
        "doi.org",
        "{} is an old address of the DOI resolver; write doi.org",
    ),
    forms=URLS,
    of_writing=True,
    bad=(
        Example(
            "See [the handbook](https://dx.doi.org/10.1000/182).",
            "See [the handbook](https://doi.org/10.1000/182).",
        ),
        Example("<http://dx.doi.org/10.1000/182>", "<http://doi.org/10.1000/182>"),
        Example("Source: http://www.doi.org/10.1000/182", "Source: http://doi.org/10.1000/182"),
        Example("[t](https://hdl.handle.net/10.1000/182)", LINK),
        Example("[t](//DX.DOI.ORG/10.1000/182)", "[t](//doi.org/10.1000/182)"),
        Example(
            "[t]\n\n[t]: http://dx.doi.org/10.1000/182", "[t]\n\n[t]: http://doi.org/10.1000/182"
        ),
        Example(
            '<a href="http://dx.doi.org/10.1000/182">t</a>',
            '<a href="http://doi.org/10.1000/182">t</a>',
        ),
        Example("[t](https://dx.doi.org:443/10.1000/182)", LINK),
    ),
    good=(
        Example(LINK),
        Example("[t](https://www.doi.org/index.html)"),
        Example("[t](https://hdl.handle.net/2027/mdp.39015)"),
        Example("Code such as `http://dx.doi.org/10.1000/182` is left alone."),
    ),
)

INSECURE_SCHEME: Final = Rule(
    code="DOI202",
    name="insecure-scheme",
    severity=Severity.WARNING,
    summary="A link to the DOI resolver uses http.",
    why=(
        "Others can read the request and change the answer on the way. The resolver redirects to "
        "https anyway, so http only costs time."
    ),
    fix=FixKind.SAFE,
    check=_rewritten(
        _is_insecure,
        lambda spelling: Span(spelling.scheme.start, spelling.scheme.start + len("http")),
        "https",
        "DOI link uses http; write https",
    ),
    forms=URLS,
    of_writing=True,
    bad=(
        Example("[t](http://doi.org/10.1000/182)", LINK),
        Example("<http://dx.doi.org/10.1000/182>", "<https://dx.doi.org/10.1000/182>"),
        Example("See HTTP://doi.org/10.1000/182, too.", "See https://doi.org/10.1000/182, too."),
        Example("![t](http://doi.org/10.1000/182)", "![t](https://doi.org/10.1000/182)"),
    ),
    good=(
        Example(LINK),
        Example("[t](http://example.org/10.1000/182)"),
        Example("[t](//doi.org/10.1000/182)"),
    ),
)

NONCANONICAL_RESOLVER: Final = Rule(
    code="DOI211",
    name="noncanonical-resolver",
    severity=Severity.WARNING,
    summary="The resolver's address has no scheme, capitals, needless slashes or the API's path.",
    why=(
        "An address without a scheme is a relative link: `doi.org/10.1000/182` leads to a page of "
        "your own site that does not exist. The other forms work in some programs only. In running "
        "text, where it is not a link anyway, this is a hint."
    ),
    fix=FixKind.SAFE,
    check=_noncanonical_resolver,
    forms=URLS | {Form.TEXT},
    of_writing=True,
    bad=(
        Example("[t](doi.org/10.1000/182)", LINK),
        Example("[t](//doi.org/10.1000/182)", LINK),
        Example("<HTTPS://DOI.ORG/10.1000/182>", "<https://doi.org/10.1000/182>"),
        Example("[t](https://doi.org//10.1000/182)", LINK),
        Example("[t](https:/doi.org/10.1000/182)", LINK),
        Example("[t](https://doi.org/api/handles/10.1000/182)", LINK),
        Example("[t](https://doi.org:443/10.1000/182)", LINK),
        Example("[t](dx.doi.org/10.1000/182)", "[t](https://dx.doi.org/10.1000/182)"),
        Example("It is at doi.org/10.1000/182 too.", "It is at https://doi.org/10.1000/182 too."),
        Example(
            "@book{a, url = {10.1000/182}}",
            "@book{a, url = {https://doi.org/10.1000/182}}",
            file="refs.bib",
        ),
    ),
    good=(
        Example(LINK),
        Example("[t](https://doi.org/10.1037//0003-066x.59.1.29)"),
        Example("[t](https://doi.org/api/handles/10.1000/182?type=URL)"),
        Example("[t](https://doi.org/doiRA/10.1000/182)"),
        Example("Pages such as www.doi.org and doi.org/the-identifier/ are no DOIs."),
    ),
)

OLD_RESOLVER: Final = Rule(
    code="DOI212",
    name="old-resolver",
    severity=Severity.WARNING,
    summary="A link goes to a publisher's own DOI resolver, such as doi.acm.org, or to EZID.",
    why=(
        "Publishers had resolvers of their own, and exports of that time hold their "
        "addresses: doi.acm.org, doi.wiley.com, doi.ieeecomputersociety.org. Some no longer answer."
        " The DOI follows the host, so the link can go to https://doi.org/. A link to "
        "ezid.cdlib.org shows what is recorded of the DOI, so its fix is a guess."
    ),
    fix=FixKind.SAFE,
    check=_old_resolver,
    forms=URLS,
    of_writing=True,
    bad=(
        Example(
            "[t](http://doi.acm.org/10.1145/1273360.1273361)",
            "[t](https://doi.org/10.1145/1273360.1273361)",
        ),
        Example(
            "@book{a, url = {http://doi.wiley.com/10.1002/abc.123}}",
            "@book{a, url = {https://doi.org/10.1002/abc.123}}",
            file="refs.bib",
        ),
        Example(
            "[t](https://ezid.cdlib.org/id/doi:10.5060/D2SD00F)",
            "[t](https://doi.org/10.5060/D2SD00F)",
        ),
        Example(
            "<https://doi.ieeecomputersociety.org/10.1109/MCSE.2011.37>",
            "<https://doi.org/10.1109/MCSE.2011.37>",
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1145/1273360.1273361)"),
        Example("[t](http://doi.acm.org/index.html)"),
        Example("[t](https://dl.acm.org/doi/10.1145/1273360.1273361)"),
        Example("[t](https://ezid.cdlib.org/id/ark:/13030/m5br8st1)"),
    ),
)
