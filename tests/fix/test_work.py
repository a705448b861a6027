"""What the guards of fixes read for a document is counted, and bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest
from linear import effort
from markdown_it.parser_inline import ParserInline
from ordinary_documents import NAMES, ordinary

from mdlint_doi.formats import format_of
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.formats.rst import guard as rst_guard
from mdlint_doi.formats.rst.guard import SameDoctree
from mdlint_doi.formats.rst.guard_markup import Parsed, parsed
from mdlint_doi.lint import guard as counted
from mdlint_doi.lint.guard import Cost, Guard, Inner, Readings, WorkBound, WorkError
from mdlint_doi.lint.model import Fix
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.summary import messages
from mdlint_doi.run import fixes
from mdlint_doi.run.check import check
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Judged
from mdlint_doi.text.source import Source

OLD = "http://dx.doi.org/10.1000/182"
ALL = Settings(offline=True, select=("all",))
FACTS = Judge(ALL).facts


def fixed(name: str, text: str) -> Judged:
    """Return a document with all fixes of all rules."""
    return with_fixes(read_document(Source(name, text), ALL), FACTS, unsafe=True)


def test_work_is_bounded_by_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """So much, and so much for each code point of the first text; without one there is no bound."""
    monkeypatch.setattr(counted, "WORK", (10, 2))
    work = WorkBound()
    work.spend(1000)
    work.begin("abc")
    work.begin("a longer text that is a part of it")
    work.spend(16)
    with pytest.raises(WorkError):
        work.spend(1)


def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last texts are kept, as long as they are not too many; what goes wrong is not."""
    monkeypatch.setattr(counted, "_MOST_KEPT", 10)
    read: list[str] = []

    def look(text: str) -> int:
        read.append(text)
        return len(text) // len(text)

    readings = Readings(WorkBound(), Cost(1), look)
    for text in ("aaaa", "bbbb", "aaaa", "cccc", "dddd", "aaaa", "bbbb"):
        assert readings.of(text) == 1
    assert read == ["aaaa", "bbbb", "cccc", "dddd", "bbbb"]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            readings.of("")
    assert read[-2:] == ["", ""]


def test_what_a_text_costs() -> None:
    """Its letters, its marks, and the places where a DOI may begin."""
    assert Cost(1, 5, "<", begin=100).of("<a> 10.1000/1") == 100 + 13 + 5 + 15
    assert Cost(1, name=0).of("10.1000/1") == 9


