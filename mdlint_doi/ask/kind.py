"""A kind of answers: how they are kept in the cache, and for how long they are believed.

There are three of them, and a note: whether a name is registered (`services/names_json`), what it
is registered as (`services/works_json`, with the Agencies of prefixes), which works a search found
(`services/searches_json`).

Annotations are not postponed here: `NamedTuple` would compile them; see `text/span`.
"""

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

K = TypeVar("K")
A = TypeVar("A")

DAY: Final = 86_400.0


class Believed(NamedTuple):
    """For how many days an answer needs no question, and is believed if nobody can be asked."""

    fresh: float
    at_all: float


class AnswerKind(NamedTuple, Generic[K, A]):
    """What the cache has to know of answers `A` about `K`.

    Attributes:
        key: of what was asked, under which its answer is kept.
        read: the answer of an entry's text and Unix time; None if it is none of ours.
        write: an answer as one line of JSON.
        days: how long an answer with this key is believed, if the user chose so many days at
            most; None: did not choose.
        removed: days after which an entry is removed at the next writing; None: once there are
            many.
        since: the Unix time of an answer that was learned before; 0: it is new.

    """

    key: Callable[[K], str]
    read: Callable[[str, float], A | None]
    write: Callable[[A], str]
    days: Callable[[A, str, float | None], Believed]
    removed: float | None = None
    since: Callable[[A], float] = lambda _: 0.0
