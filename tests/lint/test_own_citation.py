"""DOI507: which DOI a file gives as its project's own, and when two of them are certainly two.

The texts of requests are like those in the READMEs and manuals of public projects.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from lint.world import Outcomes, findings

from mdlint_doi.lint.own_names import project_folder
from mdlint_doi.lint.rules import own_citation
from mdlint_doi.names.doi import Doi
from mdlint_doi.works.work import Work, are_versions

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
ROSES = '"Roses" (Marlowe 2024)'
WORKS = (
    (ZENODO, f"{TULIPS}; IsVersionOf {CONCEPT}; version v1.2.0"),
    (OTHER, f"{TULIPS}; IsVersionOf {CONCEPT}; version v1.3"),
    (CONCEPT, f"{TULIPS}; HasVersion {ZENODO}"),
    (NINE, f"{ROSES}; IsVersionOf 10.5281/zenodo.7; version 2"),
    ("10.5281/zenodo.8", TULIPS),
)


SHIELD = "https://img.shields.io/badge/DOI-{}-blue.svg"
"""The badge of shields.io; in it, the slash of a DOI may be escaped."""
CFF = f"version: 1.3.0\ndoi: {OTHER}\n"
ENTRY = """@software{{tulips,
  author = {{Marlowe, Ada}},
  title = {{Tulips}},
  version = {{{version}}},
  doi = {{{doi}}},
  url = {{https://doi.org/{doi}}}
}}
"""


LATEST = "[![DOI](https://zenodo.org/badge/1.svg)](https://zenodo.org/badge/latestdoi/1)"


def readme(text: str, name: str = "Tulips") -> str:
    """Return a README in Markdown with a section about citing."""
    return f"# {name}: a simulation\n\nIt models gardens.\n\n## How to cite\n\n{text}\n"


def block(doi: str, version: str) -> str:
    """Return an entry in a code block."""
    return f"```bibtex\n{ENTRY.format(doi=doi, version=version)}```\n"


def reported(files: Mapping[str, str], works: Outcomes = ()) -> list[str]:
    """Return the files of a folder of which the rule says something, each judged by itself."""
    return [
        name
        for name, text in files.items()
        for _ in findings(text, "DOI507", file=name, others=_others(files, name), works=works)
    ]


def _others(files: Mapping[str, str], name: str) -> Outcomes:
    return [file for file in files.items() if file[0] != name]


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


@pytest.mark.parametrize(
    "text",
    [
        f"[![DOI](https://zenodo.org/badge/12345.svg)]({LINK}{ZENODO})",
        f"[![DOI](https://zenodo.org/badge/DOI/{ZENODO}.svg)](https://zenodo.org/badge/latestdoi/1)",
        f"[![DOI](https://zenodo.org/badge/DOI/{ZENODO}.svg)](https://zenodo.org/records/7654321)",
        f"[![DOI]({SHIELD.format(ZENODO.replace('/', '%2F'))})]({LINK}{ZENODO})",
        f"[![Zenodo]({SHIELD.format(ZENODO)})](https://zenodo.org/doi/{ZENODO})",
        (
            f"[![DOI][picture]][doi]\n\n[picture]: https://zenodo.org/badge/DOI/{ZENODO}.svg\n"
            f"[doi]: {LINK}{ZENODO}"
        ),
        f'<a href="{LINK}{ZENODO}"><img src="https://zenodo.org/badge/12345.svg"></a>',
        f'<a href="{LINK}{ZENODO}">\n  <img src="{SHIELD.format(ZENODO)}" alt="DOI">\n</a>',
    ],
)
def test_badges_of_all_kinds(text: str) -> None:
    """A badge with the DOI, with the number of the repository, or to the latest version."""
    files = {"CITATION.cff": f"doi: {OTHER}\n", "README.md": f"{text}\n"}
    assert reported(files, WORKS) == ["README.md"]
    assert reported(files) == []


@pytest.mark.parametrize(
    "text",
    [
        f".. image:: https://zenodo.org/badge/12345.svg\n   :target: {LINK}{ZENODO}\n",
        f".. |doi| image:: {SHIELD.format(ZENODO)}\n    :alt: DOI\n    :target: {LINK}{ZENODO}\n",
    ],
)
def test_badges_in_restructuredtext(text: str) -> None:
    """The target of an image or a substitution is its DOI."""
    files = {"CITATION.cff": f"doi: {OTHER}\n", "README.rst": text}
    assert reported(files, WORKS) == ["README.rst"]


@pytest.mark.parametrize(
    "text",
    [
        f"[![CI](https://img.shields.io/badge/CI-passing-green.svg)]({LINK}{ZENODO})",
        f"[![JOSS]({SHIELD.format(JOSS)})]({LINK}{JOSS})",
        f"{LATEST}\n[data]({LINK}{ZENODO})",
        f".. image:: https://zenodo.org/badge/12345.svg\n\n{LINK}{ZENODO}",
    ],
)
def test_what_is_no_badge(text: str) -> None:
    """Another picture, a badge of a paper, and a link next to a badge."""
    for name in ("README.md", "README.rst"):
        assert reported({"CITATION.cff": f"doi: {OTHER}\n", name: f"{text}\n"}, WORKS) == []


@pytest.mark.parametrize(
    "text",
    [
        f"Please cite Tulips (version 1.2.0), doi:{ZENODO}.",
        f"Please cite: Marlowe, A. (2024). Tulips (v1.2). Zenodo. {LINK}{ZENODO}",
        "If you use it, please cite [our archive](https://zenodo.org/record/7654321).",
        block(ZENODO, "1.2.0"),
    ],
)
def test_a_request_for_an_old_version(text: str) -> None:
    """A README, and a page of the manual, that ask for another version than CITATION.cff."""
    for name in ("README.md", "docs/citing.md", "doc/about/how_to_cite.md", "CITATION.md"):
        files = {"CITATION.cff": CFF, name: readme(text)}
        assert reported(files, WORKS) == [name]
        assert reported(files) == []
    badged = badge(OTHER) + readme(text)
    assert reported({"README.md": badged}, WORKS) == ["README.md"]


def test_requests_in_other_formats() -> None:
    """In reStructuredText, and in an own bibliography."""
    text = ".. code-block:: bibtex\n\n" + "".join(
        f"   {line}\n" for line in ENTRY.format(doi=ZENODO, version="1.2").splitlines()
    )
    page = f"Tulips\n======\n\nCiting\n------\n\nPlease use this entry:\n\n{text}"
    files = {"CITATION.cff": CFF, "README.rst": page, "docs/citation.rst": page}
    files["CITATION.bib"] = ENTRY.format(doi=ZENODO, version="1.2")
    assert reported(files, WORKS) == ["README.rst", "docs/citation.rst", "CITATION.bib"]


@pytest.mark.parametrize(
    "text",
    [
        f"Please cite the paper, doi:{JOSS}, and the software, doi:{OTHER}.",
        f"Please cite doi:{JOSS}.",
        f"Please cite all versions as doi:{CONCEPT}.\n\n{block(ZENODO, '1.2')}",
        f"Please cite doi:{CONCEPT}.",
        f"To cite a specific version, use its DOI:\n\n{block(ZENODO, '1.2')}",
        f"Please cite the release, for example:\n\n{block(ZENODO, '1.2')}",
        f"Please cite what you use:\n\n- v1.2: doi:{ZENODO}\n- v1.3: doi:{OTHER}\n",
        f"Please also cite the solver, version 1, doi:{NINE}.",
        f"Please also cite the solver:\n\n{block(NINE, '1.0')}",
        "Please cite the data, doi:10.5281/zenodo.8.",
        f"The figures of Marlowe (2024) were made with version 1.2, doi:{ZENODO}.",
        f"Data and code for Marlowe (2024), cited there: doi:{ZENODO}.",
        f"Some publications that use Tulips cite doi:{ZENODO}.",
        f"Please cite us.\n\n## Data\n\nThe model uses version 1 of the data, doi:{ZENODO}.",
        "Please cite doi:10.5281/zenodo.XXXXXXX (version 1.0).",
    ],
)
def test_requests_that_are_right(text: str) -> None:
    """A paper beside the software, all versions, an example, a list, other people's software."""
    for name in ("README.md", "docs/citing.md"):
        if name == "docs/citing.md" and "## Data" in text:
            continue  # the whole page is about citing
        assert reported({"CITATION.cff": CFF, name: readme(text)}, WORKS) == []
    assert reported({"CITATION.cff": f"doi: {JOSS}\n", "README.md": readme(text)}, WORKS) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (block(ZENODO, "1.3.0"), 1),
        (block(ZENODO, "v1.3"), 1),
        (f"{LATEST}\nPlease cite version 1.3, doi:{ZENODO}.", 1),
        (block(ZENODO, "1.2.0"), 0),
        (block(ZENODO, "1.2.0rc1"), 0),
        (block(ZENODO, "2024-05"), 0),
        (block(CONCEPT, "1.3.0"), 0),
        (f"Please cite Tulips, version 1.3.0, doi:{ZENODO}.", 1),
        (f"Please cite: Marlowe (2024). Tulips: v1.3 (v1.3.0). Zenodo. {LINK}{ZENODO}", 1),
        (f"Please cite: Marlowe (2024). Tulips: v1.3 (v1.2.0). Zenodo. {LINK}{ZENODO}", 0),
        (f"Please cite Tulips (GPL version 3), doi:{ZENODO}.", 0),
        (f"Please cite version 1.2 as doi:{ZENODO}. Version 1.3 is new.", 0),
        (f"Please cite version 1.2 as doi:{ZENODO}, and 1.3 as doi:{OTHER}.", 0),
        (f"Please cite our data, version 1.0.0, doi:{NINE}.", 0),
        (f"The concept DOI of Tulips is {LINK}{ZENODO}; please cite it.", 1),
        (f"Please cite the DOI that represents all versions, {LINK}{ZENODO}.", 1),
        (f"Please cite the DOI that represents all versions, {LINK}{CONCEPT}.", 0),
        (f"All versions are archived at Zenodo. Please cite {LINK}{ZENODO}.", 0),
    ],
)
def test_versions_in_requests(text: str, expected: int) -> None:
    """The version, or the words on all versions, next to a DOI of the project.

    It is the project's because the badge has it, or because the README is about the same name.
    """
    for badges in ("", badge(CONCEPT), badge(ZENODO)):
        assert len(reported({"README.md": badges + readme(text)}, WORKS)) == expected
    assert reported({"README.md": readme(text, "Lilies")}, WORKS) == []
    assert reported({"page.md": readme(text)}, WORKS) == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({".zenodo.json": f'{{"version": "1.3.0", "doi": "{ZENODO}"}}'}, 1),
        ({".zenodo.json": f'{{"version": "v1.2.0", "doi": "{ZENODO}"}}'}, 0),
        ({"codemeta.json": f'{{"version": "1.3.0", "identifier": "{LINK}{ZENODO}"}}'}, 1),
        ({"codemeta.json": f'{{"softwareVersion": "1.3", "version": 1, "@id": "{ZENODO}"}}'}, 1),
        (
            {
                "codemeta.json": f'{{"identifier": "{ZENODO}", "softwareRequirements":'
                ' [{"name": "Python", "version": "3.9"}]}'
            },
            0,
        ),
        ({"codemeta.json": f'[{{"version": "1.3.0", "identifier": "{ZENODO}"}}]'}, 0),
        ({".zenodo.json": f'{{"version": {"1" * 5000}, "doi": "{ZENODO}"}}'}, 0),
    ],
)
def test_versions_in_json(files: Mapping[str, str], expected: int) -> None:
    """The version of the file itself counts, not that of something inside it."""
    assert len(reported(files, WORKS)) == expected


