"""DOIs that end in a mark, in running text: no good one is accused, whatever carries it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Final
from urllib.parse import unquote

import pytest
from handle_server import HandleServer
from lint.world import facts_for, findings, read
from registries_server import RegistriesServer

from mdlint_doi import Settings, acheck_paths, check_paths, fix_paths
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result

MARKS: Final = (*".:;,)!'_?]/*-", "%", '"', ">", "..", ").", "!?.;")
"""Marks in which a registered DOI ends: one, two or four."""
TEXTS: Final = {
    "page.md": "See {} and more, DOI: {} and doi:{} and more.\n\n- {}\n\n> See {} and\n",
    "notes.md": "See.[^1]\n\n[^1]: In {} and\n\n| a |\n|---|\n| {} |\n\n<p>See {} and</p>\n",
    "page.rst": "See {} and doi:{} and.\n\n* In {} and\n\n:DOI: {}\n",
    "module.py": 'r"""See {} and more."""\n',
    "refs.bib": "@article{{a, title = {{Tides}}, note = {{See {} and doi:{} and}}}}\n",
    "CITATION.cff": "title: Tides\nreferences:\n- notes: >\n    See {} and doi:{} and\n",
    "refs.ris": "TY  - JOUR\nN1  - See {} and\nN1  - doi:{}\nER  - \n",
    "page.html": "<p>See {} and doi:{} and.</p>\n",
    "page.tex": "See {} and doi:{} and.\n",
    "page.Rd": "\\description{{See {} and doi:{} and.}}\n",
}
"""Texts in which nothing shows where a DOI ends."""


def settings(server: HandleServer) -> Settings:
    """Return settings that ask a server whether DOIs are registered, and nothing else."""
    return Settings(
        server=server.url,
        use_cache=False,
        depth=Depth.REGISTRATION,
        select=("DOI1", "DOI3", "DOI4", "DOI5", "DOI9"),
        ignore=("DOI102",),
        formats=("csl", "csl-yaml", "html", "latex", "rd", "ris", "txt"),
    )


def ran(paths: Iterable[Path], own: Settings) -> Result:
    """Return the result of a run."""
    return check(Task(tuple(map(str, paths)), own))


def written(folder: Path, texts: Iterable[tuple[str, str]]) -> Iterator[Path]:
    """Write files, each into its own folder, and yield their paths."""
    for number, (name, text) in enumerate(texts):
        path = folder / str(number) / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        yield path


def escaped(name: str, doi: str) -> str:
    """Return a DOI as it is written in a format."""
    marks = {"rst": "*_`|\\", "py": '*_`|\\"', "tex": "_%#&{}", "bib": "_%#&{}", "Rd": "%{}"}
    special = marks.get(name.rpartition(".")[2], "")
    plain = "".join(f"\\{character}" if character in special else character for character in doi)
    if name.endswith(".html"):
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return plain


def test_no_text_is_accused(handle_server: HandleServer, tmp_path: Path) -> None:
    """A DOI that is registered only with its mark is no fault in running text; no fix cuts it."""
    texts = []
    for number, mark in enumerate(MARKS):
        doi = f"10.5321/end.{number}{mark}"
        handle_server.add(doi)
        for name, text in TEXTS.items():
            dois = [escaped(name, doi)] * text.count("{}")
            texts.append((name, text.format(*dois)))
    paths = [*written(tmp_path, texts)]
    before = [path.read_bytes() for path in paths]
    result = ran(paths, settings(handle_server)).report
    assert [str(finding) for finding in result.findings] == []
    assert result.lookups is not None
    assert (result.lookups.missing, result.lookups.found) == (0, len(MARKS))
    assert fix_paths(paths, settings(handle_server), unsafe=True).fixed == ()
    assert [path.read_bytes() for path in paths] == before


def test_many_that_no_list_accepts(handle_server: HandleServer, tmp_path: Path) -> None:
    """However many DOIs have a comma, which would split a list, each one is looked up."""
    dois = [f"10.5321/a,{number}." for number in range(30)]
    for doi in dois:
        handle_server.add(doi)
    texts = [("page.md", f"See {doi} and more.\n") for doi in dois]
    report = ran(written(tmp_path, texts), settings(handle_server)).report
    assert [str(finding) for finding in report.findings] == []
    assert report.lookups is not None
    assert (report.lookups.missing, report.lookups.found) == (0, len(dois))


@pytest.mark.parametrize("in_loop", [False, True])
def test_an_outage_accuses_nobody(
    handle_server: HandleServer, tmp_path: Path, *, in_loop: bool
) -> None:
    """If the longer DOI could not be looked up, it is not known which one is meant."""
    for doi in ("10.5321/a,1.", "10.5321/b."):
        handle_server.add(doi)
        handle_server.fail("503", doi)
    handle_server.fail("503", service="doiRA")
    texts = [("page.md", "See 10.5321/a,1. And 10.5321/b. And 10.5321/c and more.\n")]
    paths = [*written(tmp_path, texts)]
    own = settings(handle_server)
    if in_loop:
        found = asyncio.run(acheck_paths(paths, own)).findings
    else:
        found = check_paths(paths, own).findings
    (unchecked, missing) = found
    assert (unchecked.code, str(unchecked.doi)) == ("DOI916", "10.5321/a,1")
    assert (missing.code, str(missing.doi)) == ("DOI901", "10.5321/c")


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        *(("page.md", mark) for mark in ".,:!?'*_)"),
        *(("cells.ipynb", mark) for mark in ".?)"),
        *((name, mark) for name in ("page.rst", "module.py") for mark in ".,:!?')"),
    ],
)
def test_bare_link_is_broken(
    handle_server: HandleServer, tmp_path: Path, name: str, mark: str
) -> None:
    """A bare address, whose link ends before the mark, is dead; the fix encloses it."""
    doi = f"10.5321/end.1{mark}"
    handle_server.add(doi)
    text = f"See https://doi.org/{doi} now.\n"
    fixed = f"See <{parse(doi).url()}> now.\n"
    if name.endswith(".py"):
        text, fixed = (f'"""{line}"""\n' for line in (text, fixed))
    elif name.endswith(".ipynb"):
        text, fixed = map(notebook, (text, fixed))
    (path,) = written(tmp_path, [(name, text)])
    result = fix_paths([path], settings(handle_server))
    assert path.read_text(encoding="utf-8") == fixed
    assert [(finding.code, str(finding.doi)) for finding in result.fixed] == [("DOI401", doi)]
    assert result.findings == ()


def notebook(text: str) -> str:
    """Return a notebook with one cell."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": [text.rstrip("\n")]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_what_the_page_links_is_the_name(handle_server: HandleServer, tmp_path: Path) -> None:
    """A bare address whose link includes the mark is no fault: GitHub links `/` and `-`."""
    handle_server.add("10.5321/a/")
    handle_server.add("10.5321/b-")
    text = "See https://doi.org/10.5321/a/ now, or https://doi.org/10.5321/b- then.\n"
    (path,) = written(tmp_path, [("page.md", text)])
    assert check_paths([path], settings(handle_server)).findings == ()


