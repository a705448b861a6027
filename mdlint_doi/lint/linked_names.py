"""Which bare names in running text need no link, because their block has one already."""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.spelling import Kind


def with_links_noted(mentions: Sequence[tuple[int, Mention]]) -> list[Mention]:
    """Return the mentions; bare names know whether their block links them, or names them before.

    Args:
        mentions: each with the number of its block: a paragraph, a title, a cell. In the order of
            the text.

    """
    if not any(_is_noted(one) for _, one in mentions):
        return [one for _, one in mentions]
    linked = {(block, one.doi) for block, one in mentions if _is_linked(one.form)}
    noted = []
    for block, one in mentions:
        if _is_noted(one) and one.doi:
            if (block, one.doi) in linked:
                one = one.replace(linked_in_block=True)  # noqa: PLW2901
            linked.add((block, one.doi))
        noted.append(one)
    return noted


def _is_noted(mention: Mention) -> bool:
    """Return whether it matters what else its block says; of an identifier also in a link."""
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    return mention.form is Form.TEXT or (mention.form is Form.LINK_TEXT and is_identifier)


def _is_linked(form: Form) -> bool:
    """Return whether a reader can follow the mention, or a role makes it a link."""
    return form.is_link or form is Form.ROLE
