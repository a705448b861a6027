"""One meaning of the right link: the markdown-it rule, Sphinx and the fixes lead to one place.

Each spelling is written as a destination in Markdown. Four answers are compared: where the
markdown-it rule leads; where the output of Sphinx leads, for the address as docutils and as MyST
hand it over; and what stands in the text after all safe fixes of the default rules. Where they
may differ, `EXCEPTIONS` says why, and each of its rows is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

import pytest
from fix.test_fix import Page
from hypothesis import given
from hypothesis import strategies as st
from links.link_spellings import (
    LINKS,
    NAMES,
    OTHERS,
    SCHEMES,
    SHORT,
    TAILS,
    URNS,
    WRITINGS,
    written,
)
from lint.world import findings, read
from markdown_it import MarkdownIt

from mdlint_doi.formats.rst.role_argument import split
from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.link import canonical_of
from mdlint_doi.text.source import Source
from sphinx_doi.page.shown import canonical_target

PLAIN: Final = MarkdownIt()
OURS: Final = MarkdownIt().use(doi_plugin)
BARE: Final = MarkdownIt().use(doi_plugin, autolink=True)
DEFAULT: Final = Settings()
WEB: Final = "https://doi.org/"


class Case(NamedTuple):
    """One spelling, and how it was made."""

    form: str
    name: str
    writing: str
    tail: str = ""

    @property
    def address(self) -> str:
        """What stands in the destination."""
        return written(*self)


class Answers(NamedTuple):
    """Where a destination leads, in the eyes of each.

    Attributes:
        rule: the markdown-it rule.
        changed: the rule sees a DOI in it.
        docutils: the output of Sphinx, for the address as it stands.
        myst: the same, for the address as MyST hands it over.
        fixed: what stands in the text after the fixes.
        again: the rule, of the text after the fixes.

    """

    rule: str
    changed: bool
    docutils: str
    myst: str
    fixed: str
    again: str


class Difference(Enum):
    """A way in which two answers differ."""

    RAW = "docutils' address and MyST's mean different things"
    MEANING = "the fixes make the link lead elsewhere"
    TEXT = "the fixes leave another text than where the link leads"


class Allowed(NamedTuple):
    """Differences that are meant."""

    reason: str
    kinds: frozenset[Difference]
    covers: Callable[[Case], bool]


def _allowed(reason: str, *kinds: Difference, where: Callable[[Case], bool]) -> Allowed:
    return Allowed(reason, frozenset(kinds), where)


RAW, MEANING, TEXT = Difference
EXCEPTIONS: Final = (
    _allowed(
        "`doi:` is a URI that MyST and the markdown-it rule read; whether it should be a link to"
        " doi.org in the source is for DOI209, off by default",
        TEXT,
        where=lambda case: case.form in {"doi", "doi, spaced"},
    ),
    _allowed(
        "escapes that a link may hold stay as written: authors need them (DOI301); a second level"
        " is undone only after a look-up (DOI303)",
        TEXT,
        where=lambda case: case.writing in {"strict", "all"},
    ),
    _allowed(
        "a raw `+` is as right as `%2B`, which the older page of the Handbook recommends and the"
        " links that are made have; no rule asks for either",
        TEXT,
        where=lambda case: case.writing == "raw" and "+" in case.name,
    ),
    _allowed(
        "a raw escape in small letters may be one of the name's own: nothing but its case is sure",
        TEXT,
        where=lambda case: case.writing == "raw" and "%" in case.name,
    ),
    _allowed(
        "what looks like another character is for DOI103, whose fix is a guess",
        TEXT,
        where=lambda case: case.writing == "raw" and "\u2013" in case.name,
    ),
    _allowed(
        "what markup left over in a name, and a quotation mark at its end, is taken out (DOI305,"
        " DOI104): the link leads to the name as written until somebody asks for the fix",
        MEANING,
        TEXT,
        where=lambda case: "&lt;" in case.name or "\\" in case.name or case.name.endswith("'"),
    ),
    _allowed(
        "markdown-it writes a raw `%` as `%25` before anybody sees it; docutils hands it over, and"
        " it is no escape (DOI307, whose fix is a guess)",
        RAW,
        where=lambda case: case.writing == "raw" and "%off" in case.name,
    ),
    _allowed(
        "`DOI: 10.…` is a word of a text, whose name is not encoded; markdown-it makes a URI of it"
        " by encoding the space",
        RAW,
        TEXT,
        where=lambda case: case.form == "doi, spaced",
    ),
    _allowed(
        "markdown-it takes the number behind a colon in a URN for a port, and moves it to another"
        " place before anybody sees the address; the fixes read the source",
        RAW,
        MEANING,
        TEXT,
        where=lambda case: case.form == "URN",
    ),
    _allowed(
        "a request to a service of doi.org stays one, and is no link to a name; the rules write"
        " its host and its escapes as they should be",
        MEANING,
        where=lambda case: "RA" in case.form or ("API" in case.form and "?" in case.address),
    ),
    _allowed(
        "an OpenURL asks a library, and no output changes that unasked; DOI201 asks for a link",
        MEANING,
        where=lambda case: case.form == "OpenURL",
    ),
)


LEFT_OVER: Final = next(exception for exception in EXCEPTIONS if "left over" in exception.reason)


def page(address: str) -> str:
    """Return a Markdown text with a link to an address."""
    for mark, escaped in (("\\", "\\\\"), ("<", "\\<"), (">", "\\>"), ("&", "&amp;")):
        address = address.replace(mark, escaped)
    return f"[t](<{address}>)"


def led_to(md: MarkdownIt, text: str) -> tuple[str, bool]:
    """Return the address of the one link of a text, and whether the rule sees a DOI in it."""
    children = [token for block in md.parse(text) for token in block.children or ()]
    (link,) = (token for token in children if token.type == "link_open")
    return str(link.attrs["href"]), "doi" in link.meta


def after_fixes(text: str) -> str:
    """Return a text after all rounds of safe fixes of the default rules."""

    def check(source: Source) -> list[Finding]:
        return findings(source.text, settings=DEFAULT)

    page = Source("page.md", text)
    return fix_until_stable(page, check, Page(), unsafe=False).source.text


@cache
def answers(address: str) -> Answers:
    """Return where each says that an address leads."""
    text = page(address)
    rule, changed = led_to(OURS, text)
    fixed = after_fixes(text)
    mentions = read(fixed).mentions
    return Answers(
        rule,
        changed,
        canonical_target(address),
        canonical_target(PLAIN.normalizeLink(address)),
        mentions[0].written.text if mentions else address,
        led_to(OURS, fixed)[0],
    )


def differences(found: Answers, address: str) -> Iterator[Difference]:
    """Yield the ways in which the answers differ."""
    untouched = found.docutils == address and not found.changed
    if found.docutils != found.myst and not untouched:
        yield Difference.RAW
    if found.again != found.rule:
        yield Difference.MEANING
    if found.changed and found.fixed != found.rule:
        yield Difference.TEXT


def unexplained(case: Case) -> list[str]:
    """Return the differences that no exception covers."""
    allowed = {
        kind for exception in EXCEPTIONS if exception.covers(case) for kind in exception.kinds
    }
    found = answers(case.address)
    left = [kind for kind in differences(found, case.address) if kind not in allowed]
    return [f"{case}: {kind.value}: {found}" for kind in left]


def cases() -> Iterator[Case]:
    """Yield every form with every name, and every tail behind two names."""
    for form in (*LINKS, *SCHEMES, *URNS, *OTHERS):
        for name in NAMES:
            yield from (Case(form, name, writing) for writing in ("encoded", "all", "raw"))
    for form in LINKS:
        for name in (NAMES[0], "10.1000/182"):
            yield from (Case(form, name, "encoded", tail) for tail in TAILS)


CASES: Final = tuple(cases())
ANY_CASE: Final = st.builds(
    Case,
    st.sampled_from((*LINKS, *SCHEMES, *URNS, *OTHERS)),
    st.sampled_from(NAMES)
    | st.from_regex(
        r"10\.[1-9][0-9]{3}/[A-Za-z0-9()<>\[\];:#?+_.~-]{0,12}[A-Za-z0-9]", fullmatch=True
    ),
    st.sampled_from([*WRITINGS]),
    st.sampled_from(TAILS),
)


@pytest.mark.parametrize("form", [*LINKS, *SCHEMES, *URNS, *OTHERS])
def test_all_lead_to_one_place(form: str) -> None:
    """Rule and Sphinx agree on every spelling; the fixes reach the same, or the table says why."""
    for case in CASES:
        if case.form == form:
            found = answers(case.address)
            assert found.rule == found.myst, case
            assert unexplained(case) == []


@given(ANY_CASE)
def test_any_spelling(case: Case) -> None:
    """The same for any other combination of form, name, writing and tail."""
    found = answers(case.address)
    assert found.rule == found.myst
    assert unexplained(case) == []


@pytest.mark.parametrize("address", SHORT)
def test_short_dois(address: str) -> None:
    """A shortDOI keeps its form; one segment behind a resolver stays one."""
    found = answers(address)
    name = address.rpartition("org/" if "org/" in address else ":")[2].rpartition("edu/")[2]
    assert found.rule == found.myst == found.docutils == found.again == WEB + name
    assert found.fixed in {WEB + name, f"doi:{name}"}


@pytest.mark.parametrize("exception", EXCEPTIONS, ids=lambda exception: exception.reason[:30])
def test_exceptions_are_needed(exception: Allowed) -> None:
    """Each row of the table explains a difference that is there."""
    seen = {
        kind
        for case in CASES
        if exception.covers(case)
        for kind in differences(answers(case.address), case.address)
    }
    assert exception.kinds <= seen


def found_in(text: str) -> list[str]:
    """Return where the DOIs lead that the rule makes links of in running text."""
    children = [token for block in BARE.parse(text) for token in block.children or ()]
    return [str(token.attrs["href"]) for token in children if "doi" in token.meta]


def all_fixed(lines: list[str]) -> list[str]:
    """Return lines after the fixes; each is a paragraph of one document."""
    fixed = after_fixes("\n\n".join(lines)).split("\n\n")
    assert len(fixed) == len(lines)
    return fixed


@pytest.mark.parametrize("form", [*LINKS, *SCHEMES, *URNS, *OTHERS])
def test_running_text(form: str) -> None:
    """What the rule makes of a text, it makes of the text after the fixes."""
    cases = [case for case in CASES if case.form == form and not LEFT_OVER.covers(case)]
    lines = [f"See {case.address} there." for case in cases]
    for case, line, fixed in zip(cases, lines, all_fixed(lines), strict=True):
        before = found_in(line)
        assert not before or found_in(fixed) == before, case


@pytest.mark.parametrize("form", [*LINKS, *SCHEMES, *URNS, *OTHERS])
def test_roles(form: str) -> None:
    """A role of Sphinx leads to the same name before and after the fixes."""
    cases = [case for case in CASES if case.form == form and not LEFT_OVER.covers(case)]
    cases = [case for case in cases if "`" not in case.address]
    fixed = all_fixed([f"{{doi}}`{case.address}`" for case in cases])
    for case, line in zip(cases, fixed, strict=True):
        before, after = split(case.address).doi, split(line[len("{doi}`") : -1]).doi
        assert before == after, case


def test_where_a_link_leads_is_a_fixed_point() -> None:
    """The canonical link leads to itself."""
    for case in CASES:
        found = answers(case.address)
        link = canonical_of(found.rule)
        assert not found.changed or (link is not None and link.href == found.rule), case
