"""The address that a link shows: its text, where that is one of the name that it leads to."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.formats.markdown.block_text import BlockText
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern

_BLANKS: Final = " \t\r\n"
_LABEL: Final = pattern(r"\A[\s*_~(\[\"']*(?:doi:?\s*(?=https?:|(?:dx\.)?doi\.))?", re.IGNORECASE)
_AROUND: Final = (
    (pattern(r"\A\s*"), _BLANKS),
    (_LABEL, _BLANKS + "*_~.,;\"'"),
    (_LABEL, _BLANKS + "*_~.,;\"')]"),
)
"""What may stand around an address that is all of a link's text: blanks; and emphasis, marks of the
sentence, a label."""


def shown_address(
    block: BlockText, text: tuple[int, int], target: Mention, servers: Collection[str]
) -> Mention | None:
    """Return the address that a link's text is; None if it is none of the target's name.

    Args:
        block: the block of the link.
        text: where the link's text begins and ends in it.
        target: the mention that the link leads to.
        servers: further resolvers.

    """
    whole = unescaped(block.content.text, *text, backslashes=not block.html)
    for before, behind in _AROUND:
        start = len(whole.text) - len(before.sub("", whole.text, count=1))
        plain = whole.part(start, max(start, len(whole.text.rstrip(behind))))
        spelling = read(plain.text, servers=servers)
        if spelling is None or spelling.kind is not Kind.LINK or spelling.doi is None:
            continue
        if spelling.doi == target.doi:
            written = plain.within(block.content)
            return Mention(target.source, written.whole, written, Form.LINK_TEXT, spelling)
    return None
