"""Write the parts of files that are derived from the tables of formats and reports.

The tables are `FORMATS` in `mdlint_doi.file_formats` and `REPORTS` in `mdlint_doi.report.formats`.
The hooks, the manifests of the editor extensions, and lists in the manual and in docstrings are
derived from them. A test checks that these parts are up to date. After a change of a row, run
`python example_docs/_ext/format_tables.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Final, NamedTuple

import mdlint_doi
from mdlint_doi.file_formats import FORMAT_NAMES, FORMATS, SOUGHT_IF_NAMED, FormatEntry, Wanted
from mdlint_doi.report.formats import REPORTS, ReportFormat

TOP: Final = Path(__file__).parents[2]
PACKAGE: Final = Path(mdlint_doi.__file__).parent
OPTIONS: Final = "example_docs/reference/options.md"
_WIDTH: Final = 100
"""The maximum length of a line of code."""
_PAGE_WIDTH: Final = 120
"""The maximum length of a line of the manual."""


class Part(NamedTuple):
    """A part of a file that is derived from a table.

    Attributes:
        file: the path of the file, relative to the repository's top folder; for a module, an
            absolute path.
        before: the text directly before the part, wherever the part occurs.
        after: the text directly after the part.
        text: the new text of the part.
    """

    file: str
    before: str
    after: str
    text: str


def texts() -> Mapping[str, str]:
    """Return the new text of each file, by its path.

    Raises:
        ValueError: if a part is not found in its file.
    """
    found: dict[str, str] = {}
    for part in parts():
        text = found.get(part.file) or (TOP / part.file).read_text(encoding="utf-8")
        found[part.file] = _with(text, part)
    return found


def write_texts() -> None:
    """Write all files."""
    for file, text in texts().items():
        (TOP / file).write_text(text, encoding="utf-8")


def parts() -> Iterator[Part]:
    """Yield all parts that are derived from the tables."""
    yield Part(".pre-commit-hooks.yaml", "  files: ", "\n", Wanted().pattern())
    yield from _of_editors()
    yield from _of_docstrings()
    yield from _of_manual()


def _with(text: str, part: Part) -> str:
    """Return a text with a part in each of its places; raise ValueError if there is none."""
    place = re.compile(f"(?<={re.escape(part.before)}).*?(?={re.escape(part.after)})", re.DOTALL)
    made, count = place.subn(lambda _: part.text, text)
    if not count:
        message = f"{part.file}: no text between {part.before!r} and {part.after!r}"
        raise ValueError(message)
    return made


def _files_alone(entry: FormatEntry) -> list[str]:
    """Return the file names of a format that end in none of its suffixes."""
    return [one for one in entry.files if not one.lower().endswith(entry.suffixes)]


def _of_editors() -> Iterator[Part]:
    shown = [entry for entry in FORMATS if entry.in_editors]
    events = ",".join(f'\n    "{one}"' for one in [*_languages(shown), *_files(shown)])
    yield Part("editors/vscode/package.json", '"activationEvents": [', "\n  ]", events)
    names = ", ".join(f'"{one}"' for one in dict.fromkeys(entry.zed for entry in shown) if one)
    yield Part("editors/zed/extension.toml", "\nlanguages = [", "]", names)


def _languages(entries: Sequence[FormatEntry]) -> Iterator[str]:
    for entry in entries:
        yield from (f"onLanguage:{one.name}" for one in entry.languages if one.in_vscode)


def _files(entries: Sequence[FormatEntry]) -> Iterator[str]:
    """Yield the activation events of VS Code for files of formats without a language there."""
    for entry in entries:
        if not entry.languages:
            yield from (f"workspaceContains:**/*{one}" for one in entry.suffixes)
            yield from (f"workspaceContains:**/{one}" for one in _files_alone(entry))


def _of_docstrings() -> Iterator[Part]:
    names = _joined(FORMAT_NAMES, "or")
    begin, end = f"{' ' * 8}format: the format of the text: ", "\n        settings: "
    words = f"{names}. None: the format of `path`, or Markdown."
    yield Part(f"{PACKAGE}/api/texts.py", begin, end, _wrapped(begin, words))
    begin, end = f"{' ' * 12}format: ", '\n        """'
    yield Part(f"{PACKAGE}/mcp/server.py", begin, end, _wrapped(begin, f"{names}."))


