"""Real names with awkward characters, written as the project writes them, are never a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lint.world import findings, read

from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.link import markdown_destination

FORMS = {
    "destination": lambda doi: f"[text]({markdown_destination(doi.url())})",
    "angle": lambda doi: f"[text](<{doi.url()}>)",
    "autolink": lambda doi: f"An <{doi.url()}> in a line.",
    "strict": lambda doi: f"<{doi.url('strict')}>",
    "definition": lambda doi: f"[text]\n\n[text]: {doi.url()}",
    "html": lambda doi: f'<a href="{doi.url()}">text</a>',
    "uri": lambda doi: f"[text](<{doi.uri}>)",
    "role": lambda doi: f"{{doi}}`{doi}`",
}
TEXTS = ("See {} for more.", "({}).", "*See* {}, and more")


@pytest.fixture(scope="module")
def nasty(shared: Path) -> list[Doi]:
    """Return the awkward names."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    return [parse(json.loads(line)["doi"]) for line in lines]


@pytest.mark.parametrize("form", FORMS)
def test_link_is_no_fault(nasty: list[Doi], form: str) -> None:
    """Nothing but hints fires on a canonical link, in any construct; the name is read whole.

    But for a full stop at its end, of which nobody can tell without a look-up.
    """
    for doi in nasty:
        text = FORMS[form](doi)
        if form == "role" and ("`" in str(doi) or "\\" in str(doi)):
            continue
        assert [mention.doi for mention in read(text).mentions] == [doi], text
        told = [finding for finding in findings(text) if finding.severity is not Severity.HINT]
        found = [
            finding for finding in told if finding.code != "DOI104" or not str(doi).endswith(".")
        ]
        assert found == [], text


@pytest.mark.parametrize("text", TEXTS)
def test_bare_link_is_no_fault(nasty: list[Doi], text: str) -> None:
    """Nothing but hints fires on a canonical link in running text."""
    for doi in nasty:
        found = findings(text.format(doi.url()))
        assert [finding for finding in found if finding.severity is not Severity.HINT] == [], doi


@pytest.mark.parametrize("form", FORMS)
def test_registered_name_is_silent(nasty: list[Doi], form: str) -> None:
    """Once the name is known to be registered, not even a hint is left on its canonical link."""
    for doi in nasty:
        if form in {"strict", "uri"} or (form == "role" and ("`" in str(doi) or "\\" in str(doi))):
            continue
        assert findings(FORMS[form](doi), outcomes=[(str(doi), "found")]) == [], doi
