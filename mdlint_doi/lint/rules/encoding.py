r"""DOI301: characters of a DOI that must be encoded in a link and are not, or escapes without need.

All problems with the encoding of one DOI are one finding, with one fix.

Sources: DOI Handbook, "DOI Name Encoding Rules for URL Presentation": `% " # space ?` must be
encoded, `< > { } ^ [ ] ` | \` should be. The same page recommends encoding `+`, but the edition of
September 2025 does not (section 3.4.3), so both forms are accepted. That edition, section 3.4.4,
and "DOI URI Scheme", doi:10.1000/292, encode the slashes within the suffix, but the older texts do
not; both forms are accepted. In a `doi:` URI, `?` and `#` belong to the DOI and have to be encoded
(draft-paskin-00 section 2.2; draft-lemieux-04 section 2; doi:10.1000/292). A text that is not a DOI
is not encoded: otherwise, an invalid character that DOI101 reports, such as a tab, would stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, joined_with_tail, percent_escaped, place, safe
from mdlint_doi.lint.letters import (
    PLAIN,
    Letter,
    around,
    holds_another,
    is_path,
    letters,
    listed,
    surplus_at_end,
)
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.rule import (
    ARGUMENTS,
    CHARACTERS,
    LINK,
    URLS,
    Example,
    Facts,
    FixKind,
    Problem,
    Rule,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import MANDATORY, Doi
from mdlint_doi.names.link import is_rest_of_sici, is_wanted, whole_name, with_entities
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.names.markup_escapes import without_escapes
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text import numbers
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_ELSEWHERE: Final = frozenset(' "')
_CUTTING: Final = frozenset("?#")
_OTHERS: Final = MANDATORY | {"\u2026"}
_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~")
_UNRESERVED: Final = pattern(r"[A-Za-z0-9._~-]")
_LOWER_HEX: Final = pattern(r"%(?:[a-f]|[0-9A-F][a-f])")
_DOT: Final = r"(?:\.|%2E)"
_SLASH: Final = r"(?:/|%2F)"
_REACH: Final = len("%2F%2E%2E") + 1
"""The context of a letter that is read, in code points; the next three expressions match less."""
_DOTS_AFTER: Final = pattern(rf"{_DOT}{{1,2}}(?:/|\Z)", re.IGNORECASE)
_SEGMENT_START: Final = pattern(rf"{_SLASH}{_DOT}?\Z", re.IGNORECASE)
_SEGMENT_END: Final = pattern(rf"{_DOT}?(?:{_SLASH}|\Z)", re.IGNORECASE)


class _Fault(Value):
    """One problem with the encoding of a DOI.

    Attributes:
        message: the problem and the solution.
        span: the span to underline, in the written text.
        severity: the severity of the problem.
        edits: the edits that fix it; empty if there is no fix.
        doi: the DOI after the fix; None if it is the same.
    """

    message: str
    span: Span
    severity: Severity
    edits: tuple[Edit, ...] = ()
    doi: Doi | None = None


def _wrong_encoding(mention: Mention, facts: Facts) -> Iterator[Problem]:
    if mention.form in ARGUMENTS:
        yield from _space_in_argument(mention, facts)
    is_alone = mention.spelling.kind is Kind.BARE and not mention.form.is_link
    if is_alone and mention.spelling.encoded and mention.doi is not None:
        yield from _encoded_name(mention)
    if mention.form in ARGUMENTS or not is_path(mention.spelling) or _is_label(mention):
        return
    faults = [*_faults(mention, facts)]
    if not faults:
        return
    edits = [change for fault in faults for change in fault.edits]
    doi = next((fault.doi for fault in faults if fault.doi is not None), None)
    spans = [fault.span for fault in faults]
    yield Problem(
        "; ".join(fault.message for fault in faults),
        place(mention, Span(min(spans).start, max(span.end for span in spans))),
        safe(mention, *edits, doi=doi) if edits else None,
        min((fault.severity for fault in faults), key=[*Severity].index),
    )


WRONG_ENCODING: Final = Rule(
    code="DOI301",
    name="wrong-encoding",
    severity=Severity.WARNING,
    summary=(
        "A DOI link contains a character that must be percent-encoded, or an escape that is not "
        "needed."
    ),
    why=(
        "Browsers end the path of a link at `#` and `?`, and most programs end an address at a "
        "space or a quotation mark. The link then leads to a different DOI, so the finding is an "
        "error. A `#` or `?` is reported only as a hint unless the DOI clearly continues after it, "
        "because fragments are often intended. Some programs end the link at `< > { } ^ [ ] | \\` "
        "or at a backtick. Letters outside ASCII and lowercase escapes, such as `%3c`, are "
        "reported as hints. Do not encode letters, digits, `-._~` or the slash after the prefix: "
        "some servers refuse `%2F` for this slash, and several spellings of one DOI look like "
        "several works. `%2F` in the suffix, `%2B`, `%2C`, and escapes that Markdown needs are "
        "accepted. In a role or field, a space is reported, and percent-encoding of a DOI that has "
        "no slash without it."
    ),
    fix=FixKind.SAFE,
    check=_wrong_encoding,
    forms=URLS | ARGUMENTS,
    looks_at=CHARACTERS,
    silenced_by_lookup=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#)",
            "[t](https://doi.org/10.1641/0006-3568(2002)052%5B0545:A%5D2.0.CO;2-%23)",
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
        Example("[t](https://doi.org/10.1000%2F182)", LINK),
        Example(
            "@book{a, doi = {10.1109%2FMS.2013.97}}",
            "@book{a, doi = {10.1109/MS.2013.97}}",
            file="refs.bib",
        ),
        Example("{doi}`10.1093%2Fcomjnl%2F10.1.85`", "{doi}`10.1093/comjnl/10.1.85`"),
        Example(
            "[https://doi.org/10.1000%2F182](https://doi.org/10.1000%2F182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        Example("<https://doi.org/10.1000%2fabc%2Ddef>", "<https://doi.org/10.1000/abc-def>"),
        Example("[t](https://doi.org/10.1000/%61%2E%7E1)", "[t](https://doi.org/10.1000/a.~1)"),
        Example("[t](https://doi.org/10.1000/a%3cb%3e)", "[t](https://doi.org/10.1000/a%3Cb%3E)"),
        Example(
            "[t](https://doi.org/10.1002%2F1097-4679(199507)51:4<>1.0.CO;2-#)",
            "[t](https://doi.org/10.1002/1097-4679(199507)51:4%3C%3E1.0.CO;2-%23)",
        ),
    ),
    good=(
        Example("[t](doi:10.1000/456%23789)"),
        Example("[t](https://doi.org/10.1000/456%23789)"),
        Example("[t](https://doi.org/10.1000/182?noredirect)"),
        Example("[t](https://doi.org/10.1000/182?urlappend=%3Fa=b&type=URL)"),
        Example("[t](https://doi.org/10.1000/182?utm_source=news)"),
        Example("[t](https://doi.org/10.1000/182#sec2)", outcomes=(("10.1000/182", "found"),)),
        Example("[t](https://doi.org/10.1016/S0010-4655(00)00228-9)"),
        Example("[t](https://doi.org/10.1000/a%3Cb%3E)"),
        Example("<https://doi.org/10.1021/jo020575+>"),
        Example("<https://doi.org/10.1021/jo020575%2B>"),
        Example("The DOI 10.1890/0012-9658(2006)87[2614:A]2.0.CO;2 is in the text."),
        Example("[t](https://doi.org/10.1016/S0010-4655%2800%2900228-9)"),
        Example("[t](https://doi.org/10.1000/a%3Cb%3E%23)"),
        Example("[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("[t](https://doi.org/10.6338/JDA.202212%2FSP_17(4).0000)"),
        Example("[t](doi:10.6338/JDA.202212%2FSP_17(4).0000)"),
        Example("[t](https://doi.org/10.1000/a%2Cb+c)"),
        Example("@book{a, doi = {10.1093/a%2Fb}}", file="refs.bib"),
    ),
)


def _is_label(mention: Mention) -> bool:
    """Return whether `doi:` is a label in a text and not a URI: in a note, for example."""
    if mention.form is not Form.VALUE or mention.spelling.kind is not Kind.SCHEME:
        return False
    return mention.container is None or not mention.container.is_address


def _faults(mention: Mention, facts: Facts) -> Iterator[_Fault]:
    """Yield the problems with the encoding of a DOI in a link."""
    spelling = mention.spelling
    if mention.doi is not None:
        if not PLAIN.fullmatch(spelling.text, spelling.name.start, spelling.name.end):
            yield from _unencoded(mention, facts)
        if "%" in spelling.name.cut(spelling.text):
            yield from _needless_escapes(mention)
    if spelling.tail.start < spelling.tail.end:
        yield from _cut_by_tail(mention, facts)


def _unencoded(mention: Mention, facts: Facts) -> Iterator[_Fault]:
    """Yield the problem of unencoded characters in a DOI."""
    inside = _inside(mention)
    cutting = [letter for letter in inside if letter.character in _ELSEWHERE and not letter.escaped]
    known = isinstance(facts.outcome(mention.doi), Found)
    every = letters(mention.spelling) if known else inside
    others = [letter for letter in every if _should_be_escaped(letter, mention, known=known)]
    raw = sorted((*cutting, *others), key=lambda letter: letter.span)
    if raw:
        severity = Severity.HINT
        how = "browsers follow the link, but some programs do not"
        if any(letter.character.isascii() for letter in others):
            severity, how = Severity.WARNING, "some programs cut the link there"
        if cutting:
            severity, how = Severity.ERROR, "most programs end the link there"
        yield _to_encode(mention, raw, how, severity)
    if mention.spelling.kind is Kind.SCHEME:
        yield from _raw_in_uri(mention, facts)


def _raw_in_uri(mention: Mention, facts: Facts) -> Iterator[_Fault]:
    """Yield the problem of `?` and `#`, which belong to the DOI in a `doi:` URI."""
    raw = [
        letter for letter in _inside(mention) if letter.character in _CUTTING and not letter.escaped
    ]
    if not raw or isinstance(facts.outcome(mention.doi), Missing):
        return
    rest = mention.spelling.text[raw[0].span.start :]
    if not is_wanted(rest):
        yield _to_encode(mention, raw, "some programs end the DOI there", Severity.HINT)
        return
    yield _Fault(
        f"'{shown(rest)}' is treated as part of the DOI here; encode it if this is correct;"
        " otherwise, remove it",
        Span(raw[0].span.start, mention.spelling.name.end),
        Severity.HINT,
    )


def _inside(mention: Mention) -> Sequence[Letter]:
    """Return the letters without those that DOI104 removes, because escapes would keep them."""
    found = letters(mention.spelling)
    return found[: len(found) - len(surplus_at_end(mention))]


def _should_be_escaped(letter: Letter, mention: Mention, *, known: bool) -> bool:
    """Return whether a letter must be encoded.

    Look-alikes are reported by DOI103, an ellipsis by DOI104, and a backslash of an escape by
    DOI305.
    """
    if letter.escaped or not letter.needs_escape or letter.character in _OTHERS:
        return False
    if letter.character == "\\":
        return mention.spelling.text[letter.span.end : letter.span.end + 1] not in _PUNCTUATION
    return known or letter.character not in LOOK_ALIKES


def _to_encode(mention: Mention, raw: list[Letter], how: str, severity: Severity) -> _Fault:
    """Return the problem of unencoded letters, with the edits that encode them.

    There are no edits if the text may be two DOIs, which would become one, or if a letter is
    written with the end of a line, as a backslash is in reStructuredText.
    """
    is_two = holds_another(mention.spelling)
    written = (place(mention, letter.span).cut(mention.source.text) for letter in raw)
    is_fixed = not is_two and not any("\n" in text for text in written)
    escapes = dict.fromkeys(percent_escaped(letter.character) for letter in raw)
    advice = f"write {numbers.listed(escapes)}"
    if is_two:
        advice = "encode it if this is one DOI, not two"
    return _Fault(
        f"unencoded {listed(raw)} in a DOI link: {how}; {advice}",
        around(raw),
        severity,
        tuple(
            edit(mention, letter.span, percent_escaped(letter.character))
            for letter in raw
            if is_fixed
        ),
    )


def _needless_escapes(mention: Mention) -> Iterator[_Fault]:
    """Yield the problem of escapes that are not needed or are in lower case."""
    spelling = mention.spelling
    found = letters(spelling)
    separator = next(letter for letter in found if letter.character == "/")
    escaped = [
        (letter, _is_needless(letter, separator, mention)) for letter in found if letter.escaped
    ]
    needless = [letter for letter, is_needless in escaped if is_needless]
    others = (
        (letter, letter.span.cut(spelling.text))
        for letter, is_needless in escaped
        if not is_needless
    )
    low = [(letter, written) for letter, written in others if _LOWER_HEX.search(written)]
    if not (needless or low):
        return
    edits = [edit(mention, letter.span, letter.character) for letter in needless]
    edits += [edit(mention, letter.span, written.upper()) for letter, written in low]
    message = "use capital letters in the percent-escapes of a DOI link"
    if needless:
        message = (
            f"{listed(needless)} need not be encoded in a DOI link; remove the percent-encoding"
        )
    span = around(needless or [letter for letter, _ in low])
    severity = Severity.WARNING if needless else Severity.HINT
    yield _Fault(message, span, severity, tuple(edits))


def _is_needless(letter: Letter, separator: Letter, mention: Mention) -> bool:
    """Return whether no standard recommends encoding a letter, and it can be written unencoded.

    Slashes within the suffix may be escaped, but not if the slash between prefix and suffix, the
    `separator`, is escaped: then a program encoded all of them. The escape of a slash or a dot in a
    dot segment is needed. So is that of a final dot in running text, where the dot would belong to
    the sentence, and of a final hyphen in reStructuredText.
    """
    text, name = mention.spelling.text, mention.spelling.name
    before = text[max(name.start, letter.span.start - _REACH) : letter.span.start]
    after = text[letter.span.end : min(name.end, letter.span.end + _REACH)]
    if letter.character == "/":
        is_needless = letter is separator or separator.escaped
        return is_needless and not _DOTS_AFTER.match(after)
    if not _UNRESERVED.fullmatch(letter.character):
        return False
    final = mention.form is Form.BARE_LINK and not after
    if letter.character != ".":
        return not (final and mention.in_rst and letter.character == "-")
    return not (final or (_SEGMENT_START.search(before) and _SEGMENT_END.match(after)))


def _cut_by_tail(mention: Mention, facts: Facts) -> Iterator[_Fault]:
    """Yield the problem of an unencoded `#` or `?`, at which browsers end the DOI."""
    spelling = mention.spelling
    whole = whole_name(spelling)
    if whole is None or with_entities(spelling) is not spelling:  # DOI305 reports `&#60;`
        return
    tail = spelling.tail.cut(spelling.text)
    mark = tail[0]
    escape = percent_escaped(tail[0])
    known = facts.outcome(mention.doi)
    sici = is_rest_of_sici(spelling.name.cut(spelling.text), tail)
    if sici or (isinstance(known, Missing) and isinstance(facts.outcome(whole), Found)):
        fix = joined_with_tail(mention)
        message = f"'{mark}' cuts the DOI short; write {escape}"
        yield _Fault(message, spelling.tail, Severity.ERROR, fix.edits, whole)
    elif not (is_wanted(tail) or isinstance(known, Found)):
        message = f"nothing follows '{tail}'; remove it, or write {escape} if it is part of the DOI"
        if tail.strip("#?"):
            rest = f"'{mark}' and the text after it as part of the DOI"
            message = f"browsers do not treat {rest}; write {escape} if they belong to it"
        start = spelling.tail.start
        yield _Fault(message, Span(start, start + 1), Severity.HINT)


def _space_in_argument(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a space, which is allowed in a DOI but hardly ever intended."""
    name = mention.spelling.name.cut(mention.spelling.text)
    at = mention.spelling.text.find(" ", mention.spelling.name.start, mention.spelling.name.end)
    if (
        at < 0
        or " " not in without_escapes(name)
        or mention.doi is None
        or isinstance(facts.outcome(mention.doi), Found)
    ):
        return
    message = "a space in a DOI is probably a mistake; remove it"
    if holds_another(mention.spelling):
        message = "these are two DOIs, but only one is allowed here"
    yield Problem(message, place(mention, Span(at, at + 1)), severity=Severity.WARNING)


def _encoded_name(mention: Mention) -> Iterator[Problem]:
    """Yield the problem of a DOI alone with escapes, which has no slash without decoding."""
    escaped = [letter for letter in letters(mention.spelling) if letter.escaped]
    edits = [edit(mention, letter.span, letter.character) for letter in escaped]
    yield Problem(
        f"a DOI that is not in a link is not percent-encoded; write {shown(str(mention.doi))}",
        place(mention, around(escaped)),
        # A role would read an escape that is left as encoding.
        None if "%" in str(mention.doi) else safe(mention, *edits),
    )
