"""What the package index shows of the README: its links are relative, and an index needs addresses.

Hatchling loads this file (`tool.hatch.metadata.hooks.custom`), so it imports nothing of ours.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PAGES: Final = "https://github.com/sphinx-doi/sphinx-doi/blob"
_FILES: Final = "https://raw.githubusercontent.com/sphinx-doi/sphinx-doi"
_IMAGE: Final = re.compile(r"(!\[[^\]]*\]\()(?!https:|#)")
_LINK: Final = re.compile(r"((?<!!)\[[^\]]*\]\()(?!https:|#)")


class PackagePage(MetadataHookInterface):
    """Puts the README into the package's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`."""
        top = Path(self.root)
        version = (top / "mdlint_doi/text/version.py").read_text("utf-8")
        revision = re.search(r'^REVISION: Final = "(\S+)"$', version, re.MULTILINE)
        if revision is None:
            message = "mdlint_doi/text/version.py has no REVISION"
            raise ValueError(message)
        text = absolute((top / "README.md").read_text("utf-8"), revision[1])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, revision: str) -> str:
    """Return a page with the address of each file that it links or shows."""
    text = _IMAGE.sub(rf"\g<1>{_FILES}/{revision}/", text)
    return _LINK.sub(rf"\g<1>{_PAGES}/{revision}/", text)
