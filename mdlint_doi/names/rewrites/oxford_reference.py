"""Oxford's reference works: the page of an article names the work and the article's number.

The name of the article is made of the two; what stands in the address is the name of the whole
work, with `.001.0001` for its place. From citation-bot's practice, see `spec/doi_facts.md`
section 10.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_ARTICLE: Final = pattern(
    r"10\.1093/(?P<work>[a-z]+(?::[a-z]+)?)/(?P<isbn>[0-9]{13})\.001\.0001/[a-z]+-[0-9]{13}"
    r"-(?P<kind>chapter|e)-(?P<number>[0-9]+)",
    re.IGNORECASE,
)
_MUSIC: Final = pattern(r"(?P<letter>100|2000)(?P<number>[0-9]{6,7})")
_LETTERS: Final = {"100": "A", "2000": "J"}
_BIOGRAPHY: Final = pattern(r"10\.1093/ref:odnb/(?P<number>[0-9]{6,})", re.IGNORECASE)


def article_name(name: str) -> str | None:
    """Return the name of the article that a page's name stands for, or None."""
    if life := _BIOGRAPHY.fullmatch(name):
        return f"10.1093/odnb/9780198614128.013.{life['number']}"
    found = _ARTICLE.fullmatch(name)
    if found is None:
        return None
    work, number = found["work"].lower(), found["number"]
    if found["kind"].lower() == "chapter":
        place = f".003.{int(number):04}"
    elif work == "ref:odnb":
        return f"10.1093/{work}/{number}"
    elif work == "benz":
        place = f".article.B{number}"
    elif work == "gmo":
        music = _MUSIC.fullmatch(number)
        place = f".article.{_LETTERS[music['letter']]}{music['number']}" if music else ""
    else:
        place = f".013.{number}"
    return f"10.1093/{work}/{found['isbn']}{place}" if place else None
