"""What `--fix` may do to a file: rewrite its DOIs. The long run: --inputs 100000 --seed 1.

For the format's own library the file holds the same before and after, but for how its DOIs are
written; the raw text is the same but for that; a second fix changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import logging
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from tokenize import COMMENT, generate_tokens
from typing import Any, Final

if __name__ == "__main__":  # not this folder, which has a fuzz.py
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import yaml
from bibtexparser.splitter import Splitter
from docutils import nodes
from docutils.core import publish_doctree
from formats.fixed_inputs import MAKERS
from fuzz.harm import LOCAL, bare, other_names

from mdlint_doi import fix_text
from mdlint_doi.file_formats import FORMATS
from sphinx_doi.role import register

OFFLINE: Final = LOCAL.replace(offline=True)
_ESCAPED: Final = re.compile(r"\\([:_/])")
_NAME: Final = re.compile(r"10\.[0-9]{4,}/[^\s{}<>\"'`\[\]]+")
_MARKS: Final = (
    r"(?:[\s{}<>()\[\]\"'`.,;:]|\\(?:url|href|doi|path|nolinkurl|texttt|mbox)\b|\\[\"'`]"
    r"|[dD][oO][iI])*"
)
"""What may stand around a name in a field for a DOI."""
_MARKUP: Final = re.compile(_MARKS)
_WORD: Final = r"10\.[0-9]{4,}/(?:[^\s{}<>()\"'`\[\],;\\]|\([^\s()]*\))+"
_AROUND: Final = re.compile(f"{_MARKS}({_WORD}){_MARKS}")
_IN_A_ROW: Final = re.compile(rf"({_WORD}?)(?:\1)+")
_LAST: Final = re.compile(r"(\b10\.\d{4}/[^\s<>\"'`\\]*)\\+")
_QUIET: Final[dict[str, Any]] = {
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": "",
    "file_insertion_enabled": False,
    "_disable_config": True,
}


_TARGET: Final = re.compile(r"`([^`<]+?)\s*<|^\s*\.\. _([^:]+):", re.MULTILINE)
_NO_ONE: Final = "Duplicate target name, cannot be used as a unique reference"


def plain(text: str) -> str:
    """Return a text whose names stand without resolver, escapes, and a backslash at the end."""
    text = bare(_ESCAPED.sub(r"\1", text))
    return _LAST.sub(r"\1", text)


def plain_value(text: str) -> str:
    """Return a value with bare names; of one that is only markup around a name, the name.

    A fix of a field for a DOI takes such markup away.
    """
    text = plain(text)
    names = {_unpaired(name) for name in _NAME.findall(text)}
    if len(names) != 1:
        return text
    (name,) = names
    return name if _MARKUP.fullmatch(text.replace(name, "")) else text


def _unmarked(text: str) -> str:
    """Return a text with bare names, without the markup around each, and each once in a row."""
    return _IN_A_ROW.sub(r"\1", _AROUND.sub(r"\1", plain(text)))


def _unpaired(name: str) -> str:
    """Return a name without the brackets at its end that have no partner."""
    while name[-1:] == ")" and name.count(")") > name.count("("):
        name = name[:-1]
    return name


def _rst(text: str) -> object:
    """What docutils makes of it: nodes, their texts and what they lead to."""
    register()
    doctree = publish_doctree(text, settings_overrides=_QUIET)
    names = Counter(
        nodes.fully_normalize_name(match[1] or match[2]) for match in _TARGET.finditer(text)
    )
    return [*_nodes(doctree, {name for name, count in names.items() if count > 1})]


def _nodes(node: nodes.Node, twice: Collection[str]) -> Iterator[str]:
    """Yield the nodes below one; `twice` are the names that two targets have.

    Two spellings of one DOI are two places before the fix, so that a reference to such a name leads
    nowhere, and one place behind it, to which it leads.
    """
    if isinstance(node, nodes.Text):
        yield plain(node.astext())
    elif isinstance(node, nodes.reference | nodes.problematic) and _name(node) in twice:
        yield f"reference to the two targets {_name(node)}"
    elif isinstance(node, nodes.Element) and not _is_only_information(node):
        uri = plain(str(node.get("refuri", "")))
        yield f"{node.tagname} {uri} {node.get('ids') and len(node['ids'])}"
        if not isinstance(node, nodes.system_message):
            for child in node.children:
                yield from _nodes(child, twice)


def _name(node: nodes.Element) -> str:
    """Return the name that a reference without an address in it is for; empty of a bare address."""
    is_named = node.rawsource.endswith("_")
    return nodes.fully_normalize_name(node.rawsource.strip("`_")) if is_named else ""


def _is_only_information(node: nodes.Element) -> bool:
    """Return whether docutils says what no reader sees: what is now the same.

    Two titles with one text (information), or two targets of one name: a warning as long as they
    lead to different places, which two spellings of one DOI do only before the fix.
    """
    if "system-messages" in node.get("classes", ()):  # a section for what stands nowhere else
        messages = [child for child in node.children if isinstance(child, nodes.system_message)]
        return all(_is_only_information(message) for message in messages)
    if not isinstance(node, nodes.system_message):
        return False
    told = node.astext()
    return bool(node["level"] == 1 or "Duplicate explicit target name" in told or _NO_ONE in told)


def _python(text: str) -> object:
    """The tree that Python compiles and its comments, both with bare names.

    A comment behind code stays to the letter.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return plain(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = plain(node.value)
    tokens = generate_tokens(io.StringIO(text).readline)
    comments = [token for token in tokens if token.type == COMMENT]
    said = [comment.string if comment.start[1] else plain(comment.string) for comment in comments]
    return ast.dump(tree), said


def _bibtex(text: str) -> object:
    """The entries that bibtexparser finds, keys and fields in order."""
    library = Splitter(text).split()
    entries = [
        (
            entry.entry_type,
            entry.key,
            [(field.key, plain_value(str(field.value))) for field in entry.fields],
        )
        for entry in library.entries
    ]
    return entries, len(library.blocks), len(library.failed_blocks)


def _yaml(text: str) -> object:
    """What PyYAML composes: keys as written, values with bare names."""
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except yaml.YAMLError:
        return plain(text)
    return [_composed(document) for document in documents]


def _composed(node: yaml.Node | None) -> object:
    if isinstance(node, yaml.MappingNode):
        return [(yaml.serialize(key), _composed(value)) for key, value in node.value]
    if isinstance(node, yaml.SequenceNode):
        return [_composed(item) for item in node.value]
    return (node.tag, plain_value(node.value)) if isinstance(node, yaml.ScalarNode) else None


def _json(text: str) -> object:
    """What `json` loads, keys in order."""
    return _values(json.loads(text, object_pairs_hook=list))


def _values(value: object) -> object:
    if isinstance(value, str):
        return plain_value(value)
    return [_values(item) for item in value] if isinstance(value, list | tuple) else value


def _notebook(text: str) -> object:
    """All but the cells' sources to the letter; those with bare names."""
    whole = json.loads(text)
    sources = []
    for cell in whole["cells"]:
        source = cell.pop("source")
        code = cell["cell_type"] != "markdown"
        joined = "".join(source)
        sources.append((len(source) * isinstance(source, list), joined if code else plain(joined)))
    return whole, sources


def _ris(text: str) -> object:
    """Its lines: the tag, if there is one, to the letter, the rest with bare names."""
    lines = (re.fullmatch(r"([A-Z][A-Z0-9]  -)?(.*)", line) for line in re.split(r"[\r\n]", text))
    return [(line[1], plain_value(line[2])) for line in lines if line]


class _Events(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, [(name, plain(value or "")) for name, value in attrs]))

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(tag)

    def handle_data(self, data: str) -> None:
        self.seen.append(plain(data) if self.cdata_elem is None else data)

    def handle_comment(self, data: str) -> None:
        self.seen.append(("comment", data))


