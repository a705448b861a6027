"""Which files a run reads, and their texts: named, found in folders, or named by a document.

Neither rules nor a parser is imported here: a run over files without a DOI needs neither.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.discover import Skipped, discover, passed_over, why_excluded
from mdlint_doi.files.reading import FileProblem, decode, read_bytes, refuse_wide
from mdlint_doi.formats.table import FORMATS, format_of
from mdlint_doi.names.notations import STANDARD, Notations
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.run.result import Tally
    from mdlint_doi.text.source import Source


_FRONT_MATTER: Final = (b"---", b"\xef\xbb\xbf---")
PROJECTS: Final = ("myst.yml", "_quarto.yml")
"""The settings of a project, which name its bibliographies as documents do."""
Text = tuple[str, bytes]
"""A file's name, and what is in it."""


class Files(Value):
    """The files of a run.

    Attributes:
        names: of all of them.
        paths: of those that are not read yet; `texts` takes them from here.
        texts: in which something may be a DOI, read as they are wanted.

    """

    names: Sequence[str]
    paths: Iterator[str]
    texts: Iterator[Text]


def files_of(task: Task, tally: Tally) -> Files:
    """Return the files of a task; note what is passed over.

    All are found before the first is read: the settings of one may ask for what only all documents
    tell.
    """
    names = list(paths_of(task, tally))
    paths = iter(names)
    return Files(names, paths, _with_bibliographies(task, names, paths, tally))


def _with_bibliographies(
    task: Task, names: Sequence[str], paths: Iterator[str], tally: Tally
) -> Iterator[Text]:
    """Yield what may hold a DOI: the files of a task, then the bibliographies that these name."""
    yield from wanted(texts_of(task, paths, tally), task, tally)
    if tally.bibliographies:
        from mdlint_doi.run.bibliographies import to_read

        named = _noted(to_read(tally.bibliographies, names, task), tally)
        yield from candidates(_concerned(task, named, tally), task, tally)


def paths_of(task: Task, tally: Tally) -> Iterator[str]:
    """Yield every file to read; note what is passed over."""
    named = [path for path in task.paths if path != STDIN]
    found = discover(named, task.exclude, excludes=task.excludes, formats=task.settings.formats)
    return _concerned(task, _noted(found, tally), tally)


def _concerned(task: Task, paths: Iterable[str], tally: Tally) -> Iterator[str]:
    """Yield the files that are to be read: all, or those with changes."""
    if task.since is None:
        return iter(paths)
    from mdlint_doi.run.since import concerned

    return concerned(task, paths, tally)


def _noted(found: Iterable[str | Skipped | FileProblem], tally: Tally) -> Iterator[str]:
    """Yield what is to be read; note the rest."""
    for item in found:
        if isinstance(item, str):
            yield item
        elif isinstance(item, Skipped):
            tally.skip(item.path, item.reason)
        else:
            tally.problem(item)


def texts_of(task: Task, paths: Iterator[str], tally: Tally) -> Iterator[Text]:
    """Yield what is to be checked, standard input first."""
    if STDIN in task.paths:
        if reason := _why_not(task):
            tally.skip(task.stdin_name, reason)
        else:
            yield task.stdin_name, task.stdin
    yield from texts(paths, tally)


def _why_not(task: Task) -> str | None:
    """Return why standard input is passed over, by its name, as a file of that name would be."""
    if reason := why_excluded(task.stdin_name, task.excludes, task.exclude):
        return reason
    has_suffix = "." in os.path.basename(task.stdin_name)  # noqa: PTH119
    return passed_over(task.stdin_name, [one.name for one in FORMATS]) if has_suffix else None


def texts(paths: Iterable[str], tally: Tally) -> Iterator[Text]:
    """Yield the files that can be read."""
    for path in paths:
        try:
            data = read_bytes(path)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            yield path, data


def wanted(read: Iterable[Text], task: Task, tally: Tally) -> Iterator[Text]:
    """Yield the files in which something may be a DOI; the others are done, and noted."""
    settings: Settings | None = None
    notations = STANDARD
    for path, data in read:
        of_file = task.settings_of(path)
        if of_file is not settings:
            settings = of_file
            notations = _notations(settings)
        if is_refused(path, data, tally):
            continue
        if _may_name_lists(path, data):
            from mdlint_doi.run.bibliographies import named_in

            tally.bibliographies += named_in(task, path, data)
        if format_of(path).may_hold_doi(data, notations):
            yield path, data
        else:
            tally.files.append(path)


def _may_name_lists(path: str, data: bytes) -> bool:
    is_read = data.startswith(_FRONT_MATTER) or path.lower().endswith(PROJECTS)
    return is_read and b"bibliography" in data


def _notations(settings: Settings) -> Notations:
    """Return what counts as a DOI: no rule that is on by default looks at publishers' addresses."""
    if settings.selects_default:
        return settings.notations.without_publishers
    from mdlint_doi.lint.facts import notations_of

    return notations_of(settings)


def is_refused(path: str, data: bytes, tally: Tally) -> bool:
    """Note a file whose bytes would hide every DOI."""
    try:
        refuse_wide(path, data)
    except FileProblem as problem:
        tally.undecoded(problem)
        return True
    return False


def candidates(paths: Iterable[str], task: Task, tally: Tally) -> Iterator[Text]:
    """Yield the files in which something may be a DOI."""
    return wanted(texts(paths, tally), task, tally)


def sources(read: Iterable[Text], tally: Tally) -> Iterator[Source]:
    """Yield the documents that files hold, and note the files."""
    for path, data in read:
        try:
            source = decode(path, data)
        except FileProblem as problem:
            tally.undecoded(problem)
        else:
            tally.files.append(path)
            yield source


def size_of(path: str) -> int:
    """Return the bytes of a file; 0 of one that cannot be had."""
    try:
        return os.stat(path).st_size  # noqa: PTH116 - many paths
    except OSError:
        return 0


def is_stdin(task: Task, name: str) -> bool:
    """Return whether a document came from standard input."""
    return STDIN in task.paths and name == task.stdin_name


def roots_of(task: Task) -> list[str]:
    """Return the folders that fixes stay in: the project's, and those named that lie elsewhere.

    A named folder in the project could be a stranger's link. The file system's root is no project.
    """
    project = os.path.abspath(task.root or os.getcwd())  # noqa: PTH100, PTH109
    named = [os.path.abspath(path) for path in task.paths if os.path.isdir(path)]  # noqa: PTH100, PTH112
    if project == os.path.dirname(project):  # noqa: PTH120
        return named
    return [project, *(path for path in named if not path.startswith(os.path.join(project, "")))]  # noqa: PTH118
