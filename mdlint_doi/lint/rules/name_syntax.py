"""DOI101 to DOI103, DOI105 to DOI107: texts that cannot be DOIs, are reserved or placeholders.

Sources: ANSI/NISO Z39.84-2005 section 4; for registrant codes, its Appendix A ("the prefix is
numeric") and the DOI Handbook of September 2025, section 2; for look-alikes, `names.lookalikes`;
for impossible arXiv numbers, arXiv's help pages "arXiv identifier" and "DOI", see
`names.repository_numbers`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.edits import edit, graded, name_span, name_text, place, renamed, unsafe
from mdlint_doi.lint.letters import around, decoded_again, letters, plain_name, suggested
from mdlint_doi.lint.model import Fix, Form, Mention, shown
from mdlint_doi.lint.placeholders import (
    TEST_PREFIXES,
    is_acm_number,
    is_placeholder,
    is_to_be_filled_in,
)
from mdlint_doi.lint.rule import (
    CHARACTERS,
    LINK,
    NAMED,
    NAMES,
    Example,
    Facts,
    FixKind,
    Problem,
    Rule,
    Trait,
    of_mention,
)
from mdlint_doi.lint.running_names import is_number
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason, parse_or_none
from mdlint_doi.names.lookalikes import LOOK_ALIKES
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.spelling import ARXIV_PREFIX, IDENTIFIERS, Kind
from mdlint_doi.text.numbers import listed
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_HANDLE: Final = pattern(r"https?://hdl\.handle\.net/(?!10\.)", re.IGNORECASE)
"""Matches the address of a handle that is not a DOI."""
_NOTHING: Final = pattern(
    r"n\W{0,2}a\W?|no(?:ne|t\s+(?:available|applicable|found|known))?|no\s+doi|un(?:known|available)"
    r"|null|nil|nan|missing|false|0|[-\u2010-\u2015?*._/x]{1,10}",
    re.IGNORECASE,
)
"""Matches a word or mark with which authors fill the field for the DOI of a work without one."""
_INVISIBLE: Final = frozenset({Reason.CONTROL_CHARACTER, Reason.WHITE_SPACE})
_DIGITS: Final = pattern(r"[0-9.]*")
_BEYOND_ASCII: Final = pattern("%[89A-Fa-f]")


def _placeholder(mention: Mention, facts: Facts) -> Iterator[Problem]:
    spelling, doi = mention.spelling, mention.doi
    if isinstance(facts.outcome(doi), Found) or is_number(mention):
        return
    if mention.form is Form.LINK_TEXT and doi is not None and is_acm_number(doi):
        return  # readers have a link already, usually to the library itself
    template = is_to_be_filled_in(spelling)
    goes_on = template and spelling.tail.end > spelling.tail.start
    if doi is not None and is_placeholder(doi) and not goes_on:
        yield Problem(_about_placeholder(mention, doi), name_span(mention))
    elif template:
        rest = Span(spelling.name.start, len(spelling.text))
        message = f"'{shown(rest.cut(spelling.text))}' is a placeholder; fill in the DOI"
        yield Problem(message, place(mention, rest))


PLACEHOLDER: Final = Rule(
    code="DOI105",
    name="placeholder",
    severity=Severity.WARNING,
    summary="A DOI is a template or an example, or has a test prefix.",
    why=(
        "DOIs such as `10.5281/zenodo.1234` and `10.xxxx/…` are left over when a page is copied "
        "from a template. `10.5072` and `10.5555` are test prefixes. DOIs like these are not "
        "registered, or they belong to different works. An example such as `10.5281/zenodo.1234`, "
        "or a DOI with a test prefix, is not reported if a look-up shows that it is registered. A "
        "template such as `10.5281/zenodo.XXXXXXX` is not looked up, so it is always reported."
    ),
    check=_placeholder,
    looks_at=(CHARACTERS - {Trait.EXCEPTED, Trait.EXAMPLE})
    | {Trait.TEMPLATE, Trait.IDENTIFIER, Trait.REPEATED},
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://doi.org/10.5281/zenodo.1234)"),
        Example("[t](https://doi.org/10.5281/zenodo.XXXXXXX)"),
        Example("[t](https://doi.org/10.xxxx/xxxxx)"),
        Example("<https://doi.org/10.5072/abc>"),
        Example("It is doi:10.5555/12345678 in the text."),
        Example("It is 10.1234/example.5 in the text."),
        Example("[t](https://doi.org/DOI_HERE)"),
        Example("[t](http://dx.doi.org/10.5281/zenodo.{RECORD_ID})"),
        Example("[t](https://doi.org/10.5281/zenodo.[RECORD_ID])"),
        Example("[t](https://doi.org/10.5281/zenodo.TODO)"),
        Example("[t](https://doi.org/10.5555/2600239.2600241)"),
    ),
    good=(
        Example(LINK),
        Example("[t](https://doi.org/10.5281/zenodo.1234567890)"),
        Example("[doi:10.5555/2600239.2600241](https://dl.acm.org/doi/10.5555/2600239.2600241)"),
        Example("[t](https://doi.org/10.5555/12345678)", outcomes=(("10.5555/12345678", "found"),)),
    ),
)


def _about_placeholder(mention: Mention, doi: Doi) -> str:
    """Return the message about a placeholder."""
    if doi.is_short:  # its address usually leaves out `10/`
        written = mention.spelling.name.cut(mention.spelling.text)
        return f"'{shown(written)}' is a placeholder; fill in the DOI"
    name = shown(str(doi))
    if is_acm_number(doi):
        return (
            f"{name} is an ACM Digital Library number, not a registered DOI; link to"
            f" https://dl.acm.org/doi/{name}"
        )
    if doi.prefix in TEST_PREFIXES:
        return f"the prefix {doi.prefix} is for tests and examples; fill in the real DOI"
    return f"{name} is an example or a template; fill in the real DOI"


def _invalid_name(mention: Mention) -> Iterator[Problem]:
    error, spelling = mention.error, mention.spelling
    if error is None or _is_reported_elsewhere(mention, error):
        return
    name = spelling.name.cut(spelling.text)
    if mention.form is Form.FIELD and _HANDLE.match(name):
        problem = "a handle at hdl.handle.net is not a DOI; move its address to a different field"
        yield Problem(problem, name_span(mention))
        return
    if _names_nothing(mention):
        problem = f"'{shown(name)}' is not a DOI: if the work has none, remove the field"
        yield Problem(problem, name_span(mention))
        return
    advice, meant = error.advice, None
    if error.reason is Reason.NO_DIRECTORY_CODE:
        advice, meant = _meant(name) or (advice, None)
    fix = _naming(mention, meant) if meant else None
    yield Problem(f"'{shown(name)}' is not a DOI: {advice}", name_span(mention), fix)


INVALID_NAME: Final = Rule(
    code="DOI101",
    name="invalid-name",
    severity=Severity.ERROR,
    summary="Some text is written as a DOI but cannot be one.",
    why=(
        "A DOI consists of `10.`, a registrant code, a slash and a suffix. If one of these parts "
        "was lost when the DOI was copied, the link leads nowhere. The rule detects this without a "
        "look-up."
    ),
    fix=FixKind.UNSAFE,
    check=of_mention(_invalid_name),
    forms=NAMED - {Form.LINK_TEXT},
    looks_at=CHARACTERS,
    bad=(
        Example("[t](https://doi.org/1016/j.cell.2019.01.001)"),
        Example(
            "[t](https://doi.org/arXiv%3A1206.6389)",
            "[t](https://doi.org/10.48550/arXiv.1206.6389)",
        ),
        Example("[t](https://doi.org/0.1016/j.cell.2019.01.001)"),
        Example("<https://doi.org/10.1016>"),
        Example("[t](http://dx.doi.org/10.1016/)"),
        Example("[t](doi:10./182)"),
        Example("{doi}`11681/5671`"),
        Example("{doi}`10.1000`"),
        Example("[t](https://doi.org/10.1.1.465.1117)"),
        Example("[t](https://doi.org/10.1000/a%07b)"),
        Example(
            "[t](https://doi.org/https://zenodo.org/doi/10.5281/zenodo.4730582)",
            "[t](https://doi.org/10.5281/zenodo.4730582)",
        ),
        Example(
            "@book{a, doi = {http://dl.acm.org/citation.cfm?doid=1273360.1273361}}",
            "@book{a, doi = {10.1145/1273360.1273361}}",
            file="refs.bib",
        ),
        Example("@book{a, doi = {n/a}}", file="refs.bib"),
        Example("@thesis{a, doi = {http://hdl.handle.net/2065/29057}}", file="refs.bib"),
    ),
    good=(
        Example(LINK),
        Example("[t](https://doi.org/10/dvr36h)"),
        Example("[t](https://citeseerx.ist.psu.edu/viewdoc/summary?doi=10.1.1.465.1117)"),
        Example("[t](https://doi.org/dvr36h)"),
        Example("[t](https://doi.org/DOI_HERE)"),
        Example("[t](https://www.doi.org/the-identifier/resources/handbook/)"),
        Example("Version 10.2/3, of 25.10.2015/2137303, on 10.0.0.0/8."),
    ),
)


def _names_nothing(mention: Mention) -> bool:
    """Return whether a field for a DOI contains a word or mark for "none"."""
    spelling = mention.spelling
    is_field = mention.form is Form.FIELD and mention.doi is None
    return (
        is_field
        and _NOTHING.fullmatch(spelling.text, spelling.name.start, spelling.name.end) is not None
    )


def _reserved_suffix(mention: Mention) -> Iterator[Problem]:
    doi = mention.doi
    if doi is not None and not doi.is_short and doi.suffix[1:2] == "/":
        what = f"begins with a single character and a slash ('{shown(doi.suffix[:2])}')"
        yield Problem(f"a suffix that {what} is reserved", name_span(mention))


RESERVED_SUFFIX: Final = Rule(
    code="DOI102",
    name="reserved-suffix",
    severity=Severity.HINT,
    summary="The suffix begins with a single character and a slash.",
    why=(
        "The standard (ANSI/NISO Z39.84, section 4.3) reserves such suffixes for future use. Some "
        "registered DOIs, such as 10.2505/4/ss15_038_08_78, have one anyway, so this rule is off "
        "by default."
    ),
    check=of_mention(_reserved_suffix),
    forms=NAMED - {Form.LINK_TEXT},
    looks_at=NAMES,
    default=False,
    bad=(
        Example("[t](https://doi.org/10.2505/4/ss15_038_08_78)"),
        Example("It is doi:10.47749/T/UNICAMP.2005.351333 in the text."),
    ),
    good=(Example("[t](https://doi.org/10.1093/acprof:oso/9780199299591.001.0001)"),),
)


def _meant(name: str) -> tuple[str, Doi | None] | None:
    """Return the advice for a text without `10.`, and the DOI to write; None if it is unknown.

    The DOI is None if the text is the address of a part of the work, such as a version or a figure.
    """
    from mdlint_doi.names.publisher_links import read_publisher
    from mdlint_doi.names.repository_numbers import read_identifier, whole_name
    from mdlint_doi.names.work_pages import names_version

    whole = whole_name(name)
    if whole is not None:
        return f"the prefix is missing; write {whole}", parse_or_none(whole)
    publisher = read_publisher(name, anywhere=True) if " " not in name else None
    address = publisher or read_identifier(name, IDENTIFIERS)
    if address is None or address.doi is None or is_placeholder(address.doi):
        return None
    seems = f"the address seems to belong to {shown(str(address.doi))}"
    is_whole = not address.tail.cut(name) and not names_version(address)
    return f"{seems}; if so, write only this DOI", address.doi if is_whole else None


def _naming(mention: Mention, doi: Doi) -> Fix | None:
    """Return the fix that writes the DOI that is meant; None if a guard would refuse it.

    A guard would refuse it in a role: without a DOI, the page shows the argument as text.
    """
    edits = renamed(mention, doi) if mention.form is not Form.ROLE else ()
    return unsafe(mention, *edits, doi=doi) if edits else None


def _is_reported_elsewhere(mention: Mention, error: DoiSyntaxError) -> bool:
    """Return whether another rule reports the error, or none should.

    DOI303 reports doubled escapes, DOI307 bad ones, DOI103 look-alikes, and DOI502 an empty field.
    """
    is_empty = mention.form is Form.FIELD and not mention.spelling.text.strip()
    is_text = mention.form is Form.TEXT and mention.spelling.kind is Kind.BARE
    if error.reason is Reason.BAD_ESCAPE or is_empty or is_text:
        return True
    if error.reason is Reason.NO_SLASH and decoded_again(mention.spelling) is not None:
        return True
    return error.reason in _INVISIBLE and plain_name(mention.spelling) is not None


def _impossible_number(mention: Mention, facts: Facts) -> Iterator[Problem]:
    doi, error = mention.doi, mention.error
    if mention.spelling.kind is Kind.IDENTIFIER and error is not None:
        yield Problem(shown(error.advice), name_span(mention))
    elif doi is not None and doi.prefix == ARXIV_PREFIX and not is_placeholder(doi):
        from mdlint_doi.names.repository_numbers import number_of, wrong_name

        problem = wrong_name(doi)
        number = number_of(doi)
        today = facts.today
        if not problem and number and today and number.month > today.year * 100 + today.month:
            problem = f"arXiv has no paper {number.number} yet: its month is in the future"
        if problem and not isinstance(facts.outcome(doi), Found):
            yield Problem(shown(problem), name_span(mention))


IMPOSSIBLE_NUMBER: Final = Rule(
    code="DOI106",
    name="impossible-number",
    severity=Severity.WARNING,
    summary="An arXiv number or an arXiv DOI is impossible.",
    why=(
        "An arXiv number consists of the year and month, a dot, and five digits (four before "
        "2015). Before April 2007, numbers consisted of the name of an archive, a slash and seven "
        "digits. An impossible month such as 19, or a missing or extra digit, can be detected "
        "without a look-up. arXiv registers one DOI for all versions of a paper: `10.48550/arXiv.` "
        "followed by the number. A DOI with a version or a subject class, or without `arXiv.`, "
        "leads nowhere. If a digit is missing, arXiv inserts a zero after the dot and opens the "
        "paper with that number, which is often a different paper."
    ),
    check=_impossible_number,
    looks_at=NAMES | {Trait.IDENTIFIER, Trait.REPEATED},
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://arxiv.org/abs/1619.05729)"),
        Example("It is arXiv:1406.66030 in the text."),
        Example("[t](https://arxiv.org/pdf/2107.2105)"),
        Example("See arXiv:quant-ph/1811.08017."),
        Example("@misc{a, eprint = {1106.020}, archivePrefix = {arXiv}}", file="refs.bib"),
        Example("[t](https://doi.org/10.48550/arXiv.2602.12172v1)"),
        Example("[t](https://doi.org/10.48550/2301.00001)"),
        Example("It is doi:10.48550/arXiv:2301.00001 in the text."),
        Example("[t](https://doi.org/10.48550/arXiv.math.GT/0309136)"),
    ),
    good=(
        Example("[t](https://arxiv.org/abs/2301.00001v2)"),
        Example("It is arXiv:math.GT/0309136 in the text."),
        Example("[t](https://doi.org/10.48550/arXiv.2301.00001)"),
        Example("[t](https://arxiv.org/list/cs.CL/2501)"),
        Example("Version 1619.05729 of 2016.1234."),
    ),
)


def _letters_in_prefix(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a prefix that no registered DOI has, if there was no look-up."""
    doi = mention.doi
    if doi is None or _DIGITS.fullmatch(doi.registrant_code):
        return
    if not isinstance(facts.outcome(doi), Found | Missing):
        problem = (
            f"the prefix '{shown(doi.prefix)}' contains letters or hyphens, but all registered"
            " prefixes consist of digits and full stops; check the prefix"
        )
        yield Problem(problem, name_span(mention))


