"""What is measured: for each case the commands, the yardstick first.

The limits are those that the project sets itself; `run.py` prints whether they are kept.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import growth
from benchmarks.case import CHECK, LATENCY, OFFLINE, Bench, Case
from benchmarks.clock import Command
from benchmarks.peers import ANY
from benchmarks.references import REFERENCES, bibliography, works
from benchmarks.server import Server, free_port
from benchmarks.trees import copy_of, of_fixable, of_notebooks


def start(bench: Bench) -> Iterator[Command]:
    """Whole processes against the bare interpreter."""
    folder = bench.work / "start"
    folder.mkdir(parents=True, exist_ok=True)
    clean, doi = folder / "clean.md", folder / "doi.md"
    clean.write_text("# No name\n\nNothing to see here.\n")
    yield Command("python -c pass", (sys.executable, "-c", "pass"))
    yield Command("one file without a DOI", (*OFFLINE, clean))
    ten = bench.shared.ten()
    known = bench.shared.tree() / "known.tsv"
    name = next(line for line in known.read_text().splitlines() if "%" not in line).split("\t")[0]
    doi.write_text(f"# One name\n\nSee [it](https://doi.org/{name}).\n")
    yield Command("one file with a DOI", (*OFFLINE, doi))
    yield Command("ten files with DOIs", (*OFFLINE, *_files(ten)))
    server = Server(bench.shared.tool("handle_server.py"), free_port(), known, 1)
    bench.stack.enter_context(server)
    # By the environment: a user has no need of either, and `--config` loads a reader of TOML.
    own = {"MDLINT_DOI_SERVER": server.url, "MDLINT_DOI_CACHE_DIR": str(folder / "cache")}
    yield Command("one file with a DOI, look-ups cached", (*CHECK, doi), environ=own)
    yield Command("ten files with DOIs, look-ups cached", (*CHECK, *_files(ten)), environ=own)
    changed = _files(copy_of(ten, folder / "changed"))
    grow: tuple[str | Path, ...] = (
        "sh",
        "-c",
        'for file; do echo >> "$file"; done',
        "sh",
        *changed,
    )
    yield Command(
        "ten changed files, look-ups cached", (*CHECK, *changed), environ=own, before=grow
    )


def hook(bench: Bench) -> Iterator[Command]:
    """The same ten files by what people use today."""
    files = _files(bench.shared.ten())
    yield Command("mdlint-doi check --offline", (*OFFLINE, *files))
    yield from bench.peers.hooks(files)


def tree(bench: Bench) -> Iterator[Command]:
    """The generated tree, 20 MB."""
    made = bench.shared.tree()
    markdown = made / "md"
    scan = (sys.executable, bench.shared.tool("scan_md.py"))
    yield Command("markdown-it-py, parse all", (*scan, "mdit", markdown))
    yield Command("mdlint-doi, one process", (*OFFLINE, "--jobs", "1", markdown))
    yield Command(f"mdlint-doi, {_cores()} processes", (*OFFLINE, markdown))
    yield Command("markdown-it-py, lazy", (*scan, "pre-re-lazy", markdown))
    yield Command("one regular expression over all bytes", (*scan, "re", markdown))
    yield from bench.peers.linters(markdown, made / "rst")
    if bench.slow:
        yield from bench.peers.slow_linter(markdown)


def corpus(bench: Bench) -> Iterator[Command]:
    """Real documents: those in Markdown, which alone the yardsticks read."""
    scan = (sys.executable, bench.shared.tool("scan_md.py"))
    folder = bench.shared.corpus
    documents = sorted(folder.rglob("*.md"))
    yield Command("markdown-it-py, lazy", (*scan, "pre-re-lazy", folder))
    yield Command("mdlint-doi, one process", (*OFFLINE, "--jobs", "1", *documents))
    yield Command("markdown-it-py, parse all", (*scan, "mdit", folder))


def trees(bench: Bench) -> Iterator[Command]:
    """Real trees of one's own: all that is in the folders of `--trees`, default and all rules."""
    for folder in bench.trees:
        yield Command(f"{folder.name}, one process", (*OFFLINE, "--jobs", "1", folder))
        yield Command(f"{folder.name}, {_cores()} processes", (*OFFLINE, folder))
        every = (*OFFLINE, "--select", "all", folder)
        yield Command(f"{folder.name}, --select all, one process", (*every, "--jobs", "1"))
        yield Command(f"{folder.name}, --select all, {_cores()} processes", every)


def fixes(bench: Bench) -> Iterator[Command]:
    """A thousand files with three findings each: checked, and fixed."""
    folder, fixed = of_fixable(bench.work, 1_000), bench.work / "fixed"
    again = ("sh", "-c", 'rm -rf "$2" && cp -r "$1" "$2"', "sh", folder, fixed)
    yield Command("mdlint-doi check", (*OFFLINE, folder))
    yield Command("mdlint-doi check --fix", (*OFFLINE, "--fix", fixed), before=again)
    alone = (*OFFLINE, "--fix", "--jobs", "1", fixed)
    yield Command("mdlint-doi check --fix, one process", alone, before=again)


def lookups(bench: Bench) -> Iterator[Command]:
    """A thousand DOIs in a hundred files, 100 ms an answer."""
    made, server = _doi_system(bench)
    online = (*CHECK, "--config", f"server = '{server.url}'", made / "md")
    cold, warm = bench.work / "cold", bench.work / "warm"
    wipe = ("rm", "-rf", str(cold))
    yield Command(
        "mdlint-doi, offline", (*OFFLINE, "--config", f"server = '{server.url}'", made / "md")
    )
    yield Command("mdlint-doi, all cached", (*online, "--config", f"cache-dir = '{warm}'"))
    yield Command("mdlint-doi", (*online, "--config", f"cache-dir = '{cold}'"), before=wipe)
    handles = (*online, "--config", f"cache-dir = '{cold}'", "--depth", "records")
    yield Command("mdlint-doi --depth records", handles, before=wipe)
    yield from bench.peers.link_checkers(made, bench.work)


