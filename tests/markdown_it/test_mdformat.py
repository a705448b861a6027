"""mdformat with the extension: DOIs stay as written, or become canonical when asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.doi import parse

mdformat = pytest.importorskip("mdformat")
_cli = pytest.importorskip("mdformat._cli")
_util = pytest.importorskip("mdformat._util")

CANONICAL = {"plugin": {"doi": {"canonical": True}}}

AS_WRITTEN = [
    r"[t](http://dx.doi.org/10.1016/S0010-4655\(00\)00228-9)",
    "[t](https://doi.org/10.1016/S0010-4655(00)00228-9)",
    "[t](https://doi.org/10.1016/S0010-4655(00)00228-9)",
    r'[t](https://doi.org/10.1007/978-1\_2 "a \"title\" with ](https://doi.org/10.1007/978-1_2")',
    "[a *b* `c`](doi:10.1000/182)",
    "![i](http://dx.doi.org/10.1000/182)",
    "[![i](http://dx.doi.org/10.1000/1)](doi:10.1000/1)",
    "<http://dx.doi.org/10.1000/182>",
    "<doi:10.1000/a_b>",
    "<doi:10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2>",
    "10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2",
    r"doi:10.1007/978-1\_2, 10.1162/tacl_a_00276",
    "https://doi.org/10.1000/a*b*c and DOI: 10.1000/1",
    "https://doi.org/10.1643/0045-8511(2002)002[0287:mpoans]2.0.co;2",
    "[t][a]\n\n[a]: <http://dx.doi.org/10.1016/S0010-4655(00)00228-9>",
    '[a]\n\n[a]: doi:10.1000/%31 "title"',
    "> [a]\n\n[a]: http://dx.doi.org/10.1000/a_b",
    "# 10.1000/a_b\n\n- <doi:10.1000/1>\n\n> https://doi.org/10.1000/_x_y",
]


def run(path: Path, *arguments: str) -> int:
    """Run the command `mdformat` with all installed extensions."""
    code: int = _cli.run([str(path), *arguments])
    return code


@pytest.mark.parametrize("text", AS_WRITTEN)
def test_dois_stay_as_written(tmp_path: Path, text: str) -> None:
    """Byte for byte, through the real command and its own check of the HTML."""
    path = tmp_path / "a.md"
    path.write_text(text + "\n", encoding="utf-8")
    assert run(path) == 0
    assert path.read_text(encoding="utf-8") == text + "\n"
    assert run(path, "--check") == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[t](http://dx.doi.org/10.1000/182)", "[t](https://doi.org/10.1000/182)"),
        ("[t](doi:10.1000/a\\_b 'x')", '[t](https://doi.org/10.1000/a_b "x")'),
        (
            r"[t](https://dx.doi.org/10.1016/S0010-4655\(00\)00228-9)",
            "[t](https://doi.org/10.1016/S0010-4655(00)00228-9)",
        ),
        (
            r"[t](https://doi.org/10.1016/S0010-4655\(00\)00228-9)",
            r"[t](https://doi.org/10.1016/S0010-4655\(00\)00228-9)",
        ),
        ("![i](http://doi.org/10.1000/%3c)", "![i](https://doi.org/10.1000/%3C)"),
        ("[a]\n\n[a]: http://doi.org/10.1000/1", "[a]\n\n[a]: https://doi.org/10.1000/1"),
        ("[a]\n\n[a]: <doi:10.1000/(a)>", "[a]\n\n[a]: https://doi.org/10.1000/(a)"),
        ("<http://dx.doi.org/10.1000/182>", "<http://dx.doi.org/10.1000/182>"),
        ("10.1000/182", "10.1000/182"),
        ("[t](https://example.org/10.1000/182)", "[t](https://example.org/10.1000/182)"),
    ],
)
def test_canonical_when_asked(tmp_path: Path, text: str, expected: str) -> None:
    """Destinations change, what a reader sees stays; the result is a fixed point."""
    path = tmp_path / "a.md"
    path.write_text(text + "\n", encoding="utf-8")
    assert run(path, "--doi-canonical") == 0
    assert path.read_text(encoding="utf-8") == expected + "\n"
    assert run(path, "--doi-canonical", "--check") == 0
    assert run(path, "--check") == 0


def test_the_option_can_stand_in_the_configuration_file(tmp_path: Path) -> None:
    """In mdformat's own way."""
    (tmp_path / ".mdformat.toml").write_text("[plugin.doi]\ncanonical = true\n", encoding="utf-8")
    path = tmp_path / "a.md"
    path.write_text("[t](doi:10.1000/182)\n", encoding="utf-8")
    assert run(path) == 0
    assert path.read_text(encoding="utf-8") == "[t](https://doi.org/10.1000/182)\n"


def test_wrapping_breaks_no_doi(tmp_path: Path) -> None:
    """A name is one word, however narrow the page."""
    names = ["10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2", "doi:10.1000/a_b_c"]
    path = tmp_path / "a.md"
    path.write_text(" and some words ".join(names * 3) + "\n", encoding="utf-8")
    assert run(path, "--wrap", "30") == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 5
    assert [word for line in lines for word in line.split() if word in names] == names * 3


SOUP = st.lists(
    st.sampled_from(
        (*AS_WRITTEN, "word", " ", "\n", "\n\n", "> ", "- ", "*x*", "[l](https://example.org/(x))"),
    ),
    max_size=12,
).map("".join)


@given(SOUP, st.sampled_from([{}, CANONICAL]))
def test_any_document_survives(text: str, options: dict[str, Any]) -> None:
    """Where mdformat alone keeps the HTML, it does with the extension; twice is once."""
    if not _util.is_md_equal(text, mdformat.text(text)):
        return
    result = mdformat.text(text, extensions={"doi"}, options=options)
    assert _util.is_md_equal(text, result, extensions={"doi"}, options=options)
    assert mdformat.text(result, extensions={"doi"}, options=options) == result


def written(text: str) -> list[str]:
    """Return every DOI of a document as it is written."""
    tokens = MarkdownIt().use(doi_plugin, autolink=True).parse(text)
    children = [token for block in tokens for token in block.children or ()]
    return [token.meta["doi"]["written"] for token in children if "doi" in token.meta]


def test_real_documents_keep_their_dois(shared: Path, tmp_path: Path) -> None:
    """Files of the corpus, through the real command: same DOIs, same bytes, HTML equal."""
    checked = 0
    for path in sorted((shared / "corpus").glob("*/**/*.md"))[::12]:
        data = path.read_bytes()
        if b"10." not in data or len(data) > 40_000:
            continue
        copy = tmp_path / "a.md"
        copy.write_bytes(data)
        assert run(copy) == 0, path
        assert written(copy.read_text(encoding="utf-8")) == written(data.decode()), path
        checked += 1
    assert checked >= 5


def test_nasty_names_stay_as_written(shared: Path) -> None:
    """Real names with awkward characters, in a link, an autolink and the text: no byte changes."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    for doi in (parse(json.loads(line)["doi"]) for line in lines):
        for text in (f"[t](<{doi.url()}>)", f"<{doi.uri}>", f"see {doi.url()} there"):
            result = mdformat.text(text, extensions={"doi"})
            assert result == f"{text}\n"
        found = written(f"see {doi} there")
        assert written(mdformat.text(f"see {doi} there", extensions={"doi"})) == found
