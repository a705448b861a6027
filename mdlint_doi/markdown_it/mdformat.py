"""The mdformat extension: it keeps DOIs as written or, as an option, makes them canonical.

mdformat rewrites destinations, encloses those with parentheses in angle brackets, and escapes `<`,
`_` and `*` in text, so that other tools hardly recognize a DOI. With this extension, links to DOIs,
their definitions and DOIs in text stay unchanged. `--doi-canonical`, or in `.mdformat.toml`

    [plugin.doi]
    canonical = true

writes the canonical link as the destination of links, images and definitions, and keeps their text.
Post-processors are used instead of renderers, because several plugins render `link`. mdformat
writes `env["references"][label]["href"]` after each label of a definition. So the text of the
source is stored there after parsing, when the tokens have their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from markdown_it.common.utils import normalizeReference, unescapeAll

from mdlint_doi.markdown_it.plugin import MARKUP, META, doi_plugin
from mdlint_doi.names.link import canonical_of, markdown_destination
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    import argparse

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from mdformat.renderer import RenderContext, RenderTreeNode
    from mdformat.renderer.typing import Postprocess, Render

_WRITTEN: Final = "doi_definitions"
"""The key of `env` for the destinations of definitions as written, by label."""
_HEAD: Final = pattern(r"\[(?P<label>(?:[^\[\]\\]|\\.)+)\]:[ \t\n]*", re.DOTALL)
RENDERERS: Mapping[str, Render] = {}


def _link(text: str, node: RenderTreeNode, context: RenderContext) -> str:
    """Return a rendered link with its DOI as written or, if the option is set, canonical."""
    if META not in node.meta or node.markup == "linkify":
        return text
    written: str = node.meta[META]["written"]
    if node.markup == MARKUP:
        return written
    if node.info == "auto":
        return f"<{written}>"
    return _with_destination(text, node, context)


def _with_destination(text: str, node: RenderTreeNode, context: RenderContext) -> str:
    """Return a link or image with its DOI as written or canonical; references do not change."""
    if META not in node.meta or node.meta.get("label"):
        return text
    title = node.attrs.get("title")
    behind = "" if title is None else ' "{}"'.format(str(title).replace('"', '\\"'))
    address = str(node.attrs["src" if node.type == "image" else "href"])
    written: str = node.meta[META]["written"]
    if _is_canonical(context.options):
        written = _destination(address, written)
    for end in (f"]({address}{behind})", f"](<{address}>{behind})"):
        if text.endswith(end):
            return f"{text.removesuffix(end)}]({written}{behind})"
    return text


POSTPROCESSORS: Mapping[str, Postprocess] = {"link": _link, "image": _with_destination}


def add_cli_argument_group(group: argparse._ArgumentGroup) -> None:
    """Add the option of this extension to the command line of mdformat."""
    group.add_argument(
        "--doi-canonical",
        dest="canonical",
        action="store_const",
        const=True,
        default=None,
        help="write links to DOIs in their canonical form",
    )


def update_mdit(mdit: MarkdownIt) -> None:
    """Add the rules for DOIs to the parser, and keep destinations as written."""
    doi_plugin(mdit, autolink=True)
    _keep_definitions(mdit, canonical=_is_canonical(mdit.options))


def _is_canonical(options: Mapping[str, Any]) -> bool:
    plugins: Mapping[str, Any] = options.get("mdformat", {}).get("plugin", {})
    return bool(plugins.get("doi", {}).get("canonical"))


def _keep_definitions(md: MarkdownIt, *, canonical: bool) -> None:
    """Store DOIs in `env["references"]` as written or, if `canonical`, as canonical links."""
    rules = md.block.ruler
    rule: Any = next(
        registered.fn for registered in rules.__rules__ if registered.name == "reference"
    )

    def reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        """Run the original rule, and keep the destination as written."""
        done: bool = rule(state, start, end, silent)
        if done and not silent:
            _note(state, start)
        return done

    def doi_definitions(state: StateCore) -> None:
        """Replace the parsed destinations of DOIs with those that mdformat has to write."""
        written = state.env.get(_WRITTEN, {})
        for label, entry in state.env.get("references", {}).items():
            target = canonical_of(str(entry["href"]))
            if target is not None and label in written:
                as_written: str = written[label]
                entry["href"] = _destination(target.href, as_written) if canonical else as_written

    rules.at("reference", reference)
    md.core.ruler.push("doi_definitions", doi_definitions)


def _note(state: StateBlock, start: int) -> None:
    """Keep the destination of the definition that was just read; the first for a label counts."""
    source = state.getLines(start, state.line, state.blkIndent, False).strip()  # noqa: FBT003
    if (head := _HEAD.match(source)) is None:
        return
    found = state.md.helpers.parseLinkDestination(source, head.end(), len(source))
    if found.ok:
        label = normalizeReference(head["label"])
        state.env.setdefault(_WRITTEN, {}).setdefault(label, source[head.end() : found.pos])


def _destination(address: str, written: str) -> str:
    """Return the destination to write for an address: `written` if it stands for it already."""
    bare = written[1:-1] if written.startswith("<") else written
    return written if unescapeAll(bare) == address else markdown_destination(address)
