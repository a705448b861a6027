"""Inputs made of other inputs: seeds cut, joined, repeated, and filled with hostile pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from fuzz.pieces import DOIS, LEADS, MARKUP, ODD
from fuzz.test_against_parser import FRAGMENTS, SAMPLES

LONGEST: Final = 4000
"""Bytes of an input."""
_CHUNK: Final = 1500
_TEXTS: Final = {".md", ".rst", ".bib", ".cff", ".txt", ".tsv", ".toml", ".json"}
_RST: Final = (
    *(":doi:`", "`__", "`_", ".. _a: ", "\n.. ", "\n\n::\n\n  ", "|a|", "\n.. |a| replace:: "),
    *("\n.. [1] ", " [1]_", "\n.. mdlint-doi-disable DOI201\n\n", "\n.. code::\n\n  ", "``", "\\ "),
    *("\n====\n", "\n.. raw:: html\n\n  ", '<a href="', "+---+\n", "\n.. note:: ", "\n:a: ", " <"),
    "`t <https://doi.org/10.1000/a_b>`__",
)
_FILES: Final = (
    *('{"', '": ', ", ", "{", "}", "[", "]", '"', "null", "true", "1", "-1", "1e999", "0.5", "NaN"),
    *("responseCode", "handle", "values", "type", "data", "value", "format", "base64", "hex"),
    *("URL", "HS_ALIAS", "10320/loc", "DOI", "RA", "status", "version", "records", "outcome"),
    *("found", "missing", "code", "agency", "read", "target", "alias", "deleted", "findings"),
    *("path", "text", "count", "[tool.mdlint-doi]\n", "select = ", "exceptions", "max-age = "),
    *("server = ", "per-file-ignores", "cache-dir = ", "exclude = ", "= ", "\\ud800", "\\u0000"),
    *("\t", "SQLite format 3\0", "\0\0\0", "\xff", "CREATE TABLE", "answers", "https://doi.org"),
)
PIECES: Final = tuple(
    piece.encode("utf-8", "surrogatepass")
    for piece in (*DOIS, *LEADS, *MARKUP, *ODD, *_RST, *_FILES, *FRAGMENTS)
)
BUILT_IN: Final = tuple(
    text.encode()
    for text in (
        *SAMPLES,
        *(lead + doi for lead in LEADS for doi in DOIS[:3]),
        (
            '{"responseCode": 1, "handle": "10.1000/182", "values": [{"type": "URL", "data": '
            '{"format": "string", "value": "https://a.example/"}}]}'
        ),
        '[{"DOI": "10.1000/182", "RA": "Crossref"}]',
        (
            '{"version": 1, "records": {"10.1000/182": {"outcome": "found", "agency": "x"}, '
            '"10.1000/1": {"outcome": "missing", "code": 100}}}'
        ),
        '{"version": 1, "findings": [{"path": "a.md", "code": "DOI201", "text": "t", "count": 2}]}',
        (
            "[tool.mdlint-doi]\nselect = ['DOI2']\nmax-age = 3\n[tool.mdlint-doi.exceptions]\n"
            "'10.1000/182' = {reason = 'r', until = 2027-01-31}\n"
        ),
        '10.1000/182\t{"outcome": "found", "read": true, "target": "x"}\t1e9',
        " mdlint-doi-disable-next-line DOI201, unusual-address -- why",
        "---\ntitle: t\ndoi: 10.1000/182\nlist: [10.1000/1, 'https://doi.org/10.1000/2']\n---\n",
        (
            "A :doi:`T <10.1000/a\\_b>` and `t <http://dx.doi.org/10.1000/182>`__.\n\n.. _n: "
            "https://doi.org/10.1000/182\n\n.. mdlint-doi-disable DOI201\n\n10.1000/183\n"
        ),
    )
)


def seeds(folder: Path | None) -> Iterator[bytes]:
    """Yield what inputs are made of: the built-in ones, and all texts of a folder in chunks."""
    yield from BUILT_IN
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.suffix == ".jsonl":
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                yield from (str(row[key]).encode() for key in ("input", "doi") if key in row)
        elif path.suffix in _TEXTS and path.is_file():
            data = path.read_bytes()
            yield from (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))


class Mutator:
    """Makes inputs; the same seed of chance gives the same ones."""

    def __init__(self, chance: Random, corpus: Sequence[bytes]) -> None:
        """Take the source of chance, and the inputs to begin with."""
        self._chance = chance
        self._corpus = corpus

    def fresh(self) -> bytes:
        """Return an input made of a seed, or of pieces alone."""
        if self._chance.random() < 0.3:
            return b"".join(self._chance.choices(PIECES, k=self._chance.randint(1, 16)))
        return self.changed(self._chance.choice(self._corpus))

    def changed(self, data: bytes) -> bytes:
        """Return an input with some changes."""
        for _ in range(self._chance.choice((1, 1, 2, 3, 5, 8))):
            data = self._change(data)
        return data[:LONGEST]

    def _change(self, data: bytes) -> bytes:
        start, end = sorted(self._chance.randint(0, len(data)) for _ in range(2))
        end = min(end, start + self._chance.choice((1, 3, 10, 60, 400)))
        match self._chance.randrange(8):
            case 0 | 1 | 2:
                middle = self._chance.choice(PIECES)
            case 3:
                middle = data[start:end] + self._chance.choice(PIECES)
            case 4:
                middle = data[start:end] * self._chance.choice((2, 2, 3, 10, 50))
            case 5:
                middle = b""
            case 6:
                other = self._chance.choice(self._corpus)
                at = self._chance.randint(0, len(other))
                middle = data[start:end] + other[at : at + self._chance.randint(1, 300)]
            case _:
                middle = bytes([self._chance.randrange(256)])
        return data[:start] + middle + data[end if len(data) > 2 else start :]

    def growing(self) -> tuple[bytes, bytes, bytes]:
        """Return a beginning, a piece to say over and over, and an end."""
        piece = b"".join(self._chance.choices(PIECES, k=self._chance.choice((1, 1, 2, 3))))
        before, after = (b"".join(self._chance.choices(PIECES, k=2)) for _ in range(2))
        return before, piece or b"a", after
