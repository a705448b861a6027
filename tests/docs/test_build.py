"""The manual builds without a warning and without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from docs.examples import MANUAL, reader_environment
from made_once import made_once

from mdlint_doi.lint.model import rule_address
from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules import RULES

pytestmark = pytest.mark.timeout(600)  # a build; minutes where many others use the machine


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the HTML once, nitpicky, every warning an error; return its folder."""
    folder = made_once(tmp_path_factory, "manual", _build)
    said = (folder / "said").read_text(encoding="utf-8")
    assert said.startswith("0\n"), said
    return folder / "html"


def _build(folder: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-b", "html", "-W", "-n", "--keep-going"),
            *("-d", str(folder / "doctrees"), str(MANUAL), str(folder / "html")),
        ],
        env=reader_environment(folder, HTTPS_PROXY="http://127.0.0.1:9"),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=580,
    )
    said = f"{done.returncode}\n{done.stdout}{done.stderr}"
    (folder / "said").write_text(said, encoding="utf-8")


@cache
def _soup(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def test_builds_without_a_warning(built: Path) -> None:
    """`sphinx-build -W -n` succeeds, although one page is wrong on purpose."""
    assert (built / "index.html").is_file()
    assert (built / "defects.html").is_file()


def test_every_rule_has_its_page(built: Path) -> None:
    """Each rule has a page with its examples, linked from the table, and nothing else has."""
    table = _soup(built / "rules" / "index.html")
    linked = {link["href"] for link in table.select("table a[href^=DOI]")}
    assert linked == {f"{rule.code}.html" for rule in RULES}
    assert {path.stem for path in (built / "rules").glob("DOI*.html")} == {
        rule.code for rule in RULES
    }
    for rule in RULES:
        text = _soup(built / "rules" / f"{rule.code}.html").get_text()
        assert rule.name in text
        for line in (example.text.strip().splitlines()[0] for example in (*rule.bad, *rule.good)):
            assert line in text or not line.isascii()


def test_links_inside_the_manual_arrive(built: Path) -> None:
    """Each relative link leads to a file and, with a fragment, to an element there."""
    dead = []
    pages = [*built.rglob("*.html")]
    ids = {page: {str(tag["id"]) for tag in _soup(page).find_all(id=True)} for page in pages}
    for page in pages:
        for link in _soup(page).find_all("a", href=True):
            address = str(link["href"])
            if re.match(r"[a-z]+:|//|#$|$", address):
                continue
            path, _, fragment = address.partition("#")
            target = (page.parent / path).resolve() if path else page
            is_dead = not target.exists() or (
                fragment and fragment not in ids.get(target, fragment)
            )
            if is_dead:
                dead.append(f"{page.name}: {address}")
    assert dead == []


def test_every_page_is_two_clicks_away(built: Path) -> None:
    """Links in the texts lead from the first page to each page within two clicks."""
    pages = {path.resolve() for path in built.rglob("*.html")}
    reached = level = {(built / "index.html").resolve()}
    for _ in range(2):
        level = {target for page in level for target in _linked(page)} & pages - reached
        reached = reached | level
    of_sphinx = {"genindex.html", "search.html", "py-modindex.html", "rst-roles.html"}
    assert {page.name for page in pages - reached} <= of_sphinx


def _linked(page: Path) -> set[Path]:
    """Return the files to which the text of a page links; its navigation does not count."""
    links = _soup(page).select('[role="main"] a.reference.internal[href]')
    return {(page.parent / str(link["href"]).partition("#")[0]).resolve() for link in links}


def test_previews_of_links_say_what_a_page_is(built: Path) -> None:
    """Each page with a description has the tags of Open Graph, and the logo as its icon."""
    for page in (built / "index.html", built / "rules" / "DOI911.html"):
        soup = _soup(page)
        tags = {str(tag["property"]): str(tag["content"]) for tag in soup.select("meta[property]")}
        described = soup.select_one("meta[name=description]")
        assert described is not None
        assert tags["og:description"] == described["content"]
        assert tags["og:title"] in str(soup.title)
        assert (MANUAL / tags["og:image"].partition("/example_docs/")[2]).is_file()
        assert soup.select_one("link[rel~=icon][href$='logo.svg']") is not None


def test_dois_of_the_manual_are_linked_canonically(built: Path) -> None:
    """Outside the page of defects each link to the resolver is https://doi.org/ and encoded."""
    for page in built.rglob("*.html"):
        if page.stem == "defects":
            continue
        for link in _soup(page).select("a[href*='doi.org/10']"):
            assert re.fullmatch(r"https://doi\.org/10\.[^<>\"#\s]+", str(link["href"])), page


def test_pages_of_rules_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say what the rules say; `python example_docs/_ext/rule_pages.py` writes them anew."""
    monkeypatch.syspath_prepend(MANUAL / "_ext")
    written = import_module("rule_pages")
    if os.environ.get("UPDATE_EXAMPLES"):
        written.write_pages()
    folder = MANUAL / "rules"
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    assert there == written.pages()


def test_page_of_the_judge_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what the tables say; `python example_docs/_ext/case_page.py` writes it anew."""
    monkeypatch.syspath_prepend(MANUAL / "_ext")
    written = import_module("case_page")
    if os.environ.get("UPDATE_EXAMPLES"):
        written.PAGE.write_text(written.page(), encoding="utf-8")
    assert written.PAGE.read_text(encoding="utf-8") == written.page()


def test_rules_have_an_address() -> None:
    """The page that reports link to is a file of the manual."""
    for rule in RULES:
        name = rule_address(rule.code).rpartition("/example_docs/")[2]
        assert (MANUAL / name).is_file()


def test_options_keep_together(built: Path) -> None:
    """Each option in a text is marked, so that no line ends between its hyphens and its word."""
    words = _soup(built / "guide" / "linter.html").select("code.literal .pre")
    options = {word.get_text() for word in words if "option" in word["class"]}
    assert options == {word.get_text() for word in words if re.match(r"--?\w", word.get_text())}
    assert "--fix" in options


def test_the_first_page_says_in_its_title_what_it_is_for(built: Path) -> None:
    """A search engine and a tab show more of it than a name."""
    soup = _soup(built / "index.html")
    title = "sphinx-doi: finds broken DOIs in documentation and fixes them"
    assert soup.title is not None
    assert soup.title.get_text() == title
    assert [tag["content"] for tag in soup.select('meta[property="og:title"]')] == [title]


def test_buttons_of_the_first_page_work(built: Path) -> None:
    """The build that the manual tells one to make offers no page that works only in another one."""
    buttons = [str(button["href"]) for button in _soup(built / "index.html").select(".hero > p a")]
    assert buttons == ["quickstart.html", "installation.html"]
    assert "does not work in this copy" in _soup(built / "try.html").get_text()


@pytest.mark.parametrize(
    ("page", "kind", "text"),
    [
        ("quickstart", "Path", "page.md"),
        ("quickstart", "Warning", "DOI201"),
        ("quickstart", "Warning", "^^^^^^^^^^^^^^^^^"),
        ("quickstart", "Error", "DOI901"),
        ("quickstart", "Good", "No problems found: 1 file checked in"),
        ("quickstart", "Good", "fix: replace 'http://"),
        ("rules/DOI201", "Warning", "DOI201"),
        ("rules/DOI916", "Hint", "DOI916"),
    ],
)
def test_findings_have_the_colours_of_the_terminal(
    built: Path, page: str, kind: str, text: str
) -> None:
    """In sessions and examples, path, code, carets and fix are set off by severity."""
    shown = [tag.get_text().strip() for tag in _soup(built / f"{page}.html").select(f".go-{kind}")]
    assert any(piece.startswith(text) for piece in shown)
    assert f"span.go-{kind} " in (MANUAL / "_static" / "manual.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_each_bad_example_says_what_is_reported(rule: Rule) -> None:
    """A page never shows a text below "Reported" without the tool's words for it."""
    bad = import_module("rule_examples")._bad
    for example in rule.bad:
        assert f"```text\n{rule.code} [{rule.name}] " in "".join(bad(rule, example))
