"""How often works and citations agree: python tests/benchmarks/works_agreement.py [FILE …].

Prints, for each file of labelled cases (those of `DOI_SHARED`, if none is named), how many right
ones agree and are accused, and how many wrong ones are caught and taken for right: all, full
references, by repository and by kind. Two thirds of the repositories were read while the rules were
made. Of the third that was held out only accused and silent right ones were looked at.
`--accused` shows each right one that is accused or differs, `--seconds` the time a case takes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: `works` stands there

from works.case_claims import Case, cases_in, claim_of, is_full_reference, work_of
from works.citing import said

from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.verdict import Verdict

FILES = ("match_cases.jsonl", "bib_cases.jsonl")


class Judged(NamedTuple):
    """A case and what became of it."""

    case: Case
    verdict: Verdict
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether the DOI is the one that is meant."""
        return bool(self.case["expected"] == "same")

    @property
    def groups(self) -> Iterator[str]:
        """The rows of the table that it counts in."""
        held = "held out" if is_held_out(self.case["repo"]) else "read"
        yield "all"
        yield f"all, {held}"
        if is_full_reference(self.case):
            yield "full references"
            yield f"full references, {held}"
        yield f"kind: {self.case['kind']}"


def is_held_out(repository: str) -> bool:
    """Return whether the cases of a repository were held out."""
    return zlib.crc32(repository.encode()) % 3 == 0


def judged(path: Path) -> Iterator[Judged]:
    """Yield each case of a file with its verdict."""
    for case in cases_in(path):
        work = work_of(case)
        start = time.perf_counter()
        verdict = agreement(claim_of(case), work)
        yield Judged(case, verdict, time.perf_counter() - start)


def table(cases: list[Judged]) -> Iterator[str]:
    """Yield the rows of the table."""
    counts: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
    for result in cases:
        for group in result.groups:
            counts[group, result.is_right][said(result.verdict)] += 1
    for (group, right), found in sorted(counts.items()):
        yield _row(group, found, right=right)


def _row(group: str, found: Counter[str], *, right: bool) -> str:
    number = found.total()
    agree, strong, weak = found["agrees"] / number, found["strong"], found["weak"]
    differ = found["differs"]
    if right:
        accused = f"accused {strong} + {weak}, differ {differ}"
        return f"{group:32} right {number:5}: agree {agree:6.1%}, {accused}"
    caught = f"caught {(strong + weak + differ) / number:6.1%} ({strong / number:.1%} strongly)"
    return f"{group:32} wrong {number:5}: {caught}, taken for right {agree:.1%}"


def _accused(cases: list[Judged]) -> Iterator[str]:
    for result in cases:
        if result.is_right and said(result.verdict) in {"strong", "weak", "differs"}:
            yield f"{said(result.verdict)}: {result.case.get('text') or result.case['entry']}"
            yield f"    {result.verdict.evidence}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--accused", action="store_true")
    parser.add_argument("--seconds", action="store_true")
    options = parser.parse_args()
    shared = Path(os.environ.get("DOI_SHARED", Path(__file__).parents[3] / "shared"))
    for path in options.files or [shared / "spec" / name for name in FILES]:
        cases = list(judged(path))
        lines = [f"{path.name}: {len(cases)} cases", *table(cases)]
        if options.accused:
            lines += _accused(cases)
        if options.seconds:
            times = [result.seconds for result in cases]
            median, worst = statistics.median(times), max(times)
            lines.append(f"median {median * 1000:.2f} ms, worst {worst * 1000:.1f} ms a case")
        sys.stdout.write("\n".join(lines) + "\n\n")


if __name__ == "__main__":
    main()
