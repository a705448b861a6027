"""What is taken away behind a name: only what can be no part of it, and nothing is glued to it."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown

from mdlint_doi import Settings
from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.lint.model import Safety


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#", None),
        ("http://dx.doi.org/10.1002/1099-1085(200011)14:1<1::AID-A1>3.0.CO;2-?", None),
        ("https://doi.org/10.1000/182?utm_source=x", "10.1000/182"),
        ("https://doi.org/10.1000/182#:~:text=a", "10.1000/182"),
        ("https://doi.org/10.1000/182?noredirect", "10.1000/182"),
        ("https://doi.org/10.1000/456%23789", "10.1000/456#789"),
    ],
)
def test_roles_keep_the_whole_name(argument: str, name: str | None) -> None:
    """A check character is kept, trackers and the proxy's parameters go; all of it is safe."""
    expected = name or argument.partition("doi.org/")[2]
    assert fix_markdown(f"{{doi}}`{argument}`") == f"{{doi}}`{expected}`"


@pytest.mark.parametrize("tail", ["#sec2", "?x=1", "#", "?17", "?utm_source=x#789", "#page=2"])
def test_roles_lose_nothing_unasked(tail: str) -> None:
    """What may be a part of the name is taken away only on request."""
    text = f"{{doi}}`https://doi.org/10.1000/456{tail}`"
    assert fix_markdown(text) == text
    fixes = [finding.fix for finding in check_markdown(text) if finding.code == "DOI201"]
    assert [fix.safety for fix in fixes if fix] == [Safety.UNSAFE]


@pytest.mark.parametrize(
    "glued",
    [
        *("_ next", "* next", "~ x", "__", "- x", "(see", "=", "&x", "_."),
        *("[b] x", "[^1]", "[ x", "{b}", "{", "|b", '"b', ";b"),
        *("` next", "`", "`_", "| next", "} next"),
    ],
)
def test_nothing_is_glued_to_the_name(glued: str) -> None:
    """One program ends the address before the mark, the next behind it: no fix."""
    text = f"https://doi.org/10.1000/182?fbclid=IwAR0{glued}"
    fixed = fix_markdown(text)
    assert not fixed.startswith(f"https://doi.org/10.1000/182{glued[0]}")
    assert "DOI206" in {finding.code for finding in check_markdown(text)}


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", " next"),
        ("", ". Next"),
        ("", ", x"),
        ("(", ")"),
        ("*", "*"),
        ("**", "**"),
    ],
)
def test_ordinary_ends_of_a_link(before: str, behind: str) -> None:
    """Punctuation of the sentence and emphasis around the link are no part of it."""
    text = f"{before}https://doi.org/10.1000/182?fbclid=IwAR0-{behind}"
    assert fix_markdown(text) == f"{before}https://doi.org/10.1000/182{behind}"


@pytest.mark.parametrize("mark", ["'", ")", "]", ".", ",", "!"])
def test_marks_that_docutils_takes_in(mark: str) -> None:
    """A mark before `>` is in the link to docutils, and in the text to everybody else: no fix."""
    text = f"({{https://doi.org/10.1000/182?utm_source=a{mark}> x"
    assert fix_text(text, "rst", Settings(offline=True)) == text


@pytest.mark.parametrize("mark", ["_", "__", "~", "~~"])
@pytest.mark.parametrize("word", ["", "see "])
def test_emphasis_that_linkify_takes_in(mark: str, word: str) -> None:
    """markdown-it's linkify would take the mark behind the name into it: no fix."""
    text = f"{mark}{word}https://doi.org/10.1000/182?utm_source=a{mark}"
    assert fix_markdown(text) == text
    assert [finding.code for finding in check_markdown(text)] == ["DOI206"]


@pytest.mark.parametrize(
    "text",
    ["@book{{a, doi = {{{}}}}}", "{{doi}}`{}`", ":doi:`{}`"],
)
@pytest.mark.parametrize("page", ["www.google.com/url?q=", "login.proxy.example.edu/login?url="])
def test_a_raw_mark_in_a_page_s_query_cuts_no_name(text: str, page: str) -> None:
    """A text fragment at the end makes what stands before it no tracker."""
    name = "10.1002/(SICI)1097-0258(1998)17:1&lt;1::AID-A1&gt;3.0.CO;2-1"
    kind = {"@": "bibtex", "{": "markdown", ":": "rst"}[text[0]]
    written = text.format(f"https://{page}https://doi.org/{name}#:~:text=a")
    assert "AID-A1" in fix_text(written, kind, Settings(offline=True))


