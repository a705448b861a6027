"""Which files a run checks."""

from __future__ import annotations

import os
from itertools import chain, permutations
from pathlib import Path

import pytest

from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.files.reading import FileProblem


def touch(folder: Path, *names: str) -> None:
    """Make files, and the folders above them."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n")


def found(folder: Path, *exclude: str) -> list[str]:
    """Return the files that a walk finds, relative to the folder."""
    items = discover([str(folder)], exclude, folder)
    return [str(Path(item).relative_to(folder)) for item in items if isinstance(item, str)]


def test_a_folder_is_walked_for_markdown_of_every_kind_in_order_of_name(tmp_path: Path) -> None:
    """All Markdown endings count, nothing else; the order does not depend on the file system."""
    touch(tmp_path, "b.md", "a.markdown", "c/x.qmd", "c/y.Rmd", "d.mdx", "e.tex", "f.txt", "md")
    assert found(tmp_path) == ["a.markdown", "b.md", "d.mdx", "c/x.qmd", "c/y.Rmd"]


def test_hidden_and_vendored_folders_are_skipped(tmp_path: Path) -> None:
    """Other people's documents are not ours to check."""
    touch(tmp_path, "a.md", ".hidden.md", ".git/x.md", "node_modules/p/README.md", "venv/x.md")
    assert found(tmp_path) == ["a.md"]


def test_gitignore_files_are_honoured_at_every_depth(tmp_path: Path) -> None:
    """The nearest file with a word on a path decides, as in git."""
    touch(tmp_path, "a.md", "build/x.md", "sub/a.md", "sub/keep.md", "sub/deep/drop.md")
    (tmp_path / ".gitignore").write_text("build/\ndrop.md\nkeep.md\n")
    (tmp_path / "sub" / ".gitignore").write_text("!keep.md\n/a.md\n")
    assert found(tmp_path) == ["a.md", "sub/keep.md"]


