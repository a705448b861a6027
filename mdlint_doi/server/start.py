"""The start of the server, and its end: nothing is left over, no process, no thread, no file."""

from __future__ import annotations

import asyncio
import gc
import os
import sys

from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.server import DoiServer


def serve(version: str, options: EditorOptions) -> int:
    """Serve an editor on standard input and output; return the exit code.

    Standard output is the editor's alone: what anything else prints goes to standard error.
    """
    # The command looks for garbage rarely, since it ends soon; this one does not.
    gc.set_threshold(700, 10, 10)
    gc.freeze()
    read, write = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return asyncio.run(_serve(version, options, read, write))


async def _serve(version: str, options: EditorOptions, read: int, write: int) -> int:
    return await DoiServer(version, options).serve(read, write)
