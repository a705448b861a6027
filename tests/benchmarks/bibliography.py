"""Bibliographies of real records, read by other programs: bibliography.py RECORDS [--names NAMES].

Each line of RECORDS (`.jsonl.gz`) has a DOI and its record: an `item` of Crossref or the
`attributes` of DataCite. Each line of NAMES has an awkward DOI. The entries are compared with items
that a second reader makes directly from the records, and with what the readers find that are
installed: pybtex, bibtexparser, pandoc, BibTeX, biber, and citation-js in `--citation-js FOLDER`.
`--check` checks the files against their records, right and with 90 faults, and `--many` times the
entries of 10,000 works.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pybtex.database
from bibtexparser.entrypoint import parse_string

from mdlint_doi.ask import records
from mdlint_doi.ask.readers import crossref, datacite, works_json
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.report import bibtex, csl_json
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.works.citation import Citation, citations
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

Item = dict[str, Any]
TYPES = {
    "journal-article": "article-journal",
    "article-journal": "article-journal",
    "proceedings-article": "paper-conference",
    **dict.fromkeys(("book-chapter", "book-section", "book-part", "book-track"), "chapter"),
    "reference-entry": "entry",
    **dict.fromkeys(("book", "monograph", "edited-book", "reference-book", "book-set"), "book"),
    "proceedings": "book",
    "posted-content": "article",
    **dict.fromkeys(("report", "report-component"), "report"),
    "dissertation": "thesis",
    "standard": "standard",
    **dict.fromkeys(("dataset", "database"), "dataset"),
    "peer-review": "review",
    **dict.fromkeys(("journal", "journal-issue", "journal-volume", "book-series"), "periodical"),
}
GENERAL = {
    **dict.fromkeys(("JournalArticle", "DataPaper"), "article-journal"),
    "ConferencePaper": "paper-conference",
    "BookChapter": "chapter",
    "Book": "book",
    "ConferenceProceeding": "book",
    "Preprint": "article",
    "Report": "report",
    "Dissertation": "thesis",
    "Standard": "standard",
    "Dataset": "dataset",
    **dict.fromkeys(("Software", "ComputationalNotebook", "Workflow", "Model"), "software"),
    "PeerReview": "review",
    "Journal": "periodical",
    "Image": "graphic",
    "Audiovisual": "motion_picture",
    "Sound": "song",
}
COMPARED = (
    *("type", "title", "author", "editor", "year", "month", "container-title", "edition"),
    *("volume", "issue", "page", "publisher", "ISBN", "version", "DOI"),
)
READ_BACK = ("title", "author", "year", "container-title", "volume", "page", "DOI")
STRANGERS = ("Quillfeather", "Brackenridge", "Zabriskie", "Hollingberry", "Undurraga", "Fjeldstad")
TITLES = (
    "Root competition between tulips and hyacinths in sandy soils",
    "Melting of small glaciers in the northern valleys of the old world",
    "A history of bell founding in three coastal towns",
)
LATEX = "\\relax\n\\citation{*}\n\\bibstyle{plain}\n\\bibdata{refs}\n"


def say(*what: object) -> None:
    """Print a line."""
    sys.stdout.write(" ".join(map(str, what)) + "\n")


def folded(text: object) -> str:
    """Return the letters and digits of a text, without markup, case and accents."""
    plain = re.sub(r"<[^<>]*>", "", html.unescape(html.unescape(str(text))))
    plain = unicodedata.normalize("NFKD", plain)
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


def first(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the first member of a list, or the value itself; empty for nothing."""
    return (value[0] if value else "") if isinstance(value, list) else (value or "")


def parts(date: Any) -> list[int]:  # noqa: ANN401 - any JSON
    """Return the numbers of a date of Crossref."""
    found = first((date or {}).get("date-parts"))
    return [part for part in found or [] if part] if isinstance(found, list) else []


def family(person: Mapping[str, Any]) -> str:
    """Return the name by which a person or group is compared."""
    whole = person.get("name") or person.get("literal") or ""
    stated = person.get("family") or person.get("familyName") or person.get("given") or ""
    particles = [person.get(f"{kind}-particle", "") for kind in ("dropping", "non-dropping")]
    return folded("".join(particles) + stated or whole.partition(",")[0])


def direct(row: Mapping[str, Any]) -> Item:
    """Return the item of a record, made without any code of the project."""
    made = _of_datacite(row["attributes"]) if "attributes" in row else _of_crossref(row["item"])
    return {**made, "DOI": row["doi"].lower()}


