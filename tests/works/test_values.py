"""Works, and what it costs to have them."""

from __future__ import annotations

import subprocess
import sys

from works.citing import NAME, TULIPS, WORK

from mdlint_doi.works.work import KnownWork, NotHeld, Person, Relation, Titles, UnknownWork, Update


def test_forms_of_titles() -> None:
    """A title stands with and without its subtitle; empty ones and doubles do not."""
    titles = Titles(("Roots", ""), ("of tulips", ""), ("Wurzeln",), ("Roots",), ("",))
    assert titles.forms == ("Roots", "Roots: of tulips", "Wurzeln")
    assert titles.shown == "Roots"
    assert Titles().shown == ""


def test_names_shown() -> None:
    """A person is called by the family name, a group by its own."""
    assert [Person("Roe", "R.").name, Person(group="Union").name, Person(given="Plato").name] == [
        "Roe",
        "Union",
        "Plato",
    ]


def test_outcomes() -> None:
    """What is known, what is not held and what could not be learned are three things."""
    work = WORK.replace(
        updates=(Update("retraction", NAME, "2021-03", "retraction-watch"),),
        relations=(Relation("is-preprint-of", NAME),),
    )
    assert KnownWork(work).work.titles.shown == TULIPS
    assert NotHeld("mEDRA").agency == "mEDRA"
    assert UnknownWork("timeout").cause == "timeout"


def test_start() -> None:
    """To import all of it imports nothing heavy, and compiles no expression."""
    code = (
        "import sys, re; real = re.compile; re.compile = lambda *a: sys.exit(f'compiled {a}')\n"
        "import mdlint_doi.works.agreement, mdlint_doi.works.passage, mdlint_doi.works.claim\n"
        "sys.exit(', '.join({'dataclasses', 'inspect', 'difflib', 'html'} & {*sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.strip() == ""
