"""Apply the rules to mentions and the facts about them, and return the findings.

A rule receives a mention if the settings select the rule for this file, if it checks the form and
all special traits (`Trait`) of the mention, and if the run provides all facts that it needs.
Nothing is scanned a second time for a finding. A publisher's address is only a guess at a DOI, so
only rules that need such guesses check it. A template for a DOI is checked only by the rule about
placeholders. Texts that are longer than any DOI are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

from mdlint_doi.lint.document import NO_CLAIMS
from mdlint_doi.lint.letters import candidates_of, plain_name, suggested
from mdlint_doi.lint.model import Finding, Form, Mention
from mdlint_doi.lint.placeholders import holds_template, is_page, is_placeholder, is_to_be_filled_in
from mdlint_doi.lint.rule import ARGUMENTS, LINKS, Facts, Need, Problem, Rule, Trait, exception_for
from mdlint_doi.lint.rules import by_code, rules
from mdlint_doi.lint.selection import RunFacts, Selection, turns_off
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import RESOLVER, Doi
from mdlint_doi.names.link import may_be_page
from mdlint_doi.names.outcome import Missing, Outcome
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

SettingsOf = Callable[[str], Settings]
"""Returns the settings of a document, by its name."""
LONGEST: Final = 4096
"""Longer texts are skipped, in code points; the longest of 60,000 registered DOIs has 91."""
_Reported = tuple[str, Doi | None, Span, Severity | None]
"""The code of a rule, the DOI, the span of the citation or entry, and the severity."""
_Kind = tuple[str, Form, frozenset[Trait], DoiException | None]
"""A file, a form, the traits, and the exception for the DOI."""
_ENCODING: Final = "DOI3"
"""The family of the rules on how a DOI is written; two of them may report the same characters."""
_UNASKED: Final = frozenset({Need.LOOKUP, Need.WORKS, Need.SEARCH})
"""The facts that a run without look-ups does not have."""
_NAME: Final = pattern(r"10\.[0-9]{4,9}(?>(?:/(?!\.)[A-Za-z0-9._();:-]++)+)(?<=[A-Za-z0-9])")
"""Matches a DOI whose writing cannot be wrong in any place.

