r"""Fields of BibDesk, TeX's `\string`, and addresses in data as they are written in text."""

from __future__ import annotations

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.lint.settings import Settings

OFFLINE = Settings(offline=True)
SFX = "https://sfx.example.edu/find?url_ver=Z39.88-2004&rft_id=info:doi/10.1000/182"


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        ("http = {http://doi.org/10.1000/1}", "http = {https://doi.org/10.1000/1}", ["DOI201"]),
        (
            "Bdsk-Url-1 = {http://dx.doi.org/10.1000/1}",
            "Bdsk-Url-1 = {https://doi.org/10.1000/1}",
            ["DOI201"],
        ),
        ("doi2 = {10.1000/1}", "doi2 = {10.1000/1}", []),
        ("doi2 = {http://doi.org/10.1000/a_1}", "doi2 = {https://doi.org/10.1000/a_1}", ["DOI201"]),
        ("doi = {10.1007/3{\\string_}4}", "doi = {10.1007/3{\\string_}4}", ["DOI305"]),
        ("doi = {10.1007/3\\string_4}", "doi = {10.1007/3\\string_4}", ["DOI305"]),
        (
            "url = {http://doi.org/10.1007/3{\\string_}4}",
            "url = {https://doi.org/10.1007/3{\\string_}4}",
            ["DOI201"],
        ),
        ("url = {https://DOI.org//10.1000/1}", "url = {https://doi.org/10.1000/1}", ["DOI201"]),
        (f"url = {{{SFX}}}", "url = {https://doi.org/10.1000/182}", ["DOI201"]),
        ("note = {See info:doi/10.1000/182.}", "note = {See info:doi/10.1000/182.}", []),
    ],
)
def test_fields(before: str, after: str, codes: list[str]) -> None:
    """They are read, judged and fixed like others."""
    text, fixed = (f"@article{{a,\n  {field},\n}}\n" for field in (before, after))
    assert [finding.code for finding in check_text(text, "bibtex", OFFLINE)] == codes
    assert fix_text(text, "bibtex", OFFLINE) == fixed


@pytest.mark.parametrize("address", ["https://DOI.org//10.1000/182", SFX])
def test_addresses_in_ris(address: str) -> None:
    """They are fixed as in text."""
    text = f"TY  - JOUR\nUR  - {address}\nER  - \n"
    fixed = fix_text(text, "ris", OFFLINE)
    assert fixed == "TY  - JOUR\nUR  - https://doi.org/10.1000/182\nER  - \n"
