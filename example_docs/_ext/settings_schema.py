"""Write the JSON Schemas of the settings, for editors.

The keys and their valid values come from the readers in `mdlint_doi.lint.setting_values`, the
defaults from `Settings`, and the descriptions from the manual's page on settings. The schemas use
JSON Schema draft-07, in the form of SchemaStore: editors support no later draft, and show the
address at the end of a description. After a change of a setting or a rule, run
`python example_docs/_ext/settings_schema.py`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from mdlint_doi.file_formats import FORMAT_NAMES
from mdlint_doi.lint.model import MANUAL
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.setting_values import READERS, Reader
from mdlint_doi.lint.settings import FailOn, Settings
from mdlint_doi.names.spelling import IDENTIFIERS

Json = dict[str, Any]

FOLDER: Final = Path(__file__).parents[1]
ADDRESS: Final = "https://raw.githubusercontent.com/sphinx-doi/sphinx-doi/main/example_docs/_static"
SETTINGS: Final = "settings.schema.json"
PYPROJECT: Final = "pyproject.schema.json"
_DRAFT: Final = "http://json-schema.org/draft-07/schema#"
_PAGE: Final = f"{MANUAL}/reference/settings.md"
_SELECTORS: Final = {"type": "array", "items": {"$ref": "#/definitions/selector"}}
_FORMATS: Final = [*FORMAT_NAMES, *(f"no-{name}" for name in FORMAT_NAMES)]
_PATH: Final = {"type": "string", "minLength": 1}
_WORDS: Final = {"type": "array", "items": {"type": "string", "pattern": r"\S"}}
_REASON: Final = {
    "type": "string",
    "pattern": r"\S",
    "description": "The reason why the DOI is correct.",
}
_UNTIL: Final = {
    "type": "string",
    "pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ].*)?$",
    "description": "After this day, the exception no longer applies.",
}


def _words_of(literal: object) -> list[str]:
    """Return the words of a `Literal`; it may be a string, so that `typing` is not imported."""
    return re.findall(r"'([a-z-]+)'", str(literal))


SHAPES: Final[Mapping[Reader, Json]] = {
    READERS["select"]: {**_SELECTORS, "minItems": 1},
    READERS["ignore"]: _SELECTORS,
    READERS["per-file-ignores"]: {
        "type": "object",
        "additionalProperties": _SELECTORS,
        "propertyNames": {"minLength": 1},
    },
    READERS["exclude"]: _WORDS,
    READERS["formats"]: {"type": "array", "items": {"enum": _FORMATS}},
    READERS["read-as"]: {
        "type": "object",
        "propertyNames": {"pattern": r"^[^\s/\\*?\[\]][^\\*?\[\]]{0,199}[^/\\*?\[\]]$"},
        "additionalProperties": {"enum": [*FORMAT_NAMES]},
    },
    READERS["identifiers"]: {"type": "array", "items": {"enum": [*IDENTIFIERS]}},
    READERS["exceptions"]: {
        "type": "object",
        "propertyNames": {"pattern": r"^10(\.[0-9A-Za-z][0-9A-Za-z-]*)*/.*[^*]$"},
        "additionalProperties": {
            "anyOf": [
                _REASON,
                {
                    "type": "object",
                    "properties": {"reason": _REASON, "until": _UNTIL, "rules": _SELECTORS},
                    "required": ["reason"],
                    "additionalProperties": False,
                },
            ]
        },
    },
    READERS["offline"]: {"type": "boolean"},
    READERS["server"]: {
        "type": "string",
        "pattern": r"^https://[A-Za-z0-9_.:\[\]-]+(/[A-Za-z0-9_.~-]+)*/?$",
    },
    READERS["fail-on"]: {"enum": _words_of(FailOn)},
    READERS["depth"]: {"enum": [*Depth]},
    READERS["contact"]: {
        "type": "string",
        "pattern": r"^([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)?$",
        "maxLength": 254,
    },
    READERS["concurrency"]: {
        "type": "integer",
        "minimum": 1,
        "maximum": 64,
    },
    READERS["records"]: _PATH,
    READERS["cache-dir"]: _PATH,
    READERS["max-age"]: {"type": "number", "minimum": 0},
}
"""The values that each reader accepts; a test compares the two."""
EXAMPLES: Final[Mapping[str, Any]] = {
    "select": ["DOI2", "not-registered"],
    "extend-select": ["unlinked-doi"],
    "ignore": ["DOI301"],
    "per-file-ignores": {"CHANGELOG.md": ["DOI2"]},
    "exclude": ["docs/generated/"],
    "formats": ["csl", "no-python"],
    "read-as": {".mdc": "markdown"},
    "identifiers": ["arxiv"],
    "exceptions": {
        "10.5281/zenodo.99999999": {"reason": "reserved for version 2", "until": "2027-01-31"}
    },
    "contact": "me@example.org",
    "records": "docs/doi-records.json",
    "baseline": "doi-baseline.json",
    "max-age": 7,
}


class IncompleteError(Exception):
    """A setting lacks a part; the message describes the next step."""

    def __init__(self, key: str, what: str, step: str) -> None:
        """Receive the setting, what it lacks, and the next step."""
        super().__init__(f"the setting {key} {what}; {step}")


def schemas() -> dict[str, str]:
    """Return the text of each schema by its file name."""
    made = {SETTINGS: settings_schema(), PYPROJECT: pyproject_schema()}
    return {name: json.dumps(one, indent=2) + "\n" for name, one in made.items()}


def write_schemas() -> None:
    """Write all schemas."""
    for name, text in schemas().items():
        (FOLDER / "_static" / name).write_text(text, encoding="utf-8")


def settings_schema() -> Json:
    """Return the schema of a settings file: the table `[tool.mdlint-doi]` without its header."""
    page = (FOLDER / "reference" / "settings.md").read_text(encoding="utf-8")
    told = dict(_descriptions(page))
    return {
        "$schema": _DRAFT,
        "$id": f"{ADDRESS}/{SETTINGS}",
        "title": "mdlint-doi",
        "description": f"Settings of mdlint-doi and sphinx_doi, which check DOIs.\n{_PAGE}",
        "type": "object",
        "properties": {key: _property(key, _told(key, told)) for key in READERS},
        "additionalProperties": False,
        "definitions": {"selector": _selector()},
    }


def pyproject_schema() -> Json:
    """Return SchemaStore's schema of `pyproject.toml`, with the table `[tool.mdlint-doi]`."""
    return {
        "$schema": _DRAFT,
        "$id": f"{ADDRESS}/{PYPROJECT}",
        "title": "pyproject.toml with mdlint-doi",
        "allOf": [{"$ref": "https://json.schemastore.org/pyproject.json"}],
        "type": "object",
        "properties": {
            "tool": {
                "type": "object",
                "properties": {"mdlint-doi": {"$ref": f"{ADDRESS}/{SETTINGS}"}},
            }
        },
    }


