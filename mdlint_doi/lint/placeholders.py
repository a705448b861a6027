"""Recognize placeholders for DOIs: templates, samples, and pages of doi.org.

A text that a site generator fills in (`10.5281/{{ page.id }}`) is not reported. A text that appears
unchanged on the page (`10.5281/zenodo.{ID}`) is a placeholder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

TEST_PREFIXES: Final = frozenset({"10.5072", "10.5555", "10.1234", "10.12345", "10.70122"})
"""The test prefixes of DataCite, Crossref and Dataverse, and prefixes that people make up."""

_LONGEST: Final = 200
"""At most this many code points of a text are read; templates are short."""
_TEMPLATE: Final = pattern(
    r"""
      10\.(?: x{2,} | n{3,} | y{3,} | \#{2,} | \.{2,} | \*+ ) (?: / | \Z )
    | \A x{2,} \.? x* / \S
    | / (?: .*[./_:-] )?
      (?: (?!(?<=/)x{3}\.[0-9]) [0-9]{0,4} x{3,}  # `/xxx.117` is a Roman number
        | \?{2,} | [0-9]{1,2} \?{3,} | n{4,} | y{4,} | z{4,}
        | \#{2,} | \*{3,} | _{3,} | \u2022{2,} )
      (?: [./_:-] | \s | \Z )
    | (?: \A | [/._-] ) (?-i: TODO | TBD | TBA | FIXME | CHANGEME | PENDING | PLACEHOLDER )
      (?: \s | \Z )
    | (?-i: X{4,} ) \Z
    | 10\.1093/\w+/[a-z]{2,4}x{3,} \Z                           # of articles of OUP
    | (?: \A | [/._-] ) (?: your | my | the | insert | add | some | example )? [-_ ]?
      doi (?: [-_ ] (?: here | goes[-_ ]here | placeholder | number | name ) | \Z )
    | [{<$] \s* [\w.{<-]* doi
    | (?: / (?: suffix | prefix/suffix | example ) | (?: \A | / ) placeholder ) \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_IN_TEMPLATES: Final = (
    *("xx", "nnn", "yyy", "zzzz", "##", "..", "*", "??", "___"),
    *("doi", "suffix", "placeholder", "example"),
)
_CAPITALS: Final = ("TODO", "TBD", "TBA", "FIXME", "CHANGEME", "PENDING")
"""Each template contains one of these words, or one of `_IN_TEMPLATES` in any case.

So most DOIs need no search.
"""
_NUMBERED: Final = pattern(
    r"10\.(?:5281/zenodo|21105/jos[se])(?:\Z|\.(?:\Z|[\[{<]|(?![0-9\s])(?!\S*[0-9]{4})))",
    re.IGNORECASE,
)
"""Matches a DOI without the number that always follows these beginnings, so it is a template.

Examples are `zenodo.RECORD_ID`, `zenodo.#{id}` and `zenodo.____`.
"""
_BEFORE_NUMBERS: Final = ("10.5281/zenodo", "10.21105/jos")
"""The beginnings of the texts that `_NUMBERED` matches, in lower case."""
_WORD_TO_FILL: Final = r"""
    (?: [A-Z][A-Z0-9]*+ (?>(?:[_\ -][A-Z0-9]++)*)                # RECORD_ID
      | [a-z0-9_\ .-]{0,40} (?<![a-z]) (?:id|doi|version|number|suffix|prefix|record|year|slug)
      | (?:your|my|the|insert|add|some|enter)[_\ -][a-z0-9_\ -]*+ )
"""
_TOKEN: Final = pattern(
    rf"""
      (?<=[/._:-]) (?: \[ {_WORD_TO_FILL} \] | < {_WORD_TO_FILL} > )
    | (?: (?<=[/._:-]) | \A )
      (?: \{{ [$\s]*+ [A-Za-z_][\w\ .:!()'-]++ \}} | \{{ [0-9]? \}} | \{{\#.*?\}} | [\#@]\{{
        | << [A-Za-z_][\w\ .-]*+ >> | \[\[ [A-Za-z_][\w\ .-]*+ \]\] | \[% .*? %\]
        | [$@]\( | \$[A-Za-z_]\w*+ | __[A-Z][A-Z0-9_]*__ | %(?![0-9A-Fa-f]{{2}})[A-Za-z_]\w++% )
    | \{{ [A-Z][A-Z0-9_]++ \}} | <%.*?%> | <\?.*?\?> | \$\{{ | @@?[A-Z_]{{2,}}+@
    | %\(\w+\)s | %(?:[0-9]\$)?[sd]\Z
    | \A (?: \[ {_WORD_TO_FILL} \] | < {_WORD_TO_FILL} > ) \Z
    """,
    re.VERBOSE,
)
"""Matches a part of a text that a program or a reader has to fill in.

DOIs of journals have brackets around pages, with digits or colons in them (`[0545:A]`,
`<1::AID-A1>`), but never around a single word.
"""
_SIGNS: Final = frozenset("[<{%$@#_")
_ACM: Final = pattern(r"10\.5555/[0-9]{6,7}(?:\.[0-9]{6,8})?|10\.5555/[0-9]{6,}\.[0-9]{6,}")
_SAMPLE: Final = pattern(
    r"""
      10\.5281/zenodo\. (?: 0+ | 1234(?:5(?:6(?:7(?:89?)?)?)?)? )  # counted up, or nothing
    | 10\.1000/xyz(?:123)?                  # of the DOI handbook
    | 10\.0000+/.*                          # no prefix is nought
    | 10\.21105/jos[se]\.0+                 # of JOSS and JOSE
    | 10\.10(?:07|38)/s0{5}-0{3}-0{4,5}-0   # of Springer and Nature
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SAMPLES: Final = (
    *("10.5281/zenodo.0", "10.5281/zenodo.1234", "10.1000/xyz", "10.0000"),
    *("10.21105/joss.000", "10.21105/jose.000", "10.1007/s00000", "10.1038/s00000"),
)
"""The beginnings of the texts that `_SAMPLE` matches, in lower case."""
_GENERATED: Final = (
    r"\{\{[^A-Za-z{}]*+[A-Za-z][^{}]*+\}\}|\{%[^{}]*%\}|\$\{[A-Za-z_][^{}]*\}"
    r"|`(?:r|\{(?:r|python|julia)\})[ ][^`\n]+`"
)
_EXPRESSION: Final = pattern(_GENERATED)
_GOES_ON: Final = pattern(
    rf"""
      [._/-]* (?: {_GENERATED}
        | ["'] [ ]?(?: [~+] | \|[ ]?append: ) [^{{}}%\n]{{1,80}} [}}%]\}} )
    | [._/-]+ (?: \{{[A-Za-z_] | <(?!(?:BR|SUP|SUB)>)[A-Z]{{2}}[A-Z\ _-]*>
                | \[[A-Z]{{2}}[A-Z\ _-]*\](?!\() | %[sd] )
    """,
    re.VERBOSE,
)
"""Matches text after a DOI that shows that the DOI is only the beginning of a template.

A link after the DOI (`10.1000/182.[PDF](…)`) does not show this. In an expression, the DOI may be
in a string to which the rest is added: `{{ "https://doi.org/10.1000/" ~ page.id }}`.
"""
_GOING_ON: Final = frozenset("._/-{$`\"'")
"""The first characters that `_GOES_ON` can match."""
_UNFINISHED: Final = pattern(
    r"""
    (?<![0-9A-Za-z.])
    (?: (?:https?://)? (?:dx\.|www\.)? doi\.org/ | doi:[ ]? )?
    (?P<name>
      10\.5281/zenodo\. (?: \\?\[[^\s\[\]][^\[\]\n]{0,60}\] (?![(\[:]) | <[^\s<>/][^<>\n]{0,60}> )
    | 10\.[0-9]{4,9} / [0-9A-Za-z._/-]{0,60} (?<=[._/-])
      (?: [\#@]?\\?\{ [A-Za-z_][^\s{}\\]{0,80} \\?\}
        | \$\( [A-Za-z_]\w{0,40} \) | %[A-Za-z_]\w{1,40}%
        | << [A-Za-z_][\w\ .-]{0,40} >> | \[\[ [A-Za-z_][\w\ .-]{0,40} \]\] (?![(\[:])
        | <% [^%<>\n]{1,80} %>
        | (?<! [0-9][._/-])
          (?: <(?!(?:BR|SUP|SUB)>) [A-Za-z][A-Za-z\ _-]{1,40} >
            | \\?\[ [A-Za-z][A-Za-z\ _-]{1,40} \\?\] (?![(\[:]) ) )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Matches a placeholder with its label or address; brackets after a number may be a remark instead:
`10.1000/182.[PDF]`."""
_TOKENS: Final = ("{", "<", "[", "$(", "%")
_REACH: Final = 200


def is_placeholder(doi: Doi) -> bool:
    """Return whether a DOI is a template or a sample, or has a test prefix."""
    if doi.prefix in TEST_PREFIXES:
        return True
    name = str(doi)
    is_sample = doi.key.startswith(_SAMPLES) and _SAMPLE.fullmatch(name) is not None
    return is_sample or holds_template(name)


@lru_cache(maxsize=64)
def holds_template(text: str) -> bool:
    """Return whether a text, which need not be a DOI, is obviously a template.

    The last results are cached, because the function is called several times for each DOI.
    """
    text = text[:_LONGEST]
    lower = text.lower()
    if _may_be_template(text, lower) and _TEMPLATE.search(text):
        return True
    if lower.startswith(_BEFORE_NUMBERS):
        behind = lower.partition("/")[2].partition(".")[2]
        if not "0" <= behind[:1] <= "9" and _NUMBERED.match(text):
            return True
    return not _SIGNS.isdisjoint(text) and _TOKEN.search(text) is not None


def _may_be_template(text: str, lower: str) -> bool:
    """Return whether a text may match `_TEMPLATE`; this is quicker than to search for it."""
    for part in _IN_TEMPLATES:  # `any` would take twice as long, and each DOI is checked
        if part in lower:
            return True
    for part in _CAPITALS:
        if part in text:
            return True
    return not text.isascii()


def is_to_be_filled_in(spelling: Spelling) -> bool:
    """Return whether a text that is presented as a DOI is a template, so it cannot be judged."""
    if spelling.kind is Kind.PUBLISHER:
        return False
    if spelling.kind is Kind.IDENTIFIER:
        from mdlint_doi.names.repository_numbers import is_sample

        return is_sample(spelling.name.cut(spelling.text))
    name = spelling.name.cut(spelling.text)
    rest = spelling.text[spelling.name.start :]
    texts = (str(spelling.doi), rest, name) if spelling.doi else (rest, name)
    return any(map(holds_template, texts))


def is_acm_number(doi: Doi) -> bool:
    """Return whether a DOI is a number of the ACM Digital Library that is not registered.

    The library gives such a number to works without a DOI, and writes it like a DOI. It has
    Crossref's test prefix.
    """
    return _ACM.fullmatch(str(doi)) is not None


def is_page(doi: Doi) -> bool:
    """Return whether a shortDOI consists only of letters, so that it may be a page of doi.org."""
    return doi.is_short and doi.suffix.isascii() and doi.suffix.isalpha()


def is_generated(text: str) -> bool:
    """Return whether a text has an expression of Jinja, Liquid, JavaScript, knitr or Quarto."""
    return ("{" in text or "`" in text) and _EXPRESSION.search(text) is not None


def goes_on(text: str, end: int) -> bool:
    """Return whether a DOI that ends at `end` is followed by text that has to be filled in."""
    return text[end : end + 1] in _GOING_ON and _GOES_ON.match(text, end) is not None


def unfinished(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of placeholders that begin in `text[start:end]`, with label or address."""
    reach = min(len(text), end + _REACH)
    has_number = text.find("10.", start, reach) >= 0
    if not (has_number and any(text.find(token, start, reach) >= 0 for token in _TOKENS)):
        return
    for match in _UNFINISHED.finditer(text, start, reach):
        if match.start() >= end:
            return
        if holds_template(match["name"].replace("\\", "")):
            yield Span(*match.span())
