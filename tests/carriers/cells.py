"""The matrix: kinds of DOIs in carriers, registered or not, with marks and slips around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from carriers import parsers, writers
from carriers.table import Carrier, carriers

Expected = Literal["fine", "told", "nothing", "any"]
STATES: Final = {"registered": "7", "missing": "8", "retracted": "9"}
"""The digit in the DOI for each state; a work of an alias is retracted if the alias is."""
KINDS: Final = {
    "plain": "10.5321/jmt.2014.0{n}",
    "SICI": "10.5321/0097-4571(199806)49:8<69{n}::AID-ASI4>3.0.CO;2-O",
    **{f"ends in {mark}": f"10.5321/end.0{{n}}{mark}" for mark in ".,;:!?'\")]>*_-/#%"},
    "inner # ?": "10.5321/jmt#2014?0{n}",
    "inner %": "10.5321/jmt%z14.0{n}",
    "inner %3c": "10.5321/jmt%3c14.0{n}",
    "www. suffix": "10.5321/www.scientific.net/amr.446.0{n}",
    "http suffix": "10.5321/http://x.example/0{n}",
    "underscores": "10.5321/jmt_2014_0{n}",
    "tilde": "10.5321/~jmt.0{n}",
    "brackets": "10.5321/0022(2002)070[0998:DO0{n}]2.0",
    "angles": "10.5321/jmt<2014>0{n}",
    "ampersand": "10.5321/jmt&2014.0{n}",
    "plus": "10.5321/jmt+2014.0{n}",
    "double slash": "10.5321//jmt.0{n}",
    "two dots": "10.5321/jmt..0{n}",
    "long": "10.5321/" + "a.b-c" * 20 + "0{n}",
    "subdivided": "10.5321.10/jmt.0{n}",
    "non-ASCII": "10.5321/größe.0{n}",
    "CJK name": "10.5321/潮汐.0{n}",
    "upper case": "10.5321/JMT.ABC-0{n}",
    "shortDOI": "10/jmt{n}",
    "alias": "10.5321/old.jmt.0{n}",
    "number": "10.5000/1{n}",
}
ALIASES: Final = frozenset({"shortDOI", "alias"})
TARGET: Final = "10.5321/target.0{n}"
"""The DOI to which the aliases refer."""
_BROKEN_HOSTS: Final = {
    "space after host": "doi.org/ 10",
    "line end after host": "doi.org/\n10",
    "space before slash": "doi.org /10",
}
_MARKS: Final = ".,;:!?)]}>\"'*" + "。，）、；：！？》」】～" + "”’»›“…—–·"
_PARTNERS: Final = dict(zip(")]}>\"'*）》」】”’»›“", "([{<\"'*（《「【“‘«‹„", strict=True))
_BRACES: Final = (".bib", ".tex", ".Rd", ".R", ".mdx")
"""Formats in which a lone brace is markup."""
_ONE_LINE: Final = (".json", ".ipynb", ".yaml", ".yml", ".ris", ".cff", "DESCRIPTION", ".R", ".po")
_ONE_LINE_LABELS: Final = (
    *("cell", "heading", "front", "qmd", "item", "rst field", "rst option", "list-table"),
    *("definition list", "mkdocs", "myst option", "quote", "alert", "rst target", "footnote"),
    *("citation", "rst note", "raw href"),
)
_LATEX: Final = {
    **dict.fromkeys((r"\_", r"{\_}", r"{\textunderscore}", r"\textunderscore{}"), "underscores"),
    **dict.fromkeys((r"$\_$", "&#95;"), "underscores"),
    **dict.fromkeys((r"\%",), "inner %"),
    **dict.fromkeys((r"\&", "&amp;"), "ampersand"),
    **dict.fromkeys((r"\{[\}", r"{[}"), "brackets"),
    **dict.fromkeys((r"\textless{}", r"{\textless}", "$<$", "{$<$}"), "angles"),
    **dict.fromkeys((r"\ensuremath{<}", "&lt;"), "angles"),
    **dict.fromkeys((r"\textasciitilde ", r"{\textasciitilde}", r"\~{}"), "tilde"),
    **dict.fromkeys((r"{\ss}",), "non-ASCII"),
}
"""Escapes in a `doi` field, with the kind of DOI in which each stands for a character."""
_ESCAPED: Final = dict(
    zip(
        ("underscores", "inner %", "ampersand", "brackets", "angles", "tilde", "non-ASCII"),
        "_%&[<~ß",
        strict=True,
    )
)
_MARKUP: Final = (
    *(r"\url{%s}", r"\href{https://doi.org/%s}{%s}", r"\doi{%s}", r"\path{%s}", "<%s>"),
    *(r"{\tt %s}", "{%s}", "doi:%s", "DOI %s", "%s,"),
)
_REFERENCES: Final = (
    *(("angles", "<", "&#60;"), ("angles", "<", "&lt;"), ("underscores", "_", "&#95;")),
    *(("ampersand", "&", "&amp;"), ("plain", "/", "&#47;"), ("plain", ".2014", "&#x2e;2014")),
)
_WITH_REFERENCES: Final = ("md text", "md bare", "md target", "md <bare>", "md definition")


@dataclass(frozen=True, slots=True)
class Cell:
    """One document with one DOI, and the right answer.

    Attributes:
        carrier: the place of the DOI.
        kind: the kind of DOI.
        state: whether it is registered, or what is written wrongly.
        name: the DOI that is meant.
        text: the document.
        expected: `fine`: no warning, and the DOI is read; `told`: a warning or an error; `nothing`:
            no warning; `any`: the standards do not say.
        codes: the rules that may tell it; empty for any.
        because: why this is right.
    """

    carrier: Carrier
    kind: str
    state: str
    name: str
    text: str
    expected: Expected = "fine"
    codes: tuple[str, ...] = ()
    because: str = ""

    def __str__(self) -> str:
        """Return the name of the cell in tests."""
        return f"{self.carrier.label} | {self.kind} | {self.state}"


def cells() -> Iterator[Cell]:
    """Yield all cells."""
    for carrier in carriers():
        yield from _kinds(carrier)
        if "{A}" not in carrier.text and carrier.form != "uri":
            yield from _slips(carrier)
        if carrier.is_marked:
            yield from _marks(carrier)
        if carrier.label in {"bib doi", 'bib doi ""', "md bib fence"}:
            yield from _escapes(carrier)
        if carrier.write == "attribute" or carrier.label in _WITH_REFERENCES:
            yield from _references(carrier)


def _kinds(carrier: Carrier) -> Iterator[Cell]:
    """Yield the cells in which each kind of DOI is written as it should be."""
    for kind in KINDS:
        for state in STATES:
            if kind != "number" or state == "missing":
                yield _in_state(carrier, kind, state)


def _in_state(carrier: Carrier, kind: str, state: str) -> Cell:
    """Return the cell of a DOI that is written as it should be."""
    name = KINDS[kind].format(n=STATES[state])
    text = carrier.filled(carrier.written(name), name)
    cell = Cell(carrier, kind, state, name, text)
    undecided = _undecided(cell)
    if undecided is not None:
        return replace(cell, expected=undecided[0], because=undecided[1])
    if state == "missing":
        return replace(cell, expected="told", because="the DOI is not registered")
    if state == "retracted":
        cell = replace(cell, expected="told", codes=("DOI912",), because="the work is retracted")
    elif kind == "alias":
        cell = replace(cell, expected="told", codes=("DOI904",), because="the DOI is an alias")
    return _as_parsed(cell)


def _undecided(cell: Cell) -> tuple[Expected, str] | None:  # noqa: PLR0911 - a row for each reason
    """Return the answer and the reason where the state of the DOI does not decide, or None."""
    carrier, kind = cell.carrier, cell.kind
    is_text = carrier.rule == "text"
    if carrier.rule == "hidden":
        return "nothing", "code and comments are not the text"
    if kind == "number" and is_text and not carrier.has_label:
        return "nothing", "four decimals, a slash and a number without a label are no DOI"
    if kind == "shortDOI" and is_text and "doi:" not in carrier.text.lower():
        return "any", "a shortDOI without a label"
    if kind == "inner %3c" and is_text:
        return "any", "in text: an escape, or literally so"
    if carrier.label == "md bold" and cell.name.endswith("*"):
        return "any", "cmark-gfm ends the bold text before the last mark"
    if carrier.label == "DESCRIPTION" and not carrier.written(cell.name)[-1].isalnum():
        return "any", "R links <doi:…> only if it ends in a letter or digit"
    return None


def _as_parsed(cell: Cell, mark: str = "") -> Cell:
    """Return the cell with what the format's own parser says of it."""
    carrier = cell.carrier
    if carrier.parser.startswith(("bib", "yaml", "front")):
        value = parsers.value(cell.text, *carrier.parser.split(":"))
        if value is None or writers.fold(cell.name) not in {writers.fold(value), led_to(value)}:
            return replace(cell, expected="any", because=f"the parser reads {value!r}")
        return cell
    if carrier.parser not in {"gfm", "rst", "html"}:
        return cell
    targets = parsers.links(carrier.parser, carrier.file, cell.text)
    if not targets and mark:
        return replace(cell, expected="fine", codes=(), because="the parser makes no link")
    if cell.kind in ALIASES or writers.fold(cell.name) in {led_to(target) for target in targets}:
        return cell
    return replace(cell, expected="told", codes=(), because=f"the parser links {targets}")


