"""Comments that switch rules off: where they hold, and what is said of those that do nothing."""

from __future__ import annotations

import json

import pytest
from lint.world import findings, read

from mdlint_doi.lint.document import Directive, read_directive
from mdlint_doi.lint.rules import suppressions
from mdlint_doi.lint.rules.suppressions import UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.text.span import Span

OLD = "[t](https://dx.doi.org/10.1000/182)"
ON = "<!-- mdlint-doi-enable"
LINE = "<!-- mdlint-doi-disable-line"
HTTP = "[t](https://dx.doi.org/10.1000/182?utm_source=a)"


def codes(text: str, *select: str) -> list[str]:
    """Return the codes of the findings, in order."""
    return [finding.code for finding in findings(text, *(select or ("DOI0", "DOI2")))]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (OLD, ["DOI201"]),
        (f"<!-- mdlint-doi-disable -->\n\n{HTTP}", []),
        (f"<!-- mdlint-doi-disable DOI201 -->\n\n{HTTP}", ["DOI206"]),
        (f"<!-- mdlint-doi-disable unusual-address -->\n\n{HTTP}", ["DOI206"]),
        (f"<!-- mdlint-doi-disable DOI201 DOI206 -->\n\n{HTTP}", []),
        (f"<!-- mdlint-doi-disable DOI201,tracking-parts -->\n\n{HTTP}", []),
        (f"<!-- mdlint-doi-disable DOI2 -- the old site says so -->\n\n{HTTP}", []),
        (f"<!-- mdlint-doi-disable: DOI2 -->\n\n{HTTP}", []),
        (f"{OLD}\n\n<!-- mdlint-doi-disable DOI201 -->\n\n{OLD}", ["DOI201"]),
        (
            f"<!-- mdlint-doi-disable DOI201 -->\n\n{OLD}\n\n{ON} DOI201 -->\n\n{OLD}",
            ["DOI201"],
        ),
        (
            f"<!-- mdlint-doi-disable DOI2 -->\n\n{HTTP}\n\n{ON} tracking-parts -->\n\n{HTTP}",
            ["DOI206"],
        ),
        (
            f"<!-- mdlint-doi-disable DOI201, DOI206 -->\n\n{HTTP}\n\n{ON} -->\n\n{HTTP}",
            ["DOI201", "DOI206"],
        ),
        (f"{OLD} <!-- mdlint-doi-disable-line DOI201 -->\n{OLD}", ["DOI201"]),
        (f"{OLD} <!-- mdlint-doi-disable-line -->", []),
        (f"A <!-- mdlint-doi-disable-line DOI201 --> {OLD}", []),
        (f"<!-- mdlint-doi-disable-next-line DOI201 -->\n{OLD}\n{OLD}", ["DOI201"]),
        (f"<!-- mdlint-doi-disable-next-line\nDOI201\n-->\n{OLD}", []),
        (f"<!-- mdlint-doi-disable-next-line DOI201 -->\r\n{OLD}\r\n{OLD}", ["DOI201"]),
        (f"{OLD}\n\n<!-- mdlint-doi-disable-file DOI201 -->\n\n{OLD}", []),
        (f"`<!-- mdlint-doi-disable DOI201 -->`\n\n{OLD}", ["DOI201"]),
        (f"<!-- mdlint-doi-disable DOI206 -->\n\n{OLD}", ["DOI002", "DOI201"]),
        (f"<!-- mdlint-doi-disable DOI201 DOI206 -->\n\n{OLD}", ["DOI002"]),
        (
            f"<!-- mdlint-doi-disable DOI201 -->\n\n<!-- mdlint-doi-disable DOI201 -->\n\n{OLD}",
            ["DOI002"],
        ),
        (f"<!-- mdlint-doi-enable DOI201 -->\n\n{OLD}", ["DOI002", "DOI201"]),
        (f"<!-- mdlint-doi-disable DOI888 -->\n\n{OLD}", ["DOI001", "DOI201"]),
        (f"<!-- mdlint-doi-disable-lines DOI201 -->\n\n{OLD}", ["DOI001", "DOI201"]),
        (f"<!-- mdlint-doi-disable-file DOI001 DOI888 -->\n\n{OLD}", ["DOI201"]),
        (
            f"<!-- mdlint-doi-disable-file DOI002 -->\n\n{OLD}\n\n{LINE} DOI206 -->",
            ["DOI201"],
        ),
        (f"<!-- mdlint-doi-disable-line DOI901 -->\n\n{OLD}", ["DOI201"]),
        (f"<!-- mdlint-doi-disable-line DOI104 -->\n\n{OLD}", ["DOI201"]),
    ],
)
def test_what_is_left(text: str, left: list[str]) -> None:
    """A comment switches off what it names, where it holds, and nothing else."""
    assert codes(text) == left


