"""The argument of a `doi` role, kept: it is split when it is read and when its place is wanted."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.formats.rst import role_argument
from mdlint_doi.formats.rst.role_argument import Argument

__all__ = ["Argument", "forget", "split"]


@lru_cache(maxsize=512)
def split(text: str, servers: tuple[str, ...] = ()) -> Argument:
    """Return what `mdlint_doi.formats.rst.role_argument.split` says of a text."""
    return role_argument.split(text, servers)


def forget() -> None:
    """Forget the arguments of a page, see `sphinx_doi.cached_links.forget`."""
    split.cache_clear()
