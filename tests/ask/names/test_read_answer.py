"""Reading the Handle API's answers: three verdicts, and no false one."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.ask.readers.handles import read_answer
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Unknown

DOI = parse("10.1000/Abc")


def body(code: Any = 1, handle: Any = "10.1000/Abc", **more: Any) -> bytes:  # noqa: ANN401
    """Return an answer's JSON."""
    return json.dumps({"responseCode": code, "handle": handle, **more}).encode()


def value(kind: str, text: Any, form: str = "string", index: int = 1) -> dict[str, Any]:  # noqa: ANN401
    """Return one handle value."""
    return {"index": index, "type": kind, "data": {"format": form, "value": text}, "ttl": 86400}


def record(*values: object) -> HandleRecord | None:
    """Return what is read of a record with these values."""
    outcome = read_answer(200, body(values=list(values)), DOI)
    assert isinstance(outcome, Found)
    return outcome.record


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (200, 1, Found(HandleRecord())),
        (404, 100, Missing(100)),
        (400, 301, Missing(301)),
    ],
)
def test_verdicts(status: int, code: int, expected: object) -> None:
    """The pairs of status and code that prove something give their verdict."""
    assert read_answer(status, body(code, values=[]), DOI) == expected


def test_no_values() -> None:
    """Code 200, which has no values, means registered, and the record is known to be empty."""
    assert read_answer(200, body(200), DOI) == Found(HandleRecord())


@pytest.mark.parametrize(
    ("status", "raw", "cause"),
    [
        (500, body(2), Cause.SERVER_ERROR),
        (200, body(2), Cause.SERVER_ERROR),
        (502, b"<html>", Cause.SERVER_ERROR),
        (500, body(100), Cause.SERVER_ERROR),
        (403, b"<html>", Cause.BLOCKED),
        (403, body(100), Cause.BLOCKED),
        (429, body(100), Cause.RATE_LIMITED),
        (503, b"", Cause.RATE_LIMITED),
        (408, b"", Cause.TIMEOUT),
        (404, b"<!DOCTYPE html>", Cause.BLOCKED),
        (200, b"  <html>", Cause.BLOCKED),
        (200, b"\xef\xbb\xbf<html>", Cause.BLOCKED),
        (302, b"", Cause.BAD_ANSWER),
        (404, b"", Cause.BAD_ANSWER),
        (404, b"Not Found", Cause.BAD_ANSWER),
        (200, body(values=[])[:-1], Cause.BAD_ANSWER),
        (200, b"[" * 100_000, Cause.BAD_ANSWER),
        (200, b"[]", Cause.BAD_ANSWER),
        (200, b"\xff\xfe\xfd", Cause.BAD_ANSWER),
        (404, body(1), Cause.BAD_ANSWER),
        (200, body(100), Cause.BAD_ANSWER),
        (404, body(301), Cause.BAD_ANSWER),
        (400, body(100), Cause.BAD_ANSWER),
        (200, body(code=True), Cause.BAD_ANSWER),
        (200, body("1"), Cause.BAD_ANSWER),
        (404, body(100.0), Cause.BAD_ANSWER),
        (404, b'{"responseCode": 100}', Cause.BAD_ANSWER),
        (404, b'{"responseCode": 1,' + body(100)[1:], Cause.BAD_ANSWER),
        (404, b'{"response\\u0043ode": 1,' + body(100)[1:], Cause.BAD_ANSWER),
        (404, b'{"handle": "10.1000/x",' + body(100)[1:], Cause.BAD_ANSWER),
        (404, b'{"x": NaN,' + body(100)[1:], Cause.BAD_ANSWER),
        (404, b'{"x": -Infinity,' + body(100)[1:], Cause.BAD_ANSWER),
        (404, b'{"x": ' + b"1" * 5000 + b"," + body(100)[1:], Cause.BAD_ANSWER),
        (404, body(100).decode().encode("utf-16"), Cause.BAD_ANSWER),
        (404, body(100).decode().encode("utf-32-le"), Cause.BAD_ANSWER),
        (404, b'{"x": "\xff",' + body(100)[1:], Cause.BAD_ANSWER),
        (404, body(100, handle=None), Cause.BAD_ANSWER),
        (404, body(100, "10.1000/other"), Cause.OTHER_HANDLE),
        (200, body(1, "10.1000/Ab", values=[]), Cause.OTHER_HANDLE),
        (200, body(1, "10.1000/%41bc", values=[]), Cause.OTHER_HANDLE),
    ],
)
def test_unknown(status: int, raw: bytes, cause: Cause) -> None:
    """Whatever is not one of the proofs is Unknown, with its cause."""
    outcome = read_answer(status, raw, DOI)
    assert isinstance(outcome, Unknown)
    assert outcome.cause is cause
    assert outcome.detail.isprintable()


def test_echo_is_folded() -> None:
    """The echo may differ in the case of ASCII letters, and in nothing else."""
    assert read_answer(404, body(100, "10.1000/aBC"), DOI) == Missing(100)
    odd = parse("10.1000/É")
    outcome = read_answer(404, body(100, "10.1000/é"), odd)
    assert isinstance(outcome, Unknown)
    assert outcome.cause is Cause.OTHER_HANDLE


