"""Read files: their paths in reports, their bytes, their text, and their problems.

A file in or below the current folder has a path relative to it, without `./`. Any other file keeps
the path from the user, without redundant parts; a `..` stays, because the folder before it may be a
link. A `.bib` or a Python file may declare a different encoding than UTF-8. It must have one byte
for each letter, and the ASCII letters of ASCII, so that a DOI looks the same.
"""

from __future__ import annotations

import os
import stat
from codecs import lookup
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from mdlint_doi.file_formats import entry_of
from mdlint_doi.text.pattern import bytes_pattern

if TYPE_CHECKING:
    from io import FileIO

    from mdlint_doi.text.source import Source


NO_TARGET: Final = "a link to a file that does not exist; correct or remove the link"
BOM: Final = b"\xef\xbb\xbf"
_PART: Final = 1 << 20  # bytes to read at once if the size of a file is not known
_HEAD: Final = 256  # bytes that show whether an encoding has several bytes for each letter
MAX_BYTES: Final = 512 * 1024 * 1024
_DECLARED_WITHIN: Final = 4096  # bytes that are searched for a declaration
_DECLARED: Final = bytes_pattern(
    rb"""(?imx) ^[ \t]*%+[^\r\n]*?  # of TeXShop and TeXworks, JabRef, Emacs
    (?: !\s*tex\s+encoding\s*=\s* | \bencoding:\s* | -\*-[^\r\n]*?\bcoding:\s* )
    ([\w.-]+)"""
)
_OF_PYTHON: Final = bytes_pattern(  # PEP 263
    rb"""(?x) (?: [ \t\f]* (?:\#[^\r\n]*)? (?:\r\n?|\n) )?  # a first line: empty or a comment
    [ \t\f]* \#[^\r\n]*? coding[:=] [ \t]* ([\w.-]+)"""
)
_ONE_BYTE: Final = ("iso8859-", "cp125", "mac-", "koi8-", "cp850", "cp437", "cp858", "cp852")
_TWO_BYTES: Final = ("cp932", "cp949", "cp950", "gb18030")
"""Encodings in which the second byte of a letter may be ASCII."""
_SYNTAX: Final = bytes_pattern(rb"[^\w\s\x80-\xff]")
"""The bytes between the parts of a file; letters and digits may be second bytes."""
_TEX: Final = {
    "isolatin": "iso8859-1",
    "isolatin1": "iso8859-1",
    "isolatin9": "iso8859-15",
    "macosroman": "mac-roman",
    "ansinew": "cp1252",
    "utf8x": "utf-8",
}
"""Encodings with names in TeX editors and inputenc that Python does not have."""
_WIDE: Final = "not UTF-8, but UTF-16 or UTF-32; convert the file to UTF-8"


