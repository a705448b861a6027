"""What the extension costs an HTML build: python tests/benchmarks/sphinx_overhead.py.

A project of 1,000 pages with 5,000 DOIs is built with the extension and, for comparison, with
Sphinx's own extlinks in its place, in turns. With `--every 7`, only every seventh page has DOIs,
which is nearer to real projects (702 DOIs on 954 pages). Compared is the processor time, which
other work on the machine disturbs less than the clock; the least of each, which it disturbed least,
are compared too. The first pair is not counted.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

PROSE = (
    "The quick brown fox jumps over the lazy dog, as *several* authors have pointed out before, "
    "and ``code`` is set in another type. "
)
TREE = ".. toctree::\n   :glob:\n\n   {}\n"
CONF = {
    "with": "extensions = ['sphinx_doi'{more}]\n",
    "without": (
        "extensions = ['sphinx.ext.extlinks'{more}]\n"
        "extlinks = {{'doi': ('https://doi.org/%s', 'doi:%s')}}\n"
    ),
}


def main() -> None:
    """Make the project, build it in turns, print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--every", type=int, default=1, help="pages for each page with DOIs")
    parser.add_argument("--myst", action="store_true", help="Markdown pages instead of rST")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        write(source, options.pages, every=options.every, myst=options.myst)
        pairs: list[dict[str, float]] = []
        for turn in range(options.pairs + 1):
            names = ("with", "without") if turn % 2 else ("without", "with")
            times = {name: build(source, name, myst=options.myst) for name in names}
            sys.stdout.write(f"{turn}: {times['with']:.2f} s against {times['without']:.2f} s\n")
            sys.stdout.flush()
            pairs.append(times)
    sys.stdout.write(told(pairs[1:]))


def told(pairs: list[dict[str, float]]) -> str:
    """Return what pairs of builds say: in the middle, in the middle half, and the least of each."""
    ratios = [times["with"] / times["without"] for times in pairs]
    several = ratios if len(ratios) > 1 else ratios * 2
    low, middle, high = statistics.quantiles(several, method="inclusive")
    best = [min(times[name] for times in pairs) for name in ("with", "without")]
    found = [100 * (ratio - 1) for ratio in (middle, low, high, best[0] / best[1])]
    return (
        "{:+.1f} % (median of {} pairs, {:+.1f} to {:+.1f} the middle half; the least {:+.1f})\n"
    ).format(found[0], len(pairs), *found[1:])


def write(source: Path, pages: int, *, every: int = 1, myst: bool) -> None:
    """Write the pages: a title, a table, code, and in some of them five DOIs in prose."""
    source.mkdir()
    suffix = "md" if myst else "rst"
    make = markdown_page if myst else rst_page
    for at in range(pages):
        chapter = source / f"chapter{at // 50}"
        if not chapter.exists():
            chapter.mkdir()
            (chapter / "index.rst").write_text(f"Chapter\n=======\n\n{TREE.format('*')}")
        lines = make(at).splitlines(keepends=True)
        text = "".join(line for line in lines if at % every == 0 or "10." not in line)
        (chapter / f"page{at}.{suffix}").write_text(text)
    (source / "index.rst").write_text(f"Index\n=====\n\n{TREE.format('*/index')}")


def rst_page(at: int) -> str:
    """Return an ordinary page."""
    code = "\n".join(f"   line {line}" for line in range(6))
    items = "\n".join(f"* {PROSE}" for _ in range(4))
    return (
        f"Page {at}\n========\n\n{PROSE * 3}\n\nSection\n-------\n\n"
        f"{PROSE} See :doi:`10.1000/{at}.1`, :doi:`a paper <10.1000/{at}.2>` and "
        f":doi:`10.1000/{at}.3`.\n{PROSE}\n\n{items}\n\n.. code:: text\n\n{code}\n\n"
        f"{PROSE} As `Smith <https://doi.org/10.1000/{at}.4>`_ says,\n"
        f"https://doi.org/10.1000/{at}.5 in full. {PROSE * 2}\n\n"
        f"=====  =====\na      b\n=====  =====\n1      2\n3      4\n=====  =====\n\n{PROSE * 3}\n"
    )


def markdown_page(at: int) -> str:
    """Return the same in Markdown."""
    code = "\n".join(f"line {line}" for line in range(6))
    items = "\n".join(f"* {PROSE.replace('``', '`')}" for _ in range(4))
    prose = PROSE.replace("``", "`")
    return dedent(
        f"# Page {at}\n\n{prose * 3}\n\n## Section\n\n"
        f"{prose} See {{doi}}`10.1000/{at}.1`, {{doi}}`a paper <10.1000/{at}.2>` and "
        f"{{doi}}`10.1000/{at}.3`.\n{prose}\n\n{items}\n\n```text\n{code}\n```\n\n"
        f"{prose} As [Smith](https://doi.org/10.1000/{at}.4) says,\n"
        f"<https://doi.org/10.1000/{at}.5> in full. {prose * 2}\n\n"
        f"| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\n{prose * 3}\n"
    )


def build(source: Path, name: str, *, myst: bool) -> float:
    """Return the processor time of a clean build, in seconds."""
    more = ", 'myst_parser'" if myst else ""
    (source / "conf.py").write_text(CONF[name].format(more=more))
    out = source.parent / "build"
    shutil.rmtree(out, ignore_errors=True)
    before = os.times()
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", str(source), str(out)]
    subprocess.run(command, check=True)
    after = os.times()
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system


if __name__ == "__main__":
    main()
