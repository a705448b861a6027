"""The functions over record batches: what they return, and that each document stands for itself."""

from __future__ import annotations

from random import Random

import pyarrow as pa
import pytest
from corpora.tables import batch, real_documents, rows
from hypothesis import given
from hypothesis import strategies as st

import mdlint_doi
from mdlint_doi.arrow import FINDINGS, MENTIONS, findings, mentions
from mdlint_doi.corpora import batches as reading

NAMES = ["10.1000/182", "10.1000/ABC", "10.1000/nope", "10.1234/x", "10.1000/a<b"]
LEADS = ["http://dx.doi.org/", "https://doi.org/", "doi:", "", "<https://doi.org/"]
PATHS = ["a.md", "b.rst", "c.bib", "d", "e.ipynb"]
VERDICTS = pa.table(
    {
        "doi": ["10.1000/182", "10.1000/abc", "10.1000/nope"],
        "outcome": ["found", "found", "missing"],
    }
)


def test_a_mention_has_its_place_in_code_points() -> None:
    """Offsets, line and column are those of the text, whatever its bytes are."""
    text = "né\n\U0001f600 see https://doi.org/10.1000/Ab\\_c."
    (row,) = mentions(batch({"a.md": text})).to_pylist()
    assert text[row["start"] : row["end"]] == "https://doi.org/10.1000/Ab\\_c"
    assert (row["line"], row["column"], row["doi"]) == (2, 7, "10.1000/ab_c")


def test_identifiers_are_mentions() -> None:
    """A number of arXiv has its place and its DOI, and the verdicts tell whether that exists."""
    text = "See arXiv:1706.03762v2 and arXiv:1619.05729."
    known, impossible = mentions(batch({"a.md": text})).to_pylist()
    assert text[known["start"] : known["end"]] == "1706.03762v2"
    assert known["doi"].lower() == "10.48550/arxiv.1706.03762"
    assert impossible["doi"] is None
    verdicts = pa.table({"doi": ["10.48550/arxiv.1706.03762"], "outcome": ["missing"]})
    found = findings(batch({"a.md": text}), verdicts).to_pylist()
    assert [row["code"] for row in found] == ["DOI901", "DOI106"]
    assert not any(row["edits"] for row in found)


def test_findings_are_those_of_the_library() -> None:
    """Offline, each row is a finding of `check_text`."""
    text = "a http://dx.doi.org/10.1000/182 b\n"
    settings = mdlint_doi.Settings(offline=True)
    wanted = mdlint_doi.check_text(text, "markdown", settings)
    found = findings(batch({"a.md": text})).to_pylist()
    assert [(row["code"], row["line"], row["column"], row["message"]) for row in found] == [
        (finding.code, finding.line, finding.column, finding.message) for finding in wanted
    ]
    edits = [edit for row in found for edit in row["edits"]]
    for edit in sorted(edits, key=lambda edit: -edit["start"]):
        text = text[: edit["start"]] + edit["replacement"] + text[edit["end"] :]
    assert text == "a https://doi.org/10.1000/182 b\n"


def test_verdicts_decide_and_their_lack_does_not() -> None:
    """Missing is not registered; a name that the table lacks could only not be checked."""
    documents = batch({"a.md": "10.1000/nope, 10.1000/182 and 10.1000/other"})
    found = findings(documents, VERDICTS).to_pylist()
    assert {row["doi"]: row["code"] for row in found if row["code"].startswith("DOI9")} == {
        "10.1000/nope": "DOI901",
        "10.1000/other": "DOI916",
    }


def test_what_may_have_been_meant_is_looked_for_among_the_verdicts() -> None:
    """A candidate that the verdicts know is offered."""
    documents = batch({"a.md": "[t](https://doi.org/10.1000/182/full)"})
    table = pa.table({"doi": ["10.1000/182", "10.1000/182/full"], "outcome": ["found", "missing"]})
    (row,) = findings(documents, table).to_pylist()
    assert "did you mean 10.1000/182?" in row["message"]
    assert row["safety"] == "safe"


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (None, "there is no text"),
        (b"\xff\xfe1\x000\x00", "UTF-16"),
        (b"10.1000/\xff182", "not UTF-8; convert the file to UTF-8"),
    ],
    ids=["null", "wide", "latin-1"],
)
def test_a_document_that_cannot_be_read_is_a_row(document: bytes | None, why: str) -> None:
    """It says why, and ends nothing."""
    documents = pa.record_batch(
        {"path": ["a.md", "b.md"], "text": pa.array([document, b"10.1000/182"], pa.binary())}
    )
    bad, good = mentions(documents).to_pylist()
    assert why in bad["problem"]
    assert (bad["path"], good["doi"]) == ("a.md", "10.1000/182")
    assert why in findings(documents).to_pylist()[0]["problem"]


