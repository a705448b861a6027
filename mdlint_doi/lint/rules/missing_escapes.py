r"""DOI301, DOI302: letters of a name that stand raw in a link and should not.

Source: DOI Handbook, "DOI Name Encoding Rules for URL Presentation": `% " # space ?` must be
encoded, `< > { } ^ [ ] ` | \` should be. The same page recommends it for `+`, but the edition of
September 2025 leaves that as it is (section 3.4.3), so that both are right. In a `doi:` URI, `?`
and `#` belong to the name, and have to be encoded there, too (draft-paskin-00 section 2.2;
draft-lemieux-04 section 2; doi:10.1000/292). What is no name is not encoded: an escape would make
what DOI101 speaks of, such as a tab, a part of the link for good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, joined_with_tail, percent_escaped, place, safe
from mdlint_doi.lint.letters import (
    PLAIN,
    Letter,
    around,
    holds_another,
    letters,
    listed,
    stands_in_path,
    swallowed,
)
from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.lint.rule import ARGUMENTS, URLS, Example, Facts, FixKind, Problem, Rule
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import MANDATORY
from mdlint_doi.names.link import is_rest_of_sici, is_wanted, whole_name, with_entities
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.span import Span

_ELSEWHERE: Final = frozenset(' "')
_CUTTING: Final = frozenset("?#")
_OTHERS: Final = MANDATORY | {"\u2026"}
_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~")


def _unencoded_mandatory(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if mention.form in ARGUMENTS:
        yield from _space_in_argument(mention, facts)
        return
    if not stands_in_path(spelling):
        return
    if mention.doi is not None and not PLAIN.fullmatch(spelling.text, *spelling.name):
        raw = [one for one in _inside(mention) if one.character in _ELSEWHERE and not one.escaped]
        if raw:
            yield _to_encode(mention, raw, "leads elsewhere", None)
        if spelling.kind is Kind.SCHEME:
            yield from _raw_in_uri(mention, facts)
    if spelling.tail.start < spelling.tail.end:
        yield from _cut_by_tail(mention, facts)


def _raw_in_uri(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Report `?` and `#`, which belong to the name in a URI that has no query and no fragment."""
    raw = [one for one in _inside(mention) if one.character in _CUTTING and not one.escaped]
    if not raw or isinstance(facts.outcome(mention.doi), Missing):
        return
    rest = mention.spelling.text[raw[0].span.start :]
    if not is_wanted(rest):
        yield _to_encode(mention, raw, "may cut the DOI short", Severity.HINT)
        return
    yield Problem(
        f"'{shown(rest)}' is read as part of the DOI here; remove it, or encode it if it is",
        place(mention, Span(raw[0].span.start, mention.spelling.name.end)),
        severity=Severity.HINT,
    )


def _inside(mention: Mention) -> Sequence[Letter]:
    """Return the letters but for what DOI104 takes away: an escape would keep it for good."""
    found = letters(mention.spelling)
    return found[: len(found) - len(swallowed(mention))]


