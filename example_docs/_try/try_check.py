"""What the page `try.md` calls in the browser: one text in, findings or the fixed text out."""

from __future__ import annotations

import json
from typing import Any, Final

from mdlint_doi import Finding, Settings, check_text, fix_text

_OFFLINE: Final = Settings(offline=True)


def findings(text: str, name: str) -> str:
    """Return what the offline rules find, as JSON.

    Args:
        text: what was typed.
        name: of its format.

    """
    places = _Places(text)
    return json.dumps([_shown(one, places) for one in check_text(text, name, _OFFLINE)])


def fixed(text: str, name: str) -> str:
    """Return the text after its safe fixes."""
    return fix_text(text, name, _OFFLINE)


def _shown(finding: Finding, places: _Places) -> dict[str, Any]:
    return {
        "line": finding.line,
        "column": finding.column,
        "start": places.of(finding.span.start),
        "end": places.of(finding.span.end),
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.whole_message,
        "fix": finding.fix.safety.value if finding.fix else "",
    }


class _Places:
    """Offsets as JavaScript counts them: in units of UTF-16."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = self._units = 0

    def of(self, offset: int) -> int:
        """Return the offset; near the last one it costs little."""
        first, last = sorted((self._at, offset))
        units = len(self._text[first:last].encode("utf-16-le", "surrogatepass")) // 2
        self._units += units if offset >= self._at else -units
        self._at = offset
        return self._units
