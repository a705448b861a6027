"""DOI203 to DOI205: a name behind a proxy, presented twice over, or in a form that is no link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, graded, link_to, place, safe, unsafe
from mdlint_doi.lint.letters import holds_another, is_urn, letters
from mdlint_doi.lint.model import Edit, Fix, Form, Mention, shown
from mdlint_doi.lint.rule import (
    LINK,
    LINKS,
    URLS,
    Example,
    Facts,
    FixKind,
    Problem,
    Rule,
    of_mention,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import RESOLVER, Doi, link_path
from mdlint_doi.names.link import (
    Link,
    canonical,
    canonical_in_role,
    dropped_in_role,
    loses_nothing,
    may_be_cut,
    role_argument,
    whole_name,
)
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind, Resolver, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_NESTED: Final = frozenset("?:")
"""One of them stands before an address in another; a host that was rewritten has none behind it."""
_LABEL: Final = pattern(r"doi(?::|%3A)", re.IGNORECASE)
_ADDRESS: Final = pattern(
    r"https?(?::|%3A)(?:/|%2F)(?:(?:/|%2F)*(?:\w+\.)*doi\.org\b)?"
    r"|(?:\b(?:\w++\.){1,16})?doi\.org\b",
    re.IGNORECASE,
)
_PATH: Final = pattern(r"/*(?:(?:api/handles|doira)/+)?", re.IGNORECASE)
"""Slashes, and the services at the resolver's host, which other rules look at."""
_LEGACY: Final = pattern(
    r"(?:doi:\s*)?(?:info|urn|hdl)(?::|%3A)|doi(?:%3A|:(?=/|%20))", re.IGNORECASE
)
_OPEN_URL: Final = pattern(
    r"rft_id=|[?&]url_ver=z39\.88|openurl|[?&]sid=|^rtsp:|//sfx", re.IGNORECASE
)


