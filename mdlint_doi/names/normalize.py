"""Return the DOI of a text in any spelling.

`normalize` accepts more than `parse_spelling`: text around a DOI, any host with a DOI in the
address, and a DOI after its own address. It does not repair a DOI; `suggest` does.
`normalize(doi.url()) == doi` is true; the same holds for the other written forms of a `Doi`.

draft-paskin-00 section 2.1 allows any prefix without a slash (`doi:alpha-beta/182.342-24`). NISO
Z39.84 section 4.2 and all later standards require `10.`, and no DOI with a different prefix
resolves. Therefore, other prefixes are only accepted here, after `doi:`. A number is accepted as
such a prefix only if it is short, as in `doi:1.23/2002/january/21/4690`. Before a code of four
digits, it is a mistyped `10.`.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar, overload

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason, decode, parse
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.publisher_links import read_publisher
from mdlint_doi.names.spelling import EVERY, Kind, Spelling, decoded
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_LEGACY: Final = pattern(
    r"doi:(?P<prefix>[^/]+?)(?:/|%2f)(?P<suffix>.+)", re.IGNORECASE | re.DOTALL
)
_SHORT_NUMBERS: Final = pattern(r"[0-9]{1,3}(?:\.[0-9]{1,3})+")  # `1.1016` is a damaged `10.1016`
_REQUEST: Final = pattern(  # an OpenURL of draft-paskin-00 section 2.3, example (e)
    r"""
    https?:// [^?#]+                # a resolver of any host
    \? (?: [^#]*& )? (?:rft[_.])?id=
    doi (?: : | %3a ) (?P<name> [^&#]+ )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_AROUND: Final = " \t\r\n\f\v\xa0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffd"
_ROLE: Final = pattern(r"(?::doi:|\{doi\})`(?P<text>[^`]+)`", re.IGNORECASE)
_ANGLES: Final = pattern(r"<(?P<text>[^<>\s]+)>")
_TITLED: Final = pattern(r"(?=.*>\Z).*\S\s*<(?P<text>.+)>", re.DOTALL)
_PASTED: Final = pattern(r"(?P<name>\S+)\s+<(?P<address>[^<>\s]+)>")
_YEAR: Final = pattern(r",\s+(?:19|20)[0-9]{2}\Z")
_ANOTHER: Final = pattern(r"\s<?(?:10\.[0-9]{4,}/|https?:/|doi:)", re.IGNORECASE)
_NEARLY: Final = pattern(r"[0-9./]*[0-9]/\S|10\.")
_Default = TypeVar("_Default")


@overload
def normalize(text: str) -> Doi: ...
@overload
def normalize(text: object, default: _Default) -> Doi | _Default: ...
def normalize(text: object, default: object = ...) -> object:
    """Return the DOI of a text in any spelling, such as a link, `doi:…` or the DOI alone.

    The text may be a link to any resolver, a DOI after `doi:` or a similar label, an address
    through a library's proxy, an OpenURL, a publisher's address, a role, a shortDOI, or a `doi:`
    URI with a legacy prefix. Percent-encoding is undone once.

    Args:
        text: one DOI in any spelling.
        default: the result for a text that is not a DOI, and for a value that is not a text, such
            as `None` or the NaN of an empty cell. Without a default, both are errors.

    Raises:
        DoiSyntaxError: with the reason, the place in `text`, and the solution.
        TypeError: for a value that is not a text.
    """
    if default is ...:
        return _normalized(text_of(text, "normalize"))
    try:
        return _normalized(text) if isinstance(text, str) else default
    except DoiSyntaxError:
        return default


def _normalized(text: str) -> Doi:
    stripped = text.strip(_AROUND)
    inner = _unwrapped(stripped)
    try:
        return _read(inner)
    except DoiSyntaxError as error:
        shift = max(text.find(inner), 0)
        raise DoiSyntaxError(error.reason, text, error.span.shift(shift), error.advice) from None


def text_of(given: object, asker: str) -> str:
    """Return `given`, which was passed to the function named `asker`.

    Raises:
        TypeError: if it is not a text; the message contains `asker`.
    """
    if isinstance(given, str):
        return given
    message = f"{asker}() takes a string, not {type(given).__name__}"
    raise TypeError(message)


def _unwrapped(text: str) -> str:
    """Return a text without the markup of a role or the angle brackets around it."""
    role = _ROLE.fullmatch(text)
    titled = _TITLED.fullmatch(role["text"]) if role else None
    if titled and read(titled["text"]):
        return titled["text"]
    found = role or _ANGLES.fullmatch(text)
    return found["text"] if found else text


def _read(text: str) -> Doi:
    spelling = read(text, EVERY)
    if spelling is None:
        return _other(text)
    if spelling.kind is Kind.BARE:
        return _alone(spelling if spelling.encoded else decoded(spelling))
    if spelling.doi is not None:
        return spelling.doi
    legacy = read_legacy(text)
    if legacy is not None:
        return legacy
    raise spelling.error or _no_doi(text)


def _alone(spelling: Spelling) -> Doi:
    """Return the DOI of a text that is a bare DOI, without a year after it.

    After a space, there is more often other text than the rest of the DOI.
    """
    if spelling.doi is None:
        raise spelling.error or _no_doi(spelling.text)
    name = _YEAR.sub("", str(spelling.doi))
    if not _ANOTHER.search(name):
        return parse(name)
    pasted = _PASTED.fullmatch(name)
    address = read(pasted["address"]) if pasted else None
    if pasted and address and address.doi == parse(pasted["name"]):
        return parse(pasted["name"])
    whole = Span(0, len(spelling.text))
    advice = "there is more than one DOI here; give one at a time"
    raise DoiSyntaxError(Reason.SEVERAL_NAMES, spelling.text, whole, advice)


def _other(text: str) -> Doi:
    """Return the DOI of a text that `read` rejects: another host, a legacy prefix, `10/abc`."""
    carried = read_publisher(text, anywhere=True)
    if carried is not None and carried.doi is not None:
        return carried.doi
    request = _REQUEST.match(text)
    legacy = read_legacy(f"doi:{request['name']}" if request else text)
    if legacy is not None:
        return legacy
    name = text.lstrip("/")
    if not _NEARLY.match(name):
        raise _no_doi(text)
    return parse(name)


def _no_doi(text: str) -> DoiSyntaxError:
    """Return the error for a text that presents no DOI."""
    advice = "a DOI looks like 10.1000/182"
    return DoiSyntaxError(Reason.NOT_A_DOI, text, Span(0, len(text)), advice)


def read_legacy(text: str) -> Doi | None:
    """Return the DOI of a `doi:` URI with a legacy prefix, or None.

    A prefix that begins with a dot or with a long number is a damaged `10.` instead.
    """
    found = _LEGACY.fullmatch(text)
    if found is None:
        return None
    if not found["prefix"][0].isalpha() and not _SHORT_NUMBERS.fullmatch(found["prefix"]):
        return None
    try:
        prefix, suffix = decode(found["prefix"]), decode(found["suffix"])
        # Raises an error for characters that are not allowed in a DOI.
        parse(f"10.1000/{prefix}{suffix}")
    except ValueError:
        return None
    return None if "/" in prefix or suffix != suffix.strip() else Doi(prefix, suffix)
