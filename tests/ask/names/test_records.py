"""Records files: the same outcomes, the same text; and no surprise on reading."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from ask.names.asking import asking, know, names, words
from handle_server import HandleServer
from hypothesis import given
from hypothesis import strategies as st
from linear import is_within

from mdlint_doi.ask import records
from mdlint_doi.ask.resolve import resolve
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, HandleRecord, Missing

OUTCOMES: dict[Doi, Found | Missing] = {
    parse("10.1000/Z"): Found(),
    parse("10.1000/a"): Found(HandleRecord("u:\u2028é"), "Crossref"),
    parse("10.1000/b"): Found(HandleRecord(alias="10.1000/182", deleted=True)),
    parse("10.1000/<\"'>\\é"): Missing(100, "DataCite"),
    parse("10.99999/x"): Missing(301),
}
ONE = '{"outcome": "found"}'
TWICE = f'{{"version": 1, "records": {{"10.1/a": {ONE}, "10.1/A": {ONE}}}}}'
TEXT = r"""{
 "version": 1,
 "records": {
  "10.1000/<\"'>\\é": {"outcome": "missing", "code": 100, "agency": "DataCite"},
  "10.1000/a": {"outcome": "found", "agency": "Crossref", "read": true, "target": "u:\u2028é"},
  "10.1000/b": {"outcome": "found", "read": true, "alias": "10.1000/182", "deleted": true},
  "10.1000/z": {"outcome": "found"},
  "10.99999/x": {"outcome": "missing", "code": 301}
 }
}
""".replace(r"\u2028", "\u2028")


def test_text() -> None:
    """One name a line, sorted, folded, without times: made for version control."""
    assert records.render(OUTCOMES) == TEXT
    assert records.render(dict(reversed(OUTCOMES.items()))) == TEXT
    assert records.parse_text(TEXT).outcomes == OUTCOMES


texts = st.text(st.characters(exclude_categories=["Cs"]))
kept = st.builds(HandleRecord, st.none() | texts, st.none() | texts, st.booleans())
agencies = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=100)
outcomes = st.builds(Found, st.none() | kept, agencies) | st.builds(
    Missing, st.sampled_from([100, 301]), agencies
)
suffixes = st.text(st.characters(categories=["L", "N", "P", "S", "M"]), min_size=1)
dois = suffixes.map(lambda suffix: parse(f"10.1000/{suffix}"))


@given(st.dictionaries(dois, outcomes, max_size=8))
def test_round_trip(outcomes: dict[Doi, Found | Missing]) -> None:
    """What is written is read again, and written the same."""
    text = records.render(outcomes)
    assert records.parse_text(text).outcomes == outcomes
    assert records.render(records.parse_text(text).outcomes) == text


words_of_files = st.sampled_from(["version", "records", "10.1000/a", "outcome", "found", "code"])
nearly_files = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(words_of_files, inner)
).map(json.dumps)


@given(st.text() | nearly_files)
def test_no_text_raises_anything_else(text: str) -> None:
    """Whatever a file holds, the error is one that the caller expects."""
    with suppress(ValueError, RecursionError):
        assert records.parse_text(text).outcomes is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1, column 1: not JSON"),
        ('{\n "version": 1,\n oops', "line 3, column 2: not JSON"),
        ("[]", "an object|JSON object"),
        ('{"version": 1}', "'records'"),
        ('{"version": 2, "records": {}}', "'version' must be 1"),
        ('{"version": true, "records": {}}', "'version' must be 1"),
        ('{"version": 1, "records": []}', "'records'"),
        ('{"version": 1, "records": {"abc": {"outcome": "found"}}}', "'abc'"),
        ('{"version": 1, "records": {"10.1/a": {}}}', "'10.1/a': 'outcome' is None"),
        ('{"version": 1, "records": {"10.1/a": 1}}', "'10.1/a': an outcome must be a JSON object"),
        ('{"version": 1, "records": {"10.1/a": {"outcome": "unknown"}}}', "'found' or 'missing'"),
        ('{"version": 1, "records": {"10.1/a": {"outcome": "found", "url": "x"}}}', "unknown mem"),
        ('{"version": 1, "records": {"10.1/a": {"outcome": "found", "read": 1}}}', "type bool"),
        ('{"version": 1, "records": {"10.1/a": {"outcome": "missing", "code": 4}}}', "100 or 301"),
        (TWICE, "'10.1/A' occurs twice"),
        ('{"version": 1, "records": {"10.1/a": {"outcome": "found", "outcome": "missing"}}}',
         "'outcome' occurs twice"),
        ("[" * 100_000, "recursion|nest"),
    ],
)  # fmt: skip
def test_bad_files(tmp_path: Path, text: str, why: str) -> None:
    """A bad file is named, with the entry or the line, on one line."""
    path = tmp_path / "doi-records.json"
    path.write_text(text)
    with pytest.raises(LookupSettingsError, match=why) as caught:
        records.read(path)
    assert str(caught.value).startswith(f"records file {path}: ")
    assert "\n" not in str(caught.value)


def test_a_name_that_is_there_twice_among_many() -> None:
    """It is found in one go, however many others there are."""
    rows = ",".join(f'"10.1000/{number}": {ONE}' for number in [*range(50_000), 49_999])

    def refused() -> None:
        with pytest.raises(ValueError, match=r"'10.1000/49999' occurs twice"):
            records.parse_text(f'{{"version": 1, "records": {{{rows}}}}}')

    assert is_within(refused, 500)


def test_files_that_are_none(tmp_path: Path) -> None:
    """A file that is not there, is a folder, or is not UTF-8: each has its reason."""
    path = tmp_path / "doi-records.json"
    with pytest.raises(LookupSettingsError, match="No such file"):
        records.read(path)
    with pytest.raises(LookupSettingsError, match="folder"):
        records.read(tmp_path)
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(LookupSettingsError, match="not UTF-8 at byte 0"):
        records.read(path)


def test_byte_order_mark(tmp_path: Path) -> None:
    """An editor's byte order mark is no matter."""
    path = tmp_path / "doi-records.json"
    path.write_text("\ufeff" + TEXT, encoding="utf-8")
    assert records.read(path).outcomes == OUTCOMES


