"""MDX: indented text is no code, elements contain Markdown, and comments are JavaScript."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_mentions import extracted

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Renderer, Source

_LINK = "[t](http://dx.doi.org/10.1000/182)"
_OFFLINE = Settings(offline=True)
_INDENTED = [
    f"<Tabs>\n  <TabItem>\n    See {_LINK}.\n  </TabItem>\n</Tabs>",
    f"<Tabs>\n  <TabItem>\n\n    See {_LINK}.\n\n  </TabItem>\n</Tabs>",
    f"<div>\n    <details>\n        {_LINK}\n    </details>\n</div>",
    f"- a\n\n        {_LINK}",
    f"1. a\n   - b\n\n          {_LINK}",
    f"<Card>\n\n    ## {_LINK}\n\n</Card>",
    f"<Card>\n\n    | a |\n    |---|\n    | {_LINK} |\n\n</Card>",
    f"<Card>\n\n    > {_LINK}\n\n</Card>",
    f"    {_LINK}",
    f"\t{_LINK}",
]
_CODE = [
    f"    ```\n    {_LINK}\n    ```",
    f"<Tabs>\n    <TabItem>\n\n    ```md\n    {_LINK}\n    ```\n\n    </TabItem>\n</Tabs>",
    f"<Code>{{`{_LINK}`}}</Code>",
]


@pytest.mark.parametrize("text", _INDENTED)
def test_indented_text_is_read(text: str) -> None:
    """The content of elements and list items is read, whatever its indent."""
    found = extract(Source("a.mdx", text), _OFFLINE).mentions
    assert [mention.span.cut(text) for mention in found] == [_LINK]


@pytest.mark.parametrize("text", _INDENTED)
def test_markdown_of_docusaurus_is_mdx(text: str) -> None:
    """So is a `.md` file, if the settings of its site show Docusaurus."""
    source = Source("a.md", text, renderer=Renderer.MDX)
    assert len(extract(source, _OFFLINE).mentions) == 1


@pytest.mark.parametrize("text", _CODE)
def test_code_is_skipped(text: str) -> None:
    """Fenced code, indented or not, and code spans are still code."""
    assert extract(Source("a.mdx", text), _OFFLINE).mentions == ()


@pytest.mark.parametrize("text", [f"- a\n\n        {_LINK}", f"    {_LINK}"])
def test_markdown_has_indented_code(text: str) -> None:
    """In any other Markdown file, the same text is code."""
    assert extracted(text).mentions == ()


@pytest.mark.parametrize(
    "text",
    [
        "{0} {{/* mdlint-doi-disable-line */}}",
        "{0} {{/* mdlint-doi-disable-line DOI201 -- old */}}",
        "{{/* mdlint-doi-disable-next-line DOI201 */}}\n{0}",
        "{{/* mdlint-doi-disable-next-line DOI201 */}}\n\n- {0}",
        "{{/* mdlint-doi-disable DOI201 */}}\n\n{0}\n\n{{/* mdlint-doi-enable */}}",
        "{{/* mdlint-doi-disable-file DOI201 */}}\n\n# a\n\n{0}",
        "<Card>\n    {0} {{/* mdlint-doi-disable-line */}}\n</Card>",
        "<Card>\n\n    {0} {{/* mdlint-doi-disable-line */}}\n\n</Card>",
        "| a |\n|---|\n| {0} {{/* mdlint-doi-disable-line */}} |",
        "# {0} {{/* mdlint-doi-disable-line */}}",
        "{{/*\n  mdlint-doi-disable-file\n*/}}\n\n{0}",
    ],
)
def test_a_comment_turns_rules_off(text: str) -> None:
    """Each directive works in a comment of MDX, and is used, so nothing else is reported."""
    document = read_document(Source("a.mdx", text.format(_LINK)), _OFFLINE)
    expected = [] if "next-line DOI201 */}}\n\n" not in text else ["DOI002", "DOI201"]
    assert [finding.code for finding in Judge(_OFFLINE).of(document).findings] == expected


@pytest.mark.parametrize(
    "text",
    [
        "```mdx\n{{/* mdlint-doi-disable-file */}}\n```\n\n{0}",
        "`{{/* mdlint-doi-disable-line */}}` {0}",
        "{0} {{/* mdlint-doi-disable-line",
    ],
)
def test_code_and_unfinished_comments_turn_nothing_off(text: str) -> None:
    """An example of a comment is no comment."""
    document = read_document(Source("a.mdx", text.format(_LINK)), _OFFLINE)
    assert [finding.code for finding in Judge(_OFFLINE).of(document).findings] == ["DOI201"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See {}.\n", "See {}. {{/* mdlint-doi-disable-line DOI201 */}}\n"),
        ("# {}\n", "{{/* mdlint-doi-disable-next-line DOI201 */}}\n# {}\n"),
        (
            "<Card>\n    {}\n</Card>\n",
            "<Card>\n    {} {{/* mdlint-doi-disable-line DOI201 */}}\n</Card>\n",
        ),
        (
            "| a |\n|---|\n| {} |\n",
            "| a |\n|---|\n| {} {{/* mdlint-doi-disable-line DOI201 */}} |\n",
        ),
    ],
)
def test_comments_are_written(tmp_path: Path, before: str, after: str) -> None:
    """`--add-suppressions` writes comments of MDX, and the next run reports nothing."""
    file = tmp_path / "a.mdx"
    file.write_text(before.format(_LINK), encoding="utf-8")
    check(Task((str(file),), _OFFLINE, fix=True, suppress=True))
    assert file.read_text(encoding="utf-8") == after.format(_LINK)
    assert check(Task((str(file),), _OFFLINE)).report.findings == ()
