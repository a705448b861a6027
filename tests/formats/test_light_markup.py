"""DOIs in AsciiDoc, Org, Typst, message catalogs and Cython: where an address ends there."""

from __future__ import annotations

import pytest

from mdlint_doi import Settings, fix_text
from mdlint_doi.formats import format_of
from mdlint_doi.lint.engine import findings
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)
LINK = "https://doi.org/10.1000/182"
OLD = "http://dx.doi.org/10.1000/182"


def dois(file: str, text: str) -> list[str]:
    """Return the DOIs of a document that the prefilter lets through."""
    if not format_of(file).may_hold_doi(text.encode()):
        return []
    return [str(mention.doi) for mention in read_document(Source(file, text), OFFLINE).mentions]


@pytest.mark.parametrize(
    "text",
    [
        f"{LINK}[the handbook]",
        f"link:{LINK}[the handbook]",
        f"link:++{LINK}++[x]",
        f"link:+++{LINK}+++[x]",
        f"link:$${LINK}$$[x]",
        f"link:pass:[{LINK}][x]",
        f"<{LINK}>",
        f"See {LINK}.",
        f"footnote:[See {LINK}.]",
        f"image:https://zenodo.org/badge/DOI/10.1000/182.svg[link={LINK},window=_blank]",
        "doi:10.1000/182[x]",
        ":doi: 10.1000/182",
        ":r: https://doi.org\n\n{r}/10.1000/182[x]",
        f'He said "`{LINK}[x]`".',
        f"|{LINK}|b",
        f"* {LINK}[x],",
        f"{LINK}{{nbsp}}and",
        "doi:10.1000/182{empty}footnote:[x]",
        "10.1000/182.footnote:[x]",
        "doi:10.1000/182footnote:a[x]",
    ],
)
def test_an_address_in_asciidoc(text: str) -> None:
    """The marks of AsciiDoc end an address, and are no part of the DOI."""
    assert dois("a.adoc", f"= Tides\n\n{text}\n") == ["10.1000/182"]


@pytest.mark.parametrize(
    "text",
    [
        f"[[{LINK}][the handbook]]",
        f"[[{LINK}]]",
        f"[[{LINK}]].",
        "[[doi:10.1000/182][x]]",
        f"- {LINK}",
        "doi:10.1000/182",
        f"<{LINK}>",
        ":PROPERTIES:\n:DOI: 10.1000/182\n:END:",
        f"| {LINK} | b |",
        f"*{LINK}*",
        "[cite:@10.3389/a,@10.3389/b] doi:10.1000/182",
    ],
)
def test_an_address_in_org(text: str) -> None:
    """The brackets of Org end an address; keys of citations are no DOIs."""
    assert dois("a.org", f"* Tides\n{text}\n") == ["10.1000/182"]


def test_an_escape_in_a_link_of_org() -> None:
    """A backslash keeps a bracket in the target, and is no part of the DOI."""
    assert dois("a.org", rf"[[{LINK}\[a\]][the handbook]]") == ["10.1000/182[a]"]


@pytest.mark.parametrize(
    "text",
    [
        f'#link("{LINK}")[the handbook]',
        f'#link(\n  "{LINK}",\n)',
        f"[see {LINK}]",
        f"See {LINK}, and",
        r"[10.1000\/182]",
        "DOI:~10.1000/182<tides>",
        'doi: "10.1000/182",',
        f"{LINK}\\\nand",
        f"{LINK} // doi:10.1000/183",
        "doi:10.1000/182#footnote[x]",
        "10.1000/182#cite(<a>)",
    ],
)
def test_an_address_in_typst(text: str) -> None:
    """A string, a bracket and a label end an address; an escape is the character."""
    assert dois("a.typ", f"= Tides\n{text}\n") == ["10.1000/182"]


@pytest.mark.parametrize(
    "text",
    [
        f'msgid "See {LINK}\\n"\nmsgstr ""',
        'msgid ""\n"See https://doi.org/10.1000/"\n"182\\n"\nmsgstr ""',
        f'msgid "a"\nmsgstr[0] "<a href=\\"{LINK}\\">x</a>"',
        f'msgid "`the handbook <{LINK}>`_"',
        f'msgid "[x]({LINK})"',
        'msgid "The DOIs begin with `10.15468`"\nmsgstr "10.1000/182"',
        'msgid ""\n"See 10.1"\n"000/182"',
        f'msgid "Write `doi:10.1000/183`, or {LINK}"',
        f'#~ msgid "{OLD}"\nmsgid "{LINK}"',
        f'msgid\n"See {LINK}"\n\n  \nmsgstr[0]\n"See"',
    ],
)
def test_an_address_in_a_catalog(text: str) -> None:
    """A message is one text, with escapes undone; words in backticks are code."""
    assert dois("a.po", f"{text}\n") == ["10.1000/182"]
    assert not read_document(Source("a.po", f"{text}\n"), OFFLINE).unread


