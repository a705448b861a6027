"""What a rule is, and what it may know.

A rule is a pure function of a mention and what is known about it. Each carries its own examples:
they are its tests, what `mdlint-doi rule CODE` prints, and its page in the manual.

Most of what it may know costs something: look-ups, a second look for publishers' addresses, reading
all files before the first is judged. So what is needed is asked (`is_needed`) before the rules are
imported, which a run over files without a DOI never does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.document import NO_CLAIMS, Claims
from mdlint_doi.lint.model import Finding, Fix, Form, Mention
from mdlint_doi.lint.settings import DoiException, Settings, Severity
from mdlint_doi.names.doi import Doi, fold
from mdlint_doi.names.spelling import Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value, put

if TYPE_CHECKING:
    from datetime import date

    from mdlint_doi.names.outcome import Outcome
    from mdlint_doi.text.source import Source
    from mdlint_doi.text.span import Span
    from mdlint_doi.works.candidates import MeantWork
    from mdlint_doi.works.search_verdict import SearchVerdict
    from mdlint_doi.works.verdict import Verdict
    from mdlint_doi.works.work import WorkOutcome

_MARKUP: Final = pattern(r"[\\`*~\[\]<>|&!]")
"""What may mean something else in a link's text than in its target."""


class Need(StrEnum):
    """What a rule cannot speak without."""

    LOOKUP = "look-up"
    """What the DOI system says of the name."""
    PUBLISHERS = "publishers"
    """Publishers' addresses that hold a DOI; they are mentions for these rules alone."""
    PAGES = "pages"
    """Such addresses in the fields of entries without a DOI, where all of the name stands."""
    WHOLE_PROJECT = "whole project"
    """All documents of the run."""
    WORKS = "works"
    """What the name is registered as."""
    CLAIMS = "claims"
    """What the document says of the work."""
    FOLDER = "folder"
    """By which DOI other files of the folder say that their project is to be cited."""
    SEARCH = "search"
    """A search for the DOIs that references lack; `mdlint-doi search` alone makes it."""


ON_REQUEST: Final = frozenset({Need.PAGES, Need.PUBLISHERS, Need.WHOLE_PROJECT})
"""What no rule needs that is on by default; a test holds it."""
_OWN: Final = ("citation.cff", "codemeta.json", ".zenodo.json")


class OwnNames(Value):
    """The DOIs that a file gives as its project's own."""

    file: str
    names: tuple[Doi, ...]


class Facts(Value):
    """All that a rule may know beside the mention."""

    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})  # empty in an offline run
    # For a name that is Missing, the candidates that are Found, in order.
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    # The different spellings of a name in the whole run, in order of appearance.
    casings: Mapping[Doi, tuple[str, ...]] = MappingProxyType({})
    online: bool = False  # whether look-ups were made at all
    today: date | None = None  # against which exceptions expire; None: they don't
    works: Mapping[Doi, WorkOutcome] = MappingProxyType({})  # as far as that was asked
    claims: Claims = NO_CLAIMS  # what the document says of the works of its mentions
    works_complete: bool = False  # whether nothing more could be learned of the works of the run
    # The work that a search found for a reference, by its identity, and what it says of the others.
    proposals: Mapping[str, MeantWork] = MappingProxyType({})
    searches: Mapping[str, SearchVerdict] = MappingProxyType({})
    searched: bool = False  # whether every reference without a DOI was searched
    undecided: bool = False  # whether nothing could be learned of some name of the run
    own: tuple[OwnNames, ...] = ()  # of the files of the document's folder
    server: str = "https://doi.org"  # the base of the addresses of the settings' resolver
    lock_file: str | None = None  # the records file that alone answers, by name; None: none does
    exceptions: tuple[DoiException, ...] = ()  # the names that the settings except
    selected: tuple[str, ...] = ()  # the words by which the settings select rules

    def outcome(self, doi: Doi | None) -> Outcome | None:
        """Return what is known of a name; None where it was not asked."""
        return None if doi is None else self.outcomes.get(doi)


class RunFacts(Facts):
    """What the rules may know in a run, and the settings that select the rules.

    Attributes:
        settings: of the run; what a rule may know of them follows from them.
    """

    settings: Settings = Settings()

    def __post_init__(self) -> None:
        """Put in what rules ask of the settings."""
        settings = self.settings
        put(self, "server", settings.server)
        put(self, "lock_file", settings.lock_file)
        put(self, "exceptions", settings.exceptions)
        put(self, "selected", (*settings.select, *settings.extend_select))


