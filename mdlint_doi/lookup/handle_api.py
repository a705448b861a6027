"""Questions to the Handle API: one name a request, and the only proof that a name is missing.

Source: draft-lemieux-doi-uri-scheme-04 section 3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mdlint_doi.lookup.server import Server
from mdlint_doi.lookup.settings import Limits
from mdlint_doi.lookup.workers import Question
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown, read_answer


def question(
    server: Server,
    doi: Doi,
    done: Callable[[Doi, Outcome], None],
    limits: Limits,
    before: Unknown | None = None,
) -> Question[Found | Missing]:
    """Return the request for the record of one name; `before`: why Which RA did not answer."""
    return Question(
        target=f"{server.path}/api/handles/{doi.api_path}",
        read=partial(read_answer, asked=doi),
        done=partial(done, doi),
        attempts=limits.attempts,
        refusals=limits.refusals,
        before=before,
    )
