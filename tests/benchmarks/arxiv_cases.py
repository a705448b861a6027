"""What a run makes of numbers of arXiv in real texts: python tests/benchmarks/arxiv_cases.py [-v].

The texts and what stands in them are `spec/arxiv_cases.jsonl` of the shared folder, the registered
works `spec/arxiv_works.jsonl`. Each text is a file of its own.

*Found*: the mentions of `check --dump`, each where its number stands. *Works*: the texts that name
their paper, with the right number, and with each of `--shifts` other papers registered for it;
`check` with default rules judges them against the tests' own services. `-v` prints each mention
that is missed, each that is none, each right work that is reported and each wrong one that is not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_server import RegistriesServer

Case = dict[str, Any]
Row = dict[str, Any]
SUFFIXES = {
    **{suffix: f".{suffix}" for suffix in ("bib", "html", "md", "qmd", "ris", "rst", "tex")},
    "rmd": ".Rmd",
}
"""The others are pieces of code and data that no reader takes alone: they are read as text."""
FORMATS = "csl,csl-yaml,ris,html,txt,python,rd,latex"
ENTRY = "@misc{entry,\n"
FRAMES = {".bib": (ENTRY, "\n}\n"), ".ris": ("TY  - GEN\n", "\nER  - \n")}
"""What stands around a piece of an entry."""
INDENTED = frozenset({".md", ".qmd", ".Rmd", ".rst"})
"""Where the indentation of a piece is that of the list around it, and would make it code."""
RULES = frozenset({"DOI911", "DOI917", "DOI918", "DOI919"})


class Piece(NamedTuple):
    """The file that a text of a case becomes: its suffix, what it holds, where the text begins."""

    suffix: str
    text: str
    start: int


def piece_of(case: Case) -> Piece:
    """Return the file of a case."""
    suffix, text = SUFFIXES.get(case["format"], ".txt"), case["text"]
    if suffix in INDENTED:
        shown = text.lstrip(" ")
        return Piece(suffix, f"{shown}\n", len(shown) - len(text))
    before, after = FRAMES.get(suffix, ("", "\n"))
    if before and text.lstrip().startswith(before[0]):
        before, after = "", "\n"
    elif suffix == ".bib" and "=" not in text.partition("{")[0]:
        before, after = f"{before}  note = {{", f"{after}"
    return Piece(suffix, before + text + after, len(before))


def run(pieces: list[Piece], *options: str) -> dict[int, list[Row]]:
    """Return the rows that `check` prints of each file."""
    with tempfile.TemporaryDirectory() as folder:
        for number, piece in enumerate(pieces):
            Path(folder, f"{number}{piece.suffix}").write_text(piece.text, "utf-8", newline="")
        command = (sys.executable, "-m", "mdlint_doi", "check", ".", "--isolated", "--exit-zero")
        done = subprocess.run(
            [*command, "--formats", FORMATS, "--config", "use-cache = false", *options],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        sys.exit(done.stderr)
    lines = done.stdout.splitlines() if "--dump" in options else [done.stdout]
    found = defaultdict(list)
    for row in (row for line in lines for row in _rows(line)):
        found[int(Path(row["path"]).stem)].append(row)
    return found


def _rows(line: str) -> list[Row]:
    read = json.loads(line)
    return read if isinstance(read, list) else [read]


def found(cases: list[Case], *, verbose: bool) -> Iterator[str]:
    """Yield how many numbers are found at their places."""
    pieces = [piece_of(case) for case in cases]
    rows = run(pieces, "--offline", "--dump")
    counts: Counter[str] = Counter()
    for number, (case, piece) in enumerate(zip(cases, pieces, strict=True)):
        got = list(_places(piece.text, rows[number]))
        for mention in reversed(case["expected"]):
            at, doi = mention["start"] + piece.start, (mention["doi"] or "").lower()
            own = max((row for row in got if row[0] <= at and row[1] == doi), default=None)
            counts["mentions"] += 1
            counts["found at their place"] += own is not None
            if own:
                got.remove(own)
            elif verbose:
                yield f"missed {mention['id']}, {piece.suffix}: {case['text']!r}"
        if not case["expected"]:
            traps = [doi for _, doi in got if doi.partition("/")[0] not in piece.text or not doi]
            counts["texts without a mention"] += 1
            counts["of these with one found"] += bool(traps)
            if traps and verbose:
                yield f"no mention, {piece.suffix}: {case['text']!r} {traps}"
    yield from (f"{name:34} {counts[name]:4}" for name in counts)


def _places(text: str, rows: list[Row]) -> Iterator[tuple[int, str]]:
    """Yield where each construct begins that mentions a name, and the name, in lower case."""
    starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
    for row in rows:
        yield starts[row["line"] - 1] + row["column"] - 1, (row["doi"] or "").lower()


def works(cases: list[Case], registered: list[Row], shifts: int, *, verbose: bool) -> Iterator[str]:
    """Yield how many right works are reported, and how many wrong ones."""
    cases = [case for case in cases if case.get("right_work")]
    for shift in range(shifts + 1):
        rows = [
            {**registered[(at + 37 * shift) % len(registered)], "doi": row["doi"]}
            for at, row in enumerate(registered)
        ]
        yield from _judged(
            cases, rows, "another work" if shift else "the right work", verbose=verbose
        )


def _judged(cases: list[Case], rows: list[Row], what: str, *, verbose: bool) -> Iterator[str]:
    counts: Counter[str] = Counter()
    pieces = [piece_of(case) for case in cases]
    with RegistriesServer(rows) as server:
        servers = [
            part
            for prefix in ("", "crossref-", "datacite-")
            for part in ("--config", f"{prefix}server = '{server.url}'")
        ]
        options = ("--depth=all", "--online", "--output-format=json", *servers)
        judged = run(pieces, *options)
    for number, (case, piece) in enumerate(zip(cases, pieces, strict=True)):
        suffix = piece.suffix
        spoken = [row for row in judged[number] if row["code"] in RULES]
        counts[suffix] += 1
        counts[f"{suffix} reported"] += bool(spoken)
        if verbose and bool(spoken) == (what == "the right work"):
            yield f"{what}: {case['text']!r} {[row['message'] for row in spoken]}"
    for suffix in sorted({piece.suffix for piece in pieces}):
        yield f"{what}, {suffix:6} {counts[suffix]:4}: {counts[f'{suffix} reported']:4} reported"


def main() -> None:
    """Print the figures."""
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--shifts", type=int, default=3)
    options = parser.parse_args()
    cases, registered = (
        [json.loads(line) for line in (shared / f"spec/{name}.jsonl").open(encoding="utf-8")]
        for name in ("arxiv_cases", "arxiv_works")
    )
    lines = found(cases, verbose=options.verbose)
    judged = works(cases, registered, options.shifts, verbose=options.verbose)
    for line in (*lines, *judged):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
