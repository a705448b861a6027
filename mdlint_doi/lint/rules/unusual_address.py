"""DOI201: the address before a DOI is not the usual one, `https://doi.org/`.

All problems of one address are one finding, and its fix corrects the whole address. Addresses of
libraries' proxies are reported by DOI203.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from sys import intern
from typing import Final

from mdlint_doi.lint.edits import (
    edit,
    graded,
    in_order,
    link_to,
    percent_escaped,
    place,
    safe,
    unsafe,
)
from mdlint_doi.lint.letters import holds_another, is_urn, letters
from mdlint_doi.lint.model import Edit, Fix, Form, Mention, Safety, shown
from mdlint_doi.lint.rule import LINK, LINKS, URLS, WRITING, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.rules.proxied_resolver import proxied
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import RESOLVER, Doi, link_path
from mdlint_doi.names.hosts import EZID, HANDLE_NET, META_RESOLVERS
from mdlint_doi.names.link import (
    Link,
    asks_service,
    canonical,
    canonical_in_role,
    dropped_in_role,
    loses_nothing,
    role_argument,
    whole_name,
)
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind, Resolver, Spelling, decoded
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_DESTINATIONS: Final = frozenset({Form.DESTINATION, Form.DEFINITION, Form.ATTRIBUTE})
_FILE: Final = pattern(
    r"/\Z|\.(?:html?|md|mdx|pdf|png|jpe?g|gif|svg|webp|json|xml|bib|ris|txt|csv|zip|ipynb|php|aspx?)"
    r"(?:[?#].*)?\Z",
    re.IGNORECASE | re.DOTALL,
)
_API: Final = "/api/handles/"
_USUAL: Final = frozenset(
    {"https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/"}
)
"""The most common addresses; their form is usual, although `http` and `dx` are reported."""
_BARE_LEGACY: Final = ("hdl", "info", "urn")
_SCHEMES: Final = frozenset({"http", "https", "rtsp", "ftp"})
_HOSTS: Final = frozenset({Kind.CARRIER, Kind.PROXY})
_LABEL: Final = pattern(r"doi(?::|%3A)", re.IGNORECASE)
_ADDRESS: Final = pattern(
    r"https?(?::|%3A)(?:/|%2F)(?:(?:/|%2F)*(?:\w+\.)*doi\.org\b)?"
    r"|(?:\b(?:\w++\.){1,16})?doi\.org\b",
    re.IGNORECASE,
)
_PATH: Final = pattern(r"/*(?:(?:api/handles|doira)/+)?", re.IGNORECASE)
"""Matches slashes, and the paths of the services of the resolver."""
_LEGACY: Final = pattern(
    r"(?:doi:\s*)?(?:info|urn|hdl)(?::|%3A)|doi(?:%3A|:(?=/|%20))", re.IGNORECASE
)
_DAMAGED: Final = pattern(r"doi:?/{1,2}(?<!i/)", re.IGNORECASE)
"""Matches `doi:/`, `doi://` and `doi//`; `doi/` is a part of a path."""
_LABEL_OF_KEY: Final = "doi:"
_REACH_OF_KEY: Final = 5
_KEY: Final = pattern(r"doi:[A-Za-z0-9](?>(?:[:.#$%&+?<>~/_-]?[A-Za-z0-9])*)")
"""Matches a citation key that needs no braces (Pandoc, "Citation syntax")."""
_OPEN_URL: Final = pattern(
    r"rft[_.](?:id|doi)=|[?&]url_ver=z39\.88|openurl|[?&]sid=|^rtsp:|//sfx|/resolve\?id=doi",
    re.IGNORECASE,
)


class _Fault(Value):
    """One problem of an address.

    Attributes:
        said: the problem, in words that follow "the address".
        parts: the spans to replace in the written text, each with the new text.
        sure: whether the fix keeps the DOI by the standards alone, so that it is safe.
        severity: the severity of the problem.
        underlined: the span to underline in the written text; None for that of the parts.
    """

    said: str
    parts: tuple[tuple[Span, str], ...]
    sure: bool = True
    severity: Severity = Severity.WARNING
    underlined: Span | None = None


def _unusual_address(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    kind = spelling.kind
    if mention.form is Form.ROLE:
        if kind is not Kind.BARE:
            yield _bare_name(mention, facts)
        return
    if kind in _HOSTS and next(proxied(mention), None) is not None:
        return
    if key := _citation_key(mention):
        yield key
        return
    is_alone = kind is Kind.BARE or not spelling.encoded
    if is_alone and (mention.form in _DESTINATIONS or _is_address_field(mention)):
        yield from _bare_target(mention)
    alone = _of_one_kind(mention)
    problems = _of_link(mention, facts) if alone is None else (alone,)
    if (mention.argument_of or "").lower() == "doi":
        problems = (_of_argument(mention, problem) for problem in problems)
    yield from problems


UNUSUAL_ADDRESS: Final = Rule(
    code="DOI201",
    name="unusual-address",
    severity=Severity.WARNING,
    summary="The address before a DOI is not https://doi.org/.",
    why=(
        "The DOI Foundation recommends https://doi.org/. Older hosts, such as dx.doi.org, need an "
        "extra redirect, and some publishers' own resolvers no longer answer. With http, others "
        "can read the request and change the answer in transit. An address without a scheme is a "
        "link to a nonexistent page on your own site. No browser follows `info:doi/`, `urn:doi:` "
        "or `hdl:`. If the address or `doi:` is repeated, programs that compare links do not "
        "recognize the DOI. If a project uses several addresses for one DOI, they look like links "
        "to different works. In running text, where the address is not a link anyway, an unusual "
        "form is only a hint. A role takes the DOI alone; a leading `doi:` is only a hint. A "
        "shortcode named `doi` usually adds the resolver, so its fix leaves only the DOI; this fix "
        "is not safe."
    ),
    fix=FixKind.SAFE,
    check=_unusual_address,
    forms=URLS | {Form.ROLE, Form.TEXT},
    looks_at=WRITING,
    changed_by_lookup=True,
    bad=(
        Example(
            "See [the handbook](http://dx.doi.org/10.1000/182).",
            "See [the handbook](https://doi.org/10.1000/182).",
        ),
        Example("Source: http://www.doi.org/10.1000/182", "Source: https://doi.org/10.1000/182"),
        Example("[t](https://hdl.handle.net/10.1000/182)", LINK),
        Example("[t](http://doi.org/10.1000/182)", LINK),
        Example("[t](doi.org/10.1000/182)", LINK),
        Example("[t](//DX.DOI.ORG/10.1000/182)", LINK),
        Example("<HTTPS://DOI.ORG/10.1000/182>", "<https://doi.org/10.1000/182>"),
        Example("[t](https:/doi.org//10.1000/182)", LINK),
        Example("[t](https://doi.org/api/handles/10.1000/182)", LINK),
        Example(
            "[t]\n\n[t]: http://dx.doi.org/10.1000/182", "[t]\n\n[t]: https://doi.org/10.1000/182"
        ),
        Example(
            '<a href="http://dx.doi.org/10.1000/182">t</a>',
            '<a href="https://doi.org/10.1000/182">t</a>',
        ),
        Example("It is at doi.org/10.1000/182 now.", "It is at https://doi.org/10.1000/182 now."),
        Example(
            "@book{a, url = {10.1000/182}}",
            "@book{a, url = {https://doi.org/10.1000/182}}",
            file="refs.bib",
        ),
        Example("[t](https://doi.org/https://doi.org/10.1000/182)", LINK),
        Example("<https://doi.org/DOI:10.1000/182>", "<https://doi.org/10.1000/182>"),
        Example("[t](doi:https://doi.org/10.1000/182)", LINK),
        Example("{doi}`https://doi.org/10.1000/182`", "{doi}`10.1000/182`"),
        Example("{doi}`https://doi.org/dvr36h`", "{doi}`10/dvr36h`"),
        Example(
            'See {{< doi "http://dx.doi.org/10.1000/182" >}}.', 'See {{< doi "10.1000/182" >}}.'
        ),
        Example("{doi}`https://doi.org/10.1000/456%23789`", "{doi}`10.1000/456#789`"),
        Example("{doi}`https://doi.org/10.1000/456#789`", "{doi}`10.1000/456`"),
        Example(
            "{doi}`https://doi.org/10.1000/456#789`",
            "{doi}`10.1000/456#789`",
            outcomes=(("10.1000/456", "missing"), ("10.1000/456#789", "found")),
        ),
        Example("A claim [@doi:https://doi.org/10.1000/182].", "A claim [@doi:10.1000/182]."),
        Example("See doi://10.1000/182 there.", "See doi:10.1000/182 there."),
        Example("[t](info:doi/10.1000/182)", LINK),
        Example("<urn:doi:10.123:456ABC%2Fzyz>", "<https://doi.org/10.123/456ABC/zyz>"),
        Example("[t](hdl:10.1000/182)", LINK),
        Example(
            "[t](https://sfx.example.edu/find?url_ver=Z39.88-2004&rft_id=info:doi/10.1000/182)",
            LINK,
        ),
        Example("[t](https://doi.org/urn:doi:10.1000:182)", LINK),
        Example(
            "[t](http://doi.acm.org/10.1145/1273360.1273361)",
            "[t](https://doi.org/10.1145/1273360.1273361)",
        ),
        Example("[t](https://identifiers.org/doi:10.1000/182)", LINK),
        Example("[t](https://resolver.example.edu/find?rft.doi=10.1000/182)", LINK),
        Example(
            "[t](https://ezid.cdlib.org/id/doi:10.5060/D2SD00F)",
            "[t](https://doi.org/10.5060/D2SD00F)",
        ),
    ),
    good=(
        Example(LINK),
        Example("[t](doi:10.1000/182)"),
        Example("A claim [@https://doi.org/10.1000/182]."),
        Example("{doi}`10.1000/182`"),
        Example("{doi}`the handbook <10.1000/182>`"),
        Example("[t](https://doi.org/10.1037//0003-066x.59.1.29)"),
        Example("[t](https://doi.org/api/handles/10.1000/182?type=URL)"),
        Example("[t](https://doi.org/doiRA/10.1000/182)"),
        Example("[t](https://www.doi.org/index.html)"),
        Example("[t](https://hdl.handle.net/2027/mdp.39015)"),
        Example("[t](http://doi.acm.org/index.html)"),
        Example("[t](https://dl.acm.org/doi/10.1145/1273360.1273361)"),
        Example("[t](https://ezid.cdlib.org/id/ark:/13030/m5br8st1)"),
        Example("[t](https://api.example.org/works?filter=doi:10.1000/182)"),
        Example("[t](http://example.org/10.1000/182)"),
        Example("Pages such as www.doi.org and doi.org/the-identifier/ are not DOIs."),
        Example("Code such as `http://dx.doi.org/10.1000/182` is left alone."),
        Example("The text mentions info:doi/10.1000/182 without a link."),
    ),
)


def _of_argument(mention: Mention, problem: Problem) -> Problem:
    """Return the problem of an argument of a shortcode `doi`, which usually adds the resolver."""
    fix = _made_bare(mention, Span(0, mention.spelling.name.start))
    fix = None if fix is None else fix.replace(safety=Safety.UNSAFE)
    said = problem.message.partition(";")[0]
    advice = f"write only the DOI if {shown(mention.argument_of or '')!r} adds the resolver"
    return problem.replace(message=f"{said}; {advice}", fix=fix)


def _of_link(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a link to a resolver, with that of the same address in its text."""
    faults = [*_faults(mention, facts)]
    shown_faults = [[*_old_faults(address.spelling)] for address in mention.shown]
    if mention.form is Form.DEFINITION:  # its texts are elsewhere in the document
        yield from _problems(mention, [(mention, faults)], facts)
        for address, address_faults in zip(mention.shown, shown_faults, strict=True):
            yield from _problems(mention, [(address, address_faults)], facts)
        return
    if any(fault.underlined for fault in faults):
        shown_faults = [[*_faults(address, facts, as_in=mention)] for address in mention.shown]
    yield from _problems(
        mention, [(mention, faults), *zip(mention.shown, shown_faults, strict=True)], facts
    )


