"""Collect the files for the page on which readers try the checker.

These are the files of Pyodide and an archive of Python packages. Pyodide, which is Python for
browsers, is an npm package that is not part of the manual. The Python packages are the installed
ones.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[1] / "_try"
VERSION: Final = "314.0.7"
INTEGRITY: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The SHA-512 digest of the tarball that npm publishes, in base64."""
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK: Final = "pyodide-lock.json"
OURS: Final = ("page.js", "worker.js", "page.css")
PACKAGES: Final = {
    "mdlint_doi": "sphinx-doi",
    "bibtexparser": "bibtexparser",
    "docutils": "docutils",
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "mdurl": "mdurl",
    "pylatexenc": "pylatexenc",
    "yaml": "PyYAML",
}
"""This package and the packages that check its fixes: the distribution of each module."""
_LICENCES: Final = ("LICENSE", "LICENCE", "COPYING")
_OLD: Final = (1980, 1, 1, 0, 0, 0)


class MissingError(Exception):
    """Pyodide is not available; the message contains the reason."""


def package(setting: str, folder: Path) -> Path:
    """Return the path of the npm package with Pyodide, a folder or a tarball.

    Args:
        setting: the value of `try_pyodide`: a path, `npm` to download the package, or empty.
        folder: the folder for the download.

    Raises:
        MissingError: if the setting is empty, or the package cannot be downloaded.
    """
    if not setting:
        message = "it was built without Pyodide, which is Python for browsers"
        raise MissingError(message)
    if setting != "npm":
        return Path(setting).absolute()
    path = folder / f"pyodide-{VERSION}.tgz"
    if not path.is_file():
        _download(folder)
    digest = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        path.unlink()
        message = f"the package Pyodide {VERSION} from npm has a wrong checksum"
        raise MissingError(message)
    return path


def _download(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        message = "npm, which downloads Pyodide, is not installed"
        raise MissingError(message)
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", "--silent", "--fetch-retries=1", f"pyodide@{VERSION}"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        message = f"npm could not fetch Pyodide ({type(error).__name__})"
        raise MissingError(message) from error


def pyodide(path: Path) -> dict[str, bytes]:
    """Return the files of Pyodide that the page needs, from a folder or a tarball.

    Raises:
        MissingError: if the path does not contain them.
    """
    try:
        if path.is_dir():
            found = {name: (path / name).read_bytes() for name in (*PYODIDE, LOCK)}
        else:
            with tarfile.open(path) as archive:
                found = {name: _member(archive, name) for name in (*PYODIDE, LOCK)}
    except (OSError, KeyError, tarfile.TarError) as error:
        message = f"{path.name} is not a package of Pyodide ({error})"
        raise MissingError(message) from error
    return {**found, LOCK: _lock(found[LOCK])}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    return file.read() if file else b""


def _lock(data: bytes) -> bytes:
    """Return Pyodide's list of packages without entries, so that none is downloaded."""
    return json.dumps({"info": json.loads(data)["info"], "packages": {}}).encode()


def packages() -> bytes:
    """Return an archive of the modules that the page imports, and of their licences."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(name, _OLD), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    yield "try_check.py", HERE / "try_check.py"
    for module, name in PACKAGES.items():
        spec = find_spec(module)
        for root in map(Path, (spec and spec.submodule_search_locations) or ()):
            for path in root.rglob("*.py"):
                yield f"{module}/{path.relative_to(root).as_posix()}", path
        yield from _licences(name)


def _licences(name: str) -> Iterator[tuple[str, Path]]:
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return
    for file in files:
        path = Path(str(file.locate()))
        if path.name.upper().startswith(_LICENCES) and path.suffix != ".py" and path.is_file():
            yield f"licences/{name}/{'_'.join(file.parts)}", path
