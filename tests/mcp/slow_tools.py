"""Tools for which some texts take for ever: python slow_tools.py.

What a text says decides how. They stand for mistakes that nobody knows of yet.
"""

from __future__ import annotations

from server.slow_server import SECONDS, do_as_said

from mdlint_doi.api import texts
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.mcp.server import serve


def main() -> None:
    """Serve as ever, but for texts that say `slow-` and how."""
    read = texts.read_text

    def slow_read(
        text: str, name: str | None, settings: Settings, path: str | None = None
    ) -> Document:
        do_as_said(text)
        return read(text, name, settings, path)

    texts.read_text = slow_read
    serve(Settings(offline=True), SECONDS)


if __name__ == "__main__":
    main()
