from __future__ import annotations

import pytest
from formats import laws

from mdlint_doi.formats.data.ris_entries import entries, read_records
from mdlint_doi.text.source import Source


def records(text: str) -> list[list[tuple[str, str]]]:
    """Return tags and values, by record."""
    return [
        [(field.name.cut(text), field.text(text).text) for field in record]
        for record in read_records(text)
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_records(end: str) -> None:
    """Records and fields, whatever ends the lines; what stands between records is nothing."""
    lines = (
        "Provider: x",
        *(
            "TY  - JOUR",
            "DO  - 10.1000/182 ",
            "UR  -  https://doi.org/10.1000/182",
            "ER  - ",
            "bye",
        ),
        *("TY  - BOOK", "N2  -", "ER  -"),
    )
    assert records(end.join(lines)) == [
        [
            ("TY", "JOUR"),
            ("DO", "10.1000/182"),
            ("UR", "https://doi.org/10.1000/182"),
            ("ER", ""),
        ],
        [("TY", "BOOK"), ("N2", ""), ("ER", "")],
    ]
    laws.ris(end.join(lines))


def test_a_value_goes_on() -> None:
    """A line without a tag belongs to the value before; its line end is part of it."""
    text = "TY  - JOUR\nAB  - one\n\n  two - three  \nER  - \n"
    assert records(text)[0][1] == ("AB", "one\n\n  two - three")


def test_records_without_beginning_or_end() -> None:
    """A record without `ER` ends where the next begins; one without `TY` is one."""
    text = "TY  - A\nTY  - B\nER  - \nDO  - 10.1/2\n"
    assert [[tag for tag, _ in record] for record in records(text)] == [
        ["TY"],
        ["TY", "ER"],
        ["DO"],
    ]


def test_what_only_looks_like_a_tag() -> None:
    """Small letters, one blank, or no `-` make no tag."""
    text = "TY  - A\nDo  - x\nDO - y\nDO   z\n"
    assert records(text) == [[("TY", "A\nDo  - x\nDO - y\nDO   z")]]


def test_a_record_has_a_name_if_it_has_a_field_for_it() -> None:
    """Only then its link is a second place of the DOI, and its DOI is not searched for."""
    first = "TY  - JOUR\nDO  - 10.1000/182\nER  - \n"
    second = "TY  - BOOK\nUR  - https://doi.org/10.1000/182\nER  - \n"
    found = entries(Source("a.ris", first + second), full=False)
    assert [entry.has_name for entry in found] == [True, False]
