"""What makes a finding the same finding in the next run, though lines have moved.

The hash covers the rule, the path, the text in the span, and the how-manieth of its kind it is in
its file; neither line nor message. So a finding keeps its fingerprint when text is added above,
and a reworded message changes nothing. The price: of several like findings in one file, the later
ones change places when an earlier one is fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from mdlint_doi.lint.model import Finding

_TEXT: Final = 1000
"""Code points of the span that are hashed."""


def fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield 64 hexadecimal digits for each finding, all different."""
    seen: Counter[str] = Counter()
    for finding in findings:
        written = finding.source.text[finding.span.start : finding.span.end][:_TEXT]
        kind = _digest(finding.code, finding.source.name.removeprefix("./"), written)
        seen[kind] += 1
        yield _digest(kind, str(seen[kind]))


def _digest(*parts: str) -> str:
    data = "\0".join(part.replace("\0", "\0\0") for part in parts)
    return sha256(data.encode("utf-8", "surrogatepass")).hexdigest()
