"""Fixes: each edits its own bytes only, and together they come to one text."""

from __future__ import annotations

import pytest
from fix.test_fix import Page
from hypothesis import assume, example, given
from hypothesis import strategies as st
from lint.world import findings, fixed

from mdlint_doi import fix_text
from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.model import Finding, Safety
from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, link_path, parse
from mdlint_doi.names.link import markdown_destination
from mdlint_doi.text.source import Source

SCHEMES = ("https://", "http://", "HTTP://", "HTTPS://", "//")
HOSTS = ("doi.org", "dx.doi.org", "www.doi.org", "DOI.ORG", "doi.org:443", "hdl.handle.net")
LEADS = ("/", "//", "/doi:", "/https://doi.org/", "/doi.org/", "/api/handles/")
TAILS = ("", "?utm_source=x", "?fbclid=1#:~:text=a")
SHELLS = ("[t]({})", "[t](<{}>)", "[t]({} 'title')", "![t]({})", "[t]\n\n[t]: {}", "> - [t]({})")
NAMES = st.builds(
    "10.{}/{}".format,
    st.sampled_from(("1000", "1002", "1000.10")),
    st.text("ab1AZ.-_~()/;:<>[]#?%\"'+^{}|æ ", min_size=1, max_size=12).filter(
        lambda text: text.strip() == text
    ),
)


def stable(text: str, *select: str, unsafe: bool = False) -> str:
    """Return the text after all rounds of fixes."""

    def check(source: Source) -> list[Finding]:
        return findings(source.text, settings=Settings(select=select or ("default",)))

    return fix_until_stable(Source("page.md", text), check, Page(), unsafe=unsafe).source.text


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("lead", LEADS)
def test_many_defects_one_text(scheme: str, host: str, lead: str) -> None:
    """Whatever stands before a name, after iteration it is the canonical address."""
    for shell in SHELLS:
        for tail in TAILS:
            written = f"{scheme}{host}{lead}10.1000%2f182{tail}"
            after = stable(shell.format(written))
            assert after == shell.format("https://doi.org/10.1000/182"), written


def test_all_defects_of_an_address_are_one_finding() -> None:
    """Three things are unusual in it; its fix mends them all."""
    text = "[t](http://dx.doi.org/doi:10.1000/182)"
    assert [finding.code for finding in findings(text)] == ["DOI201"]
    assert fixed(text, "DOI201") == "[t](https://doi.org/10.1000/182)"


@given(NAMES)
def test_canonical_link_has_no_fix(name: str) -> None:
    """What `Doi` writes, after the older texts or the newer ones, is left alone by every rule."""
    doi = parse(name)
    forms = (doi.url(), doi.url("handbook-2025"), doi.uri, doi.uri_292)
    for text in (f"[t]({markdown_destination(doi.url())})", *(f"<{form}>" for form in forms)):
        found = findings(text, "DOI2", "DOI3")
        # DOI209, which is off by default, is about `doi:` URIs, however they are encoded.
        assert [
            finding for finding in found if finding.code not in {"DOI209", "DOI303", "DOI305"}
        ] == []


@given(NAMES)
def test_raw_name_is_encoded(name: str) -> None:
    """A raw name in an angle destination becomes its canonical link, and stays.

    What DOI104 would take away is no part of the name, and is not encoded; a template is left.
    """
    name += "x"
    doi = parse(name)
    assume(not set(name) & set("<>%#?") and not holds_template(name))
    after = stable(f"[t](<https://doi.org/{name}>)", "DOI301", "DOI306")
    assert after.replace("+", "%2B") == f"[t](<{doi.url()}>)"


@given(NAMES, st.sampled_from(HOSTS[:3]), st.sampled_from(LEADS), st.sampled_from(SHELLS))
def test_safe_fixes_keep_the_name(name: str, host: str, lead: str, shell: str) -> None:
    """No safe fix of spelling or encoding makes a link name another DOI."""
    doi = parse(name)
    path = path_of(doi)
    text = shell.format(f"http://{host}{lead}{path}")
    select = tuple(rule.code for rule in RULES if rule.code not in {"DOI303", "DOI305"})
    offline = [code for code in select if code.startswith(("DOI2", "DOI3"))]
    after = stable(text, *offline)
    assert stable(after, *offline) == after
    assert names_in(after) == [doi]


