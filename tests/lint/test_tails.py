"""What stands behind a name in a link, and letters that stand raw in it."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed, read

from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.link import whole_name

HINT, ERROR, WARNING = Severity.HINT, Severity.ERROR, Severity.WARNING


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("<https://doi.org/10.1000/a>", None),
        ("<https://doi.org/10.1000/a#b>", "10.1000/a#b"),
        ("<https://doi.org/10.1000/%61?b=%23>", "10.1000/a?b=#"),
        ("<https://doi.org/10.1000/a?b#c>", "10.1000/a?b#c"),
        ("<https://doi.org/10.1000/a?b=%zz>", None),
        ("<https://doi-org.ezproxy.example.edu/10.1000/a#b>", None),
        ("<https://x.org/a?id=doi:10.1000/a#b>", None),
    ],
)
def test_whole_name(text: str, whole: str | None) -> None:
    """Query and fragment of a resolver's link may belong to the name, if they can."""
    (mention,) = read(text).mentions
    found = whole_name(mention.spelling)
    assert (found and str(found)) == whole


@pytest.mark.parametrize(
    ("tail", "piece", "after"),
    [
        ("?utm_source=x", "?utm_source=x", ""),
        ("?utm_source=x&utm_medium=y", "?utm_source=x&utm_medium=y", ""),
        ("?a=1&utm_source=x&b=2#sec", "utm_source=x&", "?a=1&b=2#sec"),
        ("?utm_source=x&a=1&b=2", "utm_source=x&", "?a=1&b=2"),
        ("?a=1&b=2&UTM_Source=x", "&UTM_Source=x", "?a=1&b=2"),
        ("?utm_source=x#sec", "?utm_source=x", "#sec"),
        ("?a=1#b:~:text=c", ":~:text=c", "?a=1#b"),
        ("?a=1#:~:text=c", "#:~:text=c", "?a=1"),
        ("?", None, None),
        ("?&a", None, None),
        ("#utm_source=x", None, None),
        ("#a&utm_source=x", None, None),
    ],
)
def test_trackers(tail: str, piece: str | None, after: str | None) -> None:
    """The trackers go, and their separators; what is kept is not touched."""
    text = "<https://doi.org/10.1000/182{}>"
    found = findings(text.format(tail), "DOI206")
    edits = [edit for finding in found if finding.fix for edit in finding.fix.edits]
    assert [edit.span.cut(text.format(tail)) for edit in edits] == ([piece] if piece else [])
    assert fixed(text.format(tail), "DOI206") == text.format(tail if after is None else after)


@pytest.mark.parametrize(
    "text",
    [
        "<https://doi-org.ezproxy.example.edu/10.1000/182?utm_source=x>",
        "<https://x.org/a?id=doi:10.1000/182&utm_source=x>",
    ],
)
def test_trackers_of_others(text: str) -> None:
    """What another service makes of its query is its own business."""
    assert findings(text, "DOI206", "DOI301") == []


@pytest.mark.parametrize(
    ("path", "severity", "piece"),
    [
        # The check character of a SICI, or its rest.
        ("0(1)2.0.CO;2-#", ERROR, "#"),
        ("a#1:b;2-5", ERROR, "#1:b;2-5"),
        ("a?b(c;2-#", ERROR, "?b(c;2-#"),
        ("0(1)2.0.CO;2#-5", HINT, "#"),
        ("a#b;2-5", HINT, "#"),
        ("2-#", HINT, "#"),
        ("a;2-b#", HINT, "#"),
        # What is plainly no part of the name, and what may be.
        ("182?NoRedirect&utm_source=x", None, ""),
        ("182?urlappend=a&locatt=b&type=c&auth&ignore_aliases&index=1&cert", None, ""),
        ("182?noredirect#:~:text=a", None, ""),
        ("182#:~:text=a", None, ""),
        ("182?noredirect&page=2", HINT, "?"),
        ("182?noredirect#a", HINT, "?"),
        ("182?page=2", HINT, "?"),
        ("182?", HINT, "?"),
        ("182#", HINT, "#"),
    ],
)
def test_raw_mark_behind_the_name(path: str, severity: Severity | None, piece: str) -> None:
    """A mark that cuts the name is an error where the name plainly goes on, else a hint."""
    text = f"<https://doi.org/10.1000/{path}>"
    found = findings(text, "DOI301")
    assert [(finding.severity, finding.span.cut(text)) for finding in found] == (
        [(severity, piece)] if severity else []
    )
    assert all(f"'{piece[0]}'" in finding.message for finding in found)
    assert all((finding.fix is None) == (severity is HINT) for finding in found)


