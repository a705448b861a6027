"""What to write in place of a link: the `doi` role, in the language of the file."""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import role_argument
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.pattern import pattern

_SPECIAL: Final = pattern(r"[\\`<>]")
_MARKDOWN: Final = (".md", ".markdown", ".ipynb")


def role_for(doi: Doi, title: str | None, path: str) -> str | None:
    """Return the role that makes the same link; None where it cannot be written plainly.

    Args:
        doi: the name.
        title: the link's visible text; dropped where it only repeats the DOI.
        path: of the file, which decides between rST and MyST.

    """
    name = role_argument(doi)
    title = title and " ".join(title.split())
    if name is None:
        return None
    shown = None if title is None or _repeats(title, doi) else title
    if path.endswith(_MARKDOWN):
        if shown is not None and _SPECIAL.search(shown):
            return None
        return f"{{doi}}`{name}`" if shown is None else f"{{doi}}`{shown} <{name}>`"
    if shown is None:
        return f":doi:`{name}`"
    return f":doi:`{_SPECIAL.sub(_escaped, shown)} <{name}>`"


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def _repeats(title: str, doi: Doi) -> bool:
    spelling = read(title.strip())
    return spelling is not None and spelling.doi == doi
