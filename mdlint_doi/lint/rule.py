"""The definition of a rule, and the facts that a rule may use.

A rule is a pure function of a mention and the facts about it. Each rule contains its own examples:
they are its tests, part of the output of `mdlint-doi rule CODE`, and part of its page in the
manual.

Most facts are expensive: they need look-ups, a second scan for publishers' addresses, or reading
all files before judging the first one. So `is_needed` decides which facts are needed before the
rules are imported. A run over files without a DOI does not import the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from mdlint_doi.lint.document import NO_CLAIMS, Claims
from mdlint_doi.lint.model import Finding, Fix, Form, Mention, Unchecked
from mdlint_doi.lint.own_names import OwnNames
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, fold, parse_or_none
from mdlint_doi.names.outcome import Found
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.names.outcome import Outcome
    from mdlint_doi.text.source import Source
    from mdlint_doi.text.span import Span
    from mdlint_doi.works.candidates import MeantWork
    from mdlint_doi.works.search_verdict import SearchVerdict
    from mdlint_doi.works.verdict import Verdict
    from mdlint_doi.works.work import WorkOutcome

_MARKUP: Final = pattern(r"[\\`*~\[\]<>|&!]")
"""Matches characters that may have a different meaning in a link's text than in its target."""
MayReport = Callable[["Doi", "WorkOutcome", "Verdict | None"], bool]
"""Returns whether a rule may report a DOI with this work and verdict; see `Rule.may_report`."""
LINKS = frozenset(form for form in Form if form.is_link)
URLS = LINKS | {Form.FRONT_MATTER, Form.VALUE}
"""The forms in which an address is possible: links, front matter, and values of data files."""
ARGUMENTS = frozenset({Form.ROLE, Form.FIELD})
"""The forms that take only a DOI, without encoding: roles, and fields for DOIs."""
ALL_FORMS = frozenset(Form)
IN_DATA = frozenset({Form.FIELD, Form.VALUE})
NAMED = ALL_FORMS - {Form.BROKEN}
"""The forms in which the document's syntax leaves the DOI whole."""
LINK: Final = "[t](https://doi.org/10.1000/182)"
"""The usual link, for examples."""
TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'
"""The work that most examples cite."""


class Trait(StrEnum):
    """A special trait of a mention; only rules that look at this trait receive such mentions."""

    PLAIN = "plain"
    """The DOI has no unusual character: `10.1000/182` (`engine.is_plain`).

    This and the next trait only save time: without both, an offline check of 400 files with 3,700
    DOIs takes 11 % longer, and without the next one 4 %.
    """
    WELL_WRITTEN = "well written"
    """The address before a plain DOI is also usual (`engine.is_usual`)."""
    EXCEPTED = "excepted"
    """An exception in the settings does not turn the rule off, unless it names the rule."""
    EXAMPLE = "example"
    """The mention is in a code block that readers copy and may have to complete."""
    TEMPLATE = "template"
    """The text is a template for a DOI, which readers have to complete."""
    GUESS = "guess"
    """The DOI is guessed from a publisher's address."""
    IDENTIFIER = "identifier"
    """The DOI is implied by an arXiv number or a Zenodo record."""
    REPEATED = "repeated"
    """The same, and the block or entry also contains the DOI."""


ANY_NAME: Final = frozenset({Trait.PLAIN, Trait.WELL_WRITTEN, Trait.EXCEPTED, Trait.EXAMPLE})
"""The traits that most rules check: those of mentions that present a DOI as such."""
NAMES: Final = ANY_NAME - {Trait.EXCEPTED}
"""For rules about the DOI itself, which do not report a DOI with an exception."""
CHARACTERS: Final = ANY_NAME - {Trait.PLAIN}
"""For rules about unusual characters in a DOI."""
WRITING: Final = ANY_NAME - {Trait.WELL_WRITTEN}
"""For rules about the writing of a DOI and of the address before it."""
NUMBERS: Final = frozenset({Trait.IDENTIFIER})
"""An additional trait for rules about registration and registered works."""


