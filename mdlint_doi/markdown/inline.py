"""The inline markup of one block: which parts are code, links, HTML, roles, math, emphasis.

This follows the strategy of CommonMark's appendix on the block's text as it stands, so that every
offset is exact; the reasons not to call markdown-it-py are those of `blocks`. Beyond CommonMark:
bare URLs as GitHub links them, MyST's roles, `$…$` by Pandoc's rule, footnote marks. All searches
are bounded or remembered: a megabyte of any one character takes time in proportion.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from mdlint_doi.markdown.destination import (
    Target,
    normalize_label,
    read_target,
    skip_blanks,
    title_end,
)
from mdlint_doi.markdown.emphasis import Run, eaten
from mdlint_doi.markdown.patterns import CLOSE_TAG, OPEN_TAG

_SPECIAL: Final = re.compile(
    r"[\\`<!\[\]*_~${]|(?<![A-Za-z0-9])(?:[hH][tT][tT][pP][sS]?://|[wW]{3}\.)",
)
_TICKS: Final = re.compile(r"`+")
_AUTOLINK: Final = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\x00-\x20\x7f]*+)>")
_TAG: Final = re.compile(rf"{OPEN_TAG}|{CLOSE_TAG}")
_ROLE: Final = re.compile(r"\{([A-Za-z0-9_.:+-]{1,64})\}(`+)")
_FOOTNOTE: Final = re.compile(r"\[\^[^\s\[\]]{1,999}\]")
_LABEL: Final = re.compile(r"\[((?:[^\\\[\]]|\\.){0,999}+)\]", re.DOTALL)
_MATH_END: Final = re.compile(r"(?<![\s\\$])\$(?![0-9$])")
_URL: Final = re.compile(r"(?:(?!\{:|\[\^)[^\s<])+")
_URL_TAIL: Final = frozenset("?!.,:*_~'\"")
_ENTITY_TAIL: Final = re.compile(r"&[A-Za-z0-9]+;\Z")
_SPANS: Final = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_ASCII_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_MAX_LABEL: Final = 999


class AtomKind(Enum):
    """A construct that is taken as a whole."""

    CODE = auto()
    AUTOLINK = auto()
    TAG = auto()
    COMMENT = auto()
    OTHER_HTML = auto()
    ROLE = auto()
    MATH = auto()
    URL = auto()
    """A bare URL, as far as GitHub links it."""
    FOOTNOTE = auto()


@dataclass(frozen=True, slots=True)
class Atom:
    """A construct that is taken as a whole, with the range of what it holds.

    Attributes:
        kind: what it is.
        start: where it begins.
        end: where it ends.
        inner: start and end of what stands in it.
        name: of a role.

    """

    kind: AtomKind
    start: int
    end: int
    inner: tuple[int, int]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link or an image.

    Attributes:
        start: where it begins.
        end: where it ends.
        text: start and end of the visible text.
        image: whether it is an image.
        target: the destination; None for a reference.
        label: the normalized label of a reference.

    """

    start: int
    end: int
    text: tuple[int, int]
    image: bool
    target: Target | None
    label: str = ""


@dataclass(slots=True)
class Inline:
    """All that was found in one block; each list in order of the ends.

    Attributes:
        atoms: constructs without markup inside.
        links: links and images.
        marks: emphasis and strikethrough markers, in no order.
        failed: brackets that a `(` follows without a link: start of the bracket, start and end of
            the text in it.
        angles: each `<` that begins neither an autolink nor HTML.

    """

    atoms: list[Atom] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    failed: list[tuple[int, int, int]] = field(default_factory=list)
    angles: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Bracket:
    start: int
    inner: int
    image: bool
    runs: int
    nested: bool = False


def parse_inline(text: str, labels: Collection[str]) -> Inline:
    """Return the inline markup of a block.

    Args:
        text: the block's text, lines joined with `\n`.
        labels: the normalized labels of the document's link reference definitions.

    """
    return _Scanner(text, labels).run()