@pytest.mark.parametrize(
    ("comment", "outcomes", "reported"),
    [
        ("DOI901", (), False),
        ("DOI901", (("10.1000/182", "found"),), True),
        ("DOI901", (("10.1000/182", "missing"),), False),
        ("DOI901", (("10.1000/182", "unknown"),), False),
        ("DOI104", (), True),
        ("DOI104", (("10.1000/182", "found"),), False),
        ("", (), False),
        ("", (("10.1000/182", "found"),), True),
        ("DOI209", (), False),
        ("DOI2", (("10.1000/182", "found"),), True),
        ("DOI002", (), False),
    ],
)
def test_unused_is_said_where_it_can_be_known(
    comment: str,
    outcomes: tuple[tuple[str, str], ...],
    reported: bool,  # noqa: FBT001
) -> None:
    """A comment is called unused only in a run whose rules could have spoken."""
    text = f"[t](https://doi.org/10.1000/182) <!-- mdlint-doi-disable-line {comment} -->"
    found = [finding.code for finding in findings(text, "default", outcomes=outcomes)]
    assert ("DOI002" in found) is reported


def test_a_run_of_few_rules_calls_nothing_unused() -> None:
    """`--select` leaves comments for other rules alone."""
    text = f"{OLD} <!-- mdlint-doi-disable-line DOI206 --> <!-- mdlint-doi-disable-line DOI2 -->"
    assert codes(text, "DOI002", "DOI201") == []


def test_suppression_holds_for_its_own_file_only() -> None:
    """Places of other documents are not touched."""
    assert codes(OLD, "DOI201") == ["DOI201"]


@pytest.mark.parametrize(
    ("text", "directive", "words"),
    [
        ("mdlint-doi-disable DOI201", Directive.DISABLE, ["DOI201"]),
        (" mdlint-doi-disable\n DOI201 ,DOI206\n", Directive.DISABLE, ["DOI201", "DOI206"]),
        ("mdlint-doi-enable", Directive.ENABLE, []),
        ("mdlint-doi-disable-line a b -- c d", Directive.LINE, ["a", "b"]),
        ("mdlint-doi-disable-file -- all of it", Directive.FILE, []),
        ("mdlint-doi-disable-next-line,DOI2", Directive.NEXT_LINE, ["DOI2"]),
        ("mdlint-doi-of DOI201", Directive.UNKNOWN, ["mdlint-doi-of"]),
        ("mdlint-doi-unknown", Directive.UNKNOWN, ["mdlint-doi-unknown"]),
    ],
)
def test_directive(text: str, directive: Directive, words: list[str]) -> None:
    """A comment of ours is read, its words with their places."""
    found = read_directive(text, 100)
    assert found is not None
    assert found.directive is directive
    assert [word for word, _ in found.selectors] == words
    assert all(span.shift(-100).cut(text) == word for word, span in found.selectors)
    assert found.span == Span(100, 100 + len(text))


