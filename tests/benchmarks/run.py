"""Measure: python tests/benchmarks/run.py [CASE …].

Prints the tables of the manual's page of figures; `--page` puts them there, `--json` keeps all
figures, `--plots` draws them. What is needed from outside: the shared harness (`DOI_SHARED`), and
the peers that are installed (see `peers.py`); what is missing is left out. The Sphinx extension
has a script of its own, `sphinx_overhead.py`. The program is compiled first: without bytecode,
nothing is measured unless `--uncompiled` asks for it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: `benchmarks` stands there

from benchmarks.case import Bench, Case
from benchmarks.cases import CASES
from benchmarks.clock import Measured, in_turn
from benchmarks.compiled import package, uncompiled
from benchmarks.peers import Peers
from benchmarks.plot import draw
from benchmarks.table import table, with_tables


def main() -> int:
    """Measure the cases that were asked for; return 1 if a limit was not kept."""
    parser = _parser()
    options = parser.parse_args()
    if missing := uncompiled(package()):
        told = f"{len(missing)} modules have no bytecode, {missing[0]} first: starts take double"
        if not options.uncompiled:
            parser.error(f"{told}; --uncompiled measures all the same")
        sys.stdout.write(f"NO BYTECODE: {told}.\n\n")
    chosen = [case for case in CASES if _is_chosen(case, options)]
    if not options.trees:
        chosen = [case for case in chosen if case.name != "trees"]
    rows: dict[str, list[Measured]] = {}
    for case in chosen:
        sys.stderr.write(f"{case.name}\n")
        rows[case.name] = _measured(case, options)
        sys.stdout.write("\n".join(table(case, rows[case.name])) + "\n\n")
        sys.stdout.flush()
    if options.json:
        options.json.write_text(json.dumps(_as_json(rows), indent=1) + "\n")
    if options.plots:
        draw(rows, options.plots)
    if options.page:
        tables = (line for case in chosen for line in (*table(case, rows[case.name]), ""))
        options.page.write_text(with_tables(options.page.read_text(), "\n".join(tables)))
    missed = [line for case in chosen for line in _missed(case, rows[case.name])]
    sys.stdout.writelines(missed)
    return bool(missed)


def _is_chosen(case: Case, options: argparse.Namespace) -> bool:
    return case.name in options.cases or (not options.cases and (options.slow or not case.slow))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", choices=[[], *(case.name for case in CASES)])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--slow", action="store_true", help="measure what takes minutes, too")
    parser.add_argument("--work", type=Path, help="keep here what is made for the measurements")
    parser.add_argument("--peers", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--trees", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--plots", type=Path, metavar="FOLDER")
    parser.add_argument("--uncompiled", action="store_true", help="measure without bytecode, too")
    parser.add_argument("--page", type=Path, metavar="FILE", help="a page that takes the tables")
    return parser


def _measured(case: Case, options: argparse.Namespace) -> list[Measured]:
    with ExitStack() as stack:
        work = options.work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work.mkdir(parents=True, exist_ok=True)
        bench = Bench(work, Peers(options.peers), options.slow, stack, tuple(options.trees))
        return in_turn(list(case.commands(bench)), options.rounds)


def _missed(case: Case, rows: list[Measured]) -> list[str]:
    """Return a line for each ratio over its limit, by the clock and by the processor."""
    return [
        f"over the limit of {limit:g}: {row.command.label} "
        f"{row.wall_ratio:.2f} on the clock, {row.cpu_ratio:.2f} of processor time\n"
        for row in rows
        if (limit := case.limits.get(row.command.label))
        and min(row.wall_ratio, row.cpu_ratio) > limit
    ]


def _as_json(rows: dict[str, list[Measured]]) -> dict[str, object]:
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "cases": {name: [row.as_json() for row in found] for name, found in rows.items()},
    }


if __name__ == "__main__":
    raise SystemExit(main())
