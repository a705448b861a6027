"""README, CONTRIBUTING and SECURITY: short, true, and with links that arrive."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from compat.sphinx_versions import VERSIONS
from docs.examples import MANUAL, TOP
from markdown_it import MarkdownIt
from offline import check_markdown, fix_markdown

from mdlint_doi.lint import selection
from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

_PAGES = {".md", ".rst", ".py"}
TOP_PAGES = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"),
    *("tests/README.md", ".ci/RELEASE.md"),
)


def _read(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def test_the_first_screen_of_the_readme() -> None:
    """Its two commands need a clone alone: one shows the tool, one runs the tests."""
    screen = _read("README.md").split("\n## ")[0]
    show, test = re.findall(r"^\$ (.*)$", screen, re.MULTILINE)
    assert re.fullmatch(r"python -m pip install \. && mdlint-doi check example_docs/ .+", show)
    assert "--exit-zero" in show
    assert re.fullmatch(r'python -m pip install "\.\[test\]" && python -m pytest', test)
    assert "](example_docs/_static/run.svg)" in screen
    assert len(screen.splitlines()) < 30


_PUBLISHED = re.compile(
    r"git\+https:|\brepo: https:|uses: sphinx-doi/|readthedocs\.io|pypi\.org|install \"?sphinx-doi"
)


@pytest.mark.parametrize(
    ("name", "title"), [("README.md", "Without a clone"), ("installation.md", "Without a clone")]
)
def test_what_needs_the_public_repository_is_one_section(name: str, title: str) -> None:
    """All else on these pages works in a clone, and the section begins by saying what it needs."""
    text = next(path for path in (TOP / name, MANUAL / name) if path.exists()).read_text("utf-8")
    before, _, rest = text.partition(f"\n## {title}\n")
    section, _, after = rest.partition("\n## ")
    assert _PUBLISHED.search(before + after) is None
    assert len(_PUBLISHED.findall(section)) >= 3
    assert section.startswith("\n<!-- published: ")


def test_the_home_page_needs_a_clone_alone() -> None:
    """No line of it needs the public repository or a package index."""
    assert _PUBLISHED.search((MANUAL / "index.md").read_text("utf-8")) is None


def _links(text: str) -> list[str]:
    """Return where the links and pictures of a Markdown page lead, without fragments."""
    parts = [part for token in MarkdownIt("gfm-like").parse(text) for part in token.children or ()]
    places = [str(part.attrs.get("href") or part.attrs.get("src") or "") for part in parts]
    return [place.partition("#")[0] for place in places if place.partition("#")[0]]


def test_the_readme_shows_a_clone_its_own_files() -> None:
    """Links and pictures of files are relative, and the pages are Markdown."""
    places = [place for place in _links(_read("README.md")) if not place.startswith("https:")]
    assert "example_docs/_static/run.svg" in places
    assert "example_docs/index.md" in places
    assert [place for place in places if not (TOP / place).is_file()] == []
    assert {Path(place).suffix for place in places} <= {".md", ".svg"}
    assert "github.com/sphinx-doi/sphinx-doi/blob/" not in _read("README.md")


MANUAL_PAGES = sorted(MANUAL.rglob("*.md"))


@pytest.mark.parametrize("page", MANUAL_PAGES, ids=lambda page: page.stem)
def test_a_code_host_shows_no_raw_directive(page: Path) -> None:
    """Rendered as GitHub Flavored Markdown, a page has no directive, label or role of MyST."""
    tokens = MarkdownIt("gfm-like").parse(page.read_text(encoding="utf-8"))
    assert [
        token.info for token in tokens if token.type == "fence" and token.info.startswith("{")
    ] == []
    for token in tokens:
        shown = [child for child in token.children or () if child.type == "text"]
        raw = r"^:::|^\([\w-]+\)=$|\{[a-z][\w:-]*\}\Z|^\.\. \w+::"
        assert [child.content for child in shown if re.search(raw, child.content)] == []


def test_ci_measures_branches_as_contributors_do() -> None:
    """The tests that have to take every branch are the same in `tests/README.md` and in CI."""
    told = (
        _read("tests/README.md")
        .split("--rcfile=.ci/coverage.ini", 1)[1]
        .split("coverage report")[0]
    )
    run = _read(".ci/run").split("every_branch()")[1].split("coverage report")[0]
    chosen = re.findall(r"(?:--ignore=)?tests/\S+", told)
    assert len(chosen) == 11
    assert re.findall(r"(?:--ignore=)?tests/\S+", run) == chosen


def test_readme_is_short() -> None:
    """A reader sees all of it in a few screens."""
    assert len(_read("README.md").splitlines()) <= 130


@pytest.mark.parametrize("name", TOP_PAGES)
def test_links_to_files_arrive(name: str) -> None:
    """Each link into the repository leads to one of its files, or of the installed packages."""
    text = re.sub(r"```.*?```", "", _read(name), flags=re.DOTALL)
    text = text.replace("https://github.com/sphinx-doi/sphinx-doi/blob/main/", "")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (_folder(link) / link).exists()] == []


def _folder(link: str) -> Path:
    """Return the folder that holds what a link names: the packages may stand elsewhere."""
    spec = (
        find_spec(link.partition("/")[0])
        if link.startswith(("mdlint_doi/", "sphinx_doi/"))
        else None
    )
    return Path(spec.origin).parents[1] if spec and spec.origin else TOP


def test_the_house_is_described_as_it_is() -> None:
    """CONTRIBUTING lists each folder and floor that there is."""
    house = _read("CONTRIBUTING.md").split("## Map")[1].split("```")[1]
    listed = set(re.findall(r"^ *(\w+)/? ", house, re.MULTILINE))
    package = TOP / "mdlint_doi"
    if not package.is_dir():
        pytest.skip("the installed package is tested, without its sources")
    folders = {path.parent.name for path in package.glob("*/__init__.py")}
    assert folders <= listed


def test_the_template_of_a_rule_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule that CONTRIBUTING shows reports and fixes its bad example, and spares the good."""
    template = re.search(r"   ```python\n(.*?)\n   ```", _read("CONTRIBUTING.md"), re.DOTALL)
    assert template
    names: dict[str, Any] = {}
    exec(re.sub(r"^   ", "", template[1], flags=re.MULTILINE), names)
    rule: Rule = names["SHOUTING_RESOLVER"]
    only = selection.Selection((rule,), frozenset({rule.code}))
    monkeypatch.setattr(selection.Selection, "of", lambda *_, **__: only)
    for example in rule.bad:
        found = check_markdown(example.text, Settings())
        assert [finding.code for finding in found] == [rule.code]
        assert fix_markdown(example.text) == example.fixed
    for example in rule.good:
        assert check_markdown(example.text) == []


