"""The settings of a project's own programs show how its Markdown is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.files.renderer import renderer_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Renderer

_PLAIN = Renderer.WITHOUT_BARE_LINKS
_CASES = [
    ("mkdocs.yml", "site_name: A\n", "docs/sub/a.md", _PLAIN),
    ("mkdocs.yml", "site_name: A\n", "README.md", Renderer.UNKNOWN),
    ("mkdocs.yml", "docs_dir: 'content'\n", "content/a.md", _PLAIN),
    ("mkdocs.yml", "docs_dir: .\n", "a.md", _PLAIN),
    ("mkdocs.yml", "markdown_extensions:\n  - pymdownx.magiclink\n", "docs/a.md", Renderer.UNKNOWN),
    ("mkdocs.yml", "INHERIT: ../base.yml\n", "docs/a.md", Renderer.UNKNOWN),
    ("docs/conf.py", "extensions = ['myst_parser']\n", "docs/a.md", _PLAIN),
    ("docs/conf.py", "extensions = ['myst_parser']\n", "README.md", Renderer.UNKNOWN),
    (
        "docs/conf.py",
        "extensions = ['myst_parser']\nmyst_enable_extensions = ['linkify']\n",
        "docs/a.md",
        Renderer.UNKNOWN,
    ),
    ("docs/conf.py", "port = 80\n", "docs/a.md", Renderer.UNKNOWN),
    ("site/docusaurus.config.js", "module.exports = {};\n", "site/docs/a.md", Renderer.MDX),
    ("site/docusaurus.config.ts", "export default {};\n", "docs/a.md", Renderer.UNKNOWN),
    (
        "docusaurus.config.js",
        "module.exports = {markdown: {format: 'detect'}};\n",
        "docs/a.md",
        Renderer.UNKNOWN,
    ),
]


@pytest.mark.parametrize(("file", "text", "document", "expected"), _CASES)
def test_settings_show_the_renderer(
    tmp_path: Path, file: str, text: str, document: str, expected: Renderer
) -> None:
    """The nearest file counts, for documents among the sources of its site."""
    (tmp_path / ".git").mkdir()
    for path in (tmp_path / file, tmp_path / document):
        path.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert renderer_of(str(tmp_path / document)) is expected


def test_no_file_above_the_repository_counts(tmp_path: Path) -> None:
    """The search ends at the folder of the repository; standard input has no project."""
    (tmp_path / "conf.py").write_text("extensions = []\n", encoding="utf-8")
    (tmp_path / "a" / ".git").mkdir(parents=True)
    assert renderer_of(str(tmp_path / "a" / "b.md")) is Renderer.UNKNOWN
    assert renderer_of(str(tmp_path / "b.md")) is _PLAIN
    assert renderer_of("<stdin>") is Renderer.UNKNOWN


@pytest.mark.parametrize(
    ("settings", "severity"), [("", Severity.WARNING), ("extensions = []\n", Severity.HINT)]
)
def test_a_long_link_is_a_hint_where_none_is_made(
    tmp_path: Path, settings: str, severity: Severity
) -> None:
    """If the project's program makes no link, only the page on GitHub is wrong."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "conf.py").write_text(settings, encoding="utf-8")
    text = "论文（https://doi.org/10.1000/182）。\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    report = check(Task((str(tmp_path),), Settings(offline=True)))
    assert [(finding.code, finding.severity) for finding in report.report.findings] == [
        ("DOI401", severity)
    ]
