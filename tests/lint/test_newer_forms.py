"""The DOI Foundation's newer texts: links in their forms are as right as in the older ones.

The DOI Handbook of September 2025 and "DOI URI Scheme" (doi:10.1000/292) encode each slash within
the suffix, the former each comma, too; neither encodes `+`.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from lint.world import findings, fixed, read
from names.name_cases import lines_in
from names.test_newer_forms import TABLE

from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.link import markdown_destination

ROWS = TABLE[:4]
NAMES = [name for name, *_ in ROWS]


def forms_of(name: str) -> list[str]:
    """Return the links and URIs of a row of the table, and a mixture of older and newer form."""
    _, older, newer, uri = next(row for row in ROWS if row[0] == name)
    mixture = newer.replace("%2C", ",").replace("+", "%2B")
    links = [f"https://doi.org/{path}" for path in (older, newer, mixture)]
    return [*dict.fromkeys((*links, f"doi:{uri}", parse(name).uri))]


DOCUMENTS = {
    "destination": ("[t]({})\n", "markdown"),
    "angle": ("[t](<{}>)\n", "markdown"),
    "autolink": ("See <{}> there.\n", "markdown"),
    "definition": ("See [t].\n\n[t]: {}\n", "markdown"),
    "image": ("![t]({})\n", "markdown"),
    "attribute": ('<a href="{}">t</a>\n', "markdown"),
    "front matter": ("---\nurl: {}\n---\n\nA page.\n", "markdown"),
    "rST": ("See `t <{}>`__ there.\n", "rst"),
    "BibTeX": ("@misc{{a,\n  note = {{{}}},\n}}\n", "bibtex"),
}


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("name", NAMES)
def test_both_forms_are_silent(name: str, document: str) -> None:
    """No rule that is on by default finds anything, and a fix changes nothing."""
    template, language = DOCUMENTS[document]
    for form in forms_of(name):
        text = template.format(form)
        assert [
            finding.code for finding in check_text(text, language, Settings(offline=True))
        ] == [], text
        assert fix_text(text, language, Settings(offline=True)) == text


@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_a_link(name: str) -> None:
    """A link whose visible text is an address of the same DOI in the other form is right, too."""
    links = [form for form in forms_of(name) if form.startswith("https:")]
    for target in links:
        for shown in links:
            text = f"[{shown}]({target})\n"
            found = findings(text)
            assert [
                finding.code for finding in found if finding.severity is not Severity.HINT
            ] == [], text


@pytest.mark.parametrize("link", ["http://dx.doi.org/", "https://www.doi.org/"])
def test_other_fixes_leave_the_form(link: str) -> None:
    """What is put right about the address leaves the name as it is written."""
    written = "10.6338/JDA.202212%2FSP_17(4)%2Ca+0000"
    assert fixed(f"<{link}{written}>", "DOI201") == f"<https://doi.org/{written}>"


@pytest.mark.parametrize("name", lines_in("nasty_names.txt"))
def test_awkward_names(name: str) -> None:
    """Real names with awkward characters are no fault in any form, and are read whole."""
    _is_no_fault(parse(name))


def test_all_awkward_names(shared: Path) -> None:
    """Nor are those of the shared collection."""
    for line in (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines():
        _is_no_fault(parse(json.loads(line)["doi"]))


def _is_no_fault(doi: Doi) -> None:
    for form in (doi.url("handbook-2025"), doi.uri_292, doi.url("strict"), doi.uri):
        for text in (f"[t]({markdown_destination(form)})", f"<{form}>"):
            assert [mention.doi for mention in read(text).mentions] == [doi], text
            found = findings(text, outcomes=[(str(doi), "found")])
            assert [
                finding.code for finding in found if finding.severity is not Severity.HINT
            ] == [], text
            assert [finding.code for finding in found if finding.code == "DOI301"] == [], text


@pytest.mark.parametrize(
    ("text", "after", "words"),
    [
        ("[t](doi:10.1000/456#789)", "[t](doi:10.1000/456%23789)", "unencoded '#' in a DOI link"),
        ("<doi:10.1000/q?17>", "<doi:10.1000/q%3F17>", "unencoded '?' in a DOI link"),
        ("<doi:10.1000/a?b#c>", "<doi:10.1000/a%3Fb%23c>", "unencoded '?' and '#' in a DOI link"),
        ("<doi:10.1000/182?utm_source=a>", None, "'?utm_source=a' is treated as part of the DOI"),
    ],
)
def test_raw_marks_in_a_uri(text: str, after: str | None, words: str) -> None:
    """`?` and `#` belong to the name in a `doi:` URI; that they need an escape is a hint."""
    (finding,) = findings(text)
    assert (finding.code, finding.severity) == ("DOI301", Severity.HINT)
    assert words in finding.message
    assert fixed(text, "DOI301") == (after or text)
    if after:
        assert findings(after) == []


@pytest.mark.parametrize(("outcome", "count"), [("found", 1), ("unknown", 1), ("missing", 0)])
def test_answers_about_raw_marks(outcome: str, count: int) -> None:
    """They have to be encoded if the name is registered; if it is not, another rule says that."""
    found = findings("<doi:10.1000/456#7>", "DOI301", outcomes=[("10.1000/456#7", outcome)])
    assert len(found) == count


def test_a_label_in_the_text_is_no_uri() -> None:
    """`doi:` and a name in running text stay as they are."""
    assert findings("It is doi:10.1000/456#789 in the text.", "DOI3") == []


@pytest.mark.parametrize(
    ("text", "outcomes", "count"),
    [
        ("[t](https://doi.org/10.5594x/abc)", (), 1),
        ("[t](doi:10.abc/ab/cd/ef)", (), 1),
        ("{doi}`10.12-34/abc`", (), 1),
        ("[t](https://doi.org/10.5594x/abc)", (("10.5594x/abc", "unknown"),), 1),
        ("[t](https://doi.org/10.5594x/abc)", (("10.5594x/abc", "found"),), 0),
        ("[t](https://doi.org/10.5594x/abc)", (("10.5594x/abc", "missing"),), 0),
        ("[t](https://doi.org/10.xxxx/abc)", (), 0),
        ("[t](https://doi.org/10.978.88/abc)", (), 0),
        ("[t](https://doi.org/10/abc)", (), 0),
    ],
)
def test_letters_in_a_prefix(text: str, outcomes: tuple[tuple[str, str], ...], count: int) -> None:
    """A registrant code that is not of digits is a hint, until an answer decides."""
    found = findings(text, "DOI107", outcomes=outcomes)
    assert [finding.severity for finding in found] == [Severity.HINT] * count


@pytest.mark.parametrize(
    ("outcomes", "words", "after"),
    [
        ((), "the role drops '#789'", None),
        ((("10.1000/456", "found"),), "the role drops '#789'", None),
        (
            (("10.1000/456", "missing"), ("10.1000/456#789", "missing")),
            "the role drops '#789'",
            None,
        ),
        (
            (("10.1000/456", "missing"), ("10.1000/456#789", "found")),
            "the role drops '#789', which is part of the DOI",
            "{doi}`10.1000/456#789`",
        ),
    ],
)
def test_what_a_role_drops(
    outcomes: tuple[tuple[str, str], ...], words: str, after: str | None
) -> None:
    """The fragment of a link in a role is named; a look-up tells whether it belongs to the DOI."""
    text = "{doi}`https://doi.org/10.1000/456#789`"
    (finding,) = findings(text, "DOI201", outcomes=outcomes)
    assert words in finding.message
    assert finding.fix is not None
    assert (finding.fix.safety is Safety.SAFE) == (after is not None)
    assert fixed(text, "DOI201", outcomes=outcomes) == (after or "{doi}`10.1000/456`")


@pytest.mark.parametrize(
    "argument",
    [
        "https://doi.org/10.1000/182",
        "https://doi.org/10.1000/182?utm_source=a",
        "https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#",
        "doi:10.1000/456#789",
    ],
)
def test_a_role_that_drops_nothing(argument: str) -> None:
    """Trackers are no loss, and what belongs to the name is kept."""
    (finding,) = findings(f"{{doi}}`{argument}`", "DOI201")
    assert "drops" not in finding.message


@pytest.mark.parametrize("name", ["1.23/2002/january/21/4690", "alpha-beta/182.342-24"])
def test_prefixes_of_the_draft_of_2002(name: str) -> None:
    """Words and short numbers as a prefix are alike: wrong in a link or role, nothing in a text."""
    for text in (f"[t](doi:{name})", f"<doi:{name}>", f"{{doi}}`{name}`", f"{{doi}}`doi:{name}`"):
        found = findings(text, "DOI101")
        assert [finding.message.startswith(f"'{name}' ") for finding in found] == [True], text
    assert findings(f"It is doi:{name} in the text.") == []


@pytest.mark.parametrize("text", ["[t](doi:n/a)", "DOI: and/or in a text.", "DOI: n/a"])
def test_two_words_are_no_uri(text: str) -> None:
    """A label before words with a slash presents no DOI."""
    assert findings(text, "DOI1") == []


@pytest.mark.parametrize("written", ["7%609", "7%5C", "a%3C9%3E"])
def test_a_whole_name_that_no_role_takes(written: str) -> None:
    """Where the longer name is the registered one, and cannot stand in a role, nothing is fixed."""
    text = f"{{doi}}`https://doi.org/10.1000/4#{written}`"
    outcomes = (("10.1000/4", "missing"), (f"10.1000/4#{unquote(written)}", "found"))
    (finding,) = findings(text, "DOI201", outcomes=outcomes)
    assert finding.message.startswith(f"the role drops '#{written}'")
    assert finding.fix is None


@pytest.mark.parametrize("name", ["10.xxxx/your-doi", "10.abcd/your-doi", "10.abcd/{{ doi }}"])
def test_a_placeholder_has_no_wrong_prefix(name: str) -> None:
    """What stands for a name, or is to be filled in, is DOI105's business or nobody's."""
    assert findings(f"[t](https://doi.org/{name})", "DOI107") == []
