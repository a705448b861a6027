"""What a mention may have meant if its name is not registered: other readings of what is written.

The string moves of `names.suggest` know the name alone; a mention also shows what stands
behind it in its link, and in which construct it stands. The rules on single slips offer the same
readings.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.lint.letters import ESCAPES, letters, swallowed
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi, parse, parse_or_none
from mdlint_doi.names.encode import decode
from mdlint_doi.names.link import whole_name
from mdlint_doi.names.lookalikes import plain_text
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.pattern import pattern

_ANOTHER: Final = pattern(r"://|doi:[ ]?10\.|10\.[0-9]{4,9}/", re.IGNORECASE)
_NEXT_IN_LIST: Final = pattern(
    r"[\s,;|&](?=(?:doi:\s?)?10\.[0-9]{4,9}/)"  # what parts two DOIs of a list
    r"|(?=https?://[a-z.]+/10\.[0-9]{4,9}/)",  # or nothing does
    re.IGNORECASE,
)


def candidates_of(mention: Mention) -> tuple[Doi, ...]:
    """Return other names that the mention may have meant, the most likely first.

    Empty for a mention without a name, and for a shortDOI.
    """
    doi = mention.doi
    if doi is None or doi.is_short:
        return ()
    from mdlint_doi.names.suggest import candidates

    own = (
        whole_name(mention.spelling),
        without_punctuation(mention),
        undoubled(doi),
        plain_name(mention.spelling),
        _undecoded(mention.spelling),
    )
    others = (one.doi for one in candidates(doi))
    return tuple(
        dict.fromkeys(one for one in (*own, *others) if one is not None and one != doi),
    )


def plain_name(spelling: Spelling) -> Doi | None:
    """Return the name with its look-alikes replaced; None without any, or if it is no name."""
    name = "".join(one.character for one in letters(spelling))
    plain = plain_text(name)
    return None if plain == name else parse_or_none(plain)


def undoubled(doi: Doi) -> Doi | None:
    """Return the name with one more level of escapes undone; None if it holds none."""
    name = str(doi)
    if not ESCAPES.search(name):
        return None
    try:
        return parse(decode(name))
    except ValueError:
        return None


def _undecoded(spelling: Spelling) -> Doi | None:
    """Return the name as it stands, its `%54` taken for letters of the name: a `%` left raw."""
    return parse_or_none(spelling.name.cut(spelling.text)) if spelling.encoded else None


def holds_another(spelling: Spelling) -> bool:
    """Return whether an address, a label or a prefix stands inside the name: two DOIs in one."""
    return _ANOTHER.search(spelling.text, spelling.name.start + 1, spelling.name.end) is not None


def lists_another(written: Doi, one: Doi) -> bool:
    """Return whether what is written lists several DOIs, of which `one` is not the only one."""
    listed = _NEXT_IN_LIST.split(str(written))
    return len(listed) > 1 and any(_listed_name(text) not in {one, None} for text in listed)


def _listed_name(text: str) -> Doi | None:
    spelling = read(text.strip(" ,;|&"))
    return spelling.doi if spelling else None


def without_punctuation(mention: Mention) -> Doi | None:
    """Return the name without what `swallowed` returns; None if nothing is, or no name is left."""
    extra = len(swallowed(mention))
    if mention.doi is None or not extra:
        return None
    return parse_or_none(str(mention.doi)[:-extra])
