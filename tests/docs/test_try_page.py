"""The page where one tries the checker: its files, and what it says where some are missing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from docs.examples import MANUAL
from docs.try_texts import TEXTS
from sphinx.testing.util import SphinxTestApp

_CALL = """
import json, sys, sysconfig
paths = sysconfig.get_paths()
sys.path[:] = [sys.argv[1], *(one for one in sys.path if "site-packages" not in one)]
import try_check
texts = json.load(sys.stdin)
told = {name: [json.loads(try_check.findings(text, name)), try_check.fixed(text, name)]
        for name, text in texts.items()}
assert all(sys.modules[name].__file__.startswith(sys.argv[1]) for name in ("yaml", "docutils"))
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def files() -> ModuleType:
    """Return what collects the files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MANUAL / "_ext")
        return import_module("try_files")


def test_the_archive_is_all_that_a_check_needs(files: ModuleType, tmp_path: Path) -> None:
    """Beside Python itself: the rules, and the guard of each format."""
    archive = tmp_path / "packages.zip"
    archive.write_bytes(files.packages())
    given = json.dumps({name: text for name, (text, _) in TEXTS.items()})
    command = [sys.executable, "-I", "-S", "-c", _CALL, str(archive)]
    done = subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", check=False, timeout=500
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for name, (text, fixed) in TEXTS.items():
        findings, result = told[name]
        assert result == fixed
        assert findings
        for finding in findings:
            units = text.encode("utf-16-le")[2 * finding["start"] : 2 * finding["end"]]
            assert units.decode("utf-16-le") in text.splitlines()[finding["line"] - 1]


def test_the_archive_is_the_same_each_time(files: ModuleType) -> None:
    """A site that is built anew has changed where something in it did."""
    assert files.packages() == files.packages()


def test_pyodide_is_the_one_that_we_know(
    files: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing, no package, another one than npm stated, no npm: each with its reason."""

    def reason(setting: str) -> str:
        with pytest.raises(files.MissingError) as caught:
            files.pyodide(files.package(setting, tmp_path))
        return str(caught.value)

    assert "without Pyodide" in reason("")
    assert "x.tgz is not a package of Pyodide" in reason(str(tmp_path / "x.tgz"))
    tarball = tmp_path / f"pyodide-{files.VERSION}.tgz"
    with tarfile.open(tarball, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("package/pyodide.mjs"), io.BytesIO())
    assert "is not a package of Pyodide" in reason(str(tarball))
    assert "has a wrong checksum" in reason("npm")
    assert not tarball.exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "is not installed" in reason("npm")


def test_a_build_without_pyodide_says_what_is_missing(tmp_path: Path) -> None:
    """No warning, no file, and the command that builds one."""
    conf = f"import sys; sys.path.insert(0, {str(MANUAL / '_ext')!r})\nextensions = ['try_page']\n"
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    (tmp_path / "index.rst").write_text("Title\n=====\n\n.. try-page::\n", encoding="utf-8")
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.build()
        page = (tmp_path / "_build" / "html" / "index.html").read_text(encoding="utf-8")
        assert "TRY_PYODIDE=npm python -m sphinx" in page
        assert "Content-Security-Policy" not in page
        assert app.warning.getvalue() == ""
    finally:
        app.cleanup()
    assert not (tmp_path / "_build" / "html" / "_static" / "try").exists()


def test_the_button_stands_where_the_page_works() -> None:
    """A build with Pyodide has a button on its first page, and a build without it has none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MANUAL / "_ext")
        add_button = import_module("try_page").add_button
    text = (MANUAL / "index.md").read_text(encoding="utf-8")
    for problem, buttons in (("", 1), ("it was built without Pyodide", 0)):
        source = [text]
        add_button(SimpleNamespace(config=SimpleNamespace(try_problem=problem)), "index", source)
        assert source[0].count("[Try it in your browser](try.md)") == buttons
