"""Random documents under `--fix`, held against parsers that know nothing of us.

The long run: python tests/fuzz/harm.py --documents 100000 --seed 1. A fix may change how a DOI is
written and nothing else: for markdown-it-py the page keeps its blocks, links, titles, code and
words, for PyYAML the front matter keeps its keys and values, and a second fix changes nothing. With
all rules and unsafe fixes, no name stands there but those that stood there or that a finding
states. The names in the documents are such that their spellings are read back in a few lines here.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Final
from urllib.parse import unquote
from warnings import catch_warnings, simplefilter

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from mdlint_doi import UnreadWarning, fix_text
from mdlint_doi.file_formats import entry_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.text.source import Source

LOCAL: Final = Settings(select=("all",), ignore=("DOI209", "DOI4"), offline=True)
"""Without the rules whose fix makes a link where there was none."""

_NAMES: Final = ("10.1000/182", "10.1000/a_b", "10.1016/S0010-4655(00)00228-9", "10.1000/ab%2Fc")
_LEADS: Final = (
    *("https://doi.org/", "http://dx.doi.org/", "http://doi.org/", "https://www.doi.org/", "doi:"),
    *(
        "doi.org/",
        "HTTPS://DOI.ORG/",
        "https://doi.org/doi:",
        "http://dx.doi.org/doi:",
        "",
        "DOI: ",
        "http://ezid.cdlib.org/id/doi:",
    ),
)
_WORDS: Final = (
    "word",
    "*a*",
    "**b**",
    "_c_",
    "`d`",
    "[e](f)",
    "<b>",
    "</b>",
    "&amp;",
    "\\_",
    "x|y",
)
_INLINE: Final = (
    *("{}", "{}", "<{}>", "[t]({})", "[{}]({})", "[t](<{}> 'u')", "![i]({})", '<a href="{}">t</a>'),
    *(
        "{{doi}}`{}`",
        "{{doi}}`t <{}>`",
        ":doi:`{}`",
        "`{}`",
        "({})",
        "*{}*",
        "_{}_",
        "**{}**",
        '"{}"',
    ),
    *("{}, ", "{}.", "[{}]", "~~{}~~", "{{{{ {} }}}}", "$x {}$", "<!-- {} -->", "<code>{}</code>"),
    *(
        "[t][k]",
        "[k]",
        "{{cite}}`{}`",
        "<span title='{}'>a</span>",
        "[^1]",
        "| {} |",
        "{}\\",
        "*{}",
    ),
    *('<Card url="{}" id="{}"/>', "<Link to='{}' x=\"y {}\">{}</Link>", "<Card t={} u/>"),
    *("[![i](https://zenodo.org/badge/DOI/10.5281/zenodo.1.svg)]({})", "<Card\n  url='{}'\n/>"),
    *("[§](§)", "[§](<§> '§')", "[§][k]", '<a href="§">§</a>', "[*§*](§)", "[see §](§)", "![§](§)"),
    *("Smith, J. (2019). *Tulips of the north*. {}", "<!-- mdlint-doi-disable-line DOI201 -->"),
)
_BLOCKS: Final = (
    *(
        "{}\n\n",
        "{}\n",
        "# {}\n",
        "- {}\n",
        "  - {}\n",
        "1. {}\n",
        "> {}\n",
        "> - {}\n",
        "{}\n---\n",
    ),
    *(
        "| a | b |\n|---|---|\n| {} | c |\n\n",
        "| {} |\n|---|\n| d |\n",
        "```\n{}\n```\n",
        "    {}\n",
    ),
    *("```{{note}}\n{}\n```\n", ":::{{note}}\n{}\n:::\n", "!!! note\n    {}\n\n", "\n[k]: {}\n\n"),
    *("<div>\n{}\n</div>\n\n", "<pre>{}</pre>\n", "<!--\n{}\n-->\n", "<p>\n\n{}\n", "[^1]: {}\n"),
    *("<!-- mdlint-doi-disable-next-line DOI201 -->\n{}\n", "<!-- mdlint-doi-disable -->\n{}\n"),
    *("<!-- mdlint-doi-enable -->\n{}\n", "[§]: §\n\n[§]\n", "[k]: §\n\n[§][k]\n"),
    *("\r\n{}\r\n", "***\n{}\n", "$$\n{}\n$$\n", "% {}\n", "~~~ x\n{}\n~~~\n", "{}  \n", "\t{}\n"),
)
_FIELDS: Final = (
    *(
        "doi: {}\n",
        "title: {}\n",
        "title: a {} b\n",
        'url: "{}"\n',
        "url: '{}'\n",
        "ids:\n  - {}\n",
    ),
    *(
        "a: [{}, b]\n",
        "b: {{c: {}, d: e}}\n",
        "{}: f\n",
        '"{}": g\n',
        "h: |\n  {}\n  i\n",
        "? {}\n: j\n",
    ),
    *("k: >-\n  {}\n", "l: x # {}\n", "m:\n  n: {}\n  {}: o\n", "p: &q {}\nr: *q\n", "s: !t {}\n"),
    *("- {}\n", "u: {}\n  v\n", "w: 'it''s {}'\n", 'x: "a\\n{}"\n', "# {}\n", "y: {{{}: z}}\n"),
)


def document(chance: Random) -> str:
    """Return a document: front matter in one of three, then blocks."""
    parts: list[str] = []
    if not chance.randrange(3):
        fields = (_filled(chance, chance.choice(_FIELDS)) for _ in range(chance.randint(1, 3)))
        parts = ["---\n", *fields, "---\n"]
    for _ in range(chance.randint(1, 4)):
        inline = " ".join(_inline(chance) for _ in range(chance.randint(1, 3)))
        parts.append(chance.choice(_BLOCKS).format(inline))
    return "".join(parts)


def _inline(chance: Random) -> str:
    return (
        chance.choice(_WORDS) if chance.random() < 0.3 else _filled(chance, chance.choice(_INLINE))
    )


# In a form, {} stands for a spelling of its own, § for one and the same.
def _filled(chance: Random, form: str) -> str:
    form = form.replace("§", chance.choice(_LEADS) + chance.choice(_NAMES))
    return form.format(
        *(chance.choice(_LEADS) + chance.choice(_NAMES) for _ in range(form.count("{}")))
    )


_WRITTEN: Final = re.compile(r"10\.[0-9]{4}/(?:(?!\]\(|https?:)[^\s<>\"'`|{};\\])*", re.IGNORECASE)
_AROUND: Final = ".,;:!?()[]*_~\\#$&-"
"""What may stand around a name in the documents, and begins or ends none of them."""


def names(text: str) -> set[str]:
    """Return the names in a text, each bare, by means that know nothing of our readers."""
    text = unquote(unquote(text.replace("\\/", "/").replace("\\_", "_")))
    found = {name.lower().strip(_AROUND) for name in _WRITTEN.findall(text)}
    return {name.replace(")", "").replace("(", "") for name in found}


def other_names(name: str, text: str) -> str:
    """Return the names that fixes by all rules, unsafe ones too, bring though none states them."""
    settings = Settings(select=("all",), offline=True)
    document = read_document(Source(name, text), settings)
    facts = Judge(settings, mentions=document.mentions).facts
    result = with_fixes(document, facts, unsafe=True)
    again = fix_text(result.source.text, format_name(name), settings, unsafe=True)
    if again != result.source.text:
        return f"a second fix changes {result.source.text!r} again: {again!r}"
    stated = {doi for fix in result.fixed for doi in names(str(fix.fix and fix.fix.doi))}
    strange = names(result.source.text) - names(text) - stated
    return f"{strange} stand in {result.source.text!r}" if strange else ""


def format_name(name: str) -> str:
    """Return the format of a file."""
    entry = entry_of(name)
    return entry.name if entry else "markdown"


def harm(text: str) -> str | None:
    """Return what a fix of a document does that it must not; nothing where it does no harm.

    None where nothing is fixed. Front matter that is not valid is read line by line, with a
    warning.
    """
    with catch_warnings():
        simplefilter("ignore", UnreadWarning)
        return _harm(text)


def _harm(text: str) -> str | None:
    if said := other_names("a.md", text):
        return said
    fixed = fix_text(text, settings=LOCAL)
    if fixed == text:
        return None
    if fix_text(fixed, settings=LOCAL) != fixed:
        return "a second fix changes it again"
    for what, view in (("front matter", _front_matter), ("page", _page)):
        before, after = view(text), view(fixed)
        if before != after:
            return f"{what}: {_apart(before, after)}, in {fixed!r}"
    return ""


def _apart(before: object, after: object) -> str:
    """Show two views from where they part."""
    old, new = str(before), str(after)
    at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    return f"{old[max(at - 20, 0) : at + 60]!r} became {new[max(at - 20, 0) : at + 60]!r}"


_RESOLVER: Final = re.compile(
    r"(?:https?:)?(?://)?(?:(?:dx\.|www\.)?doi\.org|ezid\.cdlib\.org/id)/+(?=(?:doi:)?10\.)"
    r"|(?:\bdoi:[ ]?)+(?=10\.)",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"10\.[0-9]{4}/[^\s<>\"'`]*", re.IGNORECASE)


def bare(text: str) -> str:
    """Return a text in which each name stands without its resolver, label and escapes."""
    text = _NAME.sub(lambda name: unquote(name[0]).lower(), text)
    for _ in range(2):  # a label behind a resolver
        text = _RESOLVER.sub("", text)
    return text


def _target(value: object) -> str:
    """Return an attribute; a point, comma or backslash at its end belongs to no name."""
    return bare(str(value)).rstrip(".,\\")


def _front_matter(text: str) -> object:
    """Return the front matter as PyYAML reads it."""
    found = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    if found is None:
        return None
    try:
        return _values(yaml.compose(found[1]))
    except yaml.YAMLError:
        return "no YAML"


def _values(node: yaml.Node | None) -> object:
    """Return a tree with its keys as written, and the names in its values bare."""
    if isinstance(node, yaml.MappingNode):
        return [(_exact(key), _values(value)) for key, value in node.value]
    if isinstance(node, yaml.SequenceNode):
        return [_values(item) for item in node.value]
    return (node.tag, bare(node.value)) if isinstance(node, yaml.ScalarNode) else None


def _exact(node: yaml.Node) -> str:
    return f"{node.tag} {yaml.serialize(node)}"


_PARSER: Final = MarkdownIt("commonmark").enable(["table", "strikethrough"])
for plugin in (front_matter_plugin, admon_plugin, footnote_plugin):
    _PARSER.use(plugin)


def _page(text: str) -> list[str]:
    """Return a page's blocks, links and words as markdown-it-py reads them."""
    environment: dict[str, dict[str, dict[str, str]]] = {}
    tokens = [*_tokens(_PARSER.parse(text, environment))]
    defined = environment.get("references", {}).items()
    return tokens + [
        f"{label} {_target(definition['href'])} {definition['title']}"
        for label, definition in defined
    ]


def _tokens(tokens: list[Token]) -> Iterator[str]:
    words = ""
    for token in tokens:
        if token.type in {"text", "text_special"}:
            words += token.content
            continue
        in_role = words.endswith("{doi}") or token.info.startswith("{")
        if words:
            yield bare(words)
        words = ""
        yield f"{token.type} {token.tag} {token.markup} {token.info}"
        yield from (f"{name}={_target(value)}" for name, value in token.attrs.items())
        if token.type.startswith("html"):
            yield bare(token.content)
        elif token.type in {"code_inline", "code_block", "fence"}:
            yield bare(token.content) if in_role else token.content
        yield from _tokens(token.children or [])
    if words:
        yield bare(words)


def main() -> int:
    """Make documents, fix them, print what was harmed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = Random(given.seed)
    found = fixed = 0
    for number in range(1, given.documents + 1):
        text = document(chance)
        said = harm(text)
        fixed += said is not None
        if said:
            found += 1
            sys.stdout.write(f"{number}: {text!r}\n  {said}\n")
        if number % 1000 == 0 or number == given.documents:
            sys.stdout.write(
                f"{number} documents, {fixed} of them fixed, {found} harmed (seed {given.seed})\n"
            )
            sys.stdout.flush()
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
