"""Standalone URLs and mail addresses, exactly as far as docutils links them.

docutils searches for both with one expression, in quadratic time; here each colon and each `@` is
examined once. If the scheme of a found URL is unknown, as in `doi:10.1000/182`, docutils links
nothing more up to the next markup.

The characters next to which markup may begin or end are those of docutils 0.22:
`punctuation_chars.py` (made from Unicode 5.2's categories; copyright 2011, 2017 Günter Milde,
2-Clause BSD licence: copying and distribution of it, with or without modification, are permitted
in any medium without royalty provided the copyright notice and this notice are preserved), and so
are the schemes: `urischemes.py` (public domain).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

# Each list is the content of a character class of a regular expression.
OPENERS: Final = (
    "\"'(<\\[{\u0f3a\u0f3c\u169b\u2045\u207d\u208d\u2329\u2768\u276a\u276c\u276e\u2770"
    "\u2772\u2774\u27c5\u27e6\u27e8\u27ea\u27ec\u27ee\u2983\u2985\u2987\u2989\u298b\u298d"
    "\u298f\u2991\u2993\u2995\u2997\u29d8\u29da\u29fc\u2e22\u2e24\u2e26\u2e28\u3008\u300a"
    "\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\u301d\ufd3e\ufe17\ufe35\ufe37\ufe39"
    "\ufe3b\ufe3d\ufe3f\ufe41\ufe43\ufe47\ufe59\ufe5b\ufe5d\uff08\uff3b\uff5b\uff5f\uff62"
    "\xab\u2018\u201c\u2039\u2e02\u2e04\u2e09\u2e0c\u2e1c\u2e20\u201a\u201e\xbb\u2019"
    "\u201d\u203a\u2e03\u2e05\u2e0a\u2e0d\u2e1d\u2e21\u201b\u201f"
)
CLOSERS: Final = (
    "\"')>\\]}\u0f3b\u0f3d\u169c\u2046\u207e\u208e\u232a\u2769\u276b\u276d\u276f\u2771"
    "\u2773\u2775\u27c6\u27e7\u27e9\u27eb\u27ed\u27ef\u2984\u2986\u2988\u298a\u298c\u298e"
    "\u2990\u2992\u2994\u2996\u2998\u29d9\u29db\u29fd\u2e23\u2e25\u2e27\u2e29\u3009\u300b"
    "\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\ufd3f\ufe18\ufe36\ufe38\ufe3a"
    "\ufe3c\ufe3e\ufe40\ufe42\ufe44\ufe48\ufe5a\ufe5c\ufe5e\uff09\uff3d\uff5d\uff60\uff63"
    "\xbb\u2019\u201d\u203a\u2e03\u2e05\u2e0a\u2e0d\u2e1d\u2e21\u201b\u201f\xab\u2018"
    "\u201c\u2039\u2e02\u2e04\u2e09\u2e0c\u2e1c\u2e20\u201a\u201e"
)
DELIMITERS: Final = (
    "\\-/:\u058a\xa1\xb7\xbf\u037e\u0387\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05c6\u05f3"
    "\u05f4\u0609\u060a\u060c\u060d\u061b\u061e\u061f\u066a-\u066d\u06d4\u0700-\u070d"
    "\u07f7-\u07f9\u0830-\u083e\u0964\u0965\u0970\u0df4\u0e4f\u0e5a\u0e5b\u0f04-\u0f12"
    "\u0f85\u0fd0-\u0fd4\u104a-\u104f\u10fb\u1361-\u1368\u1400\u166d\u166e\u16eb-\u16ed"
    "\u1735\u1736\u17d4-\u17d6\u17d8-\u17da\u1800-\u180a\u1944\u1945\u19de\u19df\u1a1e"
    "\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b5a-\u1b60\u1c3b-\u1c3f\u1c7e\u1c7f\u1cd3\u2010-"
    "\u2017\u2020-\u2027\u2030-\u2038\u203b-\u203e\u2041-\u2043\u2047-\u2051\u2053\u2055-"
    "\u205e\u2cf9-\u2cfc\u2cfe\u2cff\u2e00\u2e01\u2e06-\u2e08\u2e0b\u2e0e-\u2e1b\u2e1e"
    "\u2e1f\u2e2a-\u2e2e\u2e30\u2e31\u3001-\u3003\u301c\u3030\u303d\u30a0\u30fb\ua4fe"
    "\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua6f7\ua874-\ua877\ua8ce\ua8cf\ua8f8-\ua8fa"
    "\ua92e\ua92f\ua95f\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaade\uaadf\uabeb\ufe10-"
    "\ufe16\ufe19\ufe30-\ufe32\ufe45\ufe46\ufe49-\ufe4c\ufe50-\ufe52\ufe54-\ufe58\ufe5f-"
    "\ufe61\ufe63\ufe68\ufe6a\ufe6b\uff01-\uff03\uff05-\uff07\uff0a\uff0c-\uff0f\uff1a"
    "\uff1b\uff1f\uff20\uff3c\uff61\uff64\uff65\U00010100\U00010101\U0001039f\U000103d0"
    "\U00010857\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010b39-\U00010b3f"
    "\U000110bb\U000110bc\U000110be-\U000110c1\U00012470-\U00012473"
)
CLOSING_DELIMITERS: Final = r"\\.,;!?"
QUOTE_PAIRS: Final = {
    "\xbb": "\xbb",
    "\u2018": "\u201a",
    "\u2019": "\u2019",
    "\u201a": "\u2018\u2019",
    "\u201c": "\u201e",
    "\u201e": "\u201c\u201d",
    "\u201d": "\u201d",
    "\u203a": "\u203a",
}
"""The closing quotes for each opening quote beyond those in the lists; they depend on language."""
_SCHEMES: Final = """
about acap addbook afp afs aim callto castanet chttp cid crid data dav dict dns eid fax feed
file finger freenet ftp go gopher gsm-sms h323 h324 hdl hnews http https hydra iioploc ilu im
imap info ior ipp irc iris.beep iseek jar javascript jdbc ldap lifn livescript lrq mailbox
mailserver mailto md5 mid mocha modem mtqp mupdate news nfs nntp opaquelocktoken phone pop pop3
pres printer prospero rdar res rtsp rvp rwhois rx sdp service shttp sip sips smb snews snmp
soap.beep soap.beeps ssh t120 tag tcp tel telephone telnet tftp tip tn3270 tv urn uuid vemmi
videotex view-source wais whodp whois++ x-man-page xmlrpc.beep xmlrpc.beeps z39.50r z39.50s
"""
SCHEMES: Final = frozenset(_SCHEMES.split())
"""docutils links only URLs with one of these schemes."""

PREFIX: Final = pattern(rf"[\s{OPENERS}{DELIMITERS}]")
"""A character after which markup may begin."""
SUFFIX: Final = rf"(?:$|(?=[\s\0{CLOSING_DELIMITERS}{DELIMITERS}{CLOSERS}]))"
"""The place where markup may end: before one of these characters, or at the end of a text."""

_CHARACTER: Final = r"[-_.!~*'()[\];/:@&=+$,%a-zA-Z0-9\0]"
_LAST: Final = rf"(?:[_~*/=+a-zA-Z0-9]|{_CHARACTER}(?=>))"
_PART: Final = rf"{_CHARACTER}*{_LAST}"
_MAIL: Final = r"[-_!~*'{|}/#?^`&=+$%a-zA-Z0-9\0]"

_MARK: Final = pattern(r":|(?<!\0)@")
_REST: Final = pattern(rf"{_PART}(?:\?{_PART})?(?:\#{_PART})?{SUFFIX}")
_HOST: Final = pattern(rf"@{_MAIL}+(?:\.{_MAIL}*)*{_LAST}{SUFFIX}")
_ADDRESS: Final = pattern(rf"{_MAIL}+(?:\.{_MAIL}+)*(?<!\0)@{_MAIL}+(?:\.{_MAIL}*)*{_LAST}{SUFFIX}")
_SCHEME: Final = pattern(r"[a-zA-Z][a-zA-Z0-9.+-]*:")

_ALPHANUMERICS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
"""Markup may not begin after one of these characters."""
_SCHEME_CHARACTERS: Final = _ALPHANUMERICS | frozenset(".+-")
_MAIL_CHARACTERS: Final = (_SCHEME_CHARACTERS | frozenset("_!~*'{|}/#?^`&=$%\0")) - frozenset(".")


class Url(NamedTuple):
    """A URL or a mail address, linked or not.

    Attributes:
        start: the index where it begins.
        end: the index after it.
        scheme: the scheme in lower case; empty for a mail address.
    """

    start: int
    end: int
    scheme: str

    @property
    def is_known(self) -> bool:
        """Whether docutils links it."""
        return not self.scheme or self.scheme in SCHEMES


def find_urls(escaped: str, start: int, end: int) -> Iterator[Url]:
    """Yield the URLs that docutils links between two constructs; later text has no effect."""
    found = _first(escaped, start, end)
    while found is not None and found.is_known:
        # docutils searches the text before a found URL again, as a text that ends there.
        yield from find_urls(escaped, start, found.start)
        yield found
        start = found.end
        found = _first(escaped, start, end)


def begins_with_url(escaped: str, start: int, end: int) -> bool:
    """Return whether a URL with any scheme, or a mail address, begins at `start`."""
    scheme = _SCHEME.match(escaped, start, end)
    if scheme and _REST.match(escaped, scheme.end(), end):
        return True
    return _ADDRESS.match(escaped, start, end) is not None


def may_begin(escaped: str, at: int, start: int) -> bool:
    """Return whether markup may begin at `at` in a text that begins at `start`."""
    return at == start or PREFIX.match(escaped, at - 1) is not None


def _first(escaped: str, start: int, end: int) -> Url | None:
    for mark in _MARK.finditer(escaped, start, end):
        at = mark.start()
        if escaped[at] == "@":
            found = _address(escaped, at, start, end)
            if found is not None:
                return found
        elif (begin := _scheme_start(escaped, at, start)) >= 0:
            rest = _REST.match(escaped, at + 1, end)
            # If it fails, no other URL begins before this run of characters ends, because the rest
            # could have ended there as well. So no character is tried twice.
            if rest:
                return Url(begin, rest.end(), escaped[begin:at].lower())
    return None


def _scheme_start(escaped: str, colon: int, start: int) -> int:
    """Return the first index where the scheme before a colon may begin, or -1."""
    begin, at = -1, colon
    while at > start and escaped[at - 1] in _SCHEME_CHARACTERS:
        at -= 1
        if at > start and escaped[at - 1] in _ALPHANUMERICS:
            continue
        if escaped[at].isalpha() and may_begin(escaped, at, start):
            begin = at
    return begin


def _address(escaped: str, sign: int, start: int, end: int) -> Url | None:
    begin, at = -1, sign
    while at > start:
        character = escaped[at - 1]
        if character in _MAIL_CHARACTERS:
            at -= 1
            begin = at if may_begin(escaped, at, start) else begin
        elif character == "." and at < sign and escaped[at] != ".":
            at -= 1
        else:
            break
    host: re.Match[str] | None = _HOST.match(escaped, sign, end) if begin >= 0 else None
    return Url(begin, host.end(), "") if host else None
