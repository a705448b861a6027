"""DOI001, DOI002: comments that turn rules off, such as `mdlint-doi-disable`.

`document` reads the comments; this module applies them to the findings of all formats. `disable`
and `enable` apply from the comment on, the others to lines or to the file. A comment without effect
is reported, unless one of its rules needs look-ups that were not made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import attrgetter, itemgetter
from typing import Final

from mdlint_doi.lint.document import Directive, Suppression
from mdlint_doi.lint.model import Finding, shown
from mdlint_doi.lint.rule import LINK, Example, Need, Rule
from mdlint_doi.lint.rules import UnknownSelectorError, by_code, codes_of, rules
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.severity import Severity
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_OLD: Final = "[t](https://dx.doi.org/10.1000/182)"


UNKNOWN_SUPPRESSION: Final = Rule(
    code="DOI001",
    name="unknown-suppression",
    severity=Severity.WARNING,
    summary=(
        "A comment that is meant to turn rules off names an unknown rule or contains an unknown "
        "word."
    ),
    why=(
        "A comment with a typo, such as `mdlint-doi-disable DOI2O1` with the letter O instead of a "
        "zero, has no effect, and without this rule you would not notice. The message suggests the "
        "closest valid word."
    ),
    forms=frozenset(),
    bad=(
        Example(f"<!-- mdlint-doi-disable DOI999 -->\n\n{LINK}"),
        Example(f"{LINK} <!-- mdlint-doi-disable-line unusual-addres -->"),
        Example(f"<!-- mdlint-doi-disable-nextline DOI201 -->\n{_OLD}"),
        Example(f"<!-- mdlint-doi disable-next-line DOI201 -->\n{_OLD}"),
        Example(f"<!-- mdlint-doi-disable DOI2O1, DOI3O1 -->\n\n{_OLD}"),
    ),
    good=(
        Example(f"{_OLD} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"<!-- mdlint-doi-disable-file unusual-address, DOI3 -->\n\n{LINK}"),
    ),
)

UNUSED_SUPPRESSION: Final = Rule(
    code="DOI002",
    name="unused-suppression",
    severity=Severity.HINT,
    summary="A comment turns off a rule that reports nothing there.",
    why=(
        "A comment that is no longer needed can hide the next real problem in the same place. "
        "Comments for rules that need look-ups are checked only in runs with look-ups. Comments "
        "for rules that are not selected are not checked."
    ),
    forms=frozenset(),
    bad=(
        Example(f"{LINK} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"<!-- mdlint-doi-disable-next-line unusual-address -->\n{LINK}"),
        Example(f"<!-- mdlint-doi-disable DOI206, DOI201 -->\n\n{_OLD}"),
        Example(f"<!-- mdlint-doi-enable DOI201 -->\n\n{LINK}"),
    ),
    good=(
        Example(f"{_OLD} <!-- mdlint-doi-disable-line DOI201 -->"),
        Example(f"{LINK} <!-- mdlint-doi-disable-line DOI901 -->"),
    ),
)


OWN: Final = frozenset({UNKNOWN_SUPPRESSION.code, UNUSED_SUPPRESSION.code})
"""The rules about comments for mdlint-doi; a comment without selectors does not turn them off."""


def apply(
    findings: Iterable[Finding],
    suppressions: Sequence[Suppression],
    source: Source,
    facts: RunFacts,
) -> list[Finding]:
    """Return the findings of one document that are not suppressed, in order.

    Selectors that select nothing, and comments without effect, are added as findings if the rules
    about them are selected.

    Args:
        findings: the findings of the document.
        suppressions: its comments.
        source: the document.
        facts: the facts about DOIs and works, and the settings of the document.
    """
    plan = _Plan(suppressions, source)
    kept = [finding for finding in findings if not plan.hides(finding)]
    selection = Selection.of(facts.settings, source.name)
    reports = [*_about_comments(plan, selection, facts)]
    reported = (rule.finding_at(source, span, message) for rule, span, message in reports)
    kept += (
        finding for finding in reported if selection.has(finding.code) and not plan.hides(finding)
    )
    return sorted(kept, key=attrgetter("order"))


class _Order(Value):
    """One selector of one comment, with the rules that it turns off or on.

    Attributes:
        directive: the directive of the comment.
        selector: the selector as written; empty for a comment without selectors.
        codes: the codes that it selects; None if it selects nothing.
        span: the span to underline in reports.
        comment: the span of the comment.
    """

    directive: Directive
    selector: str
    codes: frozenset[str] | None
    span: Span
    comment: Span


class _Plan:
    """The ranges in which rules are turned off, and the orders that had an effect."""

    def __init__(self, suppressions: Sequence[Suppression], source: Source) -> None:
        self.used: set[_Order] = set()
        self.orders: list[_Order] = []
        self._file: dict[str, _Order] = {}
        self._ranges: dict[str, list[tuple[int, int, _Order]]] = {}
        lines: dict[str, dict[Span, _Order]] = {}
        open_ranges: dict[str, tuple[int, _Order]] = {}
        for suppression in sorted(suppressions, key=lambda suppression: suppression.span):
            for order in _orders(suppression):
                self.orders.append(order)
                self._take(suppression.with_lines_of(source), order, open_ranges, lines)
        for code, (start, order) in open_ranges.items():
            self._close(code, start, len(source.text) + 1, order)
        self._lines = {
            # A line includes its end.
            code: [(line.start, line.end + 1, spans[line]) for line in sorted(spans)]
            for code, spans in lines.items()
        }

    def _take(
        self,
        suppression: Suppression,
        order: _Order,
        open_ranges: dict[str, tuple[int, _Order]],
        lines: dict[str, dict[Span, _Order]],
    ) -> None:
        for code in sorted(order.codes or ()):
            match order.directive:
                case Directive.FILE:
                    self._file.setdefault(code, order)
                case Directive.LINE | Directive.NEXT_LINE:
                    for line in suppression.lines or ():
                        lines.setdefault(code, {}).setdefault(line, order)
                case Directive.DISABLE:
                    open_ranges.setdefault(code, (suppression.span.start, order))
                case Directive.ENABLE if code in open_ranges:
                    self.used.add(order)
                    start, opened = open_ranges.pop(code)
                    self._close(code, start, suppression.span.start, opened)
                case _:
                    pass

    def _close(self, code: str, start: int, end: int, order: _Order) -> None:
        self._ranges.setdefault(code, []).append((start, end, order))

    def hides(self, finding: Finding) -> bool:
        """Return whether the finding is suppressed, and remember the order that did it."""
        order = (
            self._file.get(finding.code)
            or _in_range(self._lines.get(finding.code), finding.span.start)
            or _in_range(self._ranges.get(finding.code), finding.span.start)
        )
        if order is not None:
            self.used.add(order)
        return order is not None


def _in_range(ranges: Sequence[tuple[int, int, _Order]] | None, offset: int) -> _Order | None:
    """Return the order of the range that contains an offset; ranges are sorted and disjoint."""
    at = bisect_right(ranges, offset, key=itemgetter(0)) - 1 if ranges else -1
    return ranges[at][2] if ranges and at >= 0 and offset < ranges[at][1] else None


def _orders(suppression: Suppression) -> Iterator[_Order]:
    """Yield the orders in a comment: one for each selector, or one for all rules."""
    if not suppression.selectors:  # all rules, but not the reports on comments
        every = frozenset(rule.code for rule in rules()) - OWN
        yield _Order(suppression.directive, "", every, suppression.span, suppression.span)
    for selector, span in suppression.selectors:
        codes: frozenset[str] | None = None
        if suppression.directive is not Directive.UNKNOWN:
            with suppress(UnknownSelectorError):
                codes = codes_of(selector)
        yield _Order(suppression.directive, selector, codes, span, suppression.span)


def _about_comments(
    plan: _Plan, selection: Selection, facts: RunFacts
) -> Iterator[tuple[Rule, Span, str]]:
    """Yield the problems of comments: the rule, the span and the message."""
    for span, problem in _unknown(plan):
        yield UNKNOWN_SUPPRESSION, span, problem
    for order in plan.orders:
        if order.codes is None or order in plan.used:
            continue
        selector = shown(order.selector)
        if order.directive is Directive.ENABLE:
            problem = f"{selector or 'no rule'} is {'not ' if selector else ''}turned off here"
        elif _can_know(order.codes, selection, facts):
            problem = (
                f"{selector or 'no rule'} reports {'nothing' if selector else 'anything'} here"
            )
        else:
            continue
        yield UNUSED_SUPPRESSION, order.span, f"{problem}; remove this comment"


def _unknown(plan: _Plan) -> Iterator[tuple[Span, str]]:
    """Yield the span and the message for each comment that is not read, or only in part."""
    told = set[Span]()
    for order in plan.orders:
        if order.codes is not None or order.comment in told:
            continue
        told.add(order.comment)  # one finding for each comment
        if order.directive is Directive.UNKNOWN:
            problem = f"unknown comment '{shown(order.selector)}'{_nearest(order.selector)}"
        else:
            others = any(other.codes for other in plan.orders if other.comment == order.comment)
            effect = "is read only in part" if others else "turns nothing off"
            problem = f"this comment {effect}: {UnknownSelectorError(order.selector)}"
        yield order.span, problem


def _nearest(written: str) -> str:
    """Return the end of a message about an unknown comment: the most similar one, and all words."""
    words = [
        f"mdlint-doi-{directive}" for directive in Directive if directive is not Directive.UNKNOWN
    ]
    near = closest(written.lower().replace("_", "-").replace(" ", "-"), words)
    hint = f"; did you mean '{near}'?" if near else ""
    return f"{hint} (valid: {', '.join(words)})"


def _can_know(codes: frozenset[str], selection: Selection, facts: RunFacts) -> bool:
    """Return whether a run without findings of these rules shows that a comment is not needed.

    It does not show this for rules that need look-ups, if these were not made or failed. It does
    not either if a look-up can remove the finding, because the comment may be needed offline.
    """
    rules = [rule for rule in map(by_code, sorted(codes)) if rule]
    judged = [rule for rule in rules if rule.default or len(codes) == 1]
    own = {rule.code for rule in judged}
    if not own or not own <= selection.codes or own <= OWN:
        return False
    if not facts.online:
        return not any(rule.network for rule in judged)
    wanted = [rule for rule in judged if not rule.silenced_by_lookup]
    needs = {need for rule in wanted for need in rule.needs}
    lacks_works = Need.WORKS in needs and not facts.works_complete
    lacks_search = Need.SEARCH in needs and not facts.searched
    asked = any(rule.network for rule in wanted)
    is_open = lacks_works or lacks_search or (asked and facts.undecided)
    return bool(wanted) and not is_open
