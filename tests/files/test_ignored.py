"""Which files git leaves out of a folder: its own answers are the oracle."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.files.reading import slashed

FOLDERS = ["docs", "build", "src", "a", "out", "tmp", "x y", "é"]
FILES = ["keep.md", "x.md", "a.md", "b d.md", "é.md", "#c.md", "!x.md", "xlog.md"]
PARTS = [
    *("*", "**", "*.md", "x*.md", "docs", "build", "a?", "[ab]", "tmp", "b*d", "**/out", "src/"),
    *("\\!x.md", "\\#c.md", "[!a]*", "a/**/b", "*a*b*", "x.md ", "x\\ y", "docs/*", "src/**"),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home of the test's own, so that no settings of the user's hold."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


def git(folder: Path, *arguments: str) -> str:
    """Return what git prints in a folder."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


def touch(*paths: Path) -> None:
    """Make files, and the folders above them."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n", encoding="utf-8")


def ours(folder: Path) -> set[str]:
    """Return the files that a walk finds, relative to the folder."""
    found = [path for path in discover([str(folder)]) if isinstance(path, str)]
    return {slashed(os.path.relpath(path, folder)) for path in found}


def theirs(folder: Path) -> set[str]:
    """Return the files that git does not ignore; those of a repository inside by its own lists."""
    listed = git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    found = set()
    for name in filter(None, listed.split("\0")):
        if (folder / name).is_dir():
            found |= {f"{name.rstrip('/')}/{path}" for path in theirs(folder / name)}
        elif name.endswith(".md"):
            found.add(name)
    return found


def pattern(chance: Random) -> str:
    """Return a line of a `.gitignore`."""
    text = "/".join(chance.choices(PARTS, k=chance.randint(1, 2))).replace("//", "/")
    negated, anchored = chance.random() < 0.4, chance.random() < 0.15
    return "!" * negated + "/" * anchored + text


def patterns(chance: Random, path: Path) -> None:
    """Write a list of patterns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [pattern(chance) for _ in range(chance.randint(1, 4))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def repository(chance: Random, root: Path) -> list[Path]:
    """Make a repository of files, lists at every depth, and files tracked though they match."""
    nested = chance.choices(FOLDERS, k=2)
    for folder in [root, root.joinpath(*nested)][: chance.randint(1, 2)]:
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "--quiet", f"--object-format={chance.choice(['sha1', 'sha256'])}")
    for _ in range(40):
        below = chance.choices(FOLDERS, k=chance.randint(0, 3))
        touch(root.joinpath(*below, chance.choice(FILES)))
    inside = [path for path in root.rglob("*") if path.is_dir() and ".git" not in path.parts]
    for folder in [root, *(inner for inner in inside if chance.random() < 0.4)]:
        patterns(chance, folder / ".gitignore")
    if chance.random() < 0.5:
        patterns(chance, root / ".git" / "info" / "exclude")
    if chance.random() < 0.5:
        tracked = sorted(path.name for path in root.glob("*.md"))[:2]
        tracked += ["build"] * ((root / "build").is_dir() and nested[0] != "build")
        intent = ["--intent-to-add"] * (chance.random() < 0.3)
        git(root, "add", "--force", *intent, "--", *(f"./{name}" for name in tracked))
        git(root, "update-index", "--index-version", chance.choice("24"))
    return inside


def test_the_files_of_a_walk_are_those_that_git_does_not_ignore(tmp_path: Path, home: Path) -> None:
    """From the top and from a folder inside; with each list that git has, and tracked files."""
    chance, seen = Random(20261126), 0
    for number in range(40):
        root = tmp_path / str(number)
        inside = repository(chance, root)
        if chance.random() < 0.3:
            patterns(chance, home / ".config" / "git" / "ignore")
        else:
            (home / ".config" / "git" / "ignore").unlink(missing_ok=True)
        for folder in [root, *chance.sample(inside, k=2)]:
            expected = theirs(folder)
            assert ours(folder) == expected, (number, folder)
            seen += len(expected)
    assert seen > 300


