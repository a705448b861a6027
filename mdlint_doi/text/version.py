"""The version of this package, and the revision to use; tests compare both with the pages."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
REVISION: Final = "main"
"""The revision of hooks and the action in README, manual and `mdlint-doi init`: a release's tag.

Until the first release it is the branch, because there is no tag yet and a commit would soon be
old.
"""
