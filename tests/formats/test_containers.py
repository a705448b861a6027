"""A document inside a file fares as it would as a file; `containers.py` does the long run."""

from __future__ import annotations

from random import Random

import pytest
from formats.containers import CONTAINERS, MAKERS, Box, Outcome, broken_law, outcome
from lint.world import facts_for

from mdlint_doi.lint.rule import Example, Rule
from mdlint_doi.lint.rules import rules
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

ADDRESS = "http://dx.doi.org/10.5281/zenodo.{}"


@pytest.mark.parametrize("kind", CONTAINERS)
def test_a_document_fares_as_it_would_as_a_file(kind: str) -> None:
    """The same findings, claims and fixes; and where something is fixed, the same text."""
    chance = Random(21)
    texts = [MAKERS[CONTAINERS[kind].inner](chance) for _ in range(30)]
    said = {text: broken_law(kind, text, chance) for text in texts}
    assert {text: why for text, why in said.items() if why} == {}
    assert list(said.values()).count("") > 10


EXAMPLES = [
    pytest.param(kind, rule, example, id=f"{kind} {rule.code} {number}")
    for kind, box in CONTAINERS.items()
    for rule in rules()
    for number, example in enumerate((*rule.bad, *rule.good))
    if example.file.endswith(box.inner[1:])
    and not (kind == "front matter" and example.text[:3] == "---")
    and not (
        kind in {"percent script", "gallery"} and rule.code == "DOI402"
    )  # no fix joins comments
]


@pytest.mark.parametrize(("kind", "rule", "example"), EXAMPLES)
def test_each_rule_says_inside_what_it_says_of_a_file(
    kind: str, rule: Rule, example: Example
) -> None:
    """The rule's own examples, with what look-ups say of them, in each kind of file."""
    box = CONTAINERS[kind]
    text = box.normal(example.text)
    file = box.put(text, Random(1))
    inner, outer = (
        _outcome(name, content, rule, example) for name, content in _files(box, text, file)
    )
    assert outer._replace(fixed=box.take(outer.fixed)) == inner


def _files(box: Box, text: str, file: str) -> tuple[tuple[str, str], ...]:
    return (box.inner, text), (box.file, file)


def _outcome(name: str, text: str, rule: Rule, example: Example) -> Outcome:
    settings = Settings(select=(rule.code,), offline=True)
    mentions = read_document(Source(name, text), settings).mentions
    facts = facts_for(mentions, settings, example.outcomes, example.works)
    return outcome(name, text, settings, facts)


@pytest.mark.parametrize("seed", range(10))
def test_lists_of_links_that_show_their_address(seed: int) -> None:
    """Cells of 3 to 30 references, each a link whose text is its address: all of them are fixed."""
    chance = Random(seed)
    numbers = [chance.randrange(1_000_000, 9_000_000) for _ in range(chance.randint(3, 30))]
    lines = [f"- [{ADDRESS}]({ADDRESS})\n".replace("{}", str(number)) for number in numbers]
    text = "".join(lines)
    file = CONTAINERS["notebook"].put(text, chance)
    fixed = outcome("a.ipynb", file, Settings(offline=True)).fixed
    expected = text.replace("http://dx.doi.org", "https://doi.org")
    assert CONTAINERS["notebook"].take(fixed) == expected


@pytest.mark.parametrize(
    "text",
    [
        ".. _t: doi.org/10.1000/182\n\ndoi:10.1000/183\n\n.. _t: https://doi.org/10.1000/182\n",
        "See `t`_.\n\n.. _t: http://dx.doi.org/10.1000/182\n\n.. _t: https://doi.org/10.1000/182\n",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_fix_may_lessen_what_docutils_complains_of(text: str, seed: int) -> None:
    """Two targets of one name are no problem once they are equal, in Markdown, too."""
    assert broken_law("eval-rst", text, Random(seed)) == ""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_backslash_takes_the_whole_line_end_with_it(end: str) -> None:
    """Whatever ends the line: what is said of a work is the same in a file and inside."""
    text = f"doi:10.1000/ab%2Fc\\{end}__ http://doi.org/10.1000/182{end}{end}"
    words = [claim.words for claim in outcome("a.rst", text).claims]
    assert words == [claim.words for claim in outcome("a.rst", text.replace(end, "\n")).claims]
    assert "__" in words
