"""Real sites that cite the works of real records: bibliography_sites.py RECORDS SPHINX MYST MKDOCS.

The last three arguments are folders with pages. Each DOI in the pages is replaced by that of a
record. A local service has the records; `record --bibliography` asks it, and Sphinx, mystmd and
MkDocs then build the pages in a namespace without a network. Each citation in the results is
compared with its record: the first author, the year, the title and the DOI. `--myst` and `--mkdocs`
are the commands of these programs; MkDocs needs the plugin `bibtex`.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the server stands there

from benchmarks.bibliography import Item, direct, folded, say
from registries_server import RegistriesServer

from mdlint_doi.lint.edits import apply_edits, name_span
from mdlint_doi.lint.model import Edit, Form
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Kind
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

PLAIN = re.compile(r"10\.[0-9]{4,9}/[a-z0-9./-]+[a-z0-9]")
WRITTEN = frozenset({Kind.BARE, Kind.SCHEME, Kind.LINK})
TAG = re.compile(r"<[^<>]*>")
CONF = """\
extensions = ["sphinxcontrib.bibtex", "sphinx_doi"]
bibtex_bibfiles = ["refs.bib"]
doi_records = "doi-records.json"
doi_text = "citation"
html_theme = "basic"
"""
MYST = "version: 1\nproject:\n  bibliography: [refs.bib]\nsite:\n  title: Site\n"
MKDOCS = """\
site_name: Site
theme: {name: null, custom_dir: theme}
markdown_extensions: [footnotes, doi]
plugins: [{bibtex: {bib_file: refs.bib}}]
"""


def read_records(path: str) -> dict[str, Mapping[str, Any]]:
    """Return the rows of the records whose DOIs are easy to write, by DOI."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        found = {row["doi"].lower(): row for row in rows}
    return {doi: row for doi, row in found.items() if PLAIN.fullmatch(doi)}


def add_to(server: RegistriesServer, row: Mapping[str, Any]) -> None:
    """Give the local service a record, in the form in which its agency sends it."""
    doi = row["doi"].lower()
    if "attributes" in row:
        attributes = {**row["attributes"], "doi": doi, "state": "findable"}
        record = {"id": doi, "type": "dois", "attributes": attributes}
        server.add(doi, record, "DataCite")
        return
    item = {**row["item"], "DOI": doi}
    for name in ("title", "container-title"):  # content negotiation sends texts, not lists
        if isinstance(item.get(name), str):
            item[name] = [item[name]]
    server.add(doi, item, "Crossref")


def rewrite(source: Path, target: Path, dois: Iterator[str]) -> dict[str, str]:
    """Copy the pages with DOIs, with other DOIs in them; return the new DOI for each old one."""
    new: dict[str, str] = {}
    for page in sorted(source.rglob("*")):
        if page.suffix not in {".md", ".rst"} or not page.is_file():
            continue
        text = page.read_text("utf-8", "replace")
        edits = []
        for mention in read_document(Source(page.name, text), Settings()).mentions:
            is_written = mention.spelling.kind in WRITTEN and mention.form is not Form.BROKEN
            if mention.doi is None or mention.container is not None or not is_written:
                continue
            if mention.doi.key not in new:
                new[mention.doi.key] = next(dois, "")
            if new[mention.doi.key]:
                edits.append(Edit(name_span(mention), new[mention.doi.key]))
        if edits:
            place = target / page.relative_to(source).name
            place.write_text(apply_edits(text, edits), "utf-8")
    return {old: name for old, name in new.items() if name}


