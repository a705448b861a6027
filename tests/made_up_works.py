"""Made-up works without number, and a bibliography of them in which some entries are wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any, Final

_SYLLABLES: Final = ("ba", "cor", "del", "fin", "gra", "hul", "jin", "kel", "lom", "mar", "nus",
                     "pol", "ras", "sten", "tov", "vek")  # fmt: skip


def _word(draw: Random) -> str:
    return "".join(draw.choices(_SYLLABLES, k=4))


def made_up(count: int, *, seed: int = 1, agency: str = "Crossref") -> list[dict[str, Any]]:
    """Return rows of works that have hardly a word or a name in common."""
    draw, rows = Random(seed), []
    prefix = {"Crossref": "10.1000", "DataCite": "10.5072"}[agency]
    for number in range(count):
        people = [_word(draw).title() for _ in range(3)]
        facts = {"title": [" ".join(_word(draw) for _ in range(7)).capitalize()]}
        doi = f"{prefix}/w.{draw.randrange(10**6):06}.{number}"
        row = {"doi": doi, "agency": agency, "year": draw.randrange(1950, 2020), **facts}
        rows.append({**row, "authors": people, "creators": people})
    return rows


def entries(rows: Sequence[dict[str, Any]], wrong: Collection[int]) -> Iterator[str]:
    """Yield one line of BibTeX for each work; what the wrong ones say is of works of nobody."""
    others = made_up(len(rows), seed=1_000_000)
    for number, row in enumerate(rows):
        said = others[number] if number in wrong else row
        people = " and ".join(said["authors"])
        yield (
            f"@article{{k{number}, author = {{{people}}}, title = {{{said['title'][0]}}},"
            f" year = {{{said['year']}}}, doi = {{{row['doi']}}}}}\n"
        )
