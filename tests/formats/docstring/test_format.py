"""Docstrings as a format: what is found in a module, where, and what a fix writes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.formats.docstring.guard import SameModule
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

_OFFLINE = Settings(offline=True, select=("DOI201", "DOI204", "DOI302", "DOI401", "DOI9"))
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
    shown = [(one.line, one.column, one.code, one.where) for one in found]
    assert shown == [
        (1, 12, "DOI201", "docstring of the module"),
        (3, 21, "DOI201", "docstring of x"),
        (5, 16, "DOI204", "docstring of C"),
        (7, 37, "DOI302", "docstring of C"),
        (11, 18, "DOI201", "docstring of C.f"),
    ]


def test_a_fix_changes_only_dois() -> None:
    """The code stays, escapes are written anew, and a second run changes nothing."""
    fixed = fix_text(_MODULE, "python", _OFFLINE)
    assert fixed == (
        _MODULE.replace("dx.doi.org/10.1000/1", "doi.org/10.1000/1")
        .replace("dx.doi.org/10.1000/2", "doi.org/10.1000/2")
        .replace("`https://doi.org/10.1000/3`", "`10.1000/3`")
        .replace("a\\\\<b", "a%3Cb")
        .replace('("http://dx.doi.org/"', '("http://doi.org/"')
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
    assert fix_text(text, "python", _OFFLINE) == text.replace("dx.", "", 1)


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
    assert [one.line for one in check_text(text, "python", _OFFLINE)] == [18]


def test_what_is_no_python_is_an_error_of_its_file(tmp_path: Path) -> None:
    """It is told with its line, and the other files are checked."""
    (tmp_path / "a.py").write_text('x = (\n"""10.1000/1"""', encoding="utf-8")
    (tmp_path / "b.py").write_text('"""http://dx.doi.org/10.1000/1"""', encoding="utf-8")
    settings = _OFFLINE.replace(formats=("python",))
    report = check(Task((str(tmp_path),), settings)).report
    assert [finding.code for finding in report.findings] == ["DOI201"]
    (error,) = report.errors
    assert error.path.endswith("a.py")
    running = f"Python {sys.version_info.major}.{sys.version_info.minor}, which runs here,"
    assert error.message.startswith(f"line 1: {running} cannot read it: ")
    assert "a file for a later Python needs mdlint-doi under that Python" in error.message


def test_python_is_read_only_where_that_is_asked(tmp_path: Path) -> None:
    """Not in a folder, nor where a file is named: then a note says how to switch it on."""
    (tmp_path / "a.py").write_text('"""http://dx.doi.org/10.1000/1"""', encoding="utf-8")
    assert not check(Task((str(tmp_path),), _OFFLINE)).report.skipped
    report = check(Task((str(tmp_path / "a.py"),), _OFFLINE)).report
    assert not report.files
    (note,) = report.skipped
    assert "--formats" in note.message


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
