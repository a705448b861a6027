"""The parser of the guard, from markdown-it-py, and the way in which it renders blocks.

Indented lines and the bodies of directives are rendered as running text if parsers other than
CommonMark's may read them so.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline.text import text
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.myst_role.index import myst_role

from mdlint_doi.commonmark.parse import language_of
from mdlint_doi.formats.code import is_bibtex
from mdlint_doi.formats.markdown.reader import split_role
from mdlint_doi.formats.reached import Reading
from mdlint_doi.formats.role_names import linked
from mdlint_doi.lint.guard import Cost, WorkBound
from mdlint_doi.names.spelling import STANDARD, Notations

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict


_Show = Callable[["Token", str, WorkBound], str]
"""A function that renders a token, given its content as running text and the bound of work."""

INLINE: Final = "doi-inline"
"""The key in a parser's environment for the function that reads paragraphs, which may be None."""
WORK: Final = "doi-work"
"""The key in a renderer's environment for the bound of work of the document."""
_HERE_A_LINK: Final = "\ue001"
RST: Final = "{eval-rst}"
_CODE: Final = "code_for_certain"
_DEEPEST: Final = 8
"""The most nested directives that are read."""
BLOCKS: Final = Cost(0.2, 18, "\n\r", name=0)
_INLINE: Final = Cost(0.4, 6, "!#$%&()*+-:<=>@[\\]^_`{|}~", begin=80)
_BRACKET: Final = 30
"""The costs (`lint.guard`) of finding the blocks of a text and of reading a paragraph: each mark is
read separately, and each bracket may begin a link."""
_LONG: Final = 4000
"""Code points of text after which a new token begins."""


@cache
def guard_parser(notations: Notations, *, check_code: bool) -> MarkdownIt:
    """Return the parser; it is cached, because making it takes as long as reading a page."""

    class Plain(MarkdownIt):
        """Keeps destinations as written, and does not normalize them for browsers."""

        def normalizeLink(self, url: str) -> str:  # noqa: N802
            return url

        def validateLink(self, url: str) -> bool:  # noqa: N802
            return bool(url)

    parser = Plain("commonmark").enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(myst_role_plugin)
    parser.core.ruler.after("block", _CODE, _mark_code)
    parser.core.ruler.at("inline", _read_inline)
    parser.inline.ruler.at("text", _text)
    parser.inline.ruler.at("myst_role", _read_role)
    shows = _Shows(notations, check_code=check_code)
    rules: dict[str, _Show] = {
        "front_matter": _plain,
        "code_block": shows.indented,
        "myst_role": _role,
        "fence": shows.fence,
    }
    if check_code:
        rules["code_inline"] = _plain
    for name, show in rules.items():
        parser.add_render_rule(name, _rule(show))
    return parser


def inline_cost(text: str) -> float:
    """Return the cost of reading and rendering a paragraph."""
    return _INLINE.of(text) + _BRACKET * text.count("[")


def _read_inline(state: StateCore) -> None:
    read = state.env.get(INLINE)
    for token in state.tokens:
        if token.type == "inline" and read is not None:
            token.children = read(token, state.env)


def _mark_code(state: StateCore) -> None:
    """Mark indented lines that all parsers read as code: those without a blank line before them.

    After a blank line, they may continue a footnote, which is not a part of CommonMark.
    """
    indented = [token for token in state.tokens if token.type == "code_block" and token.map]
    lines = state.src.split("\n") if indented else []
    for token in indented:
        first = token.map[0] if token.map else 0
        if first and lines[first - 1].strip(" \t>"):
            token.info = _CODE


def _text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's protocol
    """Read text as markdown-it-py does, but in parts, because it copies all text each time."""
    if not silent and len(state.pending) > _LONG and not state.pending[-1].isspace():
        state.pushPending()
    return text(state, silent)


