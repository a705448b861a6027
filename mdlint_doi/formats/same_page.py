"""Whether a changed text still shows the same page, but for the DOI: what all guards share.

Both texts are made to HTML by the format's library; every DOI, as a link's target or in running
text, is replaced by one private character; what is left must be equal. A fix of a construct that
was no link before (a broken autolink, an unlinked name) makes a link where there was text; there
the page must be the one in which that character stands in the place of the construct. The price
is two full parses a round of fixes, and nothing where there is no fix.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from html import escape, unescape
from itertools import zip_longest
from typing import Final

from mdlint_doi.formats.reached import WORD, Mask, Reading
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.notations import PUBLISHERS, Notations
from mdlint_doi.text.pattern import pattern

_TAG: Final = pattern(r"(<[^<>]*>)")
_ATTRIBUTE: Final = pattern(
    r"""(\b(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE
)
_OWN_TEXT: Final = pattern(f'<a href="{WORD}">{WORD}</a>')
_ANY_TEXT: Final = pattern(
    rf'<a href="{WORD}"[^<>]*>[^<]*+(?:<(?!/?a\b)[^<]*+)*+</a>', re.IGNORECASE
)
_OWN: Final = f'<a href="{WORD}"'
_OTHER: Final = pattern(rf'<(?:a|img)\s[^<>]*?(?:href|src)="(?!{WORD}")[^<>]*>', re.IGNORECASE)
_LABEL: Final = pattern("\ue002[^\ue003]*\ue003")
_PROBLEMS: Final = pattern("\ue004([0-9]+)\ue005")
_RUN: Final = pattern(r"[^\s<>]+")
_SHORTEST_BLOCK: Final = 500
_COST: Final = Cost(0.3)
"""What it costs (`lint.guard`) to compare a page, which a library has made."""


class SamePage(Guard, ABC):
    """Compares two texts."""

    def __init__(self, notations: Notations = PUBLISHERS, work: WorkBound | None = None) -> None:
        """Take further hosts that resolve.

        Args:
            notations: what counts as a DOI.
            work: what may still be read for a document of which the texts are parts; None: they
                are documents.

        """
        self.notations = notations
        self.work = work or WorkBound()
        self._pages = Readings(self.work, _COST, self._page)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same page."""
        return self.compare(before, after, with_inert_edits(before, edits_of(fixes)), fixes)

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same page.

        Args:
            before: as it was.
            after: with fixes.
            inert: with the same edits, but `WORD` for each of their texts.
            fixes: which; their places are not looked at.

        """
        old, new = self._pages.of(before), self._pages.of(after)
        if not old.is_as_stated(new, fixes):
            return False
        if is_equal(old.content, new.content):
            return True
        if _LABEL.findall(old.content) != _LABEL.findall(new.content):
            return False
        return makes_links(old.content, new.content, self._pages.of(inert).content)

    @abstractmethod
    def html(self, text: str) -> str:
        """Return a text as HTML, `code` around what is no prose."""

    def others(self) -> Reading[str]:
        """Return what else must stay of the text that was made HTML last, DOIs masked.

        No fix may make or lose what stands between U+E002 and U+E003.
        """
        return Reading("", ())

    def _page(self, text: str) -> Reading[str]:
        page, others = self.masked(self.html(text)), self.others()
        return Reading(page.content + others.content, [*page.reached, *others.reached])

    def masked(self, html: str) -> Reading[str]:
        """Replace the DOIs in attributes and in text; what stands in code stays."""
        mask = Mask(self.notations)

        def attribute(match: re.Match[str]) -> str:
            target = unescape(match[2].strip("\"'"))
            return f'{match[1].lower()}"{escape(mask.address(target))}"'

        pieces = _TAG.split(html)
        in_code = 0
        for at, piece in enumerate(pieces):
            if at % 2:
                in_code += piece.startswith("<code") - piece.startswith("</code")
                pieces[at] = _ATTRIBUTE.sub(attribute, piece)
            elif piece and in_code <= 0:
                pieces[at] = escape(mask.text(unescape(piece)), quote=False)
        return Reading("".join(pieces), mask.reached)


def apart(starts: Iterable[int]) -> list[int]:
    """Return where blocks begin, short ones taken together: to begin with a text takes time, too.

    Args:
        starts: where they begin, in order.

    """
    kept: list[int] = []
    for start in starts:
        if not kept or start - kept[-1] >= _SHORTEST_BLOCK:
            kept.append(start)
    return kept


def is_equal(old: str, new: str) -> bool:
    """Return whether two pages, or the same part of two, are equal, their DOIs masked."""
    return _without_own(old) == _without_own(new) and _has_no_more_problems(old, new)


def _without_own(page: str) -> str:
    return _PROBLEMS.sub("", _OWN_TEXT.sub(WORD, page))


def makes_links(old: str, new: str, inert: str) -> bool:
    """Return whether a page, or a part of it, differs by links alone that edits made of DOIs.

    Args:
        old: as it was.
        new: with edits.
        inert: with the same edits, but `WORD` for each of their texts.

    """
    is_loosely_equal = _loose(inert) == _loose(new) and _keeps_links(old, new)
    return is_loosely_equal and _has_no_more_problems(old, new)


def with_problems(html: str, problems: int) -> str:
    """Return a page, or a part of one, and how many problems its library has with it.

    There may be fewer once fixes are made: two targets of one name are none if they are equal.
    """
    return f"{html}\ue004{problems}\ue005"


def _has_no_more_problems(old: str, new: str) -> bool:
    before, after = (map(int, _PROBLEMS.findall(page)) for page in (old, new))
    return all(one >= two for one, two in zip_longest(before, after, fillvalue=0))


def with_inert_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return a text with edits that put `WORD` in the place of each of their texts."""
    return apply_edits(text, [_inert(edit) for edit in edits])


def _inert(edit: Edit) -> Edit:
    """Return the edit with the private character for its text; blanks around it stay."""
    text = edit.replacement
    head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return Edit(edit.span, f"{head}{WORD}{tail}" if text.strip() else WORD)


def _loose(page: str) -> str:
    """Make every link to a DOI, and every word that holds one, a single character."""
    return _RUN.sub(_word, _ANY_TEXT.sub(WORD, _PROBLEMS.sub("", page)))


def _keeps_links(old: str, new: str) -> bool:
    """Return whether links and images are still there: no edit takes them for a part of a DOI."""
    return new.count(_OWN) >= old.count(_OWN) and _OTHER.findall(old) == _OTHER.findall(new)


def _word(run: re.Match[str]) -> str:
    # Marks that were to make a link and made none are to be seen.
    is_none = "](" in run[0] or "`__" in run[0]
    return WORD if WORD in run[0] and not is_none else run[0]