class FileProblem(Exception):  # noqa: N818 - a problem of a file, reported and passed over
    """A file or folder that cannot be read or written.

    Attributes:
        path: the path as the user named it.
        problem: the problem and its solution, in one line.
        place: the line and column of the problem, both from 1; None without a place.
    """

    def __init__(self, path: str, problem: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(path, problem, place)  # unchanged, so that it can be pickled
        self.path = path
        self.problem = problem
        self.place = place

    def __str__(self) -> str:
        """Return `path:line:column: problem`, or without a place `path: problem`."""
        return f"{':'.join(map(str, (self.path, *(self.place or ()))))}: {self.problem}"


class MissingPath(FileProblem):
    """A path that the user named and that does not exist."""


def as_reported(path: str) -> str:
    """Return a path in the form of reports."""
    if path[:1] not in {".", "/"} and "//" not in path and "/." not in path and os.sep == "/":
        return path
    if os.path.isabs(path):  # this runs for each file
        path = _below_here(path) or path
    if ".." in slashed(path).split("/"):
        return slashed(path).removeprefix("./")
    return slashed(os.path.normpath(path))


def slashed(path: str) -> str:
    """Return a path of this system with `/` between its names."""
    if os.sep == "/" or path.startswith("\\\\?\\"):  # Windows takes such a path literally
        return path
    return path.replace(os.sep, "/")


def below(path: str, folder: str) -> str | None:
    """Return a path relative to a folder, with `/`; None if it is on a different drive."""
    try:
        return slashed(os.path.relpath(path, folder))
    except ValueError:
        return None


def is_below(path: str, folder: str) -> bool:
    """Return whether a path is below a folder, both in the form of reports."""
    if folder == os.curdir:
        return not os.path.isabs(path) and not path.startswith("../")
    return path.startswith(f"{folder.rstrip('/')}/")


def _below_here(path: str) -> str | None:
    """Return an absolute path relative to the current folder; None if it is elsewhere.

    The folder has its own name, and possibly a name through links that the shell uses.
    """
    here = os.getcwd()
    known = os.path.normcase(path)
    names = [here]
    logical = os.environ.get("PWD", "")
    with suppress(OSError):
        if logical and logical != here and os.path.samefile(logical, here):
            names.append(logical)
    for folder in map(os.path.normcase, names):
        inside = os.path.join(folder, "")
        if known == folder:
            return os.curdir
        if known.startswith(inside):
            return path[len(inside) :].lstrip(f"{os.sep}/") or os.curdir
    return None


def read_bytes(path: str, limit: int = MAX_BYTES) -> bytes:
    """Return the bytes of a regular file; no bytes if its stated size is 0.

    Files of `/proc` have this size. A link from a stranger may lead to the environment there.

    Raises:
        FileProblem: if the file cannot be read, is longer than `limit`, or is not a regular file,
            such as an endless pipe.
    """
    try:
        with open(path, "rb", buffering=0, opener=_opened) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise FileProblem(path, "not a regular file")
            # Asking for `limit` bytes at once would reserve that much memory.
            data = file.read(min(status.st_size, limit) + 1) if status.st_size else b""
            if data and len(data) != status.st_size:
                data += _rest(file, limit + 1 - len(data))
    except (OSError, ValueError) as error:
        raise FileProblem(path, in_words(error)) from None
    if len(data) > limit:
        raise FileProblem(path, f"larger than {limit >> 20} MiB; split it, or exclude it")
    return data


def _rest(file: FileIO, size: int) -> bytes:
    """Return the rest of a file that grows, or that was read in part."""
    rest = bytearray()
    while len(rest) < size and (part := file.read(min(size - len(rest), _PART))):
        rest += part
    return bytes(rest)


def _opened(path: str, flags: int) -> int:
    """Open a file; if it is a pipe, do not wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def decode(path: str, data: bytes) -> Source:
    """Return the document in UTF-8, or in the encoding that the file declares.

    Raises:
        FileProblem: for invalid bytes, with the line and column of the first one.
    """
    bom = data.startswith(BOM)
    if not bom and not data.isascii():
        entry = entry_of(path)
        if entry is not None and entry.declares_encoding:
            return _declared(path, data)
    try:
        text = data.decode("utf-8-sig" if bom else "utf-8")
    except UnicodeDecodeError as error:
        place = _place_of(data, error.start + (len(BOM) if bom else 0))
        raise FileProblem(path, "not UTF-8; convert the file to UTF-8", place) from None
    return _source(path, text, bom=bom)


def _declared(path: str, data: bytes) -> Source:
    """Return the document in the encoding that the bytes declare, or in UTF-8."""
    name = declared_encoding(data)
    encoding = "utf-8" if name is None else known_encoding(name)
    if encoding is None:
        raise FileProblem(path, f"unsupported encoding {name!a}; convert the file to UTF-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        how = "# encoding" if path.lower().endswith(".py") else "% Encoding"
        problem = (
            f"not {'UTF-8' if encoding == 'utf-8' else name}; convert the file, or declare its"
        )
        problem += f" encoding in the first line, for example: {how}: ISO-8859-1"
        raise FileProblem(path, problem, _place_of(data, error.start)) from None
    return _source(path, text, encoding=encoding)


def decode_in_part(path: str, data: bytes) -> Source | None:
    """Return a document in an unknown encoding, without its letters outside ASCII.

    Return None if the format does not allow this, or if an ASCII byte may be the second half of a
    letter, so that an entry might end elsewhere.
    """
    entry = entry_of(path)
    if entry is None or not entry.is_read_in_part or b"\x1b" in data:  # ISO 2022
        return None
    syntax = _SYNTAX.findall(data)
    for encoding in _TWO_BYTES:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _SYNTAX.findall(text.encode("ascii", "ignore")) != syntax:
            return None
    return _source(path, data.decode("ascii", "replace"), encoding="ascii")


def _source(path: str, text: str, *, bom: bool = False, encoding: str = "utf-8") -> Source:
    """Return the document of a file, with the line ending of its first line."""
    from mdlint_doi.text.source import Source

    at = text.find("\n")
    newline = "\n" if at >= 0 or "\r" not in text else "\r"
    if at > 0 and text[at - 1] == "\r":
        newline = "\r\n"
    name = path.replace(os.sep, "/")
    source = Source(name, text, newline=newline, bom=bom, encoding=encoding)
    return with_renderer(source)


def with_renderer(source: Source) -> Source:
    """Return a Markdown document with what the settings of its project show; any other as it is."""
    entry = entry_of(source.name)
    if entry is None or entry.name != "markdown":
        return source
    from mdlint_doi.files.renderer import renderer_of

    renderer = renderer_of(source.name)
    return source.replace(renderer=renderer) if renderer else source


def _place_of(data: bytes, at: int) -> tuple[int, int]:
    """Return the line and the column of a byte, from 1."""
    line_start = data.rfind(b"\n", 0, at) + 1
    column = len(data[line_start:at].decode("utf-8", "replace")) + 1
    return data.count(b"\n", 0, at) + 1, column


def refuse_wide(path: str, data: bytes) -> None:
    """Refuse a file in UTF-16 or UTF-32, in which no DOI would be found.

    Such a file begins with a byte order mark (Unicode section 23.8), or has a NUL beside each ASCII
    letter.

    Raises:
        FileProblem: if the file has such an encoding.
    """
    refuse_marked_wide(path, data)
    head = data[:_HEAD]
    if head.count(0) * 3 > len(head):
        raise FileProblem(path, _WIDE)


def refuse_marked_wide(path: str, data: bytes) -> None:
    """Refuse a file with a byte order mark of UTF-16 or UTF-32, for formats that may contain NUL.

    Raises:
        FileProblem: if the file begins with one of UTF-16 or UTF-32.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        raise FileProblem(path, _WIDE)


def encode(source: Source) -> bytes:
    """Return a document's bytes.

    Raises:
        FileProblem: if a character is not in its encoding.
    """
    try:
        return (BOM if source.bom else b"") + source.text.encode(source.encoding)
    except UnicodeEncodeError as error:
        letter = f"U+{ord(source.text[error.start]):04X}"
        problem = f"{letter} cannot be encoded in {source.encoding}; the file was not written"
        raise FileProblem(source.name, problem) from None


def in_words(error: OSError | ValueError) -> str:
    """Return an error of the system in one line; a broken link is described as such."""
    if isinstance(error, FileNotFoundError) and error.filename and os.path.islink(error.filename):
        return NO_TARGET
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__


def declared_encoding(data: bytes) -> str | None:
    """Return the written name of the encoding that a file declares; None without one."""
    head = data[:_DECLARED_WITHIN]
    found = _OF_PYTHON.match(head) or _DECLARED.search(head)
    return found[1].decode("ascii", "replace") if found else None


def known_encoding(name: str) -> str | None:
    """Return Python's name for a permitted encoding; None for any other."""
    plain = name.lower().replace("_", "-").replace(" ", "")
    try:
        found = lookup(_TEX.get(plain, plain)).name
    except (LookupError, ValueError):
        return None
    if found in ("utf-8", "ascii"):
        return "utf-8"
    return found if found.startswith(_ONE_BYTE) else None
