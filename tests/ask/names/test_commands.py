"""The commands resolve, record and cache, as a user starts them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import pytest
from ask.names.asking import know, names
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from handle_server import HandleServer

from mdlint_doi.ask import records
from mdlint_doi.cli import main
from mdlint_doi.cli import record as record_command
from mdlint_doi.cli.record import RecordedWorks
from mdlint_doi.files import writing
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found, Missing


def resolve(server: HandleServer, *arguments: str, stdin: bytes = b"") -> Ran:
    """Run `mdlint-doi lookup` against the server; no public service is asked for works then."""
    return mdlint_doi("lookup", "--isolated", *config(server=server.url), *arguments, stdin=stdin)


DELETED = "https://www.crossref.org/_deleted-doi/?doi=10.1000/deleted"
STATES = {
    "10.1000/ok": "ok",
    "10.1000/empty": "empty",
    "10.1000/deleted": "deleted",
    "10.1000/alias": "alias:10.1000/182",
    "10.1000/missing": "missing",
    "10.99999/x": "noprefix",
}


def test_text(handle_server: HandleServer) -> None:
    """A line a name: verdict, where it leads, Agency, and who said it."""
    for name, state in STATES.items():
        handle_server.add(name, state)
    ran = resolve(handle_server, *STATES)
    assert ran.err == ""
    assert ran.out.splitlines() == [
        "10.1000/ok  registered  https://publisher.example/10.1000/ok  (Crossref, network)",
        "10.1000/empty  registered  leads nowhere  (Crossref, network)",
        f"10.1000/deleted  registered  {DELETED} (deleted)  (Crossref, network)",
        "10.1000/alias  registered  alias of 10.1000/182  (Crossref, network)",
        "10.1000/missing  not registered  (Crossref, network)",
        "10.99999/x  not registered  its prefix is not registered  (network)",
    ]
    assert ran.code == 1


def test_json(handle_server: HandleServer) -> None:
    """The JSON members are those of the contract, whatever the outcome."""
    handle_server.add("10.1000/ok")
    handle_server.add("10.1000/alias", "alias:10.1000/182")
    handle_server.fail("wrong-echo", "10.1000/broken")
    names_ = ["10.1000/ok", "10.1000/alias", "10.2000/missing", "10.1000/broken"]
    ran = resolve(handle_server, "--output-format", "json", *names_)
    keys = ["doi", "outcome", "code", "target", "alias", "agency", "cause", "source", "work"]
    entries = json.loads(ran.out)
    assert [list(entry) for entry in entries] == [keys] * 4
    url = "https://publisher.example/10.1000/ok"
    assert [list(entry.values()) for entry in entries] == [
        ["10.1000/ok", "found", None, url, None, "Crossref", None, "network", None],
        [
            "10.1000/alias",
            "found",
            None,
            None,
            "10.1000/182",
            "Crossref",
            None,
            "network",
            None,
        ],
        ["10.2000/missing", "missing", 100, None, None, None, None, "network", None],
        ["10.1000/broken", "unknown", None, None, None, None, "other-handle", "network", None],
    ]
    assert ran.code == 1


def test_values(handle_server: HandleServer) -> None:
    """Each value with index, type, TTL, time and data; several targets; and what is no record."""
    places = (
        "<locations chooseby='country,weighted'><location id='0' href='https://a.example/?x&amp;y'"
        ' weight=\'1\'/><location country="gb" href="https://b.example/" /></locations>'
    )
    handle_server.add("10.1000/ok", "choices", url=places)
    asked = ("10.1000/ok", "10.1000/missing")
    ran = resolve(handle_server, "--values", *asked)
    assert ran.code == 1
    first, head, locations, admin, several, *two, last = ran.out.splitlines()
    assert first == "10.1000/ok  registered  https://a.example/?x&y  (network)"
    assert head.split() == ["index", "type", "ttl", "timestamp", "data"]
    assert locations.split()[:4] == ["1", "10320/loc", "86400", "2020-01-02T03:04:05Z"]
    assert admin.split()[:2] == ["100", "HS_ADMIN"]
    assert '"permissions"' in admin
    assert several == "  2 targets:"
    assert two == [
        "    https://a.example/?x&y (id=0, weight=1, chooseby=country,weighted)",
        "    https://b.example/ (country=gb, chooseby=country,weighted)",
    ]
    assert last == "10.1000/missing  not registered  (network)"
    ran = resolve(handle_server, "--values", "--output-format", "json", *asked)
    found, missing = json.loads(ran.out)
    assert [value["index"] for value in found["values"]] == [1, 100]
    assert found["values"][1]["data"]["permissions"]
    assert [target["attributes"].get("country") for target in found["targets"]] == [None, "gb"]
    assert (missing["outcome"], missing["values"], missing["targets"]) == ("missing", [], [])


@pytest.mark.parametrize(
    ("options", "indexes"),
    [
        ("--type URL", [1]),
        ("--type url --type EMAIL", [1]),
        ("--index 100", [100]),
        ("--index 1 --type HS_ADMIN", [1, 100]),
        ("--type HS_", []),
        ("--type HS_.", []),
        ("--type EMAIL --index 3", []),
    ],
)
def test_some_values(handle_server: HandleServer, options: str, indexes: list[int]) -> None:
    """Individual values, or all of one type (NISO Z39.84, foreword); the verdict is as before."""
    handle_server.add("10.1000/ok")
    asked = ("--values", *options.split(), "10.1000/ok")
    ran = resolve(handle_server, "--output-format", "json", *asked)
    (found,) = json.loads(ran.out)
    assert [value["index"] for value in found["values"]] == indexes
    assert found["target"]
    assert ("10.1000/ok has no such value" in ran.err) == (not indexes)
    assert resolve(handle_server, *asked).out.startswith("10.1000/ok  registered  http")


@pytest.mark.parametrize("options", ["--type URL", "--index 1", "--values --index one"])
def test_values_that_cannot_be_chosen(handle_server: HandleServer, options: str) -> None:
    """Without `--values` there is nothing to choose; an index is a number."""
    ran = resolve(handle_server, *options.split(), "10.1000/ok")
    assert ran.code == 2
    assert ("add --values" if "--values" not in options else "a whole number") in ran.err


def test_values_without_a_network(handle_server: HandleServer) -> None:
    """An outage and an offline run fail nothing, unless that is asked for."""
    handle_server.fail("403", retry_after=3600)
    for more, cause in (((), "  blocked: "), (("--offline",), "  offline: ")):
        ran = resolve(handle_server, "--values", *more, "10.1000/ok")
        assert (ran.code, cause in ran.out) == (0, True)
        assert resolve(handle_server, "--values", "--strict", *more, "10.1000/ok").code == 3


def test_any_spelling(handle_server: HandleServer) -> None:
    """Names come in any spelling, as arguments or a line each on standard input."""
    handle_server.add("10.1000/456#789")
    spellings = ["https://doi.org/10.1000/456%23789", "doi:10.1000/456#789", "10.1000/456#789"]
    first = resolve(handle_server, *spellings)
    lines = "\r\n".join(["", *spellings, ""]).encode()
    second = resolve(handle_server, stdin=lines)
    third = resolve(handle_server, "-", stdin=lines)
    assert first.out.count("\n") == 1
    assert first.out.startswith("10.1000/456#789  registered")
    assert second.out == third.out == first.out.replace("network", "cache")
    assert [ran.code for ran in (first, second, third)] == [0, 0, 0]


@pytest.mark.parametrize("depth", ["registration", "all"])
def test_an_empty_list_of_names_is_told(depth: str) -> None:
    """Before a pipe that brings nothing, a run would look clean."""
    ran = mdlint_doi("lookup", "--depth", depth, "--isolated", "--offline", stdin=b"\n \n")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("note: ")


def test_invalid_names(handle_server: HandleServer) -> None:
    """What is no DOI is said on standard error, on one safe line; the others are asked."""
    handle_server.add("10.1000/ok")
    odd = b"10.1000/\x1b[31mred\n\xff\xfe\n10.1000/ok\nhello\n10.1000/a\xe2\x80\xaeb\n"
    ran = resolve(handle_server, stdin=odd)
    assert ran.code == 1
    assert ran.out.count("\n") == 1
    assert len(ran.err.splitlines()) == 4
    assert all(line.isprintable() for line in ran.err.splitlines())
    assert ran.err.splitlines()[2].startswith("mdlint-doi: 'hello' ")


def test_legacy_prefix(handle_server: HandleServer) -> None:
    """A legacy name, which `normalize` understands, is not asked about."""
    ran = resolve(handle_server, "doi:dk%2FP%c3%a6dagogik")
    assert ran.code == 1
    assert handle_server.targets == []
    assert ran.err.count("\n") == 1


def test_terminal_is_safe_from_servers(handle_server: HandleServer) -> None:
    """What a server says can't steer the terminal."""
    handle_server.add("10.1000/ok", agency="Cross\x1b]0;ref\x07", url="https://a.example/\x1b[2J\n")
    ran = resolve(handle_server, "10.1000/ok")
    assert len(ran.out.splitlines()) == 1
    assert ran.out.splitlines()[0].isprintable()


