"""What is wrong with TLS, in words that say what to do.

Sources: the codes of OpenSSL's X509_verify_cert_error_string(3); the reasons of its
ERR_reason_error_string(3), as `ssl.SSLError.reason` spells them.
"""

from __future__ import annotations

from ssl import SSLCertVerificationError, SSLError
from typing import Final

_STRANGER: Final = "does a proxy or a portal answer in its place?"
_OTHER_HOST: Final = f"its certificate is for another host; {_STRANGER}"
_WORDS: Final = {
    9: "its certificate is not valid yet, if this machine's clock is right",
    10: "its certificate has expired, if this machine's clock is right",
    62: _OTHER_HOST,
    64: _OTHER_HOST,
}
_NO_TLS: Final = frozenset(
    {
        "HTTPS_PROXY_REQUEST",
        "HTTP_REQUEST",
        "PACKET_LENGTH_TOO_LONG",
        "RECORD_LAYER_FAILURE",
        "UNKNOWN_PROTOCOL",
        "WRONG_VERSION_NUMBER",
    }
)
"""Reasons that OpenSSL gives where something else than TLS came, such as plain HTTP."""


def in_words(error: SSLError) -> str:
    """Return what a TLS error means for a user."""
    if isinstance(error, SSLCertVerificationError):
        why = f"its certificate is not trusted here ({error.verify_message})"
        return _WORDS.get(error.verify_code, f"{why}; SSL_CERT_FILE names roots to trust")
    reason: str | None = getattr(error, "reason", None)  # of an error that OpenSSL found
    if reason in _NO_TLS:
        return f"what answers there does not speak TLS; {_STRANGER}"
    if reason:
        return f"TLS failed ({reason.replace('_', ' ').lower()}); {_STRANGER}"
    # `str` would show the tuple of the arguments.
    return str(error) if error.strerror else ", ".join(map(str, error.args))
