"""Cases that no example shows: what meets what, and what has no fix."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import LIMIT, shown
from mdlint_doi.lint.rules.text_target_mismatch import doi_text
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity

SICI = "10.1002/(SICI)1096-8644(199601)99:1"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # What is broken in one way is not reported in another.
        ("[t](https://doi.org/10.1000/caf%E9)", ["DOI307"]),
        ("[t](https://doi.org/10.1000/182\u200b)", ["DOI103"]),
        ("[t](https://doi.org/10.xxxx/yyyy)", ["DOI105"]),
        ("[t](https://doi.org/10.1000/182])", ["DOI104"]),
        ("[t](https://doi.org/10.1000/182\u2026)", ["DOI104"]),
        ("[t](https://doi.org/10.1000/18\u20132)", ["DOI103"]),
        ("[t](https://doi.org/10.1000/a\\\\_b)", ["DOI305"]),
        # A role without a name, and one with punctuation for a name.
        ("{doi}`t <>`", ["DOI101"]),
        ("{doi}` `", ["DOI101"]),
        ("{doi}`...`", ["DOI101"]),
        # Wrong only behind the second layer of escapes, so that no letter of it can be fixed.
        ("[t](https://x.org/login?url=https%3A%2F%2Fdoi.org%2F10.1000%2Fa%25zz)", ["DOI307"]),
        # An invisible suffix is none.
        ("[t](https://doi.org/10.1000/\u200b)", ["DOI101", "DOI103"]),
        # A proxy before something that is no name.
        ("[t](https://x.proxy.edu/login?url=https://doi.org/10.1000/)", ["DOI101"]),
        ("[t](https://www.google.com/search?q=https://doi.org/10.1000/)", ["DOI101"]),
        # The tail cannot belong to a name.
        ("[t](https://doi.org/10.1000/182#%zz)", []),
        ("[t](https://doi.org/10.1000/182?a=%zz)", []),
        ("[t](https://doi.org/10.1000/182?type=URL#:~:text=a)", ["DOI206"]),
        # Running text: no link, so no rule on links.
        ("It is doi:10.1000/a<b>c in the text.", []),
        ("It is http://example.org/10.1000/182 there.", []),
        ("As `https://dx.doi.org/10.1000/182` shows.", []),
        ("It is 10.1000%2Fa%zz there.", []),
        # A service that takes names, and no library's.
        ("[t](https://x.org/a?id=doi:10.1000/182)", []),
        # The text of a link to another page.
        ("[10.1000/182.](https://pubmed.example/1)", []),
        ("[10.5072/abc](https://pubmed.example/1)", ["DOI105"]),
        # Front matter.
        ("---\ndoi: 10.1000/182\n---\n", []),
        ("---\ndoi: http://dx.doi.org/10.1000/182\n---\n", ["DOI201"]),
        ("---\ndoi: doi.org/10.1000/182\n---\n", ["DOI201"]),
        ("---\ndoi: 10.1000/a%3Cb\n---\n", ["DOI303"]),
        # shortDOIs.
        ("[t](https://dx.doi.org/dvr36h)", ["DOI201"]),
        ("[t](https://doi.org/doi:10/dvr36h)", ["DOI201"]),
        # Both a name and a doubled label in a scheme.
        ("[t](doi:doi:10.1000/182)", ["DOI201"]),
        ("[t](<hdl: 10.1000/182>)", ["DOI201"]),
    ],
)
def test_default_rules(text: str, codes: list[str]) -> None:
    """The default rules say just this."""
    assert [finding.code for finding in findings(text)] == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{doi}``https://doi.org/10.1000/a%60b``", "DOI201"),
        ("[t](https://doi.org/10.1000/\u200b)", "DOI103"),
        ("[t](https://doi.org/10.1000/a b)", "DOI401"),
        ("---\ndoi: 10.1000/a%3Cb\n---\n", "DOI303"),
        ("[t](https://x.org/login?url=https%3A%2F%2Fdoi.org%2F10.1000%2Fa%25zz)", "DOI307"),
    ],
)
def test_no_fix_where_it_would_break_something(text: str, code: str) -> None:
    """What cannot be written in its place is reported without a fix."""
    assert [finding.fix for finding in findings(text, code)] == [None]


def test_configured_server_is_a_resolver() -> None:
    """A server of the settings is no old address, and plain http is fine there."""
    settings = Settings(server="http://127.0.0.1:8410")
    text = "[t](http://127.0.0.1:8410/10.1000/182) [u](127.0.0.1:8410/10.1000%2F182)"
    found = findings(text, settings=settings)
    assert [finding.code for finding in found] == ["DOI201", "DOI301"]
    edit = found[0].fix.edits[0] if found[0].fix else None
    assert edit is not None
    assert edit.replacement == "http://"


@pytest.mark.parametrize(
    "title",
    [
        "10.1000/%zz",
        "10.1000/182 ",
        "**10.1000/182**",
        "10.1000/182" + "a" * 400,
        "doi 10.1000/182",
        "DOI:10.1000/182",
        "https://doi.org/10.1000/182",
        "dx.doi.org/10.1000/182",
        "10.1000/1…2",
        "10.1000/1…2.",
        "10.1000/1…8…2",
        "10.1000/1…9…2",
        "(10.1000/182)",
        "*[10.1000/182]*",
        "10.1000\\/182",
        "10.1000/1 82",
        "v10.1000/183",
        "10.1000",
        "2019/12",
        "doi: 183",
        "10/abcd",
        "doi.org/abcd",
        "10.1000/182 and 10.1000/183",
        "10.1000/182/10.1000/183",
        "10.1000/\u200b182",
    ],
)
def test_title_that_says_nothing_else(title: str) -> None:
    """A text that is the same name in any way, or no name alone, is no mismatch."""
    found = findings(f"[{title}](https://doi.org/10.1000/182)", "DOI208")
    assert bool(found) is (title == "10.1000/%zz")


@pytest.mark.parametrize(
    "title",
    [
        "10.1000/183",
        "doi:10.1000/183",
        "https://doi.org/10.1000/183",
        "DOI 10.1000/183",
        "10.1000/18",
        "10.1000/1822",
        "10.1001/182",
        "0.1000/182",
        ".1000/182",
        "10.1000:182",
        "doi:1000/182",
        "10.1001/1…",
        "10.1000/…183",
        "10.1000/1…8…3",
        " 10.1000/183 ",
        "(10.1000/183)",
        "'10.1000/183'",
        "**10.1000/183**",
        "10.1000/1&amp;lt;2",
        "10.1000/" + "a" * 292,
    ],
)
def test_title_that_says_something_else(title: str) -> None:
    """A text that is another name, or was one before it was mangled, is a mismatch."""
    assert len(findings(f"[{title}](https://doi.org/10.1000/182)", "DOI208")) == 1


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (" 10.1000/1 ", "10.1000/1"),
        ("10.1000/1&lt;2&gt;&amp;3", "10.1000/1<2>&3"),
        ("([{<*_`'\"10.1000/1", "10.1000/1"),
        ("10.1000/a\\_b", "10.1000/a_b"),
        ("10.1000/a{\\_}b", "10.1000/a_b"),
        ("10.1000/a\u20101", "10.1000/a-1"),
        ("DOI: 10.1000/1", "10.1000/1"),
        ("a 10.1000/1", None),
    ],
)
def test_name_in_a_title(title: str, text: str | None) -> None:
    """The name is what is left of a title without labels, markup and look-alikes."""
    assert doi_text(title) == text


@pytest.mark.parametrize(
    ("title", "reported"),
    [
        ("10.1000/182", False),
        ("10.1000/182#a", False),
        ("10.1000/182#b", True),
        ("10.1000/a", True),
    ],
)
def test_title_may_name_the_tail(title: str, reported: bool) -> None:  # noqa: FBT001
    """A text may show the name with what stands behind it in the link."""
    assert bool(findings(f"[{title}](https://doi.org/10.1000/182#a)", "DOI208")) == reported
    assert findings(f"[{title}](https://doi.org/1016/x)", "DOI208") == []


def test_message_is_short_and_visible() -> None:
    """What a message quotes is cut in the middle and shows nothing invisible."""
    assert shown("10.1000/182") == "10.1000/182"
    assert shown("a\x1b[31m\u202e") == "aU+001B[31mU+202E"
    assert len(shown("a" * 10_000)) < LIMIT
    assert shown("Tulips of the northern gardens in winter", 30) == "Tulips of the … in winter"
    text = f"<https://dx.doi.org/doi:10.1000/{'a' * 3000}>"
    assert all(len(finding.message) < 300 for finding in findings(text, "all"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("At https://doi.org/{}<1::AID-A1>3.0.CO;2-1 it is.", "DOI401"),
        ("[t](https://doi.org/{}#1::AID-A1>3.0.CO;2-1)", "DOI301"),
        ("[t](https://doi.org/{}%3C1::AID-A1%3E3.0.CO;2-#)", "DOI301"),
    ],
)
def test_sici_is_whole_again(text: str, code: str) -> None:
    """A SICI that markup or a browser cuts is an error, and its fix takes in the rest."""
    text = text.format(SICI)
    found = [finding for finding in findings(text) if finding.severity is Severity.ERROR]
    assert [finding.code for finding in found] == [code]
    assert not {"<", "#"} & set(fixed(text, code))


@pytest.mark.parametrize("name", ["10.1000/a%25E9b", "10.1000/a%25EF%25BBb", "10.1000/a%2520"])
def test_escape_that_can_only_be_the_name_s_own(name: str) -> None:
    """What no second decoding makes a name of is not encoded twice."""
    assert findings(f"[t](https://doi.org/{name})", "DOI303") == []


def test_nothing_but_punctuation_behind_the_slash() -> None:
    """Where no name is left without the punctuation, the name is not the sentence's fault."""
    assert findings("[t](https://doi.org/10.1000/.,)", "DOI104") == []
