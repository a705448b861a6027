"""DOI208: the text of a link is a different DOI than its target.

Only a text that is just a DOI, or obviously a damaged one, is compared: in real documents, three of
five mismatches are damaged DOIs (without the first digit, or without the final `;2`). If there are
other words, the text may be about a different work on purpose. A Zenodo badge also counts as a
text. It may show the DOI of all versions and link to one of them; only look-ups could decide this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Form, Mention, shown, shown_name
from mdlint_doi.lint.rule import ANY_NAME, LINKS, Example, Problem, Rule, Trait, of_mention
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import decode, fold
from mdlint_doi.names.link import whole_name
from mdlint_doi.names.lookalikes import plain_text
from mdlint_doi.names.spelling import ARXIV, ARXIV_PREFIX, ZENODO_PREFIX, Kind
from mdlint_doi.text.pattern import pattern

_LONGEST: Final = 300
"""Longer texts are not compared, in code points; DOIs are shorter."""
_LABEL: Final = pattern(
    r"""(?: https?:/+ | // )? (?: (?:dx\.|www\.)? doi\.org | hdl\.handle\.net ) /+ (?:doi:)?
      | (?: info:doi/ | urn:doi: | doi \s* [:=.]? ) \s* """,
    re.VERBOSE | re.IGNORECASE,
)
_NAME: Final = pattern(r"10\.\d{3,9}[/.:]\S+")
_MANGLED: Final = pattern(r"[01]?\.\d{3,9}/\S+")
_LABELLED: Final = pattern(r"[\d.,]{3,}/\S+")
_SEVERAL: Final = pattern(
    r"10\.\d{4,9}/\S*[;,|&/]\s*(?:doi:|https?://\S*/)?10\.\d{4,9}/", re.IGNORECASE
)
_MARKUP: Final = pattern(r"\\(?=[!-/:-@\[-`{-~])|[{}](?=\\)|(?<=_)\}")
_ATTRIBUTES: Final = pattern(r"\]\{[:#.][^{}]*\}")
"""Matches the attributes of a span in Pandoc: `[https://doi.org/…]{.underline}`."""
_ENTITIES: Final = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_BEFORE_NUMBER: Final = pattern(
    r"[\W_]*(?:(?:https?|www|export|arxiv|e?prints?|preprint|org|abs|pdf|number|no|id)[\W_]*)*",
    re.IGNORECASE,
)
_BEHIND_NUMBER: Final = pattern(r"[\d.]*\W*(?:[a-z-]+(?:\.[a-z-]+)?\]\W*)?", re.IGNORECASE)
"""These two match the text around an arXiv number: a label, an address, a subject class."""
_ELLIPSIS: Final = pattern(r"\u2026|\.{3,}|\[\u2026\]")
_OUTSIDE: Final = " \t\r\n.,;:!?'\"()[]{}<>*_`\u2018\u2019\u201c\u201d\u00ab\u00bb"
_RECORD: Final = pattern(r"10\.5281(?:/|%2f)(zenodo\.[0-9]++)", re.IGNORECASE)
_PICTURE: Final = pattern(r"!\[[^\[\]]*+\]\([ <]*+([^\s()<>]++)")
_ELEMENT: Final = pattern(r"\s*+<img\s[^<>]*?\bsrc\s*=\s*[\"']?([^\s\"'<>]++)", re.IGNORECASE)
_DIRECTIVE: Final = pattern(
    r"image::[ \t]++(\S++)(?:[\r\n]++[ \t]++:[a-z-]++:[^\r\n]*+)*?[\r\n]++[ \t]++:target:[ \t]*+\Z"
)
_REACH: Final = 500
"""The maximum distance between a link's target and its picture, in code points."""


def _text_target_mismatch(mention: Mention) -> Iterator[Problem]:
    title, doi = mention.title, mention.doi
    yield from _other_badge(mention)
    is_of_arxiv = doi is not None and doi.prefix == ARXIV_PREFIX
    if title and (is_of_arxiv or mention.spelling.kind is Kind.IDENTIFIER):
        yield from _other_number(mention, title)
        return
    text = doi_text(title) if title else None
    if text is None or doi is None or doi.is_short:
        return
    targets = dict.fromkeys(map(str, (doi, whole_name(mention.spelling) or doi)))
    if not any(_same(text, target) for target in targets):
        message = f"the text says {shown(text)}, but the link goes to {shown(str(doi))}"
        yield Problem(message, mention.span)


TEXT_TARGET_MISMATCH: Final = Rule(
    code="DOI208",
    name="text-target-mismatch",
    severity=Severity.WARNING,
    summary="The text of a link is a DOI, but the link leads to a different DOI.",
    why=(
        "One of the two DOIs is wrong, and only you can decide which. Readers of the printed page "
        "see one DOI, and readers who click the link get the other. Links often show a DOI and "
        "lead to a page whose address contains none; such links are not reported. If a Zenodo "
        "badge shows one record and links to a different one, the finding is only a hint, because "
        "both may be versions of the same work."
    ),
    check=of_mention(_text_target_mismatch),
    forms=LINKS | {Form.ROLE, Form.VALUE},
    looks_at=ANY_NAME | {Trait.IDENTIFIER, Trait.REPEATED},
    bad=(
        Example("[10.1000/182](https://doi.org/10.1000/183)"),
        Example("[doi:10.1000/182](https://doi.org/10.1000/183)"),
        Example("[https://doi.org/10.1000/182](https://doi.org/10.1000/183)"),
        Example("[0.1101/083766](https://doi.org/10.1101/083766)"),
        Example(
            "[10.1890/0012-9658(2006)87.0.CO](https://doi.org/10.1890/0012-9658(2006)87.0.CO;2)"
        ),
        Example("[10.1000/182][r]\n\n[r]: https://doi.org/10.1000/183"),
        Example("{doi}`10.1000/182 <10.1000/183>`"),
        Example("[arXiv:2406.00735](https://arxiv.org/abs/2406.02610)"),
        Example(
            "[![DOI](https://zenodo.org/badge/DOI/10.5281/zenodo.3476425.svg)]"
            "(https://doi.org/10.5281/zenodo.8424697)"
        ),
        Example("[arXiv:2107.2105.13330](https://doi.org/10.48550/arXiv.2105.13330)"),
        Example(
            "@misc{a, eprint = {1809.02977}, url = {https://arxiv.org/abs/1811.10276}}",
            file="refs.bib",
        ),
    ),
    good=(
        Example("[[https://doi.org/10.1000/182]{.underline}](https://doi.org/10.1000/182)"),
        Example("[10.1000/182](https://doi.org/10.1000/182)"),
        Example(
            "[![DOI](https://zenodo.org/badge/DOI/10.5281/zenodo.3476425.svg)]"
            "(https://doi.org/10.5281/zenodo.3476425)"
        ),
        Example("[doi:10.1000/ABC](https://doi.org/10.1000/abc)"),
        Example("[10.1000/a\\<b\\>](https://doi.org/10.1000/a%3Cb%3E)"),
        Example("[(10.1000/182).](https://doi.org/10.1000/182)"),
        Example("[10.1000/18…](https://doi.org/10.1000/182)"),
        Example("[the paper, 10.1000/182](https://doi.org/10.1000/183)"),
        Example("[10.1000/182](https://pubmed.ncbi.nlm.nih.gov/12345678/)"),
        Example("[10.1000/182](https://doi.org/10/dvr36h)"),
        Example("[10.1000/1;10.1000/2](https://doi.org/10.1000/1)"),
        Example("[DOI](https://doi.org/10.1000/182)"),
        Example("[arXiv:2406.00735v2 [cs.CL]](https://arxiv.org/pdf/2406.00735)"),
        Example("[doi:10.1000/182](https://arxiv.org/abs/2406.00735)"),
        Example("[the sequel to arXiv:2406.00735](https://arxiv.org/abs/2406.02610)"),
    ),
)


def _other_number(mention: Mention, title: str) -> Iterator[Problem]:
    """Yield the problem of a text that is an arXiv number, if the link leads to another paper."""
    from mdlint_doi.names.repository_numbers import identifiers

    title = title.strip()
    numbers = [*identifiers(title[:_LONGEST], (ARXIV,))]
    if len(numbers) != 1 or mention.doi in {None, numbers[0][1].doi}:
        return
    span = numbers[0][0]
    before = title[: span.start]
    behind = title[span.end :]
    if _BEFORE_NUMBER.fullmatch(before) and _BEHIND_NUMBER.fullmatch(behind):
        says, goes = "the text", "the link goes to"
        if mention.form is Form.VALUE:
            says, goes = "a different field of the entry", "this field names"
        message = f"{says} says {shown(title)}, but {goes} {shown_name(mention)}"
        yield Problem(message, mention.span)


def _other_badge(mention: Mention) -> Iterator[Problem]:
    """Yield the problem of a Zenodo badge that shows a different record than that of the link."""
    doi = mention.doi
    if doi is None or doi.prefix != ZENODO_PREFIX or mention.form not in LINKS:
        return
    records = (_RECORD.search(address) for address in _pictures(mention))
    shows = [f"{ZENODO_PREFIX}/{match[1].lower()}" for match in records if match]
    if shows and doi.key not in shows:
        message = f"the badge shows {shows[0]}, but the link goes to {shown_name(mention)}"
        yield Problem(message, mention.span, severity=Severity.HINT)


def _pictures(mention: Mention) -> Iterator[str]:
    """Yield the addresses of the pictures inside a link."""
    text, start, end = mention.source.text, mention.span.start, mention.span.end
    if mention.form is Form.DESTINATION:
        yield from _PICTURE.findall(text, start, min(end, start + _REACH))
        before = text[max(0, start - _REACH) : start]
        yield from _DIRECTIVE.findall(before)
    elif mention.form is Form.ATTRIBUTE:
        picture = _ELEMENT.match(text, end, end + _REACH)
        if picture:
            yield picture[1]


def doi_text(title: str) -> str | None:
    """Return the DOI in a link's text, without labels; None unless it is the whole text."""
    if len(title) > _LONGEST:
        return None
    text = plain_text(title).strip()
    if "/" not in text and "10" not in text:
        return None
    for escaped, character in _ENTITIES:
        text = text.replace(escaped, character)
    text = _MARKUP.sub("", _ATTRIBUTES.sub("", text)).lstrip("([{<*_`'\"")
    label = _LABEL.match(text)
    name = text[label.end() :] if label else text
    if _SEVERAL.search(name):
        return None
    if _NAME.fullmatch(name) or _MANGLED.fullmatch(name) or (label and _LABELLED.fullmatch(name)):
        return name
    return None


def _same(text: str, target: str) -> bool:
    """Return whether a text shows the target's DOI.

    Escapes, case, punctuation around the DOI, and an ellipsis in the middle do not count.
    """
    mine, yours = _forms(text), _forms(target)
    if mine & yours:
        return True
    pieces = _ELLIPSIS.split(text)
    if len(pieces) == 1:
        return False
    start, end = (fold(pieces[0]), fold(pieces[-1].rstrip(_OUTSIDE)))
    return any(form.startswith(start) and form.endswith(end) for form in yours)


def _forms(name: str) -> set[str]:
    """Return the forms of a DOI to compare: unchanged and decoded, with and without punctuation."""
    try:
        forms = {name, decode(name)}
    except ValueError:
        forms = {name}
    folded = {fold(plain_text(form)) for form in forms}
    return folded | {form.rstrip(_OUTSIDE) for form in folded}
