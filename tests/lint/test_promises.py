"""What reports and scripts rely on: the weight of each rule, and the constructs it looks at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lint.world import findings

from mdlint_doi.lint.model import Severity
from mdlint_doi.lint.rule import Decided, FixKind, Rule
from mdlint_doi.lint.rules import RULES


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        (lambda rule: rule.severity is Severity.ERROR, "101 301 307 401 402 901 903"),
        (lambda rule: rule.severity is Severity.HINT, "002 102 210 303 902"),
        (lambda rule: rule.fix is FixKind.LOOKUP, "103 104 303 901"),
        (lambda rule: rule.fix is FixKind.UNSAFE, "207 307 402 904"),
        (
            lambda rule: rule.fix is FixKind.NONE,
            "001 002 101 102 105 208 210 902 903 905 906",
        ),
        (lambda rule: rule.decided is Decided.NETWORK, "901 902 903 904 905 906"),
        (lambda rule: rule.decided is Decided.LOOKUP, "103 104 105 207 209 301 302 303 305"),
        (lambda rule: rule.of_name, "102 103 104 105 303 305 901 902 903 904 905"),
        (lambda rule: rule.once, "902 906"),
        (lambda rule: not rule.default, "102 207 209 210"),
    ],
)
def test_kinds_of_rules(kind: Callable[[Rule], bool], codes: str) -> None:
    """These rules are of this kind, and no others."""
    assert [rule.code for rule in RULES if kind(rule)] == [f"DOI{code}" for code in codes.split()]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # Running text: no link, so nothing on links but that it is none.
        ("It is doi:10.1000%2Fa%253Cb%3c there", ["DOI209"]),
        ("It is doi:10.1000/%E9 there", []),
        ("It is info:doi/10.1000/182 there", ["DOI209"]),
        ("It is doi:doi:10.1000/182 there", ["DOI209"]),
        ("It is doi:10.1000/ab/../c there", ["DOI209"]),
        ("It is at dx.doi.org/10.1000/1?utm_source=x there", ["DOI211", "DOI209"]),
        ("It is 10.2505/4/a\u2010b there", ["DOI102", "DOI209", "DOI103"]),
        ("It is doi:10.1000/a,b there and 10.1000/A,b", ["DOI209", "DOI210"]),
        # The text of a link to another page.
        ("[doi:10.1000%2Fa%253Cb%3c](https://x.example)", []),
        ("[doi:1016/x](https://x.example)", []),
        ("[http://dx.doi.org/10.1000/1](https://x.example)", []),
        ("[10.2505/4/ss](https://x.example)", []),
        ("[10.1000/a\\\\\\_b](https://x.example)", []),
        ("[10.1000/a\u2010b](https://x.example)", ["DOI103"]),
        ("[https://doi-org.ezproxy.example.edu/10.1000/1](https://x.example)", []),
        # Pictures of a publisher, and its pages as data.
        ("![t](https://onlinelibrary.wiley.com/doi/10.1002/anie.1)", []),
        ("---\ndoi: https://onlinelibrary.wiley.com/doi/10.1002/anie.1\n---\n", []),
        ("At https://onlinelibrary.wiley.com/doi/10.1002/anie.1 it", ["DOI207"]),
        # Front matter may hold an address or a name.
        (
            "---\ndoi: http://dx.doi.org/10.1000%2Fa%253Cb%3c\n---\n",
            ["DOI202", "DOI201", "DOI303", "DOI304"],
        ),
        ("---\ndoi: 10.1000/a\u2010b,\n---\n", ["DOI103", "DOI104"]),
        ("---\ndoi: info:doi/10.1000/a\n---\n", []),
        ("---\ndoi: doi:doi:10.1000/a\n---\n", ["DOI204"]),
        # A role takes a name as it stands.
        ("{doi}`10.1000/a/../b`", ["DOI102"]),
        ("{doi}`10.1000/a\u2010b`", ["DOI103"]),
        ("{doi}`10.1000/a{b`", []),
        ("{doi}`http://dx.doi.org//10.1000%2Fa%3c?utm_source=x`", ["DOI204"]),
        # Broken markup: one thing at a time.
        ("<http://dx.doi.org//10.5072%2Fa<1::AID-A1>3.0.CO;2-1>", ["DOI401"]),
        ("<https://doi.org/10.1002/a\u2010b<1::AID-A1>3.0.CO;2-1.>", ["DOI401"]),
        ("<https://doi.org/10.2505/4/x<1::AID-A1>3.0.CO;2-1>", ["DOI401"]),
    ],
)
def test_each_construct_has_its_rules(text: str, codes: list[str]) -> None:
    """Of all rules, just these have something to say of the construct."""
    assert [finding.code for finding in findings(text, "all")] == codes
