"""What a page takes from each file: mentions and comments, without the file's text.

The text would double what the environment keeps; it comes back from the files when look-ups or
other settings ask for another check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.text.source import Source
from sphinx_doi.doctree.docutils_source import Origin, shown
from sphinx_doi.doctree.located import Located
from sphinx_doi.doctree.mentions import Collected
from sphinx_doi.doctree.source_files import Files


@dataclass(frozen=True, slots=True)
class Part:
    """What a page takes from one file, or from one docstring.

    Attributes:
        origin: which one.
        source: of the mentions; without its text if `in_file`.
        mentions: in order.
        suppressions: the comments that switch rules off.
        in_file: whether places are those of the file.

    """

    origin: Origin
    source: Source
    mentions: tuple[Mention, ...]
    suppressions: tuple[Suppression, ...] = ()
    in_file: bool = True

    def document(self, files: Files) -> Document:
        """Return the part with its text."""
        file = files.get(self.origin.path) if self.in_file else None
        source = file.source if file else self.source
        mentions = tuple(mention.replace(source=source) for mention in self.mentions)
        return Document(source, mentions, self.suppressions)


def documents_of(parts: Iterable[Part], files: Files) -> Iterator[tuple[Part, Document]]:
    """Yield the parts that are to be checked, with their texts."""
    for part in parts:
        if not files.leaves_out(part.origin.path):
            yield part, part.document(files)


def parts_of(collected: Collected) -> tuple[Part, ...]:
    """Return the mentions of a page, sorted into what they were written in."""
    parts = []
    ordered = sorted(collected.located, key=_belongs)
    for (in_file, origin, name, *_), group in groupby(ordered, key=_belongs):
        mentions = sorted((one.mention for one in group), key=lambda mention: mention.span)
        source = Source(name, "") if in_file else mentions[0].source
        hollow = tuple(mention.replace(source=source) for mention in mentions)
        comments = collected.comments.get(origin, ()) if in_file else ()
        parts.append(Part(origin, source, hollow, comments, in_file))
    named = {part.origin for part in parts if part.in_file}
    for origin, comments in collected.comments.items():
        if origin not in named:
            parts.append(Part(origin, Source(shown(origin.path), ""), (), comments))
    return tuple(parts)


def _belongs(located: Located) -> tuple[bool, Origin, str, int, str]:
    source = located.mention.source
    line, text = (0, "") if located.in_file else (source.first_line, source.text)
    return located.in_file, located.origin, source.name, line, text
