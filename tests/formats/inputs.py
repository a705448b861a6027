"""Texts made by chance of what a format is made of: most have faults, many have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

BIBTEX: Final = (
    *(
        "@article{k,",
        "@misc(a:1,",
        "@string{j = ",
        "@comment{",
        "@preamble{",
        "@",
        "\n@Book{b,",
        "}",
    ),
    *(
        "\n",
        "\r\n",
        " ",
        "\t",
        ",",
        "=",
        "#",
        "{",
        "}",
        "(",
        ")",
        '"',
        "\\",
        "%",
        "% c\n",
        "x",
        "1",
    ),
    *("\n}", "}\n\n", "doi = {10.1000/182},\n", 'title = "A {B} c",', "year = 2000,", "jan", "é"),
    *(" = {", "},\n", " # ", '{"}', '\\"', "\\{", "\\}", "{{", "}}", "@b{", '"a"', "{a}", "note ="),
    '@misc{whole,\n  doi = {10.1000/1},\n  url = "https://doi.org/10.1000/1",\n}\n',
)
JSON: Final = (
    *('"', '"a"', '"10.1000/1"', "{", "}", "[", "]", ",", ":", '{"a": ', '["a", ', " ", "\n", "1"),
    *("-0.5e9", "true", "null", "NaN", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\ud800", "\\/", "\\x"),
    *("é", "😀", "\t", '\\"', "\\\\", '"a":"b",', "\\u", '"a": [', "]}", '"}', '"]', "\x00", "{}"),
)
NOTEBOOK: Final = (
    *(
        '{"cells": [',
        '{"cell_type": "markdown", "source": ',
        '"cell_type": "code"',
        '["a\\n", "b"]',
    ),
    *('"text"', "]", "}", ",", '"source": ["x", ', '"outputs": [{"text": "10.1"}]', '"id": "i"'),
    *('{"worksheets": [{"cells": [', '{"cell_type": "raw", "source": ["\\u00e9\\ud83d\\ude00"]}'),
    *(
        '{"cell_type": "code", "input": "x", "outputs": []}',
        ", ",
        "]}",
        "]}]}",
        "null",
        '"nbformat": 4',
    ),
)
YAML: Final = (
    *(
        "a: ",
        "b",
        "- ",
        "\n",
        "\n  ",
        "\n- ",
        "'x'",
        '"y"',
        '"\\n"',
        "[",
        "]",
        "{",
        "}",
        ", ",
        ": ",
    ),
    *(
        "? ",
        "&a ",
        "*a ",
        "!t ",
        "!!str ",
        "# c\n",
        "|\n  t\n",
        ">-\n  t\n",
        "\r\n",
        "é",
        "😀",
        "\t",
    ),
    *(
        "\u2028",
        "\x85",
        "\ufeff",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "10.1000/182",
        "''",
        "x y",
        "\n\n",
    ),
    *(
        '"a\n  b"',
        "'a\n\n b'",
        "doi: 10.1000/182\n",
        "- type: doi\n  value: 'x'\n",
        '"\\UFFFFFFFF"',
    ),
    *("\x07", "<<: *a", '"\\u00e9"', "'it''s'", "!<tag:x> ", "%TAG ! x\n", "1.0", "~"),
)
RIS: Final = (
    *(
        "TY  - JOUR\n",
        "DO  - 10.1000/1\n",
        "ER  - \n",
        "ER  -",
        "UR  -",
        "\n",
        "\r\n",
        "\r",
        " ",
        "x",
    ),
    *("A1  - é", "TY  -", "TY - ", "\t", " more\n", "  - ", "\x85", "\u2028", "\x0c", "AB", "0"),
)


def _joined(pieces: Sequence[str], most: int) -> Callable[[Random], str]:
    return lambda chance: "".join(chance.choices(pieces, k=chance.randint(1, most)))


def _nested(chance: Random) -> str:
    """Return JSON that is nearly always right."""
    strings = ('"a"', '"\\n"', '"\\u00e9x"', '"\\ud83d\\ude00"', '"\\ud800"', '"é😀"', '""', "1")
    parts = list(chance.choices(strings, k=4))
    for _ in range(chance.randint(0, 6)):
        some = chance.sample(parts, k=chance.randint(0, 3))
        if chance.random() < 0.5:
            parts.append("[" + " ,".join(some) + "]")
        else:
            parts.append(
                "{" + ",\n".join(f'"{chance.choice("ab")}": {value}' for value in some) + "}"
            )
    return parts[-1]


def _with_faults(chance: Random, text: str, pieces: Sequence[str]) -> str:
    for _ in range(chance.choice((0, 0, 1, 2))):
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(pieces) + text[at + chance.choice((0, 0, 1, 3)) :]
    return text


def _bibtex(chance: Random) -> str:
    """Return entries that are nearly right, with faults put in."""
    values = (
        "{a: 10.1000/2:PDF;b}",
        "{a}",
        '"b {c}"',
        '{a {b {c}} "d"}',
        "1",
        "jan",
        "{10.1000/1}",
        '"x" # jan',
        "{}",
    )
    blocks = []
    for _ in range(chance.randint(1, 3)):
        opening, closing = chance.choice(("{}", "{}", "()"))
        fields = [
            f"{chance.choice(('doi', 'Url', 'note', 'x-y', 'file'))} = {chance.choice(values)}"
            for _ in range(chance.randint(0, 4))
        ]
        kind = chance.choice(("article", "Misc", "comment", "string", "book"))
        key = chance.choice(("k", "a:b/c", "x y", "é", "", 'a"b'))
        body = ", ".join([key, *fields] if kind != "string" else fields[:1])
        blocks.append(f"@{kind}{opening}{body}{chance.choice((',', ''))}{closing}")
    return _with_faults(chance, chance.choice(("\n", "\n\n", " ", " t\n")).join(blocks), BIBTEX)


def _cells(chance: Random) -> str:
    sources = ('["a\\n", "\\u00e9b"]', '"x\\n\\"y"', "[]", '""', '["\\ud83d", "\\ude00"]', "1")
    kinds = ("markdown", "code", "raw", "heading")
    cells = []
    for _ in range(chance.randint(0, 3)):
        members = [f'"cell_type": "{chance.choice(kinds)}"', '"metadata": {"a": [1]}']
        members += [f'"{chance.choice(("source", "source", "input"))}": {chance.choice(sources)}']
        if chance.random() < 0.3:
            members.append(f'"source": {chance.choice(sources)}')
        chance.shuffle(members)
        cells.append("{" + ", ".join(members) + "}")
    inside = '"cells": [' + ",\n ".join(cells) + "]"
    if chance.random() < 0.3:
        inside = '"worksheets": [{' + inside + '}, {"metadata": {}}]'
    return _with_faults(chance, "{" + inside + ', "nbformat": 4}', NOTEBOOK)


def _either(*makers: Callable[[Random], str]) -> Callable[[Random], str]:
    return lambda chance: chance.choice(makers)(chance)


TEX: Final = (
    *(
        "\\doi{10.1000/a\\_b}",
        "\\url{https://doi.org/10.1000/1}",
        "\\href{http://doi.org/10.1/2}{x}",
    ),
    *(
        "% http://dx.doi.org/10.1000/3\n",
        "\\verb|10.1000/4|",
        "\\begin{verbatim}",
        "\\end{verbatim}",
    ),
    *(
        "\\code{",
        "\\examples{\n",
        "\\%",
        "\\_",
        "{\\_}",
        "\\textunderscore ",
        "\\-",
        "\\",
        "{",
        "}",
        "~",
    ),
    *(
        "#' ",
        "#' @examples\n",
        "#' ```\n",
        "`",
        "\n",
        "\r\n",
        " ",
        "10.1000/5",
        "<doi:10.1000/6>",
        "#1",
    ),
    *(
        "doi:10.1000/7",
        "é",
        "\\doi{",
        "\\url{",
        "[x]",
        "\\newcommand{\\doi}[1]{\\url{https://doi.org/#1}}",
    ),
)
HTML: Final = (
    *(
        '<a href="https://doi.org/10.1000/1">',
        "</a>",
        "<a href='http://doi.org/10.1000/2?a=1'>",
        "<p>",
    ),
    *(
        "<img src=https://doi.org/10.1000/3>",
        "<!-- x -->",
        "<script>",
        "</script>",
        "<pre>",
        "</pre>",
    ),
    *(
        "10.1000/4",
        "https://doi.org/10.1000/5",
        " ",
        "\n",
        "\r\n",
        "text",
        "&amp;",
        "&lt;",
        "é",
        "<br/>",
    ),
    *(
        '<a id="x" href="https://doi.org/10.1000/6&amp;b">',
        "<!DOCTYPE html>",
        "<b class='a'>",
        "{{ doi }}",
    ),
)
MARKDOWN: Final = (
    *("a", "b c", "p_q_r", "x*y*z", "é", "    ", "  ", "> ", "- ", "* ", "+ ", "1. ", "2) "),
    *(
        "12. ",
        "# ",
        "###",
        "---",
        "***",
        "```",
        "~~~",
        "````",
        "`",
        "``",
        "`c`",
        "[",
        "]",
        "(",
        ")",
    ),
    *("[x]", "[x]: /u", "](/u)", "(/u 't')", "[x][x]", "[x][]", "[y]", "(<a b>)", "(a(b)c)", "!"),
    *("![", "<", ">", "<a>", "</a>", "<div>", "</pre>", "<pre>", "<!--", "-->", "<b x='1'>"),
    *("<e:x>", "*", "_", "**", "__", "\\", "\\`", "="),
    *(
        "&lt;",
        '"t"',
        "'",
        "-",
        ".",
        "| a | b |",
        "|---|---|",
        "| - |",
        "|",
        "\\|",
        "\n",
        "\n",
        "\n\n",
    ),
    *("\n   x", "\n    c\n\n", "\r\n", "\n\n", "~~~"),
)
RARE_MARKDOWN: Final = (*MARKDOWN, "<script>", "<?", "?>", "<![CDATA[", "]]>", "<!X", "\t")
CSL: Final = (
    *(
        "- id: a\n",
        "  DOI: 10.1000/1\n",
        "  DOI: 'https://doi.org/10.1000/2'\n",
        "references:\n",
        "- ",
    ),
    *(
        '  URL: "http://doi.org/10.1/\\x41"\n',
        "  note: >-\n    doi:10.1000/3\n    x\n",
        "  - DOI: *a\n",
    ),
    *(
        "DOI: &a 10.1000/4\n",
        "# mdlint-doi-disable\n",
        "  ",
        "\n",
        "[",
        "]",
        "{",
        "}",
        "? ",
        ": ",
        "---\n",
    ),
)
LIGHT: Final = (
    *("https://doi.org/10.1000/182", "[the handbook]", "link:", "++", "$$", "pass:[", "<", ">"),
    *("[[", "][", "]]", "\\", '#link("', '")', '"', "`", "```\n", "~", "=", "* ", "@", "|"),
    *("----\n", "////\n", "....\n", "// ", "/* ", "*/", "# ", "#+begin_src x\n", "#+end_src\n"),
    *(": x\n", "[cite:@10.1000/182]", "doi:10.1000/182", "10.1000\\/182", "{a}10.1000/182["),
    *("image:https://a[link=https://doi.org/10.1000/182]", "\n", " ", "\r\n", "(", ")"),
    *("image:", "doi:", "https://", "{a}/10.", "NAME\n----\n"),
    *("// mdlint-doi-disable\n", "# mdlint-doi-disable\n", "é"),
)
PO: Final = (
    *('msgid "', 'msgstr "', 'msgstr[1] "', '"\n"', '"\n', "\n", "\\n", '\\"', "\\", "# ", "#~ "),
    *(
        "https://doi.org/10.1000/182",
        "10.1000/",
        "182",
        "`10.1000/182`",
        "<",
        ">",
        " ",
        "\r\n",
        "é",
    ),
    *('msgctxt "', "#: a\n", "# mdlint-doi-disable\n"),
)
PYX: Final = (
    *(
        '"""',
        "'''",
        "'",
        '"',
        "\\",
        "\\\n",
        "\n",
        "\n    ",
        "r",
        "cdef int *f(a?):\n    ",
        "(",
        ")",
    ),
    *(
        "https://doi.org/10.1000/182",
        "\\N{x}",
        "\\x41",
        "# mdlint-doi-disable\n",
        "0xFFull",
        " ",
        "é",
    ),
    *("[", "]", "{", "}", "\r\n", "\t"),
)

MAKERS: Final[Mapping[str, Callable[[Random], str]]] = {
    "bibtex": _either(_bibtex, _bibtex, _joined(BIBTEX, 25)),
    "json_text": _either(
        lambda chance: _with_faults(chance, _nested(chance), JSON), _joined(JSON, 10)
    ),
    "notebook": _either(_cells, _joined(NOTEBOOK, 10)),
    "yaml_text": _joined(YAML, 12),
    "ris": _joined(RIS, 20),
    "latex": _joined(TEX, 20),
    "rd": _joined(TEX, 20),
    "light_markup": _joined(LIGHT, 20),
    "catalog": _joined(PO, 20),
    "cython": _joined(PYX, 20),
    "html": _joined(HTML, 15),
    "csl_yaml": _joined(CSL, 12),
    "markdown": _either(*[_joined(RARE_MARKDOWN, 14)] * 3, _joined(MARKDOWN, 600)),
}
"""By the name of the law in `laws`."""