def _of_crossref(record: Mapping[str, Any]) -> Item:
    date = parts(record.get("issued"))
    title = first(record.get("title")) or first(record.get("original-title"))
    if first(record.get("title")) and (rest := first(record.get("subtitle"))):
        title = title if folded(rest) in folded(title) else f"{title}: {rest}"
    kind = TYPES.get(record.get("type") or "", "document")
    has_editors = kind in {"book", "chapter", "entry", "paper-conference"}
    is_part = has_editors or kind == "article-journal"
    page = record.get("page") or record.get("article-number") or ""
    return {
        "type": kind,
        "title": title,
        "author": [*map(family, record.get("author") or [])],
        "editor": [*map(family, record.get("editor") or [])] if has_editors else [],
        "year": date[0] if date else "",
        "month": date[1] if len(date) > 1 else "",
        "container-title": first(record.get("container-title")) if is_part else "",
        "edition": record.get("edition-number") or "",
        "volume": record.get("volume") or "",
        "issue": record.get("issue") or "",
        "page": "" if re.search(r"10\.\d{4,}/", page) else page,
        "publisher": record.get("publisher") or "",
        "ISBN": first(record.get("ISBN")),
        "version": "",
    }


def _of_datacite(record: Mapping[str, Any]) -> Item:
    issued = [
        date["date"] for date in record.get("dates") or [] if date.get("dateType") == "Issued"
    ]
    year = str(record.get("publicationYear") or first(issued)[:4])
    month = first(issued)[5:7] if first(issued)[:4] == year else ""
    words = record.get("types") or {}
    general, own = words.get("resourceTypeGeneral"), (words.get("resourceType") or "").casefold()
    kind = GENERAL.get(general or "", "document")
    if general in {"Text", "Other"}:
        kind = {"journal article": "article-journal", "dissertation": "thesis"}.get(own, kind)
        kind = {"article": "article-journal", "preprint": "article", "thesis": "thesis"}.get(
            own, kind
        )
    container = record.get("container") or {}
    page = "-".join(filter(None, (container.get("firstPage"), container.get("lastPage"))))
    people = [family(person) for person in record.get("creators") or []]
    main = [entry for entry in record.get("titles") or [] if not entry.get("titleType")]
    rest = [entry for entry in record.get("titles") or [] if entry.get("titleType") == "Subtitle"]
    title = first(main or record.get("titles"))["title"] if record.get("titles") else ""
    if rest and folded(rest[0]["title"]) not in folded(title):
        title = f"{title}: {rest[0]['title']}"
    is_part = kind in {"article-journal", "chapter", "paper-conference"}
    publisher = record.get("publisher") or ""
    return {
        "type": kind,
        "title": title,
        "author": [person for person in people if person != "unav"],
        "editor": [],
        "year": year,
        "month": month,
        "container-title": container.get("title") or "" if is_part else "",
        "edition": "",
        "volume": container.get("volume") or "",
        "issue": container.get("issue") or "",
        "page": "" if re.search(r"10\.\d{4,}/", page) else page,
        "publisher": publisher.get("name") if isinstance(publisher, dict) else publisher,
        "ISBN": "",
        "version": record.get("version") or "",
    }


def of_csl(item: Mapping[str, Any]) -> Item:
    """Return an item of CSL JSON in the form in which items are compared."""
    date = first((item.get("issued") or {}).get("date-parts")) or []
    return {
        **{name: item.get(name, "") for name in COMPARED},
        "author": [family(person) for person in item.get("author", [])],
        "editor": [family(person) for person in item.get("editor", [])],
        "year": date[0] if date else "",
        "month": date[1] if len(date) > 1 else "",
    }


def equal(name: str, one: Item, other: Item) -> bool:
    """Return whether two items agree in a member."""
    values = [item[name] for item in (one, other)]
    if isinstance(values[0], list):
        lists = [[person for person in value if person not in {"others", ""}] for value in values]
        return lists[0][:500] == lists[1][:500]
    if name == "DOI":
        return str(values[0]).lower() == str(values[1]).lower()
    if name in {"year", "month"}:
        return str(values[0]).lstrip("0") == str(values[1]).lstrip("0")
    return folded(values[0]) == folded(values[1])


def compare(
    what: str, names: Iterable[str], pairs: Sequence[tuple[Item, Item]], *, shown: bool
) -> None:
    """Print for each member how many pairs of items agree."""
    say(f"\n{what}, {len(pairs)} works:")
    for name in names:
        bad = [(item, other) for item, other in pairs if not equal(name, item, other)]
        say(f"  {name:16} {100 * (1 - len(bad) / max(1, len(pairs))):6.2f} %")
        for item, other in bad[:20] if shown else ():
            say(f"    {item['DOI']}: {item[name]!r} {other[name]!r}")


