"""DOI104, DOI206, DOI305, DOI306: parts of a written DOI that do not belong to it.

DOI104: punctuation of the sentence inside a link or a role. A character with which no DOI ends can
be removed safely. A few DOIs end with other punctuation, such as a full stop: a look-up decides.
Without a look-up, this is a warning only in the target of a link, where there is no sentence.
DOI206: trackers after the DOI in a link. DOI305, DOI306: escapes that a converter left in a DOI,
and parts that a browser removes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, graded, name_text, place, safe, shared
from mdlint_doi.lint.letters import (
    Letter,
    are_never_last,
    around,
    holds_another,
    is_path,
    letters,
    listed,
    suggested,
    surplus_at_end,
    without_punctuation,
)
from mdlint_doi.lint.model import Edit, Form, Mention, shown
from mdlint_doi.lint.rule import (
    ARGUMENTS,
    CHARACTERS,
    LINK,
    NAMED,
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
from mdlint_doi.names.doi import parse_or_none
from mdlint_doi.names.link import holds_address, with_entities, without_trackers
from mdlint_doi.names.markup_escapes import RESIDUE, meant
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_SIGN: Final = pattern(r"[\\&{$]|%5C|%26|%7B|%24", re.IGNORECASE)
"""Matches the first character of each escape."""
_REST: Final = pattern(r"\\(?:[A-Za-z]+|[\"'`^~=.](?=[A-Za-z{\\]))|[{}]|\$(?=[^$]*\$)")
"""Matches TeX that is not in the table of escapes: other macros, accents and groups."""
_SPECIAL_IN_TEX: Final = frozenset("_#%&$~^\\")
_SEGMENT: Final = pattern(r"(?<=/)(\.\.?)(?:(/)|\Z)")
_WORD: Final = pattern(r"[A-Za-z0-9]")
_TARGETS: Final = frozenset(
    {Form.DESTINATION, Form.DEFINITION, Form.IMAGE, Form.ATTRIBUTE, Form.AUTOLINK}
)
"""The forms in which markup delimits an address."""
_OF_TEXT: Final = frozenset("'\"()[]{},.;:!?")
_JOINING: Final = frozenset("*_~-=&%@$^+#?/\\([{`|}")
"""Characters that may be inside a DOI, and do not usually end an address in running text."""


def _escape_residue(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = with_entities(mention.spelling)
    if not _SIGN.search(spelling.text, spelling.name.start, spelling.name.end) or isinstance(
        facts.outcome(mention.doi), Found
    ):
        return
    found = letters(spelling)
    name = "".join(letter.character or "\ufffd" for letter in found)
    runs = list(RESIDUE.finditer(name))
    after = RESIDUE.sub(meant, name)
    in_tex = mention.container is not None and mention.container.is_tex
    others = [*_REST.finditer(name)] if in_tex and _REST.search(after) else []
    if not (runs or others):
        return
    first, *_ = every = runs or others
    written = around(found[slice(*first.span())]).cut(spelling.text)
    advice = f"write '{shown(meant(first))}'" if runs and meant(first) else "remove it"
    advice = advice if runs else "write the character itself"
    doi = parse_or_none(after)
    # Styles that print the field as it is need the escapes of TeX's special characters.
    sure = not in_tex or all(
        meant(run) not in _SPECIAL_IN_TEX for run in runs if run["entity"] is None
    )
    edits = [change for run in runs for change in _edits(mention, found, run)]
    yield Problem(
        f"'{shown(written)}' in a DOI is left over from markup; {advice}",
        place(mention, around(found[every[0].start() : every[-1].end()])),
        graded(mention, *edits, sure=sure, doi=doi) if doi is not None and not others else None,
    )


ESCAPE_RESIDUE: Final = Rule(
    code="DOI305",
    name="escape-residue",
    severity=Severity.WARNING,
    summary="A DOI contains an escape, such as `\\_`, `&lt;` or `{\\_}`, that no program decodes.",
    why=(
        "Such an escape remains when text is escaped twice or copied from HTML or BibTeX. The "
        "backslash or the entity becomes part of the DOI, and the link leads nowhere. Escapes that "
        "Markdown itself decodes, such as `\\(`, are not reported. In the `doi` field of a BibTeX "
        "entry, the fix for `\\_` and other special characters of TeX is not safe, because styles "
        "that print the field as it is need the backslash."
    ),
    fix=FixKind.SAFE,
    check=_escape_residue,
    forms=NAMED - {Form.LINK_TEXT},
    looks_at=CHARACTERS - {Trait.EXCEPTED},
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://doi.org/10.1000/a\\\\_b)", "[t](https://doi.org/10.1000/a_b)"),
        Example("<https://doi.org/10.1000/a%5C_b>", "<https://doi.org/10.1000/a_b>"),
        Example("[t](https://doi.org/10.1000/a{\\\\_}b)", "[t](https://doi.org/10.1000/a_b)"),
        Example(
            "@book{a, doi = {10.1000/a{\\string_}b\\string_c}}",
            "@book{a, doi = {10.1000/a_b_c}}",
            file="refs.bib",
        ),
        Example(
            "@book{a, doi = {10.1002/x{\\textless}1{$>$}3.0.CO;2-1}}",
            "@book{a, doi = {10.1002/x<1>3.0.CO;2-1}}",
            file="refs.bib",
        ),
        Example('@book{a, doi = {10.1000/gr{\\"o}{\\ss}e}}', file="refs.bib"),
        Example(
            "[t](https://doi.org/10.1002/x&amp;lt;1::AID-A1&amp;gt;3.0.CO;2-1)",
            "[t](https://doi.org/10.1002/x%3C1::AID-A1%3E3.0.CO;2-1)",
        ),
        Example("{doi}`10.1000/a\\_b`", "{doi}`10.1000/a_b`"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/a\\_b)"),
        Example("[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9)"),
        Example("[t](https://doi.org/10.1002/x&lt;1::AID-A1&gt;3.0.CO;2-1)"),
        Example("[t](https://doi.org/10.1000/a%5Cb)"),
    ),
)


def _edits(mention: Mention, found: Sequence[Letter], run: re.Match[str]) -> Iterator[Edit]:
    """Yield the edits that remove an escape but keep its letter, or that replace the escape."""
    run_letters = found[run.start() : run.end()]
    character = meant(run)
    kept = [letter for letter in run_letters if letter.character == character]
    if run["entity"] is not None or len(kept) != 1:
        yield edit(mention, around(run_letters), name_text(mention, character))
        return
    for letter in run_letters:
        if letter is not kept[0]:
            yield edit(mention, letter.span, "")


def _dot_segment(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = mention.spelling
    written = spelling.name.cut(spelling.text)
    if ("/." not in written and "%2" not in written) or not is_path(spelling):
        return
    found = letters(spelling)
    name = "".join(letter.character or "\ufffd" for letter in found)
    spans = []
    for segment in _SEGMENT.finditer(name):
        if segment[2] is None and isinstance(facts.outcome(mention.doi), Missing):
            continue  # the dots belong to the sentence (DOI104)
        last = segment.end(1)
        before = found[segment.start() - 1]
        after = found[last] if segment[2] else None
        if not before.escaped and not (after and after.escaped):
            spans.append(after.span if after else before.span)
    if spans:
        yield Problem(
            "browsers remove '/./' and '/../' from a link, so it leads to a different DOI;"
            " encode one slash as %2F",
            place(mention, Span(spans[0].start, spans[-1].end)),
            safe(mention, *(edit(mention, span, "%2F") for span in spans)),
        )


DOT_SEGMENT: Final = Rule(
    code="DOI306",
    name="dot-segment",
    severity=Severity.WARNING,
    summary="A DOI link contains `/./` or `/../`.",
    why=(
        "Browsers and many programs remove such parts before they send the request, so the "
        "resolver receives a different DOI. The DOI Handbook recommends encoding one slash of each "
        "such part. Encoding the dots does not help."
    ),
    fix=FixKind.SAFE,
    check=_dot_segment,
    forms=URLS,
    looks_at=CHARACTERS,
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://doi.org/10.1000/a/../b)", "[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("<https://doi.org/10.1000/./b>", "<https://doi.org/10.1000/.%2Fb>"),
        Example("<https://doi.org/10.1000/a/.>", "<https://doi.org/10.1000/a%2F.>"),
        Example(
            "[t](https://doi.org/10.1000/a/%2E%2E/b)", "[t](https://doi.org/10.1000/a/%2E%2E%2Fb)"
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("[t](https://doi.org/10.1000/a..b/c)"),
        Example("<https://doi.org/10.1000/a/.>", outcomes=(("10.1000/a/.", "missing"),)),
        Example("The DOI 10.1000/a/../b is in the text."),
    ),
)


def _trailing_punctuation(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi = mention.doi
    shorter = without_punctuation(mention)
    known = facts.outcome(doi)
    if doi is None or shorter is None or isinstance(known, Found):
        return
    found = surplus_at_end(mention)
    if not isinstance(known, Missing) and _is_dot_segment(mention, found):
        return
    # If the text contains a space or another DOI, a mark may belong to it and not be surplus.
    kept = letters(mention.spelling)[: -len(found)]
    is_prose = holds_another(mention.spelling) or any(letter.character == " " for letter in kept)
    sure = are_never_last(found) and not is_prose
    confirmed = suggested(mention, facts) == (shorter,)
    text = "".join(letter.character for letter in found)
    belongs, it = ("belong", "them") if len({*text}) > 1 else ("belongs", "it")
    what = f"{listed(found)} at the end {belongs} to the sentence, not to the DOI"
    if _WORD.search(text):
        what = f"'{shown(text)}' at the end is markup, not part of the DOI"
        it = "it"
    # In running text, the mark belongs to the text, even if a program includes it in the link.
    in_text = mention.form is Form.BARE_LINK
    shorten = edit(mention, around(found), "")
    yield Problem(
        f"{what}; {f'keep {it} out of the link' if in_text else f'remove {it}'}",
        place(mention, around(found)),
        None if in_text else graded(mention, shorten, sure=sure or confirmed, doi=shorter),
        None if sure or _is_reported(mention, known, is_prose=is_prose) else Severity.HINT,
    )


TRAILING_PUNCTUATION: Final = Rule(
    code="DOI104",
    name="trailing-punctuation",
    severity=Severity.WARNING,
    summary=(
        "A link or role includes a full stop, comma, quotation mark or bracket that belongs to the "
        "sentence."
    ),
    why=(
        "The mark becomes part of the DOI, and the link leads nowhere. A few DOIs really do end in "
        "a full stop. Without a look-up, a `.`, `:`, `;`, `!` or `?` is therefore only a hint. In "
        "the target of a link, such as `[text](target)`, such a mark is a warning, because a "
        "sentence cannot end there."
    ),
    fix=FixKind.LOOKUP,
    check=_trailing_punctuation,
    forms=URLS | ARGUMENTS,
    looks_at=CHARACTERS - {Trait.EXCEPTED},
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://doi.org/10.1000/182,)", LINK),
        Example("[t](<https://doi.org/10.1000/182)>)", "[t](<https://doi.org/10.1000/182>)"),
        Example("<https://doi.org/10.1000/182].>", "<https://doi.org/10.1000/182>"),
        Example(
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9\\))",
            "[t](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9)",
        ),
        Example("{doi}`10.1000/182.`", "{doi}`10.1000/182`"),
        Example("[t](https://doi.org/10.1000/182\\\\)", LINK),
        Example("[t](https://doi.org/10.1000/182</a>)", LINK),
        Example("[t](https://doi.org/10.1000/182[1])", LINK),
        Example(
            "[t](https://doi.org/10.1000/182.)",
            LINK,
            outcomes=(("10.1000/182.", "missing"), ("10.1000/182", "found")),
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1016/S0010-4655(00)00228-9)"),
        Example("See https://doi.org/10.1000/182, and more."),
        Example("(https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.57800/faunitaxys-12(49))"),
        Example("[t](https://doi.org/10.17147/asui.)", outcomes=(("10.17147/asui.", "found"),)),
    ),
)


def _is_dot_segment(mention: Mention, found: Sequence[Letter]) -> bool:
    """Return whether letters at the end are the dots after a slash, which DOI306 reports."""
    every = letters(mention.spelling)
    is_after_slash = every[len(every) - len(found) - 1].character == "/"
    dots = "".join(letter.character for letter in found)
    return is_after_slash and dots in {".", ".."} and is_path(mention.spelling)


def _is_reported(mention: Mention, known: Outcome | None, *, is_prose: bool) -> bool:
    """Return whether a mark is more than a hint: in an unregistered DOI, or in a link's target.

    After a failed look-up, it is always a hint.
    """
    if isinstance(known, Unknown) and known.cause is not Cause.OFFLINE:
        return False
    return isinstance(known, Missing) or (mention.form in _TARGETS and not is_prose)


def _tracking_parts(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    tail = spelling.tail.cut(spelling.text)
    if spelling.kind is not Kind.LINK or not tail:
        return
    rest = without_trackers(tail)
    if rest != tail:
        loses_more = holds_address(tail) or _is_glued(mention)
        start, end = shared(tail, rest)
        surplus = Span(spelling.tail.start + start, spelling.tail.end - end)
        smallest = edit(mention, surplus, rest[start : len(rest) - end])
        yield Problem(
            "the DOI link contains tracking parameters; remove them",
            place(mention, spelling.tail),
            None if loses_more else safe(mention, smallest),
        )


TRACKING_PARTS: Final = Rule(
    code="DOI206",
    name="tracking-parts",
    severity=Severity.WARNING,
    summary="A DOI link contains `?utm_…`, `fbclid`, `#:~:text=` or another tracker.",
    why=(
        "Trackers are copied from the address bar of a browser. The resolver passes some of them "
        "on, link checkers treat each variant as a different link, and your readers are tracked."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_tracking_parts),
    forms=URLS,
    looks_at=CHARACTERS,
    bad=(
        Example("[t](https://doi.org/10.1000/182?utm_source=news&utm_medium=mail)", LINK),
        Example("<https://doi.org/10.1000/182?fbclid=IwAR0>", "<https://doi.org/10.1000/182>"),
        Example("[t](https://doi.org/10.1000/182#:~:text=handbook)", LINK),
        Example(
            "[t](https://doi.org/10.1000/182?noredirect&utm_source=x#sec2)",
            "[t](https://doi.org/10.1000/182?noredirect#sec2)",
        ),
        Example("https://doi.org/10.1000/182#:~:text=handbookhttps://doi.org/10.1000/183"),
        Example("[t](https://doi.org/10.1000/182?utm_source=x;https://doi.org/10.1000/183)"),
        Example("++https://doi.org/10.1000/182?utm_source=x++"),
    ),
    good=(
        Example(LINK),
        Example("[t](https://doi.org/10.1000/182?noredirect)"),
        Example("[t](https://doi.org/10.1000/182?type=URL&auth)"),
        Example("[t](https://doi.org/10.1000/182#sec2)"),
    ),
)


def _is_glued(mention: Mention) -> bool:
    """Return whether a bare link includes, or could include after a fix, text that follows it.

    It could if a word follows directly, a mark that only some programs leave out of links, or any
    other ASCII mark and then a word. A `*` after the link does not count if another `*` is before
    it, because all programs leave it out; this is not the case for `_` and `~`. It includes such
    text if its last character is also before it, as in `++link++`, or is punctuation of the
    sentence, which docutils includes if `>` follows.
    """
    if mention.form is not Form.BARE_LINK:
        return False
    before, behind = mention.around
    after, following = behind[:1], behind[1:]
    last = mention.written.text[-1:]
    if last in _OF_TEXT or (last == before and not last.isalnum()):
        return True
    if after == before == "*":
        return False
    if after in _JOINING or after.isalnum():
        return True
    return following.isalnum() and after.isascii() and not (after.isspace() or after in "<>")
