"""The report of a check as a web page, with the project's name, the time and links to lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mdlint_doi.config.today import time_of_run
from mdlint_doi.files.repository import place_links
from mdlint_doi.report import html
from mdlint_doi.report.formats import overview
from mdlint_doi.report.model import Report
from mdlint_doi.run.request import Task
from mdlint_doi.text.version import VERSION


def web_page(report: Report, task: Task) -> Iterator[str]:
    """Return the lines of the page, as HTML."""
    run = html.RunInfo.of(task.settings, time_of_run(os.environ), VERSION)
    links = place_links(Path.cwd())
    title = Path(links.root if links else Path.cwd()).name
    return html.render(replace(overview(report), title=title, run=run, links=links))
