"""Escapes that are needless, doubled or broken: DOI303, DOI301 and DOI307."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.severity import Severity

DOUBLED = "<https://doi.org/10.1000/a%253Cb>"
SINGLE = "<https://doi.org/10.1000/a%3Cb>"


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("10.1000%2Fa%2Fb", "10.1000/a/b"),
        ("10.1000%2fa%2fb", "10.1000/a/b"),
        ("10.1000/a%2Fb%2fc", "10.1000/a%2Fb%2Fc"),
        ("10.1000/%61/b", "10.1000/a/b"),
        ("10.1000/a%2Eb", "10.1000/a.b"),
        ("10.1000/a%2E%2E", "10.1000/a.."),
        ("10.1000/%5Fa%2D%7E", "10.1000/_a-~"),
        ("10.1000/%30%39%41%5A", "10.1000/09AZ"),
        ("10.1000%2fa%3cb", "10.1000/a%3Cb"),
        ("10.1000/a%C3%a9", "10.1000/a%C3%A9"),
        # The slashes and the dots of dot segments stay, at an end and inside; others do not.
        ("10.1000/a%2F..", None),
        ("10.1000/a%2F.", None),
        ("10.1000/a%2F%2E%2E", None),
        ("10.1000/a/..%2Fb", None),
        ("10.1000/a/.%2Fb", None),
        ("10.1000/a/%2E%2E%2Fb", None),
        ("10.1000/a%2F%2E/b", None),
        ("10.1000/a%2F../b", None),
        ("10.1000/a%2F../..", None),
        ("10.1000%2F..", None),
        ("10.1000%2F../b", None),
        ("10.1000%2F.b", "10.1000/.b"),
        # Other slashes within the suffix may be escaped, as the newer texts do.
        ("10.1000/a%2Fb", None),
        ("10.1000/%2Fb", None),
        ("10.1000/a%2Fb/c%2Cd", None),
        ("10.1000/a%2F..%2Fb", None),
        ("10.1000/a%2F%2E%2E%2Fb", None),
        ("10.1000/a%2F.b", None),
        ("10.1000/a%2F...", None),
        ("10.1000/a..%2Fb", None),
        ("10.1000/a/%2E%2E/b", None),
        ("10.1000/a/%2E/b", None),
        ("10.1000/a/.%2E", None),
        ("10.1000/a/%2Eb", "10.1000/a/.b"),
        ("10.1000/ab%2E/c", "10.1000/ab./c"),
        # Parentheses and all else outside the unreserved may need theirs.
        ("10.1000/%28%29%3A%3B%2C%27%40", None),
        ("10.1000/a%20b%22%25", None),
    ],
)
def test_needless_escapes(written: str, after: str | None) -> None:
    """What need not be encoded at its place loses it; all else stays as it is."""
    text = "[t](https://doi.org/{})"
    assert fixed(text.format(written), "DOI301") == text.format(after or written)
    assert bool(findings(text.format(written), "DOI301")) == (after is not None)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("See https://doi.org/10.1000/a%2E there.", None),
        ("See https://doi.org/10.1000/a%2Eb there.", "See https://doi.org/10.1000/a.b there."),
        ("<https://doi.org/10.1000/a%2E>", "<https://doi.org/10.1000/a.>"),
    ],
)
def test_final_dot_in_the_text(text: str, after: str | None) -> None:
    """A link in running text would lose a final dot to the sentence; others would not."""
    assert fixed(text, "DOI301") == (after or text)


@pytest.mark.parametrize(
    ("written", "severity", "piece", "words"),
    [
        ("10.1000%2F%61%2f", Severity.WARNING, "%2F%61%2f", "'/' and 'a' need not be encoded"),
        ("10.1000/a%2f", Severity.HINT, "%2f", "capital letters in"),
        ("10.1000%2Fa%3cb", Severity.WARNING, "%2F", "'/' need not be encoded"),
        ("10.1000/a%3c%3C%3d", Severity.HINT, "%3c%3C%3d", "capital letters in"),
        ("10.1000/caf%E9-%E8!", Severity.ERROR, "%E9-%E8", "'%E9' is not a valid percent-escape"),
        ("10.1000/50%zzab", Severity.ERROR, "%", "'%zz' is not a valid percent-escape"),
        ("10.1000/50%", Severity.ERROR, "%", "'%' is not a valid percent-escape"),
        ("10.1000/a%253Cb", Severity.HINT, "10.1000/a%253Cb", "encoded twice; if 10.1000/a<"),
    ],
)
def test_what_is_said(written: str, severity: Severity, piece: str, words: str) -> None:
    """The message names the escapes, and they are underlined."""
    text = f"<https://doi.org/{written}>"
    (finding,) = findings(text, "DOI303", "DOI301", "DOI307")
    assert (finding.severity, finding.span.cut(text)) == (severity, piece)
    assert words in finding.message


@pytest.mark.parametrize(
    ("written", "code", "after"),
    [
        ("10.1000/%28%253Cb", "DOI303", "10.1000/%28%3Cb"),
        ("10.1000/%253C%253E%2525", "DOI303", "10.1000/%3C%3E%25"),
        ("10.1000/a%2F..?noredirect", "DOI301", "10.1000/a%2F..?noredirect"),
        ("10.1000/caf%E9%zz%E8", "DOI307", "10.1000/caf%C3%A9%25zz%C3%A8"),
        ("10.1000/a%93%81", "DOI307", "10.1000/a%E2%80%9C%EF%BF%BD"),
    ],
)
def test_only_what_is_wrong_is_fixed(written: str, code: str, after: str) -> None:
    """One letter's escape is another one's neighbour, and stays as it is."""
    assert fixed(f"<https://doi.org/{written}>", code) == f"<https://doi.org/{after}>"


@pytest.mark.parametrize(
    ("written", "safety"),
    [
        ("10.1000/a%3cb", Safety.SAFE),
        ("10.1000/%61b", Safety.SAFE),
        ("10.1000/a%E9b", Safety.UNSAFE),
        ("10.1000/a%zzb", Safety.UNSAFE),
    ],
)
def test_what_a_fix_is_worth(written: str, safety: Safety) -> None:
    """Another way to write the same is safe; what was meant by a broken escape is a guess."""
    (finding,) = findings(f"<https://doi.org/{written}>", "DOI301", "DOI307")
    assert finding.fix is not None
    assert finding.fix.safety is safety


@pytest.mark.parametrize(
    "text",
    [
        "10.1126/science.1?url_ver=Z39.88-2003&rfr_id=ori%3Arid%3Acrossref.org",
        "10.1126/science.1&rfr_id=ori%3Arid%3Acrossref.org",
        "http://sfx.example.org/?rft_id=info:doi/10.1000/a%253Cb&rft.title=A%20B",
    ],
)
@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("a.ris", "TY  - JOUR\nDO  - {}\nER  - \n"),
        ("a.bib", "@book{{a, doi = {{{}}}}}"),
        ("page.md", "{{doi}}`{}`"),
    ],
)
def test_escapes_of_a_query_are_its_own(text: str, file: str, form: str) -> None:
    """Whether those of another service's address are too many, nobody can tell from here."""
    text = form.format(text)
    assert findings(text, "DOI303", file=file) == []
    assert fixed(text, "DOI303", file=file) == text


