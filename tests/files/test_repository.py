"""What git's files say of the repository's host."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.files.repository import place_links

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def repository(folder: Path, url: str, head: str = "ref: refs/heads/main") -> Path:
    """Write what git would have in a repository."""
    git = folder / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text(f"{head}\n")
    (git / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
    (git / "config").write_text(
        '[core]\n\tbare = false\n[remote "fork"]\n\turl = https://github.com/x/y\n'
        f'[remote "origin"]\n\tfetch = +refs/heads/*\n\tURL = {url}\n[branch "main"]\n\turl = no\n'
    )
    return folder


def address(folder: Path) -> str | None:
    """The address of the third line of `a.md`."""
    links = place_links(folder)
    return links.address("a.md", 3) if links else None


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://github.com/o/r.git", "https://github.com/o/r/blob/{}/docs/a.md#L3"),
        ("https://me:secret@github.com/o/r/", "https://github.com/o/r/blob/{}/docs/a.md#L3"),
        ("git@github.com:o/r.git", "https://github.com/o/r/blob/{}/docs/a.md#L3"),
        ("ssh://git@GitLab.com:22/a/b/r", "https://gitlab.com/a/b/r/-/blob/{}/docs/a.md#L3"),
        ("https://codeberg.org/o/r", "https://codeberg.org/o/r/src/commit/{}/docs/a.md#L3"),
        ("https://bitbucket.org/o/r", "https://bitbucket.org/o/r/src/{}/docs/a.md#lines-3"),
        ("https://git.example.org/o/r", None),
        ("/srv/git/r.git", None),
        ("", None),
    ],
)
def test_a_known_host_gives_addresses(tmp_path: Path, url: str, page: str | None) -> None:
    """The remote `origin` in each of its forms, never with the user's password."""
    docs = repository(tmp_path, url) / "docs"
    docs.mkdir()
    assert address(docs) == (page and page.format(COMMIT))


def test_the_commit_may_be_packed_or_checked_out(tmp_path: Path) -> None:
    """HEAD is a commit, or a branch that `packed-refs` holds, or one without a commit yet."""
    other = "f" * 40
    git = repository(tmp_path, "https://github.com/o/r", other) / ".git"
    assert f"/blob/{other}/" in str(address(tmp_path))
    (git / "HEAD").write_text("ref: refs/heads/packed\n")
    assert address(tmp_path) is None
    (git / "packed-refs").write_text(f"# pack-refs\n{other} refs/heads/packed\n^{COMMIT}\n")
    assert f"/blob/{other}/" in str(address(tmp_path))


def test_a_worktree_shares_the_remote(tmp_path: Path) -> None:
    """`.git` is a file there, which names its folder, which names the common one."""
    git = repository(tmp_path / "main", "https://github.com/o/r") / ".git"
    own = git / "worktrees" / "w"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    (own / "HEAD").write_text(f"{'a' * 40}\n")
    tree = tmp_path / "w"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n")
    assert f"/blob/{'a' * 40}/a.md" in str(address(tree))


def test_what_is_no_repository_gives_nothing(tmp_path: Path) -> None:
    """A `.git` of another kind, an empty one, bytes that are no text."""
    (tmp_path / ".git").mkdir()
    assert address(tmp_path) is None
    (tmp_path / ".git" / "config").write_bytes(b"\xff\xfe[")
    assert address(tmp_path) is None
