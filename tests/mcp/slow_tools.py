"""Tools in whose processes some texts take for ever: python slow_tools.py.

What a text says decides how. They stand for mistakes that nobody knows of yet.
"""

from __future__ import annotations

from server.slow_server import SECONDS, WARM, do_as_said

from mdlint_doi.api import texts
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.mcp.tool_process import answer_calls
from mdlint_doi.run.own_process import Channel


def slow_work(channel: Channel, settings: Settings) -> None:
    """Answer calls as ever, but for texts that say `slow-` and how."""
    texts.fix_text(WARM, settings=settings)  # imports what a first step would import
    read = texts.read_text

    def slow_read(
        text: str, name: str | None, settings: Settings, path: str | None = None
    ) -> Document:
        do_as_said(text)
        return read(text, name, settings, path)

    texts.read_text = slow_read
    answer_calls(channel, settings)


if __name__ == "__main__":
    from mdlint_doi.mcp.server import serve

    serve(Settings(offline=True), slow_work, SECONDS)
