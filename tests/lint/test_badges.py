"""DOI208 at badges of Zenodo: picture and link name one record."""

from __future__ import annotations

import pytest
from lint.world import findings

BADGE = "https://zenodo.org/badge/DOI/10.5281/zenodo.3476425.svg"
SHIELD = "http://img.shields.io/badge/DOI-10.5281%2Fzenodo.3476425-1073c8?labelColor=000000"
OTHER = "https://doi.org/10.5281/zenodo.8424697"
SAME = "https://doi.org/10.5281/Zenodo.3476425"
FORMS = [
    ("a.md", "[![DOI]({})]({})"),
    ("a.md", '<a href="{1}"><img alt="DOI" src="{0}"></a>'),
    ("a.html", "<a href='{1}'>\n <img src={0} /></a>"),
    ("a.rst", ".. image:: {}\n   :alt: DOI\n   :target: {}\n"),
    ("a.rst", ".. |b| image:: {}\n   :target: {}\n\n|b|\n"),
]


@pytest.mark.parametrize(("file", "form"), FORMS)
@pytest.mark.parametrize("picture", [BADGE, SHIELD])
def test_a_badge_of_another_record(file: str, form: str, picture: str) -> None:
    """It is a hint: one of the two may be the DOI for all versions."""
    (finding,) = findings(form.format(picture, OTHER), "DOI208", file=file)
    shows = "the badge shows 10.5281/zenodo.3476425, but the link goes to 10.5281/zenodo.8424697"
    assert (finding.message, finding.severity) == (shows, "hint")
    assert findings(form.format(picture, SAME), "DOI208", file=file) == []


@pytest.mark.parametrize(
    "text",
    [
        f"![DOI]({BADGE}) [t]({OTHER})",
        f"[![a](a.png)]({OTHER}) [![DOI]({BADGE})]({SAME})",
        f'<img src="{BADGE}"> <a href="{OTHER}">t</a>',
        f"[![DOI](https://zenodo.org/badge/56091268.svg)]({OTHER})",
        f"[![DOI]({BADGE})](https://doi.org/10.1000/182)",
        f".. image:: {BADGE}\n\n.. _t: {OTHER}\n",
    ],
)
def test_what_is_no_badge_of_another_record(text: str) -> None:
    """Only a picture that is the link's own text is compared, and only with a record of Zenodo."""
    file = "a.rst" if text.startswith("..") else "a.md"
    assert findings(text, "DOI208", file=file) == []
