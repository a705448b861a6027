"""Find repairs of DOIs in the history of repositories: repairs_mined.py FOLDER … -o cases.jsonl.

Each FOLDER holds a git directory. A repair is a line of a document that a commit replaced with a
line that differs only in words with a DOI or an address of a DOI. Each line of the output is a
case: `repository`, `commit`, `path`, `line` (of the file before the commit), `before`, `after` (the
words that differ), `kind`, and `half`, `work` or `kept`: the repositories are halved by a digest of
their names, so that one half stays untouched until the end. No text of the files is stored;
`repairs_replayed.py` reads it from the git directories again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

SUFFIXES: Final = (
    *("md", "markdown", "rst", "bib", "cff", "py", "Rmd", "qmd", "Rd", "R", "mdx", "jl"),
    *("yml", "yaml"),
)
"""The suffixes of documents in which repairs are sought.

Notebooks and web pages are left out: a snapshot may lack large files, and `git log` then stops.
"""
_DOI: Final = re.compile(r"10\.[0-9]{4,9}/")
_TRACE: Final = re.compile(r"10[.,][0-9]{4,9}|doi\.org|doi:", re.IGNORECASE)
_NAME: Final = re.compile(r"10\.[0-9]{4,9}(?:/|%2[Ff]).*")
_ADDRESS: Final = re.compile(r"(?:https?://)?(?:www\.|dx\.)?doi\.org", re.IGNORECASE)
_OLD: Final = re.compile(r"http://doi\.org|dx\.doi\.org|www\.doi\.org", re.IGNORECASE)
_GIT: Final = ("repo", ".git")
"""Names of folders that do not name a repository."""
_LIKE: Final = 0.5
_MOST: Final = 8
"""The most cases of a kind from a repository, so that no single conversion fills the table."""
_LONGEST: Final = 2000
_NEAR: Final = 2
_SECONDS: Final = 240


class Repair(NamedTuple):
    """One repaired line; the members are those of a case."""

    repository: str
    commit: str
    path: str
    line: int
    before: str
    after: str
    kind: str
    half: str


class Changed(NamedTuple):
    """The lines that a hunk replaced.

    Attributes:
        commit: the commit.
        path: the file, under its name before the commit.
        line: the number of the first removed line.
        removed: the lines before.
        added: the lines after.
    """

    commit: str
    path: str
    line: int
    removed: list[str]
    added: list[str]


def repairs(folder: Path) -> Iterator[Repair]:
    """Yield the repairs in the history of a repository, the newest first."""
    name = next(path.name for path in (folder, *folder.parents) if path.name not in _GIT)
    half = half_of(name)
    counts = Counter[str]()
    seen = set[tuple[str, str]]()
    for hunk in _hunks(folder):
        for line, before, after in _pairs(hunk):
            kind = kind_of(before, after)
            if (before, after) in seen or counts[kind] == _MOST:
                continue
            seen.add((before, after))
            counts[kind] += 1
            yield Repair(name, hunk.commit, hunk.path, line, before, after, kind, half)


def half_of(name: str) -> str:
    """Return the half to which a repository belongs, `work` or `kept`."""
    return ("work", "kept")[hashlib.sha256(name.encode()).digest()[0] % 2]


def _hunks(folder: Path) -> Iterator[Changed]:
    """Yield the hunks of the commits that add or remove DOIs in documents."""
    globs = [f":(icase,glob)**/*.{suffix}" for suffix in SUFFIXES]
    command = ["git", "-C", str(folder), "log", "--no-merges", "-p", "-U0", "--no-renames"]
    command += ["--no-color", "--no-ext-diff", r"-G10[.,][0-9]{4,9}/", "--format=commit %H"]
    with subprocess.Popen(
        ["timeout", str(_SECONDS), *command, "--", *globs],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        commit = path = ""
        hunk: Changed | None = None
        for raw in process.stdout or ():
            line = raw.rstrip("\n")
            if line.startswith(("+", "-")) and hunk is not None:
                (hunk.added if line[0] == "+" else hunk.removed).append(line[1:])
                continue
            if hunk is not None:
                yield hunk
                hunk = None
            if line.startswith("commit "):
                commit = line[7:]
            elif line.startswith("--- "):
                path = line[6:]
            elif found := re.match(r"@@ -(\d+)", line):
                hunk = Changed(commit, path, int(found[1]), [], [])
        if hunk is not None:
            yield hunk


def _pairs(hunk: Changed) -> Iterator[tuple[int, str, str]]:
    """Yield the number of each repaired line, with the words that differ."""
    if len(hunk.added) > 2 * len(hunk.removed) + 1:
        return  # new entries, of which a line happens to resemble an old one
    free = list(range(len(hunk.added)))
    for at, before in enumerate(hunk.removed):
        if len(before) > _LONGEST or not _TRACE.search(before):
            continue
        for other in sorted(free, key=lambda number: abs(number - at)):
            words = changed_words(before, hunk.added[other])
            if words is not None:
                free.remove(other)
                yield hunk.line + at, *words
                break


def changed_words(before: str, after: str) -> tuple[str, str] | None:
    """Return the words in which two lines differ; None if others than those of a DOI differ."""
    if before.strip() == after.strip() or len(after) > _LONGEST or not _TRACE.search(after):
        return None
    old, new = before.split(), after.split()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if len(old) > 1 and matcher.ratio() < _LIKE and len(old) + len(new) > 4 * _NEAR:
        return None
    pieces = [piece for piece in matcher.get_opcodes() if piece[0] != "equal"]
    if len(pieces) != 1:
        return None
    _, start, end, begin, stop = pieces[0]
    left, right = " ".join(old[start:end]), " ".join(new[begin:stop])
    if not (_TRACE.search(left) and _DOI.search(unquote(right))):
        return None
    return None if _has_other_words(left, right) else (left, right)


def _has_other_words(left: str, right: str) -> bool:
    """Return whether texts differ in other words than labels, such as a title."""
    words = re.compile(r"[^\W\d_]{4,}(?![^\s]*/)")
    rest = [
        " ".join(word for word in text.split() if not _TRACE.search(word)) for text in (left, right)
    ]
    return set(words.findall(rest[0].casefold())) != set(words.findall(rest[1].casefold()))


def name_of(words: str) -> str:
    """Return the DOI in changed words, folded, or an empty text."""
    found = _NAME.search(words)
    name = re.split(r"[\s\"'<>`|]|\]\(|\)\[|\}", found[0])[0] if found else ""
    while name and (name[-1] in ".,;:*_" or _is_unbalanced(name)):
        name = name[:-1]
    return unquote(name).casefold()


def _is_unbalanced(name: str) -> bool:
    pairs = {")": "(", "]": "[", "}": "{"}
    opener = pairs.get(name[-1])
    return opener is not None and name.count(name[-1]) > name.count(opener)


def kind_of(before: str, after: str) -> str:
    """Return the kind of a repair, by the words that differ."""
    old, new = name_of(before), name_of(after)
    if not old:
        return "no DOI before"
    return _kind_of_writing(before, after) if old == new else _kind_of_name(old, new)


def _kind_of_writing(before: str, after: str) -> str:
    """Return the kind of a repair that leaves the DOI as it is."""
    cases = (
        ("address", bool(_OLD.search(before)) and "https://doi.org" in after),
        ("letters", before.casefold() == after.casefold()),
        ("encoding", unquote(before) == unquote(after)),
        ("address or DOI", bool(_ADDRESS.search(before)) != bool(_ADDRESS.search(after))),
    )
    return next((kind for kind, holds in cases if holds), "markup")


def _kind_of_name(old: str, new: str) -> str:
    """Return the kind of a repair of the DOI."""
    cases = (
        ("surplus", old.startswith(new) and not old[len(new) :][:1].isalnum()),
        ("typo", distance(old, new) <= _NEAR),
        ("cut", new.startswith(old)),
        ("surplus", old.startswith(new)),
    )
    return next((kind for kind, holds in cases if holds), "another")


def distance(one: str, other: str) -> int:
    """Return the number of edits between two texts: changed, lost, added or swapped characters."""
    before, last = list[int](), list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        line = [row]
        for column, right in enumerate(other, 1):
            least = min(last[column] + 1, line[-1] + 1, last[column - 1] + (left != right))
            if row > 1 and column > 1 and one[row - 2] == right and left == other[column - 2]:
                least = min(least, before[column - 2] + 1)
            line.append(least)
        before, last = last, line
    return last[-1]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the cases, and print their number by kind and half."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    counts = Counter[tuple[str, str]]()
    repositories = set[str]()
    with options.output.open("w", encoding="utf-8") as output:
        for folder in options.folders:
            for repair in repairs(folder):
                counts[repair.kind, repair.half] += 1
                repositories.add(repair.repository)
                output.write(json.dumps(repair._asdict(), ensure_ascii=False) + "\n")
                output.flush()
    for (kind, half), count in sorted(counts.items()):
        sys.stdout.write(f"{kind:16} {half:6} {count:5}\n")
    sys.stdout.write(f"{counts.total()} cases in {len(repositories)} repositories\n")


if __name__ == "__main__":
    main()