@pytest.mark.parametrize(
    ("outcomes", "severity"),
    [
        ((("10.1000/a", "missing"), ("10.1000/a#b", "found")), ERROR),
        ((("10.1000/a", "missing"), ("10.1000/a#b", "missing"), ("10.1000/z", "found")), HINT),
        ((("10.1000/a", "unknown"), ("10.1000/a#b", "found")), HINT),
        ((("10.1000/a", "found"),), None),
    ],
)
def test_answers_say_whose_the_tail_is(
    outcomes: tuple[tuple[str, str], ...], severity: Severity | None
) -> None:
    """The tail is the name's where only the two together are registered."""
    text = "<https://doi.org/10.1000/a#b> <https://doi.org/10.1000/a%23b>"
    found = findings(text, "DOI301", outcomes=outcomes)
    assert [finding.severity for finding in found] == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('[t](<https://doi.org/10.1000/a b"%20%22>)', "10.1000/a%20b%22%20%22"),
        ("[t](<https://doi.org/10.1000/a+{b%2B%7B!~>)", "10.1000/a+%7Bb%2B%7B!~"),
        ("[t](<https://doi.org/10.1000/a\\\\b>)", "10.1000/a%5Cb"),
        ("[t](<https://doi.org/10.1000/a\u00e9\U0001f600b>)", "10.1000/a%C3%A9%F0%9F%98%80b"),
    ],
)
def test_raw_letters_are_encoded(text: str, after: str) -> None:
    """Each raw letter that needs an escape gets one, once, and no other letter does."""
    found = findings(text, "DOI301")
    assert len(found) == 1
    assert fixed(text, "DOI301") == f"[t](<https://doi.org/{after}>)"


@pytest.mark.parametrize(
    ("path", "piece"),
    [
        ('10.1000/%22a b"c%23', ' b"'),
        ("10.1000/%7Ba{b}c%2B", "{b}"),
    ],
)
def test_raw_letters_are_underlined(path: str, piece: str) -> None:
    """What is written as an escape already is not underlined."""
    text = f"[t](<https://doi.org/{path}>)"
    (finding,) = findings(text, "DOI301")
    assert finding.span.cut(text) == piece


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("10.1000/a+\u00e9", HINT),
        ("10.1000/a+", None),
        ("10.1000/a%2B", None),
        ("10.1000/a+{b", WARNING),
        ("10.1000/\u00e9^a", WARNING),
        # Other rules speak of these.
        ("10.1000/a\\\\_", None),
        ("10.1000/a\u2013b", None),
        ("10.1000/a\u2026b", None),
    ],
)
def test_what_works_in_browsers_is_a_hint(name: str, severity: Severity | None) -> None:
    """Letters outside ASCII work, and `+` is right; brackets and their kin are not everywhere."""
    found = findings(f"[t](<https://doi.org/{name}>)", "DOI301")
    assert [finding.severity for finding in found] == ([severity] if severity else [])


def test_registered_dash_is_encoded() -> None:
    """What looks like a hyphen and is a part of a registered name is a letter like others."""
    name = "10.4149/a\u2013b"
    (finding,) = findings(f"[t](https://doi.org/{name})", "DOI301", outcomes=((name, "found"),))
    assert finding.severity is HINT


@pytest.mark.parametrize(
    "text",
    [
        "[t](<https://x.org/login?url=https://doi.org/10.1000/a b{>)",
        "{doi}`10.1000/a{b}`",
        "{doi}`10.1000/a%20b`",
        "{doi}`1016/a b`",
    ],
)
def test_raw_letters_elsewhere(text: str) -> None:
    """In a query and in a role other rules hold."""
    assert findings(text, "DOI301") == []


@pytest.mark.parametrize(
    ("outcome", "reported"), [("missing", True), ("unknown", True), ("found", False)]
)
@pytest.mark.parametrize("lead", ["", "https://doi.org/"])
def test_space_in_a_role(lead: str, outcome: str, reported: bool) -> None:  # noqa: FBT001
    """A space in a role is hardly meant, unless the name is registered so."""
    text = f"{{doi}}`{lead}10.1000/a b c`"
    found = findings(text, "DOI301", outcomes=(("10.1000/a b c", outcome),))
    assert [(finding.severity, finding.span.cut(text)) for finding in found] == [
        (WARNING, " ")
    ] * reported
    assert all(finding.span.end == text.index(" ") + 1 for finding in found)