@pytest.mark.parametrize(("strict", "code"), [([], 0), (["--strict"], 3)])
def test_unknown(handle_server: HandleServer, strict: list[str], code: int) -> None:
    """An outage fails nothing, unless that is asked for."""
    handle_server.fail("403", retry_after=3600)
    ran = resolve(handle_server, "10.1000/ok", *strict)
    name, _, why = ran.out.split("  ")
    assert (ran.code, name) == (code, "10.1000/ok")
    assert why.startswith("blocked: ")
    assert "(HTTP 403, " in why
    assert "3600 s" in why


def test_all_found_is_0(handle_server: HandleServer) -> None:
    """Everything registered: exit 0."""
    handle_server.add("10.1000/ok")
    assert resolve(handle_server, "10.1000/ok").code == 0


def test_offline(handle_server: HandleServer, tmp_path: Path) -> None:
    """Offline, records answer, and nobody is asked."""
    path = tmp_path / "doi-records.json"
    path.write_text(records.render({parse("10.1000/a"): Found()}))
    ran = resolve(handle_server, "--offline", "--records", str(path), "10.1000/a", "10.1000/b")
    found, unknown = ran.out.splitlines()
    assert found == "10.1000/a  registered  (records)"
    assert unknown.startswith("10.1000/b  ")
    assert "  offline: " in unknown
    assert handle_server.seen.connections == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([*config(server="http://doi.org")], "server"),
        (["--records", "nowhere.json"], "nowhere.json: No such file"),
        (["--output-format", "sometimes"], "invalid choice"),
        ([*config(concurrency=0)], "concurrency"),
    ],
)
def test_usage(arguments: list[str], why: str, tmp_path: Path) -> None:
    """What can't work is said in one line, with exit code 2."""
    ran = mdlint_doi("lookup", "--isolated", *arguments, "10.1000/1", cwd=tmp_path)
    assert ran.code == 2
    assert why in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_nothing_on_standard_input(handle_server: HandleServer) -> None:
    """No names: nothing to print, nothing wrong, but told; the JSON is an empty array."""
    note = "note: standard input is empty, so nothing was looked up\n"
    assert resolve(handle_server) == Ran(0, "", note)
    assert resolve(handle_server, "--output-format", "json") == Ran(0, "[]\n", note)


