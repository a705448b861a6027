"""The commands and their names on the command line."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "check": "check the DOIs in files, and fix them with --fix",
    "lookup": "look up whether DOIs are registered, where they lead, and which works they identify",
    "search": "find the missing DOIs of references",
    "rule": "explain a rule, or list all rules",
    "settings": "show the settings in use and where they come from, or explain a setting",
    "init": "write initial settings, a pre-commit hook and a CI step for a project",
    "record": "look up all DOIs in a project, and write the answers to a records file",
    "corpus": "check millions of documents in Parquet files, using verdicts from public data",
    "cache": "show or clear the cache of look-ups",
    "server": "start a language server for an editor, on standard input and output",
    "mcp": "offer tools to a language model through the Model Context Protocol",
}
"""Each command with its one-line description; its module in this folder has the same name."""
MEANT_COMMANDS: Final = {
    "resolve": "lookup",
    "work": "lookup",
    "scan": "corpus scan",
    "snapshot": "corpus snapshot",
    "lint": "check",
    "fix": "check --fix",
    "explain": "rule",
    "rules": "rule",
    "config": "settings",
    "setting": "settings",
    "lsp": "server",
    "language-server": "server",
    "serve": "server",
    "version": "--version",
    "completion": "--completion",
    "completions": "--completion",
    "format": "check --fix",
    "verify": "check",
    "validate": "check",
    "test": "check",
    "clean": "cache clear",
    "find": "search",
    "cite": "lookup --output-format bibtex",
}
"""Commands of similar programs and words that users try, with the command to suggest."""
