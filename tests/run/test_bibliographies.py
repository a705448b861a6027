"""Bibliographies that documents name in their front matter are read with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run import loop
from mdlint_doi.run.check import check
from mdlint_doi.run.files import named_in
from mdlint_doi.run.request import Task

OFFLINE = Settings(offline=True)
JSON = '[{"id": "a", "DOI": "https://doi.org/10.1000/182"}]'
YAML = "- id: a\n  DOI: https://doi.org/10.1000/182\n"
BIB = "@book{a, doi = {https://doi.org/10.1000/182}}\n"


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("bibliography: refs.bib", ["refs.bib"]),
        ("title: x\nbibliography: ../a b.bib # c", ["../a b.bib"]),
        ("bibliography: [a.bib, 'b.json', \"c.yaml\"]", ["a.bib", "b.json", "c.yaml"]),
        ("bibliography:\n  - a.bib\n- 'b.bib'\nx: 1\n", ["a.bib", "b.bib"]),
        ("bibliography: https://example.org/a.bib", ["https://example.org/a.bib"]),
        ('bibliography: ["file:///refs.bib"]', ["file:///refs.bib"]),
        ("x:\n  bibliography: a.bib", []),
        ("bibliography:", []),
        ("# bibliography: a.bib", []),
    ],
)
def test_names_in_the_front_matter(front: str, expected: list[str]) -> None:
    """One name or a list, plain or in quotes; addresses of other sites are left alone."""
    task = Task(("x",), OFFLINE)
    for end in ("\n", "\r\n"):
        text = f"---\n{front}\n---\nbibliography: no.bib\n".replace("\n", end)
        assert list(named_in(task, "page.md", text.encode())) == expected
    assert list(named_in(task, "page.rst", f"---\n{front}\n---\n".encode())) == []
    assert list(named_in(task, "page.md", f"---\n{front}\n".encode())) == []
    stdin = Task(("-",), OFFLINE, stdin_name="page.md")
    assert list(named_in(stdin, "page.md", f"---\n{front}\n---\n".encode())) == []


def test_names_in_the_settings_of_a_project() -> None:
    """MyST has them below `project`, Quarto at the top, and no front matter is needed."""
    task = Task(("x",), OFFLINE)
    for name in ("docs/myst.yml", "docs/_quarto.yml"):
        text = "project:\n  bibliography:\n    - a.bib # c\n    - b.json\n# bibliography: c.bib\n"
        assert list(named_in(task, name, text.encode())) == ["docs/a.bib", "docs/b.json"]
        assert list(named_in(task, name, b"bibliography: a.bib\n")) == ["docs/a.bib"]
    assert list(named_in(task, "docs/my.yml", b"bibliography: a.bib\n")) == []


def test_a_project_names_lists_without_a_doi_of_its_own(tmp_path: Path) -> None:
    """The list is read with the folder, though neither the settings hold a DOI nor does a page."""
    (tmp_path / "_quarto.yml").write_text("bibliography: refs.json\n")
    (tmp_path / "refs.json").write_text(JSON)
    report = check(Task((str(tmp_path),), OFFLINE)).report
    assert [finding.code for finding in report.findings] == ["DOI501"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with a document, three bibliographies, and one outside of it."""
    project = tmp_path / "project"
    (project / "docs").mkdir(parents=True)
    names = "refs.json, refs.yaml, refs.bib, gone.bib, page.md, ../../secret.bib, notes.doc"
    names += ", file:///etc/x.bib, http://example.org/y.bib"
    page = f"---\nbibliography: [{names}]\n---\n# No DOI\n"
    (project / "docs" / "page.md").write_text(page)
    for name, text in (("refs.json", JSON), ("refs.yaml", YAML), ("refs.bib", BIB)):
        (project / "docs" / name).write_text(text)
    (project / "docs" / "notes.doc").write_text("doi:10.1000/182")
    (tmp_path / "secret.bib").write_text(BIB)
    return project


@pytest.mark.parametrize("jobs", [1, 2])
def test_they_are_read_once(tree: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is read by its format, whether its folder is checked or the document alone.

    What is not there, or lies outside of the folders that are checked, is not read, and told.
    """
    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.chdir(tree)
    for path in (str(tree), str(tree / "docs" / "page.md")):
        report = check(Task((path,), OFFLINE, jobs=jobs)).report
        assert sorted(Path(name).name for name in report.files) == [
            *("page.md", "refs.bib", "refs.json", "refs.yaml"),
        ]
        assert [finding.code for finding in report.findings] == ["DOI501"] * 3
        assert not report.is_broken
        notes = (*report.problems, *report.skipped)
        why = {Path(note.path).name: note.message.rpartition(": ")[2] for note in notes}
        assert {Path(note.path).name for note in report.skipped} == {"x.bib", "y.bib"}
        assert why.pop("notes.doc").startswith("unsupported ")
        assert why == {
            "gone.bib": "no such file or directory",
            "secret.bib": "it is outside the checked folders",
            "x.bib": "only files are read; name a file, not an address",
            "y.bib": "only files are read; name a file, not an address",
        }


def test_they_are_fixed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fix of a list of references is guarded by its own format."""
    monkeypatch.chdir(tree)
    report = check(Task(("docs/page.md",), OFFLINE, fix=True)).report
    assert len(report.fixed) == 3
    for name, text in (("refs.json", JSON), ("refs.yaml", YAML), ("refs.bib", BIB)):
        assert (tree / "docs" / name).read_text() == text.replace("https://doi.org/", "")


def test_excluded_ones_stay_out(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the settings exclude is not read because a document names it."""
    monkeypatch.chdir(tree)
    report = check(Task(("docs",), OFFLINE.replace(exclude=("refs.*",)))).report
    assert [Path(name).name for name in report.files] == ["page.md"]
