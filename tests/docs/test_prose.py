"""README and manual are read by proselint and codespell, and keep to the words of the glossary."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from docs.english import HABITS, stumbles
from docs.examples import MANUAL, TOP, pages
from docs.prose import prose

import mdlint_doi
import sphinx_doi

WRITTEN = pages()
PAGES = [*WRITTEN, *sorted((MANUAL / "rules").glob("*.md"))]

_WIDTH: Final = 120
NOT_CHECKED: Final = (
    "typography.symbols",  # sources are typed with straight quotes; Sphinx makes curly ones
)
"""Checks of proselint that are off on all pages, and why."""
EXCEPTIONS: Final[dict[str, tuple[str, ...]]] = {
    # Two headings, or a heading and its text, that begin with the same words are no slip.
    "lexical_illusions": ("\n",),
}
"""Parts of what proselint says, by check, that are no mistakes."""
SPELLED: Final = (
    "annote",  # a field of BibTeX
    "ect",  # the end of a word that an example breaks
    "gost",  # the standards of Russia
)
"""What codespell takes for a slip."""

UNWANTED: Final = {
    "mend": "fix",
    "mended": "fixed",
    "told by": "reported by",
    "is told": "is reported",
    "are told": "are reported",
    "all is typed": "it has type hints",
    "and its kin": "and similar",
    "honoured": "respected",
    "holds? for": "applies to",
    "speaks? of": "is about",
    "could not tell": "could not be checked",
    "bare names?": "DOI alone",
    "vendored": "folders of installed packages",
    "utili[sz]e": "use",
    "leverage": "use",
    "seamless(?:ly)?": "(say what it does)",
    "anew": "again",
    "as a rule": "usually",
    "blanks": "spaces",
    "in life": "in practice",
    "is no (?:DOI|link|format|baseline|notebook|role|JSON)": "is not a …",
    "DOI names? (?:stands?|is|that)": "DOI",
    "stands? (?:in|for) the (?:message|document)": "the message has",
    "(?:is|are) asked (?:of|about) (?:Crossref|alone)": "Crossref is asked for",
    "switch(?:es|ed)? (?:rules?|this|the rule) off": "turn off",
    "of ours": "of mdlint-doi",
}
"""What a reader would have to read twice, or what the glossary has another word for."""

UNWANTED_IN_MESSAGES: Final = r"""(?x) \b (?:
    DOI\ names? | bare\ names? | to\ another\ name | (?:whole|labelled|real)\ name (?= [;,] | $ )
    | is\ no\ (?: DOI|link|format|baseline|notebook|role|JSON ) | Registration\ Agency | anew
    | as\ a\ rule | (?: take|leave )\ (?: it\ |them\ )? (?: out|away )\b | (?: was|nobody)\ told
    | of\ ours | could\ not\ be\ (?: learned|told ) | switch (?: es|ed )?\ (?: it\ )? off
)"""
"""What no message says: the glossary has another word for it, or people put it in another way."""
ROOMS: Final = (
    *("ask", "config", "corpora", "files", "formats", "lint", "names", "report", "run", "server"),
    *("api", "markdown_it"),
)


READ: Final = (
    *PAGES,
    *(TOP / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "action.yml")),
    *(TOP / name for name in (".ci/RELEASE.md", ".pre-commit-hooks.yaml", "tests/README.md")),
    *(TOP / name for name in ("editors/vscode/README.md", "templates/mdlint-doi.yml")),
    *sorted((TOP / "skills").rglob("*.md")),
)
"""All that people read, apart from the programs."""
MODULES: Final = sorted(
    path for package in (mdlint_doi, sphinx_doi) for path in Path(package.__path__[0]).rglob("*.py")
)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the running text of each page."""
    folder = tmp_path_factory.mktemp("prose")
    for page in PAGES:
        path = folder / page.relative_to(TOP).with_suffix(".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = page.read_text(encoding="utf-8")
        path.write_text(prose(text, rst=page.suffix == ".rst"), encoding="utf-8")
    return folder


def _run(*words: str, folder: Path) -> str:
    command = [sys.executable, "-m", *words]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=500
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def _is_excused(check: str, text: str) -> bool:
    return check.startswith(NOT_CHECKED) or any(
        part in text for name, parts in EXCEPTIONS.items() if check == name for part in parts
    )


def test_proselint_has_nothing_to_say(texts: Path) -> None:
    """No clichés, hedges, repeated words, redundancies; what is excused is listed above."""
    names = [str(path.relative_to(texts)) for path in sorted(texts.rglob("*.md"))]
    told = json.loads(_run("proselint", "check", "--output-format", "json", *names, folder=texts))
    assert set(told) == {"result"}
    found = [
        f"{Path(path).name}:{note['pos'][0]}: {note['check_path']}: {note['message']}"
        for path, result in told["result"].items()
        for note in result.get("diagnostics", ())
        if not _is_excused(note["check_path"], note["message"])
    ]
    assert not found, "\n".join(found)


def test_proselint_is_asked(tmp_path: Path) -> None:
    """A text with a slip is reported, in the form that the test above reads."""
    (tmp_path / "a.md").write_text("This is very very unique.\n", encoding="utf-8")
    told = json.loads(
        _run("proselint", "check", "--output-format", "json", "a.md", folder=tmp_path)
    )
    [result] = told["result"].values()
    assert result["diagnostics"]


def test_codespell_has_nothing_to_say(texts: Path) -> None:
    """Words are spelled as they are in a dictionary of common slips."""
    assert _run("codespell_lib", "-L", ",".join(SPELLED), ".", folder=texts) == ""


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.stem)
def test_words_are_those_of_the_reader(page: Path, texts: Path) -> None:
    """No private idiom, and one word for one thing."""
    text = (texts / page.relative_to(TOP).with_suffix(".md")).read_text(encoding="utf-8")
    pattern = rf"(?i)\b(?:{'|'.join(UNWANTED)})\b"
    found = [
        (text.count("\n", 0, match.start()) + 1, match[0]) for match in re.finditer(pattern, text)
    ]
    assert found == []


