"""What of the HALLMARK benchmark is found: works_hallmark.py FOLDER [SPLIT …] [--registry FILE …].

FOLDER holds the benchmark's public files (rpatrik96/hallmark, `data/v1.0`). A registry is built of
its true entries, and the entries that give a DOI are checked as a `.bib` file by a whole run
against it. An entry whose DOI is none of a true one can't be answered; it is counted apart, but for
those whose DOI is made up, which is not registered by construction.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_server import RegistriesServer

from mdlint_doi import Settings, check_paths
from mdlint_doi.works.people import people_of

SPLITS = ("dev_public", "test_public", "stress_test")
RULES = ("DOI901", "DOI911", "DOI917", "DOI918")
Entry = dict[str, Any]


def entries(path: Path) -> list[Entry]:
    """Return the entries of a file that give a DOI."""
    read = map(json.loads, path.read_text("utf-8").splitlines())
    return [one for one in read if one["fields"].get("doi")]


def row(entry: Entry) -> Entry:
    """Return a true entry as a row of the registry."""
    fields = entry["fields"]
    is_preprint = fields["doi"].startswith(("10.1101/", "10.48550/"))
    return {
        "doi": fields["doi"],
        "type": "posted-content" if is_preprint else "journal-article",
        "subtype": "preprint" if is_preprint else "",
        "title": [fields["title"]],
        "authors": [one.name for one in people_of(fields.get("author", ""))],
        "year": int(fields["year"][:4]),
        "container": [fields.get("booktitle") or fields.get("journal") or ""],
    }


def bibtex(entry: Entry, number: int) -> str:
    """Return an entry in BibTeX, on one line."""
    fields = ", ".join(f"{name} = {{{value}}}" for name, value in entry["fields"].items())
    return f"@{entry['bibtex_type']}{{e{number}, {' '.join(fields.split())}}}\n"


def told(given: list[Entry], registry: Iterable[Entry]) -> Iterator[set[str]]:
    """Yield what is reported of each entry: the rules, DOI911 with its severity."""
    with RegistriesServer(registry) as server, tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "references.bib")
        path.write_text("".join(map(bibtex, given, range(len(given)))), "utf-8")
        settings = Settings(
            server=server.url, crossref_server=server.url, datacite_server=server.url
        ).replace(select=RULES, works="all", cache_dir=folder)
        found = defaultdict(set)
        for one in check_paths([path], settings).findings:
            strength = f" {one.severity.value}" if one.code == "DOI911" else ""
            found[one.line].add(one.code + strength)
    for number in range(len(given)):
        yield found[number + 1]


def table(given: list[Entry], registry: dict[str, Entry]) -> Iterator[str]:
    """Yield a row for each kind: how many are answered, and what is reported of them."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entry, codes in zip(given, told(given, registry.values()), strict=True):
        kind = entry.get("hallucination_type") or "valid"
        if entry["fields"]["doi"].lower() not in registry and kind != "fabricated_doi":
            counts[kind]["unanswered"] += 1
            continue
        counts[kind].update(codes)
        counts[kind].update(["answered", *(["reported"] if codes else [])])
        if kind == "valid" and codes:
            yield f"    {sorted(codes)}: {entry['fields']}"
            yield f"        {registry[entry['fields']['doi'].lower()]}"
    for kind, told_of in sorted(counts.items()):
        number, share = told_of.pop("answered", 0), told_of.pop("reported", 0)
        unanswered = told_of.pop("unanswered", 0)
        rules = ", ".join(f"{one} {times}" for one, times in sorted(told_of.items()))
        yield f"{kind:24} {share:4} of {number:4} (unanswered {unanswered:3})  {rules}"


def main() -> None:
    """Print a table for each split."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("splits", nargs="*", default=SPLITS)
    parser.add_argument("--registry", type=Path, nargs="*")
    options = parser.parse_args()
    sources = options.registry or [options.folder / f"{split}.jsonl" for split in SPLITS]
    registry: dict[str, Entry] = {}
    for entry in (one for path in sources for one in entries(path) if one["label"] == "VALID"):
        registry.setdefault(entry["fields"]["doi"].lower(), row(entry))
    for split in options.splits:
        given = entries(options.folder / f"{split}.jsonl")
        lines = table(given, registry)
        sys.stdout.write("\n".join([f"{split}: {len(given)} entries with a DOI", *lines]) + "\n\n")


if __name__ == "__main__":
    main()
