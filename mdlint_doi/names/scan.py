"""Text -> candidates. Interface first; see the functions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling


@dataclass(frozen=True, slots=True)
class Candidate:
    """One DOI found in running text."""

    span: Span
    spelling: Spelling

    @property
    def written(self) -> str:
        return self.spelling.text

    @property
    def doi(self) -> Doi | None:
        return self.spelling.doi


def find(text: str, *, servers: Collection[str] = (), publishers: bool = True) -> list[Candidate]:
    raise NotImplementedError


def read(text: str, *, servers: Collection[str] = (), publishers: bool = False) -> Spelling | None:
    raise NotImplementedError