SECOND = "https://doi.org/10.1000/456"


@pytest.mark.parametrize("tail", ["?utm_source=x", "#:~:text=a", "?noredirect"])
@pytest.mark.parametrize(
    "text", ["[t](<{}>)", "<a href='{}'>t</a>", "{{doi}}`{}`", "@book{{a, doi = {{{}}}}}"]
)
def test_no_second_doi_goes_with_a_tracker(tail: str, text: str) -> None:
    """What stands behind a blank is kept, since it is no tracker: it may be another DOI."""
    written = text.format(f"https://doi.org/10.1000/182{tail} {SECOND}")
    name = "bibtex" if text.startswith("@") else "markdown"
    assert SECOND in fix_text(written, name, Settings(offline=True))


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("@book{{a, doi = {{{}}}}}", "DOI501", "bibtex"),
        ("{{doi}}`{}`", "DOI201", "markdown"),
    ],
)
def test_no_escape_of_a_second_doi_is_undone(text: str, code: str, name: str) -> None:
    """Where a field or a role holds two links, the name is bare only on request."""
    written = text.format(f"https://doi.org/10.1000/182 {SECOND}%23b")
    found = check_text(written, name, Settings(offline=True))
    assert [finding.fix.safety for finding in found if finding.fix and finding.code == code] == [
        Safety.UNSAFE
    ]


def test_blanks_around_a_tracker() -> None:
    """A blank at the end of an attribute is no word, and stays."""
    text = '<a href="https://doi.org/10.1000/182?utm_source=x ">t</a>'
    assert fix_markdown(text) == '<a href="https://doi.org/10.1000/182 ">t</a>'


@pytest.mark.parametrize(
    ("behind", "kept"),
    [
        ("https://doi.org/10.1000/456#789", "10.1000/456#789"),
        ("https://doi.org/10.1000/456?789", "10.1000/456?789"),
        ("https://doi.org/10.1000/182?utm_source=x", "10.1000/182"),
        ("https://doi.org/10.1000/1?utm_id=x;http://a.org", "10.1000/1?utm_id=x;http://a.org"),
        ("https://doi.org/10.1000/182&sa=D&usg=A#top", "10.1000/182"),
        ("https://doi.org/10.1000/182&amp;sa=D", "10.1000/182"),
        ("https%3A%2F%2Fdoi.org%2F10.1000%2F182#top", "10.1000/182"),
        ("https://doi.org/10.1130/1(1994)022%3C1055:AA&E%3E2.3.CO;2", None),
        ("https://doi.org/10.1002/1&lt;1::AID&gt;3.0", None),
        ("https://doi.org/10.1000/182&sa=D;https://doi.org/10.1000/183", None),
    ],
)
def test_a_log_in_page_takes_nothing_of_the_name_with_it(behind: str, kept: str | None) -> None:
    """Its own parameters go; what may be a part of the name stays, or there is no fix."""
    text = f"TY  - JOUR\nUR  - https://login.example.edu/login?url={behind}\nER  - \n"
    offline = Settings(offline=True)
    assert "DOI203" in {finding.code for finding in check_text(text, "ris", offline)}
    expected = f"TY  - JOUR\nUR  - https://doi.org/{kept}\nER  - \n" if kept else text
    assert fix_text(text, "ris", offline) == expected


@pytest.mark.parametrize("more", [";https://example.org/1.pdf", "|10.1000/183", ",www.a.org/b"])
def test_a_second_address_is_no_tracker(more: str) -> None:
    """A field may hold two addresses; the second one does not go with the trackers of the first."""
    text = f"TY  - JOUR\nUR  - https://doi.org/10.1000/182?utm_source=x{more}\nER  - \n"
    offline = Settings(offline=True)
    assert "DOI206" in {finding.code for finding in check_text(text, "ris", offline)}
    assert fix_text(text, "ris", offline, unsafe=True) == text
