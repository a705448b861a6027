"""Names that are presented twice over, or in a form that is no link: DOI201 and DOI201."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("https://doi.org/10.1000/182?utm_source=a#b", "10.1000/182"),
        ("http://dx.doi.org/10.1000/a%28%23b", "10.1000/a(#b"),
        ("https://doi.org/10.1000%2F182", "10.1000/182"),
        ("https://doi.org/dvr36h", "10/dvr36h"),
        (
            "https://doi.org/10.1641/0006-3568[0545:A]2.0.CO;2-#",
            "10.1641/0006-3568[0545:A]2.0.CO;2-#",
        ),
        ("https://doi.org/10/dvr36h", "10/dvr36h"),
        ("doi: 10.1000/a%28", "10.1000/a%28"),
        ("doi:10.1000/a%28", "10.1000/a("),
        ("info:doi/10.1000/182", "10.1000/182"),
        ("urn:doi:10.1000:a%2Fb", "10.1000/a/b"),
        ("https://doi.org/urn:doi:10.1000:182", "10.1000/182"),
    ],
)
def test_role_takes_the_bare_name(written: str, bare: str) -> None:
    """Address, label, escapes and tail go; what remains names the same."""
    assert fixed(f"{{doi}}`{written}`", "DOI201") == f"{{doi}}`{bare}`"


@pytest.mark.parametrize(
    "written",
    [
        "https://doi.org/1016/x",
        "https://doi.org/10.1000/a%5Cb",
        "https://doi.org/10.1000/a%3E",
    ],
)
def test_role_that_would_not_be_read_stays(written: str) -> None:
    """What is no name, or would be markup in a role, is reported and left to the author."""
    (finding,) = findings(f"{{doi}}`{written}`", "DOI201")
    assert finding.fix is None


@pytest.mark.parametrize(
    ("text", "severity", "piece", "words"),
    [
        ("{doi}`https://doi.org/10.1000/1`", Severity.WARNING, "https://doi.org/", "a role takes"),
        ("{doi}`doi:10.1000/182`", Severity.HINT, "doi:", "a role takes only the DOI"),
        (
            "[t](https://doi.org//doi:10.1000/182)",
            Severity.WARNING,
            "//doi:",
            "has an unnecessary 'doi:' before the DOI",
        ),
        ("[t](doi:doi:10.1000/182)", Severity.WARNING, "doi:doi:", "has two labels; write doi:"),
        ("[t](<hdl: 10.1000/182>)", Severity.WARNING, "hdl: ", "browsers do not follow 'hdl:'"),
        ("<https://doi.org/urn:doi:10.1000:1>", Severity.HINT, "/urn:doi:", "after the resolver"),
        ("<https://doi.org/urn:doi:10.1000/1>", Severity.HINT, "/urn:doi:", "after the resolver"),
        ("<urn:doi:10.1000/1>", Severity.WARNING, "urn:doi:", "browsers do not follow 'urn:doi:'"),
        (
            "[t](https://x.org/find?rft_id=info:doi/10.1000/1)",
            Severity.WARNING,
            "https://x.org/find?rft_id=info:doi/10.1000/1",
            "an OpenURL works only at one library; write https://doi.org/",
        ),
    ],
)
def test_what_is_said(text: str, severity: Severity, piece: str, words: str) -> None:
    """The message names what is too much, and that is underlined."""
    (finding,) = findings(text, "DOI201")
    assert finding.severity is severity
    assert finding.span.cut(text) == piece
    assert words in finding.message


@pytest.mark.parametrize(
    "text",
    [
        # A library's proxy is another rule's.
        "[t](https://x.org/login?url=https://doi.org/doi:10.1000/182)",
        "[t](https://x.org/login?url=https://doi.org/urn:doi:10.1000:182)",
        # No name, no link to it.
        "[t](info:doi/1016/x)",
    ],
)
def test_not_our_business(text: str) -> None:
    """What another rule reports is left to it."""
    assert findings(text, "DOI201") == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[t](doi:doi:10.1000/182)", "[t](doi:10.1000/182)"),
        ("[t](doi:https://doi.org/10.1000/182)", "[t](https://doi.org/10.1000/182)"),
        ("[t](https://doi.org/10.1000/%61)", "[t](https://doi.org/10.1000/%61)"),
        # An encoded name stays as it is written, a bare one is encoded.
        ("[t](info:doi/10.1000/%61)", "[t](https://doi.org/10.1000/%61)"),
        ("[t](<hdl: 10.1000/a#b>)", "[t](<https://doi.org/10.1000/a%23b>)"),
        # In a URI `#` and `?` are letters of the name, and behind a resolver they are not.
        ("[t](info:doi/10.1000/a#b?c)", "[t](https://doi.org/10.1000/a%23b%3Fc)"),
        ("[t](hdl:10.1000/a#b)", "[t](https://doi.org/10.1000/a%23b)"),
        ("[t](doi:https://doi.org/10.1000/a?b)", "[t](https://doi.org/10.1000/a%3Fb)"),
        # Query and fragment behind a resolver stay.
        ("[t](https://doi.org/urn:doi:10.1000:182#b)", "[t](https://doi.org/10.1000/182#b)"),
        # A URN is written anew, as the construct asks.
        ("[t](urn:doi:10.1000:a\\(%2F%3C)", "[t](<https://doi.org/10.1000/a(/%3C>)"),
        ("[t](urn:doi:10.1000:%28b%29)", "[t](https://doi.org/10.1000/(b))"),
        ("![t](urn:doi:10.1000:a%28b)", "![t](<https://doi.org/10.1000/a(b>)"),
        ("[t]: urn:doi:10.1000:a%28b", "[t]: <https://doi.org/10.1000/a(b>"),
        ("[t](<urn:doi:10.1000:a(b>)", "[t](<https://doi.org/10.1000/a(b>)"),
        ("<urn:doi:10.1000:a(b>", "<https://doi.org/10.1000/a(b>"),
        ("<urn:doi:10.1000:a'b>", "<https://doi.org/10.1000/a'b>"),
        ("[t](urn:doi:10.1000:a'b)", "[t](https://doi.org/10.1000/a'b)"),
        ("<a href='urn:doi:10.1000:a%27b'>t</a>", "<a href='https://doi.org/10.1000/a%27b'>t</a>"),
    ],
)
def test_link_that_takes_the_place(text: str, after: str) -> None:
    """The link that takes the place of another form survives in its construct."""
    assert fixed(text, "DOI201") == after


@pytest.mark.parametrize(
    ("query", "safety"),
    [
        ("rft_id=info:doi/10.1000/1", Safety.SAFE),
        ("url_ver=Z39.88-2004&rft_id=info:doi/10.1000/1", Safety.SAFE),
        ("sid=google&rft_id=info:doi/10.1000/1&ctx_ver=Z39.88-2004", Safety.SAFE),
        ("rft_id=info:doi/10.1000/1&rft.spage=17", Safety.UNSAFE),
        ("rft.genre=bookitem&rft_id=info:doi/10.1000/1", Safety.UNSAFE),
        ("rft_id=info:doi/10.1000/1#sec2", Safety.UNSAFE),
    ],
)
@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("page.md", "[t](https://x.org/find?{})", "DOI201"),
        ("page.md", "{{doi}}`https://x.org/find?{}`", "DOI201"),
        ("a.bib", "@book{{a, doi = {{https://x.org/find?{}}}}}", "DOI501"),
    ],
)
def test_what_else_an_openurl_says(
    file: str, text: str, code: str, query: str, safety: Safety
) -> None:
    """A page, a chapter or a fragment may be what is meant: the work alone is a guess then."""
    (finding,) = findings(text.format(query), code, file=file)
    assert finding.fix is not None
    assert finding.fix.safety is safety


def test_a_resolver_behind_a_configured_server_is_doubled() -> None:
    """The server of the settings may have a path, but no address of another resolver in it."""
    settings = Settings(server="http://127.0.0.1:8410")
    doubled = "[t](http://127.0.0.1:8410/https://doi.org/10.1000/182)"
    assert [finding.code for finding in findings(doubled, settings=settings)] == ["DOI201"]
    path = "[t](http://127.0.0.1:8410/api/handles/10.1000/182)"
    assert not [
        finding for finding in findings(path, settings=settings) if "needless" in finding.message
    ]