It has no escape and no character that needs one, no dot segment, and no punctuation at the end.
"""


def findings(mentions: Iterable[Mention], facts: RunFacts) -> list[Finding]:
    """Return the findings of the selected rules for mentions, sorted by place.

    Suppressions are not considered. A mention that is longer than any DOI is skipped.

    Args:
        mentions: the mentions of one document.
        facts: the facts about DOIs and works, and the settings. A DOI without an outcome was not
            looked up.
    """
    mentions = tuple(mentions)
    if entries := _first_entries(mentions, facts):
        facts = facts.replace(entries=entries)
    table = _Table(facts)
    told = set[_Reported]()
    found: list[Finding] = []
    for mention in mentions:
        if len(mention.written.text) > LONGEST:
            continue
        for rule, problem in _problems(mention, table.rules(mention), facts):
            if _is_new(rule, mention, problem, facts, told):
                found.append(_finding(rule, mention, problem, facts))
    found.sort(key=attrgetter("order"))
    return found


def excepted(mentions: Iterable[Mention], facts: RunFacts) -> dict[DoiException, bool]:
    """Return the exceptions for DOIs in a document, and whether each turns off a finding there.

    All rules count, including those that the settings do not select: a different run may select
    them.

    Args:
        mentions: the mentions of one document.
        facts: as for `findings`.
    """
    mentions = tuple(mentions)
    facts = facts.replace(entries=_first_entries(mentions, facts))
    table = _Table(facts)
    found: dict[DoiException, bool] = {}
    for mention in mentions:
        exception = exception_for(mention.doi, facts) if mention.doi else None
        if exception is not None and not found.get(exception):
            checks = (rule.check(mention, facts) for rule in table.turned_off(mention, exception))
            found[exception] = any(True for check in checks for _ in check)
    return found


def _first_entries(mentions: Iterable[Mention], facts: Facts) -> dict[Doi, str]:
    """Return the first entry for each work that a field for a DOI names; see `Facts.entries`."""
    found: dict[Doi, str] = {}
    for mention in mentions:
        key = mention.container.key if mention.container and mention.form is Form.FIELD else ""
        if key and mention.doi is not None and not mention.in_example:
            found.setdefault(facts.primary(mention.doi), key)
    return found


def _problems(
    mention: Mention, rules: Iterable[Rule], facts: RunFacts
) -> Iterator[tuple[Rule, Problem]]:
    """Yield the problems of a mention with their rules.

    After a problem of the family `_ENCODING` that has a fix, the other rules of this family are
    skipped: they may report the same characters, and check the mention again after the fix. After
    a problem whose fix makes an unregistered DOI a registered one, the rule about unregistered DOIs
    is skipped: it would report the same fault.
    """
    is_mended = is_repaired = False
    for rule in rules:
        if (is_mended and rule.family == _ENCODING) or (is_repaired and rule.is_of_last_resort):
            continue
        for found in rule.check(mention, facts):
            problem = found
            if _is_repair(mention, problem, facts):
                is_repaired = True
                is_dead = mention.form.is_link or mention.form is Form.ROLE
                least = Severity.ERROR if is_dead else Severity.WARNING
                if not (found.severity or rule.severity).reaches(least):
                    problem = found.replace(severity=least)
            yield rule, problem
            is_mended |= problem.fix is not None and rule.family == _ENCODING


def _is_repair(mention: Mention, problem: Problem, facts: Facts) -> bool:
    """Return whether a fix makes an unregistered DOI the only registered one that may be meant."""
    doi, fix = mention.doi, problem.fix
    if fix is None or doi is None or fix.doi == doi or not isinstance(facts.outcome(doi), Missing):
        return False
    return suggested(mention, facts) == (fix.doi,)


def _is_new(
    rule: Rule, mention: Mention, problem: Problem, facts: RunFacts, told: set[_Reported]
) -> bool:
    """Return whether a problem is not yet reported for its citation or entry; remember it.

    A citation or entry may repeat its DOI. Only reported problems count, because a rule may not
    check the first mention.
    """
    if Need.CLAIMS in rule.needs:
        place = facts.claims.repeated(mention.span) or mention.span
        key = rule.code, mention.doi, place, problem.severity
    elif Trait.EXCEPTED in rule.looks_at or not (mention.container and mention.container.entry):
        return True
    else:
        key = rule.code, mention.doi, mention.container.entry, None
    is_new = key not in told
    told.add(key)
    return is_new


def _finding(rule: Rule, mention: Mention, problem: Problem, facts: RunFacts) -> Finding:
    """Return the finding; its message mentions an expired exception for the DOI."""
    finding = rule.finding(mention, problem)
    if rule.counted or mention.doi is None:
        return finding
    expired = exception_for(mention.doi, facts, expired=True)
    if expired is None or not turns_off(expired, rule):
        return finding
    return finding.replace(
        message=f"{finding.message}; the exception for this DOI ended on {expired.until}"
    )


def is_plain(mention: Mention) -> bool:
    """Return whether the writing of a DOI itself cannot be wrong, whatever is before it.

    Such a DOI is not a placeholder, and nothing follows it; see `Trait.PLAIN`.
    """
    doi, spelling = mention.doi, mention.spelling
    if doi is None or mention.form is Form.BROKEN or mention.shown:
        return False
    name = _NAME.fullmatch(spelling.text, spelling.name.start)
    return name is not None and not is_placeholder(doi)


def is_usual(mention: Mention) -> bool:
    """Return whether a DOI is alone where a DOI may be alone, or after `https://doi.org/`.

    If it is also plain, nothing is wrong with its writing; see `Trait.WELL_WRITTEN`. For a few
    other mentions that are correct, the result is False, which only costs time.
    """
    if mention.form is Form.FIELD and mention.span != mention.written.whole:
        return False  # there is markup around the DOI
    is_link = mention.spelling.text.startswith(RESOLVER)
    if mention.form in (ARGUMENTS if is_link else LINKS):
        return False
    if not is_link and mention.container is not None and mention.container.is_address:
        return False
    if mention.form is Form.BARE_LINK and mention.surroundings[0] in {"@", ":"}:
        return False  # it may be in a citation key
    return mention.spelling.name.start == (len(RESOLVER) if is_link else 0)


class _Table:
    """The rules for a mention, by its file, its form, its traits and its exception."""

    def __init__(self, facts: RunFacts) -> None:
        self._facts = facts
        self._rules: dict[_Kind, tuple[Rule, ...]] = {}
        missing = frozenset() if facts.outcomes else _UNASKED
        self._missing = missing if facts.works else missing | {Need.WORKS}

    def rules(self, mention: Mention) -> tuple[Rule, ...]:
        """Return the rules that check a mention."""
        facts = self._facts
        traits = _traits(mention)
        exception = exception_for(mention.doi, facts) if mention.doi and facts.exceptions else None
        key = mention.source.name, mention.form, traits, exception
        found = self._rules.get(key)
        if found is None:
            asked = bool(facts.outcomes)
            claims = facts.claims is not NO_CLAIMS
            every = bool(facts.works) or claims or bool(facts.own)
            name = mention.source.name
            selection = Selection.of(facts.settings, name, asking=asked, works=every)
            found = _chosen(selection, mention.form, traits, self._missing)
            if exception is not None:
                found = tuple(rule for rule in found if not turns_off(exception, rule))
            self._rules[key] = found
        return found

    def turned_off(self, mention: Mention, exception: DoiException) -> Iterator[Rule]:
        """Yield the rules that would check a mention without its exception."""
        traits = _traits(mention)
        for rule in rules():
            if _checks(rule, mention.form, traits, self._missing) and turns_off(exception, rule):
                yield rule


@lru_cache(maxsize=512)
def _chosen(
    selection: Selection, form: Form, traits: frozenset[Trait], missing: frozenset[Need]
) -> tuple[Rule, ...]:
    """Return the rules for a kind of mention; cached for the next documents."""
    return tuple(rule for rule in selection.rules if _checks(rule, form, traits, missing))


def _checks(rule: Rule, form: Form, traits: frozenset[Trait], missing: frozenset[Need]) -> bool:
    """Return whether a rule checks a kind of mention, in a run that lacks some facts."""
    return form in rule.forms and traits <= rule.looks_at and rule.needs.isdisjoint(missing)


def _traits(mention: Mention) -> frozenset[Trait]:
    """Return the special traits of a mention."""
    special = []
    if mention.spelling.kind is Kind.IDENTIFIER:
        special.append(Trait.REPEATED if mention.linked_in_block else Trait.IDENTIFIER)
    elif _is_guessed(mention):
        special.append(Trait.GUESS)
    if mention.in_example:
        special.append(Trait.EXAMPLE)
    if is_plain(mention):
        special.append(Trait.PLAIN)
        if is_usual(mention):
            special.append(Trait.WELL_WRITTEN)
    elif is_to_be_filled_in(mention.spelling):
        special.append(Trait.TEMPLATE)
    return frozenset(special)


def _is_guessed(mention: Mention) -> bool:
    """Return whether a DOI is guessed from a publisher's address; not in a field for DOIs."""
    return mention.spelling.kind is Kind.PUBLISHER and mention.form is not Form.FIELD


