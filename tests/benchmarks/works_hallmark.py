"""What of the HALLMARK benchmark fails a run and is reported: works_hallmark.py FOLDER [SPLIT …].

FOLDER holds the benchmark's public files (github.com/rpatrik96/hallmark, `data/v1.0`, MIT). A
registry is built of its true entries; a DOI of none of them, and not made up, is registered at an
agency whose records are not read, so that nothing can be said of it. `mdlint-doi check` judges each
entry against it, with default rules. Printed are, by type, how many fail, and how many are reported
by a hint, too.

`--predictions FILE` writes what the benchmark scores, a line an entry: `hallmark evaluate --split
dev_public --predictions FILE --tool-name mdlint-doi`. A failing entry is HALLUCINATED, any other
one VALID; with `--hints` one with a hint is HALLUCINATED, too.

Read with care: the benchmark's records are its own entries, with one error in one field at a time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the others stand there

from benchmarks.works_fields import Case, Finding, batches, findings, level_of, table

from mdlint_doi.works.people import people_of

SPLITS = ("dev_public", "test_public", "stress_test")
Entry = dict[str, Any]
_PREPRINTS = ("10.1101/", "10.48550/")


def entries(path: Path) -> list[Entry]:
    """Return the entries of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def row(entry: Entry) -> dict[str, Any]:
    """Return a true entry as a row of the registry."""
    fields = entry["fields"]
    people = people_of(fields.get("author", ""))
    is_preprint = fields["doi"].startswith(_PREPRINTS)
    return {
        "type": "posted-content" if is_preprint else "journal-article",
        "subtype": "preprint" if is_preprint else "",
        "title": [fields["title"]],
        "authors": [person.name for person in people],
        "given": [person.given for person in people],
        "year": int(fields["year"][:4]),
        "container": [fields.get("booktitle") or fields.get("journal") or ""],
    }


def case(entry: Entry, registry: dict[str, dict[str, Any]]) -> Case:
    """Return an entry as a labelled reference."""
    fields, kind = entry["fields"], entry.get("hallucination_type")
    doi = fields.get("doi")
    registered = registry.get((doi or "").lower())
    if doi is None:
        state = "no DOI"
    elif registered or kind != "fabricated_doi":
        state = "known" if registered else "at another agency"
    else:
        state = "not registered"
    return {
        "form": "bib",
        "claim": {"bibtype": entry["bibtex_type"], **fields},
        "doi": doi,
        "state": state,
        "registered": registered,
        "expected": "right" if entry["label"] == "VALID" else "wrong",
        "type": kind or "valid",
        "key": entry["bibtex_key"],
    }


def predictions(
    cases: Iterable[Case], found: Iterable[list[Finding]], *, hints: bool
) -> Iterator[str]:
    """Yield a line of JSON for each entry, as HALLMARK's class `Prediction` has it."""
    levels = {"fails", "hint"} if hints else {"fails"}
    for entry, said in zip(cases, found, strict=True):
        prediction = {
            "bibtex_key": entry["key"],
            "label": "HALLUCINATED" if level_of(said) in levels else "VALID",
            "confidence": 0.99 if level_of(said) == "fails" else 0.7,
            "reason": "; ".join(f"{finding['code']} {finding['message']}" for finding in said),
            "source": "tool",
        }
        yield json.dumps(prediction, ensure_ascii=False) + "\n"


def main() -> None:
    """Print a table for each split."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("splits", nargs="*", default=SPLITS)
    parser.add_argument("--predictions", type=Path)
    parser.add_argument("--hints", action="store_true")
    options = parser.parse_args()
    registry: dict[str, dict[str, Any]] = {}
    for split in SPLITS:
        for entry in entries(options.folder / f"{split}.jsonl"):
            if entry["label"] == "VALID" and entry["fields"].get("doi"):
                registry.setdefault(entry["fields"]["doi"].lower(), row(entry))
    for split in options.splits:
        cases = [case(entry, registry) for entry in entries(options.folder / f"{split}.jsonl")]
        parts = batches(cases)
        cases = [reference for part in parts for reference in part]
        found = [said for part in parts for said in findings(part)]
        sys.stdout.write(
            "\n".join([f"{split}: {len(cases)} entries", *table(cases, found)]) + "\n\n"
        )
        if options.predictions:
            lines = predictions(cases, found, hints=options.hints)
            options.predictions.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
