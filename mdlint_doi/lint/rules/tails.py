"""DOI206, and what follows the name in a DOI link: query and fragment.

The proxy's own parameters are those of the Handle.Net proxy documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, place, safe, shared
from mdlint_doi.lint.model import Edit, Form, Mention, Severity
from mdlint_doi.lint.rule import URLS, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import decode
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

PROXY_PARAMETERS: Final = frozenset(
    {"noredirect", "urlappend", "locatt", "type", "auth", "ignore_aliases", "index", "cert"},
)

_TRACKER: Final = pattern(
    r"""(?: utm_\w+ | mtm_\w+ | pk_\w+ | hsa_\w+ | mc_[ce]id
        | (?:gcl|fbcl|dcl|mscl|ttcl|yc|twcl)id | gclsrc | igshid | _ga | _gl
        | _hsenc | _hsmi | mkt_tok | wt\.mc_id | ref_src | spm )
        (?: =.* )?""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_TEXT_FRAGMENT: Final = pattern(r":~:text=", re.IGNORECASE)


def whole_name(spelling: Spelling) -> Doi | None:
    """Return the name with its query and fragment, if these could belong to it.

    None where nothing follows the name, or where the two together are no name.
    """
    tail = spelling.tail.cut(spelling.text)
    if tail[:1] not in {"#", "?"} or spelling.kind is not Kind.LINK:
        return None
    try:
        return parse(decode(spelling.name.cut(spelling.text) + tail))
    except ValueError:
        return None


def is_wanted(tail: str) -> bool:
    """Return whether a query and fragment plainly do not belong to the name.

    They hold the proxy's own parameters, or trackers, or a text fragment, and nothing else.
    """
    query, _, fragment = tail.removeprefix("?").partition("#")
    if fragment and not _TEXT_FRAGMENT.match(fragment):
        return False
    parts = query.split("&") if tail.startswith("?") else []
    return bool(parts or fragment) and all(
        part.partition("=")[0].lower() in PROXY_PARAMETERS or _TRACKER.fullmatch(part)
        for part in parts
    )


def _tracking_parts(mention: Mention, facts: Facts) -> Iterator[Problem]:
    del facts
    spelling = mention.spelling
    tail = spelling.tail.cut(spelling.text)
    if spelling.kind is not Kind.LINK or not tail:
        return
    rest = _without_trackers(tail)
    if rest != tail:
        yield Problem(
            "the DOI link carries tracking parts of a web page; take them away",
            place(mention, spelling.tail),
            None if _is_glued(mention) else safe(_smallest(mention, spelling.tail, tail, rest)),
        )


def _is_glued(mention: Mention) -> bool:
    """Return whether another word follows a bare link at once; it would become part of the name."""
    after = mention.source.text[mention.span.end : mention.span.end + 1]
    return mention.form is Form.BARE_LINK and after.isalnum()


def _without_trackers(tail: str) -> str:
    head, mark, fragment = tail.partition("#")
    if found := _TEXT_FRAGMENT.search(fragment):
        fragment = fragment[: found.start()]
        mark = mark if fragment else ""
    if head.startswith("?"):
        kept = [part for part in head[1:].split("&") if not _TRACKER.fullmatch(part)]
        head = f"?{'&'.join(kept)}" if kept else ""
    return head + mark + fragment


def _smallest(mention: Mention, span: Span, old: str, new: str) -> Edit:
    """Return the edit that leaves what both have at their beginning and end alone."""
    start, end = shared(old, new)
    return edit(mention, Span(span.start + start, span.end - end), new[start : len(new) - end])


TRACKING_PARTS: Final = Rule(
    code="DOI206",
    name="tracking-parts",
    severity=Severity.WARNING,
    summary="A DOI link carries `?utm_…`, `fbclid`, `#:~:text=` or another tracker.",
    why=(
        "They are left over from an address bar. The resolver passes some of them on, link"
        " checkers take each variant for another link, and readers are counted for nobody's good."
    ),
    fix=FixKind.SAFE,
    check=_tracking_parts,
    forms=URLS,
    bad=(
        Example(
            "[t](https://doi.org/10.1000/182?utm_source=news&utm_medium=mail)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example("<https://doi.org/10.1000/182?fbclid=IwAR0>", "<https://doi.org/10.1000/182>"),
        Example(
            "[t](https://doi.org/10.1000/182#:~:text=handbook)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://doi.org/10.1000/182?noredirect&utm_source=x#sec2)",
            "[t](https://doi.org/10.1000/182?noredirect#sec2)",
        ),
        Example("https://doi.org/10.1000/182#:~:text=handbookhttps://doi.org/10.1000/183"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.1000/182?noredirect)"),
        Example("[t](https://doi.org/10.1000/182?type=URL&auth)"),
        Example("[t](https://doi.org/10.1000/182#sec2)"),
    ),
)

RULES: Final = (TRACKING_PARTS,)
