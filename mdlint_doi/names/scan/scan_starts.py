"""Where in running text a DOI may stand: places to look at, and what goes into them from the left.

Two searches propose places: `10` and a dot, and `doi`, for what has no `10.` behind it and for
what stands before one. Both begin with a literal and so run at memory speed; that is why `doi` is
searched once for each way to write it, and not once for all. At a place, the run of
characters to its left (up to 512) says what construct it stands in.

A bare name begins nowhere in a longer number, word or path (`110.1234/x`, `25.10.2015/2137303`,
`v10.1000/2`, `data/10.1000/x`) or behind a sign of currency.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.text.pattern import pattern

_CORE: Final = pattern(
    r"""
    10 (?:\\?\.|%2[Ee]) [0-9]{3,9}+ (?!(?:[0-9]|\\\.|%2[Ee]))
    (?: \.[0-9]++ (?!\\\.|%2[Ee]) )*+      # what is followed by an escaped dot may begin a name
    (?: (?P<slash> (?:\\?/|%2[Ff]) (?=\S) ) | )
    """,
    re.VERBOSE,
)
"""The prefix of a bare name; without `slash`, a run of numbers and dots in which none begins.

Such a run is taken whole. Otherwise each `10.` in it would be walked through anew.
"""
_WORDS: Final = ("doi", "DOI", "Doi", "dOI", "DOi", "doI", "dOi", "DoI")
_BEHIND_WORD: Final = frozenset(".-:\uff1a=% \t\xa0/1")
"""What makes the word a host, a scheme or a label."""
_HEAD: Final = pattern(
    r"""
      (?P<address>
        (?: (?i:https?) | (?<![0-9A-Za-z]) (?i:rtsp|ftp) ) :\\?/
      | (?<![\w:/.-]) // (?=[0-9A-Za-z])
      | (?<![\w.@/%-]) (?i: hh?t{1,3}ps? [:;.]{0,2} | t{1,3}ps? [:;.]{1,2} ) /{1,3}
        (?=[0-9A-Za-z.]{0,4}(?i:doi\.org))
      | (?<![\w.@/%-]) (?i:(?:dx\.|www\.)? doi\.org) [:.,;]? (?=10\.)
      | (?<![\w.@/%-]) (?>(?:[0-9A-Za-z-]+\.)+) [A-Za-z]{2,} (?::[0-9]+)? /
      )
    | (?<![0-9A-Za-z])
      (?i: urn: (?:doi:|10) | info: (?:doi/|hdl/|eu-repo/) | hdl: | doi (?=[^.\-]|\.\ ?10\.) )
    """,
    re.VERBOSE,  # a range takes ten times as long to compile where case is ignored
)
_HTTP: Final = pattern("(?P<address>https?:/)")
"""What most addresses begin with; where it is, the long expression need not be compiled."""
_HEAD_LENGTH: Final = 12
_LONGEST_HOST: Final = 64
_REACH: Final = 512
_RUN: Final = pattern(
    r"[^\s<>\"'`(){}\[\]|\ufffd\u2018-\u201f\u00ab\u00bb\u3000-\u3011\uff01-\uff0f\uff1b-\uff20]*"
)
_ASCII_RUN: Final = pattern(r"[^\s<>\"'`(){}\[\]|]*")
"""The same in ASCII, which most text is: to compile it takes a fifth of the time."""


def places(text: str, servers: Collection[str], *, publishers: bool) -> list[int]:
    """Return the offsets to look at, in order."""
    found = [core.start() for core in _CORE.finditer(text) if core["slash"]]
    for word in _WORDS:
        at = text.find(word)
        while at >= 0:
            if text[at + 3 : at + 4] in _BEHIND_WORD:
                found.append(at)
            at = text.find(word, at + 3)
    for server in servers:
        found += [host.start() for host in re.finditer(re.escape(server), text, re.IGNORECASE)]
    if publishers:
        from mdlint_doi.names.publisher_links import sites

        found += sites(text)
    found.sort()
    return found


class Heads:
    """Finds what a place stands in, from left to right; what was searched in vain is remembered."""

    def __init__(self, text: str) -> None:
        """Search nothing yet."""
        self._text = text
        self._run = _ASCII_RUN if text.isascii() else _RUN
        self._vain = 0

    def head(self, done: int, at: int) -> re.Match[str] | None:
        """Return the beginning of the address or label that `at` stands in, or None.

        Group `address` is set for an address. Nothing before `done` is looked at.
        """
        run = self._run.match(self._text[max(done, at - _REACH) : at][::-1])
        left = at - (run.end() if run else 0)
        begin, end = max(left, self._vain), at + _HEAD_LENGTH
        found = _HTTP.match(self._text, begin, end) or _HEAD.search(self._text, begin, end)
        if found and found.start() <= at:
            return found
        self._vain = at - _LONGEST_HOST
        return None


def stands_alone(text: str, at: int) -> bool:
    """Whether a bare name may begin at `at`: nothing runs into it from the left."""
    core = _CORE.match(text, at)
    if core is None or not core["slash"]:
        return False
    before = text[at - 1 : at]
    if before in {"/", ".", "-", "+", "\\", "%", "$", "€", "£"}:
        return False
    if before == "_":
        return not text[at - 2 : at - 1].isalnum()
    return not before.isalnum() or (before >= "\u0e00" and before.isalpha())
