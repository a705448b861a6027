r"""Patterns of paths, as git reads them in a `.gitignore`.

Patterns and names of files are not trusted, and an ordinary expression for `*a*a*a*a*b` would try
all ways to divide a long name among the stars. But each piece between two stars matches a fixed
number of characters, so its first match leaves the most room for the rest, and no other match has
to be tried. The same is true for the names between two `**/`. So all but the last star of a name,
and all but the last `**/` of a path, are atomic groups, and the time is proportional to the
lengths of pattern and path.

Source: gitignore(5), "Pattern format"; for what it leaves open (classes of characters), git's
`wildmatch.c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

MOST_CHARACTERS: Final = 50_000
"""The maximum total length of patterns; lists that are written by hand are shorter."""

_WILD: Final = frozenset("*?[\\")
_PIECE: Final = pattern(
    r"""
      (?P<folders> (?<![^/]) \*\*+ / )      # `**/` at the beginning or after a slash
    | (?P<all>     (?<![^/]) \*\*+ \Z )     # `**` at the end, likewise
    | (?P<star>    \*+ )
    | (?P<any>     \? )
    | (?P<class>   \[ )                     # its end is found by `_class`
    | \\ (?P<escaped> . )                   # a backslash alone at the end is no pattern
    | (?P<literal> [^\\] )
    """,
    re.VERBOSE | re.DOTALL,
)
_FOLDERS: Final = "**/"
_STAR: Final = "*"
_NAMED_CLASSES: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\v\f\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


_EXPRESSIONS: Final = {"folders": _FOLDERS, "all": ".+", "star": _STAR, "any": "[^/]"}

_MEMBER: Final = pattern(
    rf"""
      \[: (?P<name> {"|".join(_NAMED_CLASSES)} ) :\]
    | (?! \[: [^]]* :\] )                                   # a class with another name
      (?: (?P<low> \\. | (?P<end> \] ) | [^\\] )
          (?: - (?P<high> \\. | [^]\\] ) )? )
    """,
    re.VERBOSE | re.DOTALL,
)


class Glob(Value):
    """One line of a `.gitignore`.

    Attributes:
        text: the pattern without `!` and the slashes at both ends.
        ignores: whether matching files are ignored; False for `!…`.
        folders: whether it matches only folders.
        anchored: whether it contains a slash, so that it matches a path and not the name at its
            end.
        expression: the regular expression for the whole path or name; None if the pattern has no
            wildcards.
    """

    text: str
    ignores: bool
    folders: bool
    anchored: bool
    expression: re.Pattern[str] | None


class Patterns:
    """A list of patterns; the last one that matches decides."""

    def __init__(self, globs: Iterable[Glob]) -> None:
        """Index the patterns without wildcards, so that only the others have to be tried."""
        self._plain: dict[tuple[str, bool, bool], tuple[int, bool]] = {}
        self._wild: list[tuple[int, Glob, re.Pattern[str]]] = []
        for at, glob in enumerate(globs):
            if glob.expression is None:
                self._plain[glob.text, glob.anchored, glob.folders] = at, glob.ignores
            else:
                self._wild.append((at, glob, glob.expression))
        self._wild.reverse()
        self._last = "", False

    def verdict(self, path: str, *, is_dir: bool) -> bool | None:
        """Return whether a path, relative to the patterns' folder, is ignored; None if none match.

        All files in an ignored folder are ignored, and no pattern brings one back.
        """
        folder = path.rpartition("/")[0]
        return True if self._hides(folder) else self.ignores_path(path, is_dir=is_dir)

    def _hides(self, folder: str) -> bool:
        """Return whether a folder is ignored; the last result is kept, as files come by folder."""
        known, hidden = self._last
        if folder != known:
            is_below = known != "" and folder.startswith(f"{known}/")
            hidden = hidden and is_below
            end = len(known) if is_below else 0
            while not hidden and end < len(folder):  # the folders on the way to it
                end = folder.find("/", end + 1)
                end = len(folder) if end < 0 else end
                hidden = bool(self.ignores_path(folder[:end], is_dir=True))
            self._last = folder, hidden
        return hidden

    def ignores_path(self, path: str, *, is_dir: bool) -> bool | None:
        """Return whether the patterns ignore a path itself, regardless of the folders above it."""
        name = path.rpartition("/")[2]
        last, verdict = -1, None
        for key in ((name, False), (path, True)):
            for folders in (False, True) if is_dir else (False,):
                at, ignores = self._plain.get((*key, folders), (-1, False))
                if at > last:
                    last, verdict = at, ignores
        for at, glob, expression in self._wild:
            if at < last:
                break
            subject = path if glob.anchored else name
            if (is_dir or not glob.folders) and expression.fullmatch(subject):
                return glob.ignores
        return verdict


def read_glob(line: str) -> Glob | None:
    """Return the pattern of a line; None for a comment and an empty line.

    Raises:
        ValueError: for an invalid pattern: a class without an end, or a final lone backslash.
    """
    text = line.rstrip(" ")
    slashes = len(text) - len(text.rstrip("\\"))
    if slashes % 2 and len(text) < len(line):
        text += " "  # a blank after a backslash stays
    if not text or text.startswith("#"):
        return None
    ignores = not text.startswith("!")
    text = text[not ignores :]
    folders = text.endswith("/")
    text = text.removesuffix("/")
    anchored = "/" in text
    text = text.removeprefix("/")
    is_plain = _WILD.isdisjoint(text)
    expression = None if is_plain else pattern(_linear([*_tokens(text)]), re.DOTALL)
    return Glob(text, ignores, folders, anchored, expression)


def anywhere(glob: str) -> re.Pattern[str]:
    """Return the expression for a whole path, which may be relative to any folder or absolute.

    As in a `.gitignore`, a pattern without a slash inside matches at any depth, and one that
    matches a folder matches everything in it. Unlike there, a pattern with a slash may match after
    every slash of the path.

    Raises:
        ValueError: as `read_glob` does.
    """
    tokens = [*_tokens(glob.removeprefix("./").strip("/"))]
    tokens = tokens if tokens[:1] == [_FOLDERS] else [_FOLDERS, *tokens]
    return pattern(f"/*{_linear(tokens)}(?:/.*)?", re.DOTALL)


def _tokens(text: str) -> Iterator[str]:
    """Yield the pieces of a pattern: `_FOLDERS`, `_STAR`, a slash, or an expression.

    An expression matches one character, or any number of them for a `**` at the end.
    """
    at, before = 0, ""
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            message = "it ends with a backslash"
            raise ValueError(message)
        token, at = _token(text, piece)
        if not (token == before == _FOLDERS):
            yield token
        before = token


def _token(text: str, piece: re.Match[str]) -> tuple[str, int]:
    """Return a piece for `_tokens`, and the offset where the next one begins."""
    kind = piece.lastgroup or ""
    end = piece.end()
    if kind == "class":
        return _class(text, end)
    if kind in _EXPRESSIONS:
        return _EXPRESSIONS[kind], end
    literal = piece["escaped"] or piece["literal"]
    return literal if literal == "/" else re.escape(literal), end


def _class(text: str, start: int) -> tuple[str, int]:
    """Return the expression of a class whose `[` ends at `start`, and the end of the class."""
    is_negated = text[start : start + 1] in {"!", "^"}
    first = start + 1 if is_negated else start
    at = first
    inside = ""
    while True:
        member = _MEMBER.match(text, at)
        if member is None:
            message = "a '[' has no ']', or a character class has an unknown name"
            raise ValueError(message)
        if member["end"] and at > first:
            break  # a `]` at the beginning is a member
        if member["name"]:
            inside += _NAMED_CLASSES[member["name"]]
        else:
            low, high = member["low"][-1], (member["high"] or member["low"])[-1]
            high = max(low, high)  # for a reversed range, git uses the first character
            inside += f"{re.escape(low)}-{re.escape(high)}"
        at = member.end()
    return (f"[^/{inside}]" if is_negated else f"(?!/)[{inside}]"), at + 1


def _linear(tokens: Sequence[str]) -> str:
    """Return the expression of a pattern (see the module's docstring)."""
    first, *groups = ("/".join(map(_name, _split(part, "/"))) for part in _split(tokens, _FOLDERS))
    made = [f"(?:[^/]+/)*?{group}" for group in groups]
    return "".join([first, *(f"(?>{group})" for group in made[:-1]), *made[-1:]])


def _name(tokens: Sequence[str]) -> str:
    """Return the expression of one name of a path."""
    first, *chunks = map("".join, _split(tokens, _STAR))
    made = [f"(?>[^/]*?{chunk})" for chunk in chunks[:-1]]
    return "".join([first, *made, *(f"[^/]*{chunk}" for chunk in chunks[-1:])])


def _split(tokens: Sequence[str], mark: str) -> list[list[str]]:
    """Return the tokens between the marks."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
