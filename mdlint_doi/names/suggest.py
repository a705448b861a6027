"""Suggest DOIs that a broken DOI may stand for, each only a few changes away.

Only registered candidates are suggested. The changes correspond to published error classes (Xu et
al. 2019; Boente et al. 2021 and Cioffi et al. 2022 on 1.2 million invalid citations; citation-bot's
practice).

Changes are tried in the order of the table, and then again on each result, up to three times. A
change that may damage a correct DOI comes late. Each row has the name of the change and either a
regular expression (case is ignored) with its replacement, or a function. Changes apply to at most
512 characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from mdlint_doi.names.doi import Doi, decode, parse_or_none
from mdlint_doi.names.lookalikes import latin_text, plain_text
from mdlint_doi.names.markup_escapes import without_escapes
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.publisher_links import TAILS, article_name
from mdlint_doi.names.repository_numbers import whole_name
from mdlint_doi.names.spelling import EVERY
from mdlint_doi.text.pattern import compiled, pattern
from mdlint_doi.text.value import Value

_OCR: Final = str.maketrans("OoQDlI|iSsBbZzGqg", "00001111558622699")
_PARTNERS: Final = {"(": ")", "[": "]", "<": ">", "{": "}"}
_OPENERS: Final = {closer: opener for opener, closer in _PARTNERS.items()}
LIMIT: Final = 24  # at most so many candidates for one DOI
_DEPTH: Final = 3
_LONGEST: Final = 512
_EMBEDDED: Final = pattern(r"10\.[0-9]{4,9}/")


def _digits_in_prefix(text: str) -> str:
    """Return a DOI with digits for the letters that OCR confuses with them: `1O.1Ol6/…`."""
    prefix, slash, suffix = text.partition("/")
    return prefix.translate(_OCR) + slash + suffix if len(prefix) < 12 else text


def _substitution(pattern: str, replacement: str) -> Callable[[str], str]:
    found = compiled(pattern, re.IGNORECASE | re.DOTALL)
    return lambda text: found.sub(replacement, text)


def _decoded(text: str) -> str:
    try:
        return decode(text)
    except ValueError:
        return text


def _bracket_dropped(text: str) -> str:
    opener = _OPENERS.get(text[-1:])
    unbalanced = opener is not None and text.count(opener) < text.count(text[-1])
    return text[:-1] if unbalanced else text


_TABLE: Final[tuple[tuple[str, str | Callable[[str], str], str], ...]] = (
    ("replace look-alikes", plain_text, ""),
    ("undo percent-encoding", _decoded, ""),
    ("use the DOI of the article", lambda text: article_name(text) or text, ""),
    ("use the DOI instead of the repository number", lambda text: whole_name(text) or text, ""),
    # In the prefix.
    ("restore the directory code", r"^(?:[01]|1[0o]?[ ,:;_-]|1[0o]\.[ .]+)?\.?(?=\d{4,5}/)", "10."),
    ("restore the slash", r"^(10\.\d{4,5})(?:[.,:;\\|_-]|(?=[A-Za-z(]))(?![\d.]*/)", r"\1/"),
    ("replace letters in the prefix with digits", _digits_in_prefix, ""),
    ("separate the directory code from the registrant code", r"^10(\d{4,5}/)", r"10.\1"),
    ("drop the text before the DOI", r"^.+?(?=10\.\d{4,9}/)", ""),
    ("drop everything before the last DOI", r"^.*[^\d.](?=10\.\d{4,9}/)", ""),
    # After the DOI, and never part of it.
    ("drop final punctuation", r"[.,:;!?'\"`´’”&<(\[{*_~=|\\ ]+$", ""),
    ("drop an unbalanced bracket", _bracket_dropped, ""),
    ("cut at the unclosed bracket", lambda text: text[: max(_unclosed(text)[0], 0)] or text, ""),
    ("close the bracket", lambda text: text + _unclosed(text)[1], ""),
    ("drop the attached address", r"[.,;:(<\[ ]*(?:https?:|www\.).*$", ""),
    ("drop the mark", r"\[(?:doi|pii|epub|pubmed)[^\]]*\].*$", ""),
    ("drop the access date", r"[>).,;(]*(?:last)?accessed[:\s]*[\w,.]*$", ""),
    ("drop the host", r"[.,;(]*[a-z]*\.?(?:sagepub|oxfordjournals|tandfonline|wiley)\b.*$", ""),
    ("drop the PubMed number", r"[.,;( \[]*pm(?:c?id)[:\s]*(?:pmc)?\d*\W*$", ""),
    ("drop the note", r"[.,;(\[ ]*(?:epub|(?:article)?published|available|received).*$", ""),
    ("drop the reference after the dots", r"\.{3,}.*$", ""),
    ("drop the end of a page's address", f"(?x:{TAILS.pattern})", ""),
    ("drop the supplement", r"/(?:-/dcsupplemental|suppinfo|suppl_file).*$", ""),
    ("drop the file extension", r"\.(?:pdf|html?|xml|jpe?g|png|gif|svg|txt|docx?|full|short)$", ""),
    ("drop the session", r";jsessionid=.*$", ""),
    ("drop the year", r"[.,;( ]*\((?:1[89]|20)\d\d\)?$|[,; ]+(?:1[89]|20)\d\d$", ""),
    ("drop the pages", r"[.,;( ]+pp?\.? ?\d+(?:-\d+)?$", ""),
    ("drop the query", r"[?&][\w.-]*=.*$", ""),
    ("drop the fragment", r"#.*$", ""),
    ("drop the tag", r"<[^<>]*/?>", ""),
    ("drop everything from the first tag on", r"<[a-z/][^<>:]*>.*$", ""),
    ("cut at the space", r"\s.*$", ""),
    ("drop the final slash", r"/+$", ""),
    # Inside the DOI.
    ("close up spaces", r"\s+", ""),
    ("undo escapes of TeX and HTML", without_escapes, ""),
    ("drop backslashes", r"\\+", ""),
    ("collapse repeated underscores", r"_{2,}", "_"),
    ("collapse repeated dots", r"\.{2,}", "."),
    ("collapse repeated slashes", r"(?<=.)/{2,}", "/"),
    ("restore <", r"lt;", "<"),
    ("restore >", r"gt;", ">"),
    ("replace commas with dots", r",", "."),
    ("restore ;2", r"(\d\.\d\.co)(?:;?2?)?$", r"\1;2"),
    ("drop the version", r"/?v\d{1,2}$", ""),
    ("restore .x", r"^(10\.1111/j\.\d{4}-\d{3}[\dx]\.\d{4}\.\w+)$", r"\1.x"),
    ("replace letters that look like Latin ones", latin_text, ""),
    ("restore zenodo", r"^(10\.5281/)(?:zenodo[/:_ -]?)?(\d+)$", r"\1zenodo.\2"),
)  # fmt: skip
MOVES: Final = tuple(  # the name and the function of each change, most likely first
    (name, what if callable(what) else _substitution(what, text)) for name, what, text in _TABLE
)


class Repair(Value):
    """A DOI that may have been meant.

    Attributes:
        doi: the DOI that may have been meant.
        moves: the names of the changes that lead to it, in order.
    """

    doi: Doi
    moves: tuple[str, ...]


def candidates(written: Doi | str) -> tuple[Repair, ...]:
    """Return the DOIs that a broken one may stand for, most likely first, at most `LIMIT`.

    Nothing is looked up.

    Args:
        written: a DOI, or a text that may be meant as one. For a DOI of more than 512 characters,
            there are no candidates; of a longer text, only the first 512 are read.

    Returns:
        The candidates, each with the changes that lead to it.
    """
    start = str(written) if isinstance(written, Doi) else _name_in(written)
    if len(start) > _LONGEST:
        return ()
    found: dict[Doi, Repair] = {}
    named = _parsed(start) if isinstance(written, str) and written != start else None
    if named is not None:
        found[named] = Repair(named, ("use only the DOI",))
    for text, done in _moved(start):
        doi = _parsed(text)
        if doi is not None and str(doi) != start:
            found.setdefault(doi, Repair(doi, done))
        if len(found) == LIMIT:
            break
    return tuple(found.values())


def _moved(start: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each text that results from one to `_DEPTH` changes, with the names of the changes."""
    seen = {start}
    level: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    for _ in range(_DEPTH):
        following = []
        for text, done in level:
            for name, other in moved(text):
                if other not in seen:
                    seen.add(other)
                    following.append((other, (*done, name)))
                    yield following[-1]
        level = following


def _name_in(text: str) -> str:
    """Return the part of a text that was meant as a DOI; the whole text if there is no sign."""
    text = text.strip()[:_LONGEST]
    spelling = read(text, EVERY)
    if spelling is None:
        embedded = _EMBEDDED.search(text)
        return text[embedded.start() :] if embedded else text
    if spelling.doi is not None:
        return str(spelling.doi)
    name = spelling.name.cut(spelling.text)
    return _decoded(name) if spelling.encoded else name


def _parsed(text: str) -> Doi | None:
    doi = parse_or_none(text)
    return None if doi is None or doi.is_short or " " in text else doi


def moved(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each change that alters `text`, and the altered text."""
    for name, move in MOVES:
        changed = move(text)
        if changed != text:
            yield name, changed


def _unclosed(text: str) -> tuple[int, str]:
    """Return the offset of the first unclosed bracket, or -1, and the missing closing brackets."""
    waiting: list[int] = []
    for at, character in enumerate(text):
        if character in "([<{":
            waiting.append(at)
        elif character in ")]>}" and waiting and _PARTNERS[text[waiting[-1]]] == character:
            waiting.pop()
    return (waiting[0] if waiting else -1), "".join(_PARTNERS[text[at]] for at in waiting[::-1])
