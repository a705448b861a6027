"""Whether the front matter of a Markdown document is valid: YAML between `---`, TOML between `+++`.

Its DOIs are read line by line, so they are found even if it is not valid. But a value that begins
or ends at a different place for a parser may be read wrongly.
"""

from __future__ import annotations

from mdlint_doi.formats.markdown.front_matter import is_toml
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.lint.document import Unread
from mdlint_doi.text.span import Span
from mdlint_doi.text.toml import loads

_FENCE = 3
_READ = "its values are read line by line"


def invalid_front_matter(front_matter: str) -> Unread | None:
    """Return what could not be read of front matter, with its fences; None if it is valid."""
    inner = front_matter.rstrip()[_FENCE:-_FENCE]
    try:
        if is_toml(front_matter):
            loads(inner)
        else:
            for _ in read_scalars(inner):
                pass  # only whether there is an error counts
    except FormatSyntaxError as error:
        at = _FENCE + error.offset
        return Unread(f"the front matter is not valid YAML: {error.reason}; {_READ}", Span(at, at))
    except (ValueError, RecursionError) as error:
        return Unread(f"the front matter is not valid TOML: {error}; {_READ}", Span(0, 0))
    return None
