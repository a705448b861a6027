"""Why a text is no DOI name."""

from __future__ import annotations

from enum import StrEnum

from mdlint_doi.text.span import Span


class Reason(StrEnum):
    """The closed list of what can be wrong with the syntax; the values are stable words."""

    NOT_A_DOI = "not-a-doi"
    """Nothing in the text looks like a DOI name."""
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
    """More than one DOI name where one is expected."""


class DoiSyntaxError(ValueError):
    """A text that is no DOI name: why, which text, where in it, and what to do.

    Attributes:
        reason: one of `Reason`.
        text: the whole text as it was given.
        span: the code points of `text` that are at fault.

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