LETTERS_IN_PREFIX: Final = Rule(
    code="DOI107",
    name="letters-in-prefix",
    severity=Severity.HINT,
    summary="The prefix of a DOI contains letters or hyphens.",
    why=(
        "In practice, a registrant code consists of numbers separated by full stops. The standards "
        "also allow other characters, and one of their examples is `10.abc/ab/cd/ef`, but no "
        "registered DOI has such a prefix. Often, the letter O was typed instead of a zero, or an "
        "extra letter was copied. In a run with look-ups, the answers show whether the DOI is "
        "registered, so this rule reports nothing."
    ),
    check=_letters_in_prefix,
    looks_at=CHARACTERS - {Trait.EXCEPTED},
    silenced_by_lookup=True,
    bad=(
        Example("[t](https://doi.org/10.5594x/abc)"),
        Example("{doi}`10.abc/ab/cd/ef`"),
        Example("It is doi:10.1O00/182 in the text."),
    ),
    good=(
        Example(LINK),
        Example("[t](https://doi.org/10.978.8898392/abc)"),
        Example("[t](https://doi.org/10/dvr36h)"),
        Example("[t](https://doi.org/10.5594x/abc)", outcomes=(("10.5594x/abc", "found"),)),
        Example("The text contains 10.5594x/abc without a label."),
    ),
)


