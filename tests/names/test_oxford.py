"""Oxford's reference works: the name of an article, made of its page's."""

from __future__ import annotations

import pytest

from mdlint_doi.names.publisher_links import article_name


@pytest.mark.parametrize(
    ("page", "article"),
    [
        (
            "10.1093/acref/9780195301731.001.0001/acref-9780195301731-e-41463",
            "10.1093/acref/9780195301731.013.41463",
        ),
        (
            "10.1093/MED/9780199592548.001.0001/med-9780199592548-chapter-199",
            "10.1093/med/9780199592548.003.0199",
        ),
        (
            "10.1093/benz/9780199773787.001.0001/acref-9780199773787-e-00183827",
            "10.1093/benz/9780199773787.article.B00183827",
        ),
        (
            "10.1093/gmo/9781561592630.001.0001/omo-9781561592630-e-1002242442",
            "10.1093/gmo/9781561592630.article.A2242442",
        ),
        (
            "10.1093/gmo/9781561592630.001.0001/omo-9781561592630-e-2000123456",
            "10.1093/gmo/9781561592630.article.J123456",
        ),
        ("10.1093/gmo/9781561592630.001.0001/omo-9781561592630-e-9000123456", None),
        (
            "10.1093/ref:odnb/9780198614128.001.0001/odnb-9780198614128-e-54321",
            "10.1093/ref:odnb/54321",
        ),
        ("10.1093/ref:odnb/108196", "10.1093/odnb/9780198614128.013.108196"),
        ("10.1093/ref:odnb/54321", None),
        ("10.1093/acprof:oso/9780199299591.003.0007", None),
        ("10.1093/isq/sqaa085", None),
    ],
)
def test_article(page: str, article: str | None) -> None:
    """Each work makes the name in its own way; what is no page of an article has none."""
    assert article_name(page) == article
