"""Run the tests of the Sphinx extension on other versions of Sphinx.

    python tests/compat/sphinx_versions.py 7.3 8.2
    python tests/compat/sphinx_versions.py 9.2 --python python3.13

The second needs a Python that Sphinx 9.1 and later run on: 3.12 or newer. Each version gets a
virtual environment of its own in a temporary folder, with what it can work with; the project is
installed as users install it. Two minutes for each version, half of it installation. Deprecation
warnings of these versions are errors only where this project's code is what they are about: the
others are of Sphinx's own past.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
VERSIONS = {
    "7.3": ("sphinx==7.3.*", "docutils==0.21.*"),
    "8.2": ("sphinx==8.2.*", "docutils==0.21.*"),
    "9.0": ("sphinx==9.0.*",),
    "9.1": ("sphinx==9.1.*",),
    "9.2": ("sphinx==9.2.*", "docutils==0.23.*"),
    "newest": ("sphinx",),
    "notebooks": ("sphinx", "nbsphinx", "myst-nb", "pypandoc_binary"),
}
TESTS = ("tests/sphinx", "tests/browser", "tests/docs")
TESTING = "defusedxml"  # which sphinx.testing of 7.3 imports


def main() -> int:
    """Test the versions that are named, or all; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", help=f"of {', '.join(VERSIONS)}; default: all")
    parser.add_argument("--python", default=sys.executable, help="make the environments with this")
    options = parser.parse_args()
    unknown = set(options.versions) - set(VERSIONS)
    if unknown:
        parser.error(f"no such version: {', '.join(sorted(unknown))}")
    failed = [name for name in options.versions or VERSIONS if not passes(name, options.python)]
    sys.stdout.write(f"failed: {', '.join(failed) or 'none'}\n")
    return len(failed)


def passes(name: str, python: str) -> bool:
    """Return whether the tests pass on a version of Sphinx."""
    with TemporaryDirectory(prefix=f"sphinx-{name}-") as folder:
        if python == sys.executable:
            venv.create(folder, with_pip=True)
        else:
            subprocess.run([python, "-m", "venv", folder], check=True)
        own = str(Path(folder) / "bin" / "python")
        install = [own, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*install, f"{ROOT}[test]", *VERSIONS[name], TESTING], check=True)
        sys.stdout.write(f"== Sphinx {name}\n")
        sys.stdout.flush()
        tests = [own, "-m", "pytest", "-q", *warnings(), "-p", "no:cacheprovider", *TESTS]
        return not subprocess.run(tests, cwd=ROOT, check=False).returncode


def warnings() -> list[str]:
    """Return the options of pytest that make warnings about this project's modules errors."""
    files = sorted((ROOT / "sphinx_doi").rglob("[!_]*.py"))
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files)
    modules = ["sphinx_doi", *names]
    return ["-W", "default", *(f"-Werror:::{module}" for module in modules)]


if __name__ == "__main__":
    sys.exit(main())
