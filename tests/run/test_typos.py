"""DOIs with a single typo: what is looked up, what is proposed, and what is fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from registries_server import RegistriesServer
from skipped_waits import skip_waits

from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause, Found, Missing, Unknown
from mdlint_doi.run import similar
from mdlint_doi.run.check import check
from mdlint_doi.run.judge import read_document
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result
from mdlint_doi.text.source import Source

TITLE = "Root competition between tulips and hyacinths in sandy soils"
OTHER = "Melting of small glaciers in the northern valleys of the old world"


def row(
    doi: str, title: str = TITLE, author: str = "Marlowe", year: int = 2017
) -> dict[str, object]:
    """Return the record of a work."""
    return {"doi": doi, "title": [title], "authors": [author], "year": year, "agency": "Crossref"}


MEANT = parse("10.1016/j.tulips.2017.118484")
ROWS = (
    row("10.1016/j.tulips.2017.118484"),
    row("10.1137/16M1106122"),
    *(row(f"10.1021/dense.{number}", OTHER, "Okafor", 2009) for number in range(2210, 2240)),
    row("10.1021/dense.2241"),
)
REFERENCE = "Marlowe, A. (2017). {}. Journal of Bulbs 12, 345. https://doi.org/{}\n"
ENTRY = (
    "@article{{a,\n author = {{Marlowe, A.}},\n title = {{{}}},\n year = 2017,\n doi = {{{}}}\n}}\n"
)
Run = Callable[..., Result]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RegistriesServer]:
    """Return services that have the rows; nobody waits between requests."""
    skip_waits(monkeypatch)
    with RegistriesServer(ROWS) as services:
        yield services


@pytest.fixture
def run(server: RegistriesServer, tmp_path: Path) -> Run:
    """Return a function that checks texts, given by file name, with these services."""

    def do(files: dict[str, str], **changes: object) -> Result:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        settings = Settings(
            server=server.url,
            crossref_server=server.url,
            datacite_server=server.url,
            use_cache=False,
        ).replace(**changes)
        return check(Task((str(tmp_path),), settings, fix=True, unsafe=True))

    return do


def lists(server: RegistriesServer) -> int:
    """Return the number of requests for lists of DOIs."""
    return sum("/doiRA/" in target and "," in target for target in server.targets)


@pytest.mark.parametrize(
    "written",
    [
        "10.1016/j.tulips.2017/118484",  # R2: each kind of typo
        "10.1016/j.tulips2017.118484",
        "10.1016/j.tulps.2017.118484",
        "10.1016/j.tulips.2017.11848",
        "10.1016/j.tulips.2017.11484",
        "10.1016/j.tulips.2017.1118484",
        "10.1016/j.tulips.2017.118485",
        "10.1016/j-tulips.2017.118484",
        "10.1016/j.tulips.2017.118448",
        "10.1061/j.tulips.2017.118484",
        "10.1016/j.tulips.2O17.118484",
        "10.1016/j.tulips.2017.l18484",
        "10.1016/j.tulips.20I7.118484",
    ],
)
class TestOneTypo:
    """A DOI with one typo, with and without a description of its work."""

    meant = "10.1016/j.tulips.2017.118484"

    def test_is_proposed(self, written: str, run: Run, tmp_path: Path) -> None:
        """It is the only registered DOI that is similar; clear edits are also made."""
        result = run({"a.md": f"[t](https://doi.org/{written})\n"})
        text = (tmp_path / "a.md").read_text()
        is_clear = any(mark in written for mark in ("/118", "j-", "O", "l18", "I", "1118"))
        assert (self.meant in text) is is_clear
        if not is_clear:
            (finding,) = result.report.findings
            assert finding.message.endswith(f"; did you mean {self.meant}?")

    @pytest.mark.parametrize(
        ("name", "form"),
        [("a.md", REFERENCE), ("a.rst", REFERENCE), ("a.bib", ENTRY)],
    )
    def test_is_fixed(self, written: str, name: str, form: str, run: Run, tmp_path: Path) -> None:
        """The text describes the registered work, so an unsafe fix is made."""
        result = run({name: form.format(TITLE, written)})
        assert self.meant in (tmp_path / name).read_text()
        assert result.report.findings == ()

    def test_is_not_proposed_for_a_different_work(
        self, written: str, run: Run, tmp_path: Path
    ) -> None:
        """The text describes a different work."""
        result = run({"a.bib": ENTRY.format(OTHER, written).replace("Marlowe, A.", "Okafor, B.")})
        (finding,) = result.report.findings
        assert (finding.code, finding.fix) == ("DOI901", None)
        assert "did you mean" not in finding.message
        assert written in (tmp_path / "a.bib").read_text()


@pytest.mark.parametrize(
    "written", ["10.1021/dense.2251", "10.1021/dense.22311", "10.1021/dense.225"]
)
def test_several_registered(written: str, run: Run) -> None:
    """If several similar DOIs are registered, none is proposed without a description."""
    (finding,) = run({"a.md": f"<https://doi.org/{written}>\n"}).report.findings
    assert "did you mean" not in finding.message


def test_one_of_several_agrees(run: Run, tmp_path: Path) -> None:
    """Of many registered neighbours, the one that the text describes is written."""
    run({"a.bib": ENTRY.format(TITLE, "10.1021/dense.2251")})
    assert "{10.1021/dense.2241}" in (tmp_path / "a.bib").read_text()


def test_the_letters_stay(run: Run, tmp_path: Path) -> None:
    """R3: the fix keeps the letter case of the written DOI, with and without a search."""
    for most in (0, 20):
        run({"a.md": REFERENCE.format(TITLE, "10.1137/16M110612")}, max_age=0.0)
        assert "https://doi.org/10.1137/16M1106122" in (tmp_path / "a.md").read_text(), most


@pytest.mark.parametrize(
    ("written", "is_fixed"), [("10.1137/16M1016212", True), ("10.1137/17N99", False)]
)
def test_the_answer_of_a_search(
    written: str, server: RegistriesServer, tmp_path: Path, *, is_fixed: bool
) -> None:
    """R3: a work that a search found is written if its DOI is at most two edits away."""
    file = tmp_path / "a.bib"
    file.write_text(ENTRY.format(OTHER, written).replace("Marlowe, A.", "Meyer, B."))
    server.add_row(row("10.1137/16M1106212", OTHER, "Meyer"))
    settings = Settings(
        server=server.url, crossref_server=server.url, datacite_server=server.url, use_cache=False
    )
    check(Task((str(tmp_path),), settings, fix=True, unsafe=True, max_searches=20))
    assert (written not in file.read_text()) is is_fixed


def test_no_further_request_without_a_wrong_name(run: Run, server: RegistriesServer) -> None:
    """Registered DOIs, placeholders and unregistered numbers of arXiv cause no list."""
    names = ("10.1137/16M1106122", "10.5072/x", "10.1016/xxxx", "10.1234/567")
    run({"a.md": "".join(f"<https://doi.org/{name}>\n\n" for name in names) + "arXiv:2301.00001\n"})
    assert lists(server) == 0


def test_two_lists(run: Run, server: RegistriesServer) -> None:
    """For a DOI without a similar one, 600 DOIs are looked up, 50 in a request."""
    run({"a.md": "<https://doi.org/10.1016/j.anything.2020.123456>\n"}, depth=Depth.REGISTRATION)
    assert lists(server) <= 13


def test_a_clear_typo_takes_one_list(run: Run, server: RegistriesServer) -> None:
    """If a likely edit leads to a registered DOI, the others are not looked up."""
    run({"a.md": "<https://doi.org/10.1016/j.tulips.2017/118484>\n"}, depth=Depth.REGISTRATION)
    assert lists(server) <= 3


def test_the_limit_of_a_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many wrong DOIs, the run states this, and proposes no uncertain one."""
    monkeypatch.setattr(similar, "MOST", 150)
    names = ("10.1016/j.tulips.2017/118484", "10.1016/j.tulips.2017.118485", "10.1016/other.1")
    result = run({"a.md": "".join(f"<https://doi.org/{name}>\n\n" for name in names)})
    assert any("because a run looks up at most 150" in notice for notice in result.report.notices)
    assert not any("did you mean" in finding.message for finding in result.report.findings)


