"""What a look-up needs to know; made from the project's settings in `mdlint_doi.learn`."""

from __future__ import annotations

from os import PathLike
from typing import Literal

from mdlint_doi.text.value import Value

Strategy = Literal["auto", "handles", "which-ra"]


class LookupSettingsError(ValueError):
    """A setting of the look-ups cannot work: the server's address, or the records file.

    The message names the setting's value, what is wrong with it and what to do.
    """


class Limits(Value):
    """How long to try, and when to stop. Seconds, unless said otherwise.

    Attributes:
        connect: for a connection, and again for TLS; less than half of `request`.
        request: for one request, from first to last byte.
        body: bytes of an answer that are read at most.
        attempts: requests for one name that may fail.
        refusals: 403, 429 and 503 for one name that are taken.
        base: of the waits between attempts; each is twice the one before.
        longest: wait that is accepted; who asks for more is not asked again.
        total: of all pauses; each answer takes a hundredth of it back.
        in_row: failures in a row that are no accident.
        strikes: pauses without an answer in between after which a name is given up; and names of
            such pauses after which the circuit opens.
        patience: without an answer, failing all along, after which it opens, too.

    """

    connect: float = 5.0
    request: float = 20.0
    body: int = 1_000_000
    attempts: int = 4
    refusals: int = 6
    base: float = 1.0
    longest: float = 60.0
    total: float = 180.0
    in_row: int = 10
    strikes: int = 5
    patience: float = 60.0


class LookupSettings(Value):
    """How to ask the DOI system.

    Attributes:
        server: the base of `/api/handles/` and `/doiRA/`, without a final slash.
        strategy: `auto`, `handles` or `which-ra`.
        concurrency: requests in flight at most, 1 to 64.
        offline: answer from records and cache only.
        records: a records file to answer from; None: none.
        cache_dir: the cache's folder; None: the user's cache directory.
        use_cache: whether to read and write the cache.
        max_age: days for which a positive answer is believed; None: 30.
        limits: how long to try.

    """

    server: str = "https://doi.org"
    strategy: Strategy = "auto"
    concurrency: int = 10
    offline: bool = False
    records: str | PathLike[str] | None = None
    cache_dir: str | PathLike[str] | None = None
    use_cache: bool = True
    max_age: float | None = None
    limits: Limits = Limits()
