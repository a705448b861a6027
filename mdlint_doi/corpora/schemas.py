"""The columns of documents, mentions, findings and verdicts.

Offsets, lines and columns count code points. Offsets begin at 0, lines and columns at 1. A DOI is
the folded name, which is what names are compared by: join on it.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

MENTIONS: Final = pa.schema(
    [
        ("path", pa.string()),  # of the document, as it was given
        ("format", pa.string()),  # what it was read as: `markdown`, `rst`, `bibtex`
        ("start", pa.int64()),  # where the written DOI begins
        ("end", pa.int64()),  # behind its last code point
        ("line", pa.int32()),
        ("column", pa.int32()),
        ("form", pa.string()),  # of which construct: `destination`, `text`, `role`, `field`
        ("doi", pa.string()),  # the folded name; null where what stands there is none
        ("written", pa.string()),  # as the document means it, escapes undone
        ("problem", pa.string()),  # why the document was not read, or not wholly
    ]
)
"""What `mentions` returns: a row for each place that presents a DOI, or one for a problem."""

EDIT: Final = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("replacement", pa.string())])

FINDINGS: Final = pa.schema(
    [
        ("path", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("line", pa.int32()),
        ("column", pa.int32()),
        ("end_line", pa.int32()),
        ("end_column", pa.int32()),
        ("code", pa.string()),  # `DOI201`
        ("name", pa.string()),  # `legacy-resolver`
        ("severity", pa.string()),  # `error`, `warning`, `hint`
        ("message", pa.string()),  # one line
        ("also", pa.list_(pa.string())),  # the codes of what else it stands for
        ("part", pa.string()),  # of a data file, `smith2019, doi`; null in a document
        ("doi", pa.string()),  # the folded name, if the finding is about one
        ("safety", pa.string()),  # of the fix: `safe`, `unsafe`; null without a fix
        ("edits", pa.list_(EDIT)),  # what fixes it; they do not overlap
        ("problem", pa.string()),  # as in `MENTIONS`
    ]
)
"""What `findings` returns: a row for each finding, or one for a problem."""

VERDICTS: Final = pa.schema(
    [
        ("doi", pa.string()),  # the folded name; rows are sorted by it
        ("outcome", pa.string()),  # `found`, `missing`, `unknown`
        ("agency", pa.string()),  # `Crossref`; null: not known
        ("as_of", pa.timestamp("ms", "UTC")),  # when the source says that this was so
        ("source", pa.string()),  # `crossref`, `datacite`, `doi-system`
        ("code", pa.int16()),  # of `missing`: 100, or 301 where the prefix is not registered
        ("cause", pa.string()),  # of `unknown`: `offline`, `timeout`
        ("record", pa.string()),  # of `found`: the handle record as JSON; null: not read
        ("work", pa.string()),  # what it is registered as, as JSON; null: not known
    ]
)
"""What is known of names. A table needs `doi` and `outcome`; what else it has is used."""