@example("10.1000/()", "10.1000/)", "[t]({})")
@given(NAMES, NAMES, st.sampled_from((*SHELLS, "<{}>", '<a href="{}">t</a>')))
def test_another_name_takes_the_place(old: str, new: str, shell: str) -> None:
    """The fix of an alias makes the mention name the other DOI, whatever the two hold."""
    assume(parse(old) != parse(new) and not holds_template(old))
    text = shell.format(f"https://doi.org/{path_of(parse(old))}")
    outcomes = ((old, f"alias:{new}"), (new, "found"))
    assert names_in(fixed(text, "DOI904", outcomes=outcomes)) == [parse(new)]


@given(NAMES, st.sampled_from((".", ",", ")", "/full", ".pdf", "]", "\u2013", "'")))
def test_suggestion_takes_the_place(name: str, junk: str) -> None:
    """The one registered candidate takes the place of the missing name, in every construct."""
    missing = f"{name}{junk}"
    outcomes = ((name, "found"), (missing, "missing"))
    for text in (f"<{parse(missing).url()}>", f"[t](<{parse(missing).url()}>)"):
        found = findings(text, "DOI901", outcomes=outcomes)
        if found and found[0].fix and f"did you mean {name}?" in found[0].message:
            assert names_in(fixed(text, "DOI901", outcomes=outcomes)) == [parse(name)]


def path_of(doi: Doi) -> str:
    """Return a name as it can stand in every link, parentheses encoded."""
    return link_path(str(doi)).replace("(", "%28").replace(")", "%29")


def names_in(text: str) -> list[Doi | None]:
    """Return the names that a text holds."""
    from lint.world import read

    return [mention.doi for mention in read(text).mentions]


@pytest.mark.parametrize(
    ("text", "outcomes", "safety"),
    [
        ("[t](https://doi.org/10.1000/182.)", (), Safety.UNSAFE),
        ("[t](https://doi.org/10.1000/182.)", (("10.1000/182", "found"),), Safety.SAFE),
        ("[t](https://doi.org/10.1000/182.)", (("10.1000/9", "found"),), Safety.UNSAFE),
        ("[t](https://doi.org/10.1000/182,)", (), Safety.SAFE),
        ("[t](https://doi.org/10.1000/182%5D)", (), None),
        ("[t](https://doi.org/10.1000/18–2)", (), Safety.UNSAFE),
        ("[t](https://doi.org/10.1000/18–2)", (("10.1000/18-2", "found"),), Safety.SAFE),
        ("[t](https://doi.org/10.1000/a%253Cb)", (), Safety.UNSAFE),
        ("[t](https://doi.org/10.1000/a%253Cb)", (("10.1000/a<b", "found"),), Safety.SAFE),
    ],
)
def test_look_up_decides(
    text: str,
    outcomes: tuple[tuple[str, str], ...],
    safety: Safety | None,
) -> None:
    """A guess becomes safe when the written name is missing and the other one found."""
    found = findings(text, "DOI103", "DOI104", "DOI303", outcomes=outcomes)
    assert [finding.fix.safety for finding in found if finding.fix] == ([safety] if safety else [])


