"""The advice of messages, rule pages and `--explain`: lines to copy, and texts to write.

A test takes an advice from here, does as it says, and runs again: then nothing more is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.rule import Rule

RULE_PAGES: Final = Path(__file__).parents[1] / "example_docs" / "rules"
_FENCE: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WRITE: Final = re.compile(
    r"(?:; |, )(?:write|did you mean|link to) '?([^\s'?]+?)'?(?:[?,]| if |$)"
)
_REMOVE: Final = re.compile(r"; remove (?:it|them|this comment)\b")
_EXCEPTION: Final = "[tool.mdlint-doi.exceptions]"


def replaced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with other texts in place of some spans, which do not overlap."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def lines_to_copy(rule: Rule) -> dict[str, str]:
    """Return the lines by which a rule's page says that the rule is turned off, by language."""
    page = (RULE_PAGES / f"{rule.code}.md").read_text(encoding="utf-8")
    _, _, last = page.partition("## Switching it off")
    return dict(_FENCE.findall(last))


def text_to_write(finding: Finding) -> str | None:
    """Return the text that a message says to write; empty: to remove what is there; None: none."""
    if found := _WRITE.search(finding.message):
        return found[1]
    return "" if _REMOVE.search(finding.message) else None


def as_told(finding: Finding, mention: Mention | None, new: str) -> Iterator[str]:
    """Yield the text of a document with the advised text in place of what is wrong.

    The message names the text, not the place: it is where the finding is, or the whole DOI there.
    The beginning of an address is followed by the DOI.
    """
    text = finding.source.text
    yield replaced(text, [(finding.span.start, finding.span.end, new)])
    if mention is not None:
        whole = f"{new}{mention.doi}" if new.endswith("/") and mention.doi else new
        for place in (mention.written.whole, mention.span):
            yield replaced(text, [(place.start, place.end, whole)])


def exceptions_in(explained: str) -> str:
    """Return the exceptions that `--explain` says to add, as one table."""
    lines = explained.splitlines()
    found = dict.fromkeys(
        lines[at + 1].strip() for at, line in enumerate(lines) if line.strip() == _EXCEPTION
    )
    return "\n".join([_EXCEPTION, *found, ""])
