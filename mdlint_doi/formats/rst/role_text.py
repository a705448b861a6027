"""What to write in place of a link: the `doi` role, in the language of the file."""

from __future__ import annotations

import re
from typing import Final, Literal

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import may_name_doi, role_argument
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.pattern import pattern

Language = Literal["rst", "myst"]
"""In which a role is written."""

_SPECIAL: Final = pattern(r"[\\`<>]")


def role_for(doi: Doi, title: str | None, language: Language) -> str | None:
    """Return the role that makes the same link; None where it cannot be written plainly.

    Args:
        doi: the name.
        title: the link's visible text; dropped where it only repeats the DOI.
        language: that of the construct.

    """
    name = role_argument(doi)
    title = title and " ".join(title.split())
    if name is None:
        return None
    shown = None if title is None or _repeats(title, doi) else title
    if language == "myst":
        if shown is not None and _SPECIAL.search(shown):
            return None
        return f"{{doi}}`{name}`" if shown is None else f"{{doi}}`{shown} <{name}>`"
    if shown is None:
        return f":doi:`{name}`"
    return f":doi:`{_SPECIAL.sub(_escaped, shown)} <{name}>`"


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def _repeats(title: str, doi: Doi) -> bool:
    if title in {str(doi), doi.url()}:
        return True
    spelling = read(title.strip()) if may_name_doi(title) else None
    return spelling is not None and spelling.doi == doi