def test_two_candidates_are_a_guess() -> None:
    """With two registered candidates nothing is safe, and both are offered."""
    outcomes = (("10.1000/a-b.", "found"), ("10.1000/a\u2013b", "found"))
    found = findings("<https://doi.org/10.1000/a\u2013b.>", "DOI1", "DOI9", outcomes=outcomes)
    assert [finding.code for finding in found] == ["DOI901", "DOI103", "DOI104"]
    assert all(finding.fix is None or finding.fix.safety is Safety.UNSAFE for finding in found)
    assert "did you mean 10.1000/a\u2013b or 10.1000/a-b.?" in found[0].message


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("{doi}`10.1000/182..`", Severity.HINT),
        ("[t](https://doi.org/10.1000/182.)", Severity.WARNING),
        ("[t](https://doi.org/10.1000/182,)", Severity.WARNING),
        ("[t](https://doi.org/10.1000/182#a)", Severity.HINT),
        ("[t](https://doi.org/10.1000/0(1)2.0.CO;2-#)", Severity.ERROR),
        ("[t](https://doi.org/10.1000/a\u00e9b)", Severity.HINT),
        ("[t](https://doi.org/10.1000/a{b)", Severity.WARNING),
        ("[t](https://doi.org/10.1000/æ{)", Severity.WARNING),
        ("[t](https://doi.org/10.1000/a%3c)", Severity.HINT),
        ("[t](https://doi.org/10.1000%2fa%3c)", Severity.WARNING),
        ("[t](https://doi.org/10.1000/a%253c)", Severity.HINT),
    ],
)
def test_severity_softens(text: str, severity: Severity) -> None:
    """What may be right is a hint, as the table of rules says."""
    assert {finding.severity for finding in findings(text, "DOI1", "DOI3")} - {severity} <= {
        Severity.HINT
    }
    assert severity in {finding.severity for finding in findings(text, "DOI1", "DOI3")}


@pytest.mark.parametrize(
    "address",
    [
        "http://dx.doi.org/https://zenodo.org/doi/10.5281/zenodo.4730582",
        "http://dx.doi.org/10.1016",
        "HTTP://DX.DOI.ORG/10.1000/50%zz",
        "doi.org/api/handles/10.1016",
        "//doi.org/10.1016",
    ],
)
@pytest.mark.parametrize(
    ("text", "file"),
    [("[t]({})", "a.md"), ("`t <{}>`__", "a.rst"), ("@a{{a, url = {{{}}}}}", "a.bib")],
)
def test_a_link_to_no_doi_is_not_rewritten(text: str, file: str, address: str) -> None:
    """Where a link leads is known of no DOI, so a fix that leaves it without one is not offered."""
    found = findings(text.format(address), "default", file=file)
    assert found
    assert all(finding.fix is None or finding.fix.doi for finding in found)


@pytest.mark.parametrize(
    ("text", "after", "file"),
    [
        ("[t](http://dx.doi.org/{})", "[t](https://doi.org/{})", "a.md"),
        ("<https://doi.org/{}>", "<https://doi.org/{}>", "a.md"),
        ("See https://doi.org/{} here.", "See https://doi.org/{} here.", "a.md"),
        ("`t <http://dx.doi.org/{}>`__", "`t <https://doi.org/{}>`__", "a.rst"),
        ("@a{{a, doi = {{{}}}}}", "@a{{a, doi = {{{}}}}}", "a.bib"),
        (
            "@a{{a, url = {{http://dx.doi.org/{}}}}}",
            "@a{{a, url = {{https://doi.org/{}}}}}",
            "a.bib",
        ),
    ],
)
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://zenodo.org/records/4730582", "10.5281/zenodo.4730582"),
        ("arXiv:1206.6389", "10.48550/arXiv.1206.6389"),
        ("zenodo.4730582", "10.5281/zenodo.4730582"),
    ],
)
def test_what_is_meant_is_written(
    text: str, after: str, file: str, written: str, meant: str
) -> None:
    """The DOI that a message names is what an unsafe fix writes, and `--fix` alone does not."""
    settings, text = Settings(offline=True), text.format(written)
    assert fix_text(text, settings=settings, path=file, unsafe=True) == after.format(meant)
    assert written in fix_text(text, settings=settings, path=file)


def test_unlinked_name_in_html_has_no_fix() -> None:
    """Brackets are no link where Markdown is not read."""
    text = "<div>\nSee 10.1000/182.\n</div>\n\nSee 10.1000/183."
    assert [finding.fix is not None for finding in findings(text, "DOI209")] == [False, True]
