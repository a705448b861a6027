r"""Find the inline markup of one block: code, links, HTML, roles, math, emphasis.

The algorithm is that of CommonMark's appendix. It reads the unchanged text of the block, so that
every offset is exact. Beyond CommonMark, it reads bare URLs as on GitHub, MyST's roles, `$…$` and
footnote marks. The delimiter algorithm of the appendix decides whether `*`, `_` and `~` are markup
(section 6.2, and GitHub's `~`); here it uses a stack instead of a linked list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final
from unicodedata import category

from mdlint_doi.commonmark.atoms import Atoms, Step
from mdlint_doi.commonmark.destination import normalize_label, read_target, skip_blanks, title_end
from mdlint_doi.commonmark.model import Atom, Failed, Inline, LinkNode, Target
from mdlint_doi.text.pattern import pattern

_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_BLANK: Final = frozenset(" \t\n\r\f\v\xa0")
_SPECIAL: Final = pattern(
    # One class first and then its conditions: `re` then skips plain text three times as fast.
    r"""[\\`<!\[\]*_~${hHw]
      (?: (?<=[\\`\[\]*_~${])
        | (?<=<)(?=[A-Za-z/!?])
        | (?<=!)(?=\[)
        | (?<=[hH])(?<![A-Za-z][hH])[tT][tT][pP][sS]?://(?=\w)
        | (?<=w)(?<![^ \t\n\r*_~(]w)ww\.(?=\w)
      )""",
    re.VERBOSE,
)
_ANGLE: Final = pattern(r"<(?=[A-Za-z/!?])")
_ESCAPES: Final = pattern(r"(?>(?:\\[!-/:-@\[-`{-~])+)")
_OPENINGS: Final = pattern(r"\[+")
_LABEL: Final = pattern(r"\[((?>(?:[^\\\[\]]|\\.){0,999}))\]", re.DOTALL)
_MAX_LABEL: Final = 999


class _Scanner:
    def __init__(self, text: str, labels: Collection[str]) -> None:
        self.text = text
        self.labels = labels
        self.found = Inline()
        self.atoms = Atoms(text)
        self.brackets: list[_Bracket] = []
        self.dead = 0  # the number of outer brackets that cannot be links: they contain one
        self.runs: list[Delimiters] = []
        self.last_close = text.rfind(")")
        self.last_bracket = text.rfind("]")
        self.is_unclosed = False  # whether there was a bracket that nothing closes

    def run(self) -> Inline:
        """Return the markup, which is found from left to right in one pass."""
        text, at = self.text, 0
        while match := _SPECIAL.search(text, at):
            at = _RULES.get(match[0], _Scanner.url)(self, match.start())
        if self.runs:
            self.found.marks += markup_ranges(self.runs)
        if self.brackets:
            opened = [bracket.inner - 1 for bracket in self.brackets]
            self.found.unclosed = [*opened, *self.found.unclosed]
        return self.found

    def take(self, step: Step) -> int:
        """Keep the atom, if the step is one, and return the offset at which to continue."""
        if isinstance(step, int):
            return step
        self.found.atoms.append(step)
        return step.end

    def escape(self, at: int) -> int:
        """Skip a backslash escape and the escapes right after it."""
        escapes = _ESCAPES.match(self.text, at)
        return escapes.end() if escapes else at + 1

    def url(self, at: int) -> int:
        """Read a bare URL, except inside brackets, where it stays text."""
        if self.brackets or self.is_unclosed:
            return at + 3
        return self.take(self.atoms.url(at))

    def angle(self, at: int) -> int:
        """Read an autolink or raw HTML; note a `<` that begins neither."""
        if step := self.atoms.angle(at):
            return self.take(step)
        self.found.angles.append(at)
        return at + 1

    def mark(self, at: int) -> int:
        """Read a run of emphasis markers."""
        text, end = self.text, at + 1
        while text.startswith(text[at], end):
            end += 1
        self.runs.append(Delimiters(text, at, end, at))
        return end

    def bang(self, at: int) -> int:
        """Open an image; the next character is its bracket."""
        return at + 1 if at > self.last_bracket else self.push(at, at + 2, image=True)

    def bracket(self, at: int) -> int:
        """Read a footnote mark, or open a link."""
        if at > self.last_bracket:
            return self.unclosed(at)
        footnote = self.atoms.footnote(at) if self.text.startswith("[^", at) else None
        return self.take(footnote) if footnote else self.push(at, at + 1, image=False)

    def unclosed(self, at: int) -> int:
        """Skip opening brackets that no closing bracket follows."""
        self.is_unclosed = True
        openings = _OPENINGS.match(self.text, at)
        end = openings.end() if openings else at + 1
        self.found.unclosed.append(end - 1)
        return end

    def push(self, start: int, inner: int, *, image: bool) -> int:
        """Add an opening bracket to the stack, and return the offset after it."""
        if self.brackets:
            self.brackets[-1].nested = True
        self.brackets.append(_Bracket(start, inner, len(self.runs), image=image))
        return inner

    def close(self, at: int) -> int:
        """Make a link from the last open bracket, if it is one (CommonMark 0.31.2, 6.3)."""
        if not self.brackets:
            return at + 1
        opener = self.brackets.pop()
        is_dead = len(self.brackets) < self.dead
        self.dead = min(self.dead, len(self.brackets))
        if is_dead and not opener.image:
            return at + 1
        link = self.inline_link(opener, at) or self.reference(opener, at)
        if link is None:
            self.fail(opener, at)
            return at + 1
        self.found.links.append(link)
        if self.runs:
            self.found.marks += markup_ranges(self.runs[opener.runs :])
            del self.runs[opener.runs :]
        if not opener.image:
            self.dead = len(self.brackets)
        return link.end

    def fail(self, opener: _Bracket, at: int) -> None:
        """Note brackets before a `(`, which were probably meant as a link."""
        if self.text.startswith("(", at + 1):
            behind = skip_blanks(self.text, at + 2)
            target = read_target(self.text, behind)
            self.found.failed.append(Failed(opener.start, (opener.inner, at), behind, target))

    def inline_link(self, opener: _Bracket, at: int) -> LinkNode | None:
        """Return the link with a destination in parentheses; None if there is none."""
        text = self.text
        if not text.startswith("(", at + 1) or at > self.last_close:
            return None
        begin = skip_blanks(text, at + 2)
        target = read_target(text, begin) or Target(begin, begin, begin, angle=False)
        behind = skip_blanks(text, target.next)
        if behind > target.next:
            title = title_end(text, behind)
            behind = skip_blanks(text, title) if title is not None else behind
        if not text.startswith(")", behind):
            return None
        return LinkNode(opener.start, behind + 1, (opener.inner, at), opener.image, target)

    def reference(self, opener: _Bracket, at: int) -> LinkNode | None:
        """Return the link whose destination is in a definition; None if there is none."""
        match = _LABEL.match(self.text, at + 1)
        if match and match[1]:
            label = match[1]
        elif opener.nested or at - opener.inner > _MAX_LABEL:
            return None
        else:
            label = self.text[opener.inner : at]
        label = normalize_label(label)
        if label not in self.labels:
            return None
        end = match.end() if match else at + 1
        return LinkNode(opener.start, end, (opener.inner, at), opener.image, None, label)


_RULES: Final[dict[str, Callable[[_Scanner, int], int]]] = {
    "\\": _Scanner.escape,
    "`": lambda scanner, at: scanner.take(scanner.atoms.code(at)),
    "<": _Scanner.angle,
    "!": _Scanner.bang,
    "[": _Scanner.bracket,
    "]": _Scanner.close,
    "*": _Scanner.mark,
    "_": _Scanner.mark,
    "~": _Scanner.mark,
    "$": lambda scanner, at: scanner.take(scanner.atoms.math(at)),
    "{": lambda scanner, at: scanner.take(scanner.atoms.role(at)),
}


def parse_inline(text: str, labels: Collection[str]) -> Inline:
    """Return the markup of a block, whose lines are joined with line feeds.

    `labels` are the normalized labels of the document's link reference definitions.
    """
    return _Scanner(text, labels).run()


def parse_html(text: str) -> Inline:
    """Return the tags and comments of an HTML block; a comment may lack its end."""
    atoms = Atoms(text)
    found = Inline()
    at = 0
    while match := _ANGLE.search(text, at):
        at = match.start()
        step = atoms.html(at)
        if step is None and text.startswith("<!--", at):
            step = Atom("comment", at, len(text), (at + 4, len(text)))
        if step is not None:
            found.atoms.append(step)
        at = step.end if step else at + 1
    return found


class _Bracket:
    """An opening bracket whose closing bracket was not read yet."""

    __slots__ = ("image", "inner", "nested", "runs", "start")

    def __init__(self, start: int, inner: int, runs: int, *, image: bool) -> None:
        self.start = start
        self.inner = inner
        self.runs = runs
        self.image = image
        self.nested = False


class Delimiters:
    """A run of `size` times `*`, `_` or `~`, of which `start` to `end` are not used yet."""

    __slots__ = ("can_close", "can_open", "character", "end", "order", "size", "start")

    def __init__(self, text: str, start: int, end: int, order: int) -> None:
        """Receive a run of `text`, and decide whether it can open and close emphasis."""
        self.character = text[start]
        self.start = start
        self.end = end
        self.size = end - start
        self.order = order
        self.can_open, self.can_close = _sides(text, start, end)

    @property
    def left(self) -> int:
        """The number of characters that are not used yet."""
        return self.end - self.start

    def matches(self, closer: Delimiters) -> bool:
        """Return whether this run can open the emphasis that `closer` closes."""
        if self.character != closer.character:
            return False
        if self.character == "~":
            return self.left == closer.left
        either = self.can_close or closer.can_open
        return not (either and closer.size % 3 != 0 and (self.size + closer.size) % 3 == 0)


def markup_ranges(runs: list[Delimiters]) -> list[tuple[int, int]]:
    """Return the ranges in the runs that are markup, in no order; the runs are in text order."""
    used: list[tuple[int, int]] = []
    openers: list[Delimiters] = []
    bottom: dict[tuple[str, bool, int], int] = {}
    for run in runs:
        while run.can_close and run.left:
            key = run.character, run.can_open, run.size % 3 if run.character != "~" else run.left
            at = _opener(openers, run, bottom.get(key, -1))
            if at is None:
                bottom[key] = openers[-1].order if openers else -1
                break
            opener = openers[at]
            count = 2 if opener.left > 1 and run.left > 1 else 1
            opener.end -= count
            run.start += count
            used += [(opener.end, opener.end + count), (run.start - count, run.start)]
            keeps = at + 1 if opener.left > 0 else at
            del openers[keeps:]
        if run.can_open and run.left:
            openers.append(run)
    return used


def _opener(openers: list[Delimiters], closer: Delimiters, bottom: int) -> int | None:
    for at in range(len(openers) - 1, -1, -1):
        if openers[at].order <= bottom:
            return None
        if openers[at].matches(closer):
            return at
    return None


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run can open and whether it can close (rules 1 to 8)."""
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    blank_before, blank_after = _is_blank(before), _is_blank(after)
    mark_before, mark_after = _is_punctuation(before), _is_punctuation(after)
    left = not blank_after and (not mark_after or blank_before or mark_before)
    right = not blank_before and (not mark_before or blank_after or mark_after)
    if text[start] == "~":
        return (left, right) if end - start < 3 else (False, False)
    if text[start] == "_":
        return left and (not right or mark_before), right and (not left or mark_after)
    return left, right


def _is_blank(character: str) -> bool:
    if character < "\x80":
        return character in _BLANK
    return category(character) == "Zs"


def _is_punctuation(character: str) -> bool:
    if character < "\x80":
        return character in _PUNCTUATION
    return category(character)[0] in "PS"
