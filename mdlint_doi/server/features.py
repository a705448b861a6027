r"""The requests that an editor makes about open documents: hover and code actions.

A hover shows whether a DOI is registered, and the registered work. Titles and names come from
strangers, and editors render Markdown. So all ASCII punctuation is escaped, which prevents links,
images, HTML and addresses that become links, and characters that are invisible or change the
direction of text are written as escapes, such as `\u202e`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.rules.not_checked import why_not_read
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import markdown_destination
from mdlint_doi.names.outcome import Cause, Found, Missing, Unknown, explained
from mdlint_doi.report.safe import line
from mdlint_doi.run.suppressing import suppressing_edit
from mdlint_doi.server import actions, checking
from mdlint_doi.server.actions import edits_between, range_of
from mdlint_doi.server.protocol import (
    FIX_ALL,
    Json,
    ProtocolError,
    list_of,
    position_of,
    positions_of,
    texts_of,
    uri_of,
    within,
)
from mdlint_doi.text.numbers import counted
from mdlint_doi.works.work import (
    KnownWork,
    NotHeld,
    UnknownWork,
    Update,
    Work,
    concern,
    correction,
    retraction,
)

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Edit, Finding
    from mdlint_doi.run.request import Task
    from mdlint_doi.server.checking import Checked
    from mdlint_doi.server.documents import OpenDocument, Position
    from mdlint_doi.server.session import Editing

_Answer = TypeVar("_Answer")
_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
_LONGEST: Final = 300
"""The most code points of a title; other long texts have at most half as many."""
_PEOPLE: Final = 5  # the most authors that are named; the others are counted
_NOT_FIXED: Final = "the fix could change more than the DOI; edit the text by hand"


def _changed() -> ProtocolError:
    return ProtocolError(ProtocolError.MODIFIED, "the text has changed; try again")


class Editor(Protocol):
    """The part of the editor that requests use.

    Attributes:
        session: the documents that are open in it.
        capabilities: the capabilities that it stated at the start.
    """

    session: Editing
    capabilities: Json

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it to the log."""


