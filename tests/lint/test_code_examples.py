"""Rules and fixes in a field of an entry that stands in a document inside a file."""

from __future__ import annotations

import json

from mdlint_doi import check_text, fix_text
from mdlint_doi.lint.settings import Settings

OFFLINE = Settings(offline=True)


def _notebook(entry: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": [f"```bibtex\n{entry}\n```\n"]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_a_field_is_written_for_its_entry_and_for_the_file_around() -> None:
    """Messages name both, and so does a fix: what neither can hold is not written."""
    text = _notebook("@book{a, url = {http://doi.org/10.1000/182}}")
    (found,) = check_text(text, "notebook", OFFLINE)
    assert (found.code, found.where) == ("DOI201", "cell 1, a, url")
    assert fix_text(text, "notebook", OFFLINE) == text.replace("http:", "https:")


def test_rules_that_speak_of_no_example() -> None:
    """Templates and empty fields are what an example is made of; links are judged as ever."""
    entry = "@book{a, doi = {10.xxxx/xxxxx}, url = {http://doi.org/10.5281/zenodo.1234}}"
    found = check_text(_notebook(entry), "notebook", OFFLINE)
    assert [finding.code for finding in found] == ["DOI201"]
    assert check_text(_notebook("@book{a, doi = {}}"), "notebook", OFFLINE) == []
