"""How often a search is right: python tests/benchmarks/search_missing.py [--bib FOLDER].

Labelled references (`search_cases`) go through `mdlint-doi search` against the fake registry of the
shared harness (`DOI_SHARED`), which holds all works of the cases as decoys and ranks as badly as in
life (`--search-noise`). Beside it: the rule of the JOSS bot, on the entries: the first hit for the
title, if at most two letters differ. `--peer PYTHON` adds bibtexautocomplete.

`--bib FOLDER` adds the entries of its `.bib` files, `--limits` keeps to the limits of the service,
`--most N` takes that many cases, `--wrong` and `--lost` show what went wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: `works` stands there

from benchmarks.search_cases import Case, Row, world

from mdlint_doi.formats.data.bibtex_block import BibEntry
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.works.folding import plain_tex

CONTACT = "benchmark@example.org"


class Run(NamedTuple):
    """What a tool proposed for each case, by its number; and what that took."""

    name: str
    proposed: Mapping[int, str]
    requests: int
    seconds: float


@contextmanager
def registry(rows: Sequence[Row], folder: Path, *, noise: float, limits: bool) -> Iterator[str]:
    """Serve rows as a fake registry; yield its address."""
    works = folder / "works.jsonl"
    works.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    program = Path(os.environ["DOI_SHARED"]) / "bench" / "registries_server.py"
    command: list[str | Path] = [
        sys.executable,
        program,
        "--works",
        works,
        "--search-noise",
        str(noise),
    ]
    command += ["--max-seconds", "7200", *([] if limits else ["--no-limits"])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["http"]
        process.terminate()


def ours(cases: Sequence[Case], folder: Path, server: str, *, limits: bool) -> Run:
    """Return what `mdlint-doi search` proposes."""
    places = _write(cases, folder)
    command: list[str | Path] = [sys.executable, "-m", "mdlint_doi", "search", "--isolated"]
    command += ["--max-searches", "9999"]
    command += ["--output-format", "json", "--config", f"contact = '{CONTACT}'"]
    command += [
        "--config",
        f"crossref-server = '{server}'",
        "--config",
        f"datacite-server = '{server}'",
        "--config",
        f"server = '{server}'",
    ]
    command += ["--config", f"cache-dir = '{folder / 'cache'}'"]
    with urlopen(f"{server}/stats/reset"):
        started = time.perf_counter()
    done = subprocess.run([*command, folder / "cases"], capture_output=True, check=False)
    seconds = time.perf_counter() - started
    sys.stderr.write(done.stderr.decode())
    proposed = {}
    for finding in json.loads(done.stdout):
        if finding["code"] != "DOI921":
            continue
        where = finding["where"] or f"{Path(finding['path']).name}:{finding['line']}"
        proposed[places[where]] = finding["doi"].lower()
    return Run("mdlint-doi search", proposed, _requests(server), seconds)


def _write(cases: Sequence[Case], folder: Path) -> dict[str, int]:
    """Write the cases as one bibliography and one page; return which stands where."""
    (folder / "cases").mkdir()
    places: dict[str, int] = {}
    entries: list[str] = []
    items: list[str] = []
    for number, case in enumerate(cases):
        if case.is_entry:
            entries.append(case.text.replace("{KEY,", f"{{key{number},", 1))
            places[f"key{number}"] = number
        else:
            places[f"page.md:{2 * len(items) + 1}"] = number
            items.append(case.text + "\n")
    (folder / "cases" / "entries.bib").write_text("\n".join(entries), "utf-8")
    (folder / "cases" / "page.md").write_text("".join(items), "utf-8")
    return places


def joss(cases: Sequence[Case], server: str) -> Run:
    """Return what the JOSS bot's rule proposes for the entries."""
    proposed = {}
    with urlopen(f"{server}/stats/reset"):
        started = time.perf_counter()
    for number, case in enumerate(cases):
        if not case.is_entry:
            continue
        title = plain_tex(case.title)
        with urlopen(f"{server}/works?query={quote(title)}&rows=20") as answer:
            items = json.load(answer)["message"]["items"]
        registered = (items[0]["title"] or [""])[0] if items else ""
        if items and _distance(title.lower(), registered.lower()) < 3:
            proposed[number] = items[0]["DOI"].lower()
    name = "JOSS bot's rule (entries)"
    return Run(name, proposed, _requests(server), time.perf_counter() - started)


