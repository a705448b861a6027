"""The addresses of `extlinks`: an old one is one fault of `conf.py`, not one of each page."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Form, Mention
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.checks.warnings import findings_in, offline_facts
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.walk import Origin, shown_path

_SAMPLES: Final = ("10.1000/182", "182")
"""What a page may put into an address: a name, or the end of one."""


class JudgedAddress(NamedTuple):
    """What is wrong with one address."""

    origin: Origin
    document: Document
    findings: list[Finding]


def judge_extlinks(reader: PageReader, folder: Path) -> list[JudgedAddress]:
    """Return what is wrong with the resolver in the project's `extlinks`.

    Args:
        reader: of the build.
        folder: that of `conf.py`.

    """
    if not reader.configured.extlinks:
        return []
    facts = offline_facts(reader.settings)
    path = folder / "conf.py"
    judged = []
    for name, base in reader.configured.extlinks.items():
        # A role `doi` of `extlinks` is replaced by ours, so that no page has its address.
        mention = None if name == "doi" else _mention(base, path, reader)
        if mention is None:
            continue
        origin = Origin(str(path), in_file=False)
        document = Document(mention.source, (mention,))
        head = base.find("%s")
        found = findings_in(origin, document, facts)
        judged.append(
            JudgedAddress(origin, document, [one for one in found if one.span.end <= head])
        )
    return judged


def _mention(base: str, path: Path, reader: PageReader) -> Mention | None:
    """Return the mention that an address makes of a sample; None if it is no resolver's."""
    for sample in _SAMPLES:
        address = base.replace("%s", sample).replace("%%", "%")
        spelling = reader.spellings.read(address)
        if spelling is not None and spelling.doi is not None:
            source = Source(shown_path(str(path)), address, first_line=_line(base, path))
            whole = Span(0, len(address))
            return Mention(source, whole, PlacedText(address, 0), Form.DESTINATION, spelling)
    return None


def place_of_address(base: str, path: Path) -> str:
    """Return `path:line` of an address in `conf.py`, as Sphinx writes it."""
    return f"{shown_path(str(path))}:{_line(base, path)}"


def _line(base: str, path: Path) -> int:
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    at = text.find(base)
    at = text.find("extlinks") if at < 0 else at
    return text.count("\n", 0, max(at, 0)) + 1
