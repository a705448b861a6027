"""The mdformat extension: a DOI is written back as it was written, or made canonical when asked.

mdformat writes destinations anew from the parsed address, puts those with parentheses in angle
brackets, and escapes `<`, `_` and `*` in text; all of that is right Markdown, and makes a DOI
hard to recognize for every other tool. With this extension the text of links to DOIs, of their
definitions and of DOIs in running text stays byte for byte. `--doi-canonical`, or in
`.mdformat.toml`

    [plugin.doi]
    canonical = true

writes the canonical link as the destination of links, images and definitions; what a reader sees
stays. Since the parser of mdformat's own check uses the plugin as well, the HTML is equal in both
modes. Post-processors are used instead of renderers, because several plugins render `link`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mdlint_doi.markdown_it.angle_link import META
from mdlint_doi.markdown_it.definition import destination, keep_definitions
from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.markdown_it.url_link import MARKUP

if TYPE_CHECKING:
    import argparse

    from markdown_it import MarkdownIt
    from mdformat.renderer import RenderContext, RenderTreeNode
    from mdformat.renderer.typing import Postprocess, Render


RENDERERS: Mapping[str, Render] = {}


def add_cli_argument_group(group: argparse._ArgumentGroup) -> None:
    """Declare the option of the command line."""
    group.add_argument(
        "--doi-canonical",
        dest="canonical",
        action="store_const",
        const=True,
        default=None,
        help="write links to DOIs in their canonical form",
    )


def update_mdit(mdit: MarkdownIt) -> None:
    """Let the parser see DOIs, and keep what the source says."""
    doi_plugin(mdit, autolink=True)
    keep_definitions(mdit, canonical=_is_canonical(mdit.options))


def _is_canonical(options: Mapping[str, Any]) -> bool:
    plugins: Mapping[str, Any] = options.get("mdformat", {}).get("plugin", {})
    return bool(plugins.get("doi", {}).get("canonical"))


def _link(text: str, node: RenderTreeNode, context: RenderContext) -> str:
    """Return a link with its DOI as written, or canonical."""
    found = node.meta.get(META)
    if found is None or node.markup == "linkify":
        return text
    written: str = found["written"]
    if node.markup == MARKUP:
        return written
    if node.info == "auto":
        return f"<{written}>"
    return _with_destination(text, node, str(node.attrs["href"]), context)


def _image(text: str, node: RenderTreeNode, context: RenderContext) -> str:
    if META not in node.meta:
        return text
    return _with_destination(text, node, str(node.attrs["src"]), context)


def _with_destination(text: str, node: RenderTreeNode, address: str, context: RenderContext) -> str:
    """Return a rendered link or image with another destination; references stay."""
    if node.meta.get("label"):
        return text
    title = node.attrs.get("title")
    behind = "" if title is None else ' "{}"'.format(str(title).replace('"', '\\"'))
    written: str = node.meta[META]["written"]
    if _is_canonical(context.options):
        written = destination(address, written)
    for end in (f"]({address}{behind})", f"](<{address}>{behind})"):
        if text.endswith(end):
            return f"{text.removesuffix(end)}]({written}{behind})"
    return text


POSTPROCESSORS: Mapping[str, Postprocess] = {"link": _link, "image": _image}
