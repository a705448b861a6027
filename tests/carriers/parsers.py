"""What the formats' own parsers read in a document: the links of a page, the value of a field."""

from __future__ import annotations

import json
import logging
from html.parser import HTMLParser

import cmarkgfm
import docutils.core
import docutils.nodes
import yaml
from bibtexparser.entrypoint import parse_string
from cmarkgfm.cmark import Options


def links(parser: str, file: str, text: str) -> list[str]:
    """Return the addresses that a page links.

    Args:
        parser: `gfm` (cmark-gfm, as GitHub uses it), `rst` (docutils) or `html`.
        file: the name of the file.
        text: its text; of a docstring or a notebook's cell, the inner text is read.
    """
    if file == "a.py":
        text = text.split('"""')[1]
    elif file == "a.ipynb":
        text = "".join(json.loads(text)["cells"][0]["source"])
    if parser == "rst":
        return [target for target in _of_rst(text) if target.startswith("http")]
    page = text
    if parser == "gfm":
        page = cmarkgfm.github_flavored_markdown_to_html(text, options=Options.CMARK_OPT_FOOTNOTES)
    reader = _Links()
    reader.feed(page)
    return [target for target in reader.found if target.startswith("http")]


def value(text: str, parser: str, field: str) -> str | None:
    """Return the value of a field of the first entry, or of the document; None if there is none.

    Args:
        text: the text of the file.
        parser: `bib` (bibtexparser), `yaml` (PyYAML), or `front` (the same for front matter).
        field: the name of the field, or names with a dot between them.
    """
    if parser == "front":
        return value(text.split("---\n")[1], "yaml", field)
    if parser == "yaml":
        try:
            read = yaml.safe_load(text)
        except yaml.YAMLError:
            return None
        for name in field.split("."):
            read = read.get(name) if isinstance(read, dict) else None
        return None if read is None else str(read)
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    entries = parse_string(text).entries
    fields = entries[0].fields_dict if entries else {}
    return str(fields[field].value) if field in fields else None


def _of_rst(text: str) -> list[str]:
    quiet = {"report_level": 5, "halt_level": 5, "file_insertion_enabled": False}
    tree = docutils.core.publish_doctree(text, settings_overrides=quiet)
    return [node["refuri"] for node in tree.findall(docutils.nodes.reference) if "refuri" in node]


class _Links(HTMLParser):
    """Collects the targets of links."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.found += [value for key, value in attrs if key == "href" and value]
