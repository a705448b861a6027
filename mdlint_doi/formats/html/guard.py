"""Whether a changed HTML page is the same but for DOIs, as `html.parser` reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html.parser import HTMLParser
from typing import Final

from mdlint_doi.lint.model import Edit
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.text.url_text import URL_BLANKS, url_text

_WORD: Final = "\ue000"
_UNENDED: Final = 5_000_000
"""Code points that may be read of tags without an end: each is read to the end of the page."""
_TARGETS: Final = frozenset({"href", "src"})
_Event = tuple[object, ...]


class _TooLongError(Exception):
    """To read a page takes time by the square of its length."""


class SameEvents:
    """Compares two pages: tags, attributes, text, comments."""

    def __init__(self, servers: Collection[str] = ()) -> None:
        """Take further hosts that resolve."""
        self._servers = servers

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],  # noqa: ARG002 - the protocol of guards
    ) -> bool:
        """Return whether `after` is the page of `before`, but for DOIs."""
        try:
            return self._events(before) == self._events(after)
        except (AssertionError, ValueError, _TooLongError):  # what it makes of `<![x[`
            return False

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the page begins: a part of it may be none."""
        return [0]

    def _events(self, text: str) -> list[_Event]:
        parser = _Events(self._servers)
        parser.feed(text)
        parser.close()
        return parser.found


class _Events(HTMLParser):
    """Keeps what it is told, with one word for each DOI."""

    def __init__(self, servers: Collection[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Event] = []
        self._servers = servers
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
        shown = data if self.cdata_elem else self._text(data)
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
        if name not in _TARGETS or value is None:
            return name, value
        if read(url_text(value), servers=self._servers, publishers=True):
            return name, value.replace(value.strip(URL_BLANKS), _WORD)
        return name, value

    def _text(self, data: str) -> str:
        pieces: list[str] = []
        at = 0
        for one in find(data, servers=self._servers):
            pieces += (data[at : one.span.start], _WORD)
            at = one.span.end
        return "".join(pieces) + data[at:]
