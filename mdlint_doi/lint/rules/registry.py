"""What a rule is, and the table of all rules.

A rule is a pure function of a mention and what is known about it. Each carries its own examples:
they are its tests, what `mdlint-doi rule CODE` prints, and its page in the manual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from mdlint_doi.lint.model import Finding, Mention, Severity
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.record import Outcome


class FixKind(StrEnum):
    """What a rule's fix is worth."""

    NONE = "none"
    SAFE = "safe"
    UNSAFE = "unsafe"
    LOOKUP = "look-up"
    """Safe once exactly one candidate is Found and the name as written is Missing."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a rule may know beside the mention.

    Attributes:
        settings: of the run.
        outcomes: what the DOI system said; empty in an offline run.
        suggestions: for a name that is Missing, the candidates that are Found, in order.
        casings: the different spellings of a name in the whole run, in order of appearance.
        online: whether look-ups were made at all.

    """

    settings: Settings = field(default_factory=Settings)
    outcomes: Mapping[Doi, Outcome] = field(default_factory=lambda: MappingProxyType({}))
    suggestions: Mapping[Doi, tuple[Doi, ...]] = field(
        default_factory=lambda: MappingProxyType({}),
    )
    casings: Mapping[Doi, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    online: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A Markdown text that a rule reports, and the text after its fix.

    Attributes:
        text: Markdown, one line as a rule.
        fixed: the text after this rule's fix (unsafe ones allowed); None without a fix.
        outcomes: pairs of a name and `found`, `missing`, … for rules that need a look-up.

    """

    text: str
    fixed: str | None = None
    outcomes: tuple[tuple[str, str], ...] = ()


Check = Callable[[Mention, Facts], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        code: `DOI201`; never given to another rule.
        name: reads well after "allow".
        severity: the usual one of its findings.
        summary: one sentence: what it reports.
        why: a paragraph: why that matters.
        fix: what its fix is worth.
        check: the function.
        default: whether it is on without being selected.
        network: whether it needs look-ups to say anything.
        bad: what it reports.
        good: Markdown texts that it leaves alone.

    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    fix: FixKind
    check: Check
    bad: tuple[Example, ...]
    good: tuple[str, ...]
    default: bool = True
    network: bool = False

    @property
    def family(self) -> str:
        """The first digit's family: `DOI2`."""
        return self.code[:4]
