"""Replay repairs: repairs_replayed.py cases.jsonl --mirror FOLDER [--half work] [--read FILE].

Each case is a line that `repairs_mined.py` wrote. The file as it stood before the commit is checked
against a local DOI system. Registered there are all DOIs of the file after the commit, except for
the repaired one, and their neighbours by number, as services register them one after the other. The
entries of bibliographies after the commit are the registered works, and so is the reference in a
text beside the repaired DOI.

For each kind, the table shows how many defects were found, and how many were repaired as the
maintainer did. `--read FILE` writes every finding on other lines, to be read by a person.
`--labels FILE` has the numbers of the cases that repair a defect, one on each line; cases without a
number in it are a matter of taste, a newer version or new text, and are left out.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.repairs_mined import name_of
from registries_server import RegistriesServer

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, fold
from mdlint_doi.report.model import Report
from mdlint_doi.run.check import check
from mdlint_doi.run.judge import read_document
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim

Case = dict[str, Any]
_FORMATS: Final = ("python", "rd", "html", "latex", "txt")
_NUMBER: Final = re.compile(r"[0-9]{3,}\Z")
_HOST: Final = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_OLD: Final = re.compile(r"http://(?:dx\.|www\.)?doi\.org|dx\.doi\.org|www\.doi\.org")
_WRITING: Final = frozenset({"markup", "encoding", "letters"})


class Pair(NamedTuple):
    """The two versions of the file of a case.

    Attributes:
        case: the case.
        before: the text before the commit.
        after: the text after it.
    """

    case: Case
    before: str
    after: str


def pairs(cases: Iterable[Case], mirror: Path) -> Iterator[Pair]:
    """Yield the cases whose files can be read."""
    for case in cases:
        folder = mirror / case["repository"] / "repo"
        texts = [
            subprocess.run(
                ["git", "-C", str(folder), "show", f"{version}:{case['path']}"],
                capture_output=True,
                check=False,
            ).stdout.decode("utf-8", "replace")
            for version in (f"{case['commit']}^", case["commit"])
        ]
        if all(texts):
            yield Pair(case, *texts)


def names_in(name: str, text: str) -> set[Doi]:
    """Return the DOIs that a file mentions."""
    document = read_document(Source(name, text), Settings(formats=_FORMATS))
    return {
        mention.doi
        for mention in document.mentions
        if mention.doi is not None and not mention.doi.is_short
    }


def world(found: Sequence[Pair]) -> list[dict[str, object]]:
    """Return the records of all DOIs that are registered."""
    registered: dict[str, dict[str, object]] = {}
    wrong = set[str]()
    for pair in found:
        path = pair.case["path"]
        old, new = name_of(pair.case["before"]), name_of(pair.case["after"])
        kept = {doi.key: str(doi) for doi in names_in(path, pair.after)}
        if "/" in new:
            kept.setdefault(fold(new), new)
        if old != new and fold(old) not in kept and pair.case["kind"] != "another":
            wrong.add(fold(old))
        others = {doi.key: str(doi) for doi in names_in(path, pair.before)}
        wrong.update(key for key in others if key.startswith(fold(new)) and key not in kept)
        for key, doi in (others | kept).items():
            registered.setdefault(key, {"doi": doi, "agency": "mEDRA"})
        registered |= {
            key: row
            for key, row, is_entry in _described(path, pair.after)
            if key in kept and (is_entry or key == fold(new))
        }
    for near in [*_neighbours(registered)]:
        registered.setdefault(near, {"doi": near, "agency": "mEDRA"})
    return [row for key, row in registered.items() if key not in wrong]


def _described(path: str, text: str) -> Iterator[tuple[str, dict[str, object], bool]]:
    """Yield the DOIs with a description, each with its record, and whether it is an entry."""
    document = read_document(Source(path, text), Settings(formats=_FORMATS))
    for claim in document.claims():
        is_entry = claim.entry is not None
        if claim.doi is not None and claim.titles and (is_entry or claim.people):
            yield claim.doi.key, record(claim), is_entry


def _neighbours(keys: Iterable[str]) -> Iterator[str]:
    """Yield the DOIs that differ from others only in the last digit of a long number."""
    for key in keys:
        if _NUMBER.search(key):
            yield from (key[:-1] + digit for digit in "0123456789")


def record(claim: Claim) -> dict[str, object]:
    """Return an entry as a registered work."""
    return {
        "doi": str(claim.doi),
        "agency": "Crossref",
        "title": [claim.titles[0].text],
        "authors": [person.name for person in claim.people],
        **({"year": claim.years[0]} if claim.years else {}),
        **({"container": claim.container} if claim.container else {}),
        **({"volume": claim.volume} if claim.volume else {}),
        **({"page": claim.pages} if claim.pages else {}),
        "type": "journal-article",
    }


def written(folder: Path, found: Sequence[Pair]) -> list[Path]:
    """Write the files before the commits; return their paths, one for each case."""
    paths = []
    for number, pair in enumerate(found):
        path = folder / f"{number:04}" / Path(pair.case["path"]).name
        path.parent.mkdir(parents=True)
        path.write_text(pair.before, encoding="utf-8", newline="")
        paths.append(path)
    return paths


def normal(line: str) -> str:
    """Return a line without the differences that do not matter in a comparison."""
    line = unquote(_HOST.sub("https://doi.org/", line.strip())).casefold()
    return re.sub(r"`__?", "`_", line)


def is_repaired(case: Case, line: str, after: str) -> bool:
    """Return whether a line says what the maintainer wrote."""
    if _OLD.search(line) and not _OLD.search(after):
        return False
    if normal(line) == normal(after):
        return True
    new = normal(case["after"])
    if case["kind"] in _WRITING or "no DOI" in case["kind"]:
        return new in normal(line)
    words = re.findall(r"\S*10\.[0-9]{4,9}/\S+", new)
    return bool(words) and all(word.rstrip("`_.,;") in normal(line) for word in words)


def replay(found: Sequence[Pair], options: argparse.Namespace) -> None:
    """Print the table, and write the findings on other lines."""
    with (
        RegistriesServer(world(found)) as server,
        tempfile.TemporaryDirectory() as temporary,
    ):
        url = server.url
        settings = Settings(
            server=url, crossref_server=url, datacite_server=url, use_cache=False, formats=_FORMATS
        )
        runs = {}
        for name in ("check", "safe", "unsafe"):
            folder = Path(temporary) / name
            paths = written(folder, found)
            task = Task((str(folder),), settings, fix=name != "check", unsafe=name == "unsafe")
            runs[name] = (paths, check(task).report)
        _table(found, runs)
        if options.read:
            _write_others(options.read, found, *runs["check"])


def _table(found: Sequence[Pair], runs: Mapping[str, tuple[list[Path], Report]]) -> None:
    """Print the results by kind, and the fixes that are not those of the maintainers."""
    rows: dict[str, Counter[str]] = {}
    for number, pair in enumerate(found):
        case = pair.case
        after = _line_after(pair)
        at = case["line"]
        paths, report = runs["check"]
        row = rows.setdefault(case["kind"], Counter())
        row["cases"] += 1
        places = {
            finding.source.location(finding.span.start).line
            for finding in report.findings
            if finding.source.name == str(paths[number])
        }
        row["found"] += at in places
        done = {
            name: is_repaired(case, _line(runs[name][0][number], at), after)
            for name in ("safe", "unsafe")
        }
        row["safe"] += done["safe"]
        row["unsafe"] += done["unsafe"]
        if not (at in places and done["unsafe"]):
            state = "found" if at in places else "silent"
            line = _line(runs["unsafe"][0][number], at).strip()[:300]
            sys.stdout.write(f"{case.get('id', number)} {state} {case['path']}:{at}: {line}\n")
    sys.stdout.write(f"{'kind':16} cases found  safe unsafe\n")
    total = Counter[str]()
    for kind, row in sorted(rows.items()):
        total.update(row)
        _print(kind, row)
    _print("all", total)
    for name in ("safe", "unsafe"):
        _wrong_fixes(name, found, *runs[name])


def _print(kind: str, row: Mapping[str, int]) -> None:
    counts = " ".join(f"{row[name]:5}" for name in ("cases", "found", "safe", "unsafe"))
    sys.stdout.write(f"{kind:16} {counts}\n")


def _line(path: Path, number: int) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return lines[number - 1] if number <= len(lines) else ""


def _line_after(pair: Pair) -> str:
    """Return the line with the words that the maintainer wrote; that of the case otherwise."""
    before = pair.before.split("\n")[pair.case["line"] - 1]
    words = " ".join(before.split())
    changed = words.replace(pair.case["before"], pair.case["after"])
    return next(
        (line for line in pair.after.split("\n") if " ".join(line.split()) == changed), changed
    )


def _wrong_fixes(name: str, found: Sequence[Pair], paths: list[Path], report: Report) -> None:
    """Print how many fixes wrote a different DOI, and those that the maintainers did not write."""
    known = {str(path): pair for path, pair in zip(paths, found, strict=True)}
    changes = wrong = 0
    for finding in report.fixed:
        fix = finding.fix
        if fix is None or fix.doi is None or fix.was is None or fix.doi == fix.was:
            continue
        changes += 1
        pair = known[finding.source.name]
        good = names_in(pair.case["path"], pair.after) | names_in(pair.case["path"], pair.before)
        if fix.doi not in good and str(fix.doi).casefold() not in pair.after.casefold():
            wrong += 1
            sys.stdout.write(f"  {pair.case['path']}: {fix.was} became {fix.doi}\n")
    text = f"{name}: {len(report.fixed)} fixes, {changes} of which changed a DOI, {wrong} wrong\n"
    sys.stdout.write(text)


def _write_others(path: Path, found: Sequence[Pair], paths: list[Path], report: Report) -> None:
    """Write the findings on other lines than those of the cases."""
    own = {(str(file), pair.case["line"]) for file, pair in zip(paths, found, strict=True)}
    names = {str(file): pair.case["repository"] for file, pair in zip(paths, found, strict=True)}
    with path.open("w", encoding="utf-8") as output:
        for finding in report.findings:
            line = finding.source.location(finding.span.start).line
            if (finding.source.name, line) not in own:
                text = _line(Path(finding.source.name), line).strip()[:300]
                where = f"{names[finding.source.name]} {Path(finding.source.name).name}:{line}"
                output.write(f"{where} {finding.code} {finding.message}\n    {text}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Replay the cases, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--half", choices=("work", "kept"))
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--read", type=Path)
    options = parser.parse_args(arguments)
    cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines()]
    for number, case in enumerate(cases):
        case["id"] = number
    if options.labels:
        labels = {int(label) for label in options.labels.read_text(encoding="utf-8").split()}
        cases = [case for case in cases if case["id"] in labels]
    chosen = [case for case in cases if options.half in {None, case["half"]}]
    replay(list(pairs(chosen, options.mirror)), options)


if __name__ == "__main__":
    main()