def _space_in_argument(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Report a space, which is legal in a name and hardly ever meant."""
    at = mention.spelling.text.find(" ", *mention.spelling.name)
    if at < 0 or mention.doi is None or isinstance(facts.outcome(mention.doi), Found):
        return
    message = "a space in a DOI is probably a mistake; remove it"
    if holds_another(mention.spelling):
        message = "these are two DOIs, but only one can be here"
    yield Problem(message, place(mention, Span(at, at + 1)), severity=Severity.WARNING)


def _cut_by_tail(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Look at a raw `#` or `?`, behind which a browser does not read the name."""
    spelling = mention.spelling
    whole = whole_name(spelling)
    if whole is None or with_entities(spelling) is not spelling:  # DOI305 says what `&#60;` is
        return
    tail = spelling.tail.cut(spelling.text)
    mark = tail[0]
    escape = percent_escaped(tail[0])
    known = facts.outcome(mention.doi)
    sici = is_rest_of_sici(spelling.name.cut(spelling.text), tail)
    if sici or (isinstance(known, Missing) and isinstance(facts.outcome(whole), Found)):
        message = f"a raw '{mark}' cuts the DOI short; write {escape}"
        yield Problem(message, place(mention, spelling.tail), joined_with_tail(mention))
    elif not (is_wanted(tail) or isinstance(known, Found)):
        message = f"nothing follows '{tail}'; remove it, or write {escape} if it is part of the DOI"
        if tail.strip("#?"):
            rest = f"'{mark}' and the rest as part of the DOI"
            message = f"browsers do not read {rest}; write {escape} if it is"
        start = spelling.tail.start
        yield Problem(message, place(mention, Span(start, start + 1)), severity=Severity.HINT)


def _unencoded_recommended(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    if PLAIN.fullmatch(spelling.text, *spelling.name) or not stands_in_path(spelling):
        return
    if mention.doi is None:
        return
    inside = _inside(mention) if not isinstance(facts.outcome(mention.doi), Found) else None
    raw = [one for one in inside or letters(spelling) if _should_be_escaped(one, mention, facts)]
    if raw:
        works = not any(one.character.isascii() for one in raw)
        how = "is not read alike everywhere"
        yield _to_encode(mention, raw, how, Severity.HINT if works else None)


def _should_be_escaped(letter: Letter, mention: Mention, facts: Facts) -> bool:
    """Leave look-alikes to DOI103, an ellipsis to DOI104, an escape's backslash to DOI305."""
    if letter.escaped or not letter.needs_escape or letter.character in _OTHERS:
        return False
    if letter.character == "\\":
        return mention.spelling.text[letter.span.end : letter.span.end + 1] not in _PUNCTUATION
    known = isinstance(facts.outcome(mention.doi), Found)
    return known or letter.character not in LOOK_ALIKES


def _to_encode(mention: Mention, raw: list[Letter], how: str, severity: Severity | None) -> Problem:
    """Return the problem of raw letters; what holds another DOI is not fixed: it would be one name.

    Nor is a backslash that ends a line of reStructuredText: it reads as a space, hardly meant.
    """
    is_two = holds_another(mention.spelling)
    written = (place(mention, one.span).cut(mention.source.text) for one in raw)
    edits = [edit(mention, one.span, percent_escaped(one.character)) for one in raw]
    is_fixed = not is_two and not any("\n" in one for one in written)
    advice = "encode it if this is one DOI, not two" if is_two else "encode it"
    return Problem(
        f"a raw {listed(raw)} in a DOI link {how}; {advice}",
        place(mention, around(raw)),
        safe(mention, *edits) if is_fixed else None,
        severity,
    )


UNENCODED_MANDATORY: Final = Rule(
    code="DOI301",
    name="unencoded-mandatory",
    severity=Severity.ERROR,
    summary='A DOI link contains a raw space or `"`, or a raw `#` or `?` that cuts the DOI.',
    why=(
        "In a browser, the path ends at `#` and `?`. In most programs, an address ends at a space "
        "or a quotation mark. So the link leads to another DOI. Many fragments are meant, so a `#` "
        "or `?` is a hint unless the DOI clearly continues. A `doi:` URI has no query or fragment, "
        "so there both belong to the DOI, but not all programs read them so: this is a hint, too."
    ),
    fix=FixKind.SAFE,
    check=_unencoded_mandatory,
    forms=URLS | ARGUMENTS,
    sharpened=True,
    of_letters=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#)",
            "[t](https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-%23)",
        ),
        Example("[t](<https://doi.org/10.1000/a b>)", "[t](<https://doi.org/10.1000/a%20b>)"),
        Example('[t](https://doi.org/10.1000/a"b)', "[t](https://doi.org/10.1000/a%22b)"),
        Example("{doi}`10.1000/a b`"),
        Example("[t](<https://doi.org/10.1000/182 and doi:10.1000/456>)"),
        Example("[t](https://doi.org/10.1000/456#789)"),
        Example(
            "[t](https://doi.org/10.1000/456#789)",
            "[t](https://doi.org/10.1000/456%23789)",
            outcomes=(("10.1000/456", "missing"), ("10.1000/456#789", "found")),
        ),
        Example(
            "<https://doi.org/10.1000/q?17>",
            "<https://doi.org/10.1000/q%3F17>",
            outcomes=(("10.1000/q", "missing"), ("10.1000/q?17", "found")),
        ),
        Example("[t](doi:10.1000/456#789)", "[t](doi:10.1000/456%23789)"),
    ),
    good=(
        Example("[t](doi:10.1000/456%23789)"),
        Example("[t](https://doi.org/10.1000/456%23789)"),
        Example("[t](https://doi.org/10.1000/182?noredirect)"),
        Example("[t](https://doi.org/10.1000/182?urlappend=%3Fa=b&type=URL)"),
        Example("[t](https://doi.org/10.1000/182?utm_source=news)"),
        Example("[t](https://doi.org/10.1000/182#sec2)", outcomes=(("10.1000/182", "found"),)),
    ),
)

UNENCODED_RECOMMENDED: Final = Rule(
    code="DOI302",
    name="unencoded-recommended",
    severity=Severity.WARNING,
    summary=("A DOI link contains a raw `< > { } ^ [ ] | \\`, backtick or letter outside ASCII."),
    why=(
        "The standards for addresses do not allow these characters, so programs differ: one "
        "encodes them, another ends the link there, a third takes them for markup. Letters outside "
        "ASCII work in browsers and are only a hint. A raw `+` is right, and so is `%2B`: the DOI "
        "Handbook once recommended the escape, and no longer does."
    ),
    fix=FixKind.SAFE,
    check=_unencoded_recommended,
    forms=URLS,
    sharpened=True,
    of_letters=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-A1>3.0.CO;2-1)",
            "[t](https://doi.org/10.1002/(SICI)1096-8644(199601)99:1%3C1::AID-A1%3E3.0.CO;2-1)",
        ),
        Example(
            "[t](https://doi.org/10.1890/0012-9658(2006)87[2614:A]2.0.CO;2)",
            "[t](https://doi.org/10.1890/0012-9658(2006)87%5B2614:A%5D2.0.CO;2)",
        ),
        Example(
            '<a href="https://doi.org/10.1000/a{b}^c">t</a>',
            '<a href="https://doi.org/10.1000/a%7Bb%7D%5Ec">t</a>',
        ),
        Example("[t](https://doi.org/10.1000/æ)", "[t](https://doi.org/10.1000/%C3%A6)"),
        Example(
            "[t](https://doi.org/10.4149/a\u2013b)",
            "[t](https://doi.org/10.4149/a%E2%80%93b)",
            outcomes=(("10.4149/a\u2013b", "found"),),
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1016/S0010-4655(00)00228-9)"),
        Example("[t](https://doi.org/10.1000/a%3Cb%3E)"),
        Example("<https://doi.org/10.1021/jo020575+>"),
        Example("<https://doi.org/10.1021/jo020575%2B>"),
        Example("The name 10.1890/0012-9658(2006)87[2614:A]2.0.CO;2 in the text."),
    ),
)