def test_the_template_of_a_format_works() -> None:
    """The format that CONTRIBUTING shows keeps the protocol and finds a DOI."""
    page = _read("CONTRIBUTING.md").split("## A new format")[1]
    template = re.search(r"   ```python\n(.*?)\n   ```", page, re.DOTALL)
    assert template
    module = ModuleType("toy")
    exec(re.sub(r"^   ", "", template[1], flags=re.MULTILINE), vars(module))
    text = "See doi:10.1000/182, and 10.17487/RFC3986."
    document = module.read(Source("a.toy", text), Settings())
    assert [mention.span.cut(text) for mention in document.mentions] == [
        "doi:10.1000/182",
        "10.17487/RFC3986",
    ]
    assert module.may_hold_doi(text.encode())
    assert module.same_page(Settings()) is None


def test_no_page_names_a_machine() -> None:
    """Pages hold no path of one machine."""
    pages = [TOP / name for name in TOP_PAGES]
    pages += [path for path in (TOP / "example_docs").rglob("*.*") if path.suffix in _PAGES]
    machine = re.compile(r"(?<![\w.])/(?:work|root|tmp)/")
    assert [path for path in pages if machine.search(path.read_text(encoding="utf-8"))] == []


def test_the_workflow_runs_what_there_is() -> None:
    """The workflow of the public host names scripts, folders and versions that exist."""
    workflow = _read(".github/workflows/ci.yml")
    named = re.findall(r"(?:bash|python|-b html .*keep-going) ([\w./]+)", workflow)
    assert set(named) >= {".ci/run", "tests/compat/sphinx_versions.py", "example_docs"}
    assert [path for path in named if not (TOP / path).exists()] == []
    assert set(re.findall(r'sphinx: "([\d.]+)"', workflow)) <= set(VERSIONS)


def test_security_is_short() -> None:
    """Address, versions and promises fit on a screen."""
    assert len(_read("SECURITY.md").splitlines()) <= 40


def test_threats_name_tests_that_exist() -> None:
    """Each file of the table exists, and each function is in the file before it."""
    table = _read("example_docs/development/threats.md").split("\n## Tests\n")[1]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for row in rows:
        told = row.split(" | ")[2]
        files = [TOP / path for path in re.findall(r"`(tests/[^` ]+\.py)", told)]
        assert files, row
        functions = "\n".join(file.read_text(encoding="utf-8") for file in files)
        for name in re.findall(r"`(test_\w+)`", told):
            assert f"def {name}(" in functions, row