def read_rows(path: str) -> list[tuple[Doi, Work, Item]]:
    """Return the DOI, the work and the direct item of each record."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            doi = parse(row["doi"])
            is_datacite = "attributes" in row
            record = row["attributes"] if is_datacite else row["item"]
            reader: Callable[..., Work] = datacite.read_work if is_datacite else crossref.read_work
            found.append((doi, reader(record, doi), direct(row)))
    return found


def run(*command: str, folder: Path) -> str:
    """Return the output of a program."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def by_pandoc(folder: Path) -> list[Item]:
    """Return the items that pandoc reads."""
    read = json.loads(run("pandoc", "-f", "bibtex", "-t", "csljson", "refs.bib", folder=folder))
    return [{**of_csl(item), "id": item["id"], "title": _untagged(item["title"])} for item in read]


def _untagged(title: str) -> str:
    return re.sub(r"<[^<>]*>", "", title)


def by_citation_js(folder: Path, modules: str) -> list[Item]:
    """Return the items that citation-js reads."""
    program = (
        "const {Cite}=require('@citation-js/core');require('@citation-js/plugin-bibtex');"
        "const t=require('fs').readFileSync('refs.bib','utf8');"
        "console.log(JSON.stringify(new Cite(t).data))"
    )
    env = {"NODE_PATH": f"{modules}/node_modules", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        ["node", "-e", program], cwd=folder, capture_output=True, text=True, env=env, check=True
    )
    return [{**of_csl(item), "id": item["id"]} for item in json.loads(done.stdout)]


def by_pybtex(text: str) -> list[Item]:
    """Return the items that pybtex reads; markup in titles stays."""
    read = pybtex.database.parse_string(text, "bibtex")
    return [
        {
            "id": key,
            "title": re.sub(r"\\text\w+|[$^{}\\]", "", entry.fields.get("title", "")),
            "author": [
                folded(re.sub(r"[{}\\]", "", " ".join((*who.prelast_names, *who.last_names))))
                for who in entry.persons.get("author", [])
            ],
            "year": entry.fields.get("year", ""),
            "container-title": re.sub(
                r"[{}\\]", "", entry.fields.get("journal", entry.fields.get("booktitle", ""))
            ),
            "volume": entry.fields.get("volume", ""),
            "page": entry.fields.get("pages", "").replace("\\_", "_"),
            "DOI": entry.fields.get("doi", ""),
        }
        for key, entry in read.entries.items()
    ]


def read_back(made: Sequence[Citation], modules: str | None, *, shown: bool) -> None:
    """Let all readers read the entries, and compare what they find."""
    text = "\n".join(bibtex.render(made))
    known = {entry.key: of_csl(csl_json.item(entry)) for entry in made}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "refs.bib").write_text(text, "utf-8")
        parsed = parse_string(text)
        say(f"bibtexparser: {len(parsed.entries)} entries, {len(parsed.failed_blocks)} failed")
        dois = {
            entry.key: {field.key: field.value for field in entry.fields}
            for entry in parsed.entries
        }
        same = sum(dois[entry.key].get("doi", "") in {str(entry.doi), ""} for entry in made)
        say(f"bibtexparser: {same} of {len(made)} DOIs verbatim or an address")
        readers: dict[str, Callable[[], list[Item]]] = {"pybtex": lambda: by_pybtex(text)}
        if shutil.which("pandoc"):
            readers["pandoc"] = lambda: by_pandoc(folder)
        if modules:
            readers["citation-js"] = lambda: by_citation_js(folder, modules)
        for reader, read in readers.items():
            found = {item["id"]: item for item in read()}
            say(f"{reader}: {len(found)} entries, {len(known.keys() - found.keys())} missing")
            pairs = [(item, found[key]) for key, item in known.items() if key in found]
            pairs = [
                (item, other) for item, other in pairs if other["DOI"] or "{" not in item["DOI"]
            ]
            compare(f"read back by {reader}", READ_BACK, pairs, shown=shown)
        if shutil.which("bibtex"):
            (folder / "refs.aux").write_text(LATEX)
            said = run("bibtex", "-min-crossrefs=9", "refs", folder=folder)
            errors = [line for line in said.splitlines() if "---line" in line or "error" in line]
            say("BibTeX, plain:", len(errors), "errors", errors[:5])
            counts = Counter(re.findall(r"Warning--(.*?) in ", said))
            say("BibTeX, plain: warnings:", dict(counts.most_common(6)))
        if shutil.which("biber"):
            said = run("biber", "--tool", "--nolog", "refs.bib", folder=folder)
            say(
                "biber:",
                *[line for line in said.splitlines() if "ERROR" in line][:5] or ["0 errors"],
            )