@pytest.mark.parametrize(
    ("doi", "description", "expected"),
    [
        (ZENODO, "The versioned DOI for version 1.2.0 of the work.", 0),
        (OTHER, "The versioned DOI for version 1.2.0 of the work.", 1),
        (CONCEPT, "The versioned DOI for version 1.2.0 of the work.", 1),
        (CONCEPT, "The concept DOI of the work.", 0),
        (ZENODO, "The concept DOI of the work.", 1),
        (ZENODO, "Zenodo collection for all releases", 1),
        (CONCEPT, "The concept DOI, whose newest version is 1.3.", 0),
        (ZENODO, "Archive", 0),
    ],
)
def test_described_identifiers(doi: str, description: str, expected: int) -> None:
    """What CITATION.cff says of each identifier is compared with its record."""
    items = (
        f"- type: doi\n  value: {doi}\n  description: {description}\n",
        f"- description: {description}\n  type: doi\n  value: {doi}\n",
    )
    for item in items:
        other = "- type: swh\n  value: swh:1:dir:0\n  description: version 9.9 of the concept DOI\n"
        for text in (f"{item}{other}", f"{other}{item}"):
            cff = f"identifiers:\n{text}version: 1.9.0\n"
            assert len(reported({"CITATION.cff": cff}, WORKS)) == expected


