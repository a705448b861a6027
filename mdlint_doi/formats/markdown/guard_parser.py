"""markdown-it-py as the guard of fixes has it, and what it shows of each block.

Destinations stay as they are written; indented lines and the bodies of directives are running text
where a reader beside CommonMark may take them for that.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline.text import text
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.myst_role.index import myst_role

from mdlint_doi.commonmark.parse import language_of
from mdlint_doi.formats.code import is_bibtex
from mdlint_doi.formats.markdown.reader import split_role
from mdlint_doi.formats.role_names import linked
from mdlint_doi.lint.guard import Cost, WorkBound
from mdlint_doi.names.notations import STANDARD, Notations

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict


INLINE: Final = "doi-inline"
"""Names what reads paragraphs, in the environment of a parser; None: nobody wants to."""
WORK: Final = "doi-work"
"""Names what may still be read for the document, in the environment of a renderer."""
_HERE_A_LINK: Final = "\ue001"
RST: Final = "{eval-rst}"
_CODE: Final = "code_for_certain"
_DEEPEST: Final = 8
"""How deep a directive may stand in others to be read."""
BLOCKS: Final = Cost(0.2, 18, "\n\r", name=0)
_INLINE: Final = Cost(0.4, 6, "!#$%&()*+-:<=>@[\\]^_`{|}~", begin=80)
_BRACKET: Final = 30
"""What it costs (`lint.guard`) to find the blocks of a text, and to read a paragraph: each mark is
looked at on its own, and each bracket may begin a link."""
_LONG: Final = 4000
"""Code points of text that are taken together."""


@cache
def guard_parser(notations: Notations, *, check_code: bool) -> MarkdownIt:
    """Return the parser; to make one takes as long as to read a page."""

    class Plain(MarkdownIt):
        """Keeps destinations as they are written, not as a browser would be given them."""

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
    rules = {
        "front_matter": _plain,
        "code_block": _indented(notations, check_code=check_code),
        "myst_role": _role,
        "fence": _fence(notations, check_code=check_code),
    }
    if check_code:
        rules["code_inline"] = _plain
    for name, show in rules.items():
        parser.add_render_rule(name, _rule(show))
    return parser


def inline_cost(text: str) -> float:
    """Return what it costs to read and to render a paragraph: of some marks each is looked at."""
    return _INLINE.of(text) + _BRACKET * text.count("[")


def _read_inline(state: StateCore) -> None:
    read = state.env.get(INLINE)
    for token in state.tokens:
        if token.type == "inline" and read is not None:
            token.children = read(token, state.env)


def _mark_code(state: StateCore) -> None:
    """Tell indented lines that are code to everybody: those without a blank line before them.

    Behind one, they may be what a footnote goes on with, which is none of CommonMark's.
    """
    indented = [one for one in state.tokens if one.type == "code_block" and one.map]
    lines = state.src.split("\n") if indented else []
    for token in indented:
        first = token.map[0] if token.map else 0
        if first and lines[first - 1].strip(" \t>"):
            token.info = _CODE


def _text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser's protocol
    """Take text as markdown-it-py does, but in parts: it copies what it has for each character."""
    if not silent and len(state.pending) > _LONG and not state.pending[-1].isspace():
        state.pushPending()
    return text(state, silent)


def _read_role(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """Read a role where one may begin: the plugin copies the rest of the text at each place."""
    return state.src.startswith("{", state.pos) and myst_role(state, silent)


def _rule(show: Callable[[Token, str, WorkBound], str]) -> Callable[..., str]:
    """Return a rule of the renderer, in its protocol.

    Args:
        show: takes a token, its content as running text, in which DOIs are looked at, and what may
            still be read.

    """

    def shown(
        self: RendererHTML,  # noqa: ARG001 - the renderer's protocol
        tokens: Sequence[Token],
        idx: int,
        options: OptionsDict,  # noqa: ARG001
        env: MutableMapping[str, Any],
    ) -> str:
        """Show a token."""
        token = tokens[idx]
        kind, info = escape(token.type), escape(token.info)
        return show(token, f"<div {kind} {info}>{escape(token.content)}</div>", env[WORK])

    return shown


def _plain(_: Token, text: str, __: WorkBound) -> str:
    return text


def _indented(notations: Notations, *, check_code: bool) -> Callable[[Token, str, WorkBound], str]:
    """Return what shows indented lines: code, or what a footnote goes on with."""

    def shown(token: Token, text: str, work: WorkBound) -> str:
        """Show indented lines."""
        if is_bibtex("", token.content):
            from mdlint_doi.formats.data.bibtex_guard import as_html

            return as_html(token.content)
        if token.info == _CODE:
            return text if check_code else f"<code>{text}</code>"
        return text + _rst_within(token.content, notations, work, check_code=check_code)

    return shown


def _rst_within(
    content: str,
    notations: Notations,
    work: WorkBound,
    *,
    check_code: bool,
    deep: int = _DEEPEST,
) -> str:
    """Return what docutils makes of each `{eval-rst}` in a footnote or the body of a directive.

    What takes it too long, or stands too deep, is shown as code that no fix changes.
    """
    if RST not in content.lower():
        return ""
    if not deep:
        return f"<code>{escape(content)}</code>"
    from mdlint_doi.formats.rst.guard import body_html

    work.spend(BLOCKS.of(content))
    found: list[str] = []
    for token in guard_parser(notations, check_code=check_code).parse(content, {INLINE: None}):
        info = token.info.strip().lower()
        if info.startswith(RST):
            html = body_html(token.content, notations, work, check_code=check_code)
            found.append(f"<code>{escape(token.content)}</code>" if html is None else html)
        elif token.type in {"fence", "code_block"}:
            inner, less = token.content, deep - 1
            found.append(_rst_within(inner, notations, work, check_code=check_code, deep=less))
    return "".join(found)


def _fence(notations: Notations, *, check_code: bool) -> Callable[[Token, str, WorkBound], str]:
    """Return what shows a fence.

    The body of a directive of MyST is running text, that of `{eval-rst}` what docutils makes of it,
    any other fence code. What takes docutils too long is code, too, so that no fix changes it.
    """

    def shown(token: Token, text: str, work: WorkBound) -> str:
        """Show a fence."""
        info = token.info.strip()
        if is_bibtex(language_of(info), token.content):
            from mdlint_doi.formats.data.bibtex_guard import as_html

            return as_html(token.content)
        if info.lower().startswith(RST):
            from mdlint_doi.formats.rst.guard import body_html

            html = body_html(token.content, notations, work, check_code=check_code)
            return f"<code>{text}</code>" if html is None else html
        if info.startswith("{"):
            name, brace, argument = info.partition("}")
            text = text.replace(escape(info), escape(name + brace), 1) + escape(argument)
            within = _rst_within(token.content, notations, work, check_code=check_code)
            # Links that are made in it stay plain text here, and are links to MyST.
            return (text if check_code else text.replace("](", f"]{_HERE_A_LINK}(")) + within
        return text if check_code else f"<code>{text}</code>"

    return shown


def _role(token: Token, text: str, _: WorkBound) -> str:
    name = str(token.meta.get("name", "")).lower()
    if name == "doi":  # a link, whose text is the name where it has no title
        title, start, end = split_role(token.content, 0, len(token.content), STANDARD)
        target = token.content[start:end]
        return f'<a href="{escape(target)}">{escape(title or target)}</a>'
    if parts := linked(name, token.content, 0, len(token.content)):
        title, target = (escape(token.content[slice(*part)]) for part in parts)
        return f'<a href="{target}" class="{escape(name)}">{title}</a>'
    return f"<code {escape(name)}>{text}</code>"
