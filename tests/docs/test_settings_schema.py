"""The schemas of the settings say what the program says, of each value."""

from __future__ import annotations

import json
import os
import re
import tomllib
from datetime import date, datetime
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from docs.examples import MANUAL, pages
from jsonschema import Draft7Validator
from referencing import Registry

from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.setting_values import READERS
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from

DAY = {"10.1000/a": {"reason": "r", "until": "2027-01-31"}}
DRAFT = "http://json-schema.org/draft-07/schema#"
VALUES: tuple[Any, ...] = (
    *(True, False, 0, 1, -1, 10, 64, 65, 1.5, "", " ", "x", "auto", "all", "off", "handles"),
    *("me@example.org", "me@", "a" * 250 + "@b.c", "https://doi.org", "http://doi.org"),
    *("https://doi.org/x/", "https://doi.org?q", "https://[::1]:8000", "ftp://x", [], {}, [""]),
    *([1], ["DOI201"], ["DOI2"], ["DOI"], ["DOI999"], ["unusual-address"], ["default", "all"]),
    *(["csl", "rd"], ["md"], ["docs/"], "DOI201", {"a.md": ["DOI2"]}, {"a.md": "DOI2"}),
    *({"": ["DOI2"]}, {"a.md": ["no-rule"]}, {"10.1000/a": "why"}, {"10.1000/a": " "}, DAY),
    *({"10/abc": "why"}, {"10.1000": "why"}, {"https://doi.org/10.1000/a": "why"}),
    *({"10.1000/a": {"until": "2027-01-31"}}, {"10.1000/a": {"reason": "r", "until": "soon"}}),
    *({"10.1000/a": {"reason": "r", "since": "x"}}, {"10.1000/a": 1}),
)


@pytest.fixture(scope="module")
def written() -> ModuleType:
    """Return what writes the schemas."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MANUAL / "_ext")
        return import_module("settings_schema")


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    """Return what checks settings against the schema in the manual."""
    return Draft7Validator(_schema("settings.schema.json"))


def _schema(name: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads((MANUAL / "_static" / name).read_text(encoding="utf-8"))


def _json(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return what an editor checks of a value of TOML: days are texts."""
    return json.loads(json.dumps(value, default=str))


def test_the_schemas_are_current(written: ModuleType) -> None:
    """They say what the settings say; `python example_docs/_ext/settings_schema.py` writes them."""
    if os.environ.get("UPDATE_EXAMPLES"):
        written.write_schemas()
    for name, text in written.schemas().items():
        assert (MANUAL / "_static" / name).read_text(encoding="utf-8") == text
        Draft7Validator.check_schema(json.loads(text))


@pytest.mark.parametrize(
    ("part", "step"),
    [
        ("section", "add a section with the heading ### `new-one` to example_docs/reference/"),
        ("field", "add the field new_one to Settings in mdlint_doi/lint/settings.py"),
        ("shape", "add its reader to SHAPES in example_docs/_ext/settings_schema.py"),
    ],
)
def test_what_a_new_setting_lacks(
    written: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    part: str,
    step: str,
) -> None:
    """The message is the next step, without a traceback."""
    new = {
        "section": {"new-one": READERS["offline"]},
        "field": {"new-one": READERS["offline"]},
        "shape": {"offline": lambda value: value},
    }
    monkeypatch.setattr(written, "READERS", {**READERS, **new[part]})
    if part == "field":
        monkeypatch.setattr(
            written,
            "_descriptions",
            lambda _: dict.fromkeys([*READERS, "new-one"], "A setting.").items(),
        )
    assert written.main() == 1
    told = capsys.readouterr().err
    assert step in told
    assert told.count("\n") == 1


def test_each_setting_is_described(validator: Draft7Validator) -> None:
    """A sentence, the page, and a default and examples that the program takes."""
    schema: Any = validator.schema
    assert schema["properties"].keys() == READERS.keys()
    for key, setting in schema["properties"].items():
        told, address = setting["description"].split("\n")
        assert told.endswith(".")
        assert not re.search(r"[`\[(]$|\]\(", told)
        assert address.startswith("https://")
        default = getattr(Settings(), key.replace("-", "_"))
        if default is None:
            assert "default" not in setting
        else:
            assert settings_from({key: setting["default"]}, "x") == Settings()
        for example in setting.get("examples", ()):
            settings_from({key: example}, "x")
            validator.validate({key: example})


def test_each_rule_is_offered(validator: Draft7Validator) -> None:
    """By code and by name, with words for each."""
    selector = validator.schema["definitions"]["selector"]  # type: ignore[index]
    words = {rule.code for rule in RULES} | {rule.name for rule in RULES}
    assert words | {"default", "all", "DOI", "DOI2", "DOI20"} <= {*selector["enum"]}
    assert len(selector["enum"]) == len(selector["x-taplo"]["docs"]["enumValues"])


@pytest.mark.parametrize("key", READERS)
def test_it_takes_what_the_program_takes(key: str, validator: Draft7Validator) -> None:
    """And refuses what it refuses."""
    is_table = isinstance(validator.schema["properties"][key].get("default"), dict)  # type: ignore[index]
    for value in VALUES:
        if is_table and value == []:
            continue  # what `Settings` keeps of a table is a list; the program takes that, too
        try:
            settings_from({key: value}, "x")
        except SettingsError:
            taken = False
        else:
            taken = True
        assert validator.is_valid({key: value}) == taken, value


def test_unknown_settings_and_days_of_toml(validator: Draft7Validator) -> None:
    """A key that is none is refused; a day need not be a text."""
    assert not validator.is_valid({"select ": ["DOI2"]})
    assert not validator.is_valid({"extend_select": ["DOI2"]})
    for until in (date(2027, 1, 31), datetime(2027, 1, 31, 12)):  # noqa: DTZ001 - as TOML has it
        assert validator.is_valid(
            _json({"exceptions": {"10.1000/a": {"reason": "r", "until": until}}})
        )


def test_settings_in_the_manual_are_valid() -> None:
    """Each table of settings on a page is, by the schema for a pyproject.toml."""
    schemas = {
        schema["$id"]: schema
        for schema in map(_schema, ("settings.schema.json", "pyproject.schema.json"))
    }
    store = ("https://json.schemastore.org/pyproject.json", {"$schema": DRAFT, "type": "object"})
    registry: Any = Registry().with_contents([*schemas.items(), store])
    [whole] = (schema for schema in schemas.values() if "allOf" in schema)
    validator = Draft7Validator(whole, registry=registry)
    found = 0
    for page in (*pages(), *(MANUAL / "rules").glob("*.md")):
        for text in re.findall(
            r"^```toml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            if "[tool.mdlint-doi" in text:
                validator.validate(_json(tomllib.loads(text)))
                found += 1
    assert found > len(RULES)
    assert not validator.is_valid({"tool": {"mdlint-doi": {"strict": "yes"}}})
