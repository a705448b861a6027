"""What is fuzzed: actions on one text or one file, each with the laws that hold for any input.

A target raises what its `allowed` names, or nothing; a broken law is an `AssertionError`. The
bounded run is `test_targets.py`, the long one `run.py`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import process_time
from typing import Any, Final, NamedTuple

from formats import laws
from fuzz import file_targets, rst_targets
from fuzz.page import page
from fuzz.test_against_parser import disagreements, numbered
from markdown_it import MarkdownIt
from offline import check_markdown, fix_markdown

from mdlint_doi import Doi, DoiSyntaxError, normalize, parse
from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.document import read_directive
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.doi import decode, link_path
from mdlint_doi.names.scan import find as scanner
from mdlint_doi.names.spelling import PUBLISHERS
from mdlint_doi.names.suggest import candidates
from mdlint_doi.report.formats import REPORTS, messages, render
from mdlint_doi.report.model import Report
from mdlint_doi.text.source import Source

ALL: Final = Settings(select=("all",))
LOCAL: Final = Settings(select=("all",), ignore=("DOI209", "DOI4"))
"""Without the rules whose fix makes a link where there was none."""
EVERYTHING: Final = Settings(select=("all",), check_code=True)
_HIDING: Final = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_BEYOND: Final = re.compile(
    r"[{$]|\[\^|^[ \t>]*(?::{3}|%|\+\+\+|---)|(?:://|www\.)\S*?(?:https?:|[^/]doi|[^/]10\.)",
    re.MULTILINE | re.IGNORECASE,
)
"""What MyST, GitHub (an address in another bare one) and others have and the parser has not."""
_MARKUP: Final = frozenset("\\<*_`&[]")
_PLUGIN: Final = MarkdownIt("commonmark").use(doi_plugin, autolink=True)


def _text(data: bytes) -> str:
    """Take bytes for text; what is not UTF-8 becomes lone surrogates, which a caller may pass."""
    return data.decode("utf-8", "surrogateescape")


class Target(NamedTuple):
    """One thing to fuzz.

    Attributes:
        action: takes an input; raises for a broken law.
        allowed: the exceptions that its documentation names.
        prepare: makes of bytes what the action takes; its time is not counted.
        seconds: of processor time that an input may take, beside those for its size.
        per_kb: what each 1,000 bytes may add, seconds.

    """

    action: Callable[[Any], object]
    allowed: tuple[type[BaseException], ...] = ()
    prepare: Callable[[bytes], Any] = _text
    seconds: float = 1.0
    per_kb: float = 0.5

    def run(self, data: bytes) -> float:
        """Give the target one input; return the seconds of processor time that it took."""
        prepared = self.prepare(data)
        start = process_time()
        with suppress(*self.allowed):
            self.action(prepared)
        return process_time() - start

    def limit(self, data: bytes) -> float:
        """Return the seconds that an input may take."""
        return self.seconds + self.per_kb * len(data) / 1000


def _find(text: str) -> None:
    """Candidates stand in order, are what the text says, and cross no line."""
    at = 0
    for candidate in scanner.find(text):
        assert at <= candidate.span.start < candidate.span.end <= len(text)
        assert candidate.span.cut(text) == candidate.written
        assert "\n" not in candidate.written
        assert (candidate.doi is None) != (candidate.error is None)
        at = candidate.span.end


def _name(read: Callable[[str], Doi]) -> Callable[[str], object]:
    def action(text: str) -> None:
        try:
            doi = read(text)
        except DoiSyntaxError as error:
            assert str(error).isprintable()  # noqa: PT017 - and it is one of the allowed
            raise
        assert decode(link_path(str(doi))) == str(doi)
        if doi.prefix.startswith("10"):
            assert parse(str(doi)) == doi
            assert normalize(doi.url()) == normalize(doi.uri) == doi

    return action


def _read(text: str) -> None:
    """`read` takes a whole text apart, and the candidates for another name are names."""
    spelling = scanner.read(text, PUBLISHERS)
    if spelling is not None:
        assert spelling.text == text
        assert (spelling.doi is None) != (spelling.error is None)
    assert all(parse(str(repair.doi)) == repair.doi for repair in candidates(text))


def _extract(text: str) -> None:
    """Mentions stand in order, in the text, and no two of them claim the same name."""
    for chosen in (Settings(), EVERYTHING):
        found = extract(Source("x.md", text), chosen, PUBLISHERS)
        assert [mention.span for mention in found.mentions] == sorted(
            mention.span for mention in found.mentions
        )
        at = 0
        for whole in sorted(mention.written.whole for mention in found.mentions):
            assert at <= whole.start <= whole.end <= len(text)
            at = whole.end
        assert all(mention.span.covers(mention.written.whole) for mention in found.mentions)
        for suppression in found.suppressions:
            assert 0 <= suppression.span.start <= suppression.span.end <= len(text)


def _check(text: str) -> None:
    """Findings and their edits lie in the text; every report format takes them."""
    findings: list[Finding] = []
    for chosen in (Settings(), EVERYTHING):
        findings = check_markdown(text, chosen)
        spans = [finding.span for finding in findings]
        spans += [edit.span for finding in findings if finding.fix for edit in finding.fix.edits]
        assert all(0 <= span.start <= span.end <= len(text) for span in spans)
        assert all(finding.message.isprintable() for finding in findings)
    report = Report(findings=tuple(findings), files=("<string>",))
    for form in REPORTS:
        shown = render(report, form.name, statistics=True)
        assert not {unicodedata.category(sign) for sign in shown.replace("\n", "")} & _HIDING
        if form.is_json:
            json.loads(shown)
    messages(report)


def _fix(text: str) -> None:
    """A second fix changes nothing; a safe one leaves the page and what is no DOI alone."""
    for chosen, unsafe in ((Settings(), False), (ALL, True)):
        fixed = fix_markdown(text, chosen, unsafe=unsafe)
        assert fix_markdown(fixed, chosen, unsafe=unsafe) == fixed
    fixed = fix_markdown(text, LOCAL)
    assert page(fixed) == page(text)
    end = at = 0
    for mention in extract(Source("x.md", text), LOCAL, PUBLISHERS).mentions:
        if mention.span.start > end:
            kept = text[end : mention.span.start]
            assert kept in fixed[at:]
            at = fixed.index(kept, at) + len(kept)
        end = max(end, mention.span.end)
    assert fixed.endswith(text[end:])


def _parser(text: str) -> None:
    """A DOI stands in the same construct for us and for markdown-it-py."""
    if _BEYOND.search(text):
        return
    hole = "10.1234/\0"
    text = text.replace("\0", "").replace("10.1234/D", hole).replace("D", "d")
    assert disagreements(numbered([text.replace("\0", "D")])) == []


def _markdown(text: str) -> None:
    """All markup is what pyromark finds, which takes no lone surrogates and knows no bare URL."""
    text = text.encode("utf-8", "replace").decode()
    words = re.split(r"[\s>)]+", text)
    bare = (word for word in words if "://" in word or "www." in word.lower())
    if not _BEYOND.search(text) and all(_MARKUP.isdisjoint(word) for word in bare):
        laws.markdown(text)


def _comment(text: str) -> None:
    """The words of a comment of ours stand where it says."""
    found = read_directive(text, 7)
    for word, span in found.selectors if found else ():
        assert span.shift(-7).cut(text) == word


def _plugin(text: str) -> None:
    """The rendering rule is there for any text, and comes out the same twice."""
    assert _PLUGIN.render(text) == _PLUGIN.render(text)


TARGETS: Final[Mapping[str, Target]] = {
    "find": Target(_find),
    "parse": Target(_name(parse), (DoiSyntaxError,)),
    "normalize": Target(_name(normalize), (DoiSyntaxError,)),
    "read": Target(_read),
    "extract": Target(_extract),
    "check": Target(_check),
    "fix": Target(_fix, per_kb=2.0),
    "parser": Target(_parser),
    "markdown": Target(_markdown),
    "comment": Target(_comment),
    "plugin": Target(_plugin),
    "settings": Target(file_targets.settings, file_targets.SETTINGS_ERRORS, prepare=bytes),
    "baseline": Target(file_targets.baseline, file_targets.BASELINE_ERRORS),
    "records": Target(file_targets.records, file_targets.RECORDS_ERRORS, prepare=bytes),
    "answer": Target(file_targets.answer, prepare=bytes),
    "cache": Target(file_targets.cache, prepare=bytes),
    "rows": Target(file_targets.rows, prepare=bytes),
    "argument": Target(rst_targets.argument),
    "rst": Target(rst_targets.rst, prepare=rst_targets.document),
}
"""By the name that `run.py --target` takes."""