def _problems(
    mention: Mention, found: Sequence[tuple[Mention, Sequence[_Fault]]], facts: Facts
) -> Iterator[Problem]:
    """Yield the problem of an address, with that of the same address in the text of its link."""
    faulty = next(((address, faults) for address, faults in found if faults), None)
    if faulty is None:
        return
    address, faults = faulty
    every = [(address, fault) for address, faults in found for fault in faults]
    sure = any(fault.sure for _, fault in every)
    chosen = [(address, fault.parts) for address, fault in every if fault.sure == sure]
    changes = {
        (id(address), part): edit(address, part, text)
        for address, parts in chosen
        for part, text in parts
        if part.cut(address.spelling.text) != text
    }
    spans = [fault.underlined or part for fault in faults for part, _ in fault.parts]
    yield Problem(
        _message(address.spelling, faults, facts),
        place(address, Span(min(spans).start, max(span.end for span in spans))),
        graded(mention, *_joined([*changes.values(), *_cutting(mention)]), sure=sure),
        min((fault.severity for fault in faults), key=[*Severity].index),
    )


def _cutting(mention: Mention) -> Iterator[Edit]:
    """Yield the edits that encode `<` and `>` in an address that only its fix makes a link.

    Otherwise, the new link would end there.
    """
    spelling = mention.spelling
    if mention.form is Form.TEXT and spelling.scheme.start == spelling.scheme.end:
        for letter in letters(spelling):
            if not letter.escaped and letter.character in "<>":
                yield edit(mention, letter.span, percent_escaped(letter.character))


