"""Link reference definitions of DOIs for mdformat, which writes them anew from `env`.

mdformat writes `env["references"][label]["href"]` behind each label. So the text that the source
has there is put in its place once parsing is over; the tokens have their addresses by then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.names.link import canonical_of, markdown_destination
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore


_WRITTEN: Final = "doi_definitions"
"""The key of `env` under which the destinations stand as written, by label."""

_HEAD: Final = pattern(r"\[(?P<label>(?:[^\[\]\\]|\\.)+)\]:[ \t\n]*", re.DOTALL)


def keep_definitions(md: MarkdownIt, *, canonical: bool) -> None:
    """Let `env["references"]` hold DOIs as they are written, or (`canonical`) as they should be."""
    rules = md.block.ruler
    rule: Any = next(one.fn for one in rules.__rules__ if one.name == "reference")

    def reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        """Run the rule, and note the destination as written."""
        done: bool = rule(state, start, end, silent)
        if done and not silent:
            _note(state, start)
        return done

    def doi_definitions(state: StateCore) -> None:
        """Put the destinations that are wanted in place of those that were read."""
        written = state.env.get(_WRITTEN, {})
        for label, entry in state.env.get("references", {}).items():
            target = canonical_of(str(entry["href"]))
            if target is not None and label in written:
                as_written: str = written[label]
                entry["href"] = destination(target.href, as_written) if canonical else as_written

    rules.at("reference", reference)
    md.core.ruler.push("doi_definitions", doi_definitions)


def _note(state: StateBlock, start: int) -> None:
    """Keep the destination of the definition that was just read; the first of a label counts."""
    from markdown_it.common.utils import normalizeReference

    source = state.getLines(start, state.line, state.blkIndent, False).strip()  # noqa: FBT003
    head = _HEAD.match(source)
    if head is None:
        return
    found = state.md.helpers.parseLinkDestination(source, head.end(), len(source))
    if found.ok:
        label = normalizeReference(head["label"])
        state.env.setdefault(_WRITTEN, {}).setdefault(label, source[head.end() : found.pos])


def destination(address: str, written: str) -> str:
    """Return what to write for a canonical address in place of `written`.

    `written` stays where it means the address already.
    """
    from markdown_it.common.utils import unescapeAll

    bare = written[1:-1] if written.startswith("<") else written
    return written if unescapeAll(bare) == address else markdown_destination(address)
