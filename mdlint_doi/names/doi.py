"""The DOI: a prefix and a suffix, compared without regard to the case of ASCII letters.

Grammar: ANSI/NISO Z39.84-2005 section 4, `<DIR>.<REG>/<DSS>`, Unicode graphic characters.
Everything that one of the standards allows is accepted, including letters in the registrant code
(draft-paskin-00 section 2.3) and shortDOIs, `10/abc`.

Written forms: DOI Handbook, "DOI Name Encoding Rules for URL Presentation"; ANSI/NISO Z39.84-2005
Appendix E; draft-lemieux-doi-uri-scheme-04 sections 2 and 3; draft-paskin-doi-uri-04. Their
successors are the DOI Handbook of September 2025, sections 3.4.3, 3.4.4 and 3.7, and "DOI URI
Scheme", doi:10.1000/292; these encode prefix and suffix separately, including the slashes in the
suffix. All forms decode to the same DOI. All encode UTF-8 bytes. `urllib.parse` could do the
escaping, but importing it would slow down every start.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import Final, Literal, NoReturn, TypeAlias

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

Profile: TypeAlias = "Literal['handbook', 'handbook-2025', 'strict']"

RESOLVER: Final = "https://doi.org/"
API: Final = "https://doi.org/api/handles/"
WHICH_RA: Final = "https://doi.org/doiRA/"

MANDATORY: Final = frozenset('%"# ?')  # Handbook, mandatory rules

# The characters to encode: all except letters, digits, `-._~` and punctuation that a rule keeps.
_HANDBOOK: Final = pattern(r"[^0-9A-Za-z\-._~():;,/!$&'*=@]+")
_STRICT: Final = pattern(r"[^0-9A-Za-z\-._~/]+")
_URN: Final = pattern(r"[^0-9A-Za-z\-._~():;,!$&'*=@]+")
_PASKIN: Final = pattern(r"[^0-9A-Za-z\-._~/!*'():;,@$+]+")
_URI_292: Final = pattern(r"[^0-9A-Za-z\-._~!$&'()*+,;=:@]+")
_HANDBOOK_2025: Final = pattern(r"[^0-9A-Za-z\-._~!$&'()*+;=:@]+")
_PROFILES: Final = {"handbook": _HANDBOOK, "handbook-2025": _HANDBOOK_2025, "strict": _STRICT}

_ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
_BAD_ESCAPE: Final = pattern(r"%(?![0-9A-Fa-f]{2})")
_DOT_SEGMENT: Final = pattern(r"(?<=/)(\.\.?)/")
_FINAL_DOT_SEGMENT: Final = pattern(r"/(\.\.?)\Z")
_FOLD: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_UNFOLD: Final = {lower: lower - 32 for lower in range(ord("a"), ord("z") + 1)}
_PREFIX: Final = pattern(r"10(?:\.[0-9A-Za-z][0-9A-Za-z-]*)+", re.ASCII)
_BLANKS: Final = {" ": "the space", "\n": "the line end", "\r": "the line end", "\t": "the tab"}
_CITESEERX: Final = pattern(r"10\.1\.1\.[0-9]+\.[0-9]+")  # its addresses call these numbers `doi`
_PLAIN: Final = pattern(r"[!-~]+")
_CONSTANT: Final = "a Doi is immutable"
_OF_CITESEERX: Final = "it is a CiteSeerX number; find the DOI on the publisher's page"


def link_path(name: str, profile: Profile = "handbook") -> str:
    """Return the path of a DOI link: the encoded DOI that follows `https://doi.org/`.

    Profile `handbook` encodes the characters in the table of the older Handbook page, control
    characters, and all characters outside ASCII. `handbook-2025` encodes the characters that the
    Handbook of September 2025 names, including each comma and each slash within the suffix, but not
    `+`. `strict` encodes all characters except unreserved ones and slashes. All profiles encode one
    slash of each dot segment (older Handbook page, first note).

    Raises:
        ValueError: for a profile that does not exist.
    """
    to_encode = _PROFILES.get(profile)
    if to_encode is None:
        message = f"there is no profile {profile!r}; choose one of {', '.join(_PROFILES)}"
        raise ValueError(message)
    return _path(name, to_encode)


@lru_cache(maxsize=128)
def which_ra_path(name: str) -> str:
    """Return a DOI encoded for *Which RA*, where commas separate DOIs: `,` is `%2C`."""
    return link_path(name).replace(",", "%2C")


def decode(written: str) -> str:
    """Undo one level of percent-encoding, as UTF-8.

    Raises:
        ValueError: if an escape does not have two hexadecimal digits, or the bytes are not UTF-8.
    """
    if "%" not in written:
        return written
    if _BAD_ESCAPE.search(written):
        raise ValueError(written)
    return _ESCAPES.sub(
        lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8"), written
    )


def fold(name: str) -> str:
    """Return the key for comparing DOIs: the DOI with only A-Z folded to a-z.

    ANSI/NISO Z39.84 section 4; draft-lemieux section 2, notes 1 and 3: no other case mapping,
    no normalization of code points.
    """
    return name.lower() if name.isascii() else name.translate(_FOLD)


def _path(name: str, to_encode: re.Pattern[str]) -> str:
    """Return prefix and suffix, encoded separately so that the slash between them stays."""
    parts = (to_encode.sub(_escape, part) for part in name.split("/", 1))
    return _guard_dot_segments("/".join(parts))


def _escape(found: re.Match[str]) -> str:
    return "%" + found[0].encode("utf-8").hex("%").upper()


def _guard_dot_segments(path: str) -> str:
    """Encode one slash of each `/./` and `/../`, because clients remove dot segments.

    It is the slash after the dots, or the one before them at the end of the path.
    """
    if "/." not in path:
        return path
    return _FINAL_DOT_SEGMENT.sub(r"%2F\1", _DOT_SEGMENT.sub(r"\1%2F", path))


class Reason(StrEnum):
    """The reasons why a text is not a DOI; the values are stable words."""

    NOT_A_DOI = "not-a-doi"
    """Nothing in the text looks like a DOI."""
    NO_DIRECTORY_CODE = "no-directory-code"
    """The prefix does not begin with `10.` (NISO Z39.84 section 4.2)."""
    NO_REGISTRANT_CODE = "no-registrant-code"
    """The part between `10.` and the slash is empty or impossible (section 4.2)."""
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
    """arXiv has no such number, so it implies no DOI."""


_ADVICE: Final = {
    Reason.NO_DIRECTORY_CODE: (
        "a DOI begins with '10.'; find the DOI on the publisher's page, or link to https://hdl.handle.net/"
        " if this is a handle but not a DOI"
    ),
    Reason.NO_REGISTRANT_CODE: "the registrant code after '10.' is missing or invalid",
    Reason.NO_SLASH: "the slash and the suffix after the prefix are missing",
    Reason.EMPTY_SUFFIX: "the suffix after the slash is missing",
    Reason.WHITE_SPACE: "{} is not allowed here; remove it",
    Reason.CONTROL_CHARACTER: "the invisible character {} is not allowed in a DOI; remove it",
}


class Doi:
    """One DOI, decoded, in the case in which it was written.

    Equality, order and hash use only `key`, in which only ASCII letters are folded (NISO Z39.84
    section 4; draft-lemieux section 2, notes 1 and 3). Use `parse` to create a DOI.

    This class is not a `str`, because equal DOIs may have different texts. For JSON, `str(doi)` is
    the text, and `to_dict()` returns the parts; `json.dumps(value, default=str)` writes each DOI as
    a text.

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
        put = object.__setattr__
        put(self, "prefix", prefix)
        put(self, "suffix", suffix)
        put(self, "key", fold(f"{prefix}/{suffix}"))

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

    def to_dict(self) -> dict[str, str]:
        """Return the DOI for JSON: `doi` as it was written, `url`, `prefix` and `suffix`."""
        members = {"doi": str(self), "url": self.url()}
        return {**members, "prefix": self.prefix, "suffix": self.suffix}

    @property
    def is_short(self) -> bool:
        """Whether this is a shortDOI, `10/abc`."""
        return self.prefix == "10"

    @property
    def registrant_code(self) -> str:
        """The registrant code after `10.`; empty for a shortDOI (NISO Z39.84 section 4.2)."""
        return self.prefix.partition(".")[2]

    def url(self, profile: Profile = "handbook") -> str:
        """Return the link, `https://doi.org/…`, encoded as in the DOI Handbook.

        Args:
            profile: `handbook` follows the older page on encoding, which keeps slashes and commas;
                `handbook-2025` follows the edition of September 2025, which encodes each slash
                within the suffix and each comma; `strict` encodes all characters except unreserved
                ones and slashes. All links lead to the same DOI.

        Raises:
            ValueError: for a profile that does not exist.
        """
        return RESOLVER + link_path(str(self), profile)

    @property
    def uri(self) -> str:
        """The `doi:` URI (draft-lemieux section 2)."""
        return "doi:" + link_path(str(self), "strict")

    @property
    def uri_292(self) -> str:
        """The `doi:` URI of "DOI URI Scheme" (doi:10.1000/292, November 2024).

        Each slash within the suffix is `%2F`; punctuation that URIs allow stays.
        """
        return "doi:" + _path(str(self), _URI_292)

    @property
    def urn(self) -> str:
        """The URN that the proxy understands: a colon for the first slash (Handbook, note 2)."""
        return f"urn:doi:{_STRICT.sub(_escape, self.prefix)}:{_URN.sub(_escape, self.suffix)}"

    @property
    def api_path(self) -> str:
        """The DOI encoded for a request, after `…/api/handles/` (draft-lemieux section 3)."""
        return link_path(str(self), "strict")

    @property
    def which_ra_path(self) -> str:
        """The DOI encoded for *Which RA*, with `,` as `%2C` (DOI Handbook, last row)."""
        return which_ra_path(str(self))

    @property
    def canonical_uri(self) -> str:
        """The `doi:` URI for comparison, with minimal escapes in upper case (paskin-04)."""
        name = str(self)
        upper = name.upper() if name.isascii() else name.translate(_UNFOLD)
        return "doi:" + _path(upper, _PASKIN)


