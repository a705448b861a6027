"""The DOI name: a prefix and a suffix, compared without regard to the case of ASCII letters.

Grammar: ANSI/NISO Z39.84-2005 section 4, `<DIR>.<REG>/<DSS>`, Unicode graphic characters. What
may stand in a document is read as widely as the standards allow: letters in the registrant code
(draft-paskin-00 section 2.3) and shortDOI names `10/abc` parse too.

`DoiSyntaxError` says why a text is none.
"""

from __future__ import annotations

import re
from enum import StrEnum
from sys import intern
from typing import Final, NoReturn

from mdlint_doi.names import encode
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_PREFIX: Final = pattern(r"10(?:\.[0-9A-Za-z][0-9A-Za-z-]*)+", re.ASCII)
_CITESEERX: Final = pattern(r"10\.1\.1\.[0-9]+\.[0-9]+")
"""The numbers of CiteSeerX, whose addresses call them `doi`: `/viewdoc/summary?doi=10.1.1.1.67`."""
_PLAIN: Final = pattern(r"[!-~]+")
_CONSTANT: Final = "a Doi is immutable"


class Reason(StrEnum):
    """The closed list of what can be wrong with the syntax; the values are stable words."""

    NOT_A_DOI = "not-a-doi"
    """Nothing in the text looks like a DOI."""
    NO_DIRECTORY_CODE = "no-directory-code"
    """The prefix does not begin with `10.` (NISO Z39.84 section 4.2)."""
    NO_REGISTRANT_CODE = "no-registrant-code"
    """Nothing, or something impossible, stands between `10.` and the slash (section 4.2)."""
    NO_SLASH = "no-slash"
    """Prefix and suffix are not separated (section 4)."""
    EMPTY_SUFFIX = "empty-suffix"
    """Nothing follows the slash (section 4.3)."""
    WHITE_SPACE = "white-space"
    """White space other than a plain space inside, or any space at an end (section 4.1)."""
    CONTROL_CHARACTER = "control-character"
    """A control, format or surrogate code point: not graphic (section 4.1; lemieux section 2)."""
    BAD_ESCAPE = "bad-escape"
    """A percent sign without two hexadecimal digits, or bytes that are not UTF-8."""
    SEVERAL_NAMES = "several-names"
    """More than one DOI where one is expected."""
    IMPOSSIBLE_NUMBER = "impossible-number"
    """arXiv has no such number, so no DOI follows from it."""


_ADVICE: Final = {
    Reason.NO_DIRECTORY_CODE: (
        "a DOI begins with '10.'; look it up at the publisher, or link a handle that is"
        " not a DOI at https://hdl.handle.net/"
    ),
    Reason.NO_REGISTRANT_CODE: "a registrant code, usually digits, follows '10.'",
    Reason.NO_SLASH: "a slash separates prefix and suffix; the part after it is missing",
    Reason.EMPTY_SUFFIX: "the suffix after the slash is missing",
    Reason.WHITE_SPACE: "the white space {} is not allowed here; remove it",
    Reason.CONTROL_CHARACTER: "the invisible character {} is not allowed in a DOI; remove it",
}
_OF_CITESEERX: Final = "it is CiteSeerX's own number; look the DOI up at the publisher"


class Doi:
    """One DOI, decoded, in the case in which it was written.

    Equality, order and hash look at `key` only: ASCII letters folded, nothing else (NISO Z39.84
    section 4; draft-lemieux section 2, notes 1 and 3). Make one with `parse`.

    It is no `str`, since equal DOIs may be different texts: `json.dumps(value, default=str)` writes
    it, and the key of an object has to be `str(doi)`.

    Attributes:
        prefix: directory indicator and registrant code, `10.1000`; `10` for a shortDOI.
        suffix: everything after the first slash, never empty.
        key: the DOI with folded ASCII letters.

    """

    __slots__ = ("key", "prefix", "suffix")
    __match_args__ = ("prefix", "suffix")

    prefix: str
    suffix: str
    key: str

    def __init__(self, prefix: str, suffix: str) -> None:
        """Take the parts, which `parse` has checked, and derive the key."""
        put = object.__setattr__
        put(self, "prefix", prefix)
        put(self, "suffix", suffix)
        put(self, "key", encode.fold(f"{prefix}/{suffix}"))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(_CONSTANT)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(_CONSTANT)

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Doi) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.key < other.key if isinstance(other, Doi) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Doi(prefix={self.prefix!r}, suffix={self.suffix!r})"

    def __reduce__(self) -> tuple[type[Doi], tuple[str, str]]:
        return Doi, (self.prefix, self.suffix)

    def __str__(self) -> str:
        """Return the DOI alone, as it was written."""
        return f"{self.prefix}/{self.suffix}"

    @property
    def is_short(self) -> bool:
        """Whether this is a shortDOI, `10/abc`."""
        return self.prefix == "10"

    @property
    def registrant_code(self) -> str:
        """What follows `10.` in the prefix; empty for a shortDOI (NISO Z39.84 section 4.2)."""
        return self.prefix.partition(".")[2]

    def url(self, profile: encode.Profile = "handbook") -> str:
        """Return the link, `https://doi.org/…`, encoded as the DOI Handbook says."""
        return encode.RESOLVER + encode.link_path(str(self), profile)

    @property
    def uri(self) -> str:
        """The `doi:` URI (draft-lemieux section 2)."""
        return "doi:" + encode.link_path(str(self), "strict")

    @property
    def urn(self) -> str:
        """The URN form that the proxy understands (DOI Handbook, second note)."""
        return encode.urn(self.prefix, self.suffix)

    @property
    def api_path(self) -> str:
        """What follows `…/api/handles/` in a request (draft-lemieux section 3)."""
        return encode.link_path(str(self), "strict")

    @property
    def which_ra_path(self) -> str:
        """One member of a Which RA request: `,` is `%2C` there (DOI Handbook, last row)."""
        return encode.which_ra_path(str(self))

    @property
    def canonical_uri(self) -> str:
        """The `doi:` URI for comparison (draft-paskin-04, "normalization")."""
        return "doi:" + encode.canonical_path(str(self))