def peer(cases: Sequence[Case], folder: Path, server: str, python: str) -> Run:
    """Return what bibtexautocomplete writes into the entries; see `search_peer`."""
    script, target = Path(__file__).with_name("search_peer.py"), folder / "peer.bib"
    with urlopen(f"{server}/stats/reset"):
        started = time.perf_counter()
    command: list[str | Path] = [python, script, server, folder / "cases" / "entries.bib", target]
    subprocess.run(command, check=False, capture_output=True)
    seconds = time.perf_counter() - started
    text = target.read_text("utf-8")
    proposed = {}
    for block in read_blocks(text):
        if isinstance(block, BibEntry):
            key = block.key.cut(text).removeprefix("key")
            fields = {field.name.cut(text).lower(): field.text(text).text for field in block.fields}
            if fields.get("doi") and key.isdecimal() and cases[int(key)].is_entry:
                proposed[int(key)] = fields["doi"].strip().lower()
    return Run("bibtexautocomplete (entries)", proposed, _requests(server), seconds)


def _distance(title: str, other: str) -> int:
    """Return the Levenshtein distance."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(title, 1):
        before, row[0] = row[0], at
        for to, sign in enumerate(other, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (letter != sign))
    return row[-1]


def _requests(server: str) -> int:
    with urlopen(f"{server}/stats") as answer:
        return int(json.load(answer)["total"])


def table(run: Run, cases: Sequence[Case], *, entries: bool) -> Iterator[str]:
    """Yield the rows of a run's table."""
    yield f"{run.name}: {run.requests} requests, {run.seconds:.0f} s"
    groups: dict[str, Counter[str]] = {}
    for number, case in enumerate(cases):
        if entries and not case.is_entry:
            continue
        said = run.proposed.get(number, "")
        word = "none" if not said else "right" if said == case.doi else "wrong"
        names = ["all", "entries" if case.is_entry else "prose"]
        names += [f"full {names[1]}, registered"] if case.full and case.doi else []
        names += ["full, registered"] if case.full and case.doi else []
        names += [f"look-alikes: {case.alike}", "look-alikes: all"] if case.alike else []
        for name in names:
            groups.setdefault(name, Counter())[word] += 1
    for name, found in sorted(groups.items()):
        told = found["right"] + found["wrong"]
        share = 100 * found["right"] / found.total()
        wrong = f"1 of {told / found['wrong']:.0f}" if found["wrong"] else f"0 of {told}"
        yield (
            f"  {name:28} {found.total():5}  proposed right {found['right']:5} ({share:5.1f} %)"
            f"  wrong {found['wrong']:4} ({wrong})  none {found['none']:4}"
        )


def shown(run: Run, cases: Sequence[Case], rows: Sequence[Row], which: str) -> Iterator[str]:
    """Yield the cases for which a wrong DOI was proposed, or none."""
    by_doi: dict[str, Any] = {row["doi"]: row for row in rows}
    for number, case in enumerate(cases):
        said = run.proposed.get(number, "")
        if said != case.doi and (said if which == "wrong" else case.full and not said):
            yield f"--- {which} {case.alike} {case.text}"
            yield f"    is {case.doi} {by_doi.get(case.doi)}"
            yield f"    said {said} {by_doi.get(said)}"


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bib", type=Path, help="a folder with .bib files")
    parser.add_argument("--noise", type=float, default=0.3)
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("--peer", help="a Python that has bibtexautocomplete")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--lost", action="store_true")
    options = parser.parse_args()
    spec = Path(os.environ["DOI_SHARED"]) / "spec"
    bibs = sorted(options.bib.rglob("*.bib")) if options.bib else []
    cases, rows = world(spec, bibs)
    cases = cases[: options.most]
    alike = sum(bool(case.alike) for case in cases)
    _print(f"{len(cases)} references, {alike} with look-alikes; {len(rows)} works registered")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with registry(rows, folder, noise=options.noise, limits=options.limits) as server:
            run = ours(cases, folder, server, limits=options.limits)
            _print("\n".join(table(run, cases, entries=False)))
            for which in ("wrong", "lost"):
                if getattr(options, which):
                    _print("\n".join(shown(run, cases, rows, which)))
            if not options.limits:
                _print("\n".join(table(joss(cases, server), cases, entries=True)))
                if options.peer:
                    run = peer(cases, folder, server, options.peer)
                    _print("\n".join(table(run, cases, entries=True)))


if __name__ == "__main__":
    main()
