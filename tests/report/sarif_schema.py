"""The part of SARIF 2.1.0 that our log uses, as a JSON Schema of our own.

Written after the standard (OASIS SARIF 2.1.0, sections 3.13 to 3.58): which members an object may
have, which it must have, and of which type each is. A member that is not named here is an error,
so a new one has to be looked up in the standard first.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def _object(required: str = "", **members: Schema) -> Schema:
    return {
        "type": "object",
        "properties": members,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(items: Schema, *, unique: bool = False) -> Schema:
    return {"type": "array", "items": items, "uniqueItems": unique}


_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer", "minimum": 1}
_URI: Schema = {"type": "string", "format": "uri-reference"}
_LEVEL: Schema = {"enum": ["none", "note", "warning", "error"]}
_BAG: Schema = {"type": "object"}
_MESSAGE = _object("text", text=_TEXT, markdown=_TEXT)
_ARTIFACT = _object("uri", uri=_URI, uriBaseId=_TEXT)
_REGION = _object(
    "startLine", startLine=_NUMBER, startColumn=_NUMBER, endLine=_NUMBER, endColumn=_NUMBER
)
_PLACE = _object("artifactLocation", artifactLocation=_ARTIFACT, region=_REGION)
_LOCATION = _object("physicalLocation", physicalLocation=_PLACE)
_REPLACEMENT = _object(
    "deletedRegion", deletedRegion=_REGION, insertedContent=_object("text", text=_TEXT)
)
_CHANGE = _object(
    "artifactLocation replacements",
    artifactLocation=_ARTIFACT,
    replacements={**_list(_REPLACEMENT), "minItems": 1},
)
_FIX = _object(
    "artifactChanges",
    description=_MESSAGE,
    artifactChanges={**_list(_CHANGE, unique=True), "minItems": 1},
)
_RULE = _object(
    "id",
    id=_TEXT,
    name=_TEXT,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_MESSAGE,
    helpUri={"type": "string", "format": "uri"},
    defaultConfiguration=_object("", level=_LEVEL, enabled={"type": "boolean"}),
    properties=_BAG,
)
_DRIVER = _object(
    "name", name=_TEXT, version=_TEXT, informationUri=_URI, rules=_list(_RULE, unique=True)
)
_NOTIFICATION = _object(
    "message", level=_LEVEL, message=_MESSAGE, locations=_list(_LOCATION, unique=True)
)
_INVOCATION = _object(
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    toolExecutionNotifications=_list(_NOTIFICATION),
)
_RESULT = _object(
    "message",
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_MESSAGE,
    locations=_list(_LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
    fixes=_list(_FIX, unique=True),
    properties=_BAG,
)
_RUN = _object(
    "tool",
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    newlineSequences={**_list(_TEXT, unique=True), "minItems": 1},
    tool=_object("driver", driver=_DRIVER),
    invocations=_list(_INVOCATION),
    results=_list(_RESULT),
)
LOG = _object(
    "version runs",
    **{"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}},
    runs=_list(_RUN),
)
