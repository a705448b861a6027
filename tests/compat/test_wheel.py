"""The wheel, unpacked into an empty place: what users get, in the environments they have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
BAD = b"a http://dx.doi.org/10.1000/182 \xc3\xa9\r\nb\r\n"
GOOD = b"a https://doi.org/10.1000/182 \xc3\xa9\r\nb\r\n"


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack it."""
    folder = tmp_path_factory.mktemp("unpacked")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(
    unpacked: Path, *arguments: str, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run Python on the unpacked wheel, all warnings errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=cwd,
        capture_output=True,
        timeout=500,
        check=False,
        env={**os.environ, "PYTHONPATH": str(unpacked), "PYTHONWARNINGS": "error", **environment},
    )


def test_what_is_in_it(wheel: Path) -> None:
    """All modules, the marker of types and the entry points; no tests, nothing compiled."""
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        points = archive.read(next(name for name in names if name.endswith("entry_points.txt")))
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in ("mdlint_doi", "sphinx_doi")
        for path in (ROOT / package).rglob("*.py")
    }
    assert sources <= names
    assert "mdlint_doi/py.typed" in names
    tops = {name.split("/")[0] for name in names}
    assert tops - {"mdlint_doi", "sphinx_doi"} == {wheel.name.rsplit("-", 3)[0] + ".dist-info"}
    assert not any(name.endswith((".pyc", ".pyo")) for name in names)
    for point in (b"mdlint-doi = mdlint_doi.cli:main", b"[sphinx.builders]", b"[mdformat."):
        assert point in points


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C.UTF-8"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
    ],
    ids=["C", "UTF-8", "latin-1"],
)
def test_any_locale(unpacked: Path, tmp_path: Path, locale: dict[str, str]) -> None:
    """Reports and fixes are the same bytes in every locale; line ends are kept; no warning."""
    path = tmp_path / "ä.md"
    path.write_bytes(BAD)
    arguments = ("-m", "mdlint_doi", "check", "--offline")
    seen = python(unpacked, *arguments, ".", cwd=tmp_path, **locale)
    assert seen.returncode == 1
    assert b".md:1:3: DOI201" in seen.stdout
    assert "10.1000/182 é".encode() in seen.stdout
    assert seen.stderr == b""
    fixed = python(unpacked, *arguments, "--fix", ".", cwd=tmp_path, **locale)
    assert fixed.returncode == 0
    assert path.read_bytes() == GOOD


def test_without_sphinx(unpacked: Path, tmp_path: Path) -> None:
    """The base install has no Sphinx, docutils, mdformat, h2: all else works."""
    script = """
import sys
for name in ("sphinx", "docutils", "mdformat", "h2", "linkify_it"):
    sys.modules[name] = None
import mdlint_doi, sphinx_doi
from mdlint_doi.cli import main
assert mdlint_doi.__file__.startswith(sys.argv[1]), mdlint_doi.__file__
offline = mdlint_doi.Settings(offline=True)
assert mdlint_doi.fix_text("http://dx.doi.org/10.1000/182", settings=offline)
assert mdlint_doi.normalize("doi:10.1000/182")
for name in mdlint_doi.__all__:
    getattr(mdlint_doi, name)
sys.exit(main(["check", "--offline", "x.md"]))
"""
    (tmp_path / "x.md").write_bytes(BAD)
    done = python(unpacked, "-c", script, str(unpacked), cwd=tmp_path)
    assert done.returncode == 1, done.stderr.decode()
    assert b"DOI201" in done.stdout


def test_sphinx_builds_a_page(unpacked: Path, tmp_path: Path) -> None:
    """The extension builds a page in the C locale, without a warning."""
    pytest.importorskip("sphinx")
    (tmp_path / "conf.py").write_text("extensions = ['sphinx_doi']\n")
    (tmp_path / "index.rst").write_text("T\n=\n\n:doi:`10.1000/182`\n")
    arguments = ("-m", "sphinx", "-W", "-q", "-b", "html", ".", "out")
    done = python(unpacked, *arguments, cwd=tmp_path, PYTHONWARNINGS="", LC_ALL="C")
    assert done.returncode == 0, done.stderr.decode()
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert 'href="https://doi.org/10.1000/182"' in page


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends(unpacked: Path, tmp_path: Path, end: str) -> None:
    """Lines are counted and kept as the file has them, a byte order mark too."""
    path = tmp_path / "x.md"
    lines = ["# a", "", "b http://dx.doi.org/10.1000/182", ""]
    path.write_bytes(b"\xef\xbb\xbf" + end.join(lines).encode())
    arguments = ("-m", "mdlint_doi", "check", "--offline", "--output-format", "concise", "x.md")
    seen = python(unpacked, *arguments, cwd=tmp_path)
    assert b"x.md:3:3: DOI201" in seen.stdout, seen.stdout + seen.stderr
    python(unpacked, "-m", "mdlint_doi", "check", "--offline", "--fix", "x.md", cwd=tmp_path)
    lines[2] = "b https://doi.org/10.1000/182"
    assert path.read_bytes() == b"\xef\xbb\xbf" + end.join(lines).encode()