class Need(StrEnum):
    """The facts without which a rule reports nothing."""

    LOOKUP = "look-up"
    """The answer of the DOI system about the DOI."""
    PUBLISHERS = "publishers"
    """Publishers' addresses that contain a DOI; they are mentions only for these rules."""
    PAGES = "pages"
    """Such addresses, with the whole DOI, in the fields of entries without a DOI."""
    WHOLE_PROJECT = "whole project"
    """All documents of the run."""
    WORKS = "works"
    """The registered work of the DOI."""
    CLAIMS = "claims"
    """The description of the work in the document."""
    FOLDER = "folder"
    """The DOIs under which other files of the project say that it should be cited."""
    SEARCH = "search"
    """A search for the DOIs of references without one; only `mdlint-doi search` provides it."""


ON_REQUEST: Final = frozenset({Need.PAGES, Need.PUBLISHERS, Need.WHOLE_PROJECT})
"""The facts that no default rule needs, as a test checks."""
_ASKED = frozenset({Need.LOOKUP, Need.WORKS, Need.SEARCH})
"""The facts that require a network connection or stored answers."""


class Day(Protocol):
    """A day, such as `datetime.date`."""

    @property
    def year(self) -> int:
        """The year."""

    @property
    def month(self) -> int:
        """The month, from 1."""

    @property
    def day(self) -> int:
        """The day of the month, from 1."""


class Facts(Value):
    """All information that a rule may use in addition to the mention.

    Attributes:
        outcomes: the outcome for each DOI; empty in an offline run.
        suggestions: for a DOI that is not registered, the registered candidates, in order.
        similar: for a DOI that is not registered, and without such candidates, the registered DOIs
            that differ by a single typo; they may be different works.
        similar_in_part: the DOIs for which not all such DOIs were looked up.
        casings: the different spellings of a DOI in the whole run, in order of appearance.
        entries: the key of the first entry in the document for each work, by its primary DOI.
        online: whether the run made look-ups.
        today: the day of the run: exceptions expire, and later years are in the future. Each run
            knows it; None: nothing is checked against it.
        works: the registered works of DOIs, if they were looked up.
        claims: the descriptions of works in the document.
        works_complete: whether the works of all registered DOIs of the document were looked up.
        proposals: the work that a search found for a reference, by the reference's identity.
        searches: the results of a search for the other references, by identity.
        searched: whether every reference without a DOI was searched.
        undecided: whether some DOI of the document could not be checked.
        own: the own DOIs of the project, from the files of the document's project.
        server: the base address of the resolver in the settings.
        lock_file: the name of the records file, if it is the only source of answers; otherwise
            None.
        exceptions: the DOIs for which the settings have an exception.
        selected: the words by which the settings select rules.
    """

    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    similar: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    similar_in_part: Collection[Doi] = ()
    casings: Mapping[Doi, tuple[str, ...]] = MappingProxyType({})
    entries: Mapping[Doi, str] = MappingProxyType({})
    online: bool = False
    today: Day | None = None
    works: Mapping[Doi, WorkOutcome] = MappingProxyType({})
    claims: Claims = NO_CLAIMS
    works_complete: bool = False
    proposals: Mapping[str, MeantWork] = MappingProxyType({})
    searches: Mapping[str, SearchVerdict] = MappingProxyType({})
    searched: bool = False
    undecided: bool = False
    own: tuple[OwnNames, ...] = ()
    server: str = "https://doi.org"
    lock_file: str | None = None
    exceptions: tuple[DoiException, ...] = ()
    selected: tuple[str, ...] = ()

    def outcome(self, doi: Doi | None) -> Outcome | None:
        """Return the outcome for a DOI; None if it was not looked up."""
        return None if doi is None else self.outcomes.get(doi)

    def primary(self, doi: Doi) -> Doi:
        """Return the DOI that an alias or a shortDOI stands for, by a look-up; else `doi`."""
        known = self.outcomes.get(doi)
        alias = known.record.alias if isinstance(known, Found) and known.record else None
        return (alias and parse_or_none(alias)) or doi


def exception_for(doi: Doi, facts: Facts, *, expired: bool = False) -> DoiException | None:
    """Return the exception for a DOI that is valid today or, if `expired`, was valid before."""
    exception = _by_key(facts.exceptions).get(doi.key) if facts.exceptions else None
    if exception is None:
        return None
    today, until = facts.today, exception.until
    is_over = bool(until and today) and _order(today) > _order(until)
    return exception if is_over == expired else None


def _order(day: Day | None) -> tuple[int, ...]:
    """Return the key for comparing days."""
    return () if day is None else (day.year, day.month, day.day)


