"""markdown-it-py's inline rules, wrapped so that each tells where it began and where it ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from mdlint_doi.commonmark.atoms import Atoms
from mdlint_doi.commonmark.destination import normalize_label
from mdlint_doi.commonmark.model import Atom, Failed, Inline, LinkNode, Target

if TYPE_CHECKING:
    from mdlint_doi.commonmark.model import AtomKind

_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,999}\]")
_SCHEME = re.compile(r"(?<![A-Za-z])https?\Z", re.IGNORECASE)
_IS_TAG = re.compile(r"</?[A-Za-z]")

_Take = Callable[[StateInline, int, int, bool], None]
"""From a state, where the rule began, how many tokens there were, and whether it did anything."""


class InlineReader:
    """Reads the inline markup of one document's blocks.

    The image rule parses its text anew, as a text of its own: `_base` says where that begins.
    """

    def __init__(self, references: dict[str, Any]) -> None:
        """Take the reference definitions, as markdown-it-py keeps them."""
        self._env = {"references": references}
        self._base = [0]
        self._found = Inline()
        self._marks: list[tuple[Token, int]] = []
        self._parser = self._wrapped()

    def read(self, text: str) -> Inline:
        """Return the markup of a block's text."""
        self._base, self._found, self._marks = [0], Inline(), []
        self._parser.inline.parse(text, self._parser, dict(self._env), [])
        used = [at for token, at in self._marks if token.type != "text" or not token.content]
        self._found.marks += [(at, at + 1) for at in used]
        return self._found

    def _wrapped(self) -> MarkdownIt:
        parser = MarkdownIt("commonmark", {"maxNesting": 100, "store_labels": True})
        parser.enable("strikethrough").use(myst_role_plugin)
        parser.use(dollarmath_plugin, allow_space=False, allow_digits=False)
        vars(parser).update(normalizeLink=str, validateLink=bool)
        parser.inline.ruler.before("link", "footnote", _footnote)
        parser.inline.ruler.before("backticks", "bare_url", _url)
        parser.inline.ruler2.disable("fragments_join")
        takes: dict[str, _Take] = {
            "backticks": self._code,
            "myst_role": self._role,
            "autolink": self._autolink,
            "html_inline": self._html,
            "math_inline": self._math,
            "footnote": self._footnote,
            "bare_url": self._bare_url,
            "emphasis": self._mark,
            "strikethrough": self._mark,
            "link": self._link,
            "image": self._image,
        }
        for name, take in takes.items():
            self._wrap(parser, name, take)
        return parser

    def _wrap(self, parser: MarkdownIt, name: str, take: _Take) -> None:
        rule = next(entry.fn for entry in parser.inline.ruler.__rules__ if entry.name == name)

        def wrapped(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
            """Run the rule, and keep what it took."""
            at, count = state.pos, len(state.tokens)
            if silent:
                return bool(rule(state, silent))
            self._base.append(self._base[-1] + at + 2 if name == "image" else self._base[-1])
            done = bool(rule(state, silent))
            self._base.pop()
            take(state, at, count, done)
            return done

        parser.inline.ruler.at(name, wrapped)

    def _atom(
        self, kind: AtomKind, whole: tuple[int, int], inner: tuple[int, int], name: str = ""
    ) -> None:
        base = self._base[-1]
        place = (base + inner[0], base + inner[1])
        self._found.atoms.append(Atom(kind, base + whole[0], base + whole[1], place, name))

    def _code(self, state: StateInline, at: int, count: int, done: bool) -> None:  # noqa: FBT001
        if done and state.tokens[count:] and state.tokens[-1].type == "code_inline":
            width = len(state.tokens[-1].markup)
            self._atom("code", (at, state.pos), (at + width, state.pos - width))

    def _role(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done:
            brace = state.src.index("}", at) + 1
            ticks = state.src[brace : state.pos]
            width = len(ticks) - len(ticks.lstrip("`"))
            name = str(state.tokens[-1].meta["name"])
            inner = brace + width, state.pos - width
            self._atom("role", (at, state.pos), inner, name)

    def _autolink(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done and "@" not in state.src[at : state.pos].partition(":")[0]:
            self._atom("autolink", (at, state.pos), (at + 1, state.pos - 1))

    def _html(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if not done:
            if state.src[at] == "<":
                self._found.angles.append(self._base[-1] + at)
            return
        text = state.src[at : state.pos]
        whole = at, state.pos
        if text.startswith("<!--"):
            self._atom("comment", whole, (at + 4, max(at + 4, state.pos - 3)))
        else:
            self._atom("tag" if _IS_TAG.match(text) else "other_html", whole, whole)

    def _math(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done:
            self._atom("math", (at, state.pos), (at + 1, state.pos - 1))

    def _footnote(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done:
            self._atom("footnote", (at, state.pos), (at, state.pos))

    def _bare_url(self, state: StateInline, _: int, __: int, done: bool) -> None:  # noqa: FBT001
        if done:
            start = state.env.pop("url_start")
            self._atom("url", (start, state.pos), (start, state.pos))

    def _mark(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done:
            run = state.tokens[-(state.pos - at) :]
            base = self._base[-1] + at
            self._marks += [(token, base + index) for index, token in enumerate(run)]

    def _image(self, state: StateInline, at: int, _: int, done: bool) -> None:  # noqa: FBT001
        if done:
            self._target(state, (at, at + 1), state.tokens[-1], image=True)
        elif state.src.startswith("![", at):
            self._fail(state, at, at + 1)

    def _link(self, state: StateInline, at: int, count: int, done: bool) -> None:  # noqa: FBT001
        if done:
            opened = next(token for token in state.tokens[count:] if token.type == "link_open")
            self._target(state, (at, at), opened, image=False)
        elif state.src[at] == "[":
            self._fail(state, at, at)

    def _fail(self, state: StateInline, start: int, at: int) -> None:
        end = state.md.helpers.parseLinkLabel(state, at)
        if end >= 0 and state.src.startswith("(", end + 1):
            base = self._base[-1]
            target, behind = _destination(state, end + 2, base)
            self._found.failed.append(
                Failed(base + start, (base + at + 1, base + end), base + behind, target)
            )

    def _target(
        self, state: StateInline, at: tuple[int, int], token: Token, *, image: bool
    ) -> None:
        base = self._base[-1]
        end = state.md.helpers.parseLinkLabel(state, at[1])
        text = (base + at[1] + 1, base + end)
        if label := token.meta.get("label"):
            link = LinkNode(
                base + at[0], base + state.pos, text, image, None, normalize_label(str(label))
            )
        else:
            target, behind = _destination(state, end + 2, base)
            target = target or Target(base + behind, base + behind, base + behind, angle=False)
            link = LinkNode(base + at[0], base + state.pos, text, image, target)
        self._found.links.append(link)


def _destination(state: StateInline, at: int, base: int) -> tuple[Target | None, int]:
    """Return the destination behind blanks, and where the blanks end."""
    while state.src[at : at + 1] in {" ", "\t", "\n"}:
        at += 1
    found = state.md.helpers.parseLinkDestination(state.src, at, state.posMax)
    if not found.ok:
        return None, at
    angle = state.src.startswith("<", at)
    place = base + at + angle, base + found.pos - angle, base + found.pos
    return Target(*place, angle=angle), at


def _footnote(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
    match = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.pending += match[0]
    state.pos = match.end()
    return True


def _url(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
    """Take a bare URL as text; where it ends is GitHub's rule, which markdown-it-py lacks."""
    if silent or state.linkLevel or not state.src.startswith("://", state.pos):
        return False
    scheme = _SCHEME.search(state.src[max(0, state.pos - 6) : state.pos])
    if scheme is None or not state.pending.endswith(scheme[0]):
        return False
    start = state.pos - len(scheme[0])
    step = Atoms(state.src).url(start)
    if isinstance(step, int):
        return False
    state.env["url_start"] = start
    state.pending += state.src[state.pos : step.end]
    state.pos = step.end
    return True
