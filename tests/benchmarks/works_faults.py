"""What a run says when the metadata services fail or lie: python tests/benchmarks/works_faults.py.

Checks a page of right references, wrong ones and a retracted work with `--depth all` against the
tests' own services, once for each fault (for ever, and for the first three answers) and each lie,
and prints findings, verdicts, requests and seconds. Only the wrong references may bring DOI911, and
only the retracted work DOI912. Exit code 1 says that something else did.

`--lists` mixes up lists instead, of 1,000 entries with 20 and 400 wrong ones, and prints how many
right ones the first answers accuse, how many the run does, how many wrong ones it finds, and what
was asked before and after the first answers; means of `--seeds` trials.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from made_up_works import entries, made_up
from registries_records import LIES
from registries_server import FAULTS, RegistriesServer
from waiting import ask, confirm

from mdlint_doi.ask.settings import LookupSettings, RegistrySettings
from mdlint_doi.formats import format_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.run.works import accusations
from mdlint_doi.text.source import Source
from mdlint_doi.works.work import KnownWork

TITLES = (
    "Root competition between tulips and hyacinths in sandy soils",
    "Melting of small glaciers in the northern valleys",
    "An index of made-up rivers and their mouths",
    "Ghost islands on early imaginary maps of the south",
)
PEOPLE = ("Marlowe", "Okafor", "Quill", "Roe")
NOTICE = {"DOI": "10.1000/notice", "type": "retraction", "updated": [[2012, 3, 4]]}
GONE = {"doi": "10.1000/gone", "title": ["A study of bees in winter"], "year": 2011}
WRONG, LAST = range(9, 13), 13
"""Lines of the page; those before are right."""


def rows() -> Iterator[dict[str, object]]:
    """Yield the works: each title is registered by both agencies."""
    for agency, prefix in (("Crossref", "10.1000"), ("DataCite", "10.5072")):
        for number, (title, name) in enumerate(zip(TITLES, PEOPLE, strict=True)):
            year, doi = 2001 + 4 * number, f"{prefix}/{name.lower()}"
            named = {"title": [title], "authors": [name], "creators": [f"{name}, A."]}
            yield {"doi": doi, "agency": agency, "year": year, **named}
    yield GONE | {"authors": ["Bee"], "updated-by": [NOTICE]}


def page() -> str:
    """Return the page: eight right references, four wrong ones, and the retracted work."""
    works = list(rows())[:-1]
    wrong = zip(works, works[1:4] + works[:1], strict=False)
    pairs = [*zip(works, works, strict=True), *wrong]
    lines = [
        f"- {said['authors'][0]}, A. ({said['year']}). {said['title'][0]}."  # type: ignore[index]
        f" J. Imag. 12, 3-45. https://doi.org/{meant['doi']}"
        for said, meant in pairs
    ]
    return "\n".join([*lines, f"- See https://doi.org/{GONE['doi']}", ""])


def run(server: RegistriesServer, folder: Path) -> tuple[int, list[dict[str, object]]]:
    """Run `check` on the page; return the exit code, and what it printed as JSON."""
    url = server.url
    servers = (
        "--config",
        f"server = '{url}'",
        "--config",
        f"crossref-server = '{url}'",
        "--config",
        f"datacite-server = '{url}'",
    )
    command = (
        sys.executable,
        "-m",
        "mdlint_doi",
        "check",
        "--isolated",
        "--config",
        "use-cache = false",
        *servers,
    )
    (folder / "page.md").write_text(page(), encoding="utf-8")
    told = ("--depth", "all", "--select", "DOI91", "--output-format", "json")
    ran = subprocess.run([*command, *told, "page.md"], cwd=folder, capture_output=True, check=False)
    return ran.returncode, json.loads(ran.stdout)


def row(label: str, server: RegistriesServer, folder: Path) -> tuple[str, bool]:
    """Return a row of the table, and whether nobody was accused who is right."""
    start = time.perf_counter()
    code, findings = run(server, folder)
    seconds, requests = time.perf_counter() - start, server.requests.total()
    codes = Counter(str(finding["code"]) for finding in findings)
    accused = [finding for finding in findings if finding["code"] in {"DOI911", "DOI912"}]
    fine = all(
        finding["line"] in (WRONG if finding["code"] == "DOI911" else (LAST,))
        for finding in accused
    )
    told = ", ".join(f"{rule} {times}" for rule, times in sorted(codes.items())) or "nothing"
    return f"{label:34} {code}  {requests:4} {seconds:6.1f} s  {told}", fine


MIXED_UP = (
    ("none", "", 0.0, 0.0),
    ("5 % shifted by one record", "shifted", 0.05, 0.0),
    ("30 % shifted", "shifted", 0.3, 0.0),
    ("all shifted", "shifted", 1.0, 0.0),
    ("two records swapped in 30 %", "swapped", 0.3, 0.0),
    ("two records swapped in all", "swapped", 1.0, 0.0),
    ("1 % of names always wrong", "", 0.0, 0.01),
)


class Trial(NamedTuple):
    """What came of one run: right ones accused at first and at last, wrong ones found, requests."""

    at_first: int
    accused: int
    found: int
    asked: int
    confirming: int


def mixed_up(how: str, share: float, stuck: float, wrong: int, seed: int) -> Trial:
    """Ask about 1,000 entries over services that mix up lists, and confirm."""
    draw, rows = Random(seed), made_up(1000, seed=seed)
    chosen = {*draw.sample(range(1000), wrong)}
    right = [row["doi"] for number, row in enumerate(rows) if number not in chosen]
    file = Source("a.bib", "".join(entries(rows, chosen)))
    document = format_of(file.name).read(file, Settings())
    agencies = {parse(row["doi"]): "Crossref" for row in rows}
    with RegistriesServer(rows) as server:
        server.mixing, server.mixed, server.draw = how, share, draw
        names = draw.sample([row["doi"] for row in rows], round(stuck * 1000))
        server.stuck = dict(zip(names, names[1:] + names[:1], strict=True))
        lookup = LookupSettings(server=server.url, use_cache=False)
        settings = RegistrySettings(lookup=lookup, crossref=server.url, datacite=server.url)
        asked = ask(agencies, settings, agencies=agencies)
        before, first = server.requests.total(), accusations([document], asked.answers)
        asked = asked.with_confirmed(confirm(first, settings, agencies=agencies))
        last = {
            name: KnownWork(answer.work) if isinstance(answer, KnownWork) else answer
            for name, answer in asked.answers.items()
        }
        accused = {*map(str, accusations([document], last).names)}
        at_first = {*map(str, first.names)}
        after = server.requests.total() - before
    false = len(accused.intersection(right))
    return Trial(len(at_first.intersection(right)), false, len(accused) - false, before, after)


def print_lists(seeds: int) -> None:
    """Print the table of lists that are mixed up."""
    sys.stdout.write(f"{'lists':30} wrong  at first  accused  found  asked  confirming\n")
    for label, how, share, stuck in MIXED_UP:
        for wrong in (20, 400):
            trials = [mixed_up(how, share, stuck, wrong, seed) for seed in range(seeds)]
            at_first, accused, found, asked, confirming = map(mean, zip(*trials, strict=True))
            sys.stdout.write(
                f"{label:30} {wrong:5} {at_first:9.1f} {accused:8.2f} {found:6.1f} {asked:6.1f}"
                f" {confirming:11.1f}\n"
            )
            sys.stdout.flush()


def main() -> None:
    """Print the table that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_args()
    if options.lists:
        print_lists(options.seeds)
    else:
        print_faults()


def print_faults() -> None:
    """Print the table of failures and lies."""
    services = ("crossref", "datacite", "doi")
    trials = [("no fault", "", "", 0)]
    kinds = [(kind, who) for kind in FAULTS for who in services]
    trials += [(f"{kind} of {who}, ever", kind, who, sys.maxsize) for kind, who in kinds]
    trials += [(f"{kind}, first 3", kind, "", 3) for kind in FAULTS]
    trials += [(f"lie: {lie}", lie, "", 0) for lie in LIES]
    good = True
    for label, kind, service, times in trials:
        with RegistriesServer(rows()) as server, tempfile.TemporaryDirectory() as folder:
            if kind in LIES:
                server.lie = kind
            elif kind:
                server.fail(kind, service=service, times=times)
            line, fine = row(label, server, Path(folder))
            good = good and fine
            sys.stdout.write(line + ("" if fine else "  ACCUSED THOUGH RIGHT") + "\n")
            sys.stdout.flush()
    sys.exit(not good)


if __name__ == "__main__":
    main()
