"""DOI303, DOI307: escapes that are doubled or broken (RFC 3986 section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, graded, percent_escaped, place, unsafe
from mdlint_doi.lint.letters import (
    ESCAPES,
    Letter,
    around,
    decoded_again,
    letters,
)
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.rule import (
    ARGUMENTS,
    CHARACTERS,
    URLS,
    Example,
    Facts,
    FixKind,
    Problem,
    Rule,
    Trait,
    of_mention,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Reason, decode, parse_or_none
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_PARAMETER: Final = pattern(r"[?&][A-Za-z_.]+=")
"""Matches a parameter of a query, such as `?url_ver=`, which hardly any DOI contains."""


def _double_encoded(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, doi = mention.spelling, mention.doi
    if "%" not in spelling.name.cut(spelling.text) or _is_of_query(spelling):
        return
    once_more = decoded_again(spelling)
    known = facts.outcome(doi)
    if once_more is None or isinstance(known, Found):
        return
    # Without a second decoding, a text without a slash is no DOI at all.
    is_registered = isinstance(known, Missing) and isinstance(facts.outcome(once_more), Found)
    sure = is_registered or (doi is None and "%" not in str(once_more))
    how = "encoded twice" if spelling.encoded else "percent-encoded, but is read literally here"
    # In front matter and other values, and in a link that is no link to a resolver, the encoded
    # form may be right.
    is_open = mention.form in {Form.FRONT_MATTER, Form.VALUE} or (
        mention.form.is_link and not spelling.encoded
    )
    yield Problem(
        f"the DOI seems to be {how}; if {shown(str(once_more))} is meant, remove one level of"
        " escapes",
        place(mention, spelling.name),
        None if is_open else graded(mention, *_undoubling(mention), sure=sure, doi=once_more),
        Severity.ERROR if sure else None,
    )


DOUBLE_ENCODED: Final = Rule(
    code="DOI303",
    name="double-encoded",
    severity=Severity.HINT,
    summary="A DOI is percent-encoded twice: `%253C` for `<`.",
    why=(
        "If a program encodes a link that is already encoded, `%3C` becomes `%253C`. The link then "
        "leads to a DOI that is not registered. A few registered DOIs do contain a literal `%3c`, "
        "so the finding is only a hint until a look-up shows which of the two DOIs is registered."
    ),
    fix=FixKind.LOOKUP,
    check=_double_encoded,
    forms=URLS | ARGUMENTS,
    looks_at=CHARACTERS - {Trait.EXCEPTED},
    silenced_by_lookup=True,
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
        Example(
            "<https://doi.org/10.1109%252FMS.2013.97>", "<https://doi.org/10.1109%2FMS.2013.97>"
        ),
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


def _is_of_query(spelling: Spelling) -> bool:
    """Return whether the escapes belong to a query, of a different service or after the DOI."""
    if spelling.encoded:
        return spelling.kind in {Kind.CARRIER, Kind.PUBLISHER}
    return _PARAMETER.search(spelling.text, 0, spelling.text.index("%")) is not None


def _undoubling(mention: Mention) -> Iterator[Edit]:
    """Yield the edits that remove one level of escapes, which in a role is the only one."""
    spelling = mention.spelling
    if not spelling.encoded:
        for run in ESCAPES.finditer(spelling.text, spelling.name.start, spelling.name.end):
            yield edit(mention, Span(*run.span()), decode(run[0]))
        return
    found = letters(spelling)
    name = "".join(letter.character for letter in found)
    for run in ESCAPES.finditer(name):
        for at in range(run.start(), run.end(), 3):
            yield edit(mention, found[at].span, "%")


def _bad_escape(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    text = mention.spelling.text
    if mention.error is None or mention.error.reason is not Reason.BAD_ESCAPE:
        return
    found = letters(spelling)
    bad = [
        letter
        for letter in found
        if not letter.character or (not letter.escaped and letter.character == "%")
    ]
    # No letter is bad if the error is in the second level of escapes of a log-in page.
    written = text[bad[0].span.start :][:3] if bad else spelling.name.cut(text)
    meant = {letter.span: _meant(letter, text) for letter in bad}
    name = [
        decode(meant[letter.span]) if letter.span in meant else letter.character for letter in found
    ]
    doi = parse_or_none("".join(name)) if bad else None
    edits = [edit(mention, span, escape) for span, escape in meant.items()]
    yield Problem(
        f"'{shown(written)}' is not a valid percent-escape (UTF-8), so the link leads nowhere",
        place(mention, around(bad) if bad else spelling.name),
        unsafe(mention, *edits, doi=doi) if doi is not None else None,
    )


BAD_ESCAPE: Final = Rule(
    code="DOI307",
    name="bad-escape",
    severity=Severity.ERROR,
    summary="A DOI link contains a `%` that is not an escape, or escapes that are not UTF-8.",
    why=(
        "Programs treat such a link differently: some refuse it, and some guess. Write a literal "
        "`%` as `%25`, and encode letters outside ASCII as UTF-8."
    ),
    fix=FixKind.UNSAFE,
    check=of_mention(_bad_escape),
    forms=URLS,
    looks_at=CHARACTERS,
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


def _meant(letter: Letter, text: str) -> str:
    """Return the escape that is probably meant, of a percent sign or of a Windows-1252 letter."""
    if not letter.escaped:
        return "%25"
    byte = bytes.fromhex(letter.span.cut(text)[1:])
    return percent_escaped(byte.decode("cp1252", "replace"))
