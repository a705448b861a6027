"""Addresses in the attributes of components, as MDX and VitePress have them."""

from __future__ import annotations

import pytest

from mdlint_doi import Settings, check_text, fix_text

EVERY = Settings(offline=True, select=("all",))


@pytest.mark.parametrize(
    "written",
    [
        '<Card url="{}" title="x"/>',
        "<Card url='{}'>\n\ntext\n\n</Card>",
        "text <Link to={}>here</Link>",
        '<LinkCard\n  title="See 10.1000/9"\n  cardLink="{}"\n/>',
        '<Card title="x" icon={{<X/>}} url="{}" />',
    ],
)
@pytest.mark.parametrize("file_format", ["markdown", "html"])
def test_an_address_in_any_attribute(written: str, file_format: str) -> None:
    """A component calls its attributes as it likes, and a fix changes the address alone."""
    text = written.format("http://dx.doi.org/10.1000/182") + "\n"
    found = check_text(text, file_format, EVERY)
    assert [finding.code for finding in found] == ["DOI201"]
    assert (
        fix_text(text, file_format, EVERY) == written.format("https://doi.org/10.1000/182") + "\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        '<Cite doi="10.1000/182"/>',
        '<Card title="http://doi.org/10.1000/182 and more"/>',
        '<Card id="http://doi.org/10.1000/182" key="http://doi.org/10.1000/182"/>',
        '<META content="http://doi.org/10.1000/182">',
        '<meta content="http://doi.org/10.1000/182">',
        '<Card url="https://example.org/10.1000/182"/>',
    ],
)
def test_what_is_no_address_of_a_component(text: str) -> None:
    """A bare name may be what the component asks for, and what identifies a thing must stay."""
    assert check_text(f"{text}\n", "markdown", Settings(offline=True)) == []


def test_the_guard_sees_other_attributes() -> None:
    """A fix in a component that changed another attribute would be refused."""
    from mdlint_doi.formats import format_of

    for name in ("a.mdx", "a.html"):
        guard = format_of(name).same_page(EVERY)
        assert guard is not None
        text = '<Card url="http://doi.org/10.1000/182" title="x"/>\n'
        assert guard(text, text.replace("http:", "https:"), [])
        assert not guard(text, text.replace('"x"', '"y"'), [])
        assert not guard(text, text.replace("url", "uri"), [])
        assert not guard(text, text.replace("182", "183"), [])