def parse_html(text: str) -> Inline:
    """Return the tags and comments of an HTML block."""
    scanner = _Scanner(text, ())
    at = text.find("<")
    while at >= 0:
        at = text.find("<", scanner.html(at))
    return scanner.found


class _Scanner:
    def __init__(self, text: str, labels: Collection[str]) -> None:
        self.text = text
        self.labels = labels
        self.found = Inline()
        self.brackets: list[_Bracket] = []
        self.dead = 0
        self.runs: list[Run] = []
        self.ticks: dict[int, list[int]] | None = None
        self.absent: set[str] = set()
        self.math_ends: list[int] | None = None

    def run(self) -> Inline:
        text, at = self.text, 0
        while match := _SPECIAL.search(text, at):
            at = _RULES.get(match[0], _Scanner.url)(self, match.start())
        self.found.marks += eaten(self.runs)
        return self.found

    def escape(self, at: int) -> int:
        return at + 2 if self.text[at + 1 : at + 2] in _ASCII_PUNCTUATION else at + 1

    def code(self, at: int) -> int:
        opening = _TICKS.match(self.text, at)
        assert opening is not None
        closing = self.closing_ticks(opening.end(), len(opening[0]))
        if closing is None:
            return opening.end()
        end = closing + len(opening[0])
        self.add(AtomKind.CODE, at, end, (opening.end(), closing))
        return end

    def closing_ticks(self, start: int, size: int) -> int | None:
        """Return where the next run of exactly `size` ticks begins."""
        if self.ticks is None:
            self.ticks = {}
            for run in _TICKS.finditer(self.text):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
        starts = self.ticks.get(size, ())
        at = bisect_right(starts, start - 1)
        return starts[at] if at < len(starts) else None

    def role(self, at: int) -> int:
        match = _ROLE.match(self.text, at)
        if match is None:
            return at + 1
        closing = self.closing_ticks(match.end(), len(match[2]))
        if closing is None:
            return match.end()
        end = closing + len(match[2])
        self.add(AtomKind.ROLE, at, end, (match.end(), closing), match[1])
        return end

    def angle(self, at: int) -> int:
        if match := _AUTOLINK.match(self.text, at):
            self.add(AtomKind.AUTOLINK, at, match.end(), match.span(1))
            return match.end()
        return self.html(at)

    def html(self, at: int) -> int:
        if match := _TAG.match(self.text, at):
            self.add(AtomKind.TAG, at, match.end(), match.span())
            return match.end()
        return self.html_span(at)

    def html_span(self, at: int) -> int:
        """Read a comment, an instruction, a declaration or CDATA."""
        for opening, closing in _SPANS:
            if self.text.startswith(opening, at):
                end = self.find_once(closing, at + 2)
                if end is None or (opening == "<!" and self.text[at + 2 : at + 3] not in _LETTERS):
                    break
                kind = AtomKind.COMMENT if opening == "<!--" else AtomKind.OTHER_HTML
                self.add(kind, at, end, (at + len(opening), end - len(closing)))
                return end
        self.found.angles.append(at)
        return at + 1

    def find_once(self, needle: str, start: int) -> int | None:
        """Return the offset behind `needle`; what is not there is not looked for again."""
        if needle in self.absent:
            return None
        at = self.text.find(needle, start)
        if at < 0:
            self.absent.add(needle)
            return None
        return at + len(needle)

    def math(self, at: int) -> int:
        text = self.text
        if text.startswith("$$", at):
            end = self.find_once("$$", at + 2)
            return self.add_math(at, end, 2) if end else at + 2
        if text[at + 1 : at + 2].isspace() or (at and text[at - 1].isalnum()):
            return at + 1
        if self.math_ends is None:
            self.math_ends = [match.start() for match in _MATH_END.finditer(text)]
        which = bisect_right(self.math_ends, at + 1)
        if which == len(self.math_ends):
            return at + 1
        return self.add_math(at, self.math_ends[which] + 1, 1)

    def add_math(self, at: int, end: int, width: int) -> int:
        """Take math, but no more than one may guess: prices stand in pairs, too."""
        if self.text.find("](", at, end) >= 0:
            return at + width
        self.add(AtomKind.MATH, at, end, (at + width, end - width))
        return end

    def run_of_marks(self, at: int) -> int:
        text, end = self.text, at + 1
        while text.startswith(text[at], end):
            end += 1
        self.runs.append(Run(text, at, end, at))
        return end

    def bang(self, at: int) -> int:
        return self.push(at, at + 2, image=True) if self.text.startswith("[", at + 1) else at + 1

    def bracket(self, at: int) -> int:
        if match := _FOOTNOTE.match(self.text, at):
            self.add(AtomKind.FOOTNOTE, at, match.end(), match.span())
            return match.end()
        return self.push(at, at + 1, image=False)

    def push(self, start: int, inner: int, *, image: bool) -> int:
        if self.brackets:
            self.brackets[-1].nested = True
        self.brackets.append(_Bracket(start, inner, image, len(self.runs)))
        return inner

    def close(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        opener = self.brackets.pop()
        is_dead = len(self.brackets) < self.dead
        self.dead = min(self.dead, len(self.brackets))
        if is_dead and not opener.image:
            return at + 1
        link = self.inline_link(opener, at) or self.reference(opener, at)
        if link is None:
            if self.text.startswith("(", at + 1):
                self.found.failed.append((opener.start, opener.inner, at))
            return at + 1
        self.found.links.append(link)
        self.found.marks += eaten(self.runs[opener.runs :])
        del self.runs[opener.runs :]
        if not opener.image:
            self.dead = len(self.brackets)
        return link.end

    def inline_link(self, opener: _Bracket, at: int) -> Link | None:
        text = self.text
        if not text.startswith("(", at + 1):
            return None
        begin = skip_blanks(text, at + 2)
        target = read_target(text, begin) or Target(begin, begin, begin, angle=False)
        behind = skip_blanks(text, target.next)
        if behind > target.next:
            title = title_end(text, behind)
            behind = skip_blanks(text, title) if title is not None else behind
        if not text.startswith(")", behind):
            return None
        return Link(opener.start, behind + 1, (opener.inner, at), opener.image, target)

    def reference(self, opener: _Bracket, at: int) -> Link | None:
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
        return Link(opener.start, end, (opener.inner, at), opener.image, None, label)

    def url(self, at: int) -> int:
        """Take a bare URL as GitHub does; inside of brackets it is left to the text."""
        match = _URL.match(self.text, at)
        assert match is not None
        if self.brackets:
            return at + 3
        end = url_end(self.text, at, match.end())
        self.add(AtomKind.URL, at, end, (at, end))
        return end

    def add(
        self,
        kind: AtomKind,
        start: int,
        end: int,
        inner: tuple[int, int],
        name: str = "",
    ) -> None:
        self.found.atoms.append(Atom(kind, start, end, inner, name))


def url_end(text: str, start: int, end: int) -> int:
    """Return where GitHub's link ends, for a URL that runs on to `end`."""
    excess = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        last = text[end - 1]
        if last in _URL_TAIL:
            end -= 1
        elif last == ")" and excess > 0:
            end, excess = end - 1, excess - 1
        elif last == ";" and (entity := _ENTITY_TAIL.search(text, max(start, end - 40), end)):
            end = entity.start()
        else:
            break
    return end


_RULES: Final[dict[str, Callable[[_Scanner, int], int]]] = {
    "\\": _Scanner.escape,
    "`": _Scanner.code,
    "<": _Scanner.angle,
    "!": _Scanner.bang,
    "[": _Scanner.bracket,
    "]": _Scanner.close,
    "*": _Scanner.run_of_marks,
    "_": _Scanner.run_of_marks,
    "~": _Scanner.run_of_marks,
    "$": _Scanner.math,
    "{": _Scanner.role,
}
