"""The guard of HTML: `html.parser` must read the same page except for DOIs."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from mdlint_doi.formats.markdown.regions import COMPONENT
from mdlint_doi.formats.reached import Mask, Reading, SameContent
from mdlint_doi.lint.guard import Cost, WorkBound
from mdlint_doi.names.spelling import PUBLISHERS, Notations
from mdlint_doi.text.pattern import pattern

_COST: Final = Cost(0.7, 5, "<")
_UNENDED_TAG: Final = 0.2
_UNENDED: Final = 0.01
"""The cost of a page (`lint.guard`), and of each code point after a construct that has no end:
`html.parser` searches the rest of the page for each such end."""
_ELEMENT: Final = pattern(r"<[A-Za-z]")
_TARGETS: Final = frozenset({"href", "src"})
_Event = tuple[object, ...]


class SameEvents(SameContent):
    """Compares the tags, attributes, text and comments of two pages."""

    def __init__(self, notations: Notations = PUBLISHERS) -> None:
        """Receive the notations that count as DOIs."""
        self._notations = notations
        # `html.parser` raises an `AssertionError` for `<![x[`.
        super().__init__(_COST, self._events, (AssertionError, ValueError))

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of elements; most can be compared alone, up to the next element."""
        return [element.start() for element in _ELEMENT.finditer(text)]

    def _events(self, text: str) -> Reading[list[_Event]]:
        parser = _Events(self._notations, self.work)
        parser.feed(text)
        parser.close()
        return Reading(parser.found, parser.mask.reached)


class _Events(HTMLParser):
    """Collects the parser's events, with one word for each DOI, and counts failed searches."""

    def __init__(self, notations: Notations, work: WorkBound) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Event] = []
        self.mask = Mask(notations)
        self._work = work

    def parse_starttag(self, i: int) -> int:
        return self._counted(i, super().parse_starttag(i), _UNENDED_TAG)

    def parse_endtag(self, i: int) -> int:
        return self._counted(i, super().parse_endtag(i))

    def parse_comment(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002
        return self._counted(i, super().parse_comment(i, report))

    def parse_pi(self, i: int) -> int:
        return self._counted(i, super().parse_pi(i))

    def parse_html_declaration(self, i: int) -> int:
        return self._counted(i, super().parse_html_declaration(i))

    def _counted(self, start: int, end: int, each: float = _UNENDED) -> int:
        if end < 0:
            self._work.spend(each * (len(self.rawdata) - start))
        return end

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("start", tag, [self._attribute(*attribute) for attribute in attrs]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("empty", tag, [self._attribute(*attribute) for attribute in attrs]))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("end", tag))

    def handle_data(self, data: str) -> None:
        # Nothing may change in scripts and styles.
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
        if value is None:
            return name, value
        is_target = name in _TARGETS or COMPONENT.match(self.get_starttag_text() or "", len("<"))
        return name, self.mask.address(value) if is_target else value
