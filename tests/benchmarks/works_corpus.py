"""How often works and documents agree, from file to verdict: works_corpus.py [SHARED].

Takes the labelled cases whose file stands in `SHARED/corpus` (else that of `DOI_SHARED`). The right
ones are read where they stand; for the wrong ones the wrong DOI is written into a copy of the file,
one at a mention. One run of `check --dump` against the tests' own services judges all. Prints, of
all mentions and of full references, how many agree and how many are accused, and each right one
that is accused. `--missed` shows each wrong full reference that is not caught.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from registries_server import RegistriesServer
from works.case_claims import Case, cases_in, is_full_reference

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

URLS = frozenset({Form.DESTINATION, Form.DEFINITION, Form.BARE_LINK, Form.AUTOLINK})
Verdicts = dict[tuple[str, Doi], list[dict[str, Any]]]


class Placed(NamedTuple):
    """A case, and where it is judged: the copy's number, -1 is the file itself."""

    case: Case
    path: Path
    mention: Mention
    copy: int

    @property
    def is_right(self) -> bool:
        """Whether the DOI is the one that is meant."""
        return self.copy < 0

    @property
    def doi(self) -> Doi:
        """The DOI that stands there."""
        return parse(self.case["doi"])


def placed(shared: Path) -> Iterator[Placed]:
    """Yield the cases whose file is there and whose DOI is found in it."""
    mentions: dict[Path, tuple[Mention, ...]] = {}
    copies: Counter[tuple[Path, int]] = Counter()
    for case in cases_in(shared / "spec/match_cases.jsonl"):
        path = shared / "corpus" / case["repo"].replace("/", "__") / case["file"]
        if not path.exists():
            continue
        if path not in mentions:
            source = Source(str(path), path.read_bytes().decode("utf-8", "replace"))
            mentions[path] = tuple(read_document(source, Settings()).mentions)
        is_right = case["expected"] == "same"
        meant = parse(case["doi"] if is_right else case.get("right_doi") or case["doi"])
        found = [mention for mention in mentions[path] if mention.doi == meant]
        if found:
            mention = max(found, key=lambda candidate: _shared_words(candidate, case["text"]))
            place = path, mention.span.start
            copies[place] += not is_right
            yield Placed(case, path, mention, -1 if is_right else copies[place] - 1)


def _shared_words(mention: Mention, text: str) -> int:
    around = mention.source.text[max(0, mention.span.start - 300) : mention.span.end + 100]
    known = set(re.findall(r"\w+", around.casefold()))
    return sum(word in known for word in re.findall(r"\w+", text.casefold()))


def write_copies(cases: list[Placed], folder: Path) -> dict[tuple[Path, int], Path]:
    """Write each copy of each file, with the wrong DOIs in it; return where they are."""
    groups: dict[tuple[Path, int], list[Placed]] = defaultdict(list)
    for case in cases:
        if not case.is_right:
            groups[case.path, case.copy].append(case)
    written = {}
    for number, (place, members) in enumerate(groups.items()):
        text = members[0].mention.source.text
        for member in sorted(members, key=lambda member: -member.mention.written.whole.start):
            whole = member.mention.written.whole
            text = text[: whole.start] + _wrong(member) + text[whole.end :]
        written[place] = folder / str(number) / place[0].name
        written[place].parent.mkdir()
        written[place].write_text(text, "utf-8")
    return written


def _wrong(case: Placed) -> str:
    """Return the wrong DOI in the spelling that the right one has."""
    if case.mention.form in URLS:
        return case.doi.url()
    written, right = case.mention.written.text, str(case.mention.doi)
    return written.replace(right, str(case.doi)) if right in written else case.doi.url()


def dump(paths: list[Path], shared: Path) -> Verdicts:
    """Return what `check --dump` says of each file and name."""
    rows = {
        case["doi"].lower(): {
            "doi": case["doi"],
            "title": [case["registered"]["title"]],
            "authors": case["registered"].get("authors") or [],
            "year": case["registered"].get("year"),
            "container": [case["registered"].get("container") or ""],
        }
        for case in cases_in(shared / "spec/match_cases.jsonl")
    }
    found: Verdicts = defaultdict(list)
    with RegistriesServer(rows.values()) as server, tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "mdlint_doi",
            "check",
            "--isolated",
            "--config",
            "use-cache = false",
        ]
        servers = [f"--{name}server={server.url}" for name in ("", "crossref-", "datacite-")]
        options = ["--dump", "--depth=all", "--formats=python,csl,ris", *servers]
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
        told = subprocess.run(
            [*command, *options, *map(str, paths)],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
            check=False,
        )
    for line in told.stdout.splitlines():
        row = json.loads(line)
        if row["doi"]:
            found[row["path"], parse(row["doi"])].append(row)
    return found


def said(one: Placed, path: Path, line: int, verdicts: Verdicts) -> str:
    """Return the verdict on a case: agrees, strong, weak, silent, or nothing to compare."""
    nearest = min(
        verdicts.get((str(path), one.doi), ()),
        key=lambda told: abs(told["line"] - line),
        default={"agreement": None, "strength": None},
    )
    words = {"disagrees": nearest["strength"], "cannot-tell": "silent", None: "nothing"}
    return str(words.get(nearest["agreement"], nearest["agreement"]))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", nargs="?", type=Path)
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    shared = options.shared or Path(os.environ["DOI_SHARED"])
    cases = list(placed(shared))
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder:
        copies = write_copies(cases, Path(folder))
        read = {case.path for case in cases if case.is_right}
        verdicts = dump([*read, *copies.values()], shared)
        for case in cases:
            path = case.path if case.is_right else copies[case.path, case.copy]
            line = case.mention.source.location(case.mention.span.start).line
            verdict = said(case, path, line, verdicts)
            kind = "right" if case.is_right else "wrong"
            counts["all", kind][verdict] += 1
            if is_full_reference(case.case):
                counts["full references", kind][verdict] += 1
            is_accused = verdict in {"strong", "weak"}
            if (case.is_right and is_accused) or (
                options.missed
                and not (case.is_right or is_accused)
                and is_full_reference(case.case)
            ):
                sys.stdout.write(f"{verdict}: {case.path.name}:{line} {case.doi}\n")
                sys.stdout.write(f"    {case.case['text'][:300]}\n    {case.case['registered']}\n")
    for (group, kind), found in sorted(counts.items()):
        number, accused = found.total(), found["strong"] + found["weak"]
        sys.stdout.write(
            f"{group:16} {kind} {number:4}: agree {found['agrees'] / number:6.1%}, accused "
            f"{accused:3} = {accused / number:6.1%} ({found['strong'] / number:.1%} strongly)\n"
        )


if __name__ == "__main__":
    main()
