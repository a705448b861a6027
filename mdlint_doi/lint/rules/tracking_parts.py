"""DOI206: trackers behind the name in a DOI link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import edit, place, safe, shared
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.lint.rule import URLS, Example, FixKind, Problem, Rule, of_mention
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.link_tail import holds_address, without_trackers
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.span import Span

_OF_TEXT: Final = frozenset("'\"()[]{},.;:!?")
_JOINING: Final = frozenset("*_~-=&%@$^+#?/\\([{")
"""What may stand inside of a name, and is no ordinary end of an address in running text."""


def _tracking_parts(mention: Mention) -> Iterator[Problem]:
    spelling = mention.spelling
    tail = spelling.tail.cut(spelling.text)
    if spelling.kind is not Kind.LINK or not tail:
        return
    rest = without_trackers(tail)
    if rest != tail:
        loses_more = holds_address(tail) or _is_glued(mention)
        yield Problem(
            "the DOI link contains tracking parameters; remove them",
            place(mention, spelling.tail),
            None if loses_more else safe(mention, _smallest(mention, spelling.tail, tail, rest)),
        )


def _is_glued(mention: Mention) -> bool:
    """Return whether a bare link has, or would get, something at its end that is not its own.

    A word that follows at once does, and a mark that one linkifier leaves out and the next takes
    in; any other mark of ASCII does where a word follows. A `*` does not where its partner stands
    before: all leave it out, as not all do with `_` and `~`. A last mark that stands before the
    link, too, as in `++link++`, is none of it, nor is one of the sentence, which docutils takes in
    where `>` follows.
    """
    if mention.form is not Form.BARE_LINK:
        return False
    before, behind = mention.around
    after, following = behind[:1], behind[1:]
    last = mention.written.text[-1:]
    if last in _OF_TEXT or (last == before and not last.isalnum()):
        return True
    if after == before == "*":
        return False
    if after in _JOINING or after.isalnum():
        return True
    return following.isalnum() and after.isascii() and not (after.isspace() or after in "<>")


def _smallest(mention: Mention, span: Span, old: str, new: str) -> Edit:
    """Return the edit that leaves what both have at their beginning and end alone."""
    start, end = shared(old, new)
    return edit(mention, Span(span.start + start, span.end - end), new[start : len(new) - end])


TRACKING_PARTS: Final = Rule(
    code="DOI206",
    name="tracking-parts",
    severity=Severity.WARNING,
    summary="A DOI link contains `?utm_…`, `fbclid`, `#:~:text=` or another tracker.",
    why=(
        "They come from the address bar of a browser. The resolver passes some of them on, "
        "link checkers take each variant for another link, and your readers are tracked."
    ),
    fix=FixKind.SAFE,
    check=of_mention(_tracking_parts),
    forms=URLS,
    of_letters=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1000/182?utm_source=news&utm_medium=mail)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example("<https://doi.org/10.1000/182?fbclid=IwAR0>", "<https://doi.org/10.1000/182>"),
        Example(
            "[t](https://doi.org/10.1000/182#:~:text=handbook)",
            "[t](https://doi.org/10.1000/182)",
        ),
        Example(
            "[t](https://doi.org/10.1000/182?noredirect&utm_source=x#sec2)",
            "[t](https://doi.org/10.1000/182?noredirect#sec2)",
        ),
        Example("https://doi.org/10.1000/182#:~:text=handbookhttps://doi.org/10.1000/183"),
        Example("[t](https://doi.org/10.1000/182?utm_source=x;https://doi.org/10.1000/183)"),
        Example("++https://doi.org/10.1000/182?utm_source=x++"),
    ),
    good=(
        Example("[t](https://doi.org/10.1000/182)"),
        Example("[t](https://doi.org/10.1000/182?noredirect)"),
        Example("[t](https://doi.org/10.1000/182?type=URL&auth)"),
        Example("[t](https://doi.org/10.1000/182#sec2)"),
    ),
)
