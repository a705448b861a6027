"""Awkward names in LaTeX and PDF, and in the XHTML of EPUB."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from sphinx_projects import MakeProject

from mdlint_doi import parse

AWKWARD = (
    "10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K",
    "10.1002/(sici)1521-186x(1996)17:6<>1.0.co;2-#",
    "10.1000/a%b#c&d_e__f~g^h",
    "10.1000/a\\b\\\\c{d}e}f{g",
    "10.1000/what?is=this#here",
    "10.1000/a b--c---d''e``f",
    "10.1000/$x$y",
    "10.1000/äöü-é",
    "10.1000/a/../b",
    "10.1000/(a[1])|",
    "10.1000/\"q\"'x'",
    "10.1000/end%",
    "10.1000/end\\",
)
PREAMBLE = {"preamble": r"\pdfcompresslevel=0 \pdfobjcompresslevel=0"}
MAN = {"e": "\\", "-": "-", "(aq": "'", "(dq": '"', "(ga": "`", "(ha": "^", "(ti": "~"}
_HREF = re.compile(r"\\sphinxhref\{((?:[^{}\\]|\\.|\{[][]\})*)\}")
_URI = re.compile(rb"/URI ?\(((?:[^()\\]|\\.)*)\)", re.DOTALL)
_TEX = re.compile(r"\\([%#&_])|\{([][])\}")


@pytest.fixture
def names(request: pytest.FixtureRequest) -> list[str]:
    """Awkward names: our own and, where it is, those of the shared collection."""
    shared: Path = request.getfixturevalue("shared")
    if not shared.is_dir():
        return [*AWKWARD]
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    return [*AWKWARD, *(json.loads(line)["doi"] for line in lines)]


def pages(names: list[str]) -> dict[str, str]:
    """A page that has each name in a role, in a title, a table, a footnote and an old link."""
    shown = [name.replace("\\", "\\\\").replace("`", "\\`") for name in names]
    roles = "".join(f"* :doi:`{name}`\n* :doi:`T <{name}>`\n" for name in shown)
    table = "".join(f"   * - :doi:`T <{name}>`\n" for name in shown[: len(AWKWARD)])
    notes = f"Foot [#a]_\n\n.. [#a] :doi:`T <{shown[0]}>`\n"
    old = "".join(f"* `t <http://dx{parse(name).url('strict')[8:]}>`__\n" for name in AWKWARD)
    old = old.replace("http://dxdoi", "http://dx.doi")
    return {"index.rst": f"P\n=\n\n{roles}\n.. list-table::\n\n{table}\n{notes}\n{old}"}


def targets(names: list[str]) -> list[str]:
    """The links that the page has, sorted."""
    expected = [*names, *names, *AWKWARD, AWKWARD[0], *AWKWARD]
    return sorted(parse(name).url() for name in expected)


def in_tex(target: str) -> str:
    """The target as LaTeX has it: there a dollar sign can only be an escape."""
    return target.replace("$", "%24")


def test_tex(project: MakeProject, names: list[str]) -> None:
    """Every target in the LaTeX source stands for the canonical link; only `$` is an escape."""
    text = project(pages(names)).build("latex", suppress_warnings=["doi"]).text("small.tex")
    found = [_TEX.sub(r"\1\2", target) for target in _HREF.findall(text)]
    assert sorted(found) == sorted(map(in_tex, targets(names)))
    assert not re.search(r"\\sphinxhref\{[^}]*\\(?:text|protect|sphinx)", text)


@pytest.mark.slow
@pytest.mark.skipif(
    None in {shutil.which("latexmk"), shutil.which("pdflatex")}, reason="no TeX installed"
)
def test_pdf(project: MakeProject, names: list[str]) -> None:
    """What a PDF reader opens is the canonical link, byte for byte."""
    made = project(pages(names))
    build = made.build("latex", latex_elements=PREAMBLE, suppress_warnings=["doi"])
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "small.tex"]
    done = subprocess.run(command, cwd=build.out, capture_output=True, check=False)
    if b".sty' not found" in done.stdout:
        pytest.skip("this TeX lacks what Sphinx needs")
    assert done.returncode == 0, done.stdout[-2000:]
    found = _URI.findall((build.out / "small.pdf").read_bytes())
    links = [re.sub(rb"\\(.)", rb"\1", uri).decode("ascii") for uri in found]
    assert sorted(links) == sorted(map(in_tex, targets(names)))


def test_xhtml(project: MakeProject, names: list[str]) -> None:
    """The pages of an EPUB are well-formed, and have the same links."""
    build = project(pages(names)).build(
        "epub", version="1", epub_copyright="x", epub_show_urls="no", suppress_warnings=["doi"]
    )
    assert len([ET.parse(path) for path in build.out.rglob("*.xhtml")]) >= 2
    page = ET.parse(build.out / "index.xhtml")
    links = page.iter("{http://www.w3.org/1999/xhtml}a")
    found = [link.get("href", "") for link in links if "external" in link.get("class", "")]
    assert sorted(found) == targets(names)


@pytest.mark.parametrize(("builder", "file"), [("text", "index.txt"), ("man", "small.1")])
def test_plain_formats(project: MakeProject, names: list[str], builder: str, file: str) -> None:
    """Text and man pages show every name in full."""
    pages_of_man: list[Any] = [("index", "small", "", [], 1)]
    build = project(pages(names)).build(builder, man_pages=pages_of_man, suppress_warnings=["doi"])
    text = build.text(file)
    if builder == "man":
        text = re.sub(r"\\(e|-|\(..)", lambda match: MAN.get(match[1], ""), text)
    flat = re.sub(r"\s", "", text)
    assert [name for name in names if name.replace(" ", "") not in flat] == []