def _html(text: str) -> object:
    """What `html.parser` sees: tags, attributes, texts; comments and scripts to the letter."""
    events = _Events()
    events.feed(text)
    events.close()
    return events.seen


VIEWS: Final[Mapping[str, Callable[[str], object]]] = {
    "rst": _rst,
    "txt": _rst,
    "python": _python,
    "bibtex": _bibtex,
    "notebook": _notebook,
    "cff": _yaml,
    "myst": _yaml,
    "quarto": _yaml,
    "codemeta": _json,
    "zenodo": _json,
    "csl": _json,
    "csl-yaml": _yaml,
    "ris": _ris,
    "html": _html,
}
"""What the format's own library sees, by the name of the format."""


FILES: Final[Mapping[str, str]] = {
    entry.name: f"a{entry.suffixes[0]}" if entry.suffixes else entry.files[0] for entry in FORMATS
}
"""What a file of a format may be called."""


def broken_law(name: str, text: str) -> str | None:
    """Return what a fix of a file does that it must not; nothing where it does no harm.

    None where nothing is fixed.
    """
    if said := other_names(FILES[name], text):
        return said
    fixed = fix_text(text, name, OFFLINE)
    if fixed == text:
        return None
    if fix_text(fixed, name, OFFLINE) != fixed:
        return f"a second fix changes {fixed!r} again"
    if _unmarked(fixed) != _unmarked(text):
        return f"more than DOIs was changed: {fixed!r}"
    view = VIEWS[name]
    before, after = view(text), view(fixed)
    return "" if before == after else f"{before!r}\n  became {after!r}\n  in {fixed!r}"


def main() -> int:
    """Make files, fix them, print what was harmed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--format", choices=[*MAKERS], action="append")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    failed = 0
    for name in given.format or MAKERS:
        chance = Random(given.seed)
        found = changed = 0
        for _ in range(given.inputs):
            text = MAKERS[name](chance)
            with contextlib.redirect_stderr(None), contextlib.suppress(RecursionError):
                said = broken_law(name, text)
            changed += said is not None
            if said:
                found += 1
                if found <= 5:
                    sys.stdout.write(f"{name}: {text!r}\n  {said}\n")
        failed += found
        sys.stdout.write(
            f"{name}: {given.inputs} files, {changed} of them fixed, {found} harmed"
            f" (seed {given.seed})\n"
        )
        sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