def test_target() -> None:
    """The target is the first URL; administrative values are passed by."""
    admin = value("HS_ADMIN", {"handle": "0.na/10.1000"}, form="admin", index=100)
    first, second = value("URL", " https://a.example/x "), value("URL", "https://b.example/")
    assert record(admin, first, second) == HandleRecord("https://a.example/x")


def test_locations() -> None:
    """Without a URL, the first address of 10320/loc is the target, its entities undone."""
    xml = "<locations chooseby='weighted'><location id='0' href='https://a.example/?a=1&amp;b=2'/>"
    assert record(value("10320/loc", xml)) == HandleRecord("https://a.example/?a=1&b=2")
    assert record(value("10320/loc", xml), value("URL", "u:x")) == HandleRecord("u:x")


def test_alias() -> None:
    """HS_ALIAS names the primary DOI."""
    alias = value("HS_ALIAS", "10.1007/S11956-008-1009-1")
    assert record(alias) == HandleRecord(alias="10.1007/S11956-008-1009-1")
    itself = value("HS_ALIAS", str(DOI).upper())
    assert record(itself) == HandleRecord()
    assert record(itself, alias) == record(alias)


def test_an_endless_address() -> None:
    """Of an address of a megabyte the beginning is kept: there is one, and memory for others."""
    found = record(value("URL", "https://a.example/" + "a" * 900_000))
    assert found is not None
    assert found.target is not None
    assert len(found.target) == 8000


@pytest.mark.parametrize(
    ("url", "deleted"),
    [
        ("https://www.crossref.org/_deleted-doi/", True),
        ("http://www.crossref.org/deleted_DOI.html", True),
        ("https://crossref.org/_deleted-doi/?doi=10.1000/1", True),
        ("https://example.org/_deleted-doi/", False),
        ("https://www.crossref.org/documentation/deleted/", False),
    ],
)
def test_deleted(url: str, deleted: bool) -> None:  # noqa: FBT001
    """An agency's own page for deleted DOIs, and no other page, marks a deleted DOI."""
    assert record(value("URL", url)) == HandleRecord(url, deleted=deleted)


def test_bytes() -> None:
    """Values that are not text come as base64 or hex, and are read as far as they are text."""
    raw = "https://a.example/é".encode()
    latin = "https://a.example/é".encode("latin-1")
    assert record(value("URL", b64encode(raw).decode(), form="base64")) == HandleRecord(
        "https://a.example/é"
    )
    assert record(value("URL", latin.hex(), form="hex")) == HandleRecord("https://a.example/\\xe9")
    assert record(value("URL", "%%%", form="base64")) == HandleRecord()
    assert record(value("URL", "a", form="base64")) == HandleRecord()
    assert record(value("URL", "zz", form="hex")) == HandleRecord()


@pytest.mark.parametrize(
    "odd",
    [None, 1, "URL", [], {}, {"type": 1}, {"type": "URL"}, value("URL", None), value("URL", "")],
)
def test_odd_values(odd: object) -> None:
    """A value of another form is passed by; those beside it are read."""
    assert record(odd, value("URL", "https://a.example/")) == HandleRecord("https://a.example/")


@pytest.mark.parametrize("values", [None, {}, "x", {"URL": "https://a.example/"}])
def test_no_list_of_values(values: object) -> None:
    """A registered name whose values can't be read is Found, and its record unknown."""
    assert read_answer(200, body(values=values), DOI) == Found(None)


def test_lone_surrogates() -> None:
    """JSON can hold what no file takes; such a target can be stored all the same."""
    read = record(value("URL", "https://a.example/\ud800"))
    assert read is not None
    assert read.target == "https://a.example/\\ud800"
    read.target.encode()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
codes = st.sampled_from([1, 2, 100, 200, 301]) | st.integers() | json_values
handles = st.sampled_from(["10.1000/Abc", "10.1000/ABC", "10.1000/x"]) | json_values
kinds = st.sampled_from(["URL", "url", "HS_ALIAS", "10320/loc", "HS_ADMIN"]) | json_values
forms = st.sampled_from(["string", "base64", "hex", "admin"]) | json_values
entries = st.fixed_dictionaries(
    {"type": kinds, "data": st.fixed_dictionaries({"format": forms, "value": json_values})}
)
answers = st.fixed_dictionaries(
    {"responseCode": codes, "handle": handles, "values": st.lists(entries | json_values)}
)
bodies = st.binary() | (json_values | answers).map(lambda answer: json.dumps(answer).encode())
statuses = st.sampled_from([200, 301, 400, 403, 404, 429, 500, 503]) | st.integers(100, 599)
asked = st.sampled_from([DOI, parse("10.1000/x"), parse("10/abc")])


@given(statuses, bodies, asked)
def test_nothing_raises_and_missing_needs_proof(status: int, raw: bytes, doi: Doi) -> None:
    """Nothing a server can send raises; Missing needs 404 with 100 or 400 with 301, and the echo.

    Found needs status 200, and what is kept of a record can be written to a file.
    """
    outcome = read_answer(status, raw, doi)
    match outcome:
        case Missing(code):
            answer = json.loads(raw)
            assert (status, code) in {(404, 100), (400, 301)}
            assert answer["responseCode"] == code
            assert answer["handle"].lower() == doi.key
        case Found(kept):
            assert status == 200
            assert json.loads(raw)["handle"].lower() == doi.key
            for text in (kept.target, kept.alias) if kept else ():
                assert text is None or text.encode()
        case Unknown(_, detail):
            assert detail.isprintable()
