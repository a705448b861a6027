"""The string moves that fix a broken name: a table, one line a move.

A line is a name, an expression for what is wrong, and what to put in its place. Expressions look
at the text in lower case where they name letters; they see at most 512 characters and repeat
nothing inside a repetition. Moves that no expression can say are functions below the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from mdlint_doi.names.encode import decode
from mdlint_doi.names.lookalikes import latin_text, plain_text
from mdlint_doi.names.publisher_links import TAILS
from mdlint_doi.names.repository_names import whole_name
from mdlint_doi.names.rewrites.oxford_reference import article_name

_TABLE: Final = (
    ("replace look-alikes", "", ""),
    ("undo percent-encoding", "", ""),
    ("name the article", "", ""),
    ("name the number of the repository", "", ""),
    # In the prefix.
    ("restore the directory code", r"^(?:[01]|1[0o]?[ ,:;_-]|1[0o]\.[ .]+)?\.?(?=\d{4,5}/)", "10."),
    ("restore the slash", r"^(10\.\d{4,5})(?:[.,:;\\|_-]|(?=[A-Za-z(]))(?![\d.]*/)", r"\1/"),
    ("read digits in the prefix", "", ""),
    ("split directory and registrant code", r"^10(\d{4,5}/)", r"10.\1"),
    ("drop what stands before the name", r"^.+?(?=10\.\d{4,9}/)", ""),
    ("drop all before the last name", r"^.*[^\d.](?=10\.\d{4,9}/)", ""),
    # Behind the name, and never part of it.
    ("drop final punctuation", r"[.,:;!?'\"`´’”&<(\[{*_~=|\\ ]+$", ""),
    ("drop an unbalanced bracket", "", ""),
    ("cut at the open bracket", "", ""),
    ("close the bracket", "", ""),
    ("drop the glued address", r"[.,;:(<\[ ]*(?:https?:|www\.).*$", ""),
    ("drop the mark", r"\[(?:doi|pii|epub|pubmed)[^\]]*\].*$", ""),
    ("drop the access date", r"[>).,;(]*(?:last)?accessed[:\s]*[\w,.]*$", ""),
    ("drop the host", r"[.,;(]*[a-z]*\.?(?:sagepub|oxfordjournals|tandfonline|wiley)\b.*$", ""),
    ("drop the PubMed number", r"[.,;( \[]*pm(?:c?id)[:\s]*(?:pmc)?\d*\W*$", ""),
    ("drop the note", r"[.,;(\[ ]*(?:epub|(?:article)?published|available|received).*$", ""),
    ("drop the reference behind dots", r"\.{3,}.*$", ""),
    ("drop the tail of the page", f"(?x:{TAILS.pattern})", ""),
    ("drop the supplement", r"/(?:-/dcsupplemental|suppinfo|suppl_file).*$", ""),
    ("drop the file ending", r"\.(?:pdf|html?|xml|jpe?g|png|gif|svg|txt|docx?|full|short)$", ""),
    ("drop the session", r";jsessionid=.*$", ""),
    ("drop the year", r"[.,;( ]*\((?:1[89]|20)\d\d\)?$|[,; ]+(?:1[89]|20)\d\d$", ""),
    ("drop the pages", r"[.,;( ]+pp?\.? ?\d+(?:-\d+)?$", ""),
    ("drop the query", r"[?&][\w.-]*=.*$", ""),
    ("drop the fragment", r"#.*$", ""),
    ("drop the tag", r"<[^<>]*/?>", ""),
    ("drop all from the first tag", r"<[a-z/][^<>:]*>.*$", ""),
    ("cut at the space", r"\s.*$", ""),
    ("drop the final slash", r"/+$", ""),
    # Inside the name.
    ("close up spaces", r"\s+", ""),
    ("drop backslashes", r"\\+|\{\\?([_&%#$])\}", r"\1"),
    ("undouble underscores", r"_{2,}", "_"),
    ("undouble dots", r"\.{2,}", "."),
    ("undouble slashes", r"(?<=.)/{2,}", "/"),
    ("restore <", r"&?lt;|&#60;|\{?(?:\$<\$|\\textless(?:\{\})?) ?\}?", "<"),
    ("restore >", r"&?gt;|&#62;|\{?(?:\$>\$|\\textgreater(?:\{\})?) ?\}?", ">"),
    ("restore &", r"&amp;", "&"),
    ("dots for commas", r",", "."),
    ("restore ;2", r"(\d\.\d\.co)(?:;?2?)?$", r"\1;2"),
    ("drop the version", r"/?v\d{1,2}$", ""),
    ("restore .x", r"^(10\.1111/j\.\d{4}-\d{3}[\dx]\.\d{4}\.\w+)$", r"\1.x"),
    ("replace letters that look Latin", "", ""),
    ("restore zenodo", r"^(10\.5281/)(?:zenodo[/:_ -]?)?(\d+)$", r"\1zenodo.\2"),
)  # fmt: skip


_OCR: Final = str.maketrans("OoQDlI|iSsBbZzGqg", "00001111558622699")


def moved(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each move that changes `text`, and the changed text."""
    for name, move in MOVES:
        changed = move(text)
        if changed != text:
            yield name, changed


def _substitution(pattern: str, replacement: str) -> Callable[[str], str]:
    found = re.compile(pattern, re.IGNORECASE | re.DOTALL)
    return lambda text: found.sub(replacement, text)


def _digits_in_prefix(text: str) -> str:
    """Undo what character recognition makes of digits: `1O.1Ol6/…`."""
    prefix, slash, suffix = text.partition("/")
    return prefix.translate(_OCR) + slash + suffix if len(prefix) < 12 else text


def _decoded(text: str) -> str:
    try:
        return decode(text)
    except ValueError:
        return text


def _unclosed(text: str) -> tuple[int, str]:
    """Return where the first bracket without a partner opens, or -1, and the missing closers."""
    waiting: list[int] = []
    for at, character in enumerate(text):
        if character in "([<{":
            waiting.append(at)
        elif character in ")]>}" and waiting and _PARTNERS[text[waiting[-1]]] == character:
            waiting.pop()
    return (waiting[0] if waiting else -1), "".join(_PARTNERS[text[at]] for at in waiting[::-1])


def _bracket_dropped(text: str) -> str:
    opener = _OPENERS.get(text[-1:])
    unbalanced = opener is not None and text.count(opener) < text.count(text[-1])
    return text[:-1] if unbalanced else text


def _bracket_added(text: str) -> str:
    return text + _unclosed(text)[1]


def _bracket_cut(text: str) -> str:
    at, _ = _unclosed(text)
    return text[:at] if at > 0 else text


_PARTNERS: Final = {"(": ")", "[": "]", "<": ">", "{": "}"}
_OPENERS: Final = {closer: opener for opener, closer in _PARTNERS.items()}
_FUNCTIONS: Final = {
    "name the article": lambda text: article_name(text) or text,
    "name the number of the repository": lambda text: whole_name(text) or text,
    "replace look-alikes": plain_text,
    "replace letters that look Latin": latin_text,
    "undo percent-encoding": _decoded,
    "read digits in the prefix": _digits_in_prefix,
    "drop an unbalanced bracket": _bracket_dropped,
    "close the bracket": _bracket_added,
    "cut at the open bracket": _bracket_cut,
}

MOVES: Final = tuple(
    (name, _FUNCTIONS[name] if name in _FUNCTIONS else _substitution(pattern, text))
    for name, pattern, text in _TABLE
)
"""Name and function of each move, the likeliest first."""
