"""Tools for which some texts take for ever: python slow_tools.py.

What a text says decides how. They stand for mistakes that nobody knows of yet.
"""

from __future__ import annotations

from server.slow_server import SECONDS, HastyThread, do_as_said

from mdlint_doi.api import texts
from mdlint_doi.api.search import read_references
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.mcp import server, tools
from mdlint_doi.run.judge import Judge


def main() -> None:
    """Serve as ever, but for texts that say how: `slow-` in the thread, `asked-` in the loop."""
    read, judge = texts.read_text, texts.learned_judge

    def slow_read(
        text: str, name: str | None, settings: Settings, path: str | None = None
    ) -> Document:
        do_as_said(text)
        return read(text, name, settings, path)

    async def slow_judge(document: Document, settings: Settings) -> Judge:
        do_as_said(document.source.text, "asked-")
        return await judge(document, settings)

    def slow_references(text: str, settings: Settings) -> Document:
        do_as_said(text)
        return read_references(text, settings)

    texts.read_text = slow_read
    texts.learned_judge = slow_judge
    vars(tools)["read_references"] = slow_references
    vars(server)["CheckThread"] = HastyThread
    server.serve(Settings(offline=True), SECONDS)


if __name__ == "__main__":
    main()