class Requests:
    """Reads requests, and answers each after the check of the current text.

    A method reads the parameters when it is called, and raises `KeyError`, `TypeError` or
    `ValueError` if they are not valid. The coroutine that it returns raises `ProtocolError`.
    """

    def __init__(self, editor: Editor) -> None:
        """Answer requests of an editor."""
        self._editor = editor
        self._session = editor.session

    def hover(self, params: Json) -> Coroutine[object, object, Json | None]:
        """Return a hover for the DOI at a position; None if there is none."""
        return self._hover(uri_of(params), position_of(params["position"]))

    async def _hover(self, uri: str, position: Position) -> Json | None:
        document = self._session.document(uri)
        if document is None:
            return None
        at = document.positions.offset(position.line, position.character)
        found = await self._session.known_of(document.uri, at)
        if found is None:
            return None
        facts, doi, span = found
        formats = within(self._editor.capabilities, "textDocument", "hover", "contentFormat")
        with self._session.check(document):
            if formats and "markdown" not in formats:
                contents = {"kind": "plaintext", "value": as_plain_text(doi, facts)}
            else:
                contents = {"kind": "markdown", "value": as_markdown(doi, facts)}
        return {"contents": contents, "range": range_of(document.positions, span)}

    def actions(self, params: Json) -> Coroutine[object, object, list[Json]]:
        """Return the code actions for a range."""
        context = params["context"]
        only = None if context.get("only") is None else texts_of(context["only"])
        shown = list_of(context["diagnostics"])
        return self._actions(uri_of(params), positions_of(params["range"]), only, shown)

    async def _actions(
        self, uri: str, around: tuple[Position, Position], only: list[str] | None, shown: list[Json]
    ) -> list[Json]:
        document = self._session.document(uri)
        if document is None:
            return []
        found = await self._session.exact(uri, asked=_asks_for_all(only))
        if found is None:
            return []
        findings = found[0].findings
        offers: list[Json] = []
        if actions.is_wanted("quickfix", only):
            start, end = around
            touched = actions.touching(findings, document.positions.span(start, end))
            fixes = actions.quick_fixes(document, touched, shown)
            offers += await self._complete(fixes, document, found)
            offers += await self._suppressions(document, found[0], touched, shown)
        if actions.is_wanted(FIX_ALL, only) and (self._resolves or _asks_for_all(only)):
            fixable = any(finding.fix for finding in findings)
            every = [actions.fix_all(document)] if fixable else []
            offers += await self._complete(every, document, found)
        return offers

    def resolve(self, action: Json) -> Coroutine[object, object, Json]:
        """Return an action with its edits."""
        return self._resolve(action, uri_of(action, "data"))

    async def _resolve(self, action: Json, uri: str) -> Json:
        document = self._session.document(uri)
        found = document and await self._session.exact(uri, asked=actions.is_for_all(action))
        generation = within(action, "data", "generation")
        if document is None or not found or generation != document.generation:
            raise _changed()
        edit = await self._edit(action, document, found)
        return action if edit is None else {**action, "edit": edit}

    async def _complete(
        self, offers: Iterable[Json], document: OpenDocument, found: tuple[Checked, Task]
    ) -> list[Json]:
        """Return actions with their edits, unless the editor requests the edits later."""
        if self._resolves:
            return list(offers)
        pairs = [(offer, await self._edit(offer, document, found, tells=False)) for offer in offers]
        return [{**offer, "edit": edit} for offer, edit in pairs if edit is not None]

    async def _edit(
        self,
        action: Json,
        document: OpenDocument,
        found: tuple[Checked, Task],
        *,
        tells: bool = True,
    ) -> Json | None:
        checked, run = found
        finding = actions.chosen(action, checked.findings)
        if finding is None and not actions.is_for_all(action):
            raise _changed()  # a look-up changed the findings
        edits = await self._of_now(document, partial(_edits, checked, run, finding))
        if edits:
            return actions.workspace_edit(document, edits, versioned=self._versions)
        if tells:
            what = f"{finding.code} was not fixed" if finding else "nothing was fixed"
            self._editor.warn(f"{what}: {_NOT_FIXED}")
        return None

    async def _suppressions(
        self,
        document: OpenDocument,
        checked: Checked,
        touched: Sequence[Finding],
        shown: Sequence[Json],
    ) -> list[Json]:
        offers = []
        for finding in {finding.code: finding for finding in reversed(touched)}.values():
            edit = await self._of_now(
                document, partial(suppressing_edit, checked.document, checked.facts, finding)
            )
            if edit is not None:
                offer = actions.suppression(document, finding, shown)
                made = actions.workspace_edit(document, [edit], versioned=self._versions)
                offers.append({**offer, "edit": made})
        return offers

    async def _of_now(self, document: OpenDocument, function: Callable[[], _Answer]) -> _Answer:
        """Return the result of a function, which runs in the thread of the checks.

        Raises:
            ProtocolError: if the text has changed by then, so that edits would not fit.
        """
        generation = document.generation
        found: _Answer = await self._session.in_thread(document, function)
        is_open = self._session.document(document.uri) is document
        if document.generation != generation or not is_open:
            raise _changed()
        return found

    @property
    def _resolves(self) -> bool:
        """Whether the editor requests the edits of an action when it is chosen."""
        known = within(self._editor.capabilities, "textDocument", "codeAction", "resolveSupport")
        return "edit" in (within(known, "properties") or ())

    @property
    def _versions(self) -> bool:
        """Whether the editor supports edits for a version of a document."""
        known = within(self._editor.capabilities, "workspace", "workspaceEdit")
        return bool(within(known, "documentChanges"))


def _edits(checked: Checked, run: Task, finding: Finding | None) -> Sequence[Edit]:
    """Return the edits of one finding's fix; without a finding, those of all safe fixes."""
    if finding is not None:
        return checking.harmless_edits(checked, finding)
    return edits_between(checked.source.text, checking.fixed(checked, run).source.text)