def _joined(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in order, with adjacent edits joined into one."""
    found: list[Edit] = []
    for change in in_order(edits):
        if found and found[-1].span.end == change.span.start:
            before = found.pop()
            whole = Span(before.span.start, change.span.end)
            found.append(Edit(whole, before.replacement + change.replacement))
        else:
            found.append(change)
    return found


def _message(spelling: Spelling, faults: Iterable[_Fault], facts: Facts) -> str:
    """Return the message with the problems of an address and the solution."""
    *first, last = dict.fromkeys(fault.said for fault in faults)
    said = f"{', '.join(first)} and {last}" if first else last
    if spelling.resolver is None and spelling.host.end > spelling.host.start:
        return f"the address {said}; {RESOLVER} is probably meant"
    usual = f"{facts.server}/" if spelling.resolver is Resolver.CONFIGURED else RESOLVER
    return intern(f"the address {said}; write {usual}")


def _of_one_kind(mention: Mention) -> Problem | None:
    """Return the problem of an address that is replaced as a whole; otherwise None."""
    if mention.form is Form.TEXT:
        return _damaged_label(mention)
    legacy = _legacy_scheme(mention) if mention.form in LINKS | {Form.VALUE} else None
    if legacy is not None:
        return legacy
    spelling = mention.spelling
    if spelling.kind is Kind.SCHEME:
        return _doubled_label(mention)
    if mention.doi is not None and _is_at_ezid(spelling):
        before = Span(spelling.scheme.start, spelling.lead.end)
        host = shown(spelling.host.cut(spelling.text))
        # Readers find the record of the DOI there, not its target.
        return Problem(
            f"{host} shows the record of a DOI; for a link to the work itself, write {RESOLVER}",
            place(mention, before),
            unsafe(mention, edit(mention, before, RESOLVER)),
        )
    return None


def _damaged_label(mention: Mention) -> Problem | None:
    """Return the problem of `doi://` or `doi:/` before a DOI in running text; None for any other.

    In running text, an unusual form is only a hint.
    """
    spelling = mention.spelling
    lead = spelling.lead.cut(spelling.text)
    if spelling.kind is not Kind.SCHEME or not _DAMAGED.fullmatch(lead) or mention.doi is None:
        return None
    fix = safe(mention, edit(mention, spelling.lead, "doi:"))
    said = f"{shown(lead)!r} is not a label; write 'doi:'"
    return Problem(said, place(mention, spelling.lead), fix, Severity.HINT)


def _citation_key(mention: Mention) -> Problem | None:
    """Return the problem of a citation key with an address instead of a DOI; None if it has none.

    Keys of Pandoc and Manubot begin with `@`. Manubot refuses `@doi:https://doi.org/…`, and reads
    `@https://doi.org/…` as a web page; other programs accept the latter. So it is a hint, and only
    in a document with keys of Manubot's form, `@doi:10.1000/182` (Manubot, USAGE.md).
    """
    spelling, doi = mention.spelling, mention.doi
    text, start = mention.source.text, mention.span.start
    is_labelled = text.endswith(f"@{_LABEL_OF_KEY}", max(0, start - _REACH_OF_KEY), start)
    label = _LABEL_OF_KEY if is_labelled else ""
    if mention.in_rst or doi is None or not (label or mention.surroundings[0] == "@"):
        return None
    lead = spelling.text[: spelling.name.start].lower()
    is_page = not label and lead == RESOLVER and _has_keys(text)
    if not (is_page or label or (spelling.kind is Kind.SCHEME and _count(lead) > 1)):
        return None
    key = f"{_LABEL_OF_KEY}{doi}"
    is_whole = _KEY.fullmatch(key) is not None and not spelling.tail.cut(spelling.text)
    edit_of_key = Edit(mention.written.whole, key.removeprefix(label))
    fix = graded(mention, edit_of_key, sure=not is_page) if is_whole else None
    said = f"a citation key takes only the DOI; write @{shown(key)}"
    return Problem(said, mention.written.whole, fix, Severity.HINT if is_page else None)


@lru_cache(maxsize=1)
def _has_keys(text: str) -> bool:
    """Return whether a document has keys of Manubot; cached, because many mentions ask for it."""
    return f"@{_LABEL_OF_KEY}10." in text


def _faults(mention: Mention, facts: Facts, *, as_in: Mention | None = None) -> Iterator[_Fault]:
    """Yield the problems of the address of a link, or of the same address in the link's text.

    In the latter case, `as_in` is the mention of the link.
    """
    spelling = mention.spelling
    if spelling.kind is not Kind.LINK:
        return
    of = as_in or mention
    if mention.form is not Form.TEXT:
        yield from _old_faults(spelling)
    is_usual = spelling.text[: spelling.name.start] in _USUAL
    if not is_usual and spelling.resolver is not Resolver.PUBLISHER:
        is_value = of.form is Form.VALUE and ":" in spelling.scheme.cut(spelling.text)
        a_link = of.form in LINKS or is_value
        sure = a_link and of.spelling.resolver is not None
        severity = Severity.WARNING if a_link else Severity.HINT
        whole = Span(spelling.scheme.start, spelling.lead.end)
        for said, *parts in _unusual_parts(spelling, facts):
            yield _Fault(said, tuple(parts), sure, severity, whole)


def _old_faults(spelling: Spelling) -> Iterator[_Fault]:
    """Yield the problems of an address that is outdated, or that is repeated before the DOI."""
    host = spelling.host.cut(spelling.text)
    if spelling.resolver is Resolver.PUBLISHER:
        if host.lower() in META_RESOLVERS:
            whole = Span(spelling.scheme.start, spelling.lead.end)
            said = f"goes to {shown(host)}, which resolves identifiers of many kinds"
            yield _Fault(said, ((whole, RESOLVER),), severity=Severity.HINT)
            return
        if not _is_at_ezid(spelling):
            said = f"goes to {shown(host)}, a publisher's former resolver"
            yield _Fault(said, ((spelling.scheme, "https://"), (spelling.host, "doi.org")))
    elif _is_insecure(spelling):
        yield _Fault("uses http", ((spelling.scheme, "https://"),))
    if spelling.resolver is Resolver.LEGACY:
        is_old = not host.lower().startswith(HANDLE_NET)
        said = f"goes to {'the old host ' if is_old else ''}{shown(host)}"
        yield _Fault(said, ((spelling.host, "doi.org"),))
    lead = spelling.lead.cut(spelling.text)
    if lead != "/" and not is_urn(spelling) and _is_surplus(spelling, lead):
        said = f"has an unnecessary '{shown(lead.strip('/'))}' before the DOI"
        yield _Fault(said, ((spelling.lead, "/"),))


def _is_insecure(spelling: Spelling) -> bool:
    if spelling.resolver is Resolver.CONFIGURED or not _is_resolver(spelling):
        return False
    return spelling.scheme.cut(spelling.text).lower().startswith("http:")


def _is_resolver(spelling: Spelling) -> bool:
    """Return whether the address has a host, and this is a resolver."""
    return spelling.resolver is not None and spelling.host.end > spelling.host.start


def _unusual_parts(
    spelling: Spelling, facts: Facts
) -> Iterator[tuple[str, *tuple[tuple[Span, str], ...]]]:
    """Yield the unusual features of the form of an address, each with the spans to replace."""
    scheme = _usual_scheme(spelling, facts)
    host = spelling.host.cut(spelling.text)
    if not host:  # `https://10.…`
        yield (
            "has no host and leads nowhere",
            (spelling.scheme, scheme),
            (spelling.host, "doi.org/"),
        )
        return
    written = spelling.scheme.cut(spelling.text)
    if spelling.resolver is None:
        said = f"goes to {shown(host)}, which is not a DOI resolver"
        yield said, (spelling.scheme, scheme), (spelling.host, "doi.org")
    elif written != scheme and not written.startswith("http://"):
        said = f"begins with '{shown(written)}'" if ":" in written else "has no scheme"
        yield said, (spelling.scheme, scheme)
    if spelling.resolver is Resolver.DOI_ORG and host != "doi.org":
        yield f"writes the host as {shown(host)}", (spelling.host, "doi.org")
    lead = spelling.lead.cut(spelling.text)
    if lead != "/" and not (_is_surplus(spelling, lead) and not is_urn(spelling)):
        yield from _unusual_lead(spelling, lead)


def _usual_scheme(spelling: Spelling, facts: Facts) -> str:
    """Return the scheme to write; a different protocol, or http for an own resolver, may stay."""
    word, colon, _ = spelling.scheme.cut(spelling.text).partition(":")
    word = word.lower()
    is_own = spelling.resolver is Resolver.CONFIGURED
    if not colon or word not in _SCHEMES or not _is_resolver(spelling):
        return f"{facts.server.partition(':')[0] if is_own else 'https'}://"
    return f"{word}://" if is_own or word != "http" else "https://"


def _unusual_lead(spelling: Spelling, lead: str) -> Iterator[tuple[str, tuple[Span, str]]]:
    """Yield the unusual features between host and DOI; a service of the resolver may stay."""
    if lead[:1] != "/":
        yield "has no slash before the DOI", (spelling.lead, "/")
        return
    usual = f"/{lead.lstrip('/')}"
    said = "has unnecessary slashes"
    if usual.lower().startswith(_API) and not asks_service(spelling):
        usual = f"/{usual[len(_API) :].lstrip('/')}"
        said = "goes to the resolver's API"
    if usual != lead:
        yield said, (spelling.lead, usual)


def _is_at_ezid(spelling: Spelling) -> bool:
    return (
        spelling.resolver is Resolver.PUBLISHER and EZID in spelling.host.cut(spelling.text).lower()
    )


def _is_address_field(mention: Mention) -> bool:
    """Return whether a mention is the whole text of a field for an address."""
    container = mention.container
    if container is None or not container.is_address:
        return False
    return container.text.text.strip() == mention.written.text


def _bare_target(mention: Mention) -> Iterator[Problem]:
    """Yield the problem of a DOI instead of an address: it is a relative link to a missing page.

    A DOI that ends like the name of a file is not reported, because the file may exist. Links
    without a text are citations in MyST.
    """
    doi, text = decoded(mention.spelling).doi, mention.written.text
    if doi is None or doi.is_short or _FILE.search(text) or mention.title == "":
        return
    if text.lower().startswith(_BARE_LEGACY):  # not a relative link
        return
    link = Edit(mention.written.whole, link_to(mention, doi.url()))
    what = "is a relative link to a page on this site"
    if mention.form is Form.VALUE:
        what = "is not an address, so a link made from this field leads nowhere"
    yield Problem(
        f"a DOI alone {what}; write {shown(doi.url())}",
        mention.written.whole,
        None if holds_another(mention.spelling) else unsafe(mention, link, doi=doi),
    )


def _is_surplus(spelling: Spelling, lead: str) -> bool:
    """Return whether there is more than the resolver before a DOI; a server may have a path."""
    if spelling.resolver is Resolver.CONFIGURED:
        return _count(lead) > 0
    if spelling.resolver is Resolver.PUBLISHER and lead.lower().startswith("/id/"):
        return False  # the path of EZID
    return lead[:1] == "/" and not _PATH.fullmatch(lead)


def _count(lead: str) -> int:
    """Return the number of labels and addresses before a DOI."""
    return len(_LABEL.findall(lead)) + len(_ADDRESS.findall(lead))


def _doubled_label(mention: Mention) -> Problem | None:
    """Return the problem of a DOI with several labels, such as `doi:https://doi.org/`, or None."""
    spelling = mention.spelling
    lead = spelling.lead.cut(spelling.text)
    if _count(lead) <= 1:
        return None
    good = "doi:"
    fix = safe(mention, edit(mention, spelling.lead, "doi:"))
    if _ADDRESS.search(lead):
        good = RESOLVER
        fix = _behind_resolver(mention)
    return Problem(f"the DOI has two labels; write {good}", place(mention, spelling.lead), fix)


def _bare_name(mention: Mention, facts: Facts) -> Problem:
    """Return the problem of a role with more than a DOI; it mentions the text that is dropped."""
    spelling = mention.spelling
    before = Span(0, spelling.name.start)
    whole = whole_name(spelling)
    dropped = dropped_in_role(spelling)
    severity = Severity.HINT if spelling.kind is Kind.SCHEME else None
    if dropped and whole and _is_registered_instead(mention, whole, facts):
        message = f"the role drops '{shown(dropped)}', which is part of the DOI; write only the DOI"
        return Problem(
            message, place(mention, before), _made_whole(mention, before, whole), severity
        )
    message = "a role takes only the DOI and adds the link or the label itself"
    if dropped:
        message += f"; the role drops '{shown(dropped)}'"
    return Problem(message, place(mention, before), _made_bare(mention, before), severity)


def _is_registered_instead(mention: Mention, whole: Doi, facts: Facts) -> bool:
    """Return whether the DOI is registered with the query and fragment, but not without them."""
    is_missing = isinstance(facts.outcome(mention.doi), Missing)
    return is_missing and isinstance(facts.outcome(whole), Found)


def _made_whole(mention: Mention, before: Span, whole: Doi) -> Fix | None:
    """Return the fix that keeps the DOI with query and fragment; None if it cannot be in a role."""
    if role_argument(whole) is None:
        return None
    rest = Span(before.start, len(mention.spelling.text))
    return safe(mention, edit(mention, rest, str(whole)), doi=whole)


def _made_bare(mention: Mention, before: Span) -> Fix | None:
    """Return the fix that keeps only the DOI, without escapes; None if it cannot be in a role."""
    spelling, doi = mention.spelling, mention.doi
    link = canonical_in_role(spelling)
    if doi is None or link is None or role_argument(link.doi) is None:
        return None
    if is_urn(spelling):
        return safe(mention, Edit(mention.written.whole, link.name), doi=link.doi)
    only_suffix = doi.is_short and "/" not in spelling.name.cut(spelling.text)
    edits = [edit(mention, before, "10/" if only_suffix else "")]
    edits += [
        edit(mention, letter.span, letter.character)
        for letter in letters(spelling)
        if letter.escaped
    ]
    if spelling.tail.start < spelling.tail.end:
        edits.append(edit(mention, spelling.tail, link.name.removeprefix(str(doi))))
    sure = loses_nothing(spelling) and not holds_another(spelling)
    return graded(mention, *edits, sure=sure, doi=link.doi)


def _legacy_scheme(mention: Mention) -> Problem | None:
    """Return the problem of a scheme or an address that few programs follow, or None."""
    spelling = mention.spelling
    doi = mention.doi
    fix = None
    lead = spelling.lead.cut(spelling.text)
    span = spelling.lead
    is_carrier = spelling.kind is Kind.CARRIER
    severity = None
    if doi is None:
        return None
    if is_carrier and _OPEN_URL.search(spelling.text):
        what = "an OpenURL works only at one library"
        span = Span(0, len(spelling.text))
    elif is_carrier or mention.form is Form.VALUE:  # where any form of a DOI is accepted
        return None
    elif spelling.kind is Kind.SCHEME and _LEGACY.match(lead):
        what = f"browsers do not follow '{shown(lead.strip())}'"
        fix = _behind_resolver(mention) if spelling.encoded and not is_urn(spelling) else None
    elif spelling.kind is Kind.LINK and is_urn(spelling):
        what = "a URN after the resolver's address is unusual"
        severity = None if any(_old_faults(spelling)) else Severity.HINT
    else:
        return None
    link = canonical(spelling) or Link(doi.url(), doi)
    sure = not is_carrier or loses_nothing(spelling)
    whole = Edit(mention.written.whole, link_to(mention, link.href))
    fix = fix or graded(mention, whole, sure=sure, doi=link.doi)
    return Problem(f"{what}; write {RESOLVER}", place(mention, span), fix, severity)


def _behind_resolver(mention: Mention) -> Fix:
    """Return the fix that turns a URI into a link, with `#` and `?` encoded as parts of the DOI."""
    spelling = mention.spelling
    cutting = [
        letter
        for letter in letters(spelling)
        if letter.character in {"#", "?"} and not letter.escaped
    ]
    return safe(
        mention,
        edit(mention, spelling.lead, RESOLVER),
        *(edit(mention, letter.span, link_path(letter.character)) for letter in cutting),
    )