@pytest.mark.parametrize("name", NAMES)
def test_past_the_bound_a_document_stays_as_it_was(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every format, and the run says so."""
    text = ordinary(name, 2000)
    assert fixed(name, text).source.text != text
    monkeypatch.setattr(counted, "WORK", (0, 0))
    given_up = fixed(name, text)
    assert (given_up.source.text, [*given_up.fixed]) == (text, [])
    assert given_up.note == fixes._GIVEN_UP
    assert len(given_up.findings) > 1


@pytest.mark.parametrize("size", [30_000, pytest.param(200_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_ordinary_documents_are_not_given_up(name: str, size: int) -> None:
    """Not if they are long and have hundreds of fixes."""
    result = fixed(name, ordinary(name, size))
    assert (result.note, len(result.fixed) > size // 1000) == ("", True)


class Strict(Guard):
    """A guard that refuses the fixes of one address, too, and counts what it was shown."""

    def __init__(self, guard: Guard, address: str, seen: list[int]) -> None:
        self._guard = guard
        self._address = address
        self._seen = seen

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        self._seen.append(len(after))
        is_same = self._guard(before, after, fixes)
        return is_same and before.count(self._address) == after.count(self._address)

    def blocks(self, text: str) -> Sequence[int]:
        """Return those of the format."""
        return self._guard.blocks(text)

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the documents in a text, their guards as strict."""
        return [
            document._replace(guard=Strict(document.guard, self._address, self._seen))
            for document in self._guard.inner(text)
        ]


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_fix_costs_the_others_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found in its own part of the document, which is looked at as a whole a few times."""
    text = ordinary(name, 15_000)
    every = fixed(name, text)
    at = text.index("http://dx.doi.org/", len(text) // 2)
    address = text[at:].split()[0].rstrip(">)}'\",")[:40]
    seen: list[int] = []
    module = format_of(name)
    guard = module.same_page(ALL)
    assert guard is not None
    entry = SimpleNamespace(
        **{name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
        | {"same_page": lambda _: Strict(guard, address, seen)}
    )
    monkeypatch.setattr(fixes, "format_of", lambda _: entry)
    result = fixed(name, text)
    assert address in result.source.text
    assert 0 < len(every.fixed) - len(result.fixed) <= 3
    assert sum(seen) < 10 * len(text)


UNENDED = (
    ("<!--", "parse_comment"),
    ("<?", "parse_pi"),
    ("</script", "parse_endtag"),
    ("<!a", "parse_html_declaration"),
    ("<a ", "parse_starttag"),
)


@pytest.mark.parametrize(("unit", "method"), UNENDED)
def test_what_has_no_end_in_html(unit: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser looks for its end to the end of the page, each time: that is counted."""
    searched = 0

    def parse(self: HTMLParser, i: int, *_: object) -> int:
        nonlocal searched
        searched += len(self.rawdata) - i
        return -1

    monkeypatch.setattr(HTMLParser, method, parse)
    text = f"<p>{OLD}</p>\n{unit * (200_000 // len(unit))}"
    assert fixed("a.html", text).note == fixes._GIVEN_UP
    assert searched < 250_000_000


def test_a_few_things_without_an_end_in_html() -> None:
    """A page that a person wrote is not given up for them."""
    text = ordinary("page.html", 200_000).replace("<h2>", "<!-- <h2>", 3)
    assert fixed("page.html", text).note == ""


@pytest.mark.parametrize(
    "unit", ["[", "*[a", *(pytest.param(unit, marks=pytest.mark.slow) for unit in ("[a", "![a"))]
)
def test_a_paragraph_of_marks_is_not_rendered(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte of what may begin links is given up before."""
    monkeypatch.setattr(ParserInline, "parse", None)
    text = f"{OLD} {unit * (1_000_000 // len(unit))} http://doi.org/10.1000/2"
    result = fixed("a.md", text)
    assert (result.source.text, result.note) == (text, fixes._GIVEN_UP)


def test_a_refused_fix_in_markdown_is_told_by_its_paragraph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where both pages have the same blocks, none is rendered as a whole to see what differs."""
    monkeypatch.setattr(SameMarkdown, "html", None)
    guard = SameMarkdown()
    before = f"# A\n\n*a* <{OLD}> b\n"
    assert not guard(before, before.replace(" b", " c"), [])
    assert guard(before, before.replace("http:", "https:"), [])


def test_many_small_texts_for_docutils(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long to begin with each, however short they are."""
    read: list[str] = []

    def count(text: str, *more: object) -> Parsed:
        read.append(text)
        return parsed(text, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(rst_guard, "parsed", count)
    block = f"```{{eval-rst}}\n{OLD}\n```\n\n"
    assert fixed("a.md", block * 100).note == ""
    assert fixed("a.md", block * 6000).note == fixes._GIVEN_UP
    assert len(read) < 5000


@pytest.mark.parametrize(
    ("cheap", "dear"),
    [
        ("* a\n" * 400, "".join("  " * at + "* a\n\n" for at in range(20)) * 20),
        ("`a` " * 400, "`a  " * 400),
        ("a b\n" * 400, "== ==\n" + "a  b\n" * 400 + "== ==\n"),
    ],
)
def test_what_docutils_does_is_counted(
    cheap: str, dear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line that it comes to, as often as it does, and each of its messages."""
    monkeypatch.setattr(counted, "WORK", (10**9, 0))
    spent = {cheap: 0.0, dear: 0.0}
    for text in spent:
        spend = WorkBound.spend

        def count(self: WorkBound, cost: float, text: str = text) -> None:
            spent[text] += cost
            spend(self, cost)  # noqa: B023

        with monkeypatch.context() as patch:
            patch.setattr(WorkBound, "spend", count)
            assert SameDoctree()(text, text, [])
    assert spent[dear] > 1.5 * spent[cheap]


def test_what_takes_docutils_too_long_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fix can be made in such a document, so it is not read to find one."""
    monkeypatch.setattr(rst_guard, "parsed", None)
    text = f"See {OLD} here.\n\n" * 100 + "word " * 5000 + "\n"
    result = fixed("a.rst", text)
    assert (result.source.text, result.note) == (text, fixes._GIVEN_UP)
    assert not SameDoctree().compare(text, text.replace("http:", "https:"), "", ())


HOSTILE: Mapping[str, Callable[[int], str]] = {
    "a.html": lambda kb: f"<p>{OLD}</p>\n{'<!--' * 250 * kb}",
    "b.html": lambda kb: f"<p>{OLD}</p>\n<p>{'10.1000/1 ' * 100 * kb}</p>",
    "a.md": lambda kb: f"- [{OLD}]({OLD})\n" * 15 * kb,
    "b.md": lambda kb: f"{OLD} {'![a' * 300 * kb}",
    "a.rst": lambda kb: f"See {OLD}\n\n" + ("`a " * 30 * kb + "\n\n") * 10,
    "a.csl.json": lambda kb: (
        f'[{{"DOI": "{OLD}", "note": "{"https://x.org/?id=doi:" * 45 * kb}"}}]'
    ),
    "a.bib": lambda kb: f"@a{{k, doi = {{{OLD}}}, {'a = b # ' * 125 * kb}}}",
    "a.ris": lambda kb: f"DO  - {OLD}\n" + "\n" * 950 * kb,
    "a.py": lambda kb: f'def f():\n    """See {OLD} there."""\n' + "a;b\n" * 225 * kb,
}


@pytest.mark.parametrize("kilobytes", [20, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents(name: str, kilobytes: int) -> None:
    """They are fixed or given up in a bounded time; two seconds are 77 million turns of a loop."""
    text = HOSTILE[name](kilobytes)
    assert effort(lambda: fixed(name, text)) < 50 + kilobytes


def test_a_document_that_was_given_up_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run says which file was not fixed; its findings are still there, the others are fixed."""
    monkeypatch.setattr(counted, "WORK", (0, 4))
    (tmp_path / "long.md").write_text("<http://doi.org/10.1000/182>\n" * 3)
    (tmp_path / "short.md").write_text("[a](http://doi.org/10.1000/182)\n" + " " * 900)
    report = check(Task((str(tmp_path),), Settings(offline=True), fix=True)).report
    assert [Path(note.path).name for note in report.notes] == ["long.md"]
    assert "not fixed" in report.notes[0].message
    assert (len(report.findings), len(report.fixed)) == (3, 1)
    assert any("long.md: not fixed" in line for line in messages(report))
