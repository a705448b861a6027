"""Recognize the kind of a project, the formats that it needs, and gaps in its hook.

`mdlint-doi init` and `check` use the same tests, so a project that `init` has set up gets no
message about formats that are not read.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.file_formats import ReadAs, Wanted, by_name
from mdlint_doi.files.discover import OtherFormat, discover
from mdlint_doi.files.reading import FileProblem, read_bytes, slashed
from mdlint_doi.formats import load
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.text.value import Value

_DOCS: Final = ("", "docs/", "doc/", "source/", "docs/source/", "doc/source/")
_KINDS_BY_FILES: Final = frozenset({"latex", "asciidoc", "org", "typst", "po", "cython"})
"""The formats that are a kind of project themselves."""
HOOKS: Final = ".pre-commit-config.yaml"
_OURS: Final = "sphinx-doi/sphinx-doi"
_OF_HOOK: Final = 5
"""The length of the path of a hook's setting: `repos`, number, `hooks`, number, name."""
_MOST: Final = 200
"""The most files of a format that are read to find a mark or a DOI."""
_PUBLICATIONS: Final = re.compile(r"(?:_data|data)/[^/]+\.ya?ml")
"""Matches the path of a data file of Jekyll or Hugo."""
_DOI_FIELD: Final = re.compile(
    rb"^[ \t]*(?:- +)?[\"']?doi[\"']?[ \t]*:", re.MULTILINE | re.IGNORECASE
)


class ProjectKind(Value):
    """A kind of project.

    Attributes:
        title: its name in messages.
        marks: files that show it, as gitignore-like names from the project's folder; one of them
            must exist.
        contains: a regular expression for a line that one of these files must contain; empty if the
            file itself shows the kind.
        formats: formats that the kind needs in addition to those that its files show.
        next: what to do next, as a sentence; empty if there is nothing.
    """

    title: str
    marks: tuple[str, ...]
    contains: str = ""
    formats: tuple[str, ...] = ()
    next: str = ""


KINDS: Final = (
    ProjectKind(
        "Sphinx",
        tuple(f"{folder}conf.py" for folder in _DOCS),
        r"(?:extensions|html_theme|project)\s*[:=]",
        next='to check each build of Sphinx, add "sphinx_doi" to extensions in {}',
    ),
    ProjectKind("MkDocs", ("mkdocs.yml", "mkdocs.yaml", "zensical.toml")),
    ProjectKind("Quarto", ("_quarto.yml", "_quarto.yaml")),
    ProjectKind("MyST", ("myst.yml",)),
    ProjectKind("Jupyter Book", ("_toc.yml", "docs/_toc.yml", "book/_toc.yml")),
    ProjectKind(
        "Docusaurus", ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs")
    ),
    ProjectKind(
        "Hugo",
        ("hugo.toml", "hugo.yaml", "hugo.json", "config.toml", "config.yaml"),
        r"\s*[\"']?(?:baseURL|theme|languageCode)\b",
    ),
    ProjectKind(
        "Jekyll",
        ("_config.yml",),
        r"(?:theme|remote_theme|plugins|collections|baseurl|markdown)\s*:",
    ),
    ProjectKind("R package", ("DESCRIPTION",), r"Package:", ("rd",)),
    ProjectKind(
        "JOSS paper",
        ("paper.md", "paper/paper.md", "joss/paper.md", "docs/paper.md"),
        r"bibliography:",
        next="to find the missing DOIs of references, run mdlint-doi search {}",
    ),
    ProjectKind("Antora", ("antora.yml",), formats=("asciidoc",)),
    ProjectKind("Typst package", ("typst.toml",), formats=("typst",)),
    ProjectKind("research object (RO-Crate)", ("ro-crate-metadata.json",), formats=("ro-crate",)),
)
"""The kinds of projects that have marks of their own, in the order of messages."""


class ShownProject(Value):
    """The result for a folder.

    Attributes:
        kinds: the names of its kinds.
        wanted: the settings with which a run checks all its documents.
        next: sentences about what to do next.
    """

    kinds: tuple[str, ...]
    wanted: Wanted
    next: tuple[str, ...]

    @property
    def is_r_package(self) -> bool:
        """Whether it is a package of R, whose builds warn about files that they do not know."""
        return any(kind == "R package" for kind in self.kinds)


def project_in(folder: str, wanted: Wanted) -> ShownProject:
    """Return what a folder shows, with the formats that `wanted` has already."""
    kinds: list[str] = []
    steps: list[str] = []
    formats = list(wanted.formats)
    for kind in KINDS:
        file = next((name for name in kind.marks if _shows(folder, name, kind.contains)), None)
        if file is not None:
            kinds.append(kind.title)
            steps += [kind.next.format(file)] if kind.next else []
            formats += kind.formats
    found = [*discover([folder], wanted=wanted)]
    left_out = [item for item in found if isinstance(item, OtherFormat)]
    formats += _with_dois(left_out)
    if not kinds and _shows(folder, "index.html", ""):
        kinds.append("HTML pages")
        formats.append("html")
    files = [item for item in found if isinstance(item, str)]
    titles = [by_name(name) for name in formats]
    kinds += [entry.title for entry in titles if entry and entry.name in _KINDS_BY_FILES]
    kinds += ["Jupyter notebooks"] if any(file.lower().endswith(".ipynb") for file in files) else []
    every = tuple(dict.fromkeys(name for name in formats if f"no-{name}" not in wanted.formats))
    read_as = (*wanted.read_as, *_publications(folder, wanted))
    return ShownProject(tuple(dict.fromkeys(kinds)), Wanted(every, read_as), tuple(steps))


