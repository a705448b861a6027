"""The examples of README and manual, taken from their pages and run as a reader would.

In Markdown a comment before a fence says what it is, in reStructuredText one before a code block:

    <!-- file: notes.md -->     the next block is a file of that name
    <!-- file: notes.md …-->    so is what follows in the comment itself; in reStructuredText, its
                                indented lines
    <!-- run -->                the next block is a session: `$ command`, then what it prints;
                                or, where it begins with `>>>`, a Python session

All examples of a page run in one folder, in order, so that a later one sees what an earlier one
did.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

TOP = Path(__file__).parents[2]
MANUAL = TOP / "example_docs"

_BLOCK = re.compile(
    r"""
    ^(?:<!--[ ]|\.\.[ ])
    (?:(?P<run>run)|file:[ ](?P<file>\S+))
    (?:
        (?:[ ]-->)?\n+
        (?:
            (?P<fence>```+)[\w-]*\n(?P<fenced>.*?)^(?P=fence)$
            | (?<=\n)(?<!\n\n)(?P<inside>(?:[ ]{3}[^\n]*\n)+)
            | \.\.[ ]code-block::[ ][\w-]+\n(?:[ ]{3}:[^\n]*\n)*\n
              (?P<indented>(?:[ ]{3}[^\n]*\n|\n)+)
        )
        | \n(?P<hidden>.*?)^-->$
    )
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_END = "@@ end of output @@"
_SECONDS = re.compile(r"\b\d+\.\d s\b")


@dataclass(frozen=True, slots=True)
class Example:
    """A file to write (`file`) or a session to run, as it stands on a page.

    Attributes:
        page: where it stands.
        line: of the page, from 1.
        text: of the file or the session.
        file: its name; empty for a session.

    """

    page: Path
    line: int
    text: str
    file: str = ""

    @property
    def is_python(self) -> bool:
        return self.text.startswith(">>>")


def pages() -> list[Path]:
    """Return README and the pages of the manual that were written by hand."""
    found = [*MANUAL.rglob("*.md"), *MANUAL.rglob("*.rst")]
    hidden = {"rules", "_build"}
    manual = [path for path in found if hidden.isdisjoint(path.relative_to(MANUAL).parts)]
    return [TOP / "README.md", *sorted(manual)]


def examples(page: Path) -> list[Example]:
    """Return a page's examples, in order."""
    return list(_examples(page, page.read_text(encoding="utf-8")))


def _examples(page: Path, text: str) -> Iterator[Example]:
    for match in _BLOCK.finditer(text):
        body = (
            match["fenced"] or match["hidden"] or dedent(match["indented"] or match["inside"] or "")
        )
        line = text.count("\n", 0, match.start()) + 1
        yield Example(page, line, body.rstrip("\n") + "\n", match["file"] or "")


def commands(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def shell(session: str, folder: Path, environment: dict[str, str]) -> str:
    """Run the commands of a session in one shell; return the session as it really went."""
    told = commands(session)
    script = "".join(
        f"{command}\nstatus=$?; echo '{_END}'; (exit $status)\n" for command, _ in told
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=500,
    )
    # Sphinx prints absolute paths.
    outputs = done.stdout.replace(f"{folder}/", "").split(f"{_END}\n")
    return "".join(
        f"$ {command}\n{output}" for (command, _), output in zip(told, outputs, strict=False)
    )


def rewrite(example: Example, went: str) -> None:
    """Put into a page how a session really went, if that differs in more than the time."""
    if steady(went) == steady(example.text):
        return
    indent = "   " if example.page.suffix == ".rst" else ""
    old, new = (
        "".join(
            f"{indent}{line}" if line.strip() else line for line in text.splitlines(keepends=True)
        )
        for text in (example.text, went)
    )
    text = example.page.read_text(encoding="utf-8")
    assert text.count(old) == 1, example
    example.page.write_text(text.replace(old, new), encoding="utf-8")


def python(session: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a Python session; return what differs, empty if nothing does."""
    (folder / "session.txt").write_text(session, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "-o", "NORMALIZE_WHITESPACE", "session.txt"],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )
    return done.stdout + done.stderr


def steady(text: str) -> str:
    """Return a session's text without what differs from run to run."""
    return _SECONDS.sub("0.0 s", text)


def reader_environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a reader who has just installed the distribution."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    fixed = {"PATH": path, "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return {**fixed, "MDLINT_DOI_DEPTH": "registration", **more}
