"""Parts of pages that could not be read are in the reports of a build.

sphinxcontrib-bibtex itself stops at a broken entry of a bibliography.
"""

from __future__ import annotations

import json

import pytest
from sphinx_projects import MakeProject

BIB = "@misc{a, title={x}, doi={10.1000/182}\n"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("page.rst", f"P\n=\n\n.. code-block:: bibtex\n\n   {BIB}", 6),
        ("page.md", f"# P\n\n```bibtex\n{BIB}```\n", 4),
    ],
)
def test_a_part_that_cannot_be_read(
    project: MakeProject, name: str, text: str, line: int, *, strict: bool
) -> None:
    """It is in each report; the build fails by it only if it is strict."""
    conf = 'extensions = ["sphinx_doi", "myst_parser"]\n'
    files = {"conf.py": conf, "index.rst": "T\n=\n\n.. toctree::\n   :glob:\n\n   pag*\n"}
    made = project({**files, name: text})
    if strict:
        made.write({"pyproject.toml": "[tool.mdlint-doi]\nstrict = true\n"})
    build = made.build("doi", doi_offline=True)
    assert build.exit_code == (3 if strict else 0)
    for report in ("output.txt", "report.html"):
        assert f"{name}:{line}" in build.text(report)
        assert "No problems found" not in build.text(report)
    told = [
        finding
        for finding in json.loads(build.text("output.json"))
        if finding["code"] == "not-read"
    ]
    assert [(finding["line"], finding["severity"]) for finding in told] == [(line, "warning")]
