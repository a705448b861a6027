"""Whether a changed text still renders to the same page, but for the DOI.

Both texts are rendered; every DOI, as a link's target or in running text, is replaced by one
private character; what is left must be equal, and so must the link reference definitions. A fix
of a construct that was no link before (a broken autolink, an unlinked name) makes a link where
there was text; there the page must be the one in which that character stands in the place of the
construct. Front matter is compared by a YAML parser (`same_front_matter`). The price is two full
parses a round of fixes, and nothing where there is no fix.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape, unescape
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.formats.markdown.front_matter import front_matter_end
from mdlint_doi.formats.markdown.same_front_matter import same_front_matter
from mdlint_doi.lint.fixing import apply_edits
from mdlint_doi.lint.model import Edit
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

_WORD: Final = "\ue000"
_HERE_A_LINK: Final = "\ue001"
_TAG: Final = pattern(r"(<[^<>]*>)")
_ATTRIBUTE: Final = pattern(
    r"""(\b(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE
)
_OWN_TEXT: Final = pattern(f'<a href="{_WORD}">{_WORD}</a>')
_ANY_TEXT: Final = pattern(
    rf'<a href="{_WORD}"[^<>]*>[^<]*+(?:<(?!/?a\b)[^<]*+)*+</a>', re.IGNORECASE
)
_OWN: Final = f'<a href="{_WORD}"'
_OTHER: Final = pattern(rf'<(?:a|img)\s[^<>]*?(?:href|src)="(?!{_WORD}")[^<>]*>', re.IGNORECASE)
_RUN: Final = pattern(r"[^\s<>]+")


class SamePage:
    """Compares two texts; their pages are kept, since rounds follow each other."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings: further resolvers, and whether DOIs in code are looked at."""
        self._servers = servers
        self._parser = _parser(check_code=check_code)
        self._pages: dict[str, str] = {}

    def __call__(self, before: str, after: str, edits: Sequence[Edit]) -> bool:
        """Return whether `after`, which is `before` with the `edits`, is the same page."""
        end, new_end = front_matter_end(before), front_matter_end(after)
        if before[:end] != after[:new_end] and not same_front_matter(
            before[:end], after[:new_end], edits
        ):
            return False
        old, new = self._page(before), self._page(after)
        self._pages = {before: old, after: new}
        if _OWN_TEXT.sub(_WORD, old) == _OWN_TEXT.sub(_WORD, new):
            return True
        inert = self._page(apply_edits(before, [_inert(edit) for edit in edits]))
        return _loose(inert) == _loose(new) and _keeps_links(old, new)

    def blocks(self, text: str) -> list[int]:
        """Return where the blocks of a document begin that stand in no other, and lists' items."""
        lines = Source("", text).line_starts
        tokens = self._parser.parse(text)
        outer = [one for one in tokens if one.level == (one.type == "list_item_open")]
        return [lines[one.map[0]] for one in outer if one.map]

    def _page(self, text: str) -> str:
        if text in self._pages:
            return self._pages[text]
        env: dict[str, Any] = {}
        html = self._parser.render(text, env)
        return self._masked(html) + self._definitions(env)

    def _masked(self, html: str) -> str:
        """Replace the DOIs in attributes and in text; what stands in code stays."""
        pieces = _TAG.split(html)
        in_code = 0
        for at, piece in enumerate(pieces):
            if at % 2:
                in_code += piece.startswith("<code") - piece.startswith("</code")
                pieces[at] = _ATTRIBUTE.sub(self._masked_attribute, piece)
            elif piece and in_code <= 0:
                pieces[at] = escape(self._masked_text(unescape(piece)), quote=False)
        return "".join(pieces)

    def _masked_attribute(self, match: re.Match[str]) -> str:
        target = unescape(match[2].strip("\"'"))
        names_doi = read(target, servers=self._servers, publishers=True)
        shown = _WORD if names_doi else escape(target)
        return f'{match[1].lower()}"{shown}"'

    def _masked_text(self, text: str) -> str:
        pieces: list[str] = []
        at = 0
        for candidate in find(text, servers=self._servers):
            pieces += (text[at : candidate.span.start], _WORD)
            at = candidate.span.end
        return "".join(pieces) + text[at:]

    def _definitions(self, env: MutableMapping[str, Any]) -> str:
        lines = (
            f"{label}: {_WORD if read(one['href'], servers=self._servers) else one['href']}"
            f" {one['title']}"
            for label, one in env.get("references", {}).items()
        )
        return "\n".join(lines)


def _inert(edit: Edit) -> Edit:
    """Return the edit with the private character for its text; blanks around it stay."""
    text = edit.replacement
    head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return Edit(edit.span, f"{head}{_WORD}{tail}" if text.strip() else _WORD)


def _loose(page: str) -> str:
    """Make every link to a DOI, and every word that holds one, a single character."""
    return _RUN.sub(_word, _ANY_TEXT.sub(_WORD, page))


def _keeps_links(old: str, new: str) -> bool:
    """Return whether links and images are still there: no edit takes them for a part of a DOI."""
    return new.count(_OWN) >= old.count(_OWN) and _OTHER.findall(old) == _OTHER.findall(new)


def _word(run: re.Match[str]) -> str:
    # Brackets that were to make a link and made none are to be seen.
    return _WORD if _WORD in run[0] and "](" not in run[0] else run[0]


def _parser(*, check_code: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    class Plain(MarkdownIt):
        """Keeps destinations as they are written, not as a browser would be given them."""

        def normalizeLink(self, url: str) -> str:  # noqa: N802
            return url

        def validateLink(self, url: str) -> bool:  # noqa: N802
            return bool(url)

    parser = Plain("commonmark").enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(myst_role_plugin)
    parser.add_render_rule("front_matter", _content)
    parser.add_render_rule("code_block", _content)
    parser.add_render_rule("myst_role", _role)
    parser.add_render_rule("fence", _content if check_code else _fence)
    if check_code:
        parser.add_render_rule("code_inline", _content)
    return parser


def _content(
    self: RendererHTML,  # noqa: ARG001 - the renderer's protocol
    tokens: Sequence[Token],
    idx: int,
    options: OptionsDict,  # noqa: ARG001
    env: MutableMapping[str, Any],  # noqa: ARG001
) -> str:
    """Show a token's content as running text: DOIs in it are looked at."""
    token = tokens[idx]
    return f"<div {escape(token.type)} {escape(token.info)}>{escape(token.content)}</div>"


def _fence(
    self: RendererHTML,
    tokens: Sequence[Token],
    idx: int,
    options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    """Show a MyST directive's body as running text, any other fence as code."""
    if tokens[idx].info.lstrip().startswith("{"):
        # Links that are made in it stay plain text here, and are links to MyST.
        return _content(self, tokens, idx, options, env).replace("](", f"]{_HERE_A_LINK}(")
    return f"<code>{_content(self, tokens, idx, options, env)}</code>"


def _role(
    self: RendererHTML,
    tokens: Sequence[Token],
    idx: int,
    options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    name = str(tokens[idx].meta.get("name", "")).lower()
    shown = _content(self, tokens, idx, options, env)
    return f"{{{escape(name)}}}{shown}" if name == "doi" else f"<code {escape(name)}>{shown}</code>"
