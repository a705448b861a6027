"""Settings of each document: those nearest to it."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest
from cli.command import Ran, mdlint_doi

from mdlint_doi.config.nearest import Nearest
from mdlint_doi.lint.settings import Settings

LEGACY = "See [it](https://dx.doi.org/10.1000/182).\n"
DOI = "[tool.mdlint-doi]\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with a document at its top, in `docs/` and in `docs/deep/er/`."""
    for folder in (".", "docs", "docs/deep/er"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "a.md").write_text(LEGACY)
    return tmp_path


def check(*arguments: str | Path, cwd: Path, stdin: str = "") -> Ran:
    """Check without a network."""
    arguments = ("check", "--offline", "--output-format", "json", *arguments)
    return mdlint_doi(*arguments, cwd=cwd, stdin=stdin.encode())


def paths(ran: Ran) -> list[str]:
    """Return where findings are."""
    return [finding["path"] for finding in json.loads(ran.out)]


@pytest.mark.parametrize("name", ["pyproject.toml", "mdlint-doi.toml", ".mdlint-doi.toml"])
def test_each_document_has_those_nearest_to_it(tree: Path, name: str) -> None:
    """What else is named on the command line changes nothing."""
    table = DOI if name == "pyproject.toml" else ""
    (tree / "docs" / name).write_text(f'{table}ignore = ["DOI201"]\n')
    (tree / "docs" / "deep" / "er" / "mdlint-doi.toml").write_text("")
    assert paths(check(".", cwd=tree)) == ["a.md", "docs/deep/er/a.md"]
    assert paths(check("docs/a.md", "a.md", cwd=tree)) == ["a.md"]
    assert paths(check("docs/a.md", cwd=tree)) == []
    assert paths(check("a.md", "../a.md", cwd=tree / "docs")) == ["../a.md"]


def test_the_command_line_goes_over_all(tree: Path) -> None:
    """So do `--config` and `--isolated`."""
    (tree / "docs" / "mdlint-doi.toml").write_text('ignore = ["DOI201"]\n')
    assert len(paths(check("--select", "DOI201", ".", cwd=tree))) == 3
    assert len(paths(check("--isolated", ".", cwd=tree))) == 3
    (tree / "own.toml").write_text('ignore = ["DOI2"]\n')
    assert paths(check("--config", "own.toml", ".", cwd=tree)) == []