def test_many_names(handle_server: HandleServer) -> None:
    """Thousands of names on standard input are answered in order."""
    dois = names(2500)
    know(handle_server, dois)
    ran = resolve(handle_server, stdin="\n".join(map(str, dois)).encode())
    assert ran.code == 0
    assert [line.partition(" ")[0] for line in ran.out.splitlines()] == [str(doi) for doi in dois]


def record(server: HandleServer, folder: Path, *arguments: str) -> Ran:
    """Run `mdlint-doi record` in a folder."""
    return mdlint_doi("record", "--isolated", *config(server=server.url), *arguments, cwd=folder)


@pytest.fixture
def project(tmp_path: Path, handle_server: HandleServer) -> Path:
    """Return a folder with documents that name three DOIs, one of them missing."""
    know(handle_server, names(2))
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/name.0> and doi:10.1000/name.1\n")
    (tmp_path / "b.md").write_text("[x](https://doi.org/10.1000/NAME.0) [y](doi:10.1000/gone)\n")
    return tmp_path


def test_record(handle_server: HandleServer, project: Path) -> None:
    """The outcomes of all DOIs of a project go into the file, each name once."""
    ran = record(handle_server, project)
    assert (ran.code, ran.out) == (0, "")
    outcomes = records.read(project / "doi-records.json").outcomes
    assert set(outcomes) >= {*names(2), parse("10.1000/gone")}
    assert outcomes[parse("10.1000/gone")] == Missing(100, "Crossref")
    assert isinstance(outcomes[names(1)[0]], Found)


