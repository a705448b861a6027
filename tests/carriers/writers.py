"""How a DOI and its address are written in a format, so that the format reads them unchanged."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote, unquote

RESOLVER = "https://doi.org/"
KEPT_IN_ADDRESSES = "/:;()!*',@$&+=~-._"
"""The characters that need no encoding in an address (RFC 3986, 3.3; DOI Handbook, 3.4)."""


def address(name: str) -> str:
    """Return the address of a DOI; a shortDOI has no prefix there."""
    return RESOLVER + quote(name.removeprefix("10/"), safe=KEPT_IN_ADDRESSES)


def uri(name: str) -> str:
    """Return the `doi:` URI of a DOI."""
    return "doi:" + quote(name, safe=KEPT_IN_ADDRESSES)


def plain(text: str) -> str:
    """Return the text unchanged."""
    return text


def in_parentheses(text: str) -> str:
    """Return a destination of a Markdown link; brackets without a partner are encoded."""
    if text.count("(") == text.count(")"):
        return text
    return text.replace("(", "%28").replace(")", "%29")


def markdown(text: str) -> str:
    """Return running text of Markdown, with backslashes before markup."""
    return re.sub(r"([\\`*_\[\]<>#&{}~|])", r"\\\1", text)


def cell(text: str) -> str:
    """Return the text of a cell of a Markdown table."""
    return text.replace("|", "\\|")


def rst(text: str) -> str:
    """Return running text of reStructuredText, with backslashes before markup."""
    return re.sub(r"([\\`*_|])", r"\\\1", text)


def backslashes(text: str) -> str:
    """Return the argument of a role, in which a backslash is written twice."""
    return text.replace("\\", "\\\\")


def docstring(text: str) -> str:
    """Return text of a docstring, which is reStructuredText."""
    return rst(text).replace('"', '\\"')


def quoted(text: str) -> str:
    """Return an argument in double quotes."""
    return text.replace('"', '\\"')


def tex(text: str) -> str:
    """Return running text of LaTeX or of a BibTeX field."""
    return re.sub(r"([_%#&{}])", r"\\\1", text).replace("~", r"\textasciitilde{}")


def tex_argument(text: str) -> str:
    r"""Return the argument of `\href` or `\doi`."""
    return re.sub(r"([%#&])", r"\\\1", text)


def bibtex_quotes(text: str) -> str:
    """Return a value of BibTeX in double quotes."""
    return text.replace('"', '{"}')


def rd(text: str) -> str:
    """Return text of an Rd file ("Writing R Extensions", 2.1)."""
    return re.sub(r"([%{}\\])", r"\\\1", text)


def typst(text: str) -> str:
    """Return running text of Typst, with backslashes before markup; `//` begins a comment there."""
    return re.sub(r"([\\*_`$#@<>~\[\]\"']|(?<=/)/)", r"\\\1", text)


def string(text: str) -> str:
    """Return text of a string in double quotes, as in C: in Typst and in message catalogs."""
    return re.sub(r"([\\\"])", r"\\\1", text)


def description(text: str) -> str:
    """Return a DOI in the file DESCRIPTION, percent-encoded ("Writing R Extensions", 1.1.1)."""
    return quote(text, safe=KEPT_IN_ADDRESSES)


def badge(text: str) -> str:
    """Return a DOI in the address of a badge, which is in a Markdown destination."""
    kept = KEPT_IN_ADDRESSES.replace("*", "").replace("'", "")
    if text.count("(") != text.count(")"):
        kept = kept.replace("(", "").replace(")", "")
    return quote(text, safe=kept)


def yaml(text: str) -> str:
    """Return a scalar of YAML in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def yaml_note(text: str) -> str:
    """Return a note of YAML whose words are around a DOI with a label."""
    return yaml(f"See doi:{text} and later")


def yaml_label(text: str) -> str:
    """Return a note of YAML that contains only a DOI with a label."""
    return yaml(f"doi:{text}")


def json_string(text: str) -> str:
    """Return a string of JSON."""
    return json.dumps(text, ensure_ascii=False)


def attribute(text: str) -> str:
    """Return text or an attribute of HTML."""
    return html.escape(text)


def decoded(text: str) -> str:
    """Return a part of an address without percent-encoding."""
    return unquote(text)


def fold(name: str) -> str:
    """Return a DOI in the form in which DOIs are compared: only ASCII letters are folded."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in name)
