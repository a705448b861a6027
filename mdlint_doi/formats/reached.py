"""The DOIs that a reader of a document reaches, and a check that fixes changed only these.

Every guard reads a document before and after its fixes with the format's own library and replaces
each DOI with the same word. Then it compares the remaining texts, and the DOIs in the order in
which a reader finds them. Where a mention was fixed, the new DOI must be the one that its finding
states (`Fix.doi`); everywhere else, the DOIs must be the same.

Prose is compared as HTML (`SamePage`). The fix of a construct that was no link before makes a link
from text; there, the page must be the same as if the word were inserted in that place.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from html import escape, unescape
from itertools import zip_longest
from typing import Any, Final, Generic, NamedTuple, TypeVar

from mdlint_doi.formats.values import inside_markup, may_contain_doi, read_name, read_value
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.markup_escapes import without_escapes
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import PUBLISHERS, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import URL_BLANKS, url_text

_T = TypeVar("_T")

WORD: Final = "\ue000"
"""The word that replaces each DOI."""
_TAG: Final = pattern(r"(<[^<>]*>)")
_ATTRIBUTE: Final = pattern(
    r"""(\b(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE
)
_COMPONENT: Final = pattern(r"<[A-Z][A-Z0-9]*+[a-z]")
_ANY_ATTRIBUTE: Final = pattern(r"""(\s[A-Za-z_:][\w.:-]*+\s*+=\s*+)("[^"]*"|'[^']*'|[^\s"'>]+)""")
"""Any attribute, for components, whose attributes may have any name."""
_OWN_TEXT: Final = pattern(f'<a href="{WORD}">{WORD}</a>')
_ANY_TEXT: Final = pattern(
    rf'<a href="{WORD}"[^<>]*>[^<]*+(?>(?:<(?!/?a\b)[^<]*+)*)</a>', re.IGNORECASE
)
_OWN: Final = f'<a href="{WORD}"'
_OTHER: Final = pattern(rf'<(?:a|img)\s[^<>]*?(?:href|src)="(?!{WORD}")[^<>]*>', re.IGNORECASE)
_LABEL: Final = pattern("\ue002[^\ue003]*\ue003")
_PROBLEMS: Final = pattern("\ue004([0-9]+)\ue005")
_RUN: Final = pattern(r"[^\s<>]+")
_SHORTEST_BLOCK: Final = 500
_COST: Final = Cost(0.3)
"""The cost (`lint.guard`) of comparing a page that a library made."""


class Reached(NamedTuple):
    """The DOI that a reader reaches in one place.

    Attributes:
        name: the key of the DOI; the whole text if it presents a DOI but is not one.
        prefix: the prefix of the DOI; empty if the text is not a DOI.
        tail: the text after the DOI in its address, such as `#section`.
    """

    name: str
    prefix: str
    tail: str


class Reading(NamedTuple, Generic[_T]):
    """The result of a library for a text.

    Attributes:
        content: the content, with `WORD` for each DOI that may change.
        reached: these DOIs, in order.
    """

    content: _T
    reached: Sequence[Reached]

    def is_as_stated(self, after: Reading[_T], fixes: Sequence[Fix]) -> bool:
        """Return whether fixes changed the DOIs that they state, and no other."""
        return is_as_stated(self.reached, after.reached, fixes)


class SameContent(Guard):
    """Compares what a library reads from two files, and the DOIs that a reader reaches."""

    def __init__(
        self,
        cost: Cost,
        read: Callable[[str], Reading[Any]],
        errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """Receive the cost of a reading, its function, and the errors of unreadable texts."""
        self.work = WorkBound()
        self._errors = errors
        self._readings = Readings(self.work, cost, read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` has the content of `before` except for the DOIs in `fixes`."""
        self.work.begin(before)
        try:
            old, new = self._readings.of(before), self._readings.of(after)
        except self._errors:
            return False
        return bool(old.content == new.content) and old.is_as_stated(new, fixes)


class Mask:
    """Replaces DOIs with `WORD`; `reached` contains the DOIs replaced so far, in order."""

    def __init__(self, notations: Notations = PUBLISHERS) -> None:
        """Receive the notations that count as DOIs."""
        self.reached: list[Reached] = []
        self._notations = notations.replace(identifiers=())

    def address(self, target: str) -> str:
        """Return the target of a link; `WORD` replaces a target that presents a DOI."""
        spelling = read(url_text(target), self._notations)
        if spelling is None:
            return target
        self._note(spelling)
        return target.replace(target.strip(URL_BLANKS), WORD)

    def name(self, text: str) -> None:
        """Note the DOI in the value of a field for a DOI."""
        text = text.strip()
        spelling = read_name(inside_markup(text).cut(text))
        if spelling is not None:
            self._note(spelling)

    def text(self, text: str) -> str:
        """Return running text with `WORD` instead of each DOI."""
        pieces: list[str] = []
        at = 0
        for candidate in find(text, self._notations):
            self._note(candidate.spelling)
            pieces += (text[at : candidate.span.start], WORD)
            at = candidate.span.end
        return "".join(pieces) + text[at:]

    def value(self, text: str) -> str:
        """Return a value of data in which `WORD` replaces each DOI; the whole value may be one."""
        if not may_contain_doi(text):
            return text
        word = text.strip()
        inside = inside_markup(word).cut(word)
        is_whole = inside != word or len(without_escapes(word).split()) == 1
        spelling = read_value(inside) if is_whole else None
        if spelling is None:
            return self.text(text)
        self._note(spelling)
        return text.replace(word, WORD)

    def _note(self, spelling: Spelling) -> None:
        doi = spelling.doi
        tail = spelling.tail.cut(spelling.text)
        known = Reached(doi.key, doi.prefix, tail) if doi else Reached(spelling.text, "", "")
        self.reached.append(known)


def is_as_stated(old: Sequence[Reached], new: Sequence[Reached], fixes: Sequence[Fix]) -> bool:
    """Return whether fixes changed the DOIs that they state, and no other.

    The DOI of a link that shows its DOI is reached twice; before a fix made this link from text, it
    was reached once. So a DOI of a fix may occur several times in a row where it occurred once, and
    the reverse.

    Args:
        old: the DOIs that a reader reached before the fixes, in order.
        new: the DOIs that a reader reaches after the fixes, in order.
        fixes: the fixes.
    """
    if list(old) == list(new):
        return True
    stated = _Stated(fixes, {reached.name for reached in old})
    before = [reached for reached in old if not stated.is_added(reached)]
    after = [reached for reached in new if not stated.is_added(reached)]
    counts = {0}
    for reached in before:
        counts = {count for at in counts for count in stated.steps(reached, after, at)}
    return len(after) in {stated.repeats(after, count) for count in counts}


class _Stated:
    """The DOIs that fixes state."""

    def __init__(self, fixes: Sequence[Fix], reached: Collection[str]) -> None:
        """Receive the fixes, and the names of the DOIs that a reader reached before."""
        pairs = {(fix.was and fix.was.key, fix.doi.key) for fix in fixes if fix.doi}
        self._pairs = {pair for pair in pairs if pair[0] in reached}
        added = {new for was, new in pairs if was not in reached}
        self._added = added | {was for was, new in self._pairs if was and new in added}
        self._sorted = sorted(self._added)
        self._touched = {name for pair in self._pairs for name in pair}

    def is_added(self, reached: Reached) -> bool:
        """Return whether a fix added a DOI that the syntax had broken, or where there was none.

        The result is also True for what the syntax made of such a DOI before: a part of it, more
        than it, or no DOI.
        """
        if not self._added:
            return False
        at = bisect_left(self._sorted, reached.name)
        is_cut = at < len(self._sorted) and self._sorted[at].startswith(reached.name)
        goes_on = any(reached.name[: end + 1] in self._added for end in range(len(reached.name)))
        return is_cut or goes_on or not reached.prefix

    def steps(self, old: Reached, new: Sequence[Reached], at: int) -> Iterator[int]:
        """Yield each possible number of new DOIs that old ones explain, up to the DOI `old`.

        `at` is the number of new DOIs that the old ones before it explain.
        """
        at = self.repeats(new, at)
        if at < len(new) and self._becomes(old, new[at]):
            yield at + 1
        if at and new[at - 1].name in self._touched and self._becomes(old, new[at - 1]):
            yield at

    def _becomes(self, old: Reached, new: Reached) -> bool:
        if old.name == new.name:
            return old.tail == new.tail or old.name in self._touched
        return (old.name, new.name) in self._pairs

    def repeats(self, new: Sequence[Reached], at: int) -> int:
        """Return the index after the repetitions of a DOI that a fix states, from `at` on."""
        while 0 < at < len(new) and new[at].name == new[at - 1].name in self._touched:
            at += 1
        return at


class SamePage(Guard, ABC):
    """Compares the HTML that the format's library makes of two texts, with DOIs masked."""

    def __init__(self, notations: Notations = PUBLISHERS, work: WorkBound | None = None) -> None:
        """Receive the notations that count as DOIs.

        `work` is the bound of the document that contains the texts; None if each is a document.
        """
        self.notations = notations
        self.work = work or WorkBound()
        self._pages = Readings(self.work, _COST, self._page)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same page."""
        return self.compare(before, after, with_inert_edits(before, edits_of(fixes)), fixes)

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same page except for fixes, wherever these are.

        `inert` is `before` with the same edits, but with `WORD` for each new text.
        """
        old, new = self._pages.of(before), self._pages.of(after)
        if not old.is_as_stated(new, fixes):
            return False
        if is_equal(old.content, new.content):
            return True
        return makes_links(old.content, new.content, self._pages.of(inert).content)

    @abstractmethod
    def html(self, text: str) -> str:
        """Return a text as HTML, with `<code>` around everything that is not prose."""

    def others(self) -> Reading[str]:
        """Return other content of the last text given to `html` that must not change.

        Its DOIs are masked. By default, there is no such content.

        No fix may add or remove a text between U+E002 and U+E003.
        """
        return Reading("", ())

    def _page(self, text: str) -> Reading[str]:
        page = self.masked(self.html(text))
        others = self.others()
        return Reading(page.content + others.content, [*page.reached, *others.reached])

    def masked(self, html: str) -> Reading[str]:
        """Return a page with `WORD` instead of DOIs in attributes and text, but not in code."""
        mask = Mask(self.notations)

        def attribute(match: re.Match[str], *, keep: bool) -> str:
            target = unescape(match[2].strip("\"'"))
            name = f"\ue002{match[1]}\ue003" if keep else match[1].lower()
            return f'{name}"{escape(mask.address(target))}"'

        pieces = _TAG.split(html)
        in_code = 0
        for at, piece in enumerate(pieces):
            if at % 2:
                in_code += piece.startswith("<code") - piece.startswith("</code")
                is_component = _COMPONENT.match(piece) is not None
                look = _ANY_ATTRIBUTE if is_component else _ATTRIBUTE
                pieces[at] = look.sub(partial(attribute, keep=is_component), piece)
            elif piece and in_code <= 0:
                pieces[at] = escape(mask.text(unescape(piece)), quote=False)
        return Reading("".join(pieces), mask.reached)


def apart(starts: Iterable[int]) -> list[int]:
    """Return the offsets of blocks; short blocks are joined, because each text takes time."""
    kept: list[int] = []
    for start in starts:
        if not kept or start - kept[-1] >= _SHORTEST_BLOCK:
            kept.append(start)
    return kept


def is_equal(old: str, new: str) -> bool:
    """Return whether two pages, or parts, with masked DOIs are equal and have no new problems."""
    return _compared(old) == _compared(new) and _has_no_more_problems(old, new)


def _compared(page: str) -> str:
    """Return a page without problems, and with only the text of links that show their address."""
    return _PROBLEMS.sub("", _OWN_TEXT.sub(WORD, page))


def makes_links(old: str, new: str, inert: str) -> bool:
    """Return whether two pages, or parts of pages, differ only by links that edits made from DOIs.

    `inert` has the same edits as `new`, but with `WORD` for each new text. No link, image, label or
    component's attribute may disappear: an edit could have taken it for a part of a DOI.
    """
    if _LABEL.findall(old) != _LABEL.findall(new):
        return False
    keeps_links = new.count(_OWN) >= old.count(_OWN) and _OTHER.findall(old) == _OTHER.findall(new)
    return keeps_links and _loose(inert) == _loose(new) and _has_no_more_problems(old, new)


def with_problems(html: str, problems: int) -> str:
    """Return a page, or a part of one, with the number of problems that its library reports.

    Fixes may make them fewer: two targets with one name are no problem if they are equal.
    """
    return f"{html}\ue004{problems}\ue005"


def _has_no_more_problems(old: str, new: str) -> bool:
    before = _PROBLEMS.findall(old)
    after = _PROBLEMS.findall(new)
    return all(int(was) >= int(now) for was, now in zip_longest(before, after, fillvalue="0"))


def with_inert_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return a text after edits, with `WORD` for each new text; blanks around new text are kept."""
    inert = []
    for edit in edits:
        new = edit.replacement
        head = new[: len(new) - len(new.lstrip())]
        tail = new[len(new.rstrip()) :]
        inert.append(Edit(edit.span, f"{head}{WORD}{tail}" if new.strip() else WORD))
    return apply_edits(text, inert)


def _loose(page: str) -> str:
    """Return a page with `WORD` for every link to a DOI, and for every word that contains one."""
    return _RUN.sub(_word, _ANY_TEXT.sub(WORD, _PROBLEMS.sub("", page)))


def _word(run: re.Match[str]) -> str:
    # Marks that should have made a link but did not must remain visible.
    is_none = "](" in run[0] or "`__" in run[0]
    return WORD if WORD in run[0] and not is_none else run[0]
