"""Advice of a build or of the command, once it is followed: the finding is gone, and no new one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from advice import replaced
from sphinx.pycode import ModuleAnalyzer
from sphinx_constructs import MODULE, MYST, OLD, RST
from sphinx_projects import Build, MakeProject, Project

import mdlint_doi
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import canonical_of
from sphinx_doi.checks.notes import advised, facts_of, judged
from sphinx_doi.checks.store import domain_of

pytestmark = [
    pytest.mark.filterwarnings("ignore::Warning:myst_parser"),
    pytest.mark.filterwarnings("ignore::Warning:sphinx"),
]

AUTODOC = """
    import os
    import sys

    sys.path.insert(0, os.path.dirname(__file__))
    extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
    """
MORE_RST = f"""
T
=

`a <b> <{OLD}/1>`_ and `two
lines <{OLD}/2>`__, *{OLD}/3*, ({OLD}/4), "{OLD}/5", {OLD}/6--a.

:Field: {OLD}/7

.. figure:: a.svg
   :target: {OLD}/8

   A caption {OLD}/9

.. note:: {OLD}/10

.. list-table:: {OLD}/11

   * - {OLD}/12
     - `x <https://doi.org/10.1000/13%3Cb%3E>`_

Term {OLD}/14
   Text {OLD}/15

| A line {OLD}/16
"""
MORE_MYST = f"""
# T

[]({OLD}/1) [a *b*]({OLD}/2) <{OLD}/3> **[x]({OLD}/4)** ([y]({OLD}/5)) [`c`]({OLD}/6)

[ ]({OLD}/7) [z]({OLD}/8 "title") [a\\`b]({OLD}/9) [two
lines]({OLD}/10)

```{{toctree}}
Paper <{OLD}/11>
{OLD}/12
```

```{{note}} [x]({OLD}/13)
[x]({OLD}/14)
```

```{{figure}} a.svg
:target: {OLD}/15

[x]({OLD}/16)
```

- [x]({OLD}/17)

| [x]({OLD}/18) | b |
|---|---|
| [a|b]({OLD}/19) | [y]({OLD}/20) |

[![a](a.svg)]({OLD}/21)
"""
PAGES = {
    "rst": ("index.rst", RST.lstrip()),
    "more rst": ("index.rst", MORE_RST.lstrip()),
    "myst": ("index.md", MYST.lstrip()),
    "more myst": ("index.md", MORE_MYST.lstrip()),
    "docstrings": ("advised_module.py", MODULE.lstrip()),
}
NAMES = ["colon_fence", "substitution", "dollarmath"]


def _made(project: MakeProject, name: str, text: str) -> Project:
    table = "[tool.mdlint-doi]\noffline = true\n"
    files = {"pyproject.toml": table, "a.svg": "<svg/>", "entry.rst": ":orphan:\n\nE\n=\n"}
    if name.endswith(".py"):
        page = ".. automodule:: advised_module\n   :members:\n   :undoc-members:\n"
        made = project({**files, "conf.py": AUTODOC, "index.rst": page})
    else:
        made = project(files, "myst_parser")
    (made.folder / name).write_text(text, encoding="utf-8")
    return made


def _built(made: Project) -> Build:
    sys.modules.pop("advised_module", None)
    ModuleAnalyzer.cache.clear()
    return made.build("doi", myst_enable_extensions=NAMES)


def _told(build: Build) -> Counter[tuple[str, str | None]]:
    """The rules and DOIs of the findings."""
    return Counter((finding["code"], finding["doi"]) for finding in build.findings())


def _advice(build: Build, name: str) -> Iterator[tuple[int, int, str, str]]:
    """The span of each link in the file that could be a role, the role, and the link's DOI."""
    domain = domain_of(build.app.env)
    facts = facts_of(domain.reader.settings)
    for docname in domain.docnames():
        for origin, document in domain.mentions(docname).with_texts(domain.reader.files):
            if origin.in_file and document.source.name.endswith(name):
                for mention, role in advised(judged(origin, document, facts), domain.reader.files):
                    yield (mention.span.start, mention.span.end, role, str(mention.doi))


@pytest.mark.parametrize(("name", "text"), PAGES.values(), ids=PAGES.keys())
def test_roles_in_place_of_links(project: MakeProject, name: str, text: str) -> None:
    """Each role that is advised stands well where the link stood, and leads to the same DOI."""
    made = _made(project, name, text)
    before = _built(made)
    told = _told(before)
    advice = {*_advice(before, name)}
    changed = replaced(text, [edit[:3] for edit in advice])
    (made.folder / name).write_text(changed, encoding="utf-8")
    after = _built(made)
    assert advice
    assert not _told(after) - told
    gone = {doi for *_, doi in advice}
    written = {doi for (code, doi) in _told(after) if code in {"DOI201", "DOI301"}} & gone
    assert {doi for doi in written if f"`{doi}`" in changed or f"<{doi}>`" in changed} == set()
    assert [role for *_, role, _ in _advice(after, name)] == []
    if not name.endswith(".py"):
        html = made.build(myst_enable_extensions=NAMES)
        led = {link.name for target in html.targets() if (link := canonical_of(target)) is not None}
        hidden = {f"10.1000/{suffix}" for suffix in ("footnote", "only", "unknown", "unused")}
        assert sorted(gone - hidden - led) == []


@pytest.mark.parametrize(("name", "text"), PAGES.values(), ids=PAGES.keys())
def test_fixes_of_the_command(project: MakeProject, name: str, text: str) -> None:
    """After `--fix --unsafe-fixes`, a build reports only what has no fix, and nothing new."""
    fixed = mdlint_doi.fix_text(text, None, Settings(offline=True), path=name, unsafe=True)
    again = mdlint_doi.fix_text(fixed, None, Settings(offline=True), path=name, unsafe=True)
    assert again == fixed
    made = _made(project, name, text)
    told = _told(_built(made))
    (made.folder / name).write_text(fixed, encoding="utf-8")
    after = _told(_built(made))
    assert not {code for code, _ in after} - {code for code, _ in told}
    assert sum(after.values()) < sum(told.values())
