"""The BibTeX files of a project: their text, in the encoding that they or `conf.py` declare."""

from __future__ import annotations

from typing import NamedTuple

from mdlint_doi.files.encodings import known_encoding
from mdlint_doi.files.reading import FileProblem, decode, read_bytes, refuse_wide


class BibFiles(NamedTuple):
    """What `conf.py` says of BibTeX files.

    Attributes:
        paths: of `bibtex_bibfiles`, absolute.
        encoding: `bibtex_encoding`, in which sphinxcontrib-bibtex reads them.

    """

    paths: tuple[str, ...] = ()
    encoding: str = "utf-8"

    def text(self, path: str) -> str:
        """Return the text of a file.

        Raises:
            FileProblem: if it cannot be read; says what to do.

        """
        data = read_bytes(path)
        refuse_wide(path, data)
        try:
            return decode(path, data).text
        except FileProblem:
            encoding = known_encoding(self.encoding.removesuffix("-sig"))
            if encoding in (None, "utf-8"):
                raise
            return _decoded(path, data, str(encoding))


def _decoded(path: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        problem = f"not {encoding}, as bibtex_encoding says; convert it to UTF-8"
        raise FileProblem(path, problem) from None
