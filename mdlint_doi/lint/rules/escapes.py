"""DOI303, DOI304, DOI307: escapes that are doubled, needless or broken.

Sources: DOI Handbook, "DOI Name Encoding Rules for URL Presentation"; RFC 3986 section 2. The
Handbook of September 2025, sections 3.4.3 and 3.4.4, and "DOI URI Scheme", doi:10.1000/292, encode
the slashes within the suffix, as the older texts do not: either is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, graded, percent_escaped, place, safe, unsafe
from mdlint_doi.lint.letters import (
    ESCAPES,
    Letter,
    around,
    letters,
    listed,
    stands_in_path,
    undoubled,
)
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.rule import (
    ARGUMENTS,
    LINK,
    URLS,
    Example,
    Facts,
    FixKind,
    Problem,
    Rule,
    of_mention,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Reason, decode, parse_or_none
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_PARAMETER: Final = pattern(r"[?&][A-Za-z_.]+=")
"""Of a query, `?url_ver=`; hardly any name holds one."""
_UNRESERVED: Final = pattern(r"[A-Za-z0-9._~-]")
_LOWER_HEX: Final = pattern(r"%(?:[a-f]|[0-9A-F][a-f])")
_DOT: Final = r"(?:\.|%2E)"
_SLASH: Final = r"(?:/|%2F)"
_REACH: Final = len("%2F%2E%2E") + 1
"""How far the neighbours of a letter are looked at: more than the longest of the three below."""
_DOTS_AFTER: Final = pattern(rf"{_DOT}{{1,2}}(?:/|\Z)", re.IGNORECASE)
_SEGMENT_START: Final = pattern(rf"{_SLASH}{_DOT}?\Z", re.IGNORECASE)
_SEGMENT_END: Final = pattern(rf"{_DOT}?(?:{_SLASH}|\Z)", re.IGNORECASE)


def _double_encoded(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, doi = mention.spelling, mention.doi
    if doi is None or "%" not in spelling.name.cut(spelling.text) or _is_of_query(spelling):
        return
    once_more = undoubled(doi)
    known = facts.outcome(doi)
    if once_more is None or isinstance(known, Found):
        return
    sure = isinstance(known, Missing) and isinstance(facts.outcome(once_more), Found)
    how = "encoded twice" if spelling.encoded else "percent-encoded, but is read literally here"
    in_data = mention.form in {Form.FRONT_MATTER, Form.VALUE}
    yield Problem(
        f"the DOI seems to be {how}; if it is {shown(str(once_more))}, remove one level of escapes",
        place(mention, spelling.name),
        None if in_data else graded(mention, *_undoubling(mention), sure=sure, doi=once_more),
        Severity.ERROR if sure else None,
    )


def _is_of_query(spelling: Spelling) -> bool:
    """Return whether the escapes are those of a query: of another service, or behind the name."""
    if spelling.encoded:
        return spelling.kind in {Kind.CARRIER, Kind.PUBLISHER}
    return _PARAMETER.search(spelling.text, 0, spelling.text.index("%")) is not None


def _undoubling(mention: Mention) -> Iterator[Edit]:
    """Yield the edits that take one level away: `%25` of an escape, or a role's whole escape."""
    spelling = mention.spelling
    if not spelling.encoded:
        for run in ESCAPES.finditer(spelling.text, *spelling.name):
            yield edit(mention, Span(*run.span()), decode(run[0]))
        return
    found = letters(spelling)
    name = "".join(one.character for one in found)
    for run in ESCAPES.finditer(name):
        for at in range(run.start(), run.end(), 3):
            yield edit(mention, found[at].span, "%")


