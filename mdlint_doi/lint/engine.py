"""Mentions, and what is known of their names, -> findings; several of one thing -> one finding.

Each mention is given to the rules that are selected for its file and look at its form; nothing
is scanned again for a finding. A publisher's address is a guess at a name, so only rules that need
such guesses look at it; what is to be filled in is no name yet, so only the rule on placeholders
does; of an identifier, from which a name follows, only what is registered is looked at, and the
number itself. Most mentions are written as they should be: the rules that look at nothing else are
not asked about these. Texts longer than any name are passed by.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from mdlint_doi.lint.document import NO_CLAIMS
from mdlint_doi.lint.edits import in_order
from mdlint_doi.lint.letters import candidates_of, plain_name
from mdlint_doi.lint.model import Edit, Finding, FindingPart, Fix, Form, Mention, Safety, together
from mdlint_doi.lint.placeholders import holds_template, is_page, is_placeholder, is_to_be_filled_in
from mdlint_doi.lint.rule import ARGUMENTS, LINKS, Need, Problem, Rule, exception_for
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.run_facts import RunFacts
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import RESOLVER, Doi
from mdlint_doi.names.link import may_be_page
from mdlint_doi.names.outcome import Missing, Outcome
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

SettingsOf = Callable[[str], Settings]
"""Returns the settings of a document, by its name."""
LONGEST: Final = 4096
"""Code points of a written name that is looked at; the longest of 60,000 names has 91."""
_Told = tuple[str, Doi | None, Span, Severity | None]
"""Rule, DOI, place of the citation, severity."""
_ADDRESSES: Final = frozenset({Need.PAGES, Need.PUBLISHERS})
_NAME_ITSELF, _GUESS, _IDENTIFIER, _REPEATED = "name", "guess", "identifier", "repeated"
_READ: Final[Mapping[str, Callable[[Rule], bool]]] = {
    _NAME_ITSELF: lambda _: True,
    _GUESS: lambda rule: not _ADDRESSES.isdisjoint(rule.needs),
    _IDENTIFIER: lambda rule: rule.of_identifier or rule.network,
    _REPEATED: lambda rule: rule.of_identifier,
}
"""Whether a rule looks at a mention that presents its name so."""
_NAME: Final = pattern(r"10\.[0-9]{4,9}(?>(?:/(?!\.)[A-Za-z0-9._();:-]++)+)(?<=[A-Za-z0-9])")
"""A name in which nothing can be wrong, wherever it stands: no escape and nothing that needs one,
no dot segment, no punctuation at the end."""


def findings(mentions: Iterable[Mention], facts: RunFacts) -> list[Finding]:
    """Return what the selected rules report of mentions, sorted by place.

    Suppressions are not considered. A mention that is longer than any DOI is skipped.

    Args:
        mentions: the mentions of one document.
        facts: what is known of names and works, and the settings. A name without an outcome was not
            looked up.
    """
    table = _Table(facts)
    told = set[_Told]()
    found = [
        _finding(rule, mention, problem, facts)
        for mention in mentions
        if len(mention.written.text) <= LONGEST
        for rule in table.rules(mention)
        for problem in rule.check(mention, facts)
        if Need.CLAIMS not in rule.needs or _is_new(rule, mention, problem, facts, told)
    ]
    found.sort(key=attrgetter("order"))
    return found


def _is_new(
    rule: Rule, mention: Mention, problem: Problem, facts: RunFacts, told: set[_Told]
) -> bool:
    """Return whether the same is not yet told of a citation, which may give its DOI twice.

    Only what was told silences anything: of some mentions a rule is never asked.
    """
    citation = facts.claims.repeated(mention.span) or mention.span
    key = rule.code, mention.doi, citation, problem.severity
    is_new = key not in told
    told.add(key)
    return is_new


def _finding(rule: Rule, mention: Mention, problem: Problem, facts: RunFacts) -> Finding:
    """Return the finding; of a name whose exception is over, it says so."""
    finding = rule.finding(mention, problem)
    if not rule.of_name or rule.once or mention.doi is None:
        return finding
    expired = exception_for(mention.doi, facts, expired=True)
    if expired is None:
        return finding
    return finding.replace(message=f"{finding.message}; its exception ended on {expired.until}")


def is_plain(mention: Mention) -> bool:
    """Return whether nothing can be wrong with a written name itself, whatever stands before it.

    Such names are no placeholders, and have nothing behind them; see `Rule.of_letters`.
    """
    doi, spelling = mention.doi, mention.spelling
    if doi is None or mention.form is Form.BROKEN or mention.shown:
        return False
    name = _NAME.fullmatch(spelling.text, spelling.name.start)
    return name is not None and not is_placeholder(doi)


def is_usual(mention: Mention) -> bool:
    """Return whether a name stands where a name may stand, or behind the resolver's usual address.

    If it is plain, too, nothing is wrong with the writing; see `Rule.of_writing`. Others that are
    written well enough are no such mentions: they are few, and cost time only.
    """
    is_link = mention.spelling.text.startswith(RESOLVER)
    if mention.form in (ARGUMENTS if is_link else LINKS):
        return False
    if not is_link and mention.container is not None and mention.container.is_address:
        return False
    return mention.spelling.name.start == (len(RESOLVER) if is_link else 0)


class _Table:
    """The rules for a mention: by its file, its form, and whether its name is excepted."""

    def __init__(self, facts: RunFacts) -> None:
        self._facts = facts
        self._rules: dict[tuple[object, ...], tuple[Rule, ...]] = {}

    def rules(self, mention: Mention) -> tuple[Rule, ...]:
        """Return the rules that look at a mention."""
        reading = _reading(mention)
        excepted = mention.doi is not None and exception_for(mention.doi, self._facts) is not None
        plain = is_plain(mention)
        template = not plain and is_to_be_filled_in(mention.spelling)
        well_written = plain and is_usual(mention)
        kinds = excepted, template, plain, well_written, mention.in_example
        key = mention.source.name, mention.form, reading, *kinds
        rules = self._rules.get(key)
        if rules is None:
            asked = bool(self._facts.outcomes)
            works = bool(self._facts.works)
            all_rules = works or self._facts.claims is not NO_CLAIMS or bool(self._facts.own)
            settings, name = self._facts.settings, mention.source.name
            selection = Selection.of(settings, name, asking=asked, works=all_rules)
            kind = _Kind(mention.form, reading, *kinds, asked, works)
            rules = self._rules[key] = _chosen(selection, kind)
        return rules


def _reading(mention: Mention) -> str:
    """Return how a mention presents a name: as the name, as a guess, or by an identifier.

    An identifier that its block or its entry names before is a repetition.
    """
    if mention.spelling.kind is Kind.IDENTIFIER:
        return _REPEATED if mention.linked_in_block else _IDENTIFIER
    return _GUESS if _is_guessed(mention) else _NAME_ITSELF


def _is_guessed(mention: Mention) -> bool:
    """Return whether a name is a guess at what an address means; in a field for it, it is none."""
    return mention.spelling.kind is Kind.PUBLISHER and mention.form is not Form.FIELD


class _Kind(Value):
    """What decides, beside the selection, which rules look at a mention."""

    form: Form
    reading: str
    excepted: bool
    template: bool
    plain: bool
    well_written: bool
    in_example: bool
    asked: bool
    works: bool


@lru_cache(maxsize=512)
def _chosen(selection: Selection, kind: _Kind) -> tuple[Rule, ...]:
    """Return the rules for a kind of mention; kept, since every document asks anew."""
    return tuple(rule for rule in selection.rules if _applies(rule, kind))


def _applies(rule: Rule, kind: _Kind) -> bool:
    if (kind.template and not rule.of_template) or (kind.in_example and not rule.of_examples):
        return False
    if (kind.plain and rule.of_letters) or (kind.well_written and rule.of_writing):
        return False
    if (rule.network and not kind.asked) or (rule.of_name and kind.excepted):
        return False
    is_known = kind.works or Need.WORKS not in rule.needs
    return is_known and kind.form in rule.forms and _READ[kind.reading](rule)


def in_report_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run as they are reported."""
    return tuple(grouped(sorted(findings, key=attrgetter("order"))))


