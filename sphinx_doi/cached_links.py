"""What `mdlint_doi.names` says of links, kept: most texts of a page are wanted several times."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.names.link import canonical, may_name_doi
from mdlint_doi.names.scan import find
from mdlint_doi.names.spelling import Spelling
from sphinx_doi.plain_names import is_plain_link, plain_link


@lru_cache(maxsize=512)
def read(text: str, servers: tuple[str, ...] = (), *, publishers: bool = False) -> Spelling | None:
    """Return what `mdlint_doi.names.scan.find.read` says of a text."""
    if is_plain_link(text):
        return plain_link(text)
    worth = publishers or may_name_doi(text, servers)
    return find.read(text, servers=servers, publishers=publishers) if worth else None


def forget() -> None:
    """Forget what was read of a page.

    Python looks through all objects that are kept, again and again, for garbage: in a build that
    takes a sixth of the time, and what would be kept of thousands of links shows in it.
    """
    read.cache_clear()


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link that belongs in the output in place of `target`; often `target` itself.

    Kept, unlike what is read, since strings cost next to nothing: it is cheapest to learn when
    the page is read, and wanted when that is written.
    """
    if is_plain_link(target):
        return target
    spelling = read(target)
    link = None if spelling is None else canonical(spelling)
    return target if link is None else link.href