def _over_encoded(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    if "%" not in spelling.name.cut(spelling.text) or not stands_in_path(spelling):
        return
    found = letters(spelling)
    separator = next((one for one in found if one.character == "/"), None)
    escaped = [(one, _is_needless(one, separator, mention)) for one in found if one.escaped]
    needless = [one for one, is_needless in escaped if is_needless]
    others = ((one, one.span.cut(spelling.text)) for one, is_needless in escaped if not is_needless)
    low = [(one, written) for one, written in others if _LOWER_HEX.search(written)]
    if not (needless or low):
        return
    edits = [edit(mention, one.span, one.character) for one in needless]
    edits += [edit(mention, one.span, written.upper()) for one, written in low]
    message = "write the escapes of a DOI link in capital letters"
    if needless:
        message = f"{listed(needless)} need not be escaped in a DOI link; write it as it is"
    yield Problem(
        message,
        place(mention, around(needless or [one for one, _ in low])),
        safe(mention, *edits),
        None if needless else Severity.HINT,
    )


def _is_needless(letter: Letter, separator: Letter | None, mention: Mention) -> bool:
    """Return whether no text asks for the escape of the letter, and it can stand without one.

    A slash within the suffix may be escaped, but not the one that separates prefix and suffix. The
    escaped slash of a dot segment cannot stand alone, nor can the dots; nor can a final dot in
    running text, which would be the sentence's, nor in that of reStructuredText a final hyphen.
    """
    text, name = mention.spelling.text, mention.spelling.name
    before = text[max(name.start, letter.span.start - _REACH) : letter.span.start]
    after = text[letter.span.end : min(name.end, letter.span.end + _REACH)]
    if letter.character == "/":
        return letter is separator and not _DOTS_AFTER.match(after)
    if not _UNRESERVED.fullmatch(letter.character):
        return False
    final = mention.form is Form.BARE_LINK and not after
    if letter.character != ".":
        return not (final and mention.in_rst and letter.character == "-")
    return not (final or (_SEGMENT_START.search(before) and _SEGMENT_END.match(after)))


def _bad_escape(mention: Mention) -> Iterator[Problem]:
    spelling, text = mention.spelling, mention.spelling.text
    if mention.error is None or mention.error.reason is not Reason.BAD_ESCAPE:
        return
    found = letters(spelling)
    bad = [one for one in found if not one.character or (not one.escaped and one.character == "%")]
    # None of the letters is where a log-in page's second layer of escapes is wrong.
    written = text[bad[0].span.start :][:3] if bad else spelling.name.cut(text)
    meant = {one.span: _meant(one, text) for one in bad}
    name = [decode(meant[one.span]) if one.span in meant else one.character for one in found]
    doi = parse_or_none("".join(name)) if bad else None
    edits = [edit(mention, span, escape) for span, escape in meant.items()]
    yield Problem(
        f"'{shown(written)}' is not a valid percent-escape (UTF-8), so the link leads nowhere",
        place(mention, around(bad) if bad else spelling.name),
        unsafe(mention, *edits, doi=doi) if doi is not None else None,
    )


def _meant(letter: Letter, text: str) -> str:
    """Return what was probably meant: a percent sign, or a letter of Windows-1252."""
    if not letter.escaped:
        return "%25"
    byte = bytes.fromhex(letter.span.cut(text)[1:])
    return percent_escaped(byte.decode("cp1252", "replace"))


DOUBLE_ENCODED: Final = Rule(
    code="DOI303",
    name="double-encoded",
    severity=Severity.HINT,
    summary="The percent-escapes of a DOI are escaped again: `%253C` for `<`.",
    why=(
        "If a program encodes a link that is already encoded, `%3C` becomes `%253C`. The link then "
        "leads to a DOI that nobody registered. A few registered DOIs do contain a literal `%3c`. "
        "So this is a hint until a look-up says which of the two exists."
    ),
    fix=FixKind.LOOKUP,
    check=_double_encoded,
    forms=URLS | ARGUMENTS,
    sharpened=True,
    of_name=True,
    of_letters=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1000/456%2523789)", "[t](https://doi.org/10.1000/456%23789)"
        ),
        Example(
            "<https://doi.org/10.1002/a%253C1::AID-A1%253E3.0.CO;2-1>",
            "<https://doi.org/10.1002/a%3C1::AID-A1%3E3.0.CO;2-1>",
            outcomes=(
                ("10.1002/a%3C1::AID-A1%3E3.0.CO;2-1", "missing"),
                ("10.1002/a<1::AID-A1>3.0.CO;2-1", "found"),
            ),
        ),
        Example("{doi}`10.1000/456%23789`", "{doi}`10.1000/456#789`"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/456%23789)"),
        Example("[t](https://doi.org/10.1000/50%25)"),
        Example(
            "[t](https://doi.org/10.1002/1522-239x(200205)113:1/2%253c7::aid-fedr7%253e3.0.co;2-5)",
            outcomes=(("10.1002/1522-239x(200205)113:1/2%3c7::aid-fedr7%3e3.0.co;2-5", "found"),),
        ),
    ),
)

OVER_ENCODED: Final = Rule(
    code="DOI304",
    name="over-encoded",
    severity=Severity.WARNING,
    summary="The first slash, a letter, digit or `-._~` of a DOI link is percent-encoded.",
    why=(
        "Some servers and proxies refuse `%2F` for the slash between prefix and suffix. And a DOI "
        "that is written in several ways looks like several works. `%2F` within the suffix and "
        "`%2C` are fine: the DOI Handbook of 2025 writes them. So are escapes that you may need, "
        "such as those of parentheses in Markdown. Escapes in small letters are a hint."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_over_encoded),
    forms=URLS,
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/10.1000%2F182)", LINK),
        Example(
            "[https://doi.org/10.1000%2F182](https://doi.org/10.1000%2F182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        Example("<https://doi.org/10.1000%2fabc%2Ddef>", "<https://doi.org/10.1000/abc-def>"),
        Example("[t](https://doi.org/10.1000/%61%2E%7E1)", "[t](https://doi.org/10.1000/a.~1)"),
        Example("[t](https://doi.org/10.1000/a%3cb%3e)", "[t](https://doi.org/10.1000/a%3Cb%3E)"),
    ),
    good=(
        Example("[t](https://doi.org/10.1016/S0010-4655%2800%2900228-9)"),
        Example("[t](https://doi.org/10.1000/a%3Cb%3E%23)"),
        Example("[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("[t](https://doi.org/10.6338/JDA.202212%2FSP_17(4).0000)"),
        Example("[t](doi:10.6338/JDA.202212%2FSP_17(4).0000)"),
        Example("[t](https://doi.org/10.1000/a%2Cb+c)"),
    ),
)

BAD_ESCAPE: Final = Rule(
    code="DOI307",
    name="bad-escape",
    severity=Severity.ERROR,
    summary="A DOI link contains a `%` that is not an escape, or escapes that are not UTF-8.",
    why=(
        "Programs treat such a link differently: some refuse it, some guess. Write a literal `%` "
        "as `%25`, and encode letters outside ASCII as UTF-8."
    ),
    fix=FixKind.UNSAFE,
    check=of_mention(_bad_escape),
    forms=URLS,
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/10.1000/caf%E9)", "[t](https://doi.org/10.1000/caf%C3%A9)"),
        Example("[t](https://doi.org/10.1000/50%zz)", "[t](https://doi.org/10.1000/50%25zz)"),
        Example("<https://doi.org/10.1000/100%>", "<https://doi.org/10.1000/100%25>"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/caf%C3%A9)"),
        Example("[t](https://doi.org/10.1000/50%25)"),
    ),
)