def led_to(target: str) -> str | None:
    """Return the DOI that a reader of a link asks for, folded; None if it leads elsewhere."""
    found = re.match(r"https?://(?:dx\.)?doi\.org/(?P<name>[^?#]*)", target, re.DOTALL)
    if not found:
        return None
    name = writers.decoded(found["name"])
    return writers.fold(name if name.startswith("10.") else "10/" + name.removeprefix("10/"))


def _slips(carrier: Carrier) -> Iterator[Cell]:
    """Yield the cells in which a registered DOI is written wrongly."""
    name = KINDS["plain"].format(n=STATES["registered"])
    if carrier.form == "address" and carrier.rule != "hidden":
        yield from _wrong_addresses(carrier, name)
    elif carrier.rule == "exact":
        written = carrier.escaped(name.replace("/", "%2F"))
        cell = _slip(carrier, "%2F", written, "%2F between prefix and suffix")
        # The address of a badge is encoded once more.
        yield replace(cell, expected="any") if carrier.write == "badge" else cell
        written = carrier.escaped(name + ".")
        yield _slip(carrier, "full stop", written, "the DOI with it is not registered")
        if carrier.label not in {"zenodo badge", "DESCRIPTION"}:
            written = carrier.escaped("http://dx.doi.org/" + name)
            yield _slip(carrier, "address in field", written, "the place takes only the DOI")
    if carrier.form == "name" and carrier.rule in {"exact", "text"}:
        yield from _gaps(carrier, name)


