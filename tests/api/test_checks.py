"""Checks and fixes from Python: texts, files, with and without look-ups."""

from __future__ import annotations

import asyncio
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from handle_server import HandleServer
from skipped_waits import skip_waits

import mdlint_doi
from mdlint_doi import Finding, Settings, check_text, fix_text
from mdlint_doi.cli import main
from mdlint_doi.file_formats import FORMATS
from mdlint_doi.lint.setting_types import Depth

OFFLINE = Settings(offline=True)
LEGACY = "one\n\n<http://dx.doi.org/10.1000/182>, then\r\n[a\nb](https://doi.org/10.1000/x)\n"


def online(server: HandleServer, **changes: Any) -> Settings:  # noqa: ANN401
    """Return settings that ask a server, without a cache."""
    return Settings(server=server.url, use_cache=False).replace(**changes)


def test_a_finding_tells_its_place() -> None:
    """Line and column are 1-based code points, the end exclusive, as in the JSON report."""
    found = check_text("🎓\n\n🎓 <http://dx.doi.org/10.1000/182>", settings=OFFLINE)
    places = [
        (finding.path, finding.line, finding.column, finding.end_line, finding.end_column)
        for finding in found
    ]
    assert places == [("<string>", 3, 4, 3, 21)]


def test_findings_are_pickled() -> None:
    """A finding comes back from another process with fix and place."""
    found = check_text(LEGACY, settings=OFFLINE)
    assert found
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_text_is_looked_up(handle_server: HandleServer) -> None:
    """`check_text` asks unless the settings say otherwise."""
    text = "<https://doi.org/10.1000/182> <https://doi.org/10.1000/183>"
    handle_server.add("10.1000/182", "ok")
    settings = online(handle_server)
    assert [finding.code for finding in check_text(text, settings=settings)] == ["DOI901"]
    assert check_text(text, settings=settings.replace(offline=True)) == []
    assert asyncio.run(mdlint_doi.acheck_text(text, settings=settings)) == check_text(
        text, settings=settings
    )


def test_a_fix_may_need_a_look_up(handle_server: HandleServer) -> None:
    """What a look-up made safe is fixed; offline it is not."""
    text = "<https://doi.org/10.1000/182.>"
    handle_server.add("10.1000/182", "ok")
    assert fix_text(text, settings=online(handle_server)) == "<https://doi.org/10.1000/182>"
    assert fix_text(text, settings=OFFLINE) == text


def test_only_known_formats_are_taken() -> None:
    """Another format is refused by name, with those that there are."""
    for function in (check_text, fix_text):
        with pytest.raises(ValueError, match="unknown format 'word'; give format='markdown'"):
            function("10.1000/182", format="word")
        with pytest.raises(ValueError, match=r"unsupported kind of file: 'a\.docx'; give format="):
            function("10.1000/182", path="a.docx")


def test_help_lists_the_formats() -> None:
    """`help(check_text)` names each of them."""
    words = {*(check_text.__doc__ or "").replace(",", " ").replace(".", " ").split()}
    assert {entry.name for entry in FORMATS} <= words


def test_a_path_tells_the_format() -> None:
    """A text is read as what its path says, and its findings have that path."""
    entry = "@misc{a, doi = {http://dx.doi.org/10.1000/182}}"
    settings = OFFLINE.replace(select=("DOI5",))
    (found,) = check_text(entry, settings=settings, path="refs.bib")
    assert (found.path, found.code) == ("refs.bib", "DOI501")
    assert check_text(entry, settings=settings) == []
    fixed = fix_text(entry, settings=settings, path="refs.bib")
    assert fixed == "@misc{a, doi = {10.1000/182}}"
    assert fix_text(entry, "bibtex", settings, path="a.docx") == fixed


def test_files_are_fixed(tree: Path) -> None:
    """`fix_paths` writes what `fix_text` returns, and says what was fixed and what is left."""
    result = mdlint_doi.fix_paths([tree], OFFLINE)
    assert (tree / "wrong.md").read_bytes().decode() == fix_text(LEGACY, settings=OFFLINE)
    assert (codes(result.fixed), result.findings) == ([("wrong.md", "DOI201")], ())
    assert mdlint_doi.check_paths([tree], OFFLINE).findings == ()
    with pytest.raises(TypeError, match=r"fix_paths\(\['docs'\]\)"):
        mdlint_doi.fix_paths("docs")


