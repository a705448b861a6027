"""The version of this package, and how it is installed; tests compare both with the pages."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
_BRANCH: Final = "main"
REVISION: Final = "main"
"""The revision of hooks and the action in README, manual and `mdlint-doi init`: a release's tag.

Until the first release it is the branch, because there is no tag yet and a commit would soon be
old.
"""


def installation(extra: str, revision: str = REVISION) -> str:
    """Return the command that installs an extra, for messages.

    Until the first release, the package is on no index, so that the command needs a clone. Double
    quotes work in every shell.
    """
    if revision == _BRANCH:
        return f'in a clone of sphinx-doi, run: python -m pip install ".[{extra}]"'
    return f'run: python -m pip install "sphinx-doi[{extra}]"'
