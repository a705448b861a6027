"""Plain command lines are read as argparse reads them, or left to it."""

from __future__ import annotations

from argparse import Namespace
from importlib import import_module

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mdlint_doi.cli import COMMANDS
from mdlint_doi.cli.parser import parsed
from mdlint_doi.cli.plain_arguments import PlainParser

VALUES = ("a.md", "docs/", "-", "", "2", "1.5", "x y", "sarif=doi.sarif", "DOI2,default", "auto")
UNUSUAL = ("--", "-qv", "-oFILE", "--no", "--quiet=1", "-1", "--jobs=-1", "-h", "--fixed", "-o=x")


def plain(command: str, arguments: list[str]) -> Namespace | None:
    """Return what the plain reader makes of the arguments of a command."""
    parser = PlainParser()
    import_module(f"mdlint_doi.cli.{command}").add_arguments(parser)
    read = parser.read(arguments)
    return None if read is None else Namespace(**vars(read))


def options(command: str) -> list[str]:
    """Return the options that a command declares."""
    parser = PlainParser()
    import_module(f"mdlint_doi.cli.{command}").add_arguments(parser)
    return list(parser._options)


WORDS = {name: [*options(name), *VALUES] for name in COMMANDS}


@given(data=st.data(), command=st.sampled_from(sorted(COMMANDS)))
@settings(max_examples=150, deadline=None)
def test_both_readers_agree(data: st.DataObject, command: str) -> None:
    """What is read without argparse, argparse reads the same; a mistake is left to it."""
    word = st.sampled_from(WORDS[command])
    joined = st.builds("{}={}".format, word, st.sampled_from(VALUES))
    arguments = data.draw(st.lists(word | word | joined | st.sampled_from(UNUSUAL), max_size=6))
    read = plain(command, arguments)
    if read is not None:
        assert read == parsed(command, import_module(f"mdlint_doi.cli.{command}"), arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a.md", "b.md"],
        ["--fix", "a.md", "b c.md"],
        ["--offline", "--isolated", "-q", "--select=DOI2,DOI3", "--select", "all", "a.md"],
        ["-", "--stdin-filename", "a.md", "-o", "sarif=x", "-o", "y", "--output-format", "json"],
        ["--no-cache", "--concurrency", "5", "--max-age=2", "--allow-host", "x.org", "a.md"],
    ],
)
def test_what_hooks_say_is_plain(arguments: list[str]) -> None:
    """Options and paths need no argparse."""
    read = plain("check", arguments)
    assert read == parsed("check", import_module("mdlint_doi.cli.check"), arguments)


@example("--help").via("help")
@given(st.sampled_from(["-h", "--nothing", "--jobs=x", "--color=red", "--fix=1", "--config", "--"]))
def test_the_rest_is_left_to_argparse(word: str) -> None:
    """Help, mistakes and rare forms are not read."""
    assert plain("check", ["a.md", word]) is None
    assert plain("check", ["a.md", "--fix", "b.md"]) is None
    assert plain("check", ["-q", "-v"]) is None
