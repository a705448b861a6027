"""What the rules say of look-alikes (DOI103) and of broken markup (DOI401, DOI402)."""

from __future__ import annotations

import pytest
from lint.world import findings

from mdlint_doi.lint.model import Safety

DASHES = "<https://doi.org/10.1000/18\u20132>"
PLAIN = "<https://doi.org/10.1000/18-2>"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "10.1000/18\u20132\u20133",
            "the DOI contains an unusual character: en dash (U+2013); '-' is probably meant",
        ),
        (
            "10.1000/18\u200b2",
            "the DOI contains an unusual character: zero width space (U+200B); remove it",
        ),
        (
            "10.1000/\ufb01\u20132\u200b",
            (
                "the DOI contains unusual characters: Latin small ligature fi (U+FB01),"
                " en dash (U+2013) and zero width space (U+200B); 'fi' and '-' are probably meant"
            ),
        ),
        ("10.1000/\ufffe1", "the DOI contains an unusual character: character (U+FFFE); remove it"),
    ],
)
def test_look_alikes_are_named(name: str, message: str) -> None:
    """Each kind of character is named once, with what is meant by it."""
    (finding,) = findings(f"[t](https://doi.org/{name})", "DOI103")
    assert finding.message == message


@pytest.mark.parametrize(
    ("outcomes", "safety"),
    [
        ((("10.1000/18\u20132", "missing"), ("10.1000/18-2", "found")), Safety.SAFE),
        ((("10.1000/18\u20132", "missing"), ("10.1000/18-2", "missing")), Safety.UNSAFE),
        ((("10.1000/18\u20132", "unknown"), ("10.1000/18-2", "found")), Safety.UNSAFE),
    ],
)
def test_look_alike_is_sure_after_two_answers(
    outcomes: tuple[tuple[str, str], ...], safety: Safety
) -> None:
    """Only where the written name is missing and the plain one found, the fix is safe."""
    (finding,) = findings(f"{DASHES} {PLAIN}", "DOI103", outcomes=(*outcomes, ("10.1/x", "found")))
    assert finding.fix is not None
    assert finding.fix.safety is safety


@pytest.mark.parametrize(
    ("name", "found", "safety"),
    [
        # What is no name for its invisible character alone cannot be asked.
        ("10.1000/a\u200b", "10.1000/a", Safety.SAFE),
        ("10.1000/a\u200b", "10.1000/b", Safety.UNSAFE),
    ],
)
def test_no_name_but_for_a_look_alike(name: str, found: str, safety: Safety) -> None:
    """Of a text that is no name the plain one is asked, and decides."""
    (finding,) = findings(f"<https://doi.org/{name}>", "DOI103", outcomes=((found, "found"),))
    assert finding.fix is not None
    assert finding.fix.safety is safety


SICI = "10.1002/(SICI)1(1996)99:1<1::AID-A1>3.0.CO;2-1"


@pytest.mark.parametrize(
    ("text", "message", "safety"),
    [
        (
            f"<https://doi.org/{SICI}>",
            f"because of the '<' in the DOI, this is not a link; the whole DOI is {SICI}",
            Safety.SAFE,
        ),
        (
            f"<https://doi.org/{SICI[:-1]}#>",
            f"because of the '<' in the DOI, this is not a link; the whole DOI is {SICI[:-1]}#",
            Safety.SAFE,
        ),
        (
            "[t](https://doi.org/10.1000/a b)",
            "because of the space in the address, this is not a link",
            None,
        ),
        (
            "See https://doi.org/10.1016/j.cell.\n2019.01.001 for more.",
            (
                "the DOI continues on the next line, but the link ends before it;"
                " the whole DOI is 10.1016/j.cell.2019.01.001"
            ),
            Safety.UNSAFE,
        ),
    ],
)
def test_broken_markup_is_explained(text: str, message: str, safety: Safety | None) -> None:
    """The message says what cuts the name, and the whole of it where it can be seen."""
    (finding,) = findings(text, "DOI4")
    assert finding.message == message
    assert (finding.fix and finding.fix.safety) == safety