def test_shorter_name_stands(handle_server: HandleServer, tmp_path: Path) -> None:
    """If both are registered, the mark belongs to the sentence; so it does offline."""
    handle_server.add("10.5321/a")
    handle_server.add("10.5321/a.")
    (path,) = written(tmp_path, [("page.md", "See 10.5321/a. And https://doi.org/10.5321/a.\n")])
    own = settings(handle_server)
    assert check_paths([path], own).findings == ()
    assert {target.rpartition("/")[2] for target in handle_server.targets} == {"a"}
    handle_server.forget()
    assert check_paths([path], own.replace(offline=True)).findings == ()
    assert handle_server.targets == []


def test_longer_names_are_asked_in_one_list(handle_server: HandleServer, tmp_path: Path) -> None:
    """Four longer names at most, in one request after the first answer; no letter, no blank."""
    text = "See 10.5321/a.b).!?; and 10.5321/c;d 10.5321/known.\n"
    handle_server.add("10.5321/known")
    handle_server.add("10.5321/c;d")
    (path,) = written(tmp_path, [("page.md", text)])
    found = check_paths([path], settings(handle_server)).findings
    assert [(finding.code, str(finding.doi)) for finding in found] == [("DOI901", "10.5321/a.b")]
    lists = [target for target in handle_server.targets if target.startswith("/doiRA/")]
    assert sum(")" in unquote(target) for target in lists) == 1
    asked = {
        unquote(name) for target in lists for name in target.removeprefix("/doiRA/").split(",")
    }
    assert {f"10.5321/a.b{longer}" for longer in (")", ").", ").!", ").!?")} <= asked
    assert not any(name.endswith((").!?;", "known.")) for name in asked)


