"""Bytes in, bytes out."""

from __future__ import annotations

import os
import stat
import struct
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.files import reading
from mdlint_doi.files.reading import FileProblem, decode, encode, read_bytes
from mdlint_doi.files.writing import Replacement


def rewrite(path: Path, old: str, new: str, roots: tuple[str, ...] = ()) -> None:
    """Change a file's text as a fix does."""
    before = read_bytes(str(path))
    source = decode(str(path), before)
    after = source.replace(text=source.text.replace(old, new))
    Replacement(str(path), before, after, roots).finish()


@given(st.text(st.characters(codec="utf-8")), st.booleans())
def test_decoding_and_encoding_give_the_bytes_back(text: str, bom: bool) -> None:  # noqa: FBT001
    """Line ends, a BOM and a missing last line end survive."""
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    assert encode(decode("x.md", data)) == data


@pytest.mark.parametrize(
    ("text", "newline"),
    [("one", "\n"), ("a\rb\nc", "\n"), ("a\nb\r\nc", "\n"), ("a\r\nb\nc", "\r\n"), ("a\rb", "\r")],
)
def test_what_is_added_ends_as_the_first_line(text: str, newline: str) -> None:
    """A text without a line end gets that of Unix; a lone CR counts if there is no LF."""
    assert decode("x.md", text.encode()).newline == newline


def test_bytes_that_are_not_utf8_are_located(tmp_path: Path) -> None:
    """The error names line and column, and what to do."""
    path = tmp_path / "x.md"
    path.write_bytes(b"\xef\xbb\xbfone\ntw\xc3\xb6 \xe9 three\n")
    with pytest.raises(FileProblem, match=r"x\.md:2:5: not UTF-8; convert"):
        decode(str(path), read_bytes(str(path)))


def test_crlf_bom_mode_and_missing_newline_survive_a_write(tmp_path: Path) -> None:
    """A fix changes the bytes of the DOI and nothing else about the file."""
    path = tmp_path / "x.md"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree")
    path.chmod(0o640)
    rewrite(path, "two", "2")
    assert path.read_bytes() == b"\xef\xbb\xbfone\r\n2\rthree"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.md"]


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
def test_extended_attributes_survive_a_write(tmp_path: Path) -> None:
    """What a user noted at a file, and who else may read it, stay with it."""
    path = tmp_path / "x.md"
    path.write_text("one")
    user, other = (1, 6, 0xFFFFFFFF), (2, 4, 12345)
    entries = (user, other, (4, 4, 0xFFFFFFFF), (16, 4, 0xFFFFFFFF), (32, 0, 0xFFFFFFFF))
    try:
        os.setxattr(path, "user.note", b"mine")
        acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
        os.setxattr(path, "system.posix_acl_access", acl)
    except OSError:
        pytest.skip("the file system has none")
    before = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    rewrite(path, "one", "two")
    assert path.read_text() == "two"
    assert {name: os.getxattr(path, name) for name in os.listxattr(path)} == before
    assert len(before) == 2


def test_a_link_inside_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    """Replacing the link by a file would change the tree."""
    (tmp_path / "real.md").write_text("one")
    (tmp_path / "link.md").symlink_to("real.md")
    rewrite(tmp_path / "link.md", "one", "two", (str(tmp_path),))
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_text() == "two"


def test_a_link_that_leads_out_of_the_tree_is_not_written(tmp_path: Path) -> None:
    """A repository from a stranger cannot make a fix write to another place."""
    (tmp_path / "out.md").write_text("one")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "link.md").symlink_to("../out.md")
    with pytest.raises(FileProblem, match="leads out of the checked folders"):
        rewrite(tree / "link.md", "one", "two", (str(tree),))
    assert (tmp_path / "out.md").read_text() == "one"


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    """Two runs at once never undo each other's work."""
    path = tmp_path / "x.md"
    path.write_text("one")
    source = decode(str(path), b"one")
    path.write_text("other")
    with pytest.raises(FileProblem, match="another program changed the file"):
        Replacement(str(path), b"one", source.replace(text="two")).finish()
    assert path.read_text() == "other"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_files_without_permission_are_problems(tmp_path: Path) -> None:
    """An unreadable or read-only file is one clear line."""
    path = tmp_path / "x.md"
    path.write_text("one")
    path.chmod(0o444)
    with pytest.raises(FileProblem, match="permission denied"):
        rewrite(path, "one", "two")
    path.chmod(0)
    with pytest.raises(FileProblem, match="permission denied"):
        read_bytes(str(path))


@pytest.mark.parametrize("said", [1, 3, 9, 20])
def test_all_of_a_file_is_read_whatever_size_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: int
) -> None:
    """A file that grows or shrinks meanwhile is read to its end, and no further than the limit."""
    path = tmp_path / "x.md"
    path.write_bytes(b"123456789")
    real = os.stat(path)  # noqa: PTH116
    status = os.stat_result((*real[:6], said, *real[7:]))
    monkeypatch.setattr(reading, "os", SimpleNamespace(fstat=lambda _: status, open=os.open))
    assert read_bytes(str(path)) == b"123456789"
    assert read_bytes(str(path), limit=9) == b"123456789"
    with pytest.raises(FileProblem, match="larger than"):
        read_bytes(str(path), limit=8)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """Reading a folder is a problem, not a crash."""
    with pytest.raises(FileProblem, match="is a directory"):
        read_bytes(str(tmp_path))
