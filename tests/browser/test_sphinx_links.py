"""A browser follows the links of built pages, to a server that stands for doi.org.

So it does links in each form that the DOI Foundation's texts describe, older ones and newer ones.
The built page is opened in a frame, and each of its links is clicked. The browser's own parsing of
addresses, its dot segments and escapes, is what decides here: what arrives is compared byte for
byte.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest
from browser.chromium import drive, needs_chromium
from handle_server import HandleServer
from sphinx.cmd.build import build_main

from mdlint_doi import parse
from mdlint_doi.names.doi import Profile

pytestmark = [
    *needs_chromium,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl for a certificate"),
]

# Clicks in eight frames at a time, in each when the answer before is there; says so at the end.
DRIVER = """
const page = document.createElement("iframe");
const follow = async (links, sink) => {
  while (links.length) {
    const link = links.pop();
    const answered = new Promise(done => sink.addEventListener("load", done, {once: true}));
    link.target = sink.name;
    link.click();
    await answered;
  }
};
page.addEventListener("load", async () => {
  const links = [...page.contentDocument.querySelectorAll('a[href^="https://doi.org/"]')];
  const sinks = [..."12345678"].map(name => {
    const sink = document.createElement("iframe");
    sink.name = name;
    document.body.append(sink);
    return sink;
  });
  await Promise.all(sinks.map(sink => follow(links, sink)));
  await fetch("/", {method: "POST", body: "done"});
});
page.src = "index.html";
document.body.append(page);
"""
# Two of each kind that the shared collection has, for those who have no such collection.
AWKWARD = (
    "10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K",
    "10.1002/(sici)1521-186x(1996)17:6<>1.0.co;2-#",
    "10.2193/0022-541X(2006)70[998:DOAFCB]2.0.CO;2",
    "10.1021/jo020575+",
    "10.1037//0033-2909.127.3.376",
    "10.1002/1522-239x(200205)113:1/2%3c7::aid-fedr7%3e3.0.co;2-5",
    "10.1000/a/../182",
    "10.1000/a/./b/..",
    "10.1000/what?is=this#here",
    "10.1000/a b",
    "10.1000/\\back|slash^{x}",
    '10.1000/"quoted"\'&amp;<b>',
    "10.1000/äöü-中文-🦊",
    "10.1124/mol...",
    "10.6338/JDA.202212/SP_17(4).0000",
    "10.1000/456#789",
    "10.1000/a,b+c",
    "10.26321/á.gutiérrez",
)


@pytest.fixture
def doi_org() -> Iterator[HandleServer]:
    """What the browser takes for doi.org."""
    with HandleServer(tls=True) as server:
        yield server


@pytest.fixture(params=[20, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
def names(request: pytest.FixtureRequest) -> list[str]:
    """Awkward names: our own and, where it is, some of the shared collection, or all of them."""
    shared: Path = request.getfixturevalue("shared")
    if not shared.is_dir():
        return [*AWKWARD]
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    return [*AWKWARD, *(json.loads(line)["doi"] for line in lines[:: request.param])]


@pytest.mark.parametrize("suffix", ["rst", "md"])
def test_every_name_arrives(
    names: list[str], suffix: str, doi_org: HandleServer, tmp_path: Path
) -> None:
    """What the server decodes is the name, byte for byte, of every link."""
    build(tmp_path / "source", tmp_path / "out", suffix, names)
    port = doi_org.url.rpartition(":")[2]
    rules = f"--host-resolver-rules=MAP doi.org 127.0.0.1:{port}"
    drive(tmp_path / "out", DRIVER, tmp_path / "profile", rules, "--ignore-certificate-errors")
    targets = [
        target for target in doi_org.targets if not target.startswith(("/landing", "/favicon"))
    ]
    expected = [*names, *AWKWARD]
    arrived = sorted(unquote_to_bytes(target[1:]) for target in targets)
    assert arrived == sorted(name.encode() for name in expected)
    assert sorted(targets) == sorted(
        parse(name).url()[len("https://doi.org") :] for name in expected
    )


def test_every_form_arrives(names: list[str], doi_org: HandleServer, tmp_path: Path) -> None:
    """Links in the forms of the older and newer texts, as written, lead to the name itself.

    What the browser sends, decoded once, is the name, whatever of it stands in escapes.
    """
    names = [*dict.fromkeys(names)]
    profiles: tuple[Profile, ...] = ("handbook", "handbook-2025", "strict")
    links = [parse(name).url(profile) for profile in profiles for name in names]
    links += [_mixture(parse(name).url("handbook-2025")) for name in names]
    page = "".join(f'<p><a href="{escape(link)}">t</a></p>\n' for link in links)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "index.html").write_text(f"<!doctype html>\n{page}", encoding="utf-8")
    port = doi_org.url.rpartition(":")[2]
    rules = f"--host-resolver-rules=MAP doi.org 127.0.0.1:{port}"
    drive(tmp_path / "out", DRIVER, tmp_path / "profile", rules, "--ignore-certificate-errors")
    targets = [
        target for target in doi_org.targets if not target.startswith(("/landing", "/favicon"))
    ]
    assert sorted(targets) == sorted(link[len("https://doi.org") :] for link in links)
    arrived = Counter(unquote_to_bytes(target[1:]) for target in targets)
    assert arrived == Counter({name.encode(): len(profiles) + 1 for name in names})


def _mixture(link: str) -> str:
    """Return a link with each second slash of the suffix raw, but for dot segments."""
    first, *rest = link.split("%2F")
    for at, piece in enumerate(rest):
        is_safe = not (piece.startswith(".") or first.endswith("."))
        first += ("/" if at % 2 and is_safe else "%2F") + piece
    return first


def build(source: Path, out: Path, suffix: str, names: list[str]) -> None:
    """Build a page with a role for each name, and a link for each of our own."""
    source.mkdir()
    conf = "extensions = ['sphinx_doi', 'myst_parser']\nhtml_theme = 'basic'\n"
    (source / "conf.py").write_text(conf)
    role, link = ("{doi}", "[title](<{}>)") if suffix == "md" else (":doi:", "`title <{}>`__")
    text = "Page\n====\n\n"
    for name in names:
        written = name if suffix == "md" else name.replace("\\", "\\\\")
        text += f"* {role}`title <{written}>`\n"
    for name in AWKWARD:
        doi = parse(name)
        old = doi.uri if suffix == "md" else doi.url("strict").replace("https:", "http:")
        text += f"* {link.format(old)}\n"
    (source / f"index.{suffix}").write_text(text, encoding="utf-8")
    assert build_main(["-q", "-D", "suppress_warnings=doi", str(source), str(out)]) == 0