@pytest.mark.parametrize("text", ["https://doi.org/10.1000/a{plus}b[x]", "10.1000/a{plus}b"])
def test_a_named_character_in_asciidoc(text: str) -> None:
    """The attribute stands for the character."""
    assert dois("a.adoc", f"= Tides\n\n{text}\n") == ["10.1000/a+b"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.adoc", f"// {OLD}"),
        ("a.adoc", f"////\n{OLD}\n////"),
        ("a.adoc", f"[source]\n----\n{OLD}\n----"),
        ("a.adoc", f"....\n{OLD}\n...."),
        ("a.adoc", f"`{OLD}`"),
        ("a.org", f"# {OLD}"),
        ("a.org", f"#+BEGIN_SRC bibtex\n{OLD}\n#+END_SRC"),
        ("a.org", f": {OLD}"),
        ("a.org", f"={OLD}= ~{OLD}~"),
        ("a.typ", f"// {OLD}"),
        ("a.typ", f"/* {OLD} */"),
        ("a.typ", f"`{OLD}`"),
        ("a.typ", f"```text\n{OLD}\n```"),
        ("a.po", f"# {OLD}\n#~ msgid '{OLD}'"),
        ("a.pyx", f"# {OLD}"),
        ("a.pyx", f"x = '{OLD}'"),
        ("a.pyx", f"f(\n    '{OLD}'\n)"),
        ("a.pyx", f"x = \\\n'{OLD}'"),
        ("a.pyx", f"b'{OLD}'"),
    ],
)
def test_code_and_comments_are_not_read(file: str, text: str) -> None:
    """What no page shows is not reported."""
    assert dois(file, f"{text}\n") == []
    assert dois(file, f"{text}\n".replace("\n", "\r\n")) == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("title", "underline"),
    [
        ("", "----"),
        ("NAME", "-----"),
        ("[[anchor]]\nNAME", "----"),
        ("////\n////\nNAME", "++++"),
        (":attribute: x\nNAME", "----"),
    ],
)
def test_an_underlined_title_in_asciidoc_begins_no_block(
    title: str, underline: str, end: str
) -> None:
    """The text between two titles is read; marks below other lines begin a block."""
    section = f"{title or 'NAME'}\n{underline}\n\nSee {LINK}.\n\n"
    assert dois("a.adoc", (section * 2).replace("\n", end)) == ["10.1000/182"] * 2
    for above in ("A longer line", "A\nNAME", ".NAME", "[x]", ""):
        block = f"{above}\n{underline}\n{OLD}\n{underline}\n\n{LINK}\n"
        assert dois("a.adoc", block.replace("\n", end)) == ["10.1000/182"]


def test_marks_before_text_begin_no_block_in_asciidoc() -> None:
    """A delimiter is alone on its line, unless it names the language of the code."""
    assert dois("a.adoc", f"---- x\n{LINK}\n\n----\n{OLD}\n----\n") == ["10.1000/182"]
    assert dois("a.adoc", f"```ruby\n{OLD}\n```\n\n{LINK}\n") == ["10.1000/182"]


@pytest.mark.parametrize("text", [f"----\n{OLD}", f"/* {OLD}", f"#+begin_src x\n{OLD}"])
def test_a_block_without_an_end_hides_nothing(text: str) -> None:
    """Only the text that begins it is skipped."""
    file = {"-": "a.adoc", "/": "a.typ", "#": "a.org"}[text[0]]
    assert dois(file, f"{text}\n") == ["10.1000/182"]


def test_docstrings_in_cython() -> None:
    """Strings that are statements are read, whatever Cython writes around them."""
    text = (
        f'r"""Module {LINK}"""\ncdef int f(int *p, long n=0xFFull) except? -1:\n'
        f"    u'''See {LINK}.'''\n    return <int>n\ncdef class A:\n    'In 10.1000/1\\n'\n"
        f"    cdef public int b\n    b'{OLD}'\n"
    )
    assert dois("a.pyx", text) == ["10.1000/182", "10.1000/182", "10.1000/1"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.adoc", LINK),
        ("a.org", LINK),
        ("a.typ", LINK),
        ("a.po", f'msgid "{LINK}"'),
        ("a.pyx", f'"""{LINK}"""'),
    ],
)
def test_a_byte_order_mark_hides_nothing(file: str, text: str) -> None:
    """A text that begins with U+FEFF is read, and its places count this character."""
    for end in ("\n", "\r\n"):
        (mention,) = read_document(Source(file, f"\ufeff{text}{end}"), OFFLINE).mentions
        assert mention.span.start == 1 + text.index(LINK)


@pytest.mark.parametrize(
    ("name", "file", "text"),
    [
        ("asciidoc", "a.adoc", f"// mdlint-doi-disable-next-line DOI201\nlink:{OLD}[x]\n"),
        ("org", "a.org", f"# mdlint-doi-disable-next-line DOI201\n[[{OLD}]]\n"),
        ("typst", "a.typ", f'#link("{OLD}") // mdlint-doi-disable-line DOI201\n'),
        ("po", "a.po", f'# mdlint-doi-disable-next-line DOI201\nmsgid "{OLD}"\n'),
        ("cython", "a.pyx", f"'{OLD}'  # mdlint-doi-disable-line DOI201\n"),
    ],
)
def test_a_comment_turns_a_rule_off(name: str, file: str, text: str) -> None:
    """A finding has its comment, and nothing is ever fixed."""
    document = read_document(Source(file, text), OFFLINE)
    facts = RunFacts(settings=OFFLINE)
    assert [finding.code for finding in findings(document.mentions, facts)] == ["DOI201"]
    assert [suppression.selectors[0][0] for suppression in document.suppressions] == ["DOI201"]
    windows = read_document(Source(file, text.replace("\n", "\r\n")), OFFLINE)
    assert len(windows.suppressions) == 1
    plain = text.replace("mdlint", "x")
    assert fix_text(plain, name, OFFLINE) == plain