def grouped(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings; those of a rule with `once` that say the same become one.

    What could not be checked is reported once for each cause, what is registered by now once for
    each name; the first place is kept, and its message counts the others.

    Args:
        found: all findings of a run, after suppression, in order.
    """
    codes = {one.code for one in found}
    once = {code for code in codes if (rule := by_code(code)) is not None and rule.once}
    if not once:
        return list(found)
    counts = Counter((one.code, one.message) for one in found if one.code in once)
    kept = []
    for finding in found:
        count = counts.pop((finding.code, finding.message), 0) if finding.code in once else 1
        if count == 1:
            kept.append(finding)
        elif count:
            others = "1 other place" if count == 2 else f"{count - 1} other places"
            kept.append(finding.replace(message=f"{finding.message} (here and in {others})"))
    return kept


def names_to_ask(mentions: Iterable[Mention], settings_of: SettingsOf) -> tuple[Doi, ...]:
    """Return the distinct names whose outcome a rule may want, in order of appearance.

    Left out are templates, which nobody can register, shortDOIs that may be pages, texts longer
    than any name, and publishers' addresses at which no rule looks. Excepted names are
    asked, since one that is registered by now is reported. Of a text that is no name for a
    look-alike alone, the plain name is asked.
    """
    named = (
        (one.doi or plain_name(one.spelling), one)
        for one in mentions
        if len(one.written.text) <= LONGEST
    )
    asked = (doi for doi, one in named if doi and _is_worth_asking(doi, one, settings_of))
    return tuple(dict.fromkeys(asked))


def _is_worth_asking(doi: Doi, mention: Mention, settings_of: SettingsOf) -> bool:
    if _is_guessed(mention):
        from mdlint_doi.names.work_pages import is_work_page

        name = mention.source.name
        selection = Selection.of(settings_of(name), name)
        if mention.form is Form.VALUE:
            return selection.needs(Need.PAGES)
        return selection.needs(Need.PUBLISHERS) and is_work_page(mention.spelling)
    page = is_page(doi) and may_be_page(mention.spelling)
    return not (page or holds_template(str(doi)) or is_to_be_filled_in(mention.spelling))


def candidates_to_ask(
    mentions: Iterable[Mention], outcomes: Mapping[Doi, Outcome], settings_of: SettingsOf
) -> dict[Doi, tuple[Doi, ...]]:
    """Return, for each name that is Missing, the others it may have been meant for, in order.

    Names that are excepted wherever they stand have none.
    """
    wanted: dict[Doi, dict[Doi, None]] = {}
    seen: set[str] = set()
    for mention in mentions:
        doi, text = mention.doi, mention.spelling.text
        if text in seen or doi is None or not isinstance(outcomes.get(doi), Missing):
            continue
        seen.add(text)  # the same text has the same candidates
        if exception_for(doi, RunFacts(settings=settings_of(mention.source.name))) is None:
            wanted.setdefault(doi, {}).update(dict.fromkeys(candidates_of(mention)))
    return {doi: tuple(names) for doi, names in wanted.items()}


def names_as_written(mentions: Iterable[Mention]) -> tuple[Doi, ...]:
    """Return the names of mentions, each once in each letter case, in order of appearance."""
    return tuple({str(one.doi): one.doi for one in mentions if one.doi is not None}.values())


def casings(names: Iterable[Doi]) -> dict[Doi, tuple[str, ...]]:
    """Return those of names that are written in more than one letter case, and how, in order."""
    seen: dict[Doi, dict[str, None]] = {}
    for doi in names:
        seen.setdefault(doi, {}).setdefault(str(doi))
    return {doi: tuple(written) for doi, written in seen.items() if len(written) > 1}


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with those about one address, or one entry's DOI, as one, by place.

    `http://dx.doi.org/10.1000/182` is one address that is written badly, though two rules say so.
    Rules are selected, suppressed and known to a baseline one by one: this is for what is left,
    for reports. Fixes are made rule by rule, so that one that cannot be made does not keep others
    from being made.
    """
    groups = together(findings, _key)
    found = [_as_one(group) if len(group) > 1 else group[0] for group in groups]
    found.sort(key=attrgetter("order"))
    return found


def _key(finding: Finding) -> object:
    """Return what findings have in common that are put together."""
    if finding.about is None:
        return id(finding)
    name = None if finding.code.startswith("DOI2") else (finding.code, finding.doi)
    return id(finding.source), finding.about, name


def _as_one(group: list[Finding]) -> Finding:
    """Return the finding that comes first, by code, with what the others say in its message."""
    group = sorted(group, key=lambda one: (one.code, one.order))
    first, *others = group
    more = dict.fromkeys(
        f"see also {one.where}" if one.code == first.code else f"{one.code} {one.message}"
        for one in others
    )
    spans = [one.span for one in group]
    is_address = first.code != group[-1].code
    around = Span(min(spans).start, max(one.end for one in spans))
    return first.replace(
        severity=min((one.severity for one in group), key=[*Severity].index),
        message="; ".join([first.message, *more]),
        span=around if is_address else first.span,
        fix=_fix([one.fix for one in group if one.fix is not None]),
        parts=tuple([FindingPart(one.code, one.name, one.message, one.span) for one in group]),
    )


def _fix(fixes: Sequence[Fix]) -> Fix | None:
    """Return the fix that does what several do; of guesses and others, what is none."""
    chosen = [one for one in fixes if one.safety is Safety.SAFE] or fixes
    if not chosen:
        return None
    return chosen[0].replace(edits=tuple(_together(edit for one in chosen for edit in one.edits)))


def _together(edits: Iterable[Edit]) -> list[Edit]:
    """Return those of some edits, in order, that can be made together: the longer, then the first.

    What is replaced as a whole needs no other edit, and of two for one place the first is enough.
    """
    kept: list[Edit] = []
    places = {one.span: one for one in reversed([*edits])}
    for edit in sorted(places.values(), key=lambda one: one.span.start - one.span.end):
        at = bisect_left(kept, edit.order, key=attrgetter("order"))
        before, behind = kept[at - 1 : at], kept[at : at + 1]
        is_free = not before or before[0].span.end <= edit.span.start
        if is_free and (not behind or edit.span.end <= behind[0].span.start):
            kept.insert(at, edit)
    return _one_at_a_place(in_order(kept))


def _one_at_a_place(edits: list[Edit]) -> list[Edit]:
    """Return edits in order, each that only inserts together with one that begins there.

    A program that makes the edits from the last to the first need not know which of two goes first.
    """
    made: list[Edit] = []
    for edit in edits:
        is_there = bool(made) and made[-1].span.start == edit.span.start
        text = made.pop().replacement + edit.replacement if is_there else edit.replacement
        made.append(edit.replace(replacement=text) if is_there else edit)
    return made
