"""Run the tests of the Sphinx extension on other versions of Sphinx.

    python tests/compat/sphinx_versions.py 7.3 8.2
    python tests/compat/sphinx_versions.py 9.2 --python python3.13 --tests tests/sphinx
    python tests/compat/sphinx_versions.py lowest --tests tests/formats tests/sphinx

The second needs a Python that this Sphinx runs on: 3.12 or newer for 9.1, 3.13 for 9.2. The third
runs on the lowest versions that pyproject allows, of all packages. Each
version gets a virtual environment of its own in a temporary folder, with what it can work with; the
project is installed as users install it, from the wheel that DOI_WHEEL names if it names one. Two
minutes for each version, half of it installation. Deprecation warnings of these versions are errors
only where this project's code is what they are about: the others are of Sphinx's own past.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
VERSIONS = {
    "7.3": ("sphinx==7.3.*", "docutils==0.20.*"),
    "8.2": ("sphinx==8.2.*", "docutils==0.21.*"),
    "9.0": ("sphinx==9.0.*",),
    "9.1": ("sphinx==9.1.*",),
    "9.2": ("sphinx==9.2.*", "docutils==0.23.*"),
    "newest": ("sphinx",),
    "lowest": (),
    "programs": (),
    "book": ("jupyter-book<2",),  # which brings its own version of Sphinx
}
EXTRAS = {"programs": "test,programs"}
"""The extras of the project to install; for all others, `test`."""
LOWEST = ("--resolution", "lowest-direct")
"""Options of uv: of each package that pyproject names, the lowest version that it allows."""
TESTS = ("tests/sphinx", "tests/browser", "tests/docs")
WARNINGS = ("-o", "filterwarnings=default\nerror:::(mdlint|sphinx)_doi")
"""Options of pytest: warnings about this project's modules are errors."""
TESTING = "defusedxml"  # which sphinx.testing of 7.3 imports


def main() -> int:
    """Test the versions that are named, or all; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", help=f"of {', '.join(VERSIONS)}; default: all")
    parser.add_argument("--python", default=sys.executable, help="make the environments with this")
    parser.add_argument("--tests", nargs="+", default=TESTS, help=f"default: {' '.join(TESTS)}")
    options = parser.parse_args()
    unknown = set(options.versions) - set(VERSIONS)
    if unknown:
        parser.error(f"no such version: {', '.join(sorted(unknown))}")
    names = options.versions or VERSIONS
    failed = [name for name in names if not passes(name, options.python, options.tests)]
    sys.stdout.write(f"failed: {', '.join(failed) or 'none'}\n")
    return len(failed)


def passes(name: str, python: str, tests: Sequence[str]) -> bool:
    """Return whether tests pass on a version of Sphinx."""
    with TemporaryDirectory(prefix=f"sphinx-{name}-") as folder:
        if python == sys.executable:
            venv.create(folder, with_pip=True)
        else:
            subprocess.run([python, "-m", "venv", folder], check=True)
        own = str(Path(folder) / "bin" / "python")
        install = [own, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        project = os.environ.get("DOI_WHEEL") or ROOT
        wanted = [f"{project}[{EXTRAS.get(name, 'test')}]", *VERSIONS[name], TESTING]
        if name == "lowest":  # pip installs only the newest
            subprocess.run([*install, "uv"], check=True)
            install = [own, "-m", "uv", "pip", "install", "-q", "--python", own, *LOWEST]
        subprocess.run([*install, *wanted], check=True)
        sys.stdout.write(f"== Sphinx {name}\n")
        sys.stdout.flush()
        command = [own, "-m", "pytest", "-q", *WARNINGS, "-p", "no:cacheprovider", *tests]
        return not subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
