"""Docstrings as a format: what is found in a module, where, and what a fix writes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.formats.docstring.format import may_hold_doi
from mdlint_doi.formats.docstring.guard import SameModule
from mdlint_doi.lint.settings import Settings, settings_from
from mdlint_doi.names.spelling import EVERY
from mdlint_doi.report.summary import messages
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

_OFFLINE = Settings(offline=True, select=("DOI201", "DOI301", "DOI401", "DOI9"))
_MODULE = '''r"""http://dx.doi.org/10.1000/1"""
x = 1
"""Of x: `t <http://dx.doi.org/10.1000/2>`_"""
class C:
    """é :doi:`https://doi.org/10.1000/3`

    .. _n: https://doi.org/10.1000/a\\\\<b
    """

    def f(self):
        ("http://dx.doi.org/"
         u"10.1000/4")
        "http://dx.doi.org/10.1000/no"  # http://dx.doi.org/10.1000/no
        return "http://dx.doi.org/10.1000/no"
'''


def test_places_and_objects() -> None:
    """A finding has its place in the file and says whose docstring it is."""
    found = check_text(_MODULE, "python", _OFFLINE)
    shown = [(finding.line, finding.column, finding.code, finding.where) for finding in found]
    assert shown == [
        (1, 5, "DOI201", "docstring of the module"),
        (3, 14, "DOI201", "docstring of x"),
        (5, 16, "DOI201", "docstring of C"),
        (7, 37, "DOI301", "docstring of C"),
        (11, 11, "DOI201", "docstring of C.f"),
    ]


def test_a_fix_changes_only_dois() -> None:
    """The code stays, escapes are written anew, and a second run changes nothing."""
    fixed = fix_text(_MODULE, "python", _OFFLINE)
    assert fixed == (
        _MODULE.replace("http://dx.doi.org/10.1000/1", "https://doi.org/10.1000/1")
        .replace("http://dx.doi.org/10.1000/2", "https://doi.org/10.1000/2")
        .replace("`https://doi.org/10.1000/3`", "`10.1000/3`")
        .replace("a\\\\<b", "a%3Cb")
        .replace('("http://dx.doi.org/"', '("https://doi.org/"')
    )
    assert ast.unparse(ast.parse(fixed)).count("no") == ast.unparse(ast.parse(_MODULE)).count("no")
    assert fix_text(fixed, "python", _OFFLINE) == fixed


def test_a_role_with_an_address() -> None:
    """A badge in a docstring is a link; a role that holds no address is none."""
    address = "http://dx.doi.org/10.1000/1"
    text = (
        f'def f():\n    """x :bdg-link-info:`t <{address}>`\n\n    :ref:`t <{address}>`\n    """\n'
    )
    (found,) = check_text(text, "python", _OFFLINE)
    assert (found.line, found.where) == (2, "docstring of f")
    assert fix_text(text, "python", _OFFLINE) == text.replace("http://dx.", "https://", 1)


def test_comments_switch_rules_off() -> None:
    """`#` in the code, an rST comment in the docstring, and `disable-line` behind its quotes."""
    text = (
        "# mdlint-doi-disable DOI201\n"
        '"""http://dx.doi.org/10.1000/1"""\n'
        "# mdlint-doi-enable DOI201\n"
        'def f():\n    """http://dx.doi.org/10.1000/2\n\n    x\n    """'
        "  # mdlint-doi-disable-line\n"
        'def g():\n    """x\n\n    .. mdlint-doi-disable-next-line DOI201\n\n'
        '    http://dx.doi.org/10.1000/3\n    """\n'
        "y = '# mdlint-doi-disable-file'\n"
        'def h():\n    """http://dx.doi.org/10.1000/4"""\n'
    )
    assert [finding.line for finding in check_text(text, "python", _OFFLINE)] == [18]


def test_what_is_no_python_is_a_warning_at_its_place(tmp_path: Path) -> None:
    """It says where Python stops and what to do; the other files are checked, and nothing fails."""
    (tmp_path / "a.py").write_text('"""10.1000/1"""\nprint "x"\n', encoding="utf-8")
    (tmp_path / "b.py").write_text('"""http://dx.doi.org/10.1000/1"""', encoding="utf-8")
    report = check(Task((str(tmp_path),), _OFFLINE)).report
    assert [finding.code for finding in report.findings] == ["DOI201"]
    assert [Path(file).name for file in report.files] == ["b.py"]
    (note,) = report.problems
    assert not note.fails
    assert (Path(note.path).name, note.line, note.column) == ("a.py", 2, 1)
    running = f"Python {sys.version_info.major}.{sys.version_info.minor}, which runs mdlint-doi,"
    assert note.message.startswith(running)
    assert note.message.endswith("or exclude the file")


def test_many_files_for_another_python_are_one_warning(tmp_path: Path) -> None:
    """Three are named, the others are counted; files without a DOI are not even looked at."""
    for at in range(9):
        (tmp_path / f"{at}.py").write_text('"""10.1000/1"""\nprint "x"\n', encoding="utf-8")
    (tmp_path / "none.py").write_text('print "x"\n', encoding="utf-8")
    report = check(Task((str(tmp_path),), _OFFLINE)).report
    assert report.files == (str(tmp_path / "none.py"),)
    (line,) = messages(report)
    assert line.startswith("warning: 9 files: ")
    assert "0.py:2:1" in line
    assert "2.py:2:1 and 6 more: " in line


@pytest.mark.parametrize("name", ["a.py", "a.txt", "a.html"])
def test_latin1_is_a_warning_unless_it_is_named(name: str, tmp_path: Path) -> None:
    """A text that is not in UTF-8 fails the run only if the user named it."""
    path = tmp_path / name
    path.write_bytes("<p>ä 10.1000/1</p>".encode("latin-1"))
    (tmp_path / "b.md").write_text("Nothing.\n")
    wanted = _OFFLINE.replace(formats=("txt", "html"))
    (note,) = check(Task((str(tmp_path),), wanted)).report.problems
    assert not note.fails
    report = check(Task((str(path), str(tmp_path / "b.md")), _OFFLINE)).report
    assert [Path(file).name for file in report.files] == ["b.md"]
    (note,) = report.problems
    assert note.fails
    assert (note.line, note.column) == (1, 4)
    assert note.message.startswith("not UTF-8; ")


@pytest.mark.parametrize("before", [b"", b"#!/usr/bin/python\n", b"\n"])
def test_a_declared_encoding_is_read_and_written(before: bytes, tmp_path: Path) -> None:
    """As PEP 263 says, in one of the first two lines."""
    path = tmp_path / "a.py"
    text = '# -*- coding: latin-1 -*-\n"""ä http://dx.doi.org/10.1000/1"""\n'
    path.write_bytes(before + text.encode("latin-1"))
    assert len(check(Task((str(path),), _OFFLINE, fix=True)).report.fixed) == 1
    after = text.replace("http://dx.", "https://").encode("latin-1")
    assert path.read_bytes() == before + after


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("x = '/1234567'  # see /papers/ and \\x{iv}", False),
        ("x = 'hep-th/9901001'", True),
        ("'arXiv:1706.03762'", True),
        ("'doi\uff1a10.1000/1'", True),
        ("'https://zenodo.org/record/123'", True),
    ],
)
def test_words_of_code_load_no_parser(text: str, *, may: bool) -> None:
    """What only looks like an identifier is looked at more closely before a module is parsed."""
    assert may_hold_doi(text.encode(), EVERY) is may


def test_python_can_be_left_out(tmp_path: Path) -> None:
    """A note says so of a folder with no other files, and of a named file; the last word holds."""
    (tmp_path / "a.py").write_text('"""http://dx.doi.org/10.1000/1"""', encoding="utf-8")
    off = settings_from({"formats": ["python", "no-python"]}, "a test", base=_OFFLINE)
    assert off.formats == ("no-python",)
    (note,) = check(Task((str(tmp_path),), off)).report.skipped
    assert "no-…" in note.message
    report = check(Task((str(tmp_path / "a.py"),), off)).report
    assert not report.files
    (note,) = report.skipped
    assert "no-python" in note.message
    on = settings_from({"formats": [*off.formats, "python"]}, "a test", base=off)
    assert check(Task((str(tmp_path),), on)).report.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"""10.1000/1"""\nx = 1', '"""10.1000/1"""\nx = 2'),
        ('"""10.1000/1"""', '"""10.1000/1 y"""'),
        ('"""10.1000/1"""', '"""10.1000/1'),
        ('"""a"""\ndef f(): "b"', '"""a"""\ndef f(): 1'),
        ('x = "10.1000/1"', 'x = "10.1000/2"'),
    ],
)
def test_the_guard_sees_other_changes(before: str, after: str) -> None:
    """Neither code nor what is no DOI may change."""
    assert not SameModule()(before, after, [])
    assert SameModule()(before, before, [])


@pytest.mark.parametrize("prefix", ["", "r"])
@pytest.mark.parametrize(
    "text",
    [
        "`a <urn:doi:10.1016:j.cell.\\\n2019.01.001>`__",
        "`a <https://doi.org/10.1016/j.cell%\\\n2E2019.01.001>`__",
        "urn:doi:10.1016:j.cell.\\\n2019.01.001",
        "https://doi.org/10.1002/1(2)36:3<156::\\\nAID-NET2>3.0.CO;2-L",
        "`a <https://doi.org/10.1016/j.cell.\\\n    2019.01.001>`__",
    ],
)
def test_continued_lines_are_not_joined(prefix: str, text: str) -> None:
    """Where a name goes on behind a backslash at a line's end, no fix takes that away."""
    module = f'def f():\n    {prefix}"""{text}"""\n'
    settings = Settings(offline=True, select=("all",))
    assert fix_text(module, "python", settings, unsafe=True).count("\\\n") == 1


def test_what_stands_beside_a_continuation_is_fixed() -> None:
    """An edit before or behind it leaves it where it is."""
    text = 'def f():\n    """`a <http://dx.doi.org/10.1016/j.\\\n2019%2E01>`__"""\n'
    expected = text.replace("http://dx.", "https://").replace("%2E", ".")
    assert fix_text(text, "python", Settings(offline=True)) == expected


def test_a_continued_line_stays_continued() -> None:
    """The backslash behind a DOI is no part of it: what is taken away ends before it."""
    text = 'def f():\n    """`a <https://doi.org/10.1000/182?utm_source=x>`__\\\n  b"""\n'
    expected = text.replace("?utm_source=x", "")
    assert fix_text(text, "python", Settings(offline=True)) == expected
    bare = 'def f():\n    """a https://doi.org/10.1000/182?utm_source=x\\\n  b"""\n'
    assert fix_text(bare, "python", Settings(offline=True)).count("\\\n") == 1