def _asks_for_all(only: Sequence[str] | None) -> bool:
    return only is not None and actions.is_wanted(FIX_ALL, only)


class HoverText(NamedTuple):
    """A line of a hover, and its formatting in Markdown.

    Attributes:
        text: text from a document or a record, made visible by `line`.
        mark: the mark around it, such as `**`; empty: none.
        link: the address that it links to; empty: none.
    """

    text: str
    mark: str = ""
    link: str = ""


def as_markdown(doi: Doi, facts: Facts) -> str:
    """Return the known facts about a DOI, as Markdown."""
    texts = [
        (f"{fact.mark}{escaped(fact.text)}{fact.mark}", fact.link) for fact in _lines(doi, facts)
    ]
    return "\n\n".join(
        f"[{text}]({markdown_destination(link)})" if link else text for text, link in texts
    )


def as_plain_text(doi: Doi, facts: Facts) -> str:
    """Return the known facts about a DOI, as plain text."""
    return "\n".join(fact.text for fact in _lines(doi, facts))


def escaped(text: str) -> str:
    """Return Markdown that shows a text literally."""
    return _PUNCTUATION.sub(r"\\\1", text)


def _lines(doi: Doi, facts: Facts) -> Iterator[HoverText]:
    yield HoverText(line(str(doi), _LONGEST), link=doi.url())
    outcome = facts.outcome(doi)
    registered = facts.works.get(doi)
    agency = registered.work.agency if isinstance(registered, KnownWork) else ""
    yield HoverText(_verdict(outcome, agency), "**")
    if isinstance(outcome, Missing) and (names := facts.suggestions.get(doi)):
        yield HoverText(f"Did you mean {' or '.join(line(str(name), 150) for name in names[:3])}?")
    match registered:
        case KnownWork(work):
            yield from _work(work)
        case NotHeld(agency):
            yield HoverText(
                f"{line(agency, 100)} registered this DOI; the agency's records are not read."
            )
        case UnknownWork(cause):
            yield HoverText(f"The registered work could not be read: {line(why_not_read(cause))}")


def _verdict(outcome: Found | Missing | Unknown | None, agency: str) -> str:
    match outcome:
        case Found():
            agency = outcome.agency or agency
            return f"Registered with {line(agency, 100)}" if agency else "Registered"
        case Missing():
            return "Not registered"
        case Unknown(cause=Cause.OFFLINE) | None:
            return "Not looked up"
        case Unknown():
            return f"Could not be checked: {line(explained(outcome), _LONGEST // 2)}"


def _work(work: Work) -> Iterator[HoverText]:
    yield from _notices(work)
    yield HoverText(line(work.titles.shown, _LONGEST) or "(no title is registered)", "*")
    people = [
        line(person.group or f"{person.given} {person.family}".strip(), 100)
        for person in work.people[:_PEOPLE]
    ]
    if len(work.people) > _PEOPLE:
        people.append(f"and {counted(len(work.people) - _PEOPLE, 'other')}")
    details = ["; ".join(people), str(min(work.years)) if work.years else ""]
    details += [line(container, _LONGEST // 2) for container in work.containers[:1]]
    details.append(line(work.type, 50))
    joined = " · ".join(detail for detail in details if detail)
    if joined:
        yield HoverText(joined)


def _notices(work: Work) -> Iterator[HoverText]:
    kinds: tuple[tuple[str, Callable[[Work], Update | None]], ...] = (
        ("RETRACTED", retraction),
        ("Expression of concern", concern),
        ("Corrected", correction),
    )
    for word, of_work in kinds:
        update = of_work(work)
        if update is not None:
            notice = f" by {line(str(update.notice), 150)}" if update.notice else ""
            date = f", {line(update.date, 20)}" if update.date else ""
            yield HoverText(f"{word}{notice}{date}", "**")
