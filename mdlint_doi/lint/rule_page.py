"""Format a rule as text for a terminal, and rules as a table.

All information comes from the rules themselves, so it always corresponds to what they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import ndiff
from textwrap import fill, indent
from typing import Final

from mdlint_doi.lint.rule import Decided, Example, FixKind, Need, Rule
from mdlint_doi.lint.rules import FAMILIES, RULES
from mdlint_doi.lint.severity import Severity

WIDTH: Final = 88
_SEVERITY: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.HINT: "hint (fails a run with --fail-on hint)",
}
_FIX: Final = {
    FixKind.NONE: "There is no automatic fix.",
    FixKind.SAFE: "`--fix` applies the fix: the link still leads to the same DOI.",
    FixKind.UNSAFE: "The fix is a guess, so only `--unsafe-fixes` applies it.",
    FixKind.LOOKUP: (
        "The fix is a guess, so it needs `--unsafe-fixes`. If look-ups show that the written DOI is"
        " not registered and that exactly one of its corrected forms is registered, `--fix`"
        " applies it."
    ),
}
_FIX_SHORT: Final = {
    FixKind.NONE: "–",
    FixKind.SAFE: "safe",
    FixKind.UNSAFE: "unsafe",
    FixKind.LOOKUP: "look-up",
}
VERDICTS: Final = {
    "found": "is registered",
    "missing": "is not registered",
    "no-prefix": "and its prefix are not registered",
    "unknown": "could not be checked in time",
    "no-target": "is registered, but has no target",
    "deleted": "is registered, but was deleted by its agency",
}
"""The outcomes in examples, in words."""
_DETAILS: Final = {
    "retraction": " and was retracted by",
    "withdrawal": " and was withdrawn by",
    "correction": " and was corrected by",
    "expression_of_concern": " and has an expression of concern published as",
    "version": ", version",
    "IsVersionOf": ", a version of",
    "HasVersion": " and has the version",
    "IsPreviousVersionOf": ", a previous version of",
}
"""Updates and relations of works in examples, in words."""
_UNDECIDED: Final = "hint (fails a run only with --strict)"
_DECIDED: Final = {
    Decided.OFFLINE: "Yes: the rule reports the same findings in every run.",
    Decided.LOOKUP: "Yes, but a look-up can remove the finding, change it or make its fix safe.",
    Decided.NETWORK: "No: the rule needs look-ups or a records file with their results.",
}


def text(rule: Rule, width: int = WIDTH) -> str:
    """Return a rule's page for a terminal; `width` is the maximum length of its lines."""
    title = f"{rule.code} {rule.name}"
    severity = _UNDECIDED if rule.unchecked else _SEVERITY[rule.severity]
    default = "On by default." if rule.default else "Off unless selected."
    decided = _DECIDED[rule.decided]
    if Need.SEARCH in rule.needs:
        default = "Reported only by mdlint-doi search."
        decided = "No: each reference is sent to Crossref."
    bodies = {
        "Description": _wrapped(rule.summary, width),
        "Why": _wrapped(rule.why, width),
        "Reported": "\n\n".join(map(_bad, rule.bad)),
        "Left alone": "\n\n".join(
            f"{_where(example)}{_block(example.text)}" for example in rule.good
        ),
        "Fix": _wrapped(_FIX[rule.fix], width),
        "Works offline": _wrapped(decided, width),
    }
    pieces = [
        f"{title}\n{'=' * len(title)}",
        _wrapped(f"Severity: {severity}. {default}", width),
        *(f"{heading}\n{indent(body, '  ')}" for heading, body in bodies.items()),
    ]
    return "\n\n".join(pieces) + "\n"


def table(rules: Sequence[Rule] = RULES) -> str:
    """Return a table with a line for each rule, under the titles of their families."""
    wide = max(len(rule.name) for rule in rules)
    parts = []
    for prefix, title in FAMILIES:
        lines = [
            f"  {rule.code}  {rule.name:{wide}}  {rule.severity:8} {_FIX_SHORT[rule.fix]:8}"
            f" {'' if rule.default else 'off'}".rstrip()
            for rule in rules
            if rule.family == prefix
        ]
        parts += ["\n".join([f"{prefix}  {title}", *lines])] if lines else []
    return "\n\n".join(parts) + "\n"


def _bad(example: Example) -> str:
    """Return an example that is reported, with its lines before and after the fix."""
    if example.fixed is None:
        return _where(example) + _block(example.text)
    before = example.text.rstrip("\n").split("\n")
    after = example.fixed.rstrip("\n").split("\n")
    lines = (line for line in ndiff(before, after) if not line.startswith("?"))
    return _where(example) + _block("\n".join(line.rstrip() for line in lines))


def _where(example: Example) -> str:
    """Return the conditions of an example: the file, and the registered DOIs and works."""
    name = f"in {example.file}" if example.file != Example("").file else ""
    known = " and ".join(_known(name, outcome) for name, outcome in example.outcomes)
    both = ", ".join(part for part in (name, f"if {known}" if known else "") if part)
    note = f"{both[:1].upper()}{both[1:]}:\n\n" if both else ""
    others = "".join(f"With this {name}:\n\n{_block(text)}\n\n" for name, text in example.others)
    works = [f"{name} {work_in_words(words)}" for name, words in example.works]
    return others + note + (f"If {', and '.join(works)}:\n\n" if works else "")


def _known(name: str, outcome: str) -> str:
    word, _, other = outcome.partition(":")
    return f"{name} {f'is an alias of {other}' if word == 'alias' else VERDICTS[word]}"


def work_in_words(words: str) -> str:
    """Return the description of a registered work in an example, in words for readers."""
    if words == "unknown":
        return "is registered, but its registration agency does not answer"
    if not words.startswith('"'):
        return f"is {words}"
    work, *details = words.split("; ")
    known = "".join((f"is registered as {work}", *map(_detail, details)))
    return known.replace(", a version of", " of") if ", version " in known else known


def _detail(detail: str) -> str:
    """Return an update or a relation in words: ` and was retracted by 10.1000/notice`."""
    kind, *rest = detail.split()
    words = " on ".join(rest)
    lead = _DETAILS.get(kind, f", {kind}")
    return f"{lead} {words}" if words else lead.removesuffix(" by")


def _block(written: str) -> str:
    """Return an example's text, indented, with escapes for invisible characters."""
    visible = "".join(
        character if character.isprintable() or character == "\n" else f"\\u{ord(character):04x}"
        for character in written
    )
    return indent(visible, "    ")


def _wrapped(words: str, width: int) -> str:
    return fill(words, width, break_long_words=False, break_on_hyphens=False)