@pytest.mark.parametrize(
    "written",
    [
        *("mdlint-doi disable", "mdlint-doi: disable-line", "mdlint_doi-disable-file"),
        *("mdlint doi ignore", "mdlintdoi-enable", "mdlint-doi_disable"),
    ],
)
def test_nearly_a_directive(written: str) -> None:
    """A comment that is meant for us is told, with the spelling that is read."""
    for comment in (f"<!-- {written} DOI201 -->", f"<!-- {written}=DOI201 -->", f"% {written}"):
        found = findings(f"{comment}\n\n<https://doi.org/10.1000/182>\n", "all")
        told = [finding.message for finding in found if finding.code == "DOI001"]
        assert len(told) == 1, comment
        assert told[0].startswith(f"unknown comment '{written}'")


def test_one_comment_is_one_finding() -> None:
    """However many of its words are unknown."""
    text = "<!-- mdlint-doi-disable DOI2O1 DOI3O1 {} -->\n\n<https://dx.doi.org/10.1000/182>\n"
    told = [finding for finding in findings(text.format("x"), "all") if finding.code == "DOI001"]
    assert [finding.message.partition(":")[0] for finding in told] == [
        "this comment turns nothing off"
    ]
    told = [
        finding for finding in findings(text.format("DOI201"), "all") if finding.code[:4] != "DOI9"
    ]
    assert [finding.message.partition(":")[0] for finding in told] == [
        "this comment is read only in part"
    ]


@pytest.mark.parametrize(
    "text",
    ["", "a note", "see mdlint-doi-disable", "mdlint-doi", "mdlint-doi-", "mdlint-doi disables it"],
)
def test_no_directive(text: str) -> None:
    """Other comments are not ours."""
    assert read_directive(text, 0) is None


def test_rules_on_comments_say_nothing_of_names() -> None:
    """They are about a document's comments; a mention is none of their business."""
    (mention,) = read("<http://doi.org/10.1000/182>").mentions
    for rule in (UNKNOWN_SUPPRESSION, UNUSED_SUPPRESSION):
        assert list(rule.check(mention, RunFacts())) == []


def test_messages_say_what_is_valid() -> None:
    """The reports on comments name the nearest word, and point at the word itself."""
    text = f"<!-- mdlint-doi-disable unusual-addres -->\n\n{OLD}"
    finding = findings(text, "DOI001")[0]
    assert "did you mean 'unusual-address'" in finding.message
    assert finding.span.cut(text) == "unusual-addres"
    assert finding.message.isprintable()


def test_a_comment_of_very_many_words_ends() -> None:
    """No more selectors are read than there could be rules; each that is none is reported."""
    text = "mdlint-doi-disable " + "a b " * 100_000
    found = read_directive(text, 0)
    assert found is not None
    assert len(found.selectors) == 200


def test_a_line_of_a_notebook_is_one_of_its_text() -> None:
    """All of a cell may stand in one line of the file; its own lines count."""
    lines = [
        f"{OLD} {LINE} DOI201 -->\n",
        "<!-- mdlint-doi-disable-next-line DOI201 -->\n",
        f"{OLD}\n",
        "\n",
        OLD,
    ]
    cell = {"cell_type": "markdown", "metadata": {}, "source": lines}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    (found,) = findings(text, "DOI201", file="a.ipynb")
    assert found.span.start > text.rindex("\\n")


@pytest.mark.parametrize(("complete", "said"), [(True, 1), (False, 0)])
def test_a_rule_on_works_is_unused_only_where_all_were_asked(complete: bool, said: int) -> None:  # noqa: FBT001
    """What nobody asked cannot be of no use."""
    settings = Settings(select=("default", "DOI912"))
    page = read(f"doi:10.1000/182 {LINE} DOI912 -->", settings)
    known = {parse("10.1000/182"): Found()}
    facts = RunFacts(known, settings=settings, online=True).replace(works_complete=complete)
    source = page.mentions[0].source
    assert len(suppressions.apply([], page.suppressions, source, facts)) == said