def _doi_system(bench: Bench) -> tuple[Path, Server]:
    """Return a tree with a thousand DOIs, and a server that knows them."""
    port = free_port()
    made = bench.shared.net(port)
    program = bench.shared.tool("handle_server.py")
    server = Server(program, port, made / "known.tsv", LATENCY)
    bench.stack.enter_context(server)
    return made, server


def load(bench: Bench) -> Iterator[Command]:
    """Very many files and DOIs that are all asked, by a server on the same cores."""
    made = bench.shared.load()
    known, tool = made / "known.tsv", bench.shared.tool("handle_server.py")
    server = Server(tool, free_port(), known, 0)
    bench.stack.enter_context(server)
    cold = bench.work / "cold"
    online = (
        *CHECK,
        "--depth",
        "registration",
        "--config",
        f"server = '{server.url}'",
        "--config",
        f"cache-dir = '{cold}'",
    )
    wipe = ("rm", "-rf", cold)
    yield Command("mdlint-doi, offline", (*OFFLINE, made / "md"), rounds=3)
    yield Command("mdlint-doi", (*online, made / "md"), before=wipe, rounds=3)
    yield Command(
        "mdlint-doi, one process", (*online, "--jobs", "1", made / "md"), before=wipe, rounds=3
    )


def slow_lookups(bench: Bench) -> Iterator[Command]:
    """The same by programs that take minutes as they are set by default."""
    made, server = _doi_system(bench)
    cold = bench.work / "cold"
    command = (
        *CHECK,
        "--config",
        f"server = '{server.url}'",
        "--config",
        f"cache-dir = '{cold}'",
        made / "md",
    )
    yield Command("mdlint-doi", command, before=("rm", "-rf", cold))
    yield from bench.peers.slow_link_checkers(made, bench.work)


def notebooks(bench: Bench) -> Iterator[Command]:
    """400 notebooks of 18 MB, outputs nearly all of it, against `json.loads` of all."""
    folder = of_notebooks(bench.work)
    loads = "import json, pathlib, sys\nfor one in pathlib.Path(sys.argv[1]).iterdir():\n"
    loads += "    json.loads(one.read_text())"
    yield Command("json.loads", (sys.executable, "-c", loads, folder))
    yield Command("mdlint-doi", (*OFFLINE, "--jobs", "1", folder))


def rst(bench: Bench) -> Iterator[Command]:
    """The generated tree as reStructuredText, against sphinx-lint in one process."""
    folder = bench.shared.tree() / "rst"
    if found := bench.peers.find("sphinx-lint"):
        yield Command("sphinx-lint -j 1", (found, "-j", "1", folder), codes=ANY)
    yield Command("mdlint-doi", (*OFFLINE, "--jobs", "1", folder))


def _files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.md")))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


CASES = (
    Case(
        "start",
        "Startup",
        start,
        {
            "one file without a DOI": 3.0,
            "one file with a DOI": 4.8,
            "ten files with DOIs": 6,
            "one file with a DOI, look-ups cached": 8,
            "ten files with DOIs, look-ups cached": 9,
            "ten changed files, look-ups cached": 7.5,
        },
    ),
    Case("hook", "Ten files with DOIs, as in a pre-commit hook", hook, {}),
    Case(
        "tree",
        "2,000 generated files (20 MB), one in three with DOIs",
        tree,
        {"mdlint-doi, one process": 0.2, f"mdlint-doi, {_cores()} processes": 0.15},
    ),
    Case("corpus", "Real documents in Markdown", corpus, {"mdlint-doi, one process": 2.5}),
    Case("trees", "Trees of one's own", trees, {}),
    Case(
        "fix",
        "1,000 files with three findings each",
        fixes,
        {"mdlint-doi check --fix": 3},
    ),
    Case("notebooks", "400 notebooks, 18 MB, most of it outputs", notebooks, {"mdlint-doi": 2}),
    Case("bib", "A .bib file of 10,000 entries", bibliography, {"mdlint-doi": 0.8}),
    Case(
        "works",
        f"{REFERENCES} references compared with the registered works, 100 ms per answer",
        works,
        {},
    ),
    Case("rst", "reStructuredText", rst, {"mdlint-doi": 0.5}),
    Case(
        "lookups",
        "1,000 different DOIs in 100 files, 100 ms per answer",
        lookups,
        {"mdlint-doi, all cached": 1.5},
    ),
    Case(
        "load",
        "100,000 distinct DOIs in 20,000 files, all asked at a server without delay",
        load,
        {"mdlint-doi": 1.4},
        slow=True,
    ),
    Case(
        "slow-lookups",
        "The same DOIs, each program with its default settings",
        slow_lookups,
        {},
        slow=True,
    ),
    Case("files", "Growth with the number of files", growth.growth_of_files, {}, each=True),
    Case("size", "Growth with the size of one file, in kB", growth.growth_of_size, {}, each=True),
    Case("names", "Growth with the number of DOIs", growth.growth_of_names, {}, each=True),
    Case(
        "asked",
        "Growth with the number of DOIs that are asked",
        growth.growth_of_asked_names,
        {},
        each=True,
        slow=True,
    ),
    Case(
        "findings", "Growth with the number of findings", growth.growth_of_findings, {}, each=True
    ),
    Case("rows", "Growth with the number of findings in one table", growth.rows, {}, each=True),
)