@pytest.mark.parametrize("folder", [".", "docs"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_pyproject_that_is_no_file_is_told(tree: Path, folder: str, kind: str) -> None:
    """It may have held settings: a link to nothing, or the folder that a container makes."""
    path = tree / folder / "pyproject.toml"
    make = {"link": lambda: path.symlink_to("gone"), "pipe": lambda: os.mkfifo(path)}
    make.get(kind, path.mkdir)()
    ran = check(".", cwd=tree)
    assert paths(ran) == ["a.md", "docs/a.md", "docs/deep/er/a.md"]
    name = path.relative_to(tree)
    assert ran.err.count(f"{name}: not used: ") == 1
    assert "not used" not in check("--isolated", ".", cwd=tree).err


def test_a_pyproject_in_utf16_is_refused(tree: Path) -> None:
    """The tool's name is not found in it byte by byte; its settings would be missed in silence."""
    for encoding in ("utf-16", "utf-16-be"):
        (tree / "pyproject.toml").write_text(f'{DOI}ignore = ["DOI201"]\n', encoding)
        ran = check(".", cwd=tree)
        assert ran.code == 2
        assert "pyproject.toml: not UTF-8, but UTF-16; convert the file" in ran.err


def test_keys_of_a_whole_run_are_told_once_and_ignored(tree: Path) -> None:
    """A nested file does not send the look-ups elsewhere, nor does it switch them off."""
    (tree / "docs" / "mdlint-doi.toml").write_text('records = "no.json"\noffline = true\n')
    ran = check(".", cwd=tree)
    told = [line for line in ran.err.splitlines() if line.startswith("note: docs/mdlint-doi.toml")]
    assert len(told) == 1
    assert "offline, records apply to a whole run and are not used here" in told[0]
    assert "--config docs/mdlint-doi.toml" in told[0]
    assert len(paths(ran)) == 3
    assert "no.json" in check(".", cwd=tree / "docs").err


def test_exclude_is_relative_to_its_own_file(tree: Path) -> None:
    """Each file's patterns hold below it, for what is walked and what is named."""
    (tree / "docs" / "mdlint-doi.toml").write_text('exclude = ["/deep"]\n')
    (tree / "deep").mkdir()
    (tree / "deep" / "a.md").write_text(LEGACY)
    assert paths(check(".", cwd=tree)) == ["a.md", "deep/a.md", "docs/a.md"]
    ran = check("docs/deep/er/a.md", cwd=tree)
    assert paths(ran) == []
    assert "note: skipped docs/deep/er/a.md: " in ran.err


def test_standard_input_follows_its_name(tree: Path) -> None:
    """`--stdin-filename`: the settings, `exclude` and the kind of file are those of the name."""
    (tree / "docs" / "mdlint-doi.toml").write_text('ignore = ["DOI201"]\nexclude = ["out"]\n')
    ran = check("-", "--stdin-filename", "docs/new.md", cwd=tree, stdin=LEGACY)
    assert (ran.code, paths(ran)) == (0, [])
    ran = check("-", "--stdin-filename", "new.md", cwd=tree, stdin=LEGACY)
    assert paths(ran) == ["new.md"]
    for name, why in (("docs/out/x.md", "excluded"), ("x.unheard-of", "unsupported")):
        ran = mdlint_doi("check", "--offline", "--fix", "-", "--stdin-filename", name,
                         cwd=tree, stdin=LEGACY.encode())  # fmt: skip
        assert (ran.out, why in ran.err) == (LEGACY, True)


def test_several_processes_see_the_same(tree: Path) -> None:
    """One process or many: the report is the same."""
    (tree / "docs" / "mdlint-doi.toml").write_text('ignore = ["DOI201"]\n')
    for number in range(4):
        (tree / "docs" / f"b{number}.md").write_text(f"{LEGACY}\n{'word ' * 250_000}\n")
        (tree / f"c{number}.md").write_text(f"{LEGACY}\n{'word ' * 250_000}\n")
    one, many = (check("--jobs", jobs, ".", cwd=tree) for jobs in ("1", "2"))
    assert one.out == many.out
    assert len(paths(one)) == 5


def test_a_rule_that_needs_the_whole_project_in_a_nested_file(tree: Path) -> None:
    """It is judged with all documents, though the run's own settings don't ask for that."""
    (tree / "docs" / "mdlint-doi.toml").write_text('select = ["mixed-spelling"]\n')
    (tree / "docs" / "a.md").write_text("<https://doi.org/10.1000/ABC>\n")
    (tree / "docs" / "b.md").write_text("<https://doi.org/10.1000/abc>\n")
    assert "docs/b.md" in paths(check(".", cwd=tree))


@pytest.mark.parametrize("right", ["", DOI])
@pytest.mark.parametrize(
    "table", ["tool.mdlint_doi", "mdlint-doi", "tools.mdlint-doi", "tool.sphinx-doi"]
)
def test_the_wrong_spelling_of_the_table_is_told(tree: Path, table: str, right: str) -> None:
    """Nobody would read it, even where the right one stands above."""
    (tree / "pyproject.toml").write_text(f"\n{right}[{table}.exceptions]\n'10.1000/1' = 'new'\n")
    ran = check(".", cwd=tree)
    assert ran.code == 2
    line = 2 + bool(right)
    assert f"pyproject.toml:{line}: {table}: this table has no effect; write [tool." in ran.err


def test_a_table_that_names_the_package_is_no_wrong_spelling(tree: Path) -> None:
    """Other programs have tables with names of packages, and a text may have such lines."""
    tables = "[tool.uv.sources.sphinx-doi]\ngit = 'x'\n[tool.sphinx-doit]\n"
    tables += "[project]\ndescription = '''\n[mdlint-doi] finds\n[tool.mdlint_doi]\n'''\n"
    (tree / "pyproject.toml").write_text(tables)
    assert check(".", cwd=tree).code == 1


def test_one_settings_file_costs_one_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each folder is looked at once, and where one file holds, its settings are one object."""
    monkeypatch.chdir(tree)
    (tree / "pyproject.toml").write_text(f"{DOI}strict = true\n")
    run = Settings(strict=True)
    nearest = Nearest(run, tree / "pyproject.toml", {})
    assert nearest.of_file("docs/deep/er/a.md") is run
    (tree / "pyproject.toml").unlink()
    assert nearest.of_file("docs/a.md") is run
    assert nearest.of_file(str(tree / "docs" / "deep" / "b.md")) is run
    assert pickle.loads(pickle.dumps(nearest)).of_file("docs/a.md") == Settings(strict=True)


def test_patterns_of_files_begin_at_the_settings(tree: Path) -> None:
    """`per-file-ignores` names the same file from any folder, and however it is named."""
    (tree / "pyproject.toml").write_text(f'{DOI}per-file-ignores = {{"docs/a.md" = ["DOI201"]}}\n')
    assert paths(check(".", cwd=tree)) == ["a.md", "docs/deep/er/a.md"]
    assert paths(check(".", cwd=tree / "docs")) == ["deep/er/a.md"]
    assert paths(check(tree / "docs" / "a.md", "../../../a.md", cwd=tree / "docs/deep/er")) == [
        "../../../a.md"
    ]


def test_what_is_ignored_in_one_file_is_ignored_beside_the_rest(tree: Path) -> None:
    """`per-file-ignores` of nearer settings adds to their `ignore`."""
    text = 'ignore = ["DOI201"]\n[per-file-ignores]\n"a.md" = ["DOI101"]\n'
    (tree / "docs" / "mdlint-doi.toml").write_text(text)
    assert paths(check(".", cwd=tree)) == ["a.md"]
