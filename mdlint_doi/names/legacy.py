"""DOI names whose prefix does not begin with `10.`: the Paskin drafts only.

draft-paskin-00 section 2.1 allows any prefix without a slash (`doi:alpha-beta/182.342-24`),
draft-paskin-04 has `doi:dk/P%C3%A6dagogi%2037(2),%20562` in its examples of the canonical form.
NISO Z39.84 section 4.2 and all that followed ask for `10.`, and no such name resolves. So they
are read from an explicit `doi:` alone, by `normalize` alone; rules and look-ups pass them by.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import decode
from mdlint_doi.text.pattern import pattern

_LEGACY: Final = pattern(
    r"doi:(?P<prefix>[^/]+?)(?:/|%2f)(?P<suffix>.+)", re.IGNORECASE | re.DOTALL
)


def read_legacy(text: str) -> Doi | None:
    """Return the name that a `doi:` URI with a legacy prefix stands for, or None.

    A prefix that begins with a digit or a dot is no legacy prefix but a damaged `10.`.
    """
    found = _LEGACY.fullmatch(text)
    if found is None or not found["prefix"][0].isalpha():
        return None
    try:
        prefix, suffix = decode(found["prefix"]), decode(found["suffix"])
        # The characters that any name may hold.
        parse(f"10.1000/{prefix}{suffix}")
    except ValueError:
        return None
    return None if "/" in prefix or suffix != suffix.strip() else Doi(prefix, suffix)
