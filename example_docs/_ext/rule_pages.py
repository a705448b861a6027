"""Write the pages of the rules from the rules themselves.

A rule contains its own text and examples, which are also its tests. The pages are under version
control, because reports and terminals link to them; a test checks that they are up to date. After a
change of a rule, run `python example_docs/_ext/rule_pages.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from rule_examples import left_alone, reported

from mdlint_doi.lint.rule import Decided, FixKind, Need, Rule
from mdlint_doi.lint.rules import FAMILIES, RULES

FOLDER: Final = Path(__file__).parents[1] / "rules"
FIXES: Final = {
    FixKind.NONE: "no",
    FixKind.SAFE: "safe",
    FixKind.UNSAFE: "unsafe",
    FixKind.LOOKUP: "safe after a look-up",
}
DECIDED: Final = {
    Decided.OFFLINE: "not needed",
    Decided.LOOKUP: "can change the finding",
    Decided.NETWORK: "needed",
}


def pages() -> dict[str, str]:
    """Return the text of each page by its file name."""
    return {f"{rule.code}.md": page(rule) for rule in RULES} | {"index.md": index(RULES)}


def write_pages() -> None:
    """Write all pages, and remove the pages of rules that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    texts = pages()
    for stale in {path.name for path in FOLDER.glob("*.md")} - texts.keys():
        (FOLDER / stale).unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def index(rules: tuple[Rule, ...]) -> str:
    """Return the page with the tables of all rules."""
    return "\n".join(_index(rules)) + "\n"


def page(rule: Rule) -> str:
    """Return a rule's page."""
    return "\n".join(_page(rule)) + "\n"


def _index(rules: tuple[Rule, ...]) -> Iterator[str]:
    yield "# Rules\n"
    yield (
        "*On*: the rule is on by default. *Fix*: `--fix` applies safe fixes; unsafe "
        "ones need `--unsafe-fixes`; some fixes become safe after a look-up. *Look-up*: whether "
        "the rule needs a look-up, or a look-up can change the finding. Errors and warnings set "
        "the exit code to 1; hints alone do not.\n"
    )
    for family, members in groupby(rules, key=lambda rule: rule.family):
        yield f"## {dict(FAMILIES)[family]}\n"
        yield '<div class="rules">\n'
        yield "| code | name | reports | severity | on | fix | look-up |"
        yield "|---|---|---|---|---|---|---|"
        for rule in members:
            yield _row(rule)
        yield "\n</div>\n"
    yield "\n<!-- {toctree}\n:hidden:\n:maxdepth: 1\n"  # as `hidden_directives` reads it
    yield from (rule.code for rule in rules)
    yield "-->"


def _row(rule: Rule) -> str:
    cells = (
        f"[{rule.code}]({rule.code}.md)",
        f"`{rule.name}`",
        rule.summary.replace("|", "\\|"),
        rule.severity.value,
        "yes" if rule.default else "no",
        FIXES[rule.fix],
        DECIDED[rule.decided],
    )
    return f"| {' | '.join(cells)} |"


def _page(rule: Rule) -> Iterator[str]:
    yield f"# {rule.code} {rule.name}\n"
    yield f"{rule.summary}\n"
    severity = rule.severity.value
    badges = (
        (severity, severity),
        ("", "on by default" if rule.default else "off by default"),
        (rule.fix.value, f"fix: {FIXES[rule.fix]}"),
        ("", f"look-up: {DECIDED[rule.decided]}"),
    )
    spans = (f'<span class="{f"badge {kind}".strip()}">{words}</span>' for kind, words in badges)
    yield " · ".join(spans) + "\n"
    yield f"## Why\n\n{rule.why}\n"
    yield "## Reported\n"
    yield from reported(rule)
    yield "## Left alone\n"
    yield from left_alone(rule)
    yield from _switches(rule)
    yield "\nIf a finding is wrong, see [When something goes wrong](../guide/trouble.md)."


def _switches(rule: Rule) -> Iterator[str]:
    yield "## Switching it off\n" if rule.default else "## Switching it on\n"
    if Need.SEARCH in rule.needs:
        yield "```console\n$ mdlint-doi search docs/\n```\n"
        yield "For details, see [Find missing DOIs](../guide/search.md)."
        return
    if not rule.default:
        yield f'```toml\n[tool.mdlint-doi]\nextend-select = ["{rule.name}"]\n```\n'
        return
    if not rule.is_about_settings:
        yield f"```markdown\n<!-- mdlint-doi-disable-next-line {rule.name} -->\n```\n"
    yield f'```toml\n[tool.mdlint-doi]\nignore = ["{rule.name}"]\n```\n'
    yield "For other ways, see [Ignore findings](../guide/suppress.md)."


if __name__ == "__main__":
    write_pages()