def _wrong_addresses(carrier: Carrier, name: str) -> Iterator[Cell]:
    """Yield the cells with an address that is unusual or broken."""
    right = carrier.written(name)
    old = right.replace("https://doi.org", "http://dx.doi.org")
    yield _slip(carrier, "dx.doi.org", old, "the old host", "DOI201", "DOI501")
    slash = r"10.5321\%2F" if carrier.file in {"a.tex", "a.Rd"} else "10.5321%2F"
    written = right.replace("10.5321/", slash)
    yield _slip(carrier, "%2F", written, "%2F between prefix and suffix")
    if carrier.rule == "exact":
        for state, mark in (("full stop", "."), ("comma", ",")):
            written = carrier.escaped(writers.address(name) + mark)
            yield _slip(carrier, state, written, "the DOI with the mark is not registered")
    for state, host in _BROKEN_HOSTS.items():
        if "\n" in host and not _may_break_lines(carrier):
            continue
        written = right.replace("doi.org/10", host)
        cell = _slip(carrier, state, written, "an address that is broken for the reader")
        # HTML removes line ends from addresses (URL Standard, 4.4).
        is_removed = "\n" in host and carrier.label.endswith(" href")
        if carrier.parser in {"gfm", "rst"} or carrier.label == "rst option":
            targets = parsers.links(carrier.parser or "rst", carrier.file, cell.text)
            is_removed = writers.fold(name) in {led_to(target) for target in targets}
        yield replace(cell, expected="any") if is_removed else cell


