"""`mdlint-doi init`: write a project's first settings, its pre-commit hook and its CI step.

The files of the project decide which formats are read, and which files the hook gets. Existing
files are never changed; the lines to add are printed.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.options import add_option
from mdlint_doi.cli.streams import fail, write_out
from mdlint_doi.config.load import settings_in
from mdlint_doi.file_formats import SOUGHT_IF_NAMED, Wanted
from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.files.writing import save
from mdlint_doi.lint.model import MANUAL
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.report.safe import toml_value
from mdlint_doi.run.project import HOOKS, hook_notice, project_in
from mdlint_doi.text.version import REVISION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdlint_doi.config.load import FileSettings

EPILOG: Final = """\
exit codes:
  0  the files were written; for each existing file, the lines to add were printed
  2  wrong usage, wrong settings, or a file that cannot be written

examples:
  mdlint-doi init               write the files for the project in the current folder
  mdlint-doi init --ci none     do not write a CI step
"""
_HOME: Final = MANUAL.removesuffix("/blob/main/example_docs")
_OWN: Final = "mdlint-doi.toml"
_RAW: Final = f"{_HOME.replace('//github.com', '//raw.githubusercontent.com')}/{REVISION}"
_EXAMPLE: Final = '# formats = ["latex"]\n'
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
{_EXAMPLE}
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
    rev: {REVISION}  # pre-commit autoupdate writes the newest version
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
        for line in _steps(arguments.ci):
            write_out(sys.stdout, f"{line}\n")
    except (SettingsError, FileProblem) as error:
        return fail(str(error))
    return 0


def _steps(choice: str) -> Iterator[str]:
    """Write the files; yield a message for each, and the next steps."""
    own = settings_in(os.getcwd())
    before = own.settings.wanted if own else Wanted()
    project = project_in(os.curdir, before)
    if project.kinds:
        yield f"found: {', '.join(project.kinds)}"
    yield _settings_step(own, _settings_for(before, project.wanted))
    yield from _hook_steps(project.wanted)
    yield from _ci_steps(choice)
    if project.is_r_package:
        yield from _ignored_in_builds()
    yield "next: run mdlint-doi check ."
    yield from (f"next: {step}" for step in project.next)


def _settings_step(own: FileSettings | None, added: str) -> str:
    """Write the settings with the added lines, unless there are settings; return a message."""
    if own is None:
        settings = _SETTINGS.replace(_EXAMPLE, added) if added else _SETTINGS
        return _written(_OWN, settings, "")
    if added:
        return f"{own.path.name} already has settings; add these lines:\n\n{added}"
    return f"{own.path.name} already has settings and was not changed"


def _hook_steps(wanted: Wanted) -> Iterator[str]:
    """Write the hook; its files are those that a check finds in folders."""
    hook = _HOOK
    if wanted.pattern() != Wanted().pattern():
        hook += f"        files: {wanted.pattern()}\n"
    yield _written(HOOKS, f"repos:\n{hook}", hook)
    if notice := hook_notice(os.curdir, wanted):
        yield notice


def _ci_steps(choice: str) -> Iterator[str]:
    """Write the CI step for the chosen service, or for the one that the project uses."""
    service = _service() if choice == "auto" else choice
    if service == "github":
        yield _written(".github/workflows/dois.yml", _WORKFLOW, _GITHUB)
    elif service == "gitlab":
        yield _written(".gitlab-ci.yml", _GITLAB, _GITLAB)
    elif choice == "auto":
        yield "no CI step was written, because no CI service is known; set --ci"


def _service() -> str:
    """Return the service that the project uses by its files, or else by its git remotes."""
    if os.path.exists(".gitlab-ci.yml"):
        return "gitlab"
    if os.path.isdir(".github"):
        return "github"
    remotes = read_bytes(".git/config") if os.path.isfile(".git/config") else b""
    found = re.search(rb"^\s*url\s*=.*?\b(github|gitlab)\.", remotes, re.MULTILINE)
    return found[1].decode() if found else "none"


def _settings_for(before: Wanted, after: Wanted) -> str:
    """Return the lines of settings that add formats and files; empty if there are none to add."""
    lines = ""
    if after.formats != before.formats:
        lines += f"formats = {toml_value(after.formats)}\n"
    if after.read_as != before.read_as:
        pairs = (
            f"{toml_value(reading.files)} = {toml_value(reading.format)}"
            for reading in after.read_as
        )
        lines += f"read-as = {{ {', '.join(pairs)} }}\n"
    return lines


def _ignored_in_builds() -> Iterator[str]:
    """Name our files in `.Rbuildignore`, because R reports files that no package has."""
    ignored = Path(".Rbuildignore")
    names = [name for name in (_OWN, HOOKS, ".github", ".gitlab-ci.yml") if os.path.lexists(name)]
    patterns = read_bytes(str(ignored)).decode("utf-8", "replace") if ignored.is_file() else ""
    lines = ["^" + name.replace(".", r"\.") + "$" for name in names]
    missing = [line for line in lines if line not in patterns.split()]
    if missing:
        text = "".join(f"{line}\n" for line in missing)
        yield _written(str(ignored), text, text)


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