def record(folder: Path, url: str) -> str:
    """Write the records and the bibliography of a folder; return what the command says."""
    servers = [f"{name}='{url}'" for name in ("server", "crossref-server", "datacite-server")]
    servers.append(f"cache-dir='{folder.parent / 'cache'}'")
    config = [word for setting in servers for word in ("--config", setting)]
    bib = ["--bibliography", str(folder / "refs.bib"), "-o", str(folder / "doi-records.json")]
    command = [sys.executable, "-m", "mdlint_doi", "record", "--isolated", *config, *bib]
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def without_network(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a namespace without a network."""
    inside = ["unshare", "-rn", "--", *command]
    return subprocess.run(inside, cwd=folder, capture_output=True, text=True, check=False)


def keys_of(folder: Path) -> dict[str, str]:
    """Return the keys of the entries of `refs.bib`, by DOI."""
    text = (folder / "refs.bib").read_text("utf-8")
    entries = re.findall(r"^@\w+\{([^,]+),$(.*?)^\}$", text, re.MULTILINE | re.DOTALL)
    found = (
        (re.search(r"^  doi = \{(.+)\},$", fields, re.MULTILINE), key) for key, fields in entries
    )
    return {match[1].lower(): key for match, key in found if match}


def of_sphinx(folder: Path, _: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Build with Sphinx; yield the DOI and the text of each reference, in two forms.

    The style of sphinxcontrib-bibtex leaves out works without people.
    """
    (folder / "conf.py").write_text(CONF)
    pages = "".join(f"   {page.stem}\n" for page in sorted(folder.glob("*.rst")))
    lists = ".. bibliography::\n   :all:\n   :style: plain\n\n"
    lists += ".. doi-references::\n   :scope: project\n"
    (folder / "index.rst").write_text(f"Site\n====\n\n.. toctree::\n\n{pages}\n{lists}")
    done = without_network(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", "_build"], folder
    )
    for line in done.stderr.splitlines():
        if "doi" in line.lower() or "bib" in line.lower():
            say("  Sphinx:", line[:200])
    text = (folder / "_build" / "index.html").read_text("utf-8")
    yield from _elements(text, r'<div class="citation"|<div role="doc-biblioentry"|<li|</ul>')


def _elements(text: str, border: str) -> Iterator[tuple[str, str]]:
    for part in re.split(border, text):
        for doi in {html.unescape(name).lower() for name in re.findall(r'doi\.org/([^"]+)"', part)}:
            yield doi, html.unescape(TAG.sub(" ", part))


def of_myst(folder: Path, keys: Mapping[str, str], command: list[str]) -> Iterator[tuple[str, str]]:
    """Build with mystmd; yield the DOI and the text of each citation."""
    (folder / "myst.yml").write_text(MYST)
    cited = "\n".join(f"- [@{key}]" for key in keys.values())
    (folder / "index.md").write_text(f"# Site\n\n{cited}\n")
    done = without_network([*command, "build", "--site", "--ci"], folder)
    say("  mystmd:", *re.findall("⛔️.*", done.stdout + done.stderr)[:5])
    for page in (folder / "_build" / "site" / "content").glob("*.json"):
        cites = json.loads(page.read_text("utf-8"))["references"].get("cite", {}).get("data", {})
        for cite in cites.values():
            if doi := cite.get("doi"):
                yield doi.lower(), html.unescape(TAG.sub("", cite["html"]))


def of_mkdocs(
    folder: Path, keys: Mapping[str, str], command: list[str]
) -> Iterator[tuple[str, str]]:
    """Build with MkDocs; yield the DOI and the text of each reference.

    The style of the plugin leaves out works without people.
    """
    docs = folder / "docs"
    docs.mkdir()
    for page in folder.glob("*.md"):
        shutil.move(page, docs / page.name)
    (folder / "theme").mkdir()
    (folder / "theme" / "main.html").write_text("<html><body>{{ page.content }}</body></html>")
    (folder / "mkdocs.yml").write_text(MKDOCS)
    cited = "\n".join(f"- Text [@{key}]" for key in keys.values())
    (docs / "index.md").write_text(f"# Site\n\n{cited}\n\n\\bibliography\n")
    done = without_network([*command, "build", "-q", "-d", "_build"], folder)
    say("  MkDocs:", done.stderr[-300:] if done.returncode else "built")
    yield from _elements((folder / "_build" / "index.html").read_text("utf-8"), "<li")


def is_right(text: str, item: Item) -> list[str]:
    """Return what is missing in the text of a citation; its styles may shorten names."""
    shown = folded(TAG.sub("", text))
    missing = [name for name in ("title", "year") if folded(item[name])[:60] not in shown]
    people = item["author"] or item["editor"]
    return [*missing, *(["author"] if people and people[0] not in shown else [])]


def main() -> None:
    """Build the sites and print what is right."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("records")
    options.add_argument("sites", nargs=3, type=Path)
    options.add_argument("--work", type=Path, default=Path("sites"))
    options.add_argument("--myst", default="myst")
    options.add_argument("--mkdocs", default="mkdocs")
    given = options.parse_args()
    rows = read_records(given.records)
    names = sorted(rows)
    Random(3).shuffle(names)
    dois = iter(names)
    builders: dict[str, Callable[[Path, Mapping[str, str]], Iterator[tuple[str, str]]]] = {
        "sphinx": of_sphinx,
        "mystmd": lambda folder, keys: of_myst(folder, keys, given.myst.split()),
        "mkdocs": lambda folder, keys: of_mkdocs(folder, keys, given.mkdocs.split()),
    }
    for (program, build), site in zip(builders.items(), given.sites, strict=True):
        folder = (given.work / program / "site").resolve()
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.mkdir(parents=True)
        new = rewrite(site, folder, dois)
        with RegistriesServer() as server:
            for doi in new.values():
                add_to(server, rows[doi])
            said = record(folder, server.url)
        keys = keys_of(folder)
        pages = len([*folder.glob("*.*")]) - 2
        say(f"{program}: {len(new)} DOIs in {pages} pages; {len(keys)} entries")
        say("  record:", *said.splitlines()[-4:])
        found: dict[str, list[str]] = {}
        for doi, text in build(folder, keys):
            found.setdefault(doi, []).append(text)
        items = {doi: direct(rows[doi]) for doi in keys}
        wrong = [
            (doi, missing, text)
            for doi, item in items.items()
            for text in found.get(doi, [])
            if (missing := is_right(text, item))
        ]
        texts = sum(len(found.get(doi, [])) for doi in keys)
        say(f"  {texts} citations of {len(keys & found.keys())} works; {texts - len(wrong)} right")
        for citation in wrong[:10]:
            say("   ", str(citation)[:300])


if __name__ == "__main__":
    main()