def _slip(carrier: Carrier, state: str, written: str, because: str, *codes: str) -> Cell:
    """Return the cell of a registered DOI that is written wrongly."""
    name = KINDS["plain"].format(n=STATES["registered"])
    text = carrier.filled(written, name)
    return Cell(carrier, "plain", state, name, text, "told", codes, because)


def _gaps(carrier: Carrier, name: str) -> Iterator[Cell]:
    """Yield the cells in which white space is in a DOI."""
    gaps = {
        "space after slash": ("10.5321/jmt", "10.5321/ jmt"),
        "line end after slash": ("10.5321/jmt", "10.5321/\njmt"),
        "space inside": ("jmt.2014", "jmt. 2014"),
    }
    for state, (old, new) in gaps.items():
        if state.startswith("line") and (carrier.rule == "exact" or not _may_break_lines(carrier)):
            continue
        text = carrier.filled(carrier.escaped(name).replace(old, new), name)
        cell = Cell(carrier, "plain", state, name, text, "told", (), "white space in a DOI")
        if carrier.rule == "text" and "doi:" not in carrier.text.lower() and "slash" in state:
            why = "without a label, a prefix and a slash alone are hardly a DOI"
            cell = replace(cell, expected="any", because=why)
        yield cell


def _may_break_lines(carrier: Carrier) -> bool:
    """Return whether a line end in this carrier leaves the construct what it is."""
    is_long = not any(word in carrier.label for word in _ONE_LINE_LABELS)
    return is_long and not carrier.file.endswith(_ONE_LINE)


def _marks(carrier: Carrier) -> Iterator[Cell]:
    """Yield the cells with a mark after the DOI that closes the sentence, or a pair of marks."""
    name = KINDS["plain"].format(n=STATES["registered"])
    for mark in _MARKS:
        is_string = mark == '"' and carrier.file == "a.py"
        if is_string or (mark == "}" and carrier.file.endswith(_BRACES)):
            continue
        shown, opening = mark, _PARTNERS.get(mark, "")
        if carrier.write in {"attribute", "rd"}:
            shown = carrier.escaped(mark)
        if carrier.write == "attribute":
            opening = carrier.escaped(opening)
        text = carrier.filled(carrier.written(name), name, shown, opening)
        why = "a mark that closes a sentence, bracket or quotation is no part of the DOI"
        cell = Cell(carrier, "plain", f"then {mark}", name, text, because=why)
        is_hidden = carrier.rule == "hidden"
        yield replace(cell, expected="nothing") if is_hidden else _as_parsed(cell, mark)


def _escapes(carrier: Carrier) -> Iterator[Cell]:
    """Yield the cells with escapes of LaTeX and with markup in a `doi` field."""
    for escape, kind in _LATEX.items():
        name = KINDS[kind].format(n=STATES["registered"])
        text = carrier.filled(name.replace(_ESCAPED[kind], escape), name)
        why = "an escape is no part of the DOI, and the field is printed as it is"
        yield Cell(carrier, kind, f"LaTeX {escape}", name, text, "told", (), why)
    name = KINDS["plain"].format(n=STATES["registered"])
    for markup in _MARKUP:
        text = carrier.filled(markup.replace("%s", name), name)
        expected: Expected = "fine" if markup == "{%s}" else "told"
        cell = Cell(carrier, "plain", f"in {markup}", name, text, expected)
        yield replace(cell, because="markup around the DOI in a field for a DOI")


def _references(carrier: Carrier) -> Iterator[Cell]:
    """Yield the cells with character references of HTML, which stand for their characters."""
    for kind, character, reference in _REFERENCES:
        name = KINDS[kind].format(n=STATES["registered"])
        written = name.replace(character, reference).replace(">", "&gt;")
        expected: Expected = "any"
        if carrier.form == "address":
            written = writers.RESOLVER + written
            is_bare = carrier.label in {"md bare", "md <bare>"}
            expected = "fine" if kind != "angles" and not is_bare else "any"
        elif carrier.rule == "text":
            expected = "fine"
        text = carrier.filled(written, name)
        why = "a reference stands for its character"
        yield Cell(carrier, kind, f"HTML {reference}", name, text, expected, (), why)