def test_requests_are_as_before(handle_server: HandleServer, tmp_path: Path) -> None:
    """1,000 registered DOIs at the ends of sentences need 20 lists, and not one request more."""
    dois = [f"10.5321/name.{number}" for number in range(1000)]
    for doi in dois:
        handle_server.add(doi)
    (path,) = written(tmp_path, [("page.md", "".join(f"See {doi}.\n\n" for doi in dois))])
    assert check_paths([path], settings(handle_server)).findings == ()
    assert dict(handle_server.seen.services) == {"doiRA": 20}


def test_work_of_a_longer_name(tmp_path: Path) -> None:
    """The work is that of the longer DOI: compared, retracted, counted."""
    update = {"DOI": "10.5321/notice", "type": "retraction", "updated": [[2020, 1, 2]]}
    glaciers = "Melting of small glaciers in the northern valleys"
    row = {"title": [glaciers], "authors": ["Okafor"], "year": 2009}
    rows = ({**row, "doi": "10.5321/end.1:", "updated-by": [update]}, {**row, "doi": "10.5321/2."})
    title = "Root competition between tulips and hyacinths in sandy soils"
    texts = (
        (f"Okafor, A. (2009). {glaciers}. J. Ice 1, 2. doi:10.5321/end.1: is.\n", ["DOI912"]),
        (f"Marlowe, A. (2017). {title}. J. Imag. Bot. 12, 345. doi:10.5321/2.\n", ["DOI911"]),
    )
    with RegistriesServer(rows) as server:
        url = server.url
        own = Settings(server=url, crossref_server=url, datacite_server=url, use_cache=False)
        own = own.replace(depth=Depth.ALL, contact="a@example.org", select=("DOI91",))
        for number, (text, codes) in enumerate(texts):
            (path,) = written(tmp_path / str(number), [("page.md", text)])
            result = ran([path], own).report
            assert [found.code for found in result.findings] == codes
            assert result.works is not None
            assert result.works.asked == 1


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("See 10.5321/a!! and", "10.5321/a!!"),
        ("See 10.5321/a!. and", "10.5321/a!"),
        ("See **10.5321/a.** and", "10.5321/a."),
        ("See 10.5321/a\\* and", "10.5321/a*"),
        ("See 10.5321/a&gt; and", "10.5321/a>"),
        ("见 10.5321/a。和", "10.5321/a。"),
        ("See `x` 10.5321/a.", "10.5321/a."),
    ],
)
def test_marks(text: str, doi: str) -> None:
    """The marks are those that readers see, without the escapes of the markup."""
    document = read(text)
    outcomes = facts_for(document.mentions, Settings(), [(doi, "found")]).outcomes
    meant = as_registered(document, outcomes)
    assert [str(mention.doi) for mention in meant.mentions] == [doi]
    assert findings(text, outcomes=[(doi, "found")]) == []


UNREAD: Final = ("http suffix", "inner %3c", "tilde")
"""Kinds of names that some carriers read differently with every ending: docutils begins a link
inside the first, the second may be escaped or literal, and the third is a blank in TeX."""
NOT_BESIDE: Final = {("md bold", "*"), ("txt text", "_")}
"""Carriers whose markup stands between the DOI and its mark: `**name***` and `name_`."""