def parse_or_none(text: str) -> Doi | None:
    """Return the DOI of a text that is exactly a DOI; otherwise None."""
    try:
        return parse(text)
    except DoiSyntaxError:
        return None


def parse(text: str) -> Doi:
    """Return the DOI of a text that is exactly a DOI, without scheme, resolver or escapes.

    The grammar is that of ANSI/NISO Z39.84-2005, section 4; shortDOIs are DOIs as well.

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
        start = len(prefix) + 1
        last = len(text) - 1
        for at, character in enumerate(suffix, start):
            _check_character(text, at, character, inside=start < at < last)
    return Doi(intern(prefix), suffix)  # many DOIs share a prefix


def _check_prefix(text: str, prefix: str) -> None:
    if prefix == "10" or _PREFIX.fullmatch(prefix):
        return
    # In words, the first white space is not the mistake.
    for at, character in enumerate("" if prefix[:1].isalpha() else prefix):
        _check_character(text, at, character)
    if not prefix.startswith("10."):
        raise _error(Reason.NO_DIRECTORY_CODE, text, Span(0, len(prefix)))
    if prefix == text and _PREFIX.match(text):
        return  # the missing slash is reported instead of the text after the registrant code
    raise _error(Reason.NO_REGISTRANT_CODE, text, Span(3, len(prefix)))


def _check_character(text: str, at: int, character: str, *, inside: bool = False) -> None:
    if "!" <= character <= "~" or (character == " " and inside):
        return
    category = unicodedata.category(character)
    if category[0] == "Z" or character in "\t\n\r\v\f\x85":
        raise _error(Reason.WHITE_SPACE, text, Span(at, at + 1))
    if category in {"Cc", "Cf", "Cs"}:
        raise _error(Reason.CONTROL_CHARACTER, text, Span(at, at + 1))


def _error(reason: Reason, text: str, span: Span) -> DoiSyntaxError:
    cut = span.cut(text)
    shown = f"U+{ord(cut):04X}" if len(cut) == 1 else ascii(cut)
    if reason is Reason.WHITE_SPACE:
        shown = _BLANKS.get(cut, f"the white space {shown}")
    return DoiSyntaxError(reason, text, span, _ADVICE[reason].format(shown))


class DoiSyntaxError(ValueError):
    """An error for a text that is not a DOI, with the reason, the place and the solution.

    Attributes:
        reason: one of `Reason`.
        text: the whole given text.
        span: the code points of `text` that are not valid.
        advice: the solution, which is also the message.
    """

    def __init__(self, reason: Reason, text: str, span: Span, advice: str) -> None:
        """Keep the parts; the message is `advice`."""
        super().__init__(advice)
        self.reason = reason
        self.text = text
        self.span = span
        self.advice = advice

    def __reduce__(self) -> tuple[type[DoiSyntaxError], tuple[Reason, str, Span, str]]:
        return DoiSyntaxError, (self.reason, self.text, self.span, self.advice)