def _look_alike_character(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of look-alikes; the fix is a guess unless a look-up confirms it."""
    spelling = mention.spelling
    if spelling.text.isascii() and not _BEYOND_ASCII.search(spelling.text):
        return
    look_alikes = [letter for letter in letters(spelling) if letter.character in LOOK_ALIKES]
    known = facts.outcome(mention.doi)
    if not look_alikes or isinstance(known, Found) or _names_nothing(mention):
        return
    plain = plain_name(spelling)
    sure = (
        isinstance(facts.outcome(plain), Found)
        and (mention.doi is None or isinstance(known, Missing))
        and len(suggested(mention, facts)) <= 1
    )
    edits = [
        edit(mention, letter.span, name_text(mention, LOOK_ALIKES[letter.character]))
        for letter in look_alikes
    ]
    yield Problem(
        _about_look_alikes([letter.character for letter in look_alikes]),
        place(mention, around(look_alikes)),
        graded(mention, *edits, sure=sure, doi=plain) if plain else None,
    )


LOOK_ALIKE_CHARACTER: Final = Rule(
    code="DOI103",
    name="look-alike-character",
    severity=Severity.WARNING,
    summary="A DOI contains a dash, space, ligature or invisible character, probably by mistake.",
    why=(
        "Word processors and PDF files turn hyphens into dashes and insert invisible characters. "
        "The result looks right, but it is a different DOI that is not registered."
    ),
    fix=FixKind.LOOKUP,
    check=_look_alike_character,
    looks_at=CHARACTERS - {Trait.EXCEPTED},
    silenced_by_lookup=True,
    bad=(
        Example(
            "[t](https://doi.org/10.1007/978\u20133\u2013662\u201350372\u20130)",
            "[t](https://doi.org/10.1007/978-3-662-50372-0)",
        ),
        Example(
            "[t](https://doi.org/10.1007/978%E2%80%913-4)", "[t](https://doi.org/10.1007/978-3-4)"
        ),
        Example("[t](https://doi.org/10.1000/182\u200b)", LINK),
        Example("[t](https://doi.org/10.1000/a\u00adb)", "[t](https://doi.org/10.1000/ab)"),
        Example("[t](https://doi.org/10.1000/\uff11\uff18\uff12)", LINK),
        Example("[t](https://doi.org/10.1000/\ufb01x)", "[t](https://doi.org/10.1000/fix)"),
        Example(
            "It is doi:10.1111/j.1365\u2010246X.2009.04226.x in the text.",
            "It is doi:10.1111/j.1365-246X.2009.04226.x in the text.",
            outcomes=(
                ("10.1111/j.1365\u2010246X.2009.04226.x", "missing"),
                ("10.1111/j.1365-246X.2009.04226.x", "found"),
            ),
        ),
    ),
    good=(
        Example("[t](https://doi.org/10.1007/978-3-662-50372-0)"),
        Example("[t](https://doi.org/10.6002/ect.2020.h\u00e4yry)"),
        Example("[t](https://doi.org/10.4149/a\u2013b)", outcomes=(("10.4149/a\u2013b", "found"),)),
    ),
)


def _about_look_alikes(characters: Sequence[str]) -> str:
    """Return the message about look-alikes in a DOI."""
    names = dict.fromkeys(
        f"{_name_of(character)} (U+{ord(character):04X})" for character in characters
    )
    plain = dict.fromkeys(
        repr(LOOK_ALIKES[character]) for character in characters if LOOK_ALIKES[character]
    )
    advice = "remove it" if len(names) == 1 else "remove them"
    if plain:
        advice = f"{listed(plain)} {'is' if len(plain) == 1 else 'are'} probably meant"
    what = "an unusual character" if len(names) == 1 else "unusual characters"
    return f"the DOI contains {what}: {shown(listed(names))}; {advice}"


def _name_of(character: str) -> str:
    """Return the Unicode name of a character, in lower case except for `Latin`."""
    return unicodedata.name(character, "character").lower().replace("latin", "Latin")
