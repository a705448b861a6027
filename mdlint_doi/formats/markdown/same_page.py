"""The guard of Markdown: a changed text must render to the same page except for DOIs.

markdown-it-py parses both texts; the link reference definitions must also be the same. If both have
the same blocks, the changed blocks are rendered and compared one by one; otherwise, the whole
documents are rendered. Front matter is compared with a parser of YAML or TOML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markdown_it.rules_core import StateCore
from markdown_it.rules_core.text_join import text_join

from mdlint_doi.formats.markdown.front_matter import front_matter_end, is_toml
from mdlint_doi.formats.markdown.guard_parser import (
    BLOCKS,
    INLINE,
    RST,
    WORK,
    Blocks,
    guard_parser,
    inline_cost,
)
from mdlint_doi.formats.markdown.translate import documents_inside
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.reached import (
    Mask,
    Reached,
    Reading,
    SamePage,
    apart,
    is_as_stated,
    is_equal,
    makes_links,
)
from mdlint_doi.formats.yaml_text import YamlScalar
from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Cost, Guard, Inner, Readings, WorkBound, fix_within
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.spelling import PUBLISHERS, Notations
from mdlint_doi.text import toml
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINK: Final = pattern(r"(?:(?<=\[)([A-Za-z0-9.:/-]++))?\]\(([A-Za-z0-9.:/-]++)\)")
"""The end of a link: its text, if it consists of such characters, and its destination."""
_GROUPS: Final = 2
_OTHER_MARK: Final = pattern(r"[`<{\\&]|!\[")
"""A mark of code, HTML, autolinks, roles, escapes, entities or images."""
_REACHING: Final = pattern(r"</?(?:a|code)\b", re.IGNORECASE)
"""Raw HTML that may affect other blocks."""
_FRONT_MATTER: Final = Cost(1.5, 20, "\n,:[{-")
"""The cost (`lint.guard`) of front matter, for a parser that is written in Python."""
_LINKS: Final = Cost(0.2)
"""The cost of comparing only the links of a paragraph."""
_SIGN: Final = "\ue000"
"""A private-use character, which only marks contain."""
_MARK: Final = pattern(f"{_SIGN}([0-9]+){_SIGN}")


class SameMarkdown(SamePage):
    """Compares two Markdown texts."""

    def __init__(
        self,
        notations: Notations = PUBLISHERS,
        *,
        check_code: bool = False,
        work: WorkBound | None = None,
    ) -> None:
        """Receive the arguments of `SamePage`, and whether DOIs in code are compared."""
        super().__init__(notations, work)
        self._check_code = check_code
        self._parser = guard_parser(notations, check_code=check_code)
        self._definitions = Reading("", ())
        self._known: dict[str, list[Token]] = {}
        self._references: object = None
        self._linked: dict[tuple[str, str], tuple[Sequence[Reached], Sequence[Reached]] | None] = {}
        self._outlines = Readings(self.work, BLOCKS, self._outline)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same page."""
        self.work.begin(before)
        end, new_end = front_matter_end(before), front_matter_end(after)
        old, new = before[:end], after[:new_end]
        same = same_toml if is_toml(old) else same_front_matter
        if old != new:
            self.work.spend(_FRONT_MATTER.of(old) + _FRONT_MATTER.of(new))
            if not same(old, new, fixes):
                return False
        if end:  # markdown-it-py would read it as text
            behind = [fix.shifted(-end) for fix in fixes if fix.edits[0].span.start >= end]
            return super().__call__(before[end:], after[new_end:], behind)
        return super().__call__(before, after, fixes)

    def compare(self, before: str, after: str, inert: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two texts are the same page; see `SamePage.compare`."""
        is_same = self._is_same_by_block(before, after, inert, fixes)
        return super().compare(before, after, inert, fixes) if is_same is None else is_same

    def _is_same_by_block(
        self, before: str, after: str, inert: str, fixes: Sequence[Fix]
    ) -> bool | None:
        """Return whether each block is the same; None if they cannot be compared one by one."""
        if _REACHING.search(before) or _REACHING.search(after):
            return None
        old, new = self._outlines.of(before), self._outlines.of(after)
        changed = old.changed(new)
        if changed is None:
            return None
        pairs = {
            at: (self._block(old, at), self._block(new, at))
            for at in changed
            if not self._is_same_but_links(old.tokens[at], new.tokens[at], fixes)
        }
        pairs[-1] = old.definitions, new.definitions
        if not all(
            is_as_stated(old_reading.reached, new_reading.reached, fixes)
            for old_reading, new_reading in pairs.values()
        ):
            return False
        unequal = {
            at: (old_reading.content, new_reading.content)
            for at, (old_reading, new_reading) in pairs.items()
            if not is_equal(old_reading.content, new_reading.content)
        }
        if not unequal:
            return True
        masked = self._outlines.of(inert)
        touched = old.changed(masked)
        if touched is None or not touched <= changed:
            return None
        return all(
            makes_links(*pair, self._block(masked, at).content) for at, pair in unequal.items()
        )

    def _is_same_but_links(self, old: Token, new: Token, fixes: Sequence[Fix]) -> bool:
        if old.type != "inline":
            return False
        pair = old.content, new.content
        if pair not in self._linked:
            self.work.spend(_LINKS.of("".join(pair)))
            self._linked[pair] = links_alone(*pair, self.notations)
        links = self._linked[pair]
        return links is not None and is_as_stated(*links, fixes)

    def _outline(self, text: str) -> Blocks:
        env: dict[str, Any] = {INLINE: None, WORK: self.work}
        tokens = self._parser.parse(text, env)
        return Blocks(tokens, env, self._masked_definitions(env), {})

    def _block(self, blocks: Blocks, at: int) -> Reading[str]:
        """Return the HTML of one block, with DOIs masked."""
        if at in blocks.shown:
            return blocks.shown[at]

        token = blocks.tokens[at]
        self.work.spend(inline_cost(token.content))
        if token.type == "inline":
            token.children = []
            self._parser.inline.parse(token.content, self._parser, blocks.env, token.children)
            text_join(StateCore("", self._parser, blocks.env, [token]))
        html: str = self._parser.renderer.render([token], self._parser.options, blocks.env)
        blocks.shown[at] = self.masked(html)
        return blocks.shown[at]

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of outermost blocks and list items.

        Raises:
            WorkError: if the library would take too long.
        """
        self.work.spend(BLOCKS.of(text))
        start = front_matter_end(text) if is_toml(text) else 0
        lines = Source("", text[start:]).line_starts
        tokens = self._parser.parse(text[start:], {INLINE: None})
        outer = [
            token for token in tokens if token.level == (1 if token.type == "list_item_open" else 0)
        ]
        front = [0] if start else []
        return front + apart(start + lines[token.map[0]] for token in outer if token.map)

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the bodies of `{eval-rst}` and the blocks of BibTeX.

        Raises:
            WorkError: if the library would take too long.
        """
        if RST not in text.lower() and "@" not in text:
            return ()
        self.work.spend(BLOCKS.of(text))
        found = [(block.content, self._guard(block.kind)) for block in documents_inside(text)]
        return [
            Inner(content.whole, content.text, guard, partial(fix_within, content))
            for content, guard in found
        ]

    def _guard(self, kind: str) -> Guard:
        if kind == "code":
            from mdlint_doi.formats.data.bibtex_guard import SameEntries

            return SameEntries()
        from mdlint_doi.formats.rst.guard import SameDoctree

        return SameDoctree(self.notations, check_code=self._check_code, work=self.work)

    def html(self, text: str) -> str:
        """Return the HTML that markdown-it-py renders."""
        self.work.spend(BLOCKS.of(text))
        env: dict[str, Any] = {INLINE: self._inline, WORK: self.work}
        tokens = self._parser.parse(text, env)
        # All rules have been applied to these tokens, and no rule changes them again.
        self._known |= {
            token.content: token.children for token in tokens if token.children is not None
        }
        html: str = self._parser.renderer.render(tokens, self._parser.options, env)
        self._definitions = self._masked_definitions(env)
        return html

    def _inline(self, token: Token, env: MutableMapping[str, Any]) -> list[Token]:
        """Return the tokens of a paragraph, which are kept: most stay the same after a fix."""
        references = env.get("references")
        if references != self._references:
            self._known = {}
            self._references = references
        children = self._known.get(token.content)
        if children is None:
            children = []
            self.work.spend(inline_cost(token.content))
            self._parser.inline.parse(token.content, self._parser, env, children)
        return children

    def others(self) -> Reading[str]:
        """Return the link reference definitions."""
        return self._definitions

    def _masked_definitions(self, env: MutableMapping[str, Any]) -> Reading[str]:
        mask = Mask(self.notations.of_names)
        lines = [
            f"\ue002{label}\ue003 {mask.address(definition['href'])} {definition['title']}"
            for label, definition in env.get("references", {}).items()
        ]
        return Reading("\n".join(lines), mask.reached)


def links_alone(
    old: str, new: str, notations: Notations
) -> tuple[Sequence[Reached], Sequence[Reached]] | None:
    """Return the DOIs to which the links of two paragraphs lead, in order.

    None means that more than these may differ. This function exists because most fixes change
    `[text](https://dx.doi.org/10.1000/182)`, and rendering a paragraph twice takes long. A run of
    letters, digits and `.:/-` between `](` and `)` is a link's destination or plain text, whatever
    its characters are, under two conditions: each `](` of the paragraph begins such a run, so that
    none is in another destination or in a title; and there is no mark of code, HTML, roles,
    escapes, entities or images (CommonMark 0.31.2, section 6.3). If there is also such a run
    between `[` and the `](`, it is the link's text.
    """
    if _OTHER_MARK.search(old):
        return None
    before, after = _LINK.split(old), _LINK.split(new)
    step = _GROUPS + 1
    if before[::step] != after[::step] or old.count("](") != len(before) // step:
        return None
    # The text around the links is equal here.
    was, now = Mask(notations), Mask(notations)
    old_links = [was.address(part or "") for at, part in enumerate(before) if at % step]
    new_links = [now.address(part or "") for at, part in enumerate(after) if at % step]
    return (was.reached, now.reached) if old_links == new_links else None


def same_front_matter(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether YAML front matter is the same except for the scalars that were edited.

    A YAML parser reads both texts. They must contain the same scalars at the same paths, written in
    the same way; a value may differ only if an edit is inside it, and a key must not differ. The
    text outside of the scalars, such as comments, must be the same. If a
    text is not YAML, for example because it is a template, the result is False.

    Both texts include the lines around the front matter; `fixes` are those of the whole document.
    """
    from mdlint_doi.formats.yaml_reader import read_scalars

    try:
        old, new = list(read_scalars(before)), list(read_scalars(after))
    except FormatSyntaxError:
        return False
    edits = edits_of(fixes)
    if len(old) != len(new) or not all(map(partial(_is_kept, edits), old, new)):
        return False
    if _outside(before, old) != _outside(after, new):
        return False
    return is_as_stated(_reached(old), _reached(new), fixes)


def _outside(text: str, scalars: Sequence[YamlScalar]) -> list[str]:
    """Return the pieces of a text outside of its scalars, with their comments."""
    ends = [0, *(scalar.span.end for scalar in scalars)]
    starts = [*(scalar.span.start for scalar in scalars), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


def _is_kept(edits: Sequence[Edit], old: YamlScalar, new: YamlScalar) -> bool:
    """Return whether a scalar is the same, apart from its value if it was edited."""
    if old._replace(value=new.value, span=new.span, placed=new.placed) != new:
        return False
    if old.value == new.value:
        return True
    start, end = old.span.start, old.span.end
    return not old.is_key and any(
        start <= edit.span.start and edit.span.end <= end for edit in edits
    )


class _Leaf(NamedTuple):
    """A value of a TOML tree: its path, its type, and its text (or size, for a collection)."""

    path: tuple[str | int, ...]
    kind: str
    value: str


def _reached(values: Iterable[YamlScalar | _Leaf]) -> Sequence[Reached]:
    mask = Mask()
    for leaf in values:
        mask.value(leaf.value)
    return mask.reached


def same_toml(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether TOML front matter is the same except for the strings that were edited.

    `tomllib` reads three texts: the text before, the text after the edits, and the text with a mark
    instead of each new text. All must have the same tree. A value may differ only if it contains
    such a mark, and must then contain the new text instead of the mark. If a text is not TOML, or
    has a very long key, the result is False. For the arguments see `same_front_matter`.
    """
    if _SIGN in before:
        return False
    own = [edit for edit in edits_of(fixes) if edit.span.end <= len(before)]
    marks = [Edit(edit.span, f"{_SIGN}{at}{_SIGN}") for at, edit in enumerate(own)]
    try:
        old, new, marked = map(_leaves, (before, after, apply_edits(before, marks)))
    except (ValueError, RecursionError):
        return False

    def text(mark: re.Match[str]) -> str:
        return own[int(mark[1])].replacement

    if not len(old) == len(new) == len(marked):
        return False
    for leaf, new_leaf, marked_leaf in zip(old, new, marked, strict=True):
        is_same = leaf[:2] == new_leaf[:2] == marked_leaf[:2]
        if not is_same or new_leaf.value != _MARK.sub(text, marked_leaf.value):
            return False
    return is_as_stated(_reached(old), _reached(new), fixes)


def _leaves(front_matter: str) -> list[_Leaf]:
    """Return the values of TOML front matter, in the order of the text.

    Raises `ValueError` if it is not TOML, or has a very long key.
    """
    text = front_matter.removeprefix("+++").rstrip().removesuffix("+++")
    found: list[_Leaf] = []
    waiting: list[tuple[tuple[str | int, ...], object]] = [((), toml.loads(text))]
    while waiting:
        path, value = waiting.pop()
        said = value
        if isinstance(value, dict | list):
            said = len(value)
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, key), child) for key, child in [*inner][::-1]]
        found.append(_Leaf(path, type(value).__name__, str(said)))
    return found
