"""The version of this package, and the revision to use it at; tests hold both against the pages."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
REVISION: Final = "main"
"""What README, manual and `mdlint-doi init` use hooks and the action at: the tag of the release.

Until the first release it is the branch: there is no tag yet, and a commit that stands here is an
old one soon, without the rules and corrections that came after it.
"""