def test_record_again(handle_server: HandleServer, project: Path) -> None:
    """A second run leaves the same bytes, and does not take the old file for the truth."""
    record(handle_server, project, "-o", "out.json")
    before = (project / "out.json").read_bytes()
    assert record(handle_server, project, "-o", "out.json", *config(use_cache=False)).code == 0
    assert (project / "out.json").read_bytes() == before
    handle_server.add("10.1000/gone")
    record(handle_server, project, "-o", "out.json", *config(use_cache=False))
    assert isinstance(records.read(project / "out.json").outcomes[parse("10.1000/gone")], Found)


def test_record_in_an_outage(handle_server: HandleServer, project: Path) -> None:
    """What can't be learned keeps its old entry, and is counted."""
    record(handle_server, project)
    before = (project / "doi-records.json").read_bytes()
    handle_server.fail("403", retry_after=3600)
    ran = record(handle_server, project, *config(use_cache=False), "--strict")
    assert (project / "doi-records.json").read_bytes() == before
    assert ran.code == 3
    assert "3 DOIs could not be checked (blocked)" in ran.err


def test_two_record_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another run wrote while this one asked, or while it wrote, stays in the file."""
    path = tmp_path / "r.json"
    mine, others = ({parse(f"10.1000/{name}"): Found()} for name in ("mine", "other"))
    real = writing.save

    def save(path: Path, data: bytes, may: Callable[[], bool]) -> bool:
        if not path.exists():  # the other run is faster
            path.write_text(records.render(others))
        return real(path, data, may)

    monkeypatch.setattr(record_command, "save", save)
    assert record_command.write_records(path, mine, RecordedWorks(), prune=False).names == 2
    assert records.read(path).outcomes == {**mine, **others}
    assert list(tmp_path.iterdir()) == [path]


def test_record_of_nothing_learned(handle_server: HandleServer, project: Path) -> None:
    """Where no name could be checked, no file is made, none is written anew, and all is said."""
    handle_server.fail("403", retry_after=3600)
    ran = record(handle_server, project, *config(use_cache=False))
    assert (ran.code, (project / "doi-records.json").exists()) == (3, False)
    assert ran.err.startswith("doi-records.json was not written: there were no answers\n")
    (project / "doi-records.json").write_text('{"version": 1, "records": {}}')
    assert record(handle_server, project, *config(use_cache=False), "--prune").code == 3
    assert (project / "doi-records.json").read_text() == '{"version": 1, "records": {}}'


def test_record_keeps_suggestions_in_an_outage(handle_server: HandleServer, tmp_path: Path) -> None:
    """A candidate that was not even asked, since its name was not answered, keeps its entry."""
    handle_server.add("10.1000/article-1")
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/article-1/full>\n")
    record(handle_server, tmp_path)
    before = (tmp_path / "doi-records.json").read_bytes()
    assert b'"10.1000/article-1"' in before
    handle_server.fail("503", "10.1000/article-1/full", retry_after=3600)
    ran = record(handle_server, tmp_path, *config(use_cache=False))
    assert (tmp_path / "doi-records.json").read_bytes() == before
    assert "1 DOI " in ran.err
    assert " (rate-limited)" in ran.err


def test_record_drops_what_is_no_longer_there(handle_server: HandleServer, project: Path) -> None:
    """`--prune` drops lost names; a candidate that Which RA denied is nothing unknown."""
    record(handle_server, project)
    (project / "a.md").write_text("<https://doi.org/10.1000/name.1/full>\n")
    options = (*config(use_cache=False), "--strict")
    assert record(handle_server, project, *options).code == 0
    assert parse("10.1000/gone") in records.read(project / "doi-records.json").outcomes
    ran = record(handle_server, project, *options, "--prune")
    assert (ran.code, ran.err.count("\n")) == (0, 1), ran.err
    outcomes = records.read(project / "doi-records.json").outcomes
    assert {str(doi) for doi, outcome in outcomes.items() if isinstance(outcome, Found)} == {
        *("10.1000/name.0", "10.1000/name.1")
    }


@pytest.mark.parametrize("prune", [(), ("--prune",)], ids=["keep", "prune"])
def test_record_of_nothing_keeps_the_file(
    handle_server: HandleServer, project: Path, prune: tuple[str, ...]
) -> None:
    """A mistyped path, an empty folder, unreadable files: exit 2, the path named, nothing lost."""
    record(handle_server, project)
    before = (project / "doi-records.json").read_bytes()
    (project / "empty").mkdir()
    (project / "bad").mkdir()
    (project / "bad/a.md").write_bytes(b"https://doi.org/10.1000/caf\xe9\n")
    (project / "wide.md").write_text("<https://doi.org/10.1000/name.0>", "utf-16")
    for path in ("dosc", "empty", "bad", "wide.md"):
        ran = record(handle_server, project, *prune, path)
        assert ran.code == 2
        assert path in ran.err
        assert (project / "doi-records.json").read_bytes() == before


def test_record_of_a_part(handle_server: HandleServer, project: Path) -> None:
    """A file updates its own names; the others stay. One that cannot be read stops no other."""
    record(handle_server, project)
    before = set(records.read(project / "doi-records.json").outcomes)
    handle_server.add("10.1000/new")
    (project / "part.md").write_text("<https://doi.org/10.1000/new>\n")
    assert record(handle_server, project, "part.md").code == 0
    after = before | {parse("10.1000/new")}
    assert set(records.read(project / "doi-records.json").outcomes) == after
    ran = record(handle_server, project, "part.md", "nowhere.md", "--prune")
    assert ran.code == 2
    assert "nowhere.md: no such file" in ran.err
    assert set(records.read(project / "doi-records.json").outcomes) == after


def test_record_for_a_hermetic_build(handle_server: HandleServer, project: Path) -> None:
    """`offline` and `records` are for the readers of the file, not for its writer."""
    record(handle_server, project, "-o", "wanted.json")
    (project / "pyproject.toml").write_text(
        '[tool.mdlint-doi]\nrecords = "doi-records.json"\noffline = true\n'
    )
    ran = mdlint_doi("record", *config(server=handle_server.url), cwd=project)
    assert ran.code == 0
    wanted = (project / "wanted.json").read_bytes()
    assert (project / "doi-records.json").read_bytes() == wanted
    handle_server.add("10.1000/gone")
    mdlint_doi("record", *config(server=handle_server.url, use_cache=False), cwd=project)
    path = project / "doi-records.json"
    assert isinstance(records.read(path).outcomes[parse("10.1000/gone")], Found)
    for option in ("--offline", "--records=wanted.json"):
        assert mdlint_doi("record", option, cwd=project).code == 2


def test_record_tells_where_it_asks(tmp_path: Path) -> None:
    """A server that the configuration names is told of, as for `check`."""
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mdlint-doi]\nserver = "https://mirror.example"\noffline = true\n'
    )
    (tmp_path / "a.md").write_text("Nothing to ask for.\n")
    ran = mdlint_doi("record", cwd=tmp_path, MDLINT_DOI_ALLOW_HOSTS="mirror.example")
    assert "look-ups go to https://mirror.example instead of https://doi.org" in ran.err


@pytest.mark.parametrize("text", ["{", "[]"])
def test_record_over_another_file(handle_server: HandleServer, project: Path, text: str) -> None:
    """A file that is no records file is not overwritten."""
    (project / "package.json").write_text(text)
    ran = record(handle_server, project, "-o", "package.json")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert (project / "package.json").read_text() == text


def test_record_where_nothing_can_be_written(handle_server: HandleServer, project: Path) -> None:
    """A folder that is not there is an error of one line, before anybody is asked."""
    ran = record(handle_server, project, "-o", "nowhere/out.json")
    assert (ran.code, handle_server.targets) == (2, [])
    assert ran.err.startswith("mdlint-doi: error: nowhere/out.json: ")
    assert ran.err.endswith(": the folder nowhere does not exist\n")
    assert ran.err.count("\n") == 1


def test_record_names_another_server(project: Path) -> None:
    """A repository that sends the look-ups elsewhere does not do so unnoticed."""
    (project / "pyproject.toml").write_text('[tool.mdlint-doi]\nserver = "https://localhost:9"\n')
    ran = mdlint_doi("record", ".", cwd=project)
    assert (ran.code, "server: localhost " in ran.err) == (2, True)
    ran = mdlint_doi(
        "record", ".", cwd=project, command=NEVER_WAITS, MDLINT_DOI_ALLOW_HOSTS="localhost"
    )
    assert "look-ups go to https://localhost:9 instead of https://doi.org" in ran.err


def test_a_build_from_records(handle_server: HandleServer, project: Path) -> None:
    """What was recorded answers a check without a network."""
    record(handle_server, project)
    handle_server.forget()
    ran = mdlint_doi(
        "check", "--isolated", "--offline", "--records", "doi-records.json", "--select", "DOI901",
        *config(server=handle_server.url), "--output-format", "json", cwd=project,
    )  # fmt: skip
    assert [entry["doi"] for entry in json.loads(ran.out)] == ["10.1000/gone"]
    assert handle_server.seen.connections == 0


def test_cache_commands(handle_server: HandleServer, tmp_path: Path) -> None:
    """The cache's folder, what it holds, and how to empty it."""
    folder = str(tmp_path / "c")
    handle_server.add("10.1000/ok")
    resolve(handle_server, *config(cache_dir=folder), "10.1000/ok", "10.1000/no")
    assert mdlint_doi("cache", "dir", *config(cache_dir=folder)) == Ran(0, f"{folder}\n", "")
    stats = mdlint_doi("cache", "stats", *config(cache_dir=folder)).out.splitlines()
    assert stats[0].startswith(folder)
    assert [line.partition(", answered")[0] for line in stats[1:]] == [
        f"{handle_server.url}: 1 found",
        f"{handle_server.url}: 1 missing",
    ]
    assert mdlint_doi("cache", "clear", *config(cache_dir=folder)).out == "entries removed: 2\n"
    assert mdlint_doi("cache", "stats", *config(cache_dir=folder)).out.endswith("no entries\n")