def test_performance_is_a_page() -> None:
    """It has at most 600 words, and its tables are on a page of their own."""
    text = (MANUAL / "background/performance.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 600
    assert "|---" not in text


def _texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)
    }  # docstrings, and what is said of constants
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node not in skipped and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("room", [*ROOMS, "../sphinx_doi"])
def test_messages_are_in_the_words_of_the_reader(room: str) -> None:
    """A DOI is called a DOI, and messages keep to the glossary."""
    unwanted = re.compile(UNWANTED_IN_MESSAGES)
    paths = sorted((Path(mdlint_doi.__path__[0]) / room).rglob("*.py"))
    assert paths
    found = [
        (path.name, line, text)
        for path in paths
        for line, text in _texts_of(path)
        if text.count(" ") > 1 and "\n" not in text and unwanted.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("page", READ, ids=lambda page: page.relative_to(TOP).as_posix())
def test_sentences_are_plain(page: Path) -> None:
    """No sentence has one of the habits over which readers stumble."""
    text = prose(page.read_text(encoding="utf-8"), rst=page.suffix == ".rst", cell="|")
    found = [(line, habit.better, words) for line, habit, words in stumbles(text)]
    assert found == []


@pytest.mark.parametrize(
    "page", [*WRITTEN, TOP / "CONTRIBUTING.md"], ids=lambda page: page.relative_to(TOP).as_posix()
)
def test_lines_are_short(page: Path) -> None:
    """A line of text has at most 120 characters; tables, pictures and examples may be wider."""
    whole = page.read_text(encoding="utf-8")
    example = r"^ {3,}.*?$" if page.suffix == ".rst" else r"^( *)```.*?^\1```$"
    skipped = rf"{example}|^[ -]*(?:\||!\[).*?$"
    text = re.sub(skipped, "", whole, flags=re.MULTILINE | re.DOTALL)
    assert [line for line in text.splitlines() if len(line) > _WIDTH] == []


def _explanations(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the messages of a module, and the docstrings of its public names, with their lines."""
    yield from ((line, text) for line, text in _texts_of(path) if text.count(" ") > 1)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
        if isinstance(node, ast.Module | ast.ClassDef):
            waiting += [
                child for child in node.body if not getattr(child, "name", "_").startswith("_")
            ]


def _room(path: Path) -> str:
    """Return the package of a module, such as `lint`; `mdlint_doi` for its top modules."""
    parts = path.relative_to(Path(mdlint_doi.__path__[0]).parent).parts
    return parts[1] if parts[0] == "mdlint_doi" and len(parts) > 2 else parts[0]


@pytest.mark.parametrize("room", sorted({_room(path) for path in MODULES}))
def test_explanations_are_plain(room: str) -> None:
    """No message and no docstring of a public name has one of these habits."""
    found = [
        (path.name, line, habit.better, words)
        for path in MODULES
        if _room(path) == room
        for line, text in _explanations(path)
        for _, habit, words in stumbles(prose(text, rst=False, cell="|"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (1, "What is left is reported."),
        (1, "It is read; those of books are not."),
        (2, "Of a notebook, the place is the line in the file."),
        (4, "It reports hints, too."),
        (4, "Nothing is reported, also where no DOI stands."),
        (5, "It has another title."),
        (7, "It is written behind the quotes."),
        (7, "It reads the numbers of arXiv."),
        (8, "The rule hears of works."),
        (8, "Crossref is asked."),
        (9, "The DOI name is wrong."),
        (9, "None of the registered people is named."),
    ],
)
def test_a_habit_is_seen(rule: int, sentence: str) -> None:
    """Each rule of which a program can see something finds its sentence, and no plain one."""
    assert rule in [habit.rule for _, habit, _ in stumbles(sentence)]
    plain = "The remaining findings are reported. What is a DOI? The work has a different title."
    assert [*stumbles(plain)] == []
    assert {habit.rule for habit in HABITS} == {1, 2, 4, 5, 7, 8, 9}
