"""Names are shown as they are written, with what Sphinx changes in prose."""

from __future__ import annotations

import pytest
from sphinx_projects import MakeProject

NAMES = ("10.1000/1--a", "10.1000/1'b", "10.1000/1...c")
IN_LINKS = ("10.1000/1---d", "10.1000/1.'e'.f")
"""Prose ends them before their last sign."""
RST = (
    ":doi:`{}`",
    ":doi:`{0} <{0}>`",
    "`{0} <https://doi.org/{0}>`__",
    "https://doi.org/{}",
    "Plain {} here.",
    '"doi:{}" is quoted.',
    "* **{}** -- and :emphasis:`{}`",
    "t_\n\n.. _t: https://doi.org/{}",
)
MARKDOWN = ("{{doi}}`{}`", "[{0}](https://doi.org/{0})", "<https://doi.org/{}>", "Plain {} here.")


def page(pieces: tuple[str, ...], name: str) -> str:
    """Return a page with a name in each construct."""
    return "\n\n".join(piece.format(*[name] * 2) for piece in pieces)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_shown_as_they_are_written(project: MakeProject, name: str) -> None:
    """No dash, quote or ellipsis takes the place of a name's signs; prose gets them as before."""
    title = f'"T" -- :doi:`{name}`'
    rst = f"{title}\n{'=' * len(title)}\n\n.. contents::\n\n{page(RST, name)}\n\n"
    files = {
        "index.rst": f"{rst}.. toctree::\n\n   m\n",
        "m.md": f"# M\n\n{page(MARKDOWN, name)}\n",
    }
    build = project(files, "myst_parser").build("html")
    assert build.places == []
    text = build.text("index.html") + build.text("m.html")
    shown = text.replace("&#39;", "'")
    assert "“T” – " in text
    assert shown.count(name) > 2 * len([*RST, *MARKDOWN])
    assert not any(sign in text for sign in ("1–", "1’", "1…"))


@pytest.mark.parametrize("name", IN_LINKS)
def test_a_link_shows_the_name_that_it_leads_to(project: MakeProject, name: str) -> None:
    """What a name is, its target says."""
    build = project({"index.rst": f"P\n=\n\n{page(RST[:4], name)}\n"}).build("html")
    assert build.places == []
    assert build.text("index.html").replace("&#39;", "'").count(f"{name}<") == 4


def test_what_is_wrong_stays_wrong(project: MakeProject) -> None:
    """A dash that the author wrote is told, and a text that names another DOI, too."""
    text = "P\n=\n\nPlain 10.1000/1–a.\n\n`10.1000/1--b <https://doi.org/10.1000/1-b>`_\n"
    build = project({"index.rst": text}).build("html")
    assert build.places == ["index.rst:4 look-alike-character", "index.rst:6 text-target-mismatch"]


def test_prose_beside_a_name_is_as_without_the_extension(project: MakeProject) -> None:
    """Quotes around a name, behind it and in code are what Sphinx makes of them."""
    text = "P\n=\n\n\"10.1000/1--a\" -- 'it' ``10.1000/1--b`` isn't... 10.1000/c's\n"
    made = project({"index.rst": text})
    body = made.build("html").text("index.html")
    assert "“10.1000/1--a” – ‘it’" in body
    assert '<span class="pre">10.1000/1--b</span>' in body
    assert "isn’t… " in body


def test_smart_quotes_that_are_off_stay_off(project: MakeProject) -> None:
    """Nothing is divided where Sphinx changes nothing."""
    build = project({"index.rst": f"P\n=\n\n{page(RST, NAMES[0])}\n"}).build(smartquotes=False)
    assert build.places == []
    assert "Plain 10.1000/1--a here." in build.text("index.html")
