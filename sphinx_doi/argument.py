"""The argument of a `doi` role, kept: it is split when it is read and when its place is wanted."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.formats.rst import role_argument
from mdlint_doi.formats.rst.role_argument import RoleArgument as Argument
from sphinx_doi.plain_names import plain_name, plain_target

__all__ = ["Argument", "forget", "split"]


@lru_cache(maxsize=512)
def split(text: str, servers: tuple[str, ...] = ()) -> Argument:
    """Return what `mdlint_doi.formats.rst.role_argument.split` says of a text."""
    target = plain_target(text)
    if target is None:
        return role_argument.split(text, servers)
    title = " ".join(text[: target.start - 1].split()) if target.start else None
    return Argument(title or None, plain_name(target.cut(text)), target)


def forget() -> None:
    """Forget the arguments of a page, see `sphinx_doi.cached_links.forget`."""
    split.cache_clear()
