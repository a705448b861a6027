"""The lines of README and manual that need what is published: `python .ci/published.py`.

`REVISION` in `mdlint_doi/text/version.py` switches them. While it is `main`, they install from the
repository and say that it is not open yet. When it is the tag of a release, they use that release.
A text between `<!-- published: NAME -->` and `<!-- end -->` has a form for each state in `_TEXTS`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).parents[1]
BRANCH: Final = "main"
_REPOSITORY: Final = "git+https://github.com/sphinx-doi/sphinx-doi"
_NOT_YET: Final = (
    "The commands in this section need the public repository, which is not open yet.\n"
    "sphinx-doi is not on PyPI yet, either. Until the first release, use a clone."
)
_ON_PYPI: Final = "sphinx-doi {version} is on [PyPI](https://pypi.org/project/sphinx-doi/)."
_RECIPES: Final = (
    "Until the first release, these recipes need the public repository, which is not open yet.\n"
    "With a clone next to your project, this command runs the first hook:\n"
    "`pre-commit try-repo ../sphinx-doi mdlint-doi --all-files`.\n"
    "In `.pre-commit-config.yaml`, you can also write `repo: /path/to/clone`, and a commit as\n"
    "`rev`."
)
_ACTION_YET: Final = (
    "Until the first release, use `@main` or a commit. From then on, `@v0` follows the newest\n"
    "0.x release."
)
_TEXTS: Final = {
    "install": (_NOT_YET, _ON_PYPI),
    "recipes": (_RECIPES, "These recipes use the release {version}."),
    "action": (_ACTION_YET, "`@v{major}` follows the newest {major}.x release."),
}
"""By name: the text until the first release, and the text from then on."""
_BLOCK: Final = re.compile(
    r"^(<!-- published: (\w+) -->\n).*?^(?=<!-- end -->$)", re.MULTILINE | re.DOTALL
)
_REQUIREMENT: Final = re.compile(
    r'(pip install "|PACKAGE: |^(?=sphinx-doi\[))(sphinx-doi(?:\[\w+\])?)'
    r'(?: @ git\+https://github\.com/sphinx-doi/sphinx-doi)?(?="?$)',
    re.MULTILINE,
)
_TOOL: Final = re.compile(r"(?<=uvx --from )\S+(?= mdlint-doi )")
_HOOK: Final = re.compile(r"(?<=^    rev: )\S+", re.MULTILINE)
_ACTION: Final = re.compile(r"(?<=uses: sphinx-doi/sphinx-doi@)\S+")
_TEMPLATE: Final = re.compile(
    r"(?<=raw\.githubusercontent\.com/sphinx-doi/sphinx-doi/)[^/\s]+(?=/templates/)"
)


def main() -> int:
    """Write the pages anew; print which ones changed."""
    revision = revision_of(TOP)
    for path in pages(TOP):
        old = path.read_text("utf-8")
        new = switched(old, revision)
        if new != old:
            path.write_text(new, "utf-8")
            sys.stdout.write(f"{path.relative_to(TOP)}\n")
    return 0


def revision_of(tree: Path) -> str:
    """Return the revision of a tree: the branch, or the tag of the release."""
    text = (tree / "mdlint_doi/text/version.py").read_text("utf-8")
    found = re.search(r'^REVISION: Final = "(\S+)"$', text, re.MULTILINE)
    if found is None:
        message = "mdlint_doi/text/version.py has no REVISION"
        raise ValueError(message)
    return found[1]


def pages(tree: Path) -> Iterator[Path]:
    """Yield the files with such lines: README, the manual, the template and the editor's page."""
    named = ("README.md", "templates/mdlint-doi.yml", "editors/vscode/README.md")
    yield from (tree / name for name in named if (tree / name).exists())
    for suffix in ("md", "rst"):
        yield from sorted((tree / "example_docs").rglob(f"*.{suffix}"))


def switched(text: str, revision: str) -> str:
    """Return a page's text as it has to be at a revision."""
    version = revision.removeprefix("v")
    major = version.partition(".")[0]
    released = revision != BRANCH
    words = {"version": version, "major": major}
    text = _BLOCK.sub(
        lambda found: f"{found[1]}{_TEXTS[found[2]][released].format(**words)}\n", text
    )
    text = _REQUIREMENT.sub(r"\1\2" if released else rf"\1\2 @ {_REPOSITORY}", text)
    text = _TOOL.sub("sphinx-doi" if released else _REPOSITORY, text)
    text = _HOOK.sub(revision, text)
    text = _ACTION.sub(f"v{major}" if released else BRANCH, text)
    return _TEMPLATE.sub(revision, text)


if __name__ == "__main__":
    sys.exit(main())