def in_report_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run in the order of reports, with equal ones grouped."""
    return tuple(grouped(sorted(findings, key=attrgetter("order"))))


def grouped(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings; equal findings by a rule with `counted` become one.

    DOIs that could not be checked are reported once for each cause. The first place is kept; its
    message counts the others.

    Args:
        found: all findings of a run, after suppression, in order.
    """
    codes = {finding.code for finding in found}
    counted = {code for code in codes if (rule := by_code(code)) is not None and rule.counted}
    if not counted:
        return list(found)
    counts = Counter(
        (finding.code, finding.message) for finding in found if finding.code in counted
    )
    kept = []
    for finding in found:
        count = counts.pop((finding.code, finding.message), 0) if finding.code in counted else 1
        if count == 1:
            kept.append(finding)
        elif count:
            others = "1 other place" if count == 2 else f"{count - 1} other places"
            kept.append(finding.replace(message=f"{finding.message} (here and in {others})"))
    return kept


def dois_to_look_up(mentions: Iterable[Mention], settings_of: SettingsOf) -> tuple[Doi, ...]:
    """Return the distinct DOIs whose outcome a rule may need, in order of appearance.

    Templates, shortDOIs that may be pages, texts that are longer than any DOI, and publishers'
    addresses that no rule checks are left out. DOIs with an exception are included, because the
    exception is reported if it is no longer needed. If a text is not a DOI only because of
    look-alikes, the DOI without them is included.
    """
    named = (
        (mention.doi or plain_name(mention.spelling), mention)
        for mention in mentions
        if len(mention.written.text) <= LONGEST
    )
    asked = (doi for doi, mention in named if doi and _is_worth_asking(doi, mention, settings_of))
    return tuple(dict.fromkeys(asked))