def _wrapped(begin: str, words: str) -> str:
    """Return an argument's explanation after its beginning, wrapped for a docstring."""
    indent = " " * (len(begin) - len(begin.lstrip()) + 4)
    wrapped = fill(begin + words, _WIDTH, subsequent_indent=indent, break_on_hyphens=False)
    return wrapped.removeprefix(begin)


def _on_page(begin: str, words: str, indent: str = "  ", end: str = ".") -> str:
    """Return words of the manual after their beginning, wrapped with the text directly behind."""
    first = begin.rpartition("\n")[2]
    lines = fill(
        f"{first}{words}{end}",
        _PAGE_WIDTH,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return lines.removeprefix(first).removesuffix(end)


def _of_manual() -> Iterator[Part]:
    yield from _of_formats()
    yield from _of_reports()


def _of_formats() -> Iterator[Part]:
    head = "| format | name | files | in folders | fixed |\n|---|---|---|---|---|\n"
    yield Part("example_docs/formats/index.md", head, "\n\n", "\n".join(map(_row, FORMATS)))
    sought = _listed(SOUGHT_IF_NAMED)
    begin = "More formats to look for in folders: "
    lines = _on_page(begin, sought, indent="")
    yield Part("example_docs/reference/settings.md", begin, ".\nA [file", lines)
    begin = ": Also check files of these formats in folders: "
    yield Part(OPTIONS, begin, ".\n", _on_page(begin, sought))


def _row(entry: FormatEntry) -> str:
    """Return the row of a format in the manual's table."""
    title = f"[{entry.title}](../{entry.page}.md)" if entry.page else entry.title
    walked = "yes" if entry.found_by_default else f"with `--formats {entry.name}`"
    is_fixed = "yes" if entry.is_fixed else "no"
    return f"| {title} | `{entry.name}` | {_listed(entry.patterns)} | {walked} | {is_fixed} |"


def _of_reports() -> Iterator[Part]:
    begin = "### Output\n\n`--output-format FORMAT`\n: "
    formats = [f"`{one.name}`{_in_brackets(one)}" for one in REPORTS]
    yield Part(OPTIONS, begin, ".\n", _on_page(begin, _joined(formats, "or")))
    begin, end = (
        "  The suffix of FILE determines the format: ",
        ";\n  `--output-format` overrides it.",
    )
    chosen = "; ".join(_by_suffix(one) for one in REPORTS if one.suffixes)
    yield Part(OPTIONS, begin, end, _on_page(begin, chosen, end=";"))
    begin = "Add a table with the number of findings for each rule, in the formats "
    people = [f"`{one.name}`" for one in REPORTS if one.for_people]
    yield Part(OPTIONS, begin, ".\n", _joined(people, "and"))
    all_dois = [f"`{one.name}`" for one in REPORTS if one.shows_dois]
    yield Part(OPTIONS, ": Same as for `check`, but without ", ".\n", _joined(all_dois, "and"))
    head = "| format | what it is | a finding becomes |\n|---|---|---|\n"
    rows = [f"| `{one.name}` | {one.what} | {one.finding} |" for one in REPORTS if one.finding]
    yield Part("example_docs/reference/json.md", head, "\n\n", "\n".join(rows))


def _in_brackets(report: ReportFormat) -> str:
    """Return a report format's description, unless the table of other formats contains it."""
    return "" if report.finding else f" ({report.what})"


def _by_suffix(report: ReportFormat) -> str:
    """Return a report format with the suffixes that select it."""
    suffixes = [f"`{one}`" if one else "no suffix" for one in report.suffixes]
    return f"`{report.name}` for {_joined(suffixes, 'or')}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"`{one}`" for one in words)


def _joined(words: Sequence[str], last: str) -> str:
    """Return words separated by commas, with `last` before the final word."""
    return f" {last} ".join(one for one in (", ".join(words[:-1]), words[-1]) if one)


if __name__ == "__main__":
    write_texts()