def test_the_gitignore_of_the_repository_holds_for_a_folder_inside(tmp_path: Path) -> None:
    """Naming a folder does not hide the files above it."""
    touch(tmp_path, "docs/a.md", "docs/_build/x.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("_build\n")
    assert found(tmp_path / "docs") == ["a.md"]


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    """A walk passes over no document in silence: not a link to nothing, a ring, or a pipe."""
    (tmp_path / "folder").mkdir()
    for name, target in (("a.md", "gone.md"), ("b.md", "b.md"), ("d.md", "folder"), ("e", "gone")):
        (tmp_path / name).symlink_to(target)
    os.mkfifo(tmp_path / "c.md")
    told = [item for item in discover([str(tmp_path)]) if isinstance(item, FileProblem)]
    assert {Path(item.path).name: item.problem for item in told} == {
        "a.md": "a link to a file that does not exist; correct or remove the link",
        "b.md": "too many levels of symbolic links",
        "c.md": "not a regular file",
    }
    assert len(told) == len(list(discover([str(tmp_path)])))


@pytest.mark.parametrize("folder", [".", "docs"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "UTF-16"])
def test_a_gitignore_that_is_not_used_is_told(tmp_path: Path, folder: str, kind: str) -> None:
    """In the folder that is walked as in those above it."""
    touch(tmp_path, "docs/a.md")
    (tmp_path / ".git").mkdir()
    path = tmp_path / ".gitignore"
    if kind == "UTF-16":
        path.write_text("a.md\n", "utf-16")
    else:
        {"link": lambda: path.symlink_to("gone"), "pipe": lambda: os.mkfifo(path)}.get(
            kind, path.mkdir
        )()
    told = [item for item in discover([str(tmp_path / folder)]) if isinstance(item, Skipped)]
    assert [item.path for item in told] == [str(path)]
    assert told[0].reason.startswith("its patterns are not used: ")


def test_exclude_holds_for_files_that_are_named(tmp_path: Path) -> None:
    """Hooks name files, and the configuration still decides."""
    touch(tmp_path, "a.md", "old/b.md", "old/deep/c.md")
    assert found(tmp_path, "old/") == ["a.md"]
    named = list(discover([str(tmp_path / "old/b.md")], ["old/"], tmp_path))
    assert named == [Skipped(str(tmp_path / "old/b.md"), "excluded by the settings")]


def test_a_named_file_of_another_kind_is_reported_as_skipped(tmp_path: Path) -> None:
    """Nothing that a user names is passed over in silence."""
    touch(tmp_path, "a.wiki")
    (item,) = discover([str(tmp_path / "a.wiki")])
    assert isinstance(item, Skipped)
    assert item.reason.startswith("unsupported kind of file (supported: Markdown, ")


def test_a_path_that_is_not_there_is_a_problem_and_the_rest_goes_on(tmp_path: Path) -> None:
    """One bad path does not stop a run."""
    touch(tmp_path, "a.md")
    missing, there = discover([str(tmp_path / "gone"), str(tmp_path)])
    assert isinstance(missing, FileProblem)
    assert "no such file" in missing.problem
    assert there == str(tmp_path / "a.md")


def test_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    """`check docs docs/a.md` reports each finding once."""
    touch(tmp_path, "a.md")
    assert len(list(discover([str(tmp_path), str(tmp_path / "./a.md")]))) == 1


def test_a_folder_named_many_times_is_walked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name of a list costs no walk; a problem of it is told once, too."""
    touch(tmp_path, "a.md")
    walks: list[str] = []

    def counted(folder: str) -> object:
        walks.append(folder)
        return scandir(folder)

    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", counted)
    named = [str(tmp_path), f"{tmp_path}/", f"{tmp_path}/gone"] * 50
    assert len([*discover(named)]) == 2
    assert len(walks) <= 2


def test_no_two_paths_yield_a_file_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is named together, and in which order: each file is yielded once, at its first."""
    touch(tmp_path, "a.md", "docs/a.md", "docs/b/c.md", "docs-2/a.md", ".hidden/x.md")
    monkeypatch.chdir(tmp_path)
    tops = [".", "docs", "docs/", "./docs/b", str(tmp_path / "docs"), "docs/a.md", "a.md", "docs-2"]
    tops += [".hidden", ".hidden/x.md", "*", "**/*.md", "docs/../docs"]
    alone = {top: list(discover([top])) for top in tops}
    for named in permutations(tops, 3):
        every = chain.from_iterable(alone[top] for top in named)
        assert list(discover(named)) == list(dict.fromkeys(every)), named


def test_a_deep_tree_and_a_loop_of_links_end(tmp_path: Path) -> None:
    """A walk uses no recursion and follows no link to a folder."""
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
    touch(deep, "a.md")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert len(found(tmp_path)) == 1


def test_a_pattern_matches_a_link_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a pattern matches is a name, although it may look like a pattern."""
    monkeypatch.chdir(tmp_path)
    for name in ("x*", "?*", "*?"):
        Path(name).symlink_to("nowhere")
    for named in ("x*", "?*", "*?"):
        items = list(discover([named]))
        assert items
        assert {type(item) for item in items} == {FileProblem}


@pytest.mark.parametrize("name", ["with space.md", "täx.md", "new\nline.md", "-x.md"])
def test_odd_names_are_found(tmp_path: Path, name: str) -> None:
    """Any name that the file system allows is a name."""
    touch(tmp_path, name)
    assert found(tmp_path) == [name]


def test_suffixes_are_compared_without_case(tmp_path: Path) -> None:
    """A file of Windows or of an old project is no less a document."""
    touch(tmp_path, "README.MD", "a.Rmd", "b.RMarkdown", "c.mdown", "d.mdwn")
    assert found(tmp_path) == ["README.MD", "a.Rmd", "b.RMarkdown", "c.mdown"]
