"""Documents inside others: a cell of a notebook, a docstring, the body of a directive.

`CONTAINERS` has, for each, how a text is put into the file and how it is read out of it, by means
that know nothing of our readers. The long run: python tests/formats/containers.py --texts 20000.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

if __name__ == "__main__":  # not this folder, which has a fuzz.py
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from formats.fixed_inputs import MAKERS as MADE
from fuzz.harm import document as markdown_document

from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, judged, read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim

ALL: Final = Settings(select=("all",), offline=True)


class Box(NamedTuple):
    """A kind of file that holds a document.

    Attributes:
        file: what the file is called.
        inner: what the document would be called as a file of its own.
        put: makes a file of the document; `Random` chooses how it is written there.
        take: reads the document out of the file.
        normal: returns a text as such a document may be.

    """

    file: str
    inner: str
    put: Callable[[str, Random], str]
    take: Callable[[str], str]
    normal: Callable[[str], str] = str


def _notebook(text: str, chance: Random) -> str:
    lines = text.splitlines(keepends=True)
    source = chance.choice((text, lines))
    cells = [
        {"cell_type": "code", "metadata": {}, "source": "x", "outputs": [], "execution_count": 1},
        {"cell_type": "markdown", "metadata": {}, "source": source},
        {"cell_type": "markdown", "metadata": {}, "source": "last"},
    ]
    notebook = {"metadata": {}, "nbformat": 4, "nbformat_minor": 4, "cells": cells}
    written = json.dumps(
        notebook, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.5
    )
    return written.replace("/", "\\/") if chance.random() < 0.2 else written


def _cell(file: str) -> str:
    return "".join(json.loads(file)["cells"][1]["source"])


def _docstring(text: str, chance: Random) -> str:
    indent = chance.choice(("    ", "        ", "\t"))
    raw = chance.random() < 0.5 and not text.rstrip("\n").endswith("\\")
    written = text if raw else text.replace("\\", "\\\\")
    if chance.random() < 0.3 and not raw and "mdlint" not in text:  # a comment is looked for as is
        written = written.replace("e", "\\x65")
    lines = "".join(
        f"{indent}{line}" if line.strip() else line for line in written.splitlines(keepends=True)
    )
    head = '"""See :mod:`os`."""\n\nimport os\n\n\ndef f():\n'
    return f'{head}{indent}{"r" * raw}"""\n{lines}\n{indent}"""\n'


def _cleaned(text: str) -> str:
    return inspect.cleandoc("\n" + text.replace("\r\n", "\n")).strip("\n")


def _documentation(file: str) -> str:
    found = ast.get_docstring(ast.parse(file).body[-1], clean=False)  # type: ignore[arg-type]
    return inspect.cleandoc(found or "")


def _block(text: str, chance: Random) -> str:
    mark = chance.choice(("# %%", "#" * 79))
    return f'"""\nTitle\n=====\n\nSee :mod:`os`.\n"""\n{mark}\n#\n{_commented(text)}\nx = 1\n'


def _percent(text: str, chance: Random) -> str:
    mark = chance.choice(("# %% [markdown]", "# %% [md] A title"))
    return f"{mark}\n{_commented(text)}# %%\nx = 1\n"


def _commented(text: str) -> str:
    return "".join(f"# {line}\n" for line in text.removesuffix("\n").split("\n"))


def _uncommented(file: str) -> str:
    lines = [line[2:] for line in file.split("\n") if line.startswith("# ")]
    return "".join(f"{line}\n" for line in lines if not line.startswith("%%"))


def _with_plain_lines(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text).strip("\n") + "\n"


def _as_block(text: str) -> str:
    return f"{_cleaned(text)}\n"


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _eval_rst(text: str, chance: Random) -> str:
    lead = chance.choice(("", "> ", "- "))
    rest = {"- ": "  "}.get(lead, lead)
    fence = chance.choice(("```", "~~~~~"))
    lines = [f"{fence}{{eval-rst}}\n", *text.splitlines(keepends=True), f"{fence}\n"]
    return "# Title\n\n" + lead + rest.join(lines)


def _body(file: str) -> str:
    lines = file.splitlines(keepends=True)[3:-1]
    lead = file.splitlines()[2][:2] if file.splitlines()[2][:2] in {"> ", "- "} else ""
    return "".join(line[len(lead) :] for line in lines)


def _in_html(text: str, chance: Random) -> str:
    tag = chance.choice(('<div markdown="1">', "<Aside>"))
    name = tag[1:].partition(" ")[0].rstrip(">")
    return f"{tag}\n{text}</{name}>\n"


def _inside_html(file: str) -> str:
    return file[file.index("\n") + 1 : file.rindex("</")]


def _behind_front_matter(text: str, chance: Random) -> str:
    fence = chance.choice(("---", "+++"))
    entry = {"---": "title: 'a'\n", "+++": "title = 'a'\n"}[fence]
    return f"{fence}\n{entry}{fence}\n{text}"


def _behind(file: str) -> str:
    return file.split(file[:3] + "\n", 2)[2]


CONTAINERS: Final[Mapping[str, Box]] = {
    "notebook": Box("a.ipynb", "a.md", _notebook, _cell),
    "docstring": Box("a.py", "a.rst", _docstring, _documentation, _cleaned),
    "gallery": Box("a.py", "a.rst", _block, _uncommented, _as_block),
    "percent script": Box("a.py", "a.md", _percent, _uncommented, _with_plain_lines),
    "eval-rst": Box("a.md", "a.rst", _eval_rst, _body, _with_line_end),
    "front matter": Box("a.md", "a.md", _behind_front_matter, _behind),
}


def _clean_markdown(chance: Random) -> str:
    text = markdown_document(chance)
    return text if not text.startswith("---") else text.partition("---\n")[2].partition("---\n")[2]


MAKERS: Final[Mapping[str, Callable[[Random], str]]] = {
    "a.md": _clean_markdown,
    "a.rst": MADE["rst"],
}


class Outcome(NamedTuple):
    """What is said of a text, and what becomes of it."""

    findings: list[tuple[str, str]]
    applied: list[str]
    claims: list[Claim]
    fixed: str
    note: str


def outcome(
    name: str, text: str, settings: Settings = ALL, facts: RunFacts | None = None
) -> Outcome:
    """Return what the rules say of a document, and the document after all fixes."""
    document = read_document(Source(name, text), settings)
    facts = facts or Judge(settings, mentions=document.mentions).facts
    result = with_fixes(document, facts, unsafe=True)
    claims = sorted(document.claims(), key=lambda claim: claim.span)
    return Outcome(
        [(finding.code, finding.message) for finding in judged(document, facts).findings],
        sorted(finding.code for finding in result.fixed),
        [claim._replace(span=Span(0, 0)) for claim in claims],
        result.source.text,
        re.sub(r" at line \d+", "", result.note),
    )


def broken_law(kind: str, text: str, chance: Random) -> str | None:
    """Return how a document inside a file fares otherwise than as a file; nothing where it doesn't.

    None where nothing is fixed.
    """
    box = CONTAINERS[kind]
    text = box.normal(text)
    file = box.put(text, chance)
    if any(
        mention.markup_unknown for mention in read_document(Source(box.file, file), ALL).mentions
    ):
        return None  # nothing shows that it is reStructuredText, so fixes write none
    inner, outer = outcome(box.inner, text), outcome(box.file, file)
    if box.take(file) != text:
        return f"the test is wrong: {box.take(file)!r}"
    found = outer._replace(fixed=box.take(outer.fixed))
    for what, alone, inside in zip(Outcome._fields, inner, found, strict=True):
        if alone != inside:
            return f"{what}: {alone!r}\n  as a file, and inside\n  {inside!r}\n  of {file!r}"
    return "" if inner.applied else None


def main() -> int:
    """Make documents, put them into files, print where these fare otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--container", choices=[*CONTAINERS], action="append")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = 0
    for kind in given.container or CONTAINERS:
        chance = Random(given.seed)
        found = changed = 0
        for _ in range(given.texts):
            text = MAKERS[CONTAINERS[kind].inner](chance)
            said = broken_law(kind, text, chance)
            changed += said is not None
            if said:
                found += 1
                if found <= 5:
                    sys.stdout.write(f"{kind}: {text!r}\n  {said}\n")
        failed += found
        sys.stdout.write(
            f"{kind}: {given.texts} texts, {changed} of them fixed, {found} fared otherwise"
            f" (seed {given.seed})\n"
        )
        sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
