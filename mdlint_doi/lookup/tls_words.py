"""What is wrong with a certificate, in words that say what to do.

Source: the codes of OpenSSL's X509_verify_cert_error_string(3).
"""

from __future__ import annotations

from ssl import SSLCertVerificationError, SSLError
from typing import Final

_WORDS: Final = {
    9: "its certificate is not valid yet, if this machine's clock is right",
    10: "its certificate has expired, if this machine's clock is right",
    62: "its certificate is for another host; does a proxy or a portal answer in its place?",
    64: "its certificate is for another host; does a proxy or a portal answer in its place?",
}


def in_words(error: SSLError) -> str:
    """Return what a TLS error means for a user."""
    if isinstance(error, SSLCertVerificationError):
        why = f"its certificate is not trusted here ({error.verify_message})"
        return _WORDS.get(error.verify_code, f"{why}; SSL_CERT_FILE names roots to trust")
    # `str` would show the tuple of the arguments.
    return str(error) if error.strerror else ", ".join(map(str, error.args))