def exception_for(doi: Doi, facts: Facts, *, expired: bool = False) -> DoiException | None:
    """Return the exception that holds for a name today, if any; or that held before, `expired`."""
    found = _by_key(facts.exceptions).get(doi.key) if facts.exceptions else None
    if found is None:
        return None
    is_over = bool(found.until and facts.today and facts.today > found.until)
    return found if is_over == expired else None


@lru_cache(maxsize=8)
def _by_key(exceptions: tuple[DoiException, ...]) -> dict[str, DoiException]:
    return {fold(one.name): one for one in exceptions}


class Problem(Value):
    """What a rule found; `Rule.finding` makes a `Finding` of it."""

    message: str  # one line, nothing invisible from the document in it; says what to do
    span: Span  # what to underline, in the source
    fix: Fix | None = None
    severity: Severity | None = None  # of this one; None: the rule's usual one


Check = Callable[[Mention, Facts], Iterator[Problem]]
"""What a rule says of a mention, with what is known beside it."""
Hears = Callable[["Doi", "WorkOutcome", "Verdict | None"], bool]
"""Whether a rule may speak of a name: of what it is registered as, and whether that is cited."""
_ASKED = frozenset({Need.LOOKUP, Need.WORKS, Need.SEARCH})
"""What takes a network, or what stands for one."""
LINKS = frozenset(form for form in Form if form.is_link)
URLS = LINKS | {Form.FRONT_MATTER, Form.VALUE}
"""Where an address may stand: links, the scalars of the front matter, the values of data."""
ARGUMENTS = frozenset({Form.ROLE, Form.FIELD})
"""Where the bare name is wanted, as it stands: the argument of a role, a field for it."""
ALL_FORMS = frozenset(Form)
IN_DATA = frozenset({Form.FIELD, Form.VALUE})
NAMED = ALL_FORMS - {Form.BROKEN}
"""Where the document's syntax leaves the name whole."""


class Compared(StrEnum):
    """As what a summary counts what a rule says of a citation and the registered work."""

    OTHER_WORK = "other work"
    DETAILS = "details"


class FixKind(StrEnum):
    """What a rule's fix is worth."""

    NONE = "none"
    SAFE = "safe"
    UNSAFE = "unsafe"
    LOOKUP = "look-up"
    """Safe once exactly one candidate is Found and the name as written is Missing."""


class Decided(StrEnum):
    """What look-ups are to a rule."""

    OFFLINE = "offline"
    """Nothing: it says the same in every run."""
    LOOKUP = "look-up"
    """One can silence it, sharpen it, or make its fix safe."""
    NETWORK = "network"
    """It says nothing without one."""


class Example(Value):
    """A text that a rule reports, and the text after its fix."""

    text: str  # Markdown unless `file` says otherwise, one line as a rule
    fixed: str | None = None  # after this rule's fix (unsafe ones allowed); None without a fix
    # Pairs of a name and what the DOI system says of it: `found`, `missing`, `no-prefix`,
    # `unknown`, `no-target`, `deleted` or `alias:NAME`; what is not named is missing.
    outcomes: tuple[tuple[str, str], ...] = ()
    file: str = "page.md"  # what the document is called; that tells what it is written in
    # Pairs of a name and what it is registered as: `"Title" (Author, Author 2019)`, with
    # `; retraction 10.1000/notice 2021-03-09` or `; is-preprint-of 10.1000/9` behind it; or
    # `held by mEDRA`, or `unknown`. All of them are registered.
    works: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()  # names and texts of other files of the folder


LINK: Final = "[t](https://doi.org/10.1000/182)"
"""The usual link, for examples."""
TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'
"""The work that most examples cite."""


def of_mention(check: Callable[[Mention], Iterator[Problem]]) -> Check:
    """Return the check of a rule that looks at the mention alone."""
    return lambda mention, _: check(mention)


def nothing(*_: object) -> Iterator[Problem]:
    """Say nothing of a mention: for rules on what is none, such as comments."""
    return iter(())


