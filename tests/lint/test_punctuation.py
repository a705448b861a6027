"""What a link swallows of the sentence (DOI104), and names that stand for none (DOI105)."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.lint.severity import Severity


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("10.1000/182,", "10.1000/182"),
        ("10.1000/182'\u201d\u00bb,", "10.1000/182"),
        ("10.1000/a)", "10.1000/a"),
        ("10.1000/(a)", "10.1000/(a)"),
        ("10.1000/(a))", "10.1000/(a)"),
        ("10.1000/(a)))", "10.1000/(a)"),
        ("10.1000/a(b)c)", "10.1000/a(b)c"),
        ("10.1000/aX,", "10.1000/aX"),
        ("10.1000/[a]]", "10.1000/[a]"),
        ("10.1000/{a}}", "10.1000/{a}"),
        ("10.1000/a)]}", "10.1000/a"),
        # An opening bracket at the end is none of it, and its partner before may be.
        ("10.1000/a(", "10.1000/a"),
        ("10.1000/(a)(", "10.1000/(a)"),
        ("10.1000/a)(", "10.1000/a"),
        ("10.1000/a)[(", "10.1000/a"),
        ("10.1000/(a", "10.1000/(a"),
        # Other marks stand at the end of names.
        ("10.1000/a-", "10.1000/a-"),
        ("10.1000/a*", "10.1000/a*"),
        ("10.1000/a%2C", "10.1000/a%2C"),
    ],
)
def test_what_is_taken_out(name: str, after: str) -> None:
    """Marks that no name ends in go, and brackets without a partner; nothing before them does."""
    text = "[t](<https://doi.org/{}>)"
    found = findings(text.format(name), "DOI104")
    assert fixed(text.format(name), "DOI104") == text.format(after)
    assert bool(found) == (name != after)
    for finding in found:
        assert finding.span.cut(text.format(name)) == name.removeprefix(after)
        assert finding.fix is not None
        assert finding.fix.safety is Safety.SAFE


@pytest.mark.parametrize(
    ("name", "after"), [("10.1000/a>", "10.1000/a"), ("10.1000/<a>", "10.1000/<a>")]
)
def test_angle_brackets_are_brackets(name: str, after: str) -> None:
    """In a role they stand as they are, and pair off like others."""
    assert fixed(f"{{doi}}`{name}`", "DOI104") == f"{{doi}}`{after}`"


DOT = "<https://doi.org/10.1000/182.>"
COMMA = "<https://doi.org/10.1000/182,>"
BARE = "<https://doi.org/10.1000/182>"


@pytest.mark.parametrize(
    ("text", "outcomes", "severity", "safety"),
    [
        (DOT, (), Severity.WARNING, Safety.UNSAFE),
        (DOT, (("10.1000/182.", "offline"),), Severity.WARNING, Safety.UNSAFE),
        (DOT, (("10.1000/182.", "unknown"),), Severity.HINT, Safety.UNSAFE),
        (DOT, (("10.1000/182", "found"),), Severity.ERROR, Safety.SAFE),
        (DOT, (("10.1000/9", "found"),), Severity.WARNING, Safety.UNSAFE),
        (
            f"{DOT} {BARE}",
            (("10.1000/182.", "unknown"), ("10.1000/182", "found")),
            Severity.HINT,
            Safety.UNSAFE,
        ),
        (DOT, (("10.1000/182.", "found"),), None, None),
        (COMMA, (("10.1000/9", "found"),), Severity.WARNING, Safety.SAFE),
        (COMMA, (("10.1000/182,", "found"),), None, None),
    ],
)
def test_full_stop_waits_for_an_answer(
    text: str,
    outcomes: tuple[tuple[str, str], ...],
    severity: Severity | None,
    safety: Safety | None,
) -> None:
    """A name may end in a full stop, so that only the answers for both names make it sure."""
    found = findings(text, "DOI104", outcomes=outcomes)
    assert [finding.severity for finding in found] == ([severity] if severity else [])
    assert [finding.fix.safety for finding in found if finding.fix] == ([safety] if safety else [])


@pytest.mark.parametrize(
    "text",
    [
        "See <a href='https://doi.org/10.6084/m9.figshare.3395704.v1'>x</a>.",
        "See (https://doi.org/10.1000/182,> x",
        "See [https://doi.org/10.1000/182]> x",
        "See (https://doi.org/10.1000/182.> x",
    ],
)
@pytest.mark.parametrize("file", ["page.rst", "page.txt"])
def test_marks_of_a_text_stay(text: str, file: str) -> None:
    """A mark before `>` is in the link to docutils; it is the text's, and no fix takes it away."""
    (found,) = findings(text, "DOI104", file=file)
    assert found.message.endswith("; keep it out of the link")
    assert fixed(text, "DOI104", file=file) == text


def test_two_candidates_leave_a_full_stop_a_guess() -> None:
    """Where two other names are registered, taking the stop away is one guess of two."""
    outcomes = (("10.1000/a-b.", "found"), ("10.1000/a\u2013b", "found"))
    (finding,) = findings("<https://doi.org/10.1000/a\u2013b.>", "DOI104", outcomes=outcomes)
    assert finding.fix is not None
    assert finding.fix.safety is Safety.UNSAFE


@pytest.mark.parametrize("prefix", ["10.5072", "10.5555", "10.1234", "10.12345", "10.70122"])
def test_prefixes_for_tests(prefix: str) -> None:
    """What stands under a prefix for tests is no name of a work; under others it is."""
    assert len(findings(f"<https://doi.org/{prefix}/abc>", "DOI105")) == 1
    assert findings(f"<https://doi.org/{prefix}6/abc>", "DOI105") == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("10.5072/abc", "the prefix 10.5072 is for tests and examples; fill in"),
        ("10.5281/zenodo.1234", "10.5281/zenodo.1234 is an example or a template; fill in"),
        ("10.xxxx/abc", "10.xxxx/abc is an example or a template; fill in"),
        ("DOI_HERE", "'DOI_HERE' is a placeholder; fill in"),
    ],
)
def test_placeholder_is_named(name: str, words: str) -> None:
    """The message says what stands for a name, and it is underlined."""
    text = f"<https://doi.org/{name}>"
    (finding,) = findings(text, "DOI105")
    assert finding.message.startswith(words)
    assert finding.span.cut(text) == name


def test_templates_are_short() -> None:
    """What stands far behind is not looked at: names that long are no templates."""
    assert holds_template("10.1000/" + "a" * 180 + "/xxxx")
    assert not holds_template("10.1000/" + "a" * 200 + "/xxxx")