def _told(key: str, sections: Mapping[str, str]) -> str:
    """Return the description of a setting.

    Raises:
        IncompleteError: if the manual has none.
    """
    if not sections.get(key):
        step = f"add a section with the heading ### `{key}` to example_docs/reference/settings.md"
        raise IncompleteError(key, "is not described", step)
    return sections[key]


def _property(key: str, told: str) -> Json:
    field = key.replace("-", "_")
    if not hasattr(Settings(), field):
        step = f"add the field {field} to Settings in mdlint_doi/lint/settings.py"
        raise IncompleteError(key, "has no default", step)
    default = getattr(Settings(), field)
    reader = READERS[key]
    if reader not in SHAPES:
        step = "add its reader to SHAPES in example_docs/_ext/settings_schema.py"
        raise IncompleteError(key, "has no valid values", step)
    made: Json = {"description": f"{told}\n{_PAGE}", **SHAPES[reader]}
    if default is not None:
        empty: object = {} if made.get("type") == "object" else []
        made["default"] = (list(default) or empty) if isinstance(default, tuple) else default
    if key in EXAMPLES:
        made["examples"] = [EXAMPLES[key]]
    return made


def _descriptions(page: str) -> Iterator[tuple[str, str]]:
    """Yield each setting with the beginning of its section in the manual, as plain text."""
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        title, _, rest = section.partition("\n")
        text = " ".join(rest.strip().split("\n\n")[0].split())
        text = re.split(r" (?:Default:|`--)", text, maxsplit=1)[0]
        yield title.strip("`"), re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "")


def _selector() -> Json:
    words = {"default": "the rules that are on by default", "all": "all rules"}
    words |= {one: f"all rules whose codes begin with {one}" for one in sorted(_beginnings())}
    words |= {rule.code: f"{rule.name}: {rule.summary}" for rule in RULES}
    words |= {rule.name: f"{rule.code}: {rule.summary}" for rule in RULES}
    return {
        "description": f"A rule or a group of rules.\n{MANUAL}/rules/index.md",
        "type": "string",
        "enum": [*words],
        "x-taplo": {"docs": {"enumValues": [*words.values()]}},
    }


def _beginnings() -> set[str]:
    return {rule.code[:size] for rule in RULES for size in range(3, 6)}


def main() -> int:
    """Write all schemas; return the exit code."""
    try:
        write_schemas()
    except IncompleteError as error:
        sys.stderr.write(f"settings_schema.py: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