@lru_cache(maxsize=8)
def _by_key(exceptions: tuple[DoiException, ...]) -> dict[str, DoiException]:
    return {fold(exception.name): exception for exception in exceptions}


class Problem(Value):
    """A problem that a rule found; `Rule.finding` converts it to a `Finding`.

    Attributes:
        message: one line that includes the solution, without invisible characters from the
            document.
        span: the span in the source to underline.
        fix: the fix; None if there is none.
        severity: the severity of this problem; None: the rule's usual severity.
        unchecked: the look-up that failed, so that the finding is not a fault of the document.
    """

    message: str
    span: Span
    fix: Fix | None = None
    severity: Severity | None = None
    unchecked: Unchecked = ""


Check = Callable[[Mention, Facts], Iterator[Problem]]
"""Yields the problems of a mention, given the facts about it."""


class Compared(StrEnum):
    """How a summary counts a finding about a citation and the registered work."""

    OTHER_WORK = "other work"
    DETAILS = "details"


class FixKind(StrEnum):
    """The safety of a rule's fix."""

    NONE = "none"
    SAFE = "safe"
    UNSAFE = "unsafe"
    LOOKUP = "look-up"
    """The fix is safe if the written DOI is not registered and exactly one candidate is.

    The correction of a single typo is never safe.
    """


class Decided(StrEnum):
    """The use of look-ups for a rule."""

    OFFLINE = "offline"
    """None: the rule reports the same in every run."""
    LOOKUP = "look-up"
    """A look-up can remove the finding, change its message, or make its fix safe."""
    NETWORK = "network"
    """The rule reports nothing without look-ups."""


class Example(Value):
    """An example for a rule: a text that it reports, with the text after its fix, or a good text.

    Attributes:
        text: Markdown, unless `file` has a different format; usually one line.
        fixed: the text after this rule's fix, including unsafe fixes; None if there is no fix.
        outcomes: pairs of a DOI and its outcome: `found`, `missing`, `no-prefix`, `unknown`,
            `no-target`, `deleted` or `alias:NAME`; all other DOIs are not registered.
        file: the name of the document, which determines its format.
        works: pairs of a DOI and its registered work: `"Title" (Author, Author 2019)`, optionally
            followed by `; retraction 10.1000/notice 2021-03-09` or `; is-preprint-of
            10.1000/9`; or `registered with mEDRA`, or `unknown`. All these DOIs are registered.
        others: names and texts of other files in the folder.
    """

    text: str
    fixed: str | None = None
    outcomes: tuple[tuple[str, str], ...] = ()
    file: str = "page.md"
    works: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()


def of_mention(check: Callable[[Mention], Iterator[Problem]]) -> Check:
    """Return the check of a rule that needs only the mention."""
    return lambda mention, _: check(mention)


def nothing(*_: object) -> Iterator[Problem]:
    """Yield no problems, for rules that are not about mentions, such as those about comments."""
    return iter(())