def _read_role(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Read a role at a brace; at each other place, the plugin would copy the rest of the text."""
    return state.src.startswith("{", state.pos) and myst_role(state, silent)


def _rule(show: _Show) -> Callable[..., str]:
    """Return a rule of the renderer that calls a function."""

    def shown(
        self: RendererHTML,  # noqa: ARG001 - the renderer's protocol
        tokens: Sequence[Token],
        idx: int,
        options: OptionsDict,  # noqa: ARG001
        env: MutableMapping[str, Any],
    ) -> str:
        """Render a token."""
        token = tokens[idx]
        kind, info = escape(token.type), escape(token.info)
        return show(token, f"<div {kind} {info}>{escape(token.content)}</div>", env[WORK])

    return shown


def _plain(_: Token, text: str, __: WorkBound) -> str:
    return text


def _role(token: Token, text: str, _: WorkBound) -> str:
    name = str(token.meta.get("name", "")).lower()
    if name == "doi":  # a link, whose text is the DOI if there is no title
        title, start, end = split_role(token.content, 0, len(token.content), STANDARD)
        target = token.content[start:end]
        return f'<a href="{escape(target)}">{escape(title or target)}</a>'
    if parts := linked(name, token.content, 0, len(token.content)):
        title, target = (escape(token.content[slice(*part)]) for part in parts)
        return f'<a href="{target}" class="{escape(name)}">{title}</a>'
    return f"<code {escape(name)}>{text}</code>"


class _Shows:
    """Renders blocks of code according to their content."""

    def __init__(self, notations: Notations, *, check_code: bool) -> None:
        self._notations = notations
        self._check_code = check_code

    def indented(self, token: Token, text: str, work: WorkBound) -> str:
        """Render indented lines, which are code or continue a footnote."""
        if is_bibtex("", token.content):
            return _bibtex(token.content)
        if token.info == _CODE:
            return self._code(text)
        return text + self._rst_within(token.content, work)

    def fence(self, token: Token, text: str, work: WorkBound) -> str:
        """Render a fence: a directive's body as running text, that of `{eval-rst}` with docutils.

        Any other fence, and a body that takes docutils too long, is code, which no fix may change.
        """
        info = token.info.strip()
        if is_bibtex(language_of(info), token.content):
            return _bibtex(token.content)
        if info.lower().startswith(RST):
            html = self._rst(token.content, work)
            return f"<code>{text}</code>" if html is None else html
        if info.startswith("{"):
            name, brace, argument = info.partition("}")
            text = text.replace(escape(info), escape(name + brace), 1) + escape(argument)
            # Links that a fix makes in it stay plain text here, but are links in MyST.
            shown = text if self._check_code else text.replace("](", f"]{_HERE_A_LINK}(")
            return shown + self._rst_within(token.content, work)
        return self._code(text)

    def _code(self, text: str) -> str:
        return text if self._check_code else f"<code>{text}</code>"

    def _rst(self, content: str, work: WorkBound) -> str | None:
        """Return the HTML that docutils makes of a text; None if this takes too long."""
        from mdlint_doi.formats.rst.guard import body_html

        return body_html(content, self._notations, work, check_code=self._check_code)

    def _rst_within(self, content: str, work: WorkBound, deep: int = _DEEPEST) -> str:
        """Return the HTML of each `{eval-rst}` in a footnote or in the body of a directive.

        A body that takes docutils too long, or is nested too deeply, is rendered as code, which no
        fix may change.
        """
        if RST not in content.lower():
            return ""
        if not deep:
            return f"<code>{escape(content)}</code>"
        work.spend(BLOCKS.of(content))
        found: list[str] = []
        parser = guard_parser(self._notations, check_code=self._check_code)
        for token in parser.parse(content, {INLINE: None}):
            if token.info.strip().lower().startswith(RST):
                html = self._rst(token.content, work)
                found.append(f"<code>{escape(token.content)}</code>" if html is None else html)
            elif token.type in {"fence", "code_block"}:
                found.append(self._rst_within(token.content, work, deep - 1))
        return "".join(found)


def _bibtex(entries: str) -> str:
    """Return the content of BibTeX entries as HTML."""
    from mdlint_doi.formats.data.bibtex_guard import as_html

    return as_html(entries)


class Blocks(NamedTuple):
    """The blocks of a text, whose paragraphs are not read yet.

    If two texts have the same blocks and the same link reference definitions, equal blocks render
    equally.

    Attributes:
        tokens: the tokens of the block structure.
        env: the environment of the parser, with the link reference definitions.
        definitions: the definitions, with DOIs masked.
        shown: the HTML of tokens rendered so far, by their index, with DOIs masked.
    """

    tokens: Sequence[Token]
    env: dict[str, Any]
    definitions: Reading[str]
    shown: dict[int, Reading[str]]

    def changed(self, other: Blocks) -> set[int] | None:
        """Return the indices of the tokens whose texts differ; None if more than texts differs."""
        if self.definitions.content != other.definitions.content:
            return None
        if list(map(_frame, self.tokens)) != list(map(_frame, other.tokens)):
            return None
        pairs = enumerate(zip(self.tokens, other.tokens, strict=True))
        return {at for at, (token, other_token) in pairs if token.content != other_token.content}


def _frame(token: Token) -> tuple[object, ...]:
    """Return everything that affects the HTML of a token, except its text."""
    kind = token.type, token.tag, token.nesting, token.hidden, token.block
    return *kind, token.attrs, token.info, token.markup, token.meta
