"""A service that CONTRIBUTING shows: with one row and one reader it is asked, paced and kept."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import unquote

import pytest
from cli.command import config, mdlint_doi
from registries_server import RegistriesServer

TOP: Final = Path(__file__).parents[3]
NAME: Final = "10.5555/apples"
RECORD: Final = {"doi": NAME, "title": "On Apples", "authors": [{"family": "Gala"}]}
PROGRAM: Final = """
import sys
from types import ModuleType

from mdlint_doi import services

row, reader = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
names = {}
exec(row, names)
services.SERVICES = (*services.SERVICES, names["ORCHARD"])
module = ModuleType("mdlint_doi.ask.readers.orchard")
exec(reader, vars(module))
sys.modules[module.__name__] = module

from mdlint_doi.cli import main

sys.exit(main(sys.argv[3:]))
"""
"""The command, with one more service in the table."""


class Orchard:
    """A real server with one record.

    Attributes:
        url: its address.
        asked: the targets of all requests.

    """

    def __init__(self) -> None:
        """Listen on a free port."""
        asked = self.asked = list[str]()

        class Handler(BaseHTTPRequestHandler):
            """Answers."""

            def do_GET(self) -> None:
                """Return the record; 404 for another."""
                asked.append(self.path)
                held = unquote(self.path) == f"/records/{NAME}"
                body = json.dumps(RECORD if held else {}).encode()
                self.send_response(200 if held else 404)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def orchard() -> Iterator[Orchard]:
    """Return the made-up service."""
    made = Orchard()
    thread = Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def run(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the command with the row and the reader that CONTRIBUTING shows."""
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = re.findall(
        r"   ```python\n(.*?)\n   ```", page.split("## A new service in an hour")[1], re.DOTALL
    )
    for name, block in zip(("row.txt", "reader.txt"), shown, strict=False):
        text = re.sub(r"^   ", "", block, flags=re.MULTILINE)
        (folder / name).write_text(text, encoding="utf-8")
    start = [sys.executable, "-c", PROGRAM, "row.txt", "reader.txt"]
    return subprocess.run(
        [*start, *arguments],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_is_asked(orchard: Orchard, tmp_path: Path) -> None:
    """A name of its Agency is asked there, by the address of the environment, and once."""
    with RegistriesServer() as system:
        system.add(NAME, {}, "Orchard")
        work = (
            "lookup",
            "--isolated",
            "--depth",
            "all",
            *config(server=system.url),
            "--output-format",
            "json",
            NAME,
        )
        kept = config(cache_dir=tmp_path / "cache")
        done = [
            run(tmp_path, *work, *kept, MDLINT_DOI_ORCHARD_SERVER=orchard.url) for _ in range(2)
        ]
    assert [process.returncode for process in done] == [0, 0], done[0].stderr
    said = json.loads(done[0].stdout)[0]
    assert "On Apples" in str(said)
    assert "Gala" in str(said)
    assert "On Apples" in done[1].stdout
    assert orchard.asked == ["/records/10.5555%2Fapples"]


def test_the_cache_of_works_stays(tmp_path: Path) -> None:
    """What others answered before the row was added is still known."""
    (tmp_path / "a.bib").write_text("@article{a, title={Apples in May}, doi={10.1000/pears}}\n")
    with RegistriesServer() as system:
        system.add("10.1000/pears", {"DOI": "10.1000/pears", "title": ["On Pears"]}, "Crossref")
        servers = config(server=system.url, crossref_server=system.url, datacite_server=system.url)
        servers += config(cache_dir=tmp_path / "cache")
        check = ("check", "--isolated", "--depth", "all", *servers, "a.bib")
        before = mdlint_doi(*check, cwd=tmp_path).out
        system.forget()
        after = run(tmp_path, *check)
        assert not system.requests
    assert 'registered as "On Pears"' in before
    assert 'registered as "On Pears"' in after.stdout, after.stderr


def test_a_reference_is_compared(orchard: Orchard, tmp_path: Path) -> None:
    """What a document says is compared with the record; where there is none, nothing is said."""
    entry = "@article{a, title={Pears in winter}, author={Bosc, A.}, doi={%s}}\n"
    (tmp_path / "a.bib").write_text(entry % NAME + entry.replace("{a,", "{b,") % "10.5555/gone")
    with RegistriesServer() as system:
        for name in (NAME, "10.5555/gone"):
            system.add(name, {}, "Orchard")
        own = config(server=system.url, use_cache=False)
        check = ("check", "--isolated", *own, "--depth", "all")
        found = run(tmp_path, *check, "a.bib", MDLINT_DOI_ORCHARD_SERVER=orchard.url)
    assert found.returncode == 1, found.stderr
    assert re.findall(r"^a\.bib:(\d+):\d+: (DOI911)", found.stdout, re.MULTILINE) == [
        ("1", "DOI911")
    ]
    assert 'registered as "On Apples" (Gala)' in found.stdout
    assert {*orchard.asked} == {"/records/10.5555%2Fapples", "/records/10.5555%2Fgone"}


def test_its_setting_follows(tmp_path: Path) -> None:
    """A settings file names its own host freely, another one only if the user allows it."""
    settings = tmp_path / "pyproject.toml"
    (tmp_path / "a.md").write_text("No name here.\n")
    settings.write_text('[tool.mdlint-doi]\norchard-server = "https://api.orchard.example.org/x"\n')
    done = run(tmp_path, "check", "a.md")
    assert done.returncode == 0, done.stderr
    settings.write_text('[tool.mdlint-doi]\norchard-server = "https://else.example.org"\n')
    done = run(tmp_path, "check", "a.md")
    assert done.returncode == 2
    assert "orchard-server: else.example.org" in done.stderr