def test_the_folder_of_a_project() -> None:
    """A page about citing belongs to the project whose manual it is in."""
    assert [project_folder(path) for path in PATHS] == [*PATHS.values()]


PATHS = {
    "README.md": "",
    "a/b/CITATION.cff": "a/b",
    "docs/citing.md": "",
    "a/doc/about/how-to-cite.rst": "a",
    "docs/a/Docs/x/cite.md": "docs/a",
    "a/paper/citation.bib": "a/paper",
    "docs/README.md": "docs",
    "docs/index.md": "docs",
}


def test_a_request_beside_one_for_data() -> None:
    """Data without versions, next to a request for an old version, does not hide this request."""
    text = readme(f"Please cite version 1.2, doi:{ZENODO}, and the data, doi:10.5281/zenodo.8.")
    assert reported({"CITATION.cff": CFF, "README.md": text}, WORKS) == ["README.md"]


def test_many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each DOI of a long bibliography is compared with the own DOI, and not with all others."""
    compared = []

    def count(*works: tuple[Doi, Work | None]) -> bool:
        compared.append(works)
        return are_versions(*works)

    monkeypatch.setattr(own_citation, "are_versions", count)
    names = [f"10.5281/zenodo.{number}" for number in range(7000, 7300)]
    files = {
        "CITATION.cff": CFF,
        "CITATION.bib": "".join(ENTRY.format(doi=name, version="1.2") for name in names),
    }
    works = [(name, f"{TULIPS}; IsVersionOf {CONCEPT}; version 1.2") for name in names]
    found = findings(
        files["CITATION.bib"],
        "DOI507",
        file="CITATION.bib",
        others=_others(files, "CITATION.bib"),
        works=(*works, *WORKS),
    )
    assert len(found) == len(names)
    assert len(compared) <= 2 * len(names)


def test_a_list_of_works() -> None:
    """A file with dozens of DOIs does not show which one is that of the project."""
    names = [f"10.5281/zenodo.{number}" for number in range(7000, 7100)]
    for size, expected in ((2, ["README.md"]), (len(names), [])):
        stated = ", ".join(f'"{name}"' for name in names[:size])
        files = {"codemeta.json": f'{{"identifier": [{stated}]}}', "README.md": badge(JOSS)}
        assert reported(files) == expected