def parse_or_none(text: str) -> Doi | None:
    """Return the DOI name that `text` is, exactly; None if it is none."""
    try:
        return parse(text)
    except DoiSyntaxError:
        return None


def parse(text: str) -> Doi:
    """Return the DOI name that `text` is, exactly: no scheme, no resolver, nothing decoded.

    Raises:
        DoiSyntaxError: with the reason, the place and the advice.

    """
    prefix, slash, suffix = text.partition("/")
    _check_prefix(text, prefix)
    if not slash:
        end = Span(len(prefix), len(prefix))
        if _CITESEERX.fullmatch(prefix):
            raise DoiSyntaxError(Reason.NO_SLASH, text, end, _OF_CITESEERX)
        raise _error(Reason.NO_SLASH, text, end)
    if not suffix:
        raise _error(Reason.EMPTY_SUFFIX, text, Span(len(text), len(text)))
    if not _PLAIN.fullmatch(suffix):
        _check_characters(text, len(prefix) + 1)
    return Doi(intern(prefix), suffix)  # many names have the same one


def _check_prefix(text: str, prefix: str) -> None:
    if prefix == "10" or _PREFIX.fullmatch(prefix):
        return
    for at, character in enumerate(prefix):
        _check_character(text, at, character)
    if not prefix.startswith("10."):
        raise _error(Reason.NO_DIRECTORY_CODE, text, Span(0, len(prefix)))
    if prefix == text and _PREFIX.match(text):
        return  # no slash is worse than what stands behind the registrant code
    raise _error(Reason.NO_REGISTRANT_CODE, text, Span(3, len(prefix)))


def _check_characters(text: str, start: int) -> None:
    for at in range(start, len(text)):
        _check_character(text, at, text[at], inside=start < at < len(text) - 1)


def _check_character(text: str, at: int, character: str, *, inside: bool = False) -> None:
    if "!" <= character <= "~" or (character == " " and inside):
        return
    from unicodedata import category as category_of

    category = category_of(character)
    if category[0] == "Z" or character in "\t\n\r\v\f\x85":
        raise _error(Reason.WHITE_SPACE, text, Span(at, at + 1))
    if category in {"Cc", "Cf", "Cs"}:
        raise _error(Reason.CONTROL_CHARACTER, text, Span(at, at + 1))


def _error(reason: Reason, text: str, span: Span) -> DoiSyntaxError:
    return DoiSyntaxError(reason, text, span, _ADVICE[reason].format(_name_of(span.cut(text))))


def _name_of(cut: str) -> str:
    """Return a code point as a message can show it."""
    return f"U+{ord(cut):04X}" if len(cut) == 1 else ascii(cut)


class DoiSyntaxError(ValueError):
    """A text that is not a DOI: why, which text, where in it, and what to do.

    Attributes:
        reason: one of `Reason`.
        text: the whole text as it was given.
        span: the code points of `text` that are wrong.

    """

    def __init__(self, reason: Reason, text: str, span: Span, advice: str) -> None:
        """Keep the parts; the message is `advice`, which says what to do."""
        super().__init__(advice)
        self.reason = reason
        self.text = text
        self.span = span
        self.advice = advice

    def __reduce__(self) -> tuple[type[DoiSyntaxError], tuple[Reason, str, Span, str]]:
        """Pickle with all parts, for work in several processes."""
        return DoiSyntaxError, (self.reason, self.text, self.span, self.advice)
