"""Links from a place in a file to the page of a code host that shows it."""

from __future__ import annotations

import posixpath
from typing import Final, NamedTuple
from urllib.parse import quote

_DOCSTRING: Final = ":docstring of "
"""In the name of a text that is no whole file, whose lines are not those of the file."""


class PlaceLinks(NamedTuple):
    """Where the files of a run can be looked at."""

    page: str
    """The address of a file's page, up to the path of the file:
    `https://github.com/owner/name/blob/main/`."""
    line: str  # what is put behind the path, with `{}` for the line: `#L{}`
    root: str  # the absolute path of the folder that the repository's paths begin at
    folder: str  # likewise that the paths of a report begin at

    def address(self, path: str, line: int) -> str | None:
        """Return the address of a line of a file, as a report has it; None outside of `root`."""
        whole = posixpath.normpath(posixpath.join(self.folder, path))
        root = self.root.rstrip("/") + "/"
        if _DOCSTRING in path or not whole.startswith(root):
            return None
        name = quote(whole.removeprefix(root).encode("utf-8", "surrogateescape"))
        return self.page + name + self.line.format(line)


class Host(NamedTuple):
    """How a code host writes the address of a line."""

    middle: str  # what stands between the repository and the revision
    line: str = "#L{}"  # what stands behind the path, with `{}` for the line

    def links(self, repository: str, revision: str, root: str, folder: str) -> PlaceLinks:
        """Return the links into a repository, given by its address, at a revision."""
        page = f"{repository.rstrip('/')}/{self.middle}/{quote(revision)}/"
        return PlaceLinks(page, self.line, root, folder)


HOSTS: Final = {
    "github.com": Host("blob"),
    "gitlab.com": Host("-/blob"),
    "codeberg.org": Host("src/commit"),
    "bitbucket.org": Host("src", "#lines-{}"),
}
"""The hosts whose addresses are known, by name."""