class Rule(Value):
    """One rule.

    Attributes:
        code: the rule's code, `DOI201`; no other rule ever gets this code.
        name: the rule's name, `unusual-address`; it reads well after "allow".
        severity: the usual severity of its findings.
        summary: one sentence that describes the problem.
        why: a paragraph with the reason why the problem matters.
        bad: examples that the rule reports, each with its fixed text if there is a fix.
        good: examples that the rule does not report; they have no fixed text.
        fix: whether the rule has a fix, and how certain the fix is.
        default: whether the rule is on by default.
        check: yields the problems of a mention, given the facts about it.
        forms: the constructs that the rule checks.
        needs: the facts without which the rule cannot report anything; the run provides the facts
            that a selected rule needs.
        uses: further facts that the rule uses, but can do without; the run also provides them.
        looks_at: the special traits of mentions that the rule checks.
        silenced_by_lookup: whether a look-up can remove the finding, change its message, or make
            its fix safe.
        changed_by_lookup: whether a look-up can add the finding, or change its message or its fix,
            but never remove it.
        is_of_last_resort: whether the rule reports an unregistered DOI only if no other rule
            repairs it.
        counted: whether a run reports the finding once and counts the other places. The finding is
            not a fault of the document, so a baseline does not contain it.
        unchecked: whether the rule reports DOIs that could not be checked, which does not fail a
            run.
        is_about_settings: whether the rule reports settings, in the settings file. No comment turns
            it off, and a baseline does not contain its findings.
        compared: the kind under which a summary counts the findings; None: they are not counted
            separately.
        may_report: a function for a rule that may report works; None for other rules. It receives a
            DOI, the information about its work (`WorkOutcome`) and the verdict on the reference
            (None: not judged), and returns whether the rule may report anything. Documents in which
            no rule may report anything are not judged again after the look-ups.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    bad: tuple[Example, ...]
    good: tuple[Example, ...]
    fix: FixKind = FixKind.NONE
    default: bool = True
    check: Check = nothing
    forms: frozenset[Form] = NAMED
    needs: frozenset[Need] = frozenset()
    uses: frozenset[Need] = frozenset()
    looks_at: frozenset[Trait] = ANY_NAME
    silenced_by_lookup: bool = False
    changed_by_lookup: bool = False
    is_of_last_resort: bool = False
    counted: bool = False
    unchecked: bool = False
    is_about_settings: bool = False
    compared: Compared | None = None
    may_report: MayReport | None = None

    @property
    def family(self) -> str:
        """The family of the rule, from the first digit of its code: `DOI2`."""
        return self.code[:4]

    @property
    def reports_dois(self) -> bool:
        """Whether the rule checks the mentions of DOIs, and not comments or references alone."""
        return self.check is not nothing

    @property
    def network(self) -> bool:
        """Whether the rule needs look-ups to report anything."""
        return not _ASKED.isdisjoint(self.needs)

    @property
    def decided(self) -> Decided:
        """The rule's use of look-ups."""
        if self.network:
            return Decided.NETWORK
        changes = self.silenced_by_lookup or self.changed_by_lookup
        return Decided.LOOKUP if changes else Decided.OFFLINE

    def finding(self, mention: Mention, problem: Problem) -> Finding:
        """Return the finding for a problem of a mention.

        It has no fix for an identifier, which is never changed. A fix that states no DOI is also
        dropped, because a guard cannot check it.
        """
        fix = None if mention.spelling.kind is Kind.IDENTIFIER else problem.fix
        fix = fix if fix is not None and fix.doi is not None else None
        return Finding(
            code=self.code,
            name=self.name,
            severity=problem.severity or self.severity,
            message=problem.message,
            source=mention.source,
            span=problem.span,
            doi=mention.doi,
            fix=fix and as_written(mention, _with_text(mention, fix)),
            where=mention.container.label if mention.container else "",
            unchecked=problem.unchecked,
        )

    def finding_at(self, source: Source, span: Span, message: str) -> Finding:
        """Return a finding about something other than a mention, such as a comment."""
        return Finding(self.code, self.name, self.severity, message, source, span)


def _with_text(mention: Mention, fix: Fix) -> Fix:
    """Return a fix of a link's target with the same edits in the link's text.

    The edits are added if the text is the same address. For a definition, the texts are elsewhere
    in the document and stay.
    """
    whole, text = mention.written.whole, mention.written.text
    source = mention.source.text
    inside = all(whole.covers(edit.span) for edit in fix.edits)
    if not (mention.shown and inside) or mention.form is Form.DEFINITION:
        return fix
    raw = whole.cut(source)
    is_escaped = raw != text and mention.container is None  # escapes of the markup, not of the file
    if is_escaped or any(_MARKUP.search(edit.replacement) for edit in fix.edits):
        return fix
    written = [address.written for address in mention.shown]
    same = [
        placed.whole
        for placed in written
        if placed.text == text and placed.whole.cut(source) == raw
    ]
    moved = [
        edit.replace(span=edit.span.shift(place.start - whole.start))
        for place in same
        for edit in fix.edits
    ]
    return fix.replace(edits=tuple(sorted((*fix.edits, *moved), key=attrgetter("order"))))


def as_written(mention: Mention, fix: Fix) -> Fix | None:
    """Return a fix in the written form of the part of the file that contains the mention.

    The result is None if an edit would change other text than that of this part, or insert text
    that has no written form there.
    """
    container = mention.container
    if container is None:
        return fix
    edits = []
    for edit in fix.edits:
        text = container.written(mention.source.text, edit.span, edit.replacement)
        if text is None:
            return None
        edits.append(edit.replace(replacement=text))
    return fix.replace(edits=tuple(edits))