def test_a_document_that_is_too_large_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not read for its size is told."""
    monkeypatch.setattr(reading, "MOST_BYTES", 1 << 20)
    (row,) = mentions(batch({"a.md": "10.1000/182 " * 100_000})).to_pylist()
    assert row["problem"] == "larger than 1 MiB; not read"


def test_an_error_of_a_reader_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong with one document, the others are read."""

    def fail(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("mdlint_doi.formats.rst.format.read", fail)
    documents = batch({"a.rst": "10.1000/182", "b.md": "10.1000/182"})
    bad, good = mentions(documents).to_pylist()
    assert bad["problem"].endswith(": RecursionError")
    assert (good["problem"], good["doi"]) == (None, "10.1000/182")


def test_a_format_goes_over_the_name() -> None:
    """The column `format` says what a text is written in; an unknown one is a problem."""
    texts = {"path": ["a", "b"], "text": [":doi:`10.1000/182`"] * 2, "format": ["rst", "word"]}
    good, bad = mentions(pa.record_batch(texts)).to_pylist()
    assert (good["format"], good["form"]) == ("rst", "role")
    assert bad["problem"] == "unknown format 'word'"


def test_the_schemas_are_fixed() -> None:
    """An empty batch and a full one have the same columns."""
    empty, full = batch({}), batch({"a.md": "http://doi.org/10.1000/182"})
    empty = empty.cast(full.schema)
    assert mentions(empty).schema == mentions(full).schema == MENTIONS
    assert findings(empty).schema == findings(full, VERDICTS).schema == FINDINGS


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())]
)
def test_columns_of_any_text_type_are_read(kind: pa.DataType) -> None:
    """Engines have text types of their own."""
    texts = pa.array(["see 10.1000/182"]).cast(kind)
    paths = pa.array(["a.md"]).cast(kind)
    (row,) = mentions(pa.table({"path": paths, "text": texts})).to_pylist()
    assert (row["path"], row["doi"]) == ("a.md", "10.1000/182")


@pytest.mark.parametrize("columns", [{"path": ["a"]}, {"path": ["a"], "text": [1]}])
def test_a_batch_of_other_columns_is_refused(columns: dict[str, list[object]]) -> None:
    """Nobody gets no rows for a column that was named otherwise."""
    with pytest.raises(ValueError, match="text"):
        mentions(pa.record_batch(columns))


texts = st.lists(st.tuples(st.sampled_from(LEADS), st.sampled_from(NAMES)), max_size=3).map(
    lambda pairs: " and ".join(f"{lead}{name}" for lead, name in pairs)
)
documents = st.lists(st.tuples(st.sampled_from(PATHS), texts | st.none()), max_size=6)


@given(documents, st.integers(1, 6), st.randoms(use_true_random=False))
def test_any_split_gives_the_same_rows(
    pairs: list[tuple[str, str | None]], size: int, chance: Random
) -> None:
    """Rows of the parts of a table, in any order, are the rows of the table."""
    table = pa.table(
        {
            "path": pa.array([path for path, _ in pairs], pa.string()),
            "text": pa.array([text for _, text in pairs], pa.string()),
        }
    )
    parts = table.to_batches(max_chunksize=size)
    chance.shuffle(parts)
    assert rows(mentions(table)) == rows(
        pa.concat_tables([_table(mentions(part)) for part in parts] or [MENTIONS.empty_table()])
    )
    assert rows(findings(table, VERDICTS)) == rows(
        pa.concat_tables(
            [_table(findings(part, VERDICTS)) for part in parts] or [FINDINGS.empty_table()]
        )
    )


def _table(part: pa.RecordBatch) -> pa.Table:
    return pa.Table.from_batches([part])


def test_real_documents_have_the_mentions_that_the_library_finds() -> None:
    """Each stands where it is said to stand, and holds a DOI or what looks like one."""
    table = real_documents()
    found = mentions(table).to_pylist()
    assert len(found) > 100
    assert not [row for row in found if row["problem"]]
    texts_of = dict(zip(table["path"].to_pylist(), table["text"].to_pylist(), strict=True))
    for row in found:
        text = texts_of[row["path"]]
        line = text[: row["start"]].count("\n") + 1
        assert row["line"] == line
        assert text[row["start"]] in {row["written"][0], "\\", "&"}
