"""Documents to measure on: the generated tree, real ones, and trees that grow."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROSE = (
    "The quick brown fox jumps over the lazy dog, as *several* authors have pointed out before, "
    "and `code` is set in another type. "
)
LINK = "See [a paper](https://doi.org/10.1000/{}) for more.\n\n"
BAD = "See [a paper](http://dx.doi.org/10.1000/{}) for more.\n\n"


class Shared:
    """The folder that `DOI_SHARED` names, with the tools and the corpus that all tests share."""

    def __init__(self, work: Path) -> None:
        """Take where to put what is made.

        Raises:
            FileNotFoundError: if there is no such folder.

        """
        named = os.environ.get("DOI_SHARED")
        self.folder = Path(named) if named else Path(__file__).parents[3] / "shared"
        self.work = work
        if not self.folder.is_dir():
            message = f"{self.folder}: no such folder; set DOI_SHARED"
            raise FileNotFoundError(message)

    @property
    def corpus(self) -> Path:
        """Real documents."""
        return self.folder / "corpus"

    def tool(self, name: str) -> Path:
        """Return a program of the harness."""
        return self.folder / "bench" / name

    def tree(self) -> Path:
        """Return the generated tree: 2,000 files, 20 MB, a third of them with DOIs."""
        return self._made("tree", "--files", "2000", "--bytes", "20000000", "--dois", "3000")

    def net(self, port: int) -> Path:
        """Return the tree for look-ups: 100 files, 1 MB, 1,000 distinct DOIs, no defects.

        Its links go to a server on this machine, so that any checker can be run on it.
        """
        return self._made(
            f"net-{port}",
            *("--files", "100", "--bytes", "1000000", "--dois", "1000", "--defect-share", "0"),
            *("--odd-share", "0.02", "--doi-files-share", "1", "--decoys", "0"),
            *("--code-decoys", "0", "--no-local-links", "--base", f"http://127.0.0.1:{port}"),
        )

    def load(self) -> Path:
        """Return the tree for load: 20,000 files, 20 MB, 100,000 distinct DOIs, no defects."""
        return self._made(
            "load",
            *("--format", "md", "--files", "20000", "--bytes", "20000000", "--dois", "100000"),
            *("--repeats", "1", "--doi-files-share", "1", "--defect-share", "0"),
            *("--odd-share", "0.02", "--unresolvable-share", "0", "--decoys", "0"),
            *("--code-decoys", "0", "--no-local-links"),
        )

    def ten(self) -> Path:
        """Return ten files of the generated tree, all with DOIs and without defects."""
        folder = self.work / "ten"
        if folder.exists():
            return folder
        tree = self.tree()
        truth = json.loads((tree / "TRUTH.json").read_text("utf-8"))["md"]["references"]
        bad = {
            reference["path"]
            for reference in truth
            if reference["defect"] or reference["state"] != "ok"
        }
        odd = {reference["path"] for reference in truth if "%" in reference["written"]}
        good = sorted({reference["path"] for reference in truth} - bad - odd)
        folder.mkdir(parents=True)
        for at, path in enumerate(good[:10]):
            found = tree / path
            shutil.copy(found if found.exists() else tree / "md" / path, folder / f"{at}.md")
        return folder

    def _made(self, name: str, *arguments: str) -> Path:
        folder = self.work / name
        if not (folder / "TRUTH.json").exists():
            program = self.tool("make_corpus.py")
            command: list[str | Path] = [sys.executable, program, folder, *arguments]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return folder


def copy_of(folder: Path, other: Path) -> Path:
    """Return a folder with the same files that may be changed."""
    return Path(shutil.copytree(folder, other, dirs_exist_ok=True))


def of_files(work: Path, count: int) -> Path:
    """Return a tree of `count` files of 2.5 kB, a third of them with two DOIs."""
    folder = work / f"files-{count}"
    if folder.exists():
        return folder
    text = f"# Title\n\n{(PROSE * 4 + chr(10) + chr(10)) * 5}"
    for at in range(count):
        part = folder / f"{at // 500:04}"
        if at % 500 == 0:
            part.mkdir(parents=True)
        dois = LINK.format(f"{at}.1") + LINK.format(f"{at}.2") if at % 3 == 0 else ""
        (part / f"{at:06}.md").write_text(text + dois)
    return folder


def one_file(work: Path, size: int) -> Path:
    """Return a file of about `size` bytes with a DOI in every second kilobyte."""
    path = work / f"size-{size}" / "one.md"
    if not path.exists():
        path.parent.mkdir(parents=True)
        parts = (f"{PROSE * 16}\n\n{LINK.format(at)}" for at in range(max(1, size // 2_060)))
        path.write_text("".join(parts))
    return path


def of_links(work: Path, count: int, *, bad: bool = False) -> Path:
    """Return a tree with `count` DOIs, a hundred in a file; each one a finding if `bad`."""
    folder = work / f"{'findings' if bad else 'dois'}-{count}"
    if not folder.exists():
        folder.mkdir(parents=True)
        form = BAD if bad else LINK
        for first in range(0, count, 100):
            text = "".join(form.format(at) for at in range(first, min(count, first + 100)))
            (folder / f"{first:07}.md").write_text(text)
    return folder


def known_links(work: Path, count: int) -> Path:
    """Return a list of `count` DOIs of such a tree for the fake DOI system: all are registered."""
    path = work / f"known-{count}.tsv"
    if not path.exists():
        path.write_text("".join(f"10.1000/{at}\tCrossref\tok\n" for at in range(count)))
    return path


def of_rows(work: Path, count: int) -> Path:
    """Return a document with one table of `count` rows; each has a link with two findings."""
    path = work / f"rows-{count}" / "table.md"
    if not path.exists():
        path.parent.mkdir(parents=True)
        rows = (f"| {at} | [a](http://dx.doi.org/10.1000/{at}) |\n" for at in range(count))
        path.write_text("# Table\n\n| a | b |\n|---|---|\n" + "".join(rows))
    return path


def of_fixable(work: Path, count: int) -> Path:
    """Return a tree of `count` files of 1 kB, each with three findings that have safe fixes."""
    folder = work / f"fixable-{count}"
    if not folder.exists():
        folder.mkdir(parents=True)
        link = "See [a paper](https://dx.doi.org/10.1000/{}.{}) for more.\n\n"
        for at in range(count):
            text = "".join(f"{PROSE * 2}\n\n{link.format(at, number)}" for number in range(3))
            (folder / f"{at:06}.md").write_text(f"# Title\n\n{text}")
    return folder


def of_notebooks(work: Path) -> Path:
    """Return a folder of 400 notebooks, 18 MB; a quarter of them has a DOI, once."""
    folder = work / "notebooks"
    if folder.exists():
        return folder
    folder.mkdir(parents=True)
    rows = [f"<tr><td>{at}</td><td>10.{at * 7 % 9999:05}</td></tr>\n" for at in range(18)]
    data = {"image/png": "iVBORw0KGgo" * 165, "text/html": rows, "text/plain": ["<Figure>"]}
    shown = {"output_type": "display_data", "metadata": {}, "data": data}
    code = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["x = 1\n"]}
    for number in range(400):
        cells: list[dict[str, object]] = []
        for at in range(12):
            line = LINK.format(number) if at == 3 and number % 4 == 0 else "Some text.\n"
            prose = [f"## {at}\n", line]
            text: dict[str, object] = {"cell_type": "markdown", "metadata": {}, "source": prose}
            cells += (text, {**code, "outputs": [shown]})
        whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (folder / f"{number:03}.ipynb").write_text(json.dumps(whole, indent=1))
    return folder


def of_entries(work: Path) -> Path:
    """Return a .bib file of 10,000 entries, 5 MB; each has a DOI and the link of it."""
    path = work / "entries" / "refs.bib"
    if not path.exists():
        path.parent.mkdir(parents=True)
        words = "lorem ipsum {Bayesian} dolor sit amet consectetur " * 3
        path.write_text(
            "".join(
                f'@article{{key{at},\n  title = {{{words}}},\n  author = "A, B and C, D",\n'
                f"  year = 2000,\n  doi = {{10.1000/abc.{at}}},\n"
                f"  url = {{https://doi.org/10.1000/abc.{at}}},\n  abstract = {{{words}}},\n}}\n\n"
                for at in range(10_000)
            )
        )
    return path


def of_references(work: Path, count: int) -> tuple[Path, Path]:
    """Return a .bib of `count` entries, and their works as the harness's registries take them."""
    path, known = work / "references" / "refs.bib", work / "references" / "works.jsonl"
    if not path.exists():
        path.parent.mkdir(parents=True)
        made = [_reference(at) for at in range(count)]
        path.write_text("".join(entry for entry, _ in made))
        known.write_text("".join(f"{json.dumps(work)}\n" for _, work in made))
    return path, known


def _reference(at: int) -> tuple[str, dict[str, object]]:
    what = ("Growth", "Decay", "Motion", "Structure", "Colour")[at % 5]
    of = ("crystals", "rivers", "forests", "glaciers", "cells", "stars")[at % 6]
    where = ("valleys", "oceans", "cities", "the laboratory", "deserts", "caves", "winter")[at % 7]
    title, year = f"{what} of {of} in {where}: observation {at}", 1990 + at % 30
    journal, doi, last = "Journal of Imagined Results", f"10.1000/ref.{at}", f"Author{at}"
    fields = f"title = {{{title}}}, journal = {{{journal}}}, year = {year}, doi = {{{doi}}}"
    entry = f"@article{{ref{at}, author = {{{last}, Ann and Second, Bo}}, {fields}}}\n\n"
    work = {"doi": doi, "agency": "Crossref", "title": title, "year": year, "container": journal}
    return entry, {**work, "authors": [last, "Second"], "given": ["Ann", "Bo"]}
