"""Decide by the name of a role how to read its text, in reStructuredText and in MyST.

An unknown role with a text and then an address is a link, as in Sphinx's own roles:
``:badge:`text <https://doi.org/10.1000/182>` ``. Roles that are known to contain no address are
listed; the roles of a domain (`py:func`, `cite:t`) refer to an object.

`{doi}` and `:doi:` were meant as a role even directly before a DOI without backticks:
`{doi}10.1000/182`. A placeholder of a program (`${DOI}10.1000/182`) and the end of a longer word
(`urn:doi:…`) are not roles.

Sources: docutils' and Sphinx's lists of roles; sphinx-design, "Badges, Buttons & Icons"; mystmd,
"Roles".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.text.pattern import pattern

_BRACES: Final = "{doi}"
_SCHEME: Final = "doi:"
_BEFORE: Final = pattern(r"[\s(\[,;*_\"'>-]")
"""A character after which a role may begin; a role may also begin a text."""
CODE_ROLES: Final = frozenset({"code", "eq", "kbd", "literal", "math", "raw", "samp"})
"""Roles whose text is never searched, not even for identifiers."""
PROSE_ROLES: Final = frozenset(
    (
        *("", "emphasis", "strong", "subscript", "sub", "superscript", "sup"),
        *("title-reference", "title", "t", "abbreviation", "abbr", "dfn"),
        *("guilabel", "menuselection"),
    )
)
"""Roles whose text is prose; the empty name stands for the default role."""
_NO_ADDRESS: Final = frozenset(
    (
        *CODE_ROLES,
        *PROSE_ROLES,
        *("ac", "acronym", "pep", "pep-reference", "rfc", "rfc-reference", "cve", "cwe", "index"),
        *("any", "doc", "numref", "ref", "term", "keyword", "option", "envvar", "token"),
        *("attr", "class", "const", "data", "deco", "exc", "func", "meth", "mod", "obj", "type"),
        *("member", "macro", "struct", "union", "enum", "enumerator", "var", "expr", "texpr"),
        *("command", "file", "mailheader", "makevar", "manpage", "mimetype", "newsgroup"),
        *("program", "regexp", "cite", "citep", "citet", "footcite", "footcitet", "glue", "eval"),
        *("del", "strike", "smallcaps", "sc", "underline", "u", "si", "chem", "doi"),
    )
)
CITATION: Final = pattern(r"(?:foot|full)?cite(?:[pt]|:[a-z]+)?")
"""The names of the roles for citations, whose keys may be DOIs (mystmd, "Citations")."""
LINK_OPTIONS: Final = frozenset({"target", "link", "url"})
"""Options of images, figures, cards and buttons whose value may be a URI."""
LINK_DIRECTIVE: Final = "button-link"
"""The directive whose argument is an address."""
_LINK_BADGE: Final = "bdg-link"
"""The first part of the names of roles whose text may be only an address."""
_KEY: Final = pattern(r"[^\s,;](?>(?:[^\s,;]|[ ](?=[^\s,;]))*)")
_ADDRESS: Final = pattern(r"https?://\S+", re.IGNORECASE)
Range = tuple[int, int]


def title_and_target(text: str, start: int, end: int) -> tuple[Range, Range] | None:
    """Return the ranges of title and target in `title <target>`, as Sphinx splits it, or None.

    The role's text is `text[start:end]`, in which NUL stands for an escaping backslash.
    """
    opening = text.rfind("<", start, end)
    if text[end - 1] != ">" or opening <= start or text[opening - 1] == "\0":
        return None
    title_end = start + max(1, len(text[start:opening].rstrip()))
    return (start, title_end), (opening + 1, end - 1)


def linked(name: str, text: str, start: int, end: int) -> tuple[Range, Range] | None:
    """Return the ranges of title and address of the link that a role makes; None if it makes none.

    `name` is in lower case; for `text` see `title_and_target`.
    """
    if name in _NO_ADDRESS or ":" in name:
        return None
    titled = title_and_target(text, start, end)
    if titled is None and name.startswith(_LINK_BADGE):
        titled = (start, end), (start, end)
    is_link = titled is not None and _ADDRESS.fullmatch(text, *titled[1])
    return titled if is_link else None


def citation_keys(text: str, start: int, end: int) -> Iterator[Range]:
    """Yield the ranges of the keys in the text of a role for citations."""
    return (key.span() for key in _KEY.finditer(text, start, end))


def role_word(text: str, start: int) -> int | None:
    """Return the offset of `{doi}` or `:doi:` directly before a DOI; None if there is no such word.

    The DOI, or a `doi:` before it, begins at `start`.
    """
    if text[start : start + len(_SCHEME)].lower() == _SCHEME and text[start - 1 : start] == ":":
        word = start - 1
        number = start + len(_SCHEME)
    else:
        word, number = start - len(_BRACES), start
        if word < 0 or text[word:start].lower() != _BRACES:
            return None
    if not text.startswith("10.", number):
        return None
    return word if not word or _BEFORE.match(text, word - 1) else None
