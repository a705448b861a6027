"""`mdlint-doi init`: write a project's first settings, its pre-commit hook and its CI step.

Existing files are never changed; the lines to add are printed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.options import add_option
from mdlint_doi.cli.streams import fail, write_out
from mdlint_doi.config.load import settings_in
from mdlint_doi.file_formats import SOUGHT_IF_NAMED
from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.files.writing import save
from mdlint_doi.lint.model import MANUAL
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.version import REVISION

if TYPE_CHECKING:
    from collections.abc import Iterator

EPILOG: Final = """\
exit codes:
  0  the files were written; for each existing file, the lines to add were printed
  2  wrong usage, wrong settings, or a file that cannot be written

examples:
  mdlint-doi init               write the files for the project in the current folder
  mdlint-doi init --ci none     do not write a CI step
"""
_HOME: Final = MANUAL.removesuffix("/blob/main/example_docs")
_RAW: Final = f"{_HOME.replace('//github.com', '//raw.githubusercontent.com')}/{REVISION}"
_SETTINGS: Final = f"""\
#:schema {_RAW}/example_docs/_static/settings.schema.json
# The settings of mdlint-doi. Each line is an example; remove the # to use it.

# Rules that are off by default: codes, names, or code prefixes such as DOI2.
# extend-select = ["unlinked-doi"]

# Rules that you do not want.
# ignore = ["wrong-encoding"]

# Files to skip, as patterns in the style of .gitignore. Files that git ignores are always skipped.
# exclude = ["vendor/", "docs/generated/"]

# Additional formats to look for in folders: {", ".join(SOUGHT_IF_NAMED)}.
# formats = ["latex"]

# Existing findings that should not be reported. mdlint-doi check --write-baseline FILE writes them.
# baseline = "doi-baseline.json"

# Your e-mail address, sent to Crossref and DataCite, which then answer faster.
# contact = "you@example.org"

# Rules that do not apply to some files.
# [per-file-ignores]
# "CHANGELOG.md" = ["DOI2"]

# DOIs that are correct although they are not registered, each with a reason.
# [exceptions]
# "10.5281/zenodo.99999999" = {{ reason = "reserved for version 2", until = 2027-01-31 }}
"""
_HOOK: Final = f"""\
  - repo: {_HOME}
    rev: {REVISION}  # pre-commit autoupdate pins it
    hooks:
      - id: mdlint-doi
"""
_GITHUB: Final = f"""\
      - uses: {_HOME.removeprefix("https://github.com/")}@{REVISION}
"""
_WORKFLOW: Final = f"""\
name: DOIs
on: [push, pull_request]
permissions:
  contents: read
jobs:
  dois:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
{_GITHUB}"""
_GITLAB: Final = f"""\
include:
  - remote: {_RAW}/templates/mdlint-doi.yml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    files = parser.add_argument_group("files")
    what = "the CI step to write; default: auto, which finds the service that the project uses"
    choices = ("auto", "github", "gitlab", "none")
    add_option(files, "--ci", None, what, choices=choices, default="auto")


def run(arguments: argparse.Namespace) -> int:
    """Write the missing files; print which were written, and what to add to existing files."""
    try:
        for one in _steps(arguments.ci):
            write_out(sys.stdout, f"{one}\n")
    except (SettingsError, FileProblem) as error:
        return fail(str(error))
    return 0


def _steps(choice: str) -> Iterator[str]:
    """Write the files; yield a message for each."""
    if own := settings_in(os.getcwd()):
        yield f"{own.path.name} already has settings and was not changed"
    else:
        yield _written("mdlint-doi.toml", _SETTINGS, "")
    yield _written(".pre-commit-config.yaml", f"repos:\n{_HOOK}", _HOOK)
    ci = choice
    if choice == "auto":
        ci = "github" if Path(".github").is_dir() else "none"
        ci = "gitlab" if Path(".gitlab-ci.yml").exists() else ci
    match ci:
        case "github":
            yield _written(".github/workflows/dois.yml", _WORKFLOW, _GITHUB)
        case "gitlab":
            yield _written(".gitlab-ci.yml", _GITLAB, _GITLAB)
        case _ if choice == "auto":
            yield "no CI step was written, because .github and .gitlab-ci.yml are missing; set --ci"


def _written(name: str, text: str, addition: str) -> str:
    """Write a file unless it exists; return a message, with the text to add to an existing file."""
    path = Path(name)
    if os.path.lexists(path):
        is_ours = path.is_file() and b"sphinx-doi/sphinx-doi" in read_bytes(name)
        return (
            f"{name} already exists and was not changed"
            if is_ours
            else f"{name} already exists; add these lines:\n\n{addition}"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(name, f"not written: {error.strerror}") from error
    save(path, text.encode())
    return f"wrote {name}"