def test_role_is_taken_as_it_stands() -> None:
    """In a role nothing is decoded, so that one level of escapes is one too many."""
    (finding,) = findings("{doi}`10.1000/a%3Cb`", "DOI303")
    assert "if 10.1000/a<b is meant" in finding.message


def test_second_layer_is_shown_whole() -> None:
    """Where no letter is to blame, the name is."""
    text = "<https://x.org/login?url=https%3A%2F%2Fdoi.org%2F10.1000%2Fa%25zz>"
    (finding,) = findings(text, "DOI307")
    assert finding.span.cut(text) == "10.1000%2Fa%25zz"
    assert "'10.1000%2Fa%25zz' " in finding.message


@pytest.mark.parametrize(
    ("outcomes", "severity", "safety"),
    [
        ((), Severity.HINT, Safety.UNSAFE),
        ((("10.1000/a%3Cb", "missing"), ("10.1000/z", "found")), Severity.HINT, Safety.UNSAFE),
        ((("10.1000/a<b", "found"),), Severity.ERROR, Safety.SAFE),
        (
            (("10.1000/a%3Cb", "unknown"), ("10.1000/a<b", "found")),
            Severity.HINT,
            Safety.UNSAFE,
        ),
        ((("10.1000/a%3Cb", "found"), ("10.1000/a<b", "found")), None, None),
    ],
)
def test_doubling_is_sure_after_two_answers(
    outcomes: tuple[tuple[str, str], ...], severity: Severity | None, safety: Safety | None
) -> None:
    """Only where the written name is missing and the other one found, the fix is safe."""
    found = findings(f"{DOUBLED} {SINGLE}", "DOI303", outcomes=outcomes)
    assert [finding.severity for finding in found] == ([severity] if severity else [])
    assert [finding.fix.safety for finding in found if finding.fix] == ([safety] if safety else [])
