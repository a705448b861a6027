"""Files of which git keeps another text than the folder holds: those that a filter cleans.

gitattributes(5): `filter`. With nbstripout git keeps notebooks without their outputs, with Git LFS
three lines in place of a file. The lines that git tells of are those of what it keeps.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from mdlint_doi.files.git import Git

_NONE: Final = (b"unspecified", b"unset")


def filtered(git: Git, names: Collection[bytes]) -> frozenset[bytes]:
    """Return which files have a filter, by their paths from the repository's top.

    Raises:
        GitError: if git cannot tell.

    """
    if not names:
        return frozenset()
    given = b"".join(name + b"\0" for name in names)
    told = git.output("check-attr", "-z", "--stdin", "filter", given=given).split(b"\0")
    return frozenset(
        name for name, value in zip(told[::3], told[2::3], strict=False) if value not in _NONE
    )
