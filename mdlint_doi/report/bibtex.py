r"""Bibliographic data as BibTeX, in a dialect that BibTeX and biber read alike.

The escapes are the smallest set that LaTeX, pandoc, pybtex and citation-js all undo. Titles are in
two pairs of braces, so that no style or reader changes their letters. The DOI is written verbatim:
styles make a link of it (biblatex manual, 2.3.7 "doi").

Sources: Oren Patashnik, "BibTeXing" (btxdoc), sections 3 and 4; biblatex manual, sections 2.2, 2.3
and 3.6.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.citation import Citation
from mdlint_doi.works.work import Person

_ESCAPES: Final[Mapping[int, str]] = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%#_$"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)
_IN_VALUES: Final = {**_ESCAPES, **str.maketrans({"{": r"\{", "}": r"\}"})}
_LONE_BRACES: Final = {
    **_ESCAPES,
    **str.maketrans({"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}),
}
_IN_NAMES: Final = {**_ESCAPES, **str.maketrans({"{": "", "}": "", "\\": ""})}
_RAISED: Final = pattern(r"[⁰¹²³⁴-⁹⁺⁻]+")
_LOWERED: Final = pattern(r"[₀-₉]+")
_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789+-0123456789")
_DASH: Final = r"\-‐‑‒–—−"
_PAGES: Final = pattern(rf"([^\s{_DASH}]+)\s*[{_DASH}]+\s*([^\s{_DASH}]+)")
_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_MOST_COMMAS: Final = 2
_AND: Final = pattern(r"\band\b", re.IGNORECASE)
_WITH_PLACE: Final = frozenset({"publisher", "institution", "school"})


def render(citations: Iterable[Citation]) -> Iterator[str]:
    """Yield the entry of each work, with an empty line after it."""
    for citation in citations:
        yield entry(citation)


def entry(citation: Citation) -> str:
    """Return the entry of a work."""
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(citation) if value)
    return f"@{citation.type.bibtex}{{{citation.key},\n{fields}}}\n"


def _fields(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the fields, in order; an empty value is left out."""
    kind = citation.type
    publisher = "" if citation.arxiv else _value(citation.publisher)
    has_place = kind.publisher in _WITH_PLACE and bool(publisher)
    yield "author", _people(citation.authors, is_cut=citation.is_cut)
    # BibTeX's own styles accept only one of them for a whole book.
    is_whole = kind.bibtex in {"book", "proceedings"}
    yield "editor", "" if is_whole and citation.authors else _people(citation.editors)
    yield "title", f"{{{_value(citation.title)}}}"
    if kind.container == "booktitle":
        yield "booktitle", f"{{{_value(citation.container)}}}" if citation.container else ""
    yield "year", _value(citation.year)
    yield "month", _month(citation.date)
    if kind.container == "journal":
        yield "journal", _value(citation.container)
    yield "series", _value(citation.series)
    yield "edition", _value(citation.edition)
    yield "volume", _value(citation.volume)
    yield "number", _value(citation.issue)
    yield "pages", _value(_pages(citation.pages))
    yield "institution", publisher if kind.publisher == "institution" else ""
    yield "school", publisher if kind.publisher == "school" else ""
    yield "type", "{Thesis}" if kind.bibtex == "phdthesis" else ""
    yield "howpublished", publisher if kind.publisher == "howpublished" else ""
    yield "publisher", publisher if kind.publisher == "publisher" else ""
    yield "address", _value(citation.place) if has_place else ""
    yield "isbn", _value(citation.isbn)
    yield "note", _value(note(citation))
    yield "eprint", _value(citation.arxiv)
    yield "archiveprefix", "{arXiv}" if citation.arxiv else ""
    name = str(citation.doi)
    if _is_balanced(name):
        yield "doi", f"{{{name}}}"
    else:
        yield "url", f"{{{citation.doi.url()}}}"


def note(citation: Citation) -> str:
    """Return the note of an entry: that the work is retracted, and its version."""
    version = f"Version {citation.version}" if citation.version else ""
    parts = ("Retracted" if citation.is_retracted else "", version)
    return ". ".join(part for part in parts if part)


def _month(date: str) -> str:
    """Return the macro of the month, which styles translate; empty if it is not known."""
    return _MONTHS[int(date[5:7]) - 1] if len(date) >= 7 else ""


def _pages(pages: str) -> str:
    """Return pages with `--` between two numbers; anything else as it is registered."""
    parts = _PAGES.fullmatch(pages)
    return f"{parts[1]}--{parts[2]}" if parts else pages


def _people(people: Iterable[Person], *, is_cut: bool = False) -> str:
    """Return a list of people; empty if there are none."""
    names = [name for person in people if (name := _name(person))]
    names += ["others"] if is_cut else []
    return f"{{{' and '.join(names)}}}" if names else ""


def _name(person: Person) -> str:
    """Return a name that no reader splits in a different way ("BibTeXing", section 4).

    Biber counts the commas in braces too, and skips an entry if a person has more than two.
    """
    if person.group:
        return f"{{{_plain(person.group)}}}"
    parts = [_plain(part) for part in (person.family, person.given, person.suffix)]
    if sum(part.count(",") for part in parts) + sum(map(bool, parts[1:])) > _MOST_COMMAS:
        parts = [" ".join(part.replace(",", " ").split()) for part in parts]
    family, given, suffix = parts
    is_alone = not given and not family.isalpha()  # readers split it at a blank or a point
    family = f"{{{family}}}" if family[:1].islower() or is_alone else _whole(family)
    written = (family, _whole(suffix), _whole(given)) if suffix else (family, _whole(given))
    return ", ".join(part for part in written if part)


def _whole(part: str) -> str:
    """Return a part of a name; one that a reader would split is in braces."""
    return f"{{{part}}}" if "," in part or _AND.search(part) else part


def _plain(name: str) -> str:
    """Return a part of a name with escapes, without braces and backslashes."""
    return " ".join(_escaped(name, _IN_NAMES).split())


def _value(text: str) -> str:
    """Return a value in braces; empty for an empty text."""
    if not text:
        return ""
    return f"{{{_escaped(text, _IN_VALUES if _is_balanced(text) else _LONE_BRACES)}}}"


def _escaped(text: str, escapes: Mapping[int, str]) -> str:
    """Return a text with escapes of LaTeX; digits above or below the line are mathematics."""
    escaped = unicodedata.normalize("NFC", text).translate(escapes)
    escaped = _RAISED.sub(lambda run: f"$^{{{run[0].translate(_DIGITS)}}}$", escaped)
    return _LOWERED.sub(lambda run: f"$_{{{run[0].translate(_DIGITS)}}}$", escaped)


def _is_balanced(text: str) -> bool:
    """Return whether each closing brace has an opening one before it."""
    depth = 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth < 0:
            return False
    return depth == 0
