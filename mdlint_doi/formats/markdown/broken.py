"""Find links that the document's own syntax breaks, if it is certain which DOI was meant.

Only markup that was not completed and links that end inside a DOI are examined. A break is reported
only if the text can be read as a DOI in just one way. The evidence is `<…>` and `;2` for a SICI;
for an unbalanced bracket, the bracket that follows (none of 60,000 registered DOIs has such a
bracket); and for a DOI on two lines, the delimiters around both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.commonmark.model import Failed, Inline, LinkNode
from mdlint_doi.lint.model import Break
from mdlint_doi.names.link import resolves
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import is_inside
from mdlint_doi.text.value import Value

_SCHEME: Final = pattern(r"https?://|doi:|//", re.IGNORECASE)
_REST_OF_ANGLE: Final = pattern(r"[^\s<>]*>")
_TWO_LINES: Final = pattern(r"([^\s<>`]+)[ \t]*\n[ \t]*([^\s<>`]+)>")
_BEHIND: Final = pattern(r"[ \t]*+(?:\"[^\"\n]*\"|'[^'\n]*')?[ \t]*+\)")
_RUN: Final = pattern(r"\S+")
_TOKEN: Final = pattern(r"(?:(?!<(?:https?|doi):|\]\()\S)+", re.IGNORECASE)
_OPENING: Final = pattern(r"\\?\(|%28|&#40;|&lpar;")
_TEXT: Final = pattern(r"[^\[\]\n]*\]\(")
_MARKS: Final = pattern(r"[()\n]")
_UNCLOSED_TEXT: Final = pattern(
    r"\[(?P<text>[^\[\]()\n]{1,300})(?<!\s)\((?=https?://)", re.IGNORECASE
)
_LOOSE: Final = pattern(
    r"\[(?<![\\!]\[)(?P<text>[^\[\]\n]{1,300})(?<!\\)\](?P<between>[ ]{1,2}\(|\(\]|)(?=https?://)",
    re.IGNORECASE,
)
_DESCRIPTION: Final = pattern(
    r"(?:data ?set|(?:computer )?software|code|preprint|online|internet|.*(?:thesis|dissertation))",
    re.IGNORECASE,
)
"""Matches words in brackets that describe a work in a reference (APA, section 9.21)."""
_WORDS: Final = pattern(r"[^\W\d_]{2}|10\.[0-9]{4}")
_MOST_PIECES: Final = 4
_REACH: Final = 1000
"""Code points; no DOI is as long as this limit, which bounds the work for each place."""


class Broken(Value):
    """A broken link; all places are in the block's text.

    Attributes:
        kind: how the link is broken.
        whole: start and end of the construct.
        pieces: start and end of each piece of the DOI; blanks between them are not a part of it.
        repairable: whether it is certain which text was meant.
        angle: whether it is enclosed in `<…>`.
        text: start and end of the visible text; None for a link that has none.
        closed: whether the construct has its closing bracket.
        around: the text that should be before and after the destination, if this is not the text
            around it now; otherwise None.
    """

    kind: Break
    whole: tuple[int, int]
    pieces: tuple[tuple[int, int], ...]
    repairable: bool = True
    angle: bool = False
    text: tuple[int, int] | None = None
    closed: bool = True
    around: tuple[str, str] | None = None


def breaks(text: str, inline: Inline, notations: Notations) -> Iterator[Broken]:
    """Yield the broken links of a block, in order; of two that overlap, the outer one."""
    found = [*_Finder(text, notations).all_of(inline)]
    found.sort(key=lambda broken: (broken.whole[0], -broken.whole[1]))
    last = 0
    for broken in found:
        if broken.whole[0] >= last:
            last = broken.whole[1]
            yield broken


class _Finder:
    def __init__(self, text: str, notations: Notations) -> None:
        self._text = text
        self._notations = notations.of_names

    def all_of(self, inline: Inline) -> Iterator[Broken]:
        """Yield the broken links of a block, in no order."""
        for at in inline.angles:
            yield from self.autolink(at)
        for failed in inline.failed:
            yield from (broken.replace(text=failed.text) for broken in self.destination(failed))
        for atom in inline.atoms:
            if atom.kind == "url" and self._text[atom.end - 1] == "[":
                yield from self.swallowed(atom.end)
        for link in inline.links:
            yield from self.cut_link(link)
        for at in inline.unclosed:
            yield from self.unclosed_text(at)
        if "[" in self._text and "http" in self._text:
            yield from self.loose(inline)

    def autolink(self, at: int) -> Iterator[Broken]:
        """Yield a broken `<https://…<…>…>`, or one that extends over a line end."""
        if not _SCHEME.match(self._text, at + 1):
            return
        end = self._angle_end(at + 1)
        if end:
            yield Broken(Break.ANGLE_IN_AUTOLINK, (at, end), ((at + 1, end - 1),), angle=True)
            return
        lines = _TWO_LINES.match(self._text, at + 1)
        if lines and self._reads(lines[1] + lines[2]):
            pieces = lines.span(1), lines.span(2)
            yield Broken(Break.LINE_BREAK, (at, lines.end()), pieces, angle=True)

    def destination(self, failed: Failed) -> Iterator[Broken]:
        """Yield the broken link at brackets that were not read as a link."""
        start, at = failed.start, failed.behind
        if self._text.startswith("<", at):
            end = self._angle_end(at + 1) if _SCHEME.match(self._text, at + 1) else None
            behind = _BEHIND.match(self._text, end) if end else None
            if end and behind:
                name = at + 1, end - 1
                yield Broken(Break.ANGLE_IN_AUTOLINK, (start, behind.end()), (name,), angle=True)
        elif _SCHEME.match(self._text, at):
            look = self._raw if failed.target else self._unbalanced
            yield from look(start, at)

    def swallowed(self, start: int) -> Iterator[Broken]:
        """Yield a link whose opening bracket was read as a part of a URL before it.

        An example is `https://doi.org/[ 10.…](https://doi.org/ 10.…)`. There is no repair, because
        it is not certain which text the author wanted before the link.
        """
        text = _TEXT.match(self._text, start, start + _REACH)
        if text and _SCHEME.match(self._text, text.end()):
            for broken in self._raw(start - 1, text.end()):
                if len(broken.pieces) > 1:
                    yield broken.replace(text=(start, text.end() - 2), repairable=False)

    def _raw(self, start: int, at: int) -> Iterator[Broken]:
        """Yield a destination that contains blanks, or a bracket too many."""
        close = self._closing(at)
        if close is None:
            yield from self._unclosed(start, at)
            return
        pieces = tuple(run.span() for run in _RUN.finditer(self._text, at, close))
        title = next((i for i, (first, _) in enumerate(pieces) if self._text[first] in "\"'"), None)
        pieces = pieces[:title]
        lines = self._text.count("\n", at, close)
        kind = Break.LINE_BREAK if lines else Break.SPACE
        first = self._joined(pieces[:1])
        if 1 < len(pieces) <= _MOST_PIECES and self._is_cut(pieces, lines):
            yield Broken(kind, (start, close + 1), pieces)
        elif not lines and self._reads(first, whole=False):
            yield Broken(kind, (start, close + 1), pieces[:1], repairable=False)

    def _unbalanced(self, start: int, at: int) -> Iterator[Broken]:
        """Yield a destination with an opening bracket too many; its end is not certain."""
        run = self._token(at)
        if run is None or "(" not in run[0]:
            return
        for candidate in find(run[0], self._notations)[:1]:
            if not candidate.span.start:
                name = at, at + candidate.span.end
                yield Broken(Break.PARENTHESIS, (start, name[1]), (name,), repairable=False)

    def _unclosed(self, start: int, at: int) -> Iterator[Broken]:
        """Yield a destination that ends with the bracket that should have closed the link."""
        run = self._token(at)
        if run is None or not run[0].endswith(")"):
            yield from self._endless(start, at)
            return
        spelling = self._reads(run[0])
        if spelling and _excess(spelling) == 0:
            yield Broken(Break.PARENTHESIS, (start, run.end()), (run.span(),), closed=False)

    def _endless(self, start: int, at: int) -> Iterator[Broken]:
        """Yield a destination after which a line or a text goes on without the closing bracket."""
        name = self._address(at)
        if name is not None:
            before = self._text[start:at]
            yield Broken(Break.LOOSE, (start, name[1]), (name,), around=(before, ")"))

    def unclosed_text(self, start: int) -> Iterator[Broken]:
        """Yield a link whose text has no closing bracket: `[text(https://doi.org/10.…)`."""
        text = _UNCLOSED_TEXT.match(self._text, start)
        name = self._address(text.end()) if text else None
        if text and name and self._text.startswith(")", name[1]):
            around = f"[{text['text']}](", ")"
            yield Broken(Break.NO_LINK, (start, name[1] + 1), (name,), around=around)

    def loose(self, inline: Inline) -> Iterator[Broken]:
        """Yield brackets and addresses that were meant as links but have a wrong mark between them.

        These are `[text] (https://…)`, `[text]https://…` and `[text](]https://…)`. A number or a
        single letter in the brackets may refer to a list, so it is not reported.
        """
        matches = [*_LOOSE.finditer(self._text)]
        if not matches:
            return
        atoms = [(atom.start, atom.end) for atom in inline.atoms if atom.kind != "url"]
        others = sorted([*atoms, *((link.start, link.end) for link in inline.links)])
        for found in matches:
            name = self._address(found.end())
            words = found["text"]
            if name is None or not _WORDS.search(words) or _DESCRIPTION.fullmatch(words):
                continue
            between, start = found["between"], found.start()
            is_closed = self._text.startswith(")", name[1])
            # `[text](]https://…)` is a link, but its destination begins with the bracket.
            if is_inside(start, atoms if between == "(]" else others):
                continue
            if is_closed or not between:
                start -= between == "(]" and self._text[start - 1 : start] == "["
                end = name[1] + (is_closed and between != "")
                around = f"[{words}](", ")"
                yield Broken(Break.LOOSE, (start, end), (name,), around=around)

    def _address(self, at: int) -> tuple[int, int] | None:
        """Return the range of a resolver's address at `at`, which is a DOI; None if none is."""
        run = self._token(at)
        if run is None:
            return None
        for candidate in find(run[0], self._notations)[:1]:
            if candidate.span.start or candidate.doi is None or not resolves(candidate.spelling):
                return None
            return at, at + candidate.span.end
        return None

    def _joined(self, pieces: tuple[tuple[int, int], ...]) -> str:
        return "".join([self._text[start:end] for start, end in pieces])

    def _is_cut(self, pieces: tuple[tuple[int, int], ...], lines: int) -> bool:
        """Return whether blanks are inside a DOI, and not after it."""
        first, joined = self._joined(pieces[:1]), self._joined(pieces)
        whole = self._reads(joined)
        if whole is None or whole.doi is None or whole.doi.is_short:
            return False
        words = [_is_word(self._text[slice(*piece)]) for piece in pieces[1:]]
        if any(words) and (len(words) > 1 or first[-1] in "/:."):
            return False
        alone = read(unescaped(first, 0, len(first)).text, self._notations)
        is_sici = ";2" in joined and ";2" not in first
        return alone is None or alone.doi is None or bool(lines) or is_sici

    def cut_link(self, link: LinkNode) -> Iterator[Broken]:
        """Yield a link whose destination ends at a bracket that belongs to the DOI."""
        target = link.target
        if target is None or target.angle or link.image or link.end != target.end + 1:
            return
        if not _OPENING.search(self._text, target.start, target.end):
            return
        rest = self._token(link.end)
        cut = self._reads(self._text[target.start : target.end]) if rest else None
        if rest is None or cut is None or _excess(cut) <= 0:
            return
        end = self._text.rfind(")", link.end, rest.end())
        while end > 0:
            name = target.start, end
            spelling = self._reads(self._text[slice(*name)])
            if spelling and _excess(spelling) == 0:
                yield Broken(Break.PARENTHESIS, (link.start, end + 1), (name,), text=link.text)
                return
            end = self._text.rfind(")", link.end, end)

    def _token(self, at: int) -> re.Match[str] | None:
        """Return the text from `at` to the next white space, or to the next link."""
        return _TOKEN.match(self._text, at, at + _REACH)

    def _closing(self, at: int) -> int | None:
        """Return the offset of the bracket that closes one open at `at`, at most a line below."""
        depth = lines = 0
        for mark in _MARKS.finditer(self._text, at, at + _REACH):
            if mark[0] == "\n":
                lines += 1
                if lines > 1:
                    return None
            elif mark[0] == "(":
                depth += 1
            elif depth:
                depth -= 1
            else:
                return mark.start()
        return None

    def _angle_end(self, start: int) -> int | None:
        """Return the offset after the `>` that closes a DOI with `<…>` in it; None if none."""
        run = self._token(start)
        if run is None:
            return None
        for candidate in find(run[0], self._notations)[:1]:
            if candidate.span.start or "<" not in candidate.written:
                return None
            closing = _REST_OF_ANGLE.match(self._text, start + candidate.span.end, run.end())
            return closing.end() if closing else None
        return None

    def _reads(self, raw: str, *, whole: bool = True) -> Spelling | None:
        """Return the spelling if `raw` presents a DOI and, with `whole`, is a DOI."""
        spelling = read(unescaped(raw, 0, len(raw)).text, self._notations)
        return None if spelling and whole and spelling.doi is None else spelling


def _is_word(text: str) -> bool:
    """Return whether a text is not a part of a DOI: parts contain a digit or begin with a mark.

    `https://doi.org/10.1000/` and a word after it, for example, are not one DOI.
    """
    return text[:1].isalnum() and not any(map(str.isdigit, text))


def _excess(spelling: Spelling) -> int:
    """Return the number of opening brackets in a DOI that are not closed."""
    name = str(spelling.doi)
    return name.count("(") - name.count(")")
