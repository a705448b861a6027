"""DOI507: which DOI a file gives as its project's own, and when two of them are certainly two."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from lint.world import Outcomes, findings

LINK = "https://doi.org/"


def badge(doi: str) -> str:
    """Return Zenodo's badge in Markdown."""
    return f"[![DOI](https://zenodo.org/badge/DOI/{doi}.svg)]({LINK}{doi})\n"


ZENODO, OTHER, JOSS = "10.5281/zenodo.7654321", "10.5281/zenodo.7654388", "10.21105/joss.09876"
CONCEPT = "10.5281/zenodo.7654320"
JOSS_BADGE = f"[![JOSS](https://joss.theoj.org/papers/{JOSS}/status.svg)]({LINK}{JOSS})\n"
RST_BADGE = f".. image:: https://zenodo.org/badge/DOI/{ZENODO}.svg\n   :target: {LINK}{ZENODO}\n"
HTML_BADGE = f'<a href="{LINK}{ZENODO}"><img src="https://zenodo.org/badge/DOI/{ZENODO}.svg"></a>\n'


NINE = "10.5281/zenodo.9"
TULIPS = '"Tulips" (Marlowe 2024)'
WORKS = (
    (ZENODO, f"{TULIPS}; IsVersionOf {CONCEPT}; version v1.2.0"),
    (OTHER, f"{TULIPS}; IsVersionOf {CONCEPT}; version v1.3"),
    (CONCEPT, f"{TULIPS}; HasVersion {ZENODO}"),
    (NINE, f"{TULIPS}; IsVersionOf 10.5281/zenodo.7; version 2"),
    ("10.5281/zenodo.8", TULIPS),
)


def reported(files: Mapping[str, str], works: Outcomes = ()) -> list[str]:
    """Return the files of a folder of which the rule says something, each judged by itself."""
    return [
        name
        for name, text in files.items()
        for _ in findings(text, "DOI507", file=name, others=_others(files, name), works=works)
    ]


def _others(files: Mapping[str, str], name: str) -> Outcomes:
    return [one for one in files.items() if one[0] != name]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"CITATION.cff": f"doi: {JOSS}\n", "README.md": badge(ZENODO)}, ["README.md"]),
        ({"CITATION.cff": f"doi: {JOSS}\n", "README.rst": RST_BADGE}, ["README.rst"]),
        ({"CITATION.cff": f"doi: {JOSS}\n", "readme.md": HTML_BADGE}, ["readme.md"]),
        (
            {"CITATION.cff": f"doi: {JOSS}\n", "codemeta.json": f'{{"@id": "{LINK}{ZENODO}"}}'},
            ["codemeta.json"],
        ),
        (
            {
                "codemeta.json": f'{{"identifier": ["{JOSS}"]}}',
                ".zenodo.json": f'{{"doi": "{ZENODO}"}}',
            },
            [".zenodo.json"],
        ),
        (
            {
                "CITATION.cff": f"identifiers:\n- type: doi\n  value: {ZENODO}\n",
                "codemeta.json": f'{{"identifier": {{"propertyID": "doi", "value": "{JOSS}"}}}}',
            },
            ["codemeta.json"],
        ),
    ],
)
def test_two_registrants(files: dict[str, str], expected: list[str]) -> None:
    """Two DOIs of which not both are Zenodo's are told at once, where the lesser file gives one."""
    assert reported(files) == expected


@pytest.mark.parametrize(
    "files",
    [
        {"CITATION.cff": f"doi: {ZENODO}\n", "README.md": badge(ZENODO)},
        {"CITATION.cff": f"doi: {CONCEPT}\n", "README.md": badge(ZENODO)},
        {"CITATION.cff": f"doi: {ZENODO}\n", "README.md": JOSS_BADGE},
        {"CITATION.cff": f"doi: {JOSS}\n", "README.md": f"[data]({LINK}{ZENODO})\n"},
        {"CITATION.cff": f"doi: {JOSS}\n", "README.md": badge(ZENODO) + badge(OTHER)},
        {"CITATION.cff": f"doi: {JOSS}\n", "page.md": badge(ZENODO)},
        {"CITATION.cff": "doi: 10.5281/zenodo.XXXXXXX\n", "codemeta.json": f'{{"id": "{JOSS}"}}'},
        {
            "CITATION.cff": f"preferred-citation:\n  doi: {JOSS}\n",
            "README.md": badge(ZENODO),
        },
        {
            "CITATION.cff": f"doi: {JOSS}\nidentifiers:\n- type: doi\n  value: {ZENODO}\n",
            "README.md": badge(ZENODO),
        },
        {
            "CITATION.cff": f"identifiers:\n- type: doi\n  value: {JOSS}\n",
            "README.md": badge(ZENODO),
        },
        {
            "CITATION.cff": "doi: 10.6084/m9.figshare.1234567.v2\n",
            "codemeta.json": '{"identifier": "10.6084/m9.figshare.1234567"}',
        },
        {
            "codemeta.json": f'{{"referencePublication": "{LINK}{JOSS}"}}',
            ".zenodo.json": f'{{"doi": "{ZENODO}", "references": ["{JOSS}"]}}',
        },
    ],
)
def test_what_is_no_other_work(files: dict[str, str]) -> None:
    """The same DOI, versions of one registrant, papers, several badges, other folders: nothing."""
    assert reported(files) == []


@pytest.mark.parametrize(
    ("cff", "readme", "expected"),
    [
        (f"doi: {CONCEPT}\n", ZENODO, []),
        (f"doi: {ZENODO}\n", CONCEPT, []),
        (f"doi: {CONCEPT}\n", OTHER, []),  # its record alone says so
        (f"doi: {ZENODO}\n", OTHER, ["README.md"]),
        (f"doi: {ZENODO}\n", "10.5281/zenodo.9", ["README.md"]),
        (f"doi: {ZENODO}\n", "10.5281/zenodo.8", []),  # nothing is known of its versions
        (f"doi: {ZENODO}\n", "10.5281/zenodo.6", []),  # it is not registered
        (f"doi: {JOSS}\n", "10.5281/zenodo.6", []),
        (f"version: 1.2.0\ndoi: {ZENODO}\n", ZENODO, []),
        (f"version: 'v1.2'\ndoi: {ZENODO}\n", ZENODO, []),
        (f'version: "1.3.0" # next\ndoi: {ZENODO}\n', ZENODO, ["CITATION.cff"]),
        (f"version: 1.3.0.dev1\ndoi: {ZENODO}\n", ZENODO, []),
        (f"version: 2024-01-02\ndoi: {ZENODO}\n", ZENODO, []),
        (f"version: 1.3.0\ndoi: {CONCEPT}\n", CONCEPT, []),
        (f"references:\n- version: 1.3.0\n  doi: {ZENODO}\n", ZENODO, []),
    ],
)
def test_what_records_tell(cff: str, readme: str, expected: list[str]) -> None:
    """Two versions of one work, two works, and a version that the file is not about."""
    assert reported({"CITATION.cff": cff, "README.md": badge(readme)}, WORKS) == expected


def test_forms_of_one_work() -> None:
    """A record that names the other DOI as the same work settles it, whoever registered it."""
    files = {"CITATION.cff": f"doi: {JOSS}\n", "README.md": badge(ZENODO)}
    assert reported(files, ((ZENODO, f"{TULIPS}; IsIdenticalTo {JOSS}"),)) == []
    assert reported(files, ((ZENODO, TULIPS), (JOSS, TULIPS))) == ["README.md"]
