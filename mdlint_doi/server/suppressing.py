"""The edit that switches a rule off on one line, where the format has a comment for that.

What a comment in this place does is not guessed: the text with it is checked, and the comment is
offered only if the finding goes, nothing comes, and the page stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Final

from mdlint_doi.formats.same_page import SamePage
from mdlint_doi.formats.table import entry_of, format_of
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit, Finding
from mdlint_doi.run.judge import judge, read_document
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
    is_mdx = name.lower().endswith(".mdx")  # which allows none of the comments that we read
    if comment is None or is_mdx or len(text) > _LONGEST:
        return None
    comment = comment.format(f"mdlint-doi-disable-line {finding.code}")
    end = checked.source.line_span(finding.span.start).end
    edit = Edit(Span(end, end), comment)
    after = checked.source.replace(text=apply_edits(text, [edit]))
    left = Counter(
        map(_in_words, judge(read_document(after, checked.facts.settings), checked.facts))
    )
    before = Counter(map(_in_words, judge(checked.document, checked.facts)))
    is_effective = left <= before and left[_in_words(finding)] < before[_in_words(finding)]
    return edit if is_effective and _is_unseen(checked, after.text, edit) else None


def _is_unseen(checked: Checked, after: str, edit: Edit) -> bool:
    """Return whether readers see nothing of a comment: it breaks no table, definition or tag."""
    before, name = checked.source.text, checked.source.name
    guard = format_of(name).same_page(checked.facts.settings)
    if isinstance(guard, SamePage):
        return guard.html(after).replace(edit.replacement, "", 1) == guard.html(before)
    if edit.replacement.endswith("-->"):
        return _comments(after) > _comments(before)
    return guard is None or guard(before, after, ())


def _comments(text: str) -> int:
    """Return how many comments a page of HTML has."""
    parser = _Comments()
    parser.feed(text)
    return parser.count


class _Comments(HTMLParser):
    """Counts comments."""

    count = 0

    def handle_comment(self, data: str) -> None:
        del data
        self.count += 1


def _in_words(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
