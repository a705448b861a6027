"""The edit that switches a rule off on one line, where the format has a comment for that.

What a comment in this place does is not guessed: the text with it is checked, and the comment is
offered only if the finding goes and nothing comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mdlint_doi.formats.table import entry_of
from mdlint_doi.lint.applying import apply_edits
from mdlint_doi.lint.model import Edit, Finding
from mdlint_doi.pipeline import judge
from mdlint_doi.project.documents import read_document
from mdlint_doi.server.checking import Checked
from mdlint_doi.text.span import Span

_LONGEST: Final = 300_000
"""Code points of a document that is checked once more for this."""
_COMMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "markdown": " <!-- {} -->",
        "html": " <!-- {} -->",
        "cff": "  # {}",
        "csl-yaml": "  # {}",
        "python": "  # {}",
        "latex": " % {}",
    }
)


def suppressing_edit(checked: Checked, finding: Finding) -> Edit | None:
    """Return the edit that adds the comment; None where there is none that does it."""
    text, name = checked.source.text, checked.source.name
    entry = entry_of(name)
    comment = _COMMENTS.get(entry.name) if entry else None
    if comment is None or len(text) > _LONGEST:
        return None
    if name.lower().endswith(".mdx"):
        comment = " {{/* {} */}}"
    end = checked.source.line_span(finding.span.start).end
    edit = Edit(Span(end, end), comment.format(f"mdlint-doi-disable-line {finding.code}"))
    after = checked.source.replace(text=apply_edits(text, [edit]))
    left = Counter(map(_told, judge(read_document(after, checked.facts.settings), checked.facts)))
    before = Counter(map(_told, judge(checked.document, checked.facts)))
    if left <= before and left[_told(finding)] < before[_told(finding)]:
        return edit
    return None


def _told(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
