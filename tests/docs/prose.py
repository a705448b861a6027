"""The running text of a page: without code, comments and addresses, its lines where they were."""

from __future__ import annotations

import re
from typing import Final

_MARKDOWN: Final = re.compile(
    r"""
      ^(?P<fence>[ ]*```+)[^\n]*\n.*?^(?P=fence)[ ]*$   # a block of code
    | <!--.*?-->                                        # a comment
    | (?P<ticks>`+)[^\n]*?(?<!`)(?P=ticks)(?!`)         # code in a line; may stand over two
    | (?P<wrapped>`)[^`\n]*\n[^`\n]*`
    | (?<=\])\([^)\s]*\)                                # where a link leads
    | ^\[[^\]]+\]:.*$                                   # the same, further down
    | ^\([\w-]+\)=$                                     # a label
    | ^\|[-:| ]+\|$ | \|                                # the lines of a table
    | https?://\S+
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_RST: Final = re.compile(
    r"""
      ^(?P<indent>[ ]*)\.\.[ ](?!(?:note|tip|warning|important|seealso|admonition)::)
        .*(?:\n(?:(?P=indent)[ ]+.*|[ ]*$))*   # a directive with its body
    | :[\w:-]+:`[^`]*` | ``.*?`` | `_+                            # roles, code
    | <https?://[^>]*>
    | ^[ ]*[-=~]+$                                                # under a title
    """,
    re.VERBOSE | re.MULTILINE,
)


def prose(text: str, *, rst: bool, cell: str = ";") -> str:
    """Return the running text of a page.

    Args:
        text: the page.
        rst: whether it is reStructuredText; otherwise Markdown.
        cell: the character that replaces each line between the cells of a table.

    Each piece of code becomes one word; the lines stay where they were.

    """
    return (_RST if rst else _MARKDOWN).sub(lambda found: _word(found, cell), text)


def _word(found: re.Match[str], cell: str) -> str:
    lines = found[0].count("\n")
    if found[0] == "|":
        return cell
    if lines or found[0].startswith(("|", "(", "[", "<!--", "-", "=", "~", "..")):
        return "\n" * lines
    return f"Code{found.start()}"  # two in a row are no repeated word
