"""The entry point of all formats: the reader of a document, which is loaded at its first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.file_formats import chosen_entry, entry_by_name, is_json, is_known_by_content

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mdlint_doi.file_formats import ReadAs
    from mdlint_doi.formats.protocol import Format

_NAMED_JSON: Final = "data.formats:NAMED_JSON"
"""The format that reads JSON files if only their content shows which format they have."""


def format_of(path: str, read_as: Sequence[ReadAs] = ()) -> Format:
    """Return the format that reads a document.

    Args:
        path: the name of the document; it is not opened, unless only the content of a JSON file
            shows its format.
        read_as: the setting `read-as`.

    Returns:
        The format; Markdown if the name shows none.
    """
    if (chosen := chosen_entry(path, read_as)) is not None:
        return load(chosen.module)
    is_named_json = is_known_by_content(path) and is_json(path)
    return load(_NAMED_JSON if is_named_json else entry_by_name(path).module)


@cache
def load(module: str) -> Format:
    """Return the format with a `module`, which is imported at its first use.

    Args:
        module: the `module` of a `FormatEntry`.
    """
    path, _, name = module.partition(":")
    found: Any = import_module(f"mdlint_doi.formats.{path}")
    return getattr(found, name) if name else found  # type: ignore[no-any-return]
