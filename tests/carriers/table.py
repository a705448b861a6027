"""The carriers, as `carriers.toml` lists them; it explains the members of a carrier."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from carriers import writers

Rule = Literal["exact", "text", "link", "page", "hidden"]
Form = Literal["name", "address", "uri"]
_FORMS: Final = {"name": writers.plain, "address": writers.address, "uri": writers.uri}


@dataclass(frozen=True, slots=True)
class Carrier:
    """One place of a format in which a DOI may be written; `carriers.toml` has the meanings."""

    label: str
    file: str
    text: str
    rule: Rule = "exact"
    form: Form = "name"
    write: str = "plain"
    parser: str = ""

    @property
    def has_label(self) -> bool:
        """Whether the text itself has the label `doi:`, `DOI` or `doi "` before the DOI."""
        is_written = self.write in {"yaml_note", "yaml_label"}
        words = self.text.lower()
        is_named = any(label in words for label in ("doi:", 'doi "')) or "DOI" in self.text
        return is_written or "label" in self.label or is_named

    @property
    def is_marked(self) -> bool:
        """Whether a mark can be written after the DOI."""
        return "{M}" in self.text or "{J}" in self.text

    def escaped(self, text: str) -> str:
        """Return a text as the format writes it."""
        write = getattr(writers, self.write)
        escaped: str = write(text)
        return escaped

    def written(self, name: str) -> str:
        """Return a DOI as it is written there."""
        return self.escaped(_FORMS[self.form](name))

    def filled(self, written: str, name: str, mark: str = "", opening: str = "") -> str:
        """Return the text of the file with a written DOI, and marks around it."""
        sentence = f"Tides are described in {opening}{written}{mark} and later."
        text = self.text.replace("{J}", writers.json_string(sentence))
        text = text.replace("{A}", writers.in_parentheses(writers.address(name)))
        return text.replace("{O}", opening).replace("{M}", mark).replace("{X}", written)


def carriers() -> list[Carrier]:
    """Return all carriers, in the order of the file."""
    rows = tomllib.loads(Path(__file__).with_name("carriers.toml").read_text("utf-8"))
    return [Carrier(**row) for row in rows["carrier"]]