class Rule(Value):
    """One rule.

    Attributes:
        code: `DOI201`; never given to another rule.
        name: reads well after "allow".
        severity: the usual one of its findings.
        summary: one sentence: what it reports.
        why: a paragraph: why that matters.
        bad: what it reports.
        good: what it leaves alone; outcomes as in `bad`, no fixed text.
        fix: what its fix is worth.
        default: whether it is on without being selected.
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
    forms: frozenset[Form] = NAMED  # the constructs that it looks at
    # What it says nothing without; the run provides what a selected rule needs.
    needs: frozenset[Need] = frozenset()
    sharpened: bool = False  # a look-up can silence it, sharpen it, or make its fix safe
    # It speaks of the name itself, so that an exception for the name silences it.
    of_name: bool = False
    of_template: bool = False  # it speaks of names that are to be filled in; no other rule does
    # It looks at nothing but the letters of a written name, and not at what stands before it, so
    # that it has nothing to say of a plain one (`engine.is_plain`); or at nothing but how a name
    # and its address are written, likewise (`engine.is_usual`).
    of_letters: bool = False
    of_writing: bool = False
    of_examples: bool = True  # it speaks of examples in blocks of code, too
    # It looks at identifiers, too, from which a name follows; rules that need a network all do.
    of_identifier: bool = False
    once: bool = False  # one finding a run is enough; the others are counted in its message
    undecided: bool = False  # something could not be checked, which is no fault of a document
    compared: Compared | None = None  # as what a summary counts its findings
    # Of a rule that needs works, and of no other: whether it may speak of one. Documents in which
    # no rule hears of anything are not judged again after the look-ups.
    hears: Hears | None = None

    @property
    def family(self) -> str:
        """The first digit's family: `DOI2`."""
        return self.code[:4]

    @property
    def network(self) -> bool:
        """Whether it needs look-ups to say anything."""
        return not _ASKED.isdisjoint(self.needs)

    @property
    def decided(self) -> Decided:
        """What look-ups are to it."""
        if self.network:
            return Decided.NETWORK
        return Decided.LOOKUP if self.sharpened else Decided.OFFLINE

    def finding(self, mention: Mention, problem: Problem) -> Finding:
        """Return the finding for a problem of a mention; no identifier is ever rewritten."""
        fix = None if mention.spelling.kind is Kind.IDENTIFIER else problem.fix
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
            undecided=self.undecided,
            about=self._about(mention, problem),
        )

    def finding_at(self, source: Source, span: Span, message: str) -> Finding:
        """Return a finding that is about no mention: about a comment, or another reference."""
        return Finding(self.code, self.name, self.severity, message, source, span)

    def _about(self, mention: Mention, problem: Problem) -> Span | None:
        """Return of what one finding is enough: an address and its text, the DOI of an entry."""
        if self.family == "DOI2" and self.default and self.fix is not FixKind.NONE:
            if mention.span.covers(problem.span):
                return mention.span
            return next((one.span for one in mention.shown if one.span.covers(problem.span)), None)
        return mention.container.entry if self.of_name and mention.container else None


def _with_text(mention: Mention, fix: Fix) -> Fix:
    """Return a fix of a link's target with the same edits in its text, if that is the same address.

    The texts that refer to a definition stand elsewhere in the document.
    """
    whole, text = mention.written.whole, mention.written.text
    source = mention.source.text
    stands = whole.cut(source)
    inside = all(whole.covers(edit.span) for edit in fix.edits)
    if not (mention.shown and inside) or mention.form is Form.DEFINITION:
        return fix
    if any(_MARKUP.search(one.replacement) for one in fix.edits):
        return fix
    if stands != text and mention.container is None:  # a container's escapes are alike in both
        return fix
    moved = [
        edit.replace(span=edit.span.shift(one.written.whole.start - whole.start))
        for one in mention.shown
        if one.written.text == text and one.written.whole.cut(source) == stands
        for edit in fix.edits
    ]
    return fix.replace(edits=tuple(sorted((*fix.edits, *moved), key=attrgetter("order"))))


def as_written(mention: Mention, fix: Fix) -> Fix | None:
    """Return a fix as it is written in the part of the file that holds the mention.

    None where an edit would touch what is not that part's text, or put in what cannot stand there.
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


def base_name(path: str) -> str:
    """Return the last part of a path, in lower case."""
    return path.lower().replace("\\", "/").rpartition("/")[2]


def may_give_own_name(path: str) -> bool:
    """Return whether a file may say by which DOI its project is to be cited."""
    name = base_name(path)
    return name in _OWN or name.startswith("readme.")


def notations_of(settings: Settings, path: str | None = None) -> Notations:
    """Return what counts as a DOI, in a file or (None) in any; see `is_needed`."""
    found = settings.notations
    return found if is_needed(Need.PUBLISHERS, settings, path) else found.without_publishers


def is_needed(need: Need, settings: Settings, path: str | None = None) -> bool:
    """Return whether a selected rule needs something, in a file or (None) in any.

    The rules are imported only where the settings select others than the default ones; to read
    such settings has imported them already.
    """
    if need in ON_REQUEST and settings.selects_default:
        return False
    from mdlint_doi.lint.selection import Selection

    return Selection.of(settings, path).needs(need)
