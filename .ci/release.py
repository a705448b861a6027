"""Is this tree ready for a release? `python .ci/release.py TAG [--notes FILE] [FILE …]`.

Version, tag, changelog, CITATION.cff and the revision of README, manual and `init` have to agree,
and so do the names of the files that were built. With `--notes` the changelog's section of the
version is written to a file.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from runpy import run_path

TOP = Path(__file__).parents[1]


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is wrong; return 1 if anything is."""
    parser = argparse.ArgumentParser(description="Check a tree and its files before a release.")
    parser.add_argument("tag")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--notes", type=Path)
    parser.add_argument("--tree", type=Path, default=TOP)
    arguments = parser.parse_intermixed_args(argv)
    version = tomllib.loads(_text(arguments.tree, "pyproject.toml"))["project"]["version"]
    wrong = [
        *_tag(arguments.tag, version),
        *_changelog(_text(arguments.tree, "CHANGELOG.md"), version),
        *_citation(_text(arguments.tree, "CITATION.cff"), version),
        *_revision(_text(arguments.tree, "mdlint_doi/text/version.py"), arguments.tag),
        *_pages(arguments.tree, arguments.tag),
        *_files(arguments.files, version),
    ]
    for problem in wrong:
        sys.stderr.write(f"{problem}\n")
    if arguments.notes and not wrong:
        arguments.notes.write_text(section(_text(arguments.tree, "CHANGELOG.md"), version), "utf-8")
    return 1 if wrong else 0


def _text(tree: Path, name: str) -> str:
    return (tree / name).read_text("utf-8")


def _tag(tag: str, version: str) -> Iterator[str]:
    if tag != f"v{version}":
        yield f"the tag is {tag}, but pyproject.toml has version {version}: tag v{version}"


def _changelog(text: str, version: str) -> Iterator[str]:
    head = re.search(rf"^## \[{re.escape(version)}\] - (\S+)$", text, re.MULTILINE)
    if head is None:
        yield f"CHANGELOG.md has no heading '## [{version}] - YYYY-MM-DD'"
        return
    try:
        date.fromisoformat(head[1])
    except ValueError:
        yield f"CHANGELOG.md: {head[1]} is no date"
    if not section(text, version).strip():
        yield f"CHANGELOG.md says nothing of {version}"
    if not re.search(rf"^\[{re.escape(version)}\]: https://", text, re.MULTILINE):
        yield f"CHANGELOG.md has no link '[{version}]: https://…'"
    if section(text, "Unreleased").strip():
        yield f"CHANGELOG.md has lines under [Unreleased]; move them to [{version}]"


def section(text: str, version: str) -> str:
    """Return what a changelog says of a version, without the heading."""
    head = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |^\[[^]\n]+\]: |\Z)"
    found = re.search(head, text, re.MULTILINE | re.DOTALL)
    return found[1].strip() + "\n" if found else ""


def _citation(text: str, version: str) -> Iterator[str]:
    found = re.search(r"^version: [\"']?([^\"'\n]+)", text, re.MULTILINE)
    if found is None or found[1] != version:
        yield f"CITATION.cff does not have version {version}"
    if not re.search(r"^date-released: ", text, re.MULTILINE):
        yield "CITATION.cff has no date-released"


def _revision(text: str, tag: str) -> Iterator[str]:
    if f'\nREVISION: Final = "{tag}"\n' not in text:
        yield f"mdlint_doi/text/version.py: hooks are not used at {tag}; set REVISION"


def _pages(tree: Path, tag: str) -> Iterator[str]:
    published = run_path(str(TOP / ".ci/published.py"))
    for path in published["pages"](tree):
        text = path.read_text("utf-8")
        if published["switched"](text, tag) != text:
            name = path.relative_to(tree)
            yield f"{name} is not written for {tag}: python .ci/published.py"


def _files(files: Sequence[Path], version: str) -> Iterator[str]:
    names = {f"sphinx_doi-{version}.tar.gz", f"sphinx_doi-{version}-py3-none-any.whl"}
    if files and {file.name for file in files} != names:
        yield f"built are {', '.join(sorted(file.name for file in files))}, not {sorted(names)}"


if __name__ == "__main__":
    sys.exit(main())
