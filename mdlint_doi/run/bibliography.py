"""The bibliography file of a project: an entry for each work that its documents mention.

An entry that a person made wins: a DOI that has an entry in a bibliography of the project gets no
second one. The result depends only on the documents, the works and the keys of the old file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mdlint_doi.file_formats import entry_of_document
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.files.writing import save
from mdlint_doi.formats.data.bibtex_block import BibEntry
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import dois_to_look_up
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, Missing, Outcome
from mdlint_doi.report import bibtex, csl_json
from mdlint_doi.report.bibliography import Bibliography
from mdlint_doi.report.safe import encodable
from mdlint_doi.run.request import Task
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.value import Value
from mdlint_doi.works.citation import Citation
from mdlint_doi.works.work import KnownWork, WorkOutcome

HEADER: Final = (
    "% Written by mdlint-doi record; changes are lost. Put your own entries in another file."
)
"""The first line of a BibTeX file that this module writes."""
MARK: Final = {"written-by": "mdlint-doi record"}
"""The member `custom` of the first item in a CSL JSON file that this module writes."""
_SUFFIXES: Final = (".bib", ".json")
_BIBLIOGRAPHIES: Final = frozenset({"bibtex", "ris", "csl", "csl-yaml"})
"""The formats whose entries describe works, so that a DOI in them needs no second entry."""
_FIELDS: Final = frozenset({"doi", "url"})
_LONGEST_FILE: Final = 256 * 1024 * 1024


class OldEntry(Value):
    """An entry of the file as it was.

    Attributes:
        key: its key, which stays.
        text: the entry in BibTeX; in CSL JSON, the item as JSON.
    """

    key: str
    text: str


class AnswersForEntries(NamedTuple):
    """The answers from which entries are made.

    Attributes:
        outcomes: whether DOIs are registered.
        works: the works of DOIs.
    """

    outcomes: Mapping[Doi, Outcome]
    works: Mapping[Doi, WorkOutcome]


class Updated(Value):
    """The result of writing a bibliography.

    Attributes:
        messages: the size of the file, and the DOIs without an entry, in words.
        unrecorded: the DOIs of documents without any answer.
        unread: the registered DOIs of documents without an answer about their works.
    """

    messages: Sequence[str]
    unrecorded: Sequence[Doi]
    unread: Sequence[Doi]


class BibliographyFile:
    """The file to write."""

    def __init__(self, path: str) -> None:
        """Read the file if it exists.

        Raises:
            FileProblem: if it cannot be written, or was not written by this module.
        """
        self.path = path
        self._path = Path(path)
        self._is_json = path.lower().endswith(".json")
        self.old = self._read()

    def _read(self) -> Mapping[str, OldEntry]:
        """Return the entries of the old file, by folded DOI."""
        if not self._path.name.lower().endswith(_SUFFIXES):
            raise FileProblem(
                str(self._path), "a bibliography is a .bib or a .json file (CSL JSON)"
            )
        if not self._path.parent.is_dir():
            why = f"not written: the folder {self._path.parent} does not exist"
            raise FileProblem(str(self._path), why)
        try:
            if not self._path.exists() or not self._path.stat().st_size:
                return {}
            if not self._path.is_file() or self._path.stat().st_size > _LONGEST_FILE:
                raise FileProblem(str(self._path), "not a regular file of at most 256 MiB")
            text = self._path.read_text("utf-8")
        except OSError as error:
            raise FileProblem(str(self._path), in_words(error)) from None
        except UnicodeDecodeError:
            text = ""
        entries = _items(text) if self._is_json else _entries(text)
        if entries is None:
            why = "was not written by mdlint-doi; name another file"
            raise FileProblem(str(self._path), why)
        return entries

    def is_same_file(self, name: str) -> bool:
        """Return whether a document is this file, which is not read as a document."""
        return os.path.realpath(name) == os.path.realpath(self._path)

    def write(self, bibliography: Bibliography, kept: Iterable[str]) -> int:
        """Write the entries, sorted by DOI; return their number.

        Args:
            bibliography: the new entries.
            kept: the folded DOIs whose old entries stay.

        Raises:
            FileProblem: if the file cannot be written.
        """
        texts = {made.doi.key: self._text(made) for made in bibliography.citations}
        for name in kept:
            texts.setdefault(name, self.old[name].text)
        in_order = [text for _, text in sorted(texts.items())]
        whole = _as_json(in_order) if self._is_json else "\n".join([f"{HEADER}\n", *in_order])
        save(self._path, encodable(whole).encode("utf-8"))
        return len(texts)

    def _text(self, made: Citation) -> str:
        return json.dumps(csl_json.item(made)) if self._is_json else bibtex.entry(made)


def update(
    file: BibliographyFile,
    task: Task,
    documents: Iterable[Document],
    answers: AnswersForEntries,
    *,
    are_all_read: bool,
) -> Updated:
    """Write the bibliography of documents.

    A DOI that could not be checked, or whose work is not known now, keeps its old entry. If a
    document could not be read, all old entries stay, because it may mention their DOIs.

    Args:
        file: the file to write.
        task: the run that read the documents.
        documents: all documents of the project.
        answers: the answers for their DOIs.
        are_all_read: whether all documents of the project could be read.

    Raises:
        FileProblem: if the file cannot be written.
    """
    outcomes, works = answers
    in_order = sorted(documents, key=lambda document: document.name)
    mentions = [
        mention
        for document in in_order
        if not (file.is_same_file(document.name) or _is_written(document.source.text))
        for mention in sorted(document.mentions, key=lambda mention: mention.span)
    ]
    described = {mention.doi for mention in mentions if _describes(mention)}
    needed = [doi for doi in dois_to_look_up(mentions, task.settings_of) if doi not in described]
    kept = {
        doi for doi in needed if doi.key in file.old and _is_open(outcomes.get(doi), works.get(doi))
    }
    bibliography = Bibliography.of(
        ((doi, outcomes.get(doi), works.get(doi)) for doi in needed if doi not in kept),
        {name: entry.key for name, entry in file.old.items()},
    )
    names = {doi.key for doi in kept}
    if not are_all_read:
        names |= file.old.keys() - {doi.key for doi in (*needed, *described) if doi}
    number = file.write(bibliography, names)
    entries = "1 entry" if number == 1 else f"{number} entries"
    own = f"; {counted(len(described), 'DOI')} described in other files" if described else ""
    rest = [doi for doi in needed if works.get(doi) is None]
    return Updated(
        (f"{file.path}: {entries}{own}", *bibliography.messages),
        unrecorded=[doi for doi in rest if outcomes.get(doi) is None],
        unread=[doi for doi in rest if isinstance(outcomes.get(doi), Found)],
    )


def _is_written(text: str) -> bool:
    """Return whether a document is a bibliography that this module wrote."""
    if text.startswith("["):
        return MARK["written-by"] in text and _items(text) is not None
    return text.startswith(HEADER)


def _is_open(outcome: Outcome | None, work: WorkOutcome | None) -> bool:
    """Return whether it is not known now whether a DOI has a work that can be cited."""
    return not isinstance(outcome, Missing) and not isinstance(work, KnownWork)


def _describes(mention: Mention) -> bool:
    """Return whether a mention is the DOI of an entry in a bibliography."""
    if entry_of_document(mention.source).name not in _BIBLIOGRAPHIES:
        return False
    container = mention.container
    return mention.form is Form.FIELD or (container is not None and container.is_address)


def _entries(text: str) -> Mapping[str, OldEntry] | None:
    """Return the entries of a BibTeX file; None if somebody else wrote it."""
    if text.partition("\n")[0] != HEADER:
        return None
    found = {}
    for block in read_blocks(text, _FIELDS):
        if not isinstance(block, BibEntry) or block.problem is not None:
            continue
        values = [field.text(text).text for field in block.fields]
        doi = next((doi for doi in map(_doi, values) if doi is not None), None)
        if doi is not None:
            found[doi.key] = OldEntry(block.key.cut(text), f"{block.span.cut(text)}\n")
    return found


def _items(text: str) -> Mapping[str, OldEntry] | None:
    """Return the items of a CSL JSON file; None if somebody else wrote it."""
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return None
    if items and items[0].pop("custom", None) != MARK:
        return None
    return {
        doi.key: OldEntry(str(item.get("id")), json.dumps(item))
        for item in items
        if (doi := _doi(str(item.get("DOI")))) is not None
    }


def _as_json(items: Sequence[str]) -> str:
    """Return a CSL JSON file, whose first item has the mark."""
    members = [json.loads(item) for item in items]
    if members:
        members[0] = {**members[0], "custom": MARK}
    return json.dumps(members, ensure_ascii=False, indent=2) + "\n"


def _doi(text: str) -> Doi | None:
    try:
        return normalize(text)
    except DoiSyntaxError:
        return None
