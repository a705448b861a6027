r"""LaTeX as a format: `\doi`, `\href`, `\url` and running text; it is reported, and not fixed."""

from __future__ import annotations

from mdlint_doi.formats.markdown.needles import may_hold_doi
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a document, and our comments."""
    from mdlint_doi.formats.tex.mentions import comments_of, mentions_of
    from mdlint_doi.formats.tex.tokens import LATEX, read_tex

    found = read_tex(source.text, LATEX)
    mentions = sorted(mentions_of(source, found, settings.notations), key=lambda one: one.span)
    return Document(source, tuple(mentions), tuple(comments_of(source.text, found.comments)))


def same_page(settings: Settings) -> None:
    """Nothing is fixed: what a macro makes of its argument only TeX knows."""
