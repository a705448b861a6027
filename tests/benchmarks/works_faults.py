"""What a run says when the metadata services fail or lie: python tests/benchmarks/works_faults.py.

Checks a page of right references, wrong ones and a retracted work with `--works all` against the
tests' own services, once for each fault (for ever, and for the first three answers) and each lie,
and prints findings, verdicts, requests and seconds. Only the wrong references may bring DOI911, and
only the retracted work DOI912. Exit code 1 says that something else did.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_records import LIES
from registries_server import FAULTS, RegistriesServer

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
    servers = ("--server", url, "--crossref-server", url, "--datacite-server", url)
    command = (sys.executable, "-m", "mdlint_doi", "check", "--isolated", "--no-cache", *servers)
    (folder / "page.md").write_text(page(), encoding="utf-8")
    told = ("--works", "all", "--select", "DOI91", "--output-format", "json")
    ran = subprocess.run([*command, *told, "page.md"], cwd=folder, capture_output=True, check=False)
    return ran.returncode, json.loads(ran.stdout)


def row(label: str, server: RegistriesServer, folder: Path) -> tuple[str, bool]:
    """Return a row of the table, and whether nobody was accused who is right."""
    start = time.perf_counter()
    code, findings = run(server, folder)
    seconds, requests = time.perf_counter() - start, server.requests.total()
    codes = Counter(str(one["code"]) for one in findings)
    accused = [one for one in findings if one["code"] in {"DOI911", "DOI912"}]
    fine = all(one["line"] in (WRONG if one["code"] == "DOI911" else (LAST,)) for one in accused)
    told = ", ".join(f"{one} {times}" for one, times in sorted(codes.items())) or "nothing"
    return f"{label:34} {code}  {requests:4} {seconds:6.1f} s  {told}", fine


def main() -> None:
    """Print the table."""
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
