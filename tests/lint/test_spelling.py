"""Which resolver a link goes to, and how its address is written: DOI101, DOI2xx, and messages."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import Safety, shown
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity


@pytest.mark.parametrize(
    "text",
    [
        "[t](https://dx.doi.org.ezproxy.example.edu/10.1000/182)",
        "[t](http://doi-org.ezproxy.example.edu/10.1000/182)",
        "[t](http://x.org/a?id=doi:10.1000/182)",
        "[t](http://x.org/login?url=http://dx.doi.org/10.1000/182)",
    ],
)
def test_other_hosts_are_no_resolvers(text: str) -> None:
    """Only a resolver's own address is written anew."""
    assert findings(text, "DOI201") == []


@pytest.mark.parametrize("host", ["doi.acm.org", "DOI.wiley.com"])
def test_old_resolver_of_a_publisher_is_reported_by_one_rule(host: str) -> None:
    """DOI201 speaks of a publisher's address, and no other rule says more of its spelling."""
    text = f"[t](http://{host}/10.1145/3025453.3025912)"
    spoken = findings(text, "DOI201", "DOI203", "DOI201")
    assert [finding.code for finding in spoken] == ["DOI201"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            "[t](https://doi-org.ezproxy.example.edu/10.1000/%61)",
            "[t](https://doi.org/10.1000/%61)",
        ),
        (
            "[t](https://x.org/login?url=https://doi.org/10.1000/%61)",
            "[t](https://doi.org/10.1000/a)",
        ),
        ("[t](https://x.org/login?url=https://doi.org/1016/x)", None),
    ],
)
def test_way_round_a_proxy(text: str, after: str | None) -> None:
    """A rewritten host is written back; out of a log-in page's query the name makes the link."""
    assert fixed(text, "DOI203") == (after or text)
    assert bool(findings(text, "DOI203")) == (after is not None)


@pytest.mark.parametrize(
    ("text", "severity", "safety", "after"),
    [
        ("[t](doi.org/10.1/2)", Severity.WARNING, Safety.SAFE, "[t](https://doi.org/10.1/2)"),
        ("As doi.org/10.1000/2.", Severity.HINT, Safety.UNSAFE, "As https://doi.org/10.1000/2."),
        (
            "---\ndoi: doi.org/10.1000/2\n---\n",
            Severity.HINT,
            Safety.UNSAFE,
            "---\ndoi: https://doi.org/10.1000/2\n---\n",
        ),
        (
            "[t](https://doi.org/API/Handles/10.1000/2)",
            Severity.WARNING,
            Safety.SAFE,
            "[t](https://doi.org/10.1000/2)",
        ),
        (
            "[t](https://doi.org///10.1000/a//b)",
            Severity.WARNING,
            Safety.SAFE,
            "[t](https://doi.org/10.1000/a//b)",
        ),
    ],
)
def test_usual_form(text: str, severity: Severity, safety: Safety, after: str) -> None:
    """A link is fixed; where none is, it may be meant as it stands."""
    (finding,) = findings(text, "DOI201")
    assert finding.severity is severity
    assert finding.fix is not None
    assert finding.fix.safety is safety
    assert fixed(text, "DOI201") == after


def test_scheme_of_another_server_is_its_own() -> None:
    """Beside a configured server over http, doi.org is asked over https."""
    settings = Settings(server="http://127.0.0.1:8410")
    found = findings("[t](doi.org/10.1000/1) [u](127.0.0.1:8410/10.1000/1)", settings=settings)
    assert [finding.fix.edits[0].replacement for finding in found if finding.fix] == [
        "https://",
        "http://",
    ]


@pytest.mark.parametrize(
    ("text", "piece", "quoted"),
    [
        ("<https://doi.org/10.1016>", "10.1016", "'10.1016' is not a DOI"),
        ("{doi}`doi:`", "doi:", "'doi:' is not a DOI"),
        ("{doi}`https://doi.org/`", "https://doi.org/", "'https://doi.org/' is not a DOI"),
        ("See doi:0.1016/j.x there", "0.1016/j.x", "'0.1016/j.x' is not a DOI"),
        ("{doi}`t <>`", "", "'' is not a DOI"),
        # Wide digits are a fault of the name, and DOI103 says which.
        ("<https://doi.org/\uff11\uff10.1000/1>", "\uff11\uff10.1000/1", "'\uff11\uff10.1000/1'"),
    ],
)
def test_what_is_no_name_is_shown(text: str, piece: str, quoted: str) -> None:
    """The name that is none is underlined, or all that is written if there is nothing else."""
    (finding,) = findings(text, "DOI101")
    assert finding.span.cut(text) == piece
    assert finding.message.startswith(quoted)


def test_reserved_suffix_is_shown() -> None:
    """The two characters that are reserved are named; a shortDOI has no suffix of that kind."""
    (finding,) = findings("<https://doi.org/10.2505/4/ss15>", "DOI102")
    assert "('4/')" in finding.message
    assert findings("{doi}`10/4/ss15`", "DOI102") == []


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a" * 120, "a" * 120),
        ("a" * 60 + "b" * 61, "a" * 59 + "\u2026" + "b" * 59),
        ("a\u200bb", "aU+200Bb"),
    ],
)
def test_quoted_piece(text: str, visible: str) -> None:
    """Up to a limit a piece is shown whole, beyond it without its middle, and always visible."""
    assert shown(text) == visible