def test_records_go_first(handle_server: HandleServer, tmp_path: Path) -> None:
    """The records file answers before cache and network, even where records are read."""
    path = tmp_path / "doi-records.json"
    path.write_text(records.render({names(2)[0]: Missing(), names(2)[1]: Found()}))
    know(handle_server, names(3))
    resolve(names(3), asking(handle_server, cache_dir=tmp_path))
    handle_server.forget()
    settings = asking(handle_server, cache_dir=tmp_path, records=path, read_records=True)
    answers = resolve(names(4), settings)
    assert list(words(answers).values()) == ["missing", "found", "found", "missing"]
    assert [answer.origin for answer in answers.values()] == [
        AnsweredBy.RECORDS,
        AnsweredBy.RECORDS,
        AnsweredBy.CACHE,
        AnsweredBy.NETWORK,
    ]
    assert answers[names(1)[0]] == Answer(Missing(), AnsweredBy.RECORDS)
    assert handle_server.targets[0] == "/api/handles/10.1000/name.3"


def test_hermetic(handle_server: HandleServer, tmp_path: Path) -> None:
    """Offline with a records file, its names are answered and all others are Unknown."""
    path = tmp_path / "doi-records.json"
    path.write_text(records.render({names(1)[0]: Found()}))
    settings = asking(handle_server, records=path, offline=True)
    assert list(words(resolve(names(2), settings)).values()) == ["found", "offline"]
    assert handle_server.seen.connections == 0


def test_an_agencys_name_has_an_end() -> None:
    """A file of a stranger can't fill a report with the name of an Agency."""
    entry = json.dumps({"outcome": "found", "agency": "x" * 100_000})
    [outcome] = records.parse_text(
        f'{{"version": 1, "records": {{"10.1000/1": {entry}}}}}'
    ).outcomes.values()
    assert outcome.agency == "x" * 100
