"""DOI305, DOI306: what a converter left in a name, and what a browser takes out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, name_text, place, safe
from mdlint_doi.lint.letters import Letter, around, letters, stands_in_path
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.lint.rule import NAMED, URLS, Example, Facts, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.doi import parse_or_none
from mdlint_doi.names.link_tail import ENTITY_CODE, with_entities
from mdlint_doi.names.outcome import Found
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_RESIDUE: Final = pattern(
    r"""
      \{ \\ (?: string )? (?P<tex> [_#%&$] ) \}   # BibTeX
    | \\ string (?P<string> [_#%&$] )          # TeX
    | \\ (?P<mark> [!"\#$%&'()*+,./:;<=>?@\[\]^_`{|}~-] )
    """
    rf"| & (?P<entity> lt | gt | amp | quot | \#{ENTITY_CODE} ) ;",
    re.VERBOSE,
)
_SIGN: Final = pattern(r"[\\&]|%5C|%26", re.IGNORECASE)
_SEGMENT: Final = pattern(r"(?<=/)(\.\.?)(?:(/)|\Z)")


def _escape_residue(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling = with_entities(mention.spelling)
    if not _SIGN.search(spelling.text, *spelling.name):
        return
    found = letters(spelling)
    name = "".join(one.character or "\ufffd" for one in found)
    runs = list(_RESIDUE.finditer(name))
    if not runs or isinstance(facts.outcome(mention.doi), Found):
        return
    first = runs[0]
    doi = parse_or_none(_RESIDUE.sub(_meant, name))
    edits = [one for run in runs for one in _edits(mention, found, run)]
    yield Problem(
        f"'{shown(first[0])}' in a DOI is left over from markup; write '{shown(_meant(first))}'",
        place(mention, around(found[first.start() : runs[-1].end()])),
        safe(mention, *edits, doi=doi) if doi is not None else None,
    )


def _meant(run: re.Match[str]) -> str:
    entity = run["entity"]
    if entity is None:
        return run["tex"] or run["string"] or run["mark"]
    if entity in _NAMED:
        return _NAMED[entity]
    code = entity.removeprefix("#").lower()
    return chr(int(f"0{code}", 16) if code[0] == "x" else int(code))


def _edits(mention: Mention, found: Sequence[Letter], run: re.Match[str]) -> Iterator[Edit]:
    """Keep the letter that was escaped, take the escape away; write entities anew."""
    run_letters = found[run.start() : run.end()]
    if run["entity"] is None:
        kept = run.start(run.lastgroup or 0) - run.start()
        for at, letter in enumerate(run_letters):
            if at != kept or run[0][at] in "{}":
                yield edit(mention, letter.span, "")
        return
    yield edit(mention, around(run_letters), name_text(mention, _meant(run)))


def _dot_segment(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    written = spelling.name.cut(spelling.text)
    if ("/." not in written and "%2" not in written) or not stands_in_path(spelling):
        return
    found = letters(spelling)
    name = "".join(one.character or "\ufffd" for one in found)
    spans = []
    for segment in _SEGMENT.finditer(name):
        last = segment.end(1)
        before, after = found[segment.start() - 1], found[last] if segment[2] else None
        if not before.escaped and not (after and after.escaped):
            spans.append(after.span if after else before.span)
    if spans:
        yield Problem(
            "browsers remove '/./' and '/../' from a link, so it leads to another DOI;"
            " encode a slash",
            place(mention, Span(spans[0].start, spans[-1].end)),
            safe(mention, *(edit(mention, span, "%2F") for span in spans)),
        )


ESCAPE_RESIDUE: Final = Rule(
    code="DOI305",
    name="escape-residue",
    severity=Severity.WARNING,
    summary="A DOI contains `\\_`, `&lt;` or `{\\_}` that no program decodes.",
    why=(
        "This happens when text is escaped twice, or copied out of HTML and BibTeX. The "
        "backslash or the entity becomes part of the DOI, and the link leads nowhere. Escapes that "
        "Markdown itself decodes, such as `\\(`, are not reported."
    ),
    fix=FixKind.SAFE,
    check=_escape_residue,
    forms=NAMED - {Form.LINK_TEXT},
    sharpened=True,
    of_name=True,
    of_letters=True,
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

DOT_SEGMENT: Final = Rule(
    code="DOI306",
    name="dot-segment",
    severity=Severity.WARNING,
    summary="A DOI link contains `/./` or `/../`.",
    why=(
        "Browsers and many programs remove such parts before they send the request, so the "
        "resolver gets another DOI. The DOI Handbook says to encode one slash of each. An "
        "encoded dot does not help."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_dot_segment),
    forms=URLS,
    of_letters=True,
    bad=(
        Example("[t](https://doi.org/10.1000/a/../b)", "[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("<https://doi.org/10.1000/./b>", "<https://doi.org/10.1000/.%2Fb>"),
        Example(
            "[t](https://doi.org/10.1000/a/%2E%2E/b)", "[t](https://doi.org/10.1000/a/%2E%2E%2Fb)"
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/a/..%2Fb)"),
        Example("[t](https://doi.org/10.1000/a..b/c)"),
        Example("The name 10.1000/a/../b in the text."),
    ),
)
