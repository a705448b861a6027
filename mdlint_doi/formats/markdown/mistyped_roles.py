"""What was meant as a `doi` role in Markdown, and is none: a slip in what introduces it.

``:doi:`10.1000/182` `` is a role in reStructuredText; here it is a word and a code span. So is
``{doi} `10.1000/182` ``, in a document that has roles of MyST. A label before a code span, as in
``DOI:`10.1000/182` ``, is prose: who writes so wants the name set as code. For names without
backticks see `formats.role_names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.formats.markdown.reader import Delimited, MarkdownReader
from mdlint_doi.formats.markdown.roles import split_role
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.formats.role_names import role_word
from mdlint_doi.formats.rst.role_argument import role_for
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import markdown_destination
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_WORD: Final = pattern(r"(?<![\w:`}\\])(?::doi:|(?P<myst>\{doi\}[ ]))\Z", re.IGNORECASE)
_LENGTH: Final = 7
_MARKUP: Final = pattern(r"[\[\]*`<>\\]")


def mistyped_roles(
    block: BlockText, mentions: Iterable[tuple[int, Mention]], reader: MarkdownReader
) -> Iterator[Mention]:
    """Yield what in a block was meant as a role.

    Args:
        block: with its markup.
        mentions: of the block, with its number.
        reader: of the document.

    """
    document, is_myst = reader.source.text, reader.is_myst
    for atom in block.inline.atoms:
        start = _word_before(block.content.text, atom, is_myst=is_myst)
        if start is None:
            continue
        title, *inner = split_role(block.content.text, *atom.inner, reader.notations)
        place = Delimited(Form.BROKEN, (start, atom.end), (inner[0], inner[1]), presented=True)
        found = reader.delimited(block, place)
        if found is not None and found.doi is not None:
            yield _mistyped(found, found.span, _repair(found.doi, title, is_myst=is_myst))
    for _, one in mentions:
        word = role_word(document, one.span.start) if one.form is Form.TEXT else None
        if word is not None and one.doi is not None:
            says_so = is_myst or document.startswith("{", word)
            repair = _repair(one.doi, None, is_myst=says_so)
            yield _mistyped(one, Span(word, one.span.end), repair)


def _word_before(text: str, atom: Atom, *, is_myst: bool) -> int | None:
    """Return where the word begins that was to make a role of a code span; None if none was."""
    if atom.kind != "code":
        return None
    word = _WORD.search(text, max(0, atom.start - _LENGTH), atom.start)
    return word.start() if word and (is_myst or not word["myst"]) else None


def _mistyped(mention: Mention, span: Span, repair: str | None) -> Mention:
    return mention.replace(form=Form.BROKEN, span=span, broken=Break.NO_ROLE, repair=repair)


def _repair(doi: Doi, title: str | None, *, is_myst: bool) -> str | None:
    """Return the role, or in other Markdown the link, that was meant."""
    if is_myst:
        return role_for(doi, title, "myst")
    shown = title or str(doi)
    return None if _MARKUP.search(shown) else f"[{shown}]({markdown_destination(doi.url())})"
