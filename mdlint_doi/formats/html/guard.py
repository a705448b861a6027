"""Whether a changed HTML page is the same but for DOIs, as `html.parser` reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html.parser import HTMLParser
from typing import Final

from mdlint_doi.formats.reached import Mask, is_as_stated
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Fix

_UNENDED: Final = 5_000_000
"""Code points that may be read of tags without an end: each is read to the end of the page."""
_TARGETS: Final = frozenset({"href", "src"})
_Event = tuple[object, ...]


class _TooLongError(Exception):
    """To read a page takes time by the square of its length."""


class SameEvents(Guard):
    """Compares two pages: tags, attributes, text, comments."""

    def __init__(self, servers: Collection[str] = ()) -> None:
        """Take further hosts that resolve."""
        self._servers = servers

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` is the page of `before`, but for the DOIs that fixes state."""
        try:
            old, new = self._events(before), self._events(after)
        except (AssertionError, ValueError, _TooLongError):  # what it makes of `<![x[`
            return False
        is_same = old.found == new.found
        return is_same and is_as_stated(old.mask.reached, new.mask.reached, fixes)

    def _events(self, text: str) -> _Events:
        parser = _Events(self._servers)
        parser.feed(text)
        parser.close()
        return parser


class _Events(HTMLParser):
    """Keeps what it is told, with one word for each DOI."""

    def __init__(self, servers: Collection[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Event] = []
        self.mask = Mask(servers)
        self._left = _UNENDED

    def check_for_whole_start_tag(self, i: int) -> int:
        """Find where a tag ends, and count what was read of those that do not."""
        end: int = super().check_for_whole_start_tag(i)
        if end < 0:
            self._left -= len(self.rawdata) - i
            if self._left < 0:
                raise _TooLongError
        return end

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("start", tag, [self._attribute(*one) for one in attrs]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("empty", tag, [self._attribute(*one) for one in attrs]))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("end", tag))

    def handle_data(self, data: str) -> None:
        # In scripts and styles nothing may change.
        shown = data if self.cdata_elem else self.mask.text(data)
        self.found.append(("text", shown))

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))

    def handle_decl(self, decl: str) -> None:
        self.found.append(("declaration", decl))

    def handle_pi(self, data: str) -> None:
        self.found.append(("instruction", data))

    def unknown_decl(self, data: str) -> None:
        self.found.append(("unknown", data))

    def _attribute(self, name: str, value: str | None) -> tuple[str, str | None]:
        is_target = name in _TARGETS and value is not None
        return name, self.mask.address(value or "") if is_target else value
