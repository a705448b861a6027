"""Which references fail a run and which are reported: works_fields.py [FILE] [--shown KIND].

FILE holds labelled references with their records (`spec/field_cases.jsonl` of the shared folder, if
none is named). Each stands in a file of its own; `mdlint-doi check` with default rules judges all
against the tests' own services. A reference *fails* with a warning or an error, and is *reported*
by a hint, too. `--shown right` prints each right one that is reported, `--shown wrong` each wrong
one that is not.
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
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_server import RegistriesServer

Case = dict[str, Any]
Finding = dict[str, Any]
RULES = frozenset({"DOI505", "DOI506", "DOI901", "DOI911", "DOI917", "DOI919"})
"""What speaks of the reference; the form of its links is not asked here."""
SECOND = "10.1000/182"
"""A registered DOI in each file, since a file without any is not read."""
SUFFIXES = {"bib": ".bib", "md": ".md", "md-para": ".md", "rst": ".rst", "py": ".py"}


def text_of(case: Case) -> str:
    """Return a reference as the text of a file."""
    if case["form"] == "bib":
        fields = {name: value for name, value in case["claim"].items() if name != "bibtype"}
        lines = (
            f"  {name} = {{{' '.join(str(value).split())}}},\n" for name, value in fields.items()
        )
        second = f"@misc{{second, doi = {{{SECOND}}}}}\n"
        return f"@{case['claim']['bibtype']}{{entry,\n{''.join(lines)}}}\n{second}"
    return f'"""Text.\n\n{case["text"]}\n"""\n' if case["form"] == "py" else f"{case['text']}\n"


def rows(cases: list[Case]) -> Iterator[dict[str, Any]]:
    """Yield the registered works."""
    yield {"doi": SECOND, "title": ["A handbook"]}
    for case in cases:
        if case["state"] == "known":
            yield {**case["registered"], "doi": case["doi"]}
        elif case["state"] == "at another agency":
            yield {"doi": case["doi"], "agency": "mEDRA"}


def batches(cases: list[Case]) -> list[list[Case]]:
    """Return the references in lists, in each of which a DOI stands once."""
    times: Counter[str] = Counter()
    parts: dict[int, list[Case]] = defaultdict(list)
    for case in cases:
        name = (case["doi"] or "").lower()
        parts[times[name]].append(case)
        times[name] += bool(name)
    return list(parts.values())


def findings(cases: list[Case]) -> list[list[Finding]]:
    """Return what a run says of each reference."""
    with tempfile.TemporaryDirectory() as folder, RegistriesServer(rows(cases)) as server:
        for number, case in enumerate(cases):
            path = Path(folder, f"{number}{SUFFIXES[case['form']]}")
            path.write_text(text_of(case), encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "mdlint_doi", "check", ".", "--isolated", "--online"),
                *(
                    "--formats",
                    "python",
                    "--output-format",
                    "json",
                    "--config",
                    "use-cache = false",
                    "--exit-zero",
                ),
                *(
                    "--config",
                    f"server = '{server.url}'",
                    "--config",
                    f"crossref-server = '{server.url}'",
                ),
                *("--config", f"datacite-server = '{server.url}'", "--depth", "all"),
            ],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        sys.exit(done.stderr)
    found = defaultdict(list)
    for finding in json.loads(done.stdout):
        found[int(Path(finding["path"]).stem)].append(finding)
    return [
        [finding for finding in found[number] if _is_about(finding, case)]
        for number, case in enumerate(cases)
    ]


def _is_about(finding: Finding, case: Case) -> bool:
    """Return whether a finding speaks of the reference, and not of an address beside its DOI."""
    own = not finding["doi"] or finding["doi"].lower() == (case["doi"] or "").lower()
    return (
        finding["doi"] != SECOND and (own or case["state"] != "known") and finding["code"] in RULES
    )


def level_of(found: list[Finding]) -> str:
    """Return `fails`, `hint` or `nothing`."""
    severities = {finding["severity"] for finding in found}
    if severities & {"warning", "error"}:
        return "fails"
    return "hint" if severities else "nothing"


def table(cases: list[Case], found: list[list[Finding]]) -> Iterator[str]:
    """Yield a row for each group of references, then for each type."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case, told in zip(cases, found, strict=True):
        level = level_of(told)
        kind = "fields" if case["form"] == "bib" else "prose"
        group = f"{kind}, {case['state']}: {case['expected']}"
        counts[group][level] += 1
        if case["expected"] != "right":
            counts[f"{group}: {case['type']}"][level] += 1
    for group, levels_of in sorted(counts.items()):
        number, fail = levels_of.total(), levels_of["fails"]
        reported = number - levels_of["nothing"]
        shares = f"{fail / number:6.1%} fail, {reported / number:6.1%} reported"
        yield f"{group:76} {number:4}: {fail:4} fail, {reported:4} reported; {shares}"


def main() -> None:
    """Print the table."""
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=shared / "spec/field_cases.jsonl")
    parser.add_argument("--shown", choices=("right", "wrong"))
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.file.read_text("utf-8").splitlines()]
    parts = batches(cases)
    cases = [case for part in parts for case in part]
    found = [told for part in parts for told in findings(part)]
    lines = list(table(cases, found))
    for case, told in zip(cases, found, strict=True):
        if case["expected"] == options.shown and bool(told) == (options.shown == "right"):
            said = [f"    {finding['code']} {finding['message']}" for finding in told]
            lines += [f"{case['type']}: {text_of(case)}    {case['registered']}", *said]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
