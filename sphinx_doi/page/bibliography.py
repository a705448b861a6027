"""The BibTeX files behind a bibliography: their entries are read as `mdlint-doi check` reads them.

What a bibliography prints was written in an entry, so it is looked at there, once, whoever prints
it. sphinxcontrib-bibtex keeps neither file nor line of an entry: a link that its page does not hold
is one of an entry if its name stands in a BibTeX file of the project.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.source import Source
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMention, PageMentions
from sphinx_doi.page.walk import Origin

_RESOLVER: Final = "https://doi.org/"


def entries_of(files: PageFiles) -> PageMentions:
    """Return the DOIs in the entries of the project's BibTeX files, and our comments in them."""
    mentions: list[PageMention] = []
    comments = {}
    for path, file in files.bibliographies():
        origin = Origin(path)
        mentions += (PageMention(mention, origin) for mention in file.document.mentions)
        if file.document.suppressions:
            comments[origin] = file.document.suppressions
    return PageMentions.of(mentions, comments)


def is_in(bibliography: Source, texts: Iterable[str]) -> bool:
    """Return whether a link of a page, with these texts, was made from an entry."""
    found = (
        one
        for text in texts
        for markup in (True, False)
        for one in find(text, markup=markup)
        if one.doi is not None
    )
    return any(_stands_in(bibliography.text, str(one.doi)) for one in found)


def repaired_link(files: PageFiles, target: str) -> str | None:
    r"""Return the canonical link in place of one that a bibliography made of an entry's field.

    Styles put the resolver before `doi = {10.1000/a\_b}` or `doi = {{doi:10.1000/182}}` as it
    stands. What `mdlint-doi check --fix` would make of the field is the name.

    Args:
        files: of the project.
        target: of the link.

    Returns:
        None where the target has no such name, or no entry has it.

    """
    value = target.removeprefix(_RESOLVER)
    if value == target or not ("\\" in value or "{" in value):
        return None
    if not any(value in file.source.text for _, file in files.bibliographies()):
        return None
    from mdlint_doi.api.texts import fix_text
    from mdlint_doi.formats.data.formats import BIBTEX

    settings = Settings(offline=True)
    fixed = fix_text(f"@misc{{a, doi = {{{value}}}}}\n", "bibtex", settings)
    names = [one.doi for one in BIBTEX.read(Source("refs.bib", fixed), settings).mentions]
    doi = names[0] if len(names) == 1 else None
    return None if doi is None or any(sign in str(doi) for sign in "\\{}") else doi.url()


def _stands_in(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        if not text[at + len(name) : at + len(name) + 1].isalnum():
            return True
        at = text.find(name, at + 1)
    return False
