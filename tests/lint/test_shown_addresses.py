"""Old addresses in a link's own text are fixed with its target."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        (
            "[http://doi.org/10.1000/182](https://doi.org/10.1000/182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[http://dx.doi.org/10.1000/182](http://dx.doi.org/10.1000/182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[https://dx.doi.org/10.1000/182](http://doi.org/10.1000/182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[ dx.doi.org/10.1000/182 ](https://doi.org/10.1000/182)",
            "[ doi.org/10.1000/182 ](https://doi.org/10.1000/182)",
        ),
        (
            "[http://dx.doi.org/10.1000/a\\_b](https://doi.org/10.1000/a_b)",
            "[https://doi.org/10.1000/a\\_b](https://doi.org/10.1000/a_b)",
        ),
        (
            '<a href="https://doi.org/10.1000/182">http://dx.doi.org/10.1000/182</a>',
            '<a href="https://doi.org/10.1000/182">https://doi.org/10.1000/182</a>',
        ),
        (
            '<p><a href="http://dx.doi.org/10.1000/182">http://dx.doi.org/10.1000/182</a></p>',
            '<p><a href="https://doi.org/10.1000/182">https://doi.org/10.1000/182</a></p>',
        ),
        (
            "| [http://dx.doi.org/10.1000/182](http://dx.doi.org/10.1000/182) |\n|--|",
            "| [https://doi.org/10.1000/182](https://doi.org/10.1000/182) |\n|--|",
        ),
        (
            "[https://doi:10.2307/1391384](https://doi:10.2307/1391384)",
            "[https://doi.org/10.2307/1391384](https://doi.org/10.2307/1391384)",
        ),
        (
            "[https://doi.org10.26342/2021-66-6](https://doi.org10.26342/2021-66-6)",
            "[https://doi.org/10.26342/2021-66-6](https://doi.org/10.26342/2021-66-6)",
        ),
        (
            "[http://doi.org/10.1000/182][a]\n\n[a]: https://doi.org/10.1000/182",
            "[https://doi.org/10.1000/182][a]\n\n[a]: https://doi.org/10.1000/182",
        ),
        (
            "[**http://dx.doi.org/10.1000/182**.](https://doi.org/10.1000/182)",
            "[**https://doi.org/10.1000/182**.](https://doi.org/10.1000/182)",
        ),
        (
            "[(DOI: http://dx.doi.org/10.1000/182)](https://doi.org/10.1000/182)",
            "[(DOI: https://doi.org/10.1000/182)](https://doi.org/10.1000/182)",
        ),
        (
            "[doi:http://dx.doi.org/10.1000/12(49)](https://doi.org/10.1000/12(49))",
            "[doi:https://doi.org/10.1000/12(49)](https://doi.org/10.1000/12(49))",
        ),
        (
            "[http://dx.doi.org/10.1000/1][a], [dx.doi.org/10.1000/1][A]\n\n[a]: <doi:10.1000/1>",
            "[https://doi.org/10.1000/1][a], [doi.org/10.1000/1][A]\n\n[a]: <doi:10.1000/1>",
        ),
    ],
)
def test_text_and_target(text: str, fixed: str) -> None:
    """Both say the same, before and after."""
    assert fix_markdown(text) == fixed
    assert check_markdown(fixed) == []


@pytest.mark.parametrize(
    "text",
    [
        "[`http://dx.doi.org/10.1000/182`](https://doi.org/10.1000/182)",
        "[see http://dx.doi.org/10.1000/182](https://doi.org/10.1000/182)",
        "[http://dx.doi.org/10.1000/182](https://example.org/10.1000/182)",
        "[10.1000/182](https://doi.org/10.1000/182)",
        "[](https://doi.org/10.1000/182)",
        "[![http://dx.doi.org/10.1000/182](a.png)](https://doi.org/10.1000/182)",
        "[http://doi.org/10.1000/182]\n\n[http://doi.org/10.1000/182]: https://doi.org/10.1000/182",
        "[http://doi.org/10.1000/182][]\n\n[http://doi.org/10.1000/182]: https://doi.org/10.1000/182",
        "[http://doi.org/10.1000/182][a]\n\n[a]: https://example.org",
    ],
)
def test_other_texts(text: str) -> None:
    """What is more than the address, a label, or under another link, is the author's."""
    assert fix_markdown(text) == text


def test_another_name_is_not_touched() -> None:
    """Where text and target differ, that is said, and the text stays."""
    text = "[http://dx.doi.org/10.1000/183](https://doi.org/10.1000/182)"
    assert [finding.code for finding in check_markdown(text)] == ["DOI208"]
    assert fix_markdown(text) == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            "[https://doi.org/10.1000%2F182](https://doi.org/10.1000%2F182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[https://doi.org/doi:10.1000/182](https://doi.org/doi:10.1000/182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[https://doi.org/10.1000/a%3cb](https://doi.org/10.1000/a%3cb)",
            "[https://doi.org/10.1000/a%3Cb](https://doi.org/10.1000/a%3Cb)",
        ),
        (
            "[https://doi.org/10.1000/182](https://doi.org/10.1000%2F182)",
            "[https://doi.org/10.1000/182](https://doi.org/10.1000/182)",
        ),
        (
            "[https://doi.org/10.1000%2F182&amp;3](https://doi.org/10.1000%2F182&amp;3)",
            "[https://doi.org/10.1000%2F182&amp;3](https://doi.org/10.1000/182&amp;3)",
        ),
        (
            "[https://doi.org/10.1000/%7Ea](https://doi.org/10.1000/%7Ea)",
            "[https://doi.org/10.1000/%7Ea](https://doi.org/10.1000/~a)",
        ),
        (
            "[https://doi.org/10.1000%2F182][a]\n\n[a]: https://doi.org/10.1000%2F182",
            "[https://doi.org/10.1000%2F182][a]\n\n[a]: https://doi.org/10.1000/182",
        ),
    ],
)
def test_the_text_of_a_link_is_fixed_with_its_target(text: str, after: str) -> None:
    """If it is the same address, written the same, and means the same where it stands."""
    assert fix_markdown(text) == after