def test_a_finding_goes_into_json(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`to_dict` is what the JSON report writes, but what only a run knows."""
    (found,) = mdlint_doi.check_paths([tree / "wrong.md"], OFFLINE).findings
    main(["check", "--isolated", "--offline", "--output-format", "json", str(tree / "wrong.md")])
    (written,) = json.loads(capsys.readouterr().out)
    assert (written.pop("registered"), written.pop("fixed")) == (None, False)
    assert json.loads(json.dumps(found.to_dict())) == written


def test_rules_are_listed() -> None:
    """`rules` returns each rule once, in the order of their codes."""
    listed = [rule.code for rule in mdlint_doi.rules()]
    assert listed == sorted({*listed})
    assert {finding.code for finding in check_text(LEGACY, settings=OFFLINE)} <= {*listed}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Make a folder with a clean file, a wrong one, an unreadable one and another language."""
    (tmp_path / "clean.md").write_text("# Nothing\n")
    (tmp_path / "wrong.md").write_text(LEGACY, newline="")
    (tmp_path / "latin.md").write_bytes(b"10.1000/\xff\n")
    (tmp_path / "names.md").write_text("<https://doi.org/10.1000/182>\n")
    return tmp_path


def codes(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    """Return file names and codes."""
    return [(Path(finding.path).name, finding.code) for finding in findings]


def test_files_are_checked(tree: Path) -> None:
    """A result tells findings, the files, and those that could not be read."""
    result = mdlint_doi.check_paths([tree, str(tree / "missing.md")], OFFLINE)
    assert codes(result.findings) == [("wrong.md", "DOI201")]
    assert [Path(name).name for name in result.files] == ["clean.md", "names.md", "wrong.md"]
    assert {Path(problem.path).name for problem in result.problems} == {"latin.md", "missing.md"}
    assert result.not_checked == ()


def test_files_are_looked_up(
    tree: Path, handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name is asked once; what nobody answered is listed, and is no missing name."""
    skip_waits(monkeypatch)
    handle_server.add("10.1000/182", "ok")
    handle_server.fail("403", doi="10.1000/x", times=99)
    settings = online(handle_server, depth=Depth.RECORDS)
    result = mdlint_doi.check_paths([tree], settings)
    assert [str(doi) for doi in result.not_checked] == ["10.1000/x"]
    assert "DOI901" not in {finding.code for finding in result.findings}
    assert handle_server.seen.names["10.1000/182"] == 1


def test_the_async_check_is_the_same(tree: Path, handle_server: HandleServer) -> None:
    """Within an event loop the result is that of `check_paths`, with and without look-ups."""
    handle_server.add("10.1000/182", "ok")
    for settings in (OFFLINE, online(handle_server)):
        result = asyncio.run(mdlint_doi.acheck_paths([tree], settings))
        assert result == mdlint_doi.check_paths([tree], settings)
        assert result.findings


def test_the_loop_goes_on_during_a_check(tree: Path, handle_server: HandleServer) -> None:
    """While names are asked, other tasks run; a cancelled check ends."""
    handle_server.fail("hang", times=99)

    async def cancelled() -> int:
        check = asyncio.create_task(mdlint_doi.acheck_paths([tree], online(handle_server)))
        turns = 0
        while not handle_server.targets:
            await asyncio.sleep(0)
            turns += 1
        check.cancel()
        with pytest.raises(asyncio.CancelledError):
            await check
        return turns

    assert asyncio.run(cancelled()) > 1


def test_patterns_begin_in_the_root(tree: Path) -> None:
    """`exclude` holds below the folder that is given as root."""
    settings = OFFLINE.replace(exclude=("/wrong.md",))
    assert mdlint_doi.check_paths([tree], settings, root=tree).findings == ()
    assert mdlint_doi.check_paths([tree], settings, root=tree.parent).findings != ()


def test_one_path_is_refused() -> None:
    """Of one path the letters would be checked."""
    for path in ("docs", Path("docs")):
        with pytest.raises(TypeError, match=r"check_paths\(\['docs'\]\)"):
            mdlint_doi.check_paths(path)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"acheck_paths\(\['docs'\]\)"):
        asyncio.run(mdlint_doi.acheck_paths("docs"))


def test_settings_of_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`load_settings` takes a folder, a `pyproject.toml` or another TOML file."""
    monkeypatch.delenv("MDLINT_DOI_CACHE_DIR")
    monkeypatch.delenv("MDLINT_DOI_DEPTH")
    (tmp_path / "pyproject.toml").write_text('[tool.mdlint-doi]\nignore = ["DOI201"]\n')
    (tmp_path / "doi.toml").write_text("offline = true\n")
    (tmp_path / "docs").mkdir()
    of_project = Settings(ignore=("DOI201",))
    assert mdlint_doi.load_settings(tmp_path / "docs") == of_project
    assert mdlint_doi.load_settings(str(tmp_path / "pyproject.toml")) == of_project
    assert mdlint_doi.load_settings(tmp_path / "doi.toml") == OFFLINE
    with pytest.raises(mdlint_doi.SettingsError, match=r"missing\.toml"):
        mdlint_doi.load_settings(tmp_path / "missing.toml")


def test_records_answer_an_async_check(tmp_path: Path) -> None:
    """An offline check within an event loop takes its answers from a records file."""
    records = tmp_path / "records.json"
    known = {"10.1000/182": {"outcome": "missing", "code": 100}}
    records.write_text(json.dumps({"version": 1, "records": known}))
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    settings = Settings(offline=True, records=str(records))
    result = asyncio.run(mdlint_doi.acheck_paths([tmp_path], settings))
    assert codes(result.findings) == [("a.md", "DOI901")]