def test_cache_without_an_action(capsys: pytest.CaptureFixture[str]) -> None:
    """What can be done is said."""
    assert main(["cache"]) == 2
    assert "an argument is missing; give stats, clear or dir" in capsys.readouterr().err


def test_cache_folder_from_the_environment(tmp_path: Path) -> None:
    """MDLINT_DOI_CACHE_DIR names the folder, for CI services that keep it between runs."""
    ran = mdlint_doi("cache", "dir", MDLINT_DOI_CACHE_DIR=str(tmp_path))
    assert ran.out == f"{tmp_path}\n"


def test_cache_that_cannot_be_emptied(tmp_path: Path) -> None:
    """Nothing is claimed that was not done."""
    assert mdlint_doi("cache", "clear", *config(cache_dir=tmp_path / "none")).code == 0
    (tmp_path / "answers-1.sqlite3").mkdir()
    ran = mdlint_doi("cache", "clear", *config(cache_dir=tmp_path))
    assert ran.code == 2
    assert "cannot be emptied" in ran.err


def test_nobody_reads_any_more() -> None:
    """`resolve … | head` exits as `check … | head` does, and says nothing."""
    names_file = "".join(f"10.1000/{number}\n" for number in range(20_000)).encode()
    with subprocess.Popen(
        [sys.executable, "-m", "mdlint_doi", "lookup", "--isolated", "--offline"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        writer = Thread(target=_feed, args=(process.stdin, names_file))
        writer.start()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=500) == 141
        writer.join()


def _feed(pipe: IO[bytes], data: bytes) -> None:
    with suppress(BrokenPipeError):
        pipe.write(data)
        pipe.close()
