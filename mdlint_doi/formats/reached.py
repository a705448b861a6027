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

from mdlint_doi.formats.values import may_be_there, read_value
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import PUBLISHERS, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import URL_BLANKS, url_text

_T = TypeVar("_T")

WORD: Final = "\ue000"
"""Stands for each DOI."""
_TAG: Final = pattern(r"(<[^<>]*>)")
_ATTRIBUTE: Final = pattern(
    r"""(\b(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE
)
_COMPONENT: Final = pattern(r"<[A-Z][A-Z0-9]*+[a-z]")
_ANY_ATTRIBUTE: Final = pattern(r"""(\s[A-Za-z_:][\w.:-]*+\s*+=\s*+)("[^"]*"|'[^']*'|[^\s"'>]+)""")
"""Of a component, whose attributes have names of their own."""
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
"""What it costs (`lint.guard`) to compare a page, which a library has made."""


class Reached(NamedTuple):
    """The DOI that a reader reaches in one place.

    Attributes:
        name: the key of the DOI; of what presents one and is none, all that is written.
        prefix: the prefix of the DOI; empty if it leads to none.
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
    """Compares what a library makes of a file as a whole, and the DOIs that a reader reaches."""

    def __init__(
        self,
        cost: Cost,
        read: Callable[[str], Reading[Any]],
        errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """Take what asks the library, what that costs, and what it raises where it cannot read."""
        self.work = WorkBound()
        self._errors = errors
        self._readings = Readings(self.work, cost, read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` holds the same as `before`, but for the DOIs that fixes state."""
        self.work.begin(before)
        try:
            old, new = self._readings.of(before), self._readings.of(after)
        except self._errors:
            return False
        return bool(old.content == new.content) and old.is_as_stated(new, fixes)


class Mask:
    """Puts `WORD` in the place of DOIs; `reached` are those so far, in order."""

    def __init__(self, notations: Notations = PUBLISHERS) -> None:
        """Take what counts as a DOI."""
        self.reached: list[Reached] = []
        self._notations = notations.replace(identifiers=())

    def address(self, target: str) -> str:
        """Return a link's target, the DOI in it masked if all of it presents one."""
        spelling = read(url_text(target), self._notations)
        if spelling is None:
            return target
        self._note(spelling)
        return target.replace(target.strip(URL_BLANKS), WORD)

    def name(self, text: str) -> None:
        """Take the value of a field that is there for a DOI."""
        spelling = read_value(text.strip()) or read(text.strip(), presented=True)
        if spelling is not None:
            self._note(spelling)

    def text(self, text: str) -> str:
        """Return running text, the DOIs in it masked."""
        pieces: list[str] = []
        at = 0
        for one in find(text, self._notations):
            self._note(one.spelling)
            pieces += (text[at : one.span.start], WORD)
            at = one.span.end
        return "".join(pieces) + text[at:]

    def value(self, text: str) -> str:
        """Return a value of data, the DOIs in it masked: all of it is one, or it is searched."""
        if not may_be_there(text):
            return text
        words = text.split()
        spelling = read_value(words[0]) if len(words) == 1 else None
        if spelling is None:
            return self.text(text)
        self._note(spelling)
        return text.replace(words[0], WORD)

    def _note(self, spelling: Spelling) -> None:
        doi = spelling.doi
        tail = spelling.tail.cut(spelling.text)
        known = Reached(doi.key, doi.prefix, tail) if doi else Reached(spelling.text, "", "")
        self.reached.append(known)


def is_as_stated(old: Sequence[Reached], new: Sequence[Reached], fixes: Sequence[Fix]) -> bool:
    """Return whether fixes changed the DOIs that they state, and no other.

    A link whose text is its DOI is reached twice, and one that a fix made of text was reached once.
    So a DOI of a fix may stand several times in a row where it stood once, and the reverse.

    Args:
        old: what a reader reached before, in order.
        new: what a reader reaches after the fixes, in order.
        fixes: the fixes.
    """
    if list(old) == list(new):
        return True
    stated = _Stated(fixes, {one.name for one in old})
    before = [one for one in old if not stated.is_added(one)]
    after = [one for one in new if not stated.is_added(one)]
    counts = {0}
    for one in before:
        counts = {count for at in counts for count in stated.steps(one, after, at)}
    return len(after) in {stated.repeats(after, count) for count in counts}


class _Stated:
    """What fixes say of the DOIs in their places."""

    def __init__(self, fixes: Sequence[Fix], reached: Collection[str]) -> None:
        """Take what was fixed, and the names that a reader reached before."""
        pairs = {(one.was and one.was.key, one.doi.key) for one in fixes if one.doi}
        self._pairs = {pair for pair in pairs if pair[0] in reached}
        added = {new for was, new in pairs if was not in reached}
        self._added = added | {was for was, new in self._pairs if was and new in added}
        self._sorted = sorted(self._added)
        self._touched = {name for pair in self._pairs for name in pair}

    def is_added(self, one: Reached) -> bool:
        """Return whether a name was put where the syntax had broken it, or where none stood.

        Or is what the syntax left of such a name: one that it cut, or went too far with; or no DOI.
        """
        if not self._added:
            return False
        at = bisect_left(self._sorted, one.name)
        is_cut = at < len(self._sorted) and self._sorted[at].startswith(one.name)
        goes_on = any(one.name[: end + 1] in self._added for end in range(len(one.name)))
        return is_cut or goes_on or not one.prefix

    def steps(self, one: Reached, new: Sequence[Reached], at: int) -> Iterator[int]:
        """Yield how many of the new names are explained once an old one is, too.

        `at` is how many of these the old ones before it explain.
        """
        at = self.repeats(new, at)
        if at < len(new) and self._becomes(one, new[at]):
            yield at + 1
        if at and new[at - 1].name in self._touched and self._becomes(one, new[at - 1]):
            yield at

    def _becomes(self, old: Reached, new: Reached) -> bool:
        if old.name == new.name:
            return old.tail == new.tail or old.name in self._touched
        return (old.name, new.name) in self._pairs

    def repeats(self, new: Sequence[Reached], at: int) -> int:
        """Return where the repetitions of a name that a fix touched end."""
        while 0 < at < len(new) and new[at].name == new[at - 1].name in self._touched:
            at += 1
        return at


class SamePage(Guard, ABC):
    """Compares two texts as the HTML that the format's library makes of them, DOIs masked."""

    def __init__(self, notations: Notations = PUBLISHERS, work: WorkBound | None = None) -> None:
        """Take what counts as a DOI; `work` is what a document that texts are parts of may cost."""
        self.notations = notations
        self.work = work or WorkBound()
        self._pages = Readings(self.work, _COST, self._page)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same page."""
        return self.compare(before, after, with_inert_edits(before, edits_of(fixes)), fixes)

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same page, but for fixes; their places do not matter.

        `inert` is the text before with the same edits, but `WORD` for each of their texts.
        """
        old, new = self._pages.of(before), self._pages.of(after)
        if not old.is_as_stated(new, fixes):
            return False
        if is_equal(old.content, new.content):
            return True
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
        page = self.masked(self.html(text))
        others = self.others()
        return Reading(page.content + others.content, [*page.reached, *others.reached])

    def masked(self, html: str) -> Reading[str]:
        """Replace the DOIs in attributes and in text, but not in code."""
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
    """Return where blocks begin, short ones taken together, since each new text takes time."""
    kept: list[int] = []
    for start in starts:
        if not kept or start - kept[-1] >= _SHORTEST_BLOCK:
            kept.append(start)
    return kept


def is_equal(old: str, new: str) -> bool:
    """Return whether two pages, or the same part of two, are equal, their DOIs masked."""
    return _compared(old) == _compared(new) and _has_no_more_problems(old, new)


def _compared(page: str) -> str:
    """Return a page without its problems, and of links that show their address the text alone."""
    return _PROBLEMS.sub("", _OWN_TEXT.sub(WORD, page))


def makes_links(old: str, new: str, inert: str) -> bool:
    """Return whether a page, or a part of it, differs by links alone that edits made of DOIs.

    `inert` has the same edits as `new`, but `WORD` for each of their texts. Links and images are
    still there: no edit takes them for a part of a DOI. So are labels and components' attributes.
    """
    if _LABEL.findall(old) != _LABEL.findall(new):
        return False
    keeps_links = new.count(_OWN) >= old.count(_OWN) and _OTHER.findall(old) == _OTHER.findall(new)
    return keeps_links and _loose(inert) == _loose(new) and _has_no_more_problems(old, new)


def with_problems(html: str, problems: int) -> str:
    """Return a page, or a part of one, and how many problems its library has with it.

    There may be fewer once fixes are made: two targets of one name are none if they are equal.
    """
    return f"{html}\ue004{problems}\ue005"


def _has_no_more_problems(old: str, new: str) -> bool:
    before = _PROBLEMS.findall(old)
    after = _PROBLEMS.findall(new)
    return all(int(one) >= int(two) for one, two in zip_longest(before, after, fillvalue="0"))


def with_inert_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return a text with edits that put `WORD` for each of their texts; blanks around it stay."""
    inert = []
    for edit in edits:
        new = edit.replacement
        head = new[: len(new) - len(new.lstrip())]
        tail = new[len(new.rstrip()) :]
        inert.append(Edit(edit.span, f"{head}{WORD}{tail}" if new.strip() else WORD))
    return apply_edits(text, inert)


def _loose(page: str) -> str:
    """Make every link to a DOI, and every word that holds one, a single character."""
    return _RUN.sub(_word, _ANY_TEXT.sub(WORD, _PROBLEMS.sub("", page)))


def _word(run: re.Match[str]) -> str:
    # Marks that were to make a link and made none are to be seen.
    is_none = "](" in run[0] or "`__" in run[0]
    return WORD if WORD in run[0] and not is_none else run[0]