def test_a_reference_needs_no_second_list(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the limit, a DOI whose work the text describes is still written."""
    monkeypatch.setattr(similar, "MOST", 150)
    run({"a.bib": ENTRY.format(TITLE, "10.1016/j.tulips.2017.118485")})
    assert str(MEANT) in (tmp_path / "a.bib").read_text()


@pytest.mark.parametrize("cause", [Cause.SERVER_ERROR, Cause.UNCONFIRMED])
def test_a_failed_request(cause: Cause) -> None:
    """Without all answers, a DOI that differs only in digits is not proposed."""
    source = Source("a.md", "<https://doi.org/10.1016/j.tulips.2017.118485>\n")
    (mention,) = read_document(source, Settings()).mentions
    assert mention.doi is not None
    missing = {mention.doi: Answer(Missing(), AnsweredBy.NETWORK)}
    names = similar.SimilarNames([mention.doi], [mention], missing)
    for some in names.lists():
        found = {doi: Answer(Unknown(cause), AnsweredBy.NETWORK) for doi in some}
        if MEANT in found:
            found[MEANT] = Answer(Found(agency="Crossref"), AnsweredBy.NETWORK)
        names.take(found)
    assert names.registered == {mention.doi: (MEANT,)}
    assert names.in_part == (set() if cause is Cause.UNCONFIRMED else {mention.doi})