@pytest.mark.slow
def test_every_carrier(handle_server: HandleServer, shared: Path, tmp_path: Path) -> None:
    """400 DOIs that are registered only with their mark are accused in no text, by no fix cut."""
    carriers = carriers_of(shared)
    kinds = [
        kind.format(n=7)
        for word, kind in carriers.KINDS.items()
        if not (word.startswith("ends in") or word in UNREAD or kind.startswith("10/"))
    ]
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    nasty = [json.loads(line)["doi"] for line in lines]
    ends = ".:;,)!'_?]/*-"
    marks = cycle(ends)
    names = [doi if doi[-1] in ends else f"{doi}{next(marks)}" for doi in nasty]
    names += [f"{kind}{mark}" for kind in kinds[:20] for mark in ends]
    # In text, a quote ends a DOI; after a label, `%3c` may be an escape.
    names = [name for name in names if '"' not in name[:-1] and "%3" not in name]
    for name in names:
        handle_server.add(name)
    own = settings(handle_server)
    for first in range(0, len(names), 40):
        texts = [
            (carrier.file, carriers.fill(carrier, carriers.written(carrier, name), name))
            for name in names[first : first + 40]
            for carrier in carriers.carriers()
            if carrier.rule == "text" and (carrier.label, name[-1]) not in NOT_BESIDE
        ]
        folder = tmp_path / str(first)
        paths = [*written(folder, texts)]
        before = [path.read_bytes() for path in paths]
        found = check_paths([folder], own).findings
        assert [str(finding) for finding in found if finding.severity is not Severity.HINT] == []
        fix_paths([folder], own, unsafe=True)
        assert [path.read_bytes() for path in paths] == before


def carriers_of(shared: Path) -> ModuleType:
    """Return the program that writes one DOI in every carrier."""
    spec = spec_from_file_location("carriers", shared / "bench" / "carriers.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["carriers"] = module  # its classes look there for their annotations
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "| a/b | 46 | {} |\n|---|---|---|\n| {} | x | {} |\n"),
        ("page.rst", "The ratio {} and {}.\n"),
        ("page.md", "It has no DOI, {} of them. A doi (or {}).\n"),
        ("module.py", '"""The ratio {} and {}."""\n'),
        ("cells.ipynb", "The ratio {} is.\n"),
        ("page.html", "<p>The ratio {} is.</p>\n"),
        ("refs.bib", "@misc{{a, note = {{The ratio {} is}}}}\n"),
    ],
)
@pytest.mark.parametrize("number", ["10.5000/15", "10.7522/59.9139", "10.1234/15"])
def test_numbers_are_no_fault(
    handle_server: HandleServer, tmp_path: Path, name: str, text: str, number: str
) -> None:
    """Four decimals, a slash and a number, in a prefix that nobody has, are no DOI."""
    handle_server.add(number, "noprefix")
    text = text.format(*[number] * text.count("{}"))
    text = notebook(text) if name.endswith(".ipynb") else text
    (path,) = written(tmp_path, [(name, text)])
    own = settings(handle_server).replace(select=("default",))
    for chosen in (own, own.replace(offline=True)):
        result = ran([path], chosen).report
        assert [str(found) for found in result.findings] == []
        assert result.lookups is None or result.lookups.missing == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "See doi:10.5000/15 now.\n"),
        ("page.md", "See https://doi.org/10.5000/15 now.\n"),
        ("page.md", "See {doi}`10.5000/15` now.\n"),
        ("page.md", "See 10.5000/15a now.\n"),
        ("page.md", "See 10.5000/j.15 now.\n"),
        ("page.md", "**DOI:** 10.5000/15\n"),
        ("page.md", "| DOI |\n|---|\n| 10.5000/15 |\n"),
        ("page.html", "<p><b>DOI</b>: 10.5000/15</p>\n"),
        ("page.rst", ":DOI: 10.5000/15\n"),
        ("page.rst", "DOI\n    10.5000/15\n"),
    ],
)
def test_other_names_in_a_prefix_that_nobody_has(
    handle_server: HandleServer, tmp_path: Path, name: str, text: str
) -> None:
    """With a label, a link or a letter, such a text is meant as a DOI, and is reported."""
    for doi in ("10.5000/15", "10.5000/15a", "10.5000/j.15"):
        handle_server.add(doi, "noprefix")
    (path,) = written(tmp_path, [(name, text)])
    found = check_paths([path], settings(handle_server)).findings
    assert [finding.code for finding in found] == ["DOI901"]
    assert "no registration agency has the prefix" in found[0].message


def test_numbers_with_a_registered_prefix(handle_server: HandleServer, tmp_path: Path) -> None:
    """If an agency has the prefix, an unregistered number is reported as any other DOI."""
    handle_server.add("10.5000/known")
    (path,) = written(tmp_path, [("page.md", "See 10.5000/15 now.\n")])
    found = check_paths([path], settings(handle_server)).findings
    assert [finding.code for finding in found] == ["DOI901"]