def test_the_nearest_list_with_a_word_on_a_folder_decides_on_it(tmp_path: Path) -> None:
    """A list above that ignores what lies in a folder does not ignore a folder brought back."""
    git(tmp_path, "init", "--quiet")
    touch(tmp_path / "docs" / "tmp" / "a.md", tmp_path / "docs" / "b.md")
    (tmp_path / ".gitignore").write_text("docs/*\n")
    (tmp_path / "docs" / ".gitignore").write_text("!tmp\n")
    assert ours(tmp_path) == theirs(tmp_path) == {"docs/tmp/a.md"}
    assert ours(tmp_path / "docs" / "tmp") == {"a.md"}


def test_a_tracked_file_is_not_ignored(tmp_path: Path) -> None:
    """What was added in spite of the patterns is the project's own, and nothing beside it."""
    git(tmp_path, "init", "--quiet")
    touch(*(tmp_path / "out" / name for name in ("a.md", "b.md", "deep/c.md")), tmp_path / "d.md")
    (tmp_path / ".gitignore").write_text("out/\nd.md\n")
    git(tmp_path, "add", "--force", "out/a.md", "d.md")
    assert ours(tmp_path) == theirs(tmp_path) == {"out/a.md", "d.md"}
    assert ours(tmp_path / "out") == {"a.md"}
    index = tmp_path / ".git" / "index"
    data = index.read_bytes()
    for end in (0, 3, 20, 70, len(data) - 40):
        index.write_bytes(data[:end])
        assert ours(tmp_path) <= {"out/a.md", "d.md"}


CONFIGURATIONS = [
    ("[core]\n\texcludesFile = ~/mine\n", "mine"),
    ('[core]\n\tignorecase = false\n\texcludesfile = "~/my list" ; a comment\n', "my list"),
    ("[core] EXCLUDESFILE = ~/mine # a comment\n", "mine"),
    ('[other "core"]\nexcludesFile = ~/no\n[Core]\nexcludesFile=~/mine\n', "mine"),
]


@pytest.mark.parametrize(("settings", "name"), CONFIGURATIONS)
@pytest.mark.parametrize("place", ["user", "repository"])
def test_the_list_that_settings_name_is_used(
    tmp_path: Path, home: Path, settings: str, name: str, place: str
) -> None:
    """As git reads its settings: those of the user and of the repository."""
    root = tmp_path / "root"
    touch(root / "a.md", root / "b.md")
    git(root, "init", "--quiet")
    (home / name).write_text("b.md\n")
    path = home / ".gitconfig" if place == "user" else root / ".git" / "config"
    with path.open("a") as file:
        file.write(settings)
    assert ours(root) == theirs(root) == {"a.md"}


def test_a_linked_work_tree_has_the_lists_of_its_repository(tmp_path: Path) -> None:
    """Its `.git` is a file, its index its own, and `info/exclude` that of all trees."""
    root, linked = tmp_path / "root", tmp_path / "linked"
    touch(root / "a.md")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git(root, *author, "commit", "--quiet", "--message", "a")
    git(root, "worktree", "add", "--quiet", str(linked))
    touch(linked / "b.md", linked / "c.md")
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text("[abc].md\n")
    git(linked, "add", "--force", "c.md")
    assert ours(linked) == theirs(linked) == {"a.md", "c.md"}


def test_a_list_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """That of the repository as well as a `.gitignore`."""
    git(tmp_path, "init", "--quiet")
    exclude = tmp_path / ".git" / "info" / "exclude"
    exclude.unlink(missing_ok=True)
    exclude.mkdir(parents=True)
    (note,) = discover([str(tmp_path)])
    assert isinstance(note, Skipped)
    assert note.path == str(exclude)


def test_another_program_finds_the_same_files(tmp_path: Path) -> None:
    """The files of ripgrep's walk, which reads the same lists, without those that are tracked."""
    ignore = pytest.importorskip("ignore", reason="needs the package ignore-python")
    chance = Random(7)
    for number in range(20):
        root = tmp_path / str(number)
        root.mkdir()
        git(root, "init", "--quiet")
        for _ in range(40):
            below = chance.choices(FOLDERS, k=chance.randint(0, 3))
            touch(root.joinpath(*below, chance.choice(FILES)))
        for folder in [root, *(path for path in root.iterdir() if path.is_dir())]:
            patterns(chance, folder / ".gitignore")
        walked = [Path(entry.path()) for entry in ignore.WalkBuilder(root).build()]
        expected = {path.relative_to(root).as_posix() for path in walked if path.suffix == ".md"}
        assert ours(root) == expected