def _shows(folder: str, name: str, contains: str) -> bool:
    """Return whether a file exists and contains a line."""
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return False
    return not contains or _contains(path, contains)


def _contains(path: str, contains: str) -> bool:
    try:
        return re.search(f"^(?:{contains})".encode(), read_bytes(path), re.MULTILINE) is not None
    except FileProblem:
        return False


def _with_dois(left_out: Iterable[OtherFormat]) -> Iterator[str]:
    """Yield the formats of which a file may contain a DOI, in the order of the files."""
    for name, paths in _by_format(left_out).items():
        if _may_hold_doi(name, paths):
            yield name


def _by_format(left_out: Iterable[OtherFormat]) -> Mapping[str, list[str]]:
    paths: dict[str, list[str]] = {}
    for item in left_out:
        paths.setdefault(item.entry.name, []).append(item.path)
    return paths


def _may_hold_doi(name: str, paths: Sequence[str]) -> bool:
    entry = by_name(name)
    if entry is None:
        return False
    reader = load(entry.module)
    for path in paths[:_MOST]:
        try:
            if reader.may_hold_doi(read_bytes(path)):
                return True
        except FileProblem:
            continue
    return False


def _publications(folder: str, wanted: Wanted) -> Iterator[ReadAs]:
    """Yield the lists of publications of Jekyll and Hugo, which are read as `myst.yml` is."""
    for name in ("_data", "data"):
        try:
            names = sorted(os.listdir(os.path.join(folder, name)))
        except OSError:
            continue
        for file in names:
            path = f"{name}/{file}".lower()
            if not _PUBLICATIONS.fullmatch(path) or wanted.entry_of(path) is not None:
                continue
            try:
                data = read_bytes(os.path.join(folder, name, file))
            except FileProblem:
                continue
            if _DOI_FIELD.search(data):
                yield ReadAs(path, "myst")


def notices(folder: str, wanted: Wanted, left_out: Sequence[OtherFormat]) -> Iterator[str]:
    """Yield the sentences on documents that a run, or the project's hook, does not read.

    Args:
        folder: the folder of the project.
        wanted: the formats of the run.
        left_out: the files in folders whose formats are not checked.
    """
    yield from _unread(left_out)
    if notice := hook_notice(folder, wanted):
        yield notice


def _unread(left_out: Sequence[OtherFormat]) -> Iterator[str]:
    """Yield a sentence on documents that were left out, if the project shows that it has any.

    A format counts if one of the files has its mark, and one may contain a DOI.
    """
    told: list[str] = []
    names: list[str] = []
    for name, paths in _by_format(left_out).items():
        entry = by_name(name)
        if entry is None or entry.mark is None:
            continue
        marked = [path for path in paths if not entry.files or _is_named(path, entry.files)]
        has_mark = any(_contains(path, entry.mark) for path in marked[:_MOST])
        if has_mark and _may_hold_doi(name, paths):
            counts = Counter(os.path.splitext(path)[1] or os.path.basename(path) for path in paths)
            told += [f"{count} {suffix}" for suffix, count in counts.most_common()]
            names.append(name)
    if names:
        off = ", ".join(f'"no-{name}"' for name in names)
        yield (
            f"not read: {', '.join(told)}; add --formats {','.join(names)}, or set formats ="
            f" [{off}] to turn this message off"
        )


def _is_named(path: str, names: Iterable[str]) -> bool:
    return os.path.basename(path) in names


def hook_notice(folder: str, wanted: Wanted) -> str | None:
    """Return a sentence if the project's hook does not pass files that the settings name.

    Args:
        folder: the folder of the project.
        wanted: the formats that the settings name.
    """
    samples = [*_samples(wanted)]
    path = os.path.join(folder, HOOKS)
    if not samples or not os.path.isfile(path):
        return None
    for hook, pattern in _hooks(path):
        missed = [name for name in samples if not _matches(pattern, name)]
        if missed:
            shown = ", ".join(f".{name[2:]}" if name.startswith("a.") else name for name in missed)
            return (
                f"{slashed(os.path.relpath(path))}: the hook {hook} does not get {shown} files; add"
                f" this line to it: files: {wanted.pattern()}"
            )
    return None


def _samples(wanted: Wanted) -> Iterator[str]:
    """Yield a file name for each suffix and name of the formats that the settings add."""
    default = Wanted()
    for name in wanted.formats:
        entry = by_name(name)
        for pattern in entry.patterns if entry and not entry.found_by_default else ():
            yield f"a{pattern}" if pattern.startswith(".") else pattern
    for read_as in wanted.read_as:
        sample = f"a{read_as.files}" if read_as.files.startswith(".") else read_as.files
        if not default.looks_for(sample):
            yield sample


def _hooks(path: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the pattern `files` of each of our hooks in a pre-commit configuration."""
    try:
        text = read_bytes(path).decode("utf-8", "replace")
        values = {scalar.path: scalar.value for scalar in read_scalars(text) if not scalar.is_key}
    except (FileProblem, FormatSyntaxError):
        return
    hooks: dict[tuple[object, ...], dict[object, str]] = {}
    ours = set[tuple[object, ...]]()
    for place, value in values.items():
        if place[2:3] == ("hooks",) and len(place) == _OF_HOOK:
            hooks.setdefault(place[:4], {})[place[4]] = value
        elif place[2:] == ("repo",) and value.rstrip("/").removesuffix(".git").endswith(_OURS):
            ours.add(place[:2])
    for hook, members in hooks.items():
        if hook[:2] in ours:
            yield members.get("id", ""), members.get("files", Wanted().pattern())


def _matches(pattern: str, name: str) -> bool:
    """Return whether a hook with this pattern gets a file; True if the pattern is not valid."""
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return True
