"""The version of this package, and how to install it; tests compare both with the manual."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
_BRANCH: Final = "main"
REVISION: Final = "main"
"""The revision for hooks and the action in README, the manual and `mdlint-doi init`.

It is the tag of a release. Until the first release it is the branch, because a commit would soon be
old.
"""


def installation(extra: str, revision: str = REVISION) -> str:
    """Return the command that installs an extra, for messages.

    Until the first release, the package is on no index, so the command needs a clone. Double quotes
    work in every shell.
    """
    if revision == _BRANCH:
        return f'in a clone of sphinx-doi, run: python -m pip install ".[{extra}]"'
    return f'run: python -m pip install "sphinx-doi[{extra}]"'