def _proxied_resolver(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    if spelling.kind not in {Kind.CARRIER, Kind.PROXY}:
        return
    host = spelling.host.cut(spelling.text)
    from mdlint_doi.names.publisher_links import is_redirector

    redirects = is_redirector(host)
    whole = mention.written.whole
    what = "redirects the reader to the DOI"
    if not redirects:
        what = "is a library's proxy: readers elsewhere meet a login page"
    if spelling.kind is Kind.CARRIER:  # a search; that the work itself is meant is a guess
        if not redirects or mention.doi is None:
            return
        what = "is used to search for the DOI"
        fix = unsafe(mention, Edit(whole, link_to(mention, mention.doi.url())))
    elif _NESTED.isdisjoint(spelling.lead.cut(spelling.text)):
        fix = safe(mention, edit(mention, spelling.host, "doi.org"))
    elif link := canonical(spelling):
        fix = safe(mention, Edit(whole, link_to(mention, link.href)), doi=link.doi)
    elif may_be_cut(spelling):
        fix = None
    else:
        return
    yield Problem(f"{host} {what}; link to doi.org", place(mention, spelling.host), fix)


PROXIED_RESOLVER: Final = Rule(
    code="DOI203",
    name="proxied-resolver",
    severity=Severity.WARNING,
    summary="A link goes to the DOI resolver through a library's proxy or a search engine.",
    why=(
        "Such addresses are copied from the browser of someone who was logged in at a library. "
        "Other readers meet a login page, or nothing once the library changes its proxy. Search "
        "engines and mail programs put their own address before a link, too."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_proxied_resolver),
    forms=URLS,
    of_writing=True,
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


def _doubled_resolver(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    lead = spelling.lead.cut(spelling.text)
    if mention.form is Form.ROLE:
        if spelling.kind is not Kind.BARE:
            yield _bare_name(mention, facts)
    elif lead == "/":  # as in most links
        return
    elif spelling.kind is Kind.LINK and not is_urn(spelling) and _is_surplus(spelling, lead):
        yield Problem(
            f"'{shown(lead.strip('/'))}' is not needed before the DOI; the resolver is enough",
            place(mention, spelling.lead),
            safe(mention, edit(mention, spelling.lead, "/")),
        )
    elif spelling.kind is Kind.SCHEME and _count(lead) > 1:
        good = "doi:"
        fix = safe(mention, edit(mention, spelling.lead, "doi:"))
        if _ADDRESS.search(lead):
            good = RESOLVER
            fix = _behind_resolver(mention)
        message = f"the DOI has two labels; write {good}"
        yield Problem(message, place(mention, spelling.lead), fix)


def _is_surplus(spelling: Spelling, lead: str) -> bool:
    """Return whether more than the resolver stands before a name; a server may have a path."""
    if spelling.resolver is Resolver.CONFIGURED:
        return _count(lead) > 0
    if spelling.resolver is Resolver.PUBLISHER and lead.lower().startswith("/id/"):
        return False  # of EZID, which DOI212 speaks of
    return lead[:1] == "/" and not _PATH.fullmatch(lead)


def _count(lead: str) -> int:
    """Return how many labels and addresses stand before a name."""
    return len(_LABEL.findall(lead)) + len(_ADDRESS.findall(lead))


def _bare_name(mention: Mention, facts: Facts) -> Problem:
    """Ask for the bare name in a role, and say what of a link the role does not keep."""
    spelling = mention.spelling
    before = Span(0, spelling.name.start)
    whole = whole_name(spelling)
    dropped = dropped_in_role(spelling)
    severity = Severity.HINT if spelling.kind is Kind.SCHEME else None
    if dropped and whole and _is_registered_instead(mention, whole, facts):
        message = (
            f"the role drops '{shown(dropped)}', which is part of the DOI; write the DOI alone"
        )
        return Problem(
            message, place(mention, before), _made_whole(mention, before, whole), severity
        )
    message = "a role takes the DOI alone; it adds the link or the label itself"
    if dropped:
        message += f", and drops '{shown(dropped)}'"
    return Problem(message, place(mention, before), _made_bare(mention, before), severity)


def _is_registered_instead(mention: Mention, whole: Doi, facts: Facts) -> bool:
    """Return whether the name with the query and fragment is registered, and without is not."""
    is_missing = isinstance(facts.outcome(mention.doi), Missing)
    return is_missing and isinstance(facts.outcome(whole), Found)


def _made_whole(mention: Mention, before: Span, whole: Doi) -> Fix | None:
    """Return the fix that leaves the name with its query and fragment; None if no role takes it."""
    if role_argument(whole) is None:
        return None
    rest = Span(before.start, len(mention.spelling.text))
    return safe(mention, edit(mention, rest, str(whole)), doi=whole)


def _made_bare(mention: Mention, before: Span) -> Fix | None:
    """Return the fix that leaves the name alone, the escapes undone that a link needed."""
    spelling, doi = mention.spelling, mention.doi
    link = canonical_in_role(spelling)
    if doi is None or link is None or role_argument(link.doi) is None:
        return None
    if is_urn(spelling):
        return safe(mention, Edit(mention.written.whole, link.name), doi=link.doi)
    only_suffix = doi.is_short and "/" not in spelling.name.cut(spelling.text)
    edits = [edit(mention, before, "10/" if only_suffix else "")]
    edits += [edit(mention, one.span, one.character) for one in letters(spelling) if one.escaped]
    if spelling.tail.start < spelling.tail.end:
        edits.append(edit(mention, spelling.tail, link.name.removeprefix(str(doi))))
    sure = loses_nothing(spelling) and not holds_another(spelling)
    return graded(mention, *edits, sure=sure, doi=link.doi)


def _legacy_scheme(mention: Mention) -> Iterator[Problem]:
    spelling, doi, fix = mention.spelling, mention.doi, None
    lead = spelling.lead.cut(spelling.text)
    span = spelling.lead
    is_carrier = spelling.kind is Kind.CARRIER
    severity = None
    if doi is None:
        return
    if is_carrier and _OPEN_URL.search(spelling.text):
        what = "an OpenURL works for one library only"
        span = Span(0, len(spelling.text))
    elif is_carrier or mention.form is Form.VALUE:  # where a name may stand in any form
        return
    elif spelling.kind is Kind.SCHEME and _LEGACY.match(lead):
        what = f"'{shown(lead.strip())}' is not a link in a browser"
        fix = _behind_resolver(mention) if spelling.encoded and not is_urn(spelling) else None
    elif spelling.kind is Kind.LINK and is_urn(spelling):
        what, severity = "a URN after the resolver is unusual", Severity.HINT
    else:
        return
    link = canonical(spelling) or Link(doi.url(), doi)
    sure = not is_carrier or loses_nothing(spelling)
    whole = Edit(mention.written.whole, link_to(mention, link.href))
    fix = fix or graded(mention, whole, sure=sure, doi=link.doi)
    yield Problem(f"{what}; write {RESOLVER}", place(mention, span), fix, severity)


def _behind_resolver(mention: Mention) -> Fix:
    """Return the fix that makes a link of a URI, in which `#` and `?` belong to the name."""
    spelling = mention.spelling
    cutting = [one for one in letters(spelling) if one.character in {"#", "?"} and not one.escaped]
    return safe(
        mention,
        edit(mention, spelling.lead, RESOLVER),
        *(edit(mention, one.span, link_path(one.character)) for one in cutting),
    )


DOUBLED_RESOLVER: Final = Rule(
    code="DOI204",
    name="doubled-resolver",
    severity=Severity.WARNING,
    summary="The resolver's address or `doi:` is repeated before the DOI.",
    why=(
        "A reference manager puts a whole link into the field for the DOI, and a template puts the "
        "resolver before it. The resolver tolerates some of these links today. Roles that make the "
        "link, and programs that compare links, do not. `doi:` in a role is a hint. A query or "
        "fragment of a link in a role is lost; the message names it."
    ),
    fix=FixKind.SAFE,
    check=_doubled_resolver,
    forms=URLS | {Form.ROLE},
    sharpened=True,
    of_writing=True,
    bad=(
        Example("[t](https://doi.org/https://doi.org/10.1000/182)", LINK),
        Example("[t](https://doi.org/doi:10.1000/182)", LINK),
        Example("<https://doi.org/DOI:10.1000/182>", "<https://doi.org/10.1000/182>"),
        Example("[t](https://doi.org/doi.org/10.1000/182)", LINK),
        Example(
            "[t](https://dx.doi.org/http://dx.doi.org/10.1000/182)",
            "[t](https://dx.doi.org/10.1000/182)",
        ),
        Example("[t](doi:https://doi.org/10.1000/182)", LINK),
        Example("{doi}`https://doi.org/10.1000/182`", "{doi}`10.1000/182`"),
        Example("{doi}`doi:10.1000/182`", "{doi}`10.1000/182`"),
        Example("{doi}`https://doi.org/dvr36h`", "{doi}`10/dvr36h`"),
        Example("{doi}`https://doi.org/10.1000/456%23789`", "{doi}`10.1000/456#789`"),
        Example("{doi}`https://doi.org/10.1000/456#789`", "{doi}`10.1000/456`"),
        Example(
            "{doi}`https://doi.org/10.1000/456#789`",
            "{doi}`10.1000/456#789`",
            outcomes=(("10.1000/456", "missing"), ("10.1000/456#789", "found")),
        ),
    ),
    good=(
        Example(LINK),
        Example("[t](doi:10.1000/182)"),
        Example("[t](urn:doi:10.1000:182)"),
        Example("[t](https://doi.org/urn:doi:10.1000:182)"),
        Example("{doi}`10.1000/182`"),
        Example("{doi}`the handbook <10.1000/182>`"),
    ),
)

LEGACY_SCHEME: Final = Rule(
    code="DOI205",
    name="legacy-scheme",
    severity=Severity.WARNING,
    summary="A link uses `info:doi/`, `urn:doi:`, `hdl:` or an OpenURL.",
    why=(
        "No browser follows the first three, and an OpenURL works only for the members of one "
        "library. A link with https://doi.org/ works for everybody. `https://doi.org/urn:doi:…` is "
        "a hint: the resolver understands it, as the DOI Handbook says."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_legacy_scheme),
    forms=LINKS | {Form.VALUE},
    of_writing=True,
    bad=(
        Example("[t](info:doi/10.1000/182)", LINK),
        Example("<urn:doi:10.123:456ABC%2Fzyz>", "<https://doi.org/10.123/456ABC/zyz>"),
        Example("[t](hdl:10.1000/182)", LINK),
        Example(
            "[t](https://sfx.example.edu/find?url_ver=Z39.88-2004&rft_id=info:doi/10.1000/182)",
            LINK,
        ),
        Example("[t](https://doi.org/urn:doi:10.1000:182)", LINK),
    ),
    good=(
        Example(LINK),
        Example("[t](doi:10.1000/182)"),
        Example("[t](https://api.example.org/works?filter=doi:10.1000/182)"),
        Example("The text names info:doi/10.1000/182 without a link."),
    ),
)