def check_files(works: Sequence[tuple[Doi, Work]], made: Sequence[Citation], draw: Random) -> None:
    """Check the files against their records, and entries with a fault each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stored = {doi: works_json.dump(KnownWork(work, confirmed=True)) for doi, work in works}
        known = records.render({doi: Found() for doi, _ in works}, stored)
        (folder / "records.json").write_text(known, "utf-8")
        settings = Settings(offline=True, records=str(folder / "records.json"))
        (folder / "refs.bib").write_text("\n".join(bibtex.render(made)), "utf-8")
        (folder / "refs.csl.json").write_text(csl_json.render(made), "utf-8")
        for file in ("refs.bib", "refs.csl.json"):
            report = check(Task((str(folder / file),), settings)).report
            found = [f"{finding.code} {finding.message}" for finding in report.findings]
            say(f"check {file}: {len(found)} findings")
            say(*Counter(line.split()[0] for line in found).most_common(8))
            for line in found[:12]:
                say("   ", line[:300])
        told = 0
        some = [
            entry
            for entry in made
            if entry.authors and entry.year and entry.type.bibtex == "article"
        ]
        for at, entry in enumerate(draw.sample(some, 90)):
            (folder / "one.bib").write_text(bibtex.entry(_wrong(entry, at, draw)), "utf-8")
            report = check(Task((str(folder / "one.bib"),), settings)).report
            told += any(finding.code.startswith("DOI9") for finding in report.findings)
        say(f"faults: {told} of 90 told")


def _wrong(entry: Citation, at: int, draw: Random) -> Citation:
    """Return an entry with a wrong year, first author or title."""
    if at % 3 == 0:
        return entry.replace(date=str(int(entry.year) + draw.choice((-9, -5, 4, 7))))
    if at % 3 == 1:
        return entry.replace(authors=(Person(draw.choice(STRANGERS), "T."), *entry.authors[1:]))
    return entry.replace(title=draw.choice(TITLES))


def many(works: Sequence[tuple[Doi, Work]]) -> None:
    """Print the time and the memory of the entries of 10,000 works."""
    every = [
        (Doi("10.1000", f"{at}.{number}"), work)
        for number in range(10_000 // len(works) + 1)
        for at, (_, work) in enumerate(works)
    ][:10_000]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    text = "\n".join(bibtex.render(citations(every)))
    seconds = time.process_time() - start
    start = time.process_time()
    csl_json.render(citations(every))
    more = time.process_time() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    say(f"10,000 works: {seconds:.2f} s as BibTeX, {more:.2f} s as CSL JSON, {len(text):,} letters")
    say(f"peak memory {after // 1024} MB, before {before // 1024} MB")


def awkward(path: str, modules: str | None) -> None:
    """Let all readers read entries with awkward DOIs."""
    lines = Path(path).read_text("utf-8").splitlines()
    dois = [parse(json.loads(line)["doi"]) for line in lines]
    people = (Person("Marlowe", "Ada"),)
    works = [
        (doi, Work(Titles((f"Tulips {at}",)), people, years=(2000,), publisher="P"))
        for at, doi in enumerate(dois)
    ]
    say(f"\n{len(dois)} awkward DOIs, {len({doi.key for doi in dois})} different ones")
    read_back(citations(works), modules, shown=True)


def main() -> None:
    """Print all figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("records")
    options.add_argument("--names")
    options.add_argument("--citation-js")
    options.add_argument("--shown", action="store_true", help="print what differs")
    options.add_argument("--check", action="store_true")
    options.add_argument("--many", action="store_true")
    given = options.parse_args()
    rows = read_rows(given.records)
    works = [(doi, work) for doi, work, _ in rows]
    if given.many:
        many(works)
        return
    made = citations(works)
    say(f"{len(made)} entries of {len(rows)} records")
    say(dict(Counter(entry.type.bibtex for entry in made).most_common()))
    items = {doi: item for doi, _, item in rows}
    pairs = [(items[entry.doi], of_csl(csl_json.item(entry))) for entry in made]
    compare("CSL items against the second reader", COMPARED, pairs, shown=given.shown)
    read_back(made, given.citation_js, shown=given.shown)
    if given.names:
        awkward(given.names, given.citation_js)
    if given.check:
        check_files(works, made, Random(1))


if __name__ == "__main__":
    main()
