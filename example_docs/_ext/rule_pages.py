"""The pages of the rules, written from the registry before a build reads its sources.

A rule carries its own text and examples, which are its tests too, so a rule cannot be without a
page and a page cannot be out of date. The pages are written into the source folder, as autosummary
does, and are not under version control. The price: a build needs a writable source folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rule_examples import bad, good

from mdlint_doi.lint.rule import Decided, FixKind, Rule
from mdlint_doi.lint.rules import FAMILIES, RULES

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FOLDER: Final = "rules"
FIXES: Final = {
    FixKind.NONE: "no",
    FixKind.SAFE: "safe",
    FixKind.UNSAFE: "unsafe",
    FixKind.LOOKUP: "safe after a look-up",
}
DECIDED: Final = {
    Decided.OFFLINE: "not needed",
    Decided.LOOKUP: "sharpens it",
    Decided.NETWORK: "needed",
}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the pages when a build begins."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(app: Sphinx) -> None:
    """Write what changed, so that an incremental build reads no more than that."""
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    pages = {f"{rule.code}.md": page(rule) for rule in RULES}
    pages["index.md"] = index(RULES)
    for stale in {path.name for path in folder.glob("*.md")} - pages.keys():
        (folder / stale).unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def index(rules: tuple[Rule, ...]) -> str:
    """Return the table of all rules."""
    return "\n".join(_index(rules)) + "\n"


def page(rule: Rule) -> str:
    """Return a rule's page."""
    return "\n".join(_page(rule)) + "\n"


def _index(rules: tuple[Rule, ...]) -> Iterator[str]:
    yield "# Rules\n"
    yield (
        "*On* says whether a rule is on without being selected. *Fix* says what `--fix` does: safe "
        "fixes are made, unsafe ones only with `--unsafe-fixes`, some become safe once a look-up "
        "has decided. *Look-up* says whether the DOI system has to be asked. Errors and warnings "
        "make the exit code 1, hints do not.\n"
    )
    for family, members in groupby(rules, key=lambda rule: rule.family):
        yield f"## {dict(FAMILIES)[family]}\n"
        yield "| code | name | reports | severity | on | fix | look-up |"
        yield "|---|---|---|---|---|---|---|"
        for rule in members:
            yield _row(rule)
        yield ""
    yield "```{toctree}\n:hidden:\n:maxdepth: 1\n"
    yield from (rule.code for rule in rules)
    yield "```"


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
    yield "| severity | on by default | fix | look-up |\n|---|---|---|---|"
    yield (
        f"| {rule.severity.value} | {'yes' if rule.default else 'no'} | {FIXES[rule.fix]} "
        f"| {DECIDED[rule.decided]} |\n"
    )
    yield f"## Why\n\n{rule.why}\n"
    yield "## Reported\n"
    for example in rule.bad:
        yield from bad(rule, example)
    yield "## Left alone\n"
    for example in rule.good:
        yield from good(example)
    yield from _switches(rule)


def _switches(rule: Rule) -> Iterator[str]:
    yield "## Switching it off\n" if rule.default else "## Switching it on\n"
    if not rule.default:
        yield f'```toml\n[tool.mdlint-doi]\nextend-select = ["{rule.name}"]\n```\n'
        return
    yield f"```markdown\n<!-- mdlint-doi-disable-next-line {rule.name} -->\n```\n"
    yield f'```toml\n[tool.mdlint-doi]\nignore = ["{rule.name}"]\n```\n'
    yield "[More ways](../guide/suppress.md)."