def _is_worth_asking(doi: Doi, mention: Mention, settings_of: SettingsOf) -> bool:
    """Return whether a rule may need the outcome of the DOI of a mention."""
    if _is_guessed(mention):
        from mdlint_doi.names.work_pages import is_work_page

        name = mention.source.name
        selection = Selection.of(settings_of(name), name)
        if mention.form is Form.VALUE:
            return selection.needs(Need.PAGES)
        return selection.needs(Need.PUBLISHERS) and is_work_page(mention.spelling)
    page = is_page(doi) and may_be_page(mention.spelling)
    return not (page or holds_template(str(doi)) or is_to_be_filled_in(mention.spelling))


def candidates_to_look_up(
    mentions: Iterable[Mention], outcomes: Mapping[Doi, Outcome], settings_of: SettingsOf
) -> dict[Doi, tuple[Doi, ...]]:
    """Return, for each DOI that is not registered, the DOIs that may be meant, in order.

    A DOI is left out if all documents with it have an exception for all rules about it.
    """
    wanted: dict[Doi, dict[Doi, None]] = {}
    seen: set[tuple[str, str]] = set()
    for mention in mentions:
        doi = mention.doi
        if doi is None or not isinstance(outcomes.get(doi), Missing):
            continue
        text = mention.spelling.text, mention.marks.text if mention.marks else ""
        if text in seen:
            continue
        seen.add(text)  # the same text has the same candidates
        exception = exception_for(doi, RunFacts(settings=settings_of(mention.source.name)))
        if exception is None or exception.rules:
            wanted.setdefault(doi, {}).update(dict.fromkeys(candidates_of(mention)))
    return {doi: tuple(names) for doi, names in wanted.items()}


def names_as_written(mentions: Iterable[Mention]) -> tuple[Doi, ...]:
    """Return the DOIs of mentions, once for each letter case, in order of appearance."""
    return tuple(
        {str(mention.doi): mention.doi for mention in mentions if mention.doi is not None}.values()
    )


def casings(names: Iterable[Doi]) -> dict[Doi, tuple[str, ...]]:
    """Return the DOIs that are written in more than one letter case, with these spellings."""
    seen: dict[Doi, dict[str, None]] = {}
    for doi in names:
        seen.setdefault(doi, {}).setdefault(str(doi))
    return {doi: tuple(written) for doi, written in seen.items() if len(written) > 1}
