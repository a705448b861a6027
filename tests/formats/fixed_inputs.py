"""Files made by chance that hold DOIs in many spellings: what `--fix` is tried on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

NAMES: Final = ("10.1000/182", "10.1000/a_b", "10.1016/S0010-4655(00)00228-9", "10.1000/ab%2Fc")
LEADS: Final = (
    *("https://doi.org/", "http://dx.doi.org/", "http://doi.org/", "https://www.doi.org/", "doi:"),
    *(
        "HTTPS://DOI.ORG/",
        "https://doi.org/doi:",
        "http://dx.doi.org/doi:",
        "",
        "DOI: ",
        "doi.org/",
        "http://ezid.cdlib.org/id/doi:",
    ),
)
_SURROUNDED: Final = (
    *("{}", "{}", "{}", "see {}.", "({})", "a {}, b", "[{}]", "{} and {}", "{};{}", "x {} y"),
    *("<{}>", "*{}*", "`{}`", "word", "{}\\", '"{}"', "{}#a", "| {} |", "é {}", "{}_", "--{}"),
)
_RST: Final = (
    *(":doi:`{}`", ":doi:`t <{}>`", "`t <{}>`__", "`t <{}>`_", "``{}``", "|s|", "*{}*", "{}_ "),
    *("t_", ":ref:`x <{}>`", "`{}`", "[1]_", "`{} <{}>`__", ":DOI:`{}`", "**{}**", "\\ {}"),
    *("`§ <§>`__", "`§ <§>`_", "`see § <§>`__", "Smith, J. (2019). *Tulips of the north*. {}"),
)
_RST_BLOCKS: Final = (
    *("{}\n\n", "- {}\n", "{}\n====\n\n", ".. _t: {}\n\n", ".. [1] {}\n\n", "::\n\n  {}\n\n"),
    *(
        ".. note:: {}\n\n",
        ".. image:: a.png\n   :target: {}\n\n",
        ":doi: {}\n\n",
        "| {}\n",
        "__ {}\n\n",
    ),
    *(".. |s| replace:: {}\n\n", "== ==\n{} b\n== ==\n\n", ".. code::\n\n   {}\n\n", ">>> {}\n\n"),
    *(
        ".. {}\n\n",
        "+---+\n| {} |\n+---+\n\n",
        "  {}\n\n",
        "{}\n  {}\n\n",
        ".. raw:: html\n\n   {}\n\n",
    ),
    *(".. csv-table::\n\n   {}, b\n\n", ".. list-table::\n\n   * - {}\n     - c\n\n"),
    *(".. mdlint-doi-disable-next-line DOI201\n\n{}\n\n", ".. mdlint-doi-disable DOI201\n\n"),
    *(".. mdlint-doi-enable DOI201\n\n{}\n", ".. mdlint-doi-disable-line\n\n"),
)
_PYTHON: Final = (
    *('"""{}"""\n', "def f():\n    '''{}\n\n    {}\n    '''\n", 'x = "{}"\n', "# {}\n"),
    *('class A:\n    r"""{}"""\n    """{}"""\n', "def g():\n    u'{}' ' {}'\n    return 1\n"),
    *('def h(a="{}"):\n    "{}"; pass\n', 'async def i():\n    """a\\n{}\\\n  b\n    """\n'),
    *("# %%\n# {}\n#\n#   {}\n\n", "# %% [markdown]\n# {}\n# - {}\n\n", f"{'#' * 20}\n#{{}}\n"),
    *('# %% [md]\n"""\n{}\n"""\n', '"""\nTitle\n=====\n"""\n', "# + [markdown]\n# {}\n# -\n\n"),
    *("# ---\n# jupyter:\n#   format_name: light\n# ---\n\n# {}\n\n", "x  # {}\n"),
    *('b"""{}"""\n', 'f"""{{1}} {}"""\n', 'class B: "{}"\n', "def j():\n\t'''x\n\t{}'''\n"),
)
_BIB_VALUES: Final = (
    "{{{}}}",
    '"{}"',
    "{{{{{}}}}}",
    "{{\\url{{{}}}}}",
    '{{{}}} # "x"',
    "{{a {} b}}",
    "{{Comment on \\url{{{}}}}}",
    "{{\\href{{§}}{{§}}}}",
    "{{:{}:URL;b:c.pdf:PDF}}",
    "{{a, {},b;{}}}",
    "{{{{A}} {{\\textless}}{} $<$b$>$}}",
)
_BIB_FIELDS: Final = (
    *("doi", "DOI", "url", "note", "howpublished", "ee", "title", "annote", "x-y", "journal"),
    *("abstract", "keywords", "file", "supplement", "crossref", "eprint"),
)
_HTML: Final = (
    *(
        '<a href="{}">{}</a>',
        '<a href="§">§</a>',
        "<p>{}</p>\n",
        "<a href='{}' title='{}'>t</a>",
        "<img src={}>",
        "{}<br>",
    ),
    *("<!-- {} -->", "<script>{}</script>", "<pre>{}</pre>", "<a href={}>x</a>", '<b data-x="{}">'),
    *(
        "<style>{}</style>",
        '<meta content="{}">',
        "<textarea>{}</textarea>",
        "{}\r\n",
        "&lt;{}&gt;",
    ),
    *('<Card url="{}" id="{}"/>', "<Link to='{}'>{}</Link>", "<Card title={} x='{} y'>"),
    *("<a href='{}'><img src='https://zenodo.org/badge/DOI/10.5281/zenodo.1.svg'></a>",),
    *("<td>{}<td>{}", '<link href="{}"/>', "<title>{}</title>", "<code>{}</code>", "</p>"),
)
_YAML: Final = (
    *("doi: {}\n", 'url: "{}"\n', "url: '{}'\n", "abstract: >-\n  {}\n  b\n", "title: a {} b\n"),
    *("identifiers:\n  - type: doi\n    value: {}\n", "{}: x\n", "notes: |\n  {}\n\n  {}\n"),
    *("references:\n  - doi: {}\n    url: {}\n", "preferred-citation:\n  doi: {}\n", "# {}\n"),
    *("a: [{}, 'b']\n", "b: {{c: {}}}\n", "d: &e {}\nf: *e\n", "? {}\n: g\n", 'h: "\\u0041 {}"\n'),
    *("i: {}\n  j\n", "k: 'it''s {}'\n", "l: {} # {}\n", "message: !t {}\n", 'm: "{}\\\n  n"\n'),
)
_PROJECT: Final = (
    *_YAML,
    *("project:\n  doi: {}\n", "citation:\n  doi: {}\n  url: {}\n", "venue:\n  url: '{}'\n"),
    *("book:\n  doi: '{}'\n", "references:\n  a:\n    url: {}\n", 'site:\n  url: "{}"\n'),
)
_CSL_LINES: Final = (
    *("- id: a\n", "  DOI: {}\n", "  URL: {}\n", "  note: >-\n    {}\n", "- DOI: '{}'\n"),
    *("- id: b\n  URL: {}\n", "- id: c\n  DOI: {}\n", '- URL: "{}"\n'),
    *("  title: a {} b\n", "  abstract: >-\n    a\n    {} b\n", "  keyword: '{}, a'\n"),
    *("  container-title: {}\n", "  citation-key: {}\n", "  author:\n  - family: {}\n"),
)
_CSL_FIELDS: Final = (
    *("DOI: {}", "DOI: '{}'", "URL: {}", 'URL: "{}"', "note: >-\n    {}\n    b", "title: a {} b"),
    *("abstract: |\n    a\n\n    {}", "keyword: '{}, a'", "container-title: {}", "source: {}"),
    *("citation-key: {}", "author:\n  - family: {}", "custom: {{a: {}}}", "annote: {} # {}"),
)
_RIS: Final = (
    *("TY  - JOUR\n", "DO  - {}\n", "UR  - {}\n", "L1  - {}\n", "N1  - see {}\n  more {}\n"),
    *("KW  - {}, {}\n", "TI  - a {} b\n", "ID  - {}\n", "N2  - a\n{}\n", "JO  - {}\n"),
    *("ER  - \n\n", "M3  - {}\n", "AB  - {}\n", "T1  - t\n", "DI  - {}\n", "DO  -  {} \n"),
)
_KEYS: Final = (
    *("doi", "DOI", "identifier", "@id", "url", "URL", "related_identifiers", "note", "sameAs"),
    *("description", "relation", "citation", "version", "referencePublication", "scheme", "id"),
)


def _spelling(chance: Random) -> str:
    return chance.choice(LEADS) + chance.choice(NAMES)


# In a form, {} stands for a spelling of its own, § for one and the same.
def _filled(chance: Random, form: str, fill: Callable[[Random], str] = _spelling) -> str:
    if "§" in form:
        form = form.replace("§", fill(chance).replace("{", "{{").replace("}", "}}"))
    slots = form.replace("{{", "").replace("}}", "").count("{}")
    return form.format(*(fill(chance) for _ in range(slots)))


def _text(chance: Random) -> str:
    some = chance.choices(_SURROUNDED, k=chance.choice((1, 1, 1, 2)))
    return " ".join(_filled(chance, form) for form in some)


def _either(chance: Random) -> str:
    return _spelling(chance) if chance.random() < 0.5 else _text(chance)


def _joined(
    forms: Sequence[str], fill: Callable[[Random], str], most: int = 5
) -> Callable[[Random], str]:
    def make(chance: Random) -> str:
        some = chance.choices(forms, k=chance.randint(1, most))
        return _with_line_ends(chance, "".join(_filled(chance, form, fill) for form in some))

    return make


def _with_line_ends(chance: Random, text: str) -> str:
    return text.replace("\n", "\r\n") if chance.random() < 0.15 else text


def _rst_text(chance: Random) -> str:
    return _filled(chance, chance.choice(_RST)) if chance.random() < 0.5 else _either(chance)


def _bibtex(chance: Random) -> str:
    entries = []
    for number in range(chance.randint(1, 3)):
        fields = []
        for name in chance.choices(_BIB_FIELDS, k=chance.randint(0, 4)):
            value = _filled(chance, chance.choice(_BIB_VALUES), _either)
            if chance.random() < 0.2:
                value = value.replace("_", "\\_")
            fields.append(f"{name} = {value}")
        end = chance.choice((",\n}", "\n}", "}", ",}"))
        entries.append(
            f"@{chance.choice(('article', 'misc'))}{{k{number}, " + ",\n ".join(fields) + end
        )
    between = ("\n", "\n\n", f"\n% {_spelling(chance)}\n", f"\n{_spelling(chance)}\n")
    return _with_line_ends(chance, chance.choice(between).join(entries))


def _json_value(chance: Random, depth: int = 0) -> object:
    kind = chance.randrange(6 if depth < 3 else 3)
    if kind < 3:
        return _either(chance)
    if kind == 3:
        return [_json_value(chance, depth + 1) for _ in range(chance.randint(0, 3))]
    if kind == 4:
        return chance.choice((1, None, True, 1.5, ""))
    names = chance.sample(_KEYS, k=chance.randint(1, 4))
    return {name: _json_value(chance, depth + 1) for name in names}


def _dumped(chance: Random, value: object) -> str:
    text = json.dumps(value, indent=chance.choice((None, 1, 2)), ensure_ascii=chance.random() < 0.5)
    return text.replace("/", "\\/") if chance.random() < 0.2 else text


def _object(chance: Random) -> str:
    names = chance.sample(_KEYS, k=chance.randint(1, 6))
    return _dumped(chance, {name: _json_value(chance) for name in names})


def _items(chance: Random) -> str:
    value = [
        {"id": "a", "DOI": _either(chance), "URL": _either(chance), "note": _json_value(chance)}
    ]
    others = ("title", "abstract", "keyword", "annote", "citation-key", "author", "source")
    value[0] |= {name: _json_value(chance) for name in chance.sample(others, k=2)}
    return _dumped(chance, value * chance.choice((1, 1, 2)))


def _csl_yaml(chance: Random) -> str:
    """Make a list of entries; one time in three, lines in any order, which often are no YAML."""
    if chance.random() < 1 / 3:
        return _joined(_CSL_LINES, _either, 8)(chance)
    lines = []
    for number in range(chance.randint(1, 3)):
        lines.append(f"- id: k{number}\n")
        fields = chance.sample(_CSL_FIELDS, k=chance.randint(1, 5))
        lines += [f"  {_filled(chance, field, _either)}\n" for field in fields]
    return _with_line_ends(chance, "".join(lines))


def _notebook(chance: Random) -> str:
    cells: list[object] = []
    for _ in range(chance.randint(1, 3)):
        lines = [f"{_rst_text(chance)}\n" for _ in range(chance.randint(1, 3))]
        kind = chance.choice(("markdown", "markdown", "code", "raw"))
        cell: dict[str, object] = {"cell_type": kind, "metadata": {"x": _spelling(chance)}}
        cell["source"] = chance.choice((lines, "".join(lines)))
        if kind == "code":
            cell |= {"outputs": [{"text": _spelling(chance)}], "execution_count": None}
        cells.append(cell)
    return _dumped(chance, {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


MAKERS: Final[Mapping[str, Callable[[Random], str]]] = {
    "rst": _joined(_RST_BLOCKS, _rst_text),
    "txt": _joined(_RST_BLOCKS, _rst_text),
    "python": _joined(_PYTHON, _rst_text),
    "bibtex": _bibtex,
    "notebook": _notebook,
    "cff": _joined(_YAML, _either),
    "myst": _joined(_PROJECT, _either),
    "quarto": _joined(_PROJECT, _either),
    "codemeta": _object,
    "zenodo": _object,
    "csl": _items,
    "csl-yaml": _csl_yaml,
    "ris": _joined(_RIS, _either, 8),
    "html": _joined(_HTML, _either),
}
"""By the name of the format."""
