"""What a search says of entries without a DOI: search_fields.py [FILE] [--part P] [--kind K].

FILE holds labelled entries (`spec/field_cases.jsonl` of the shared folder, if none is named). Those
without a DOI go through `mdlint-doi search --not-found` against the tests' own services, which hold
the true works: those of the right entries, of the records, and of the entries with the label VALID
in the `.jsonl` files of `--more FOLDER`. Shares of 100, 97, 90 and 70 % of them are held, and at
last all but those of one venue; `--part 90` judges with one of these alone. `--kind book` writes
each entry as one of another kind, of which nothing may be missed. `--shown right` prints each right
one of which something is said.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_server import RegistriesServer

from mdlint_doi.works.folding import plain_tex, words
from mdlint_doi.works.people import people_of

Case = dict[str, Any]
SHARES = (100, 97, 90, 70)
VENUE = "venue"
SAYS = ("DOI921", "DOI922", "DOI923")


def rows(cases: list[Case], more: Path | None) -> list[dict[str, Any]]:
    """Return the true works, each title once."""
    found: dict[str, dict[str, Any]] = {}
    for case in cases:
        if case["registered"] and case["form"] == "bib":
            found[_folded(case["registered"]["title"][0])] = dict(case["registered"])
        elif case["state"] == "no DOI" and case["expected"] == "right":
            found.setdefault(_folded(case["claim"]["title"]), _row(case["claim"]))
    for path in sorted(more.rglob("*.jsonl")) if more else ():
        for line in path.read_text("utf-8").splitlines():
            entry = json.loads(line)
            if entry.get("label") == "VALID" and entry.get("fields", {}).get("title"):
                found.setdefault(_folded(entry["fields"]["title"]), _row(entry["fields"]))
    return [{**row, "doi": f"10.5555/{at}"} for at, row in enumerate(found.values())]


def _folded(title: str) -> str:
    return " ".join(words(plain_tex(title)))


def _row(fields: dict[str, str]) -> dict[str, Any]:
    people = people_of(fields.get("author", ""))
    place = fields.get("booktitle") or fields.get("journal") or ""
    return {
        "title": [plain_tex(fields["title"])],
        "authors": [person.name for person in people],
        "given": [person.given for person in people],
        "year": int(fields["year"]) if fields.get("year") else None,
        "container": [place] if place else [],
        "type": "proceedings-article" if fields.get("booktitle") else "journal-article",
    }


def said(cases: list[Case], held: list[dict[str, Any]], kind: str | None) -> dict[int, str]:
    """Return what is said of each entry: the last of its codes, and the message."""
    with tempfile.TemporaryDirectory() as folder, RegistriesServer(held) as server:
        text = "".join(_entry(number, case, kind) for number, case in enumerate(cases))
        Path(folder, "all.bib").write_text(text, "utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "mdlint_doi", "search", ".", "--isolated", "--not-found"),
                *(
                    "--output-format",
                    "json",
                    "--config",
                    "use-cache = false",
                    "--max-searches",
                    "9999",
                ),
                *(
                    "--config",
                    f"server = '{server.url}'",
                    "--config",
                    f"crossref-server = '{server.url}'",
                ),
                *("--config", f"datacite-server = '{server.url}'"),
            ],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        requests = dict(server.requests)
    if done.returncode:
        sys.exit(done.stderr)
    sys.stdout.write(f"{len(cases)} entries, {len(held)} works held; {requests}\n")
    found = {}
    for finding in sorted(json.loads(done.stdout), key=lambda finding: str(finding["code"])):
        found[int(finding["where"].removeprefix("k"))] = f"{finding['code']} {finding['message']}"
    return found


def _entry(number: int, case: Case, kind: str | None) -> str:
    fields = "".join(
        f"  {name} = {{{' '.join(str(value).split())}}},\n"
        for name, value in case["claim"].items()
        if name != "bibtype"
    )
    return f"@{kind or case['claim']['bibtype']}{{k{number},\n{fields}}}\n"


def table(cases: list[Case], found: dict[int, str]) -> Iterator[str]:
    """Yield a row for the right entries, the wrong ones, and each type of these."""
    groups: dict[str, Counter[str]] = {}
    for number, case in enumerate(cases):
        word = found.get(number, "nothing").partition(" ")[0]
        names = [case["expected"], f"wrong: {case['type']}"]
        for name in names if case["expected"] == "wrong" else names[:1]:
            groups.setdefault(name, Counter())[word] += 1
    for name, counts in sorted(groups.items()):
        shares = (
            f"{code} {counts[code]:4} ({counts[code] / counts.total():6.1%})" for code in SAYS
        )
        yield f"  {name:32} {counts.total():4}: {'  '.join(shares)}  nothing {counts['nothing']:4}"


def parts_of(works: list[dict[str, Any]], cases: list[Case]) -> dict[str, list[dict[str, Any]]]:
    """Return the works that are held in each part."""
    parts = {
        str(share): [work for work in works if crc32(work["doi"].encode()) % 100 < share]
        for share in SHARES
    }
    venue = Counter(case["claim"].get("booktitle") for case in cases).most_common(1)[0][0]
    parts[VENUE] = [work for work in works if venue not in work.get("container", [])]
    return parts


def main() -> None:
    """Print the tables."""
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=shared / "spec/field_cases.jsonl")
    parser.add_argument("--more", type=Path, help="a folder with further entries, such as HALLMARK")
    parser.add_argument("--part", choices=(*map(str, SHARES), VENUE))
    parser.add_argument("--kind", help="write the entries as these: book, phdthesis, misc")
    parser.add_argument("--shown", choices=("right", "wrong"))
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.file.read_text("utf-8").splitlines()]
    works = rows(cases, options.more)
    cases = [case for case in cases if case["state"] == "no DOI"]
    for name, held in parts_of(works, cases).items():
        if options.part not in {None, name}:
            continue
        sys.stdout.write(f"{name}: " if name == VENUE else f"{name} % held: ")
        found = said(cases, held, options.kind)
        lines = [*table(cases, found)]
        for number, message in found.items():
            if cases[number]["expected"] == options.shown and not message.startswith("DOI921"):
                lines.append(f"{message}\n{cases[number]}")
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
