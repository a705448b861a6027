"""What holds of every text, whatever is in it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from fuzz.pieces import DOIS, LEADS, texts
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import is_within
from offline import check_markdown, fix_markdown

from mdlint_doi import find, normalize, parse
from mdlint_doi.ask.readers.handles import read_answer
from mdlint_doi.ask.readers.which_ra import read_agencies
from mdlint_doi.ask.records import parse_text
from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.baseline import BaselineError
from mdlint_doi.lint.baseline import parse as parse_baseline
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from
from mdlint_doi.names.doi import Doi, DoiSyntaxError, decode, link_path
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.names.spelling import Notations
from mdlint_doi.names.suggest import candidates
from mdlint_doi.text.source import Source

ALL = Settings(select=("all",))
UNLINKED = Settings(select=("all",), ignore=("DOI209",))
"""A link that is made can part what was glued to it, which is then read anew."""
CHOICES = (Settings(), ALL, Settings(select=("all",), check_code=True))
ASKED = parse("10.1000/182")

answers = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(("10.1000/182", "URL", "HS_ALIAS", "10320/loc", "found", "missing", "hex"))
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                (
                    *("responseCode", "handle", "values", "type", "data", "value", "format", "RA"),
                    *("DOI", "status", "version", "records", "outcome", "code", "agency", "read"),
                    *("target", "findings", "path", "text", "count", "10.1000/182", "select"),
                    *("exceptions", "per-file-ignores", "server", "max-age", "exclude"),
                )
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(texts)
def test_names_are_found_in_place(text: str) -> None:
    """Candidates stand in order, do not overlap, do not cross a line, are what the text says."""
    at = 0
    for candidate in find(text):
        assert at <= candidate.span.start < candidate.span.end <= len(text)
        assert candidate.span.cut(text) == candidate.written
        assert "\n" not in candidate.written
        assert (candidate.doi is None) != (candidate.error is None)
        at = candidate.span.end


@settings(max_examples=200)
@given(st.one_of(texts, st.tuples(st.sampled_from(LEADS), st.sampled_from(DOIS)).map("".join)))
def test_readers_of_names_raise_one_error(text: str) -> None:
    """`normalize` and `parse` give a name or a `DoiSyntaxError`, `candidates` no error at all."""
    for reader in (normalize, parse):
        try:
            doi = reader(text)
        except DoiSyntaxError as error:
            assert str(error).isprintable()  # noqa: PT017 - most texts are good
        else:
            if doi.prefix.startswith("10"):  # not one of the legacy names behind `doi:`
                assert parse(str(doi)) == doi
            assert decode(link_path(str(doi))) == str(doi)
    assert all(isinstance(repair.doi, Doi) for repair in candidates(text))


@settings(max_examples=200)
@given(texts, st.sampled_from(CHOICES))
def test_mentions_and_findings_lie_in_the_text(text: str, chosen: Settings) -> None:
    """Each place of each mention, finding and edit is one of the document."""
    source = Source("x.md", text)
    found = extract(source, chosen)
    for mention in found.mentions:
        assert 0 <= mention.span.start <= mention.span.end <= len(text)
        whole = mention.written.whole
        assert mention.span.start <= whole.start <= whole.end <= mention.span.end
    spans = [suppression.span for suppression in found.suppressions]
    findings = check_markdown(text, chosen)
    spans += [finding.span for finding in findings]
    spans += [edit.span for finding in findings if finding.fix for edit in finding.fix.edits]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert all(finding.message.isprintable() for finding in findings)


@settings(max_examples=200)
@given(texts, st.sampled_from((Settings(), UNLINKED)), st.booleans())
def test_a_fix_is_stable_and_touches_mentions_only(
    text: str,
    chosen: Settings,
    unsafe: bool,  # noqa: FBT001
) -> None:
    """A second fix changes nothing; what is no DOI comes through a safe one, in order."""
    fixed = fix_markdown(text, chosen, unsafe=unsafe)
    assert fix_markdown(fixed, chosen, unsafe=unsafe) == fixed
    if unsafe:
        return  # a guess can make a link that takes in what stood behind it
    end = at = 0
    notations = Notations(publishers="all" in chosen.select)
    for mention in extract(Source("x.md", text), chosen, notations).mentions:
        if mention.span.start > end:
            kept = text[end : mention.span.start]
            assert kept in fixed[at:]
            at = fixed.index(kept, at) + len(kept)
        end = max(end, mention.span.end)
    assert fixed.endswith(text[end:])


@pytest.mark.parametrize("status", [200, 404, 400, 500, 429, 403, 302])
@settings(max_examples=60)
@given(body=st.one_of(st.binary(max_size=40), answers.map(json.dumps).map(str.encode)))
def test_an_answer_is_never_an_error(status: int, body: bytes) -> None:
    """Whatever a server sends is an outcome, and 302 or noise is no outcome at all."""
    outcome = read_answer(status, body, ASKED)
    assert isinstance(outcome, Found | Missing | Unknown)
    if not isinstance(outcome, Unknown):
        assert b"10.1000/182" in body
        assert b"responseCode" in body
    agencies = read_agencies(status, body, ["10.1000/182"])
    assert isinstance(agencies, Unknown | tuple)


@settings(max_examples=200)
@given(answers)
def test_files_of_strangers_have_one_error(data: object) -> None:
    """Records, baselines and settings of any JSON are read, or refused in one line."""
    text = json.dumps(data)
    for reader in (parse_text, parse_baseline):
        try:
            reader(text)
        except (BaselineError, ValueError) as error:
            assert "\n" not in str(error)  # noqa: PT017 - some texts are good
    if isinstance(data, dict):
        try:
            settings_from(data, "file")
        except SettingsError as error:
            assert str(error).isprintable()  # noqa: PT017


GROWING = (
    *(
        "[",
        "](",
        "![",
        "<",
        "`",
        "``x",
        "*a ",
        "**",
        "_a",
        "~~",
        "\\",
        "(",
        "[]",
        "[a](",
        "<a ",
        "&",
    ),
    *(
        "> ",
        "- ",
        "1. ",
        "\t",
        "    ",
        "\n",
        "\r",
        "|",
        "\n|-|",
        "# ",
        "<!--",
        "<?",
        "<![CDATA[",
        "$",
    ),
    *("https://", "www.", "doi:", "doi.org/", "10.1000/", "10.", "10.1000/a;2", "10/a ", "doi: "),
    *("https://doi.org/10.1000/a", "https://doi.org/10.1000/a(", "[a](https://doi.org/10.1/", ")"),
    *("[a](https://doi.org/10.1000/a<b>;2", "<https://doi.org/10.1000/a<", "{doi}`", "{", "{doi}"),
    *("[k]: https://doi.org/10.1000/a\n", "[10.1000/a][k]\n", "https://doi.org/", "%2F", "%25"),
    *("<!-- mdlint-doi-disable DOI201 -->", "<!-- mdlint-doi-disable-line -->\n", "&lt;", "\u200b"),
    *(
        "http://dx.doi.org/10.1000/a ",
        "_10.1000/a_b_ ",
        "10.1000/a_",
        "\n:::{n}",
        "\n```{n}\n",
        "é",
    ),
    *(
        "---\n",
        "doi: 10.1000/a\n",
        "- 10.1000/a\n  ",
        "a: {",
        "a: [",
        "a: &a [*a,",
        '"',
        "'",
        "===",
    ),
    *('<a href="https://doi.org/10.1000/a">', "<code>", "<pre>", "[^1]", "[^1]: ", "!!! a\n    "),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "size"), [(find, 10_000), (check_markdown, 3_000), (fix_markdown, 1_200)]
)
def test_time_grows_with_length(action: Callable[[str], object], size: int) -> None:
    """No piece, said over and over before a name and behind it, takes more than linear time."""
    slow = []
    for piece in GROWING:
        run = piece * (size // len(piece))
        text = f"{run} http://dx.doi.org/10.1000/182 [10.1000/183]\n{run}"
        if not is_within(lambda: action(text), 100):  # noqa: B023
            slow.append(piece)
    assert slow == []


@pytest.mark.parametrize("piece", ["<?", "a", '<a href="https://doi.org/10.1/a">'])
def test_a_page_is_compared_in_linear_time(piece: str) -> None:
    """A long run without a blank beside a fix is no reason to wait."""
    run = piece * (60_000 // len(piece))
    text = f"{run} 10.1000/182 http://dx.doi.org/10.1000/182 {run}"
    assert is_within(lambda: fix_markdown(text, ALL), 500)
