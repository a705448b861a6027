"""The commands, and the words that people use for them."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "check": "check the DOIs of files, and fix them with --fix",
    "lookup": "look up whether DOIs are registered, where they lead, and what they stand for",
    "search": "find the DOIs that references lack",
    "rule": "explain a rule, or list all of them",
    "init": "write the first settings, the pre-commit hook and the CI step of a project",
    "record": "look up all DOIs of a project, and write the answers to a records file",
    "corpus": "check millions of documents: Parquet files, with verdicts from public data",
    "cache": "show or clear the cache of look-ups",
    "server": "start a language server for an editor, on standard input and output",
    "mcp": "give a language model tools, with the Model Context Protocol",
}
"""What each command does, in a line; its module in this folder has the same name."""
MEANT_COMMANDS: Final = {
    "resolve": "lookup",
    "work": "lookup",
    "scan": "corpus scan",
    "snapshot": "corpus snapshot",
    "lint": "check",
    "fix": "check --fix",
    "explain": "rule",
}
"""Commands of other programs, and words that people try, with the command to offer."""
