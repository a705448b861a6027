"""Small Sphinx projects, built in this process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from textwrap import dedent
from typing import Any

from bs4 import BeautifulSoup
from sphinx.testing.util import SphinxTestApp

ROOTS = Path(__file__).parent / "roots"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")

MakeProject = Callable[..., "Project"]


@dataclass
class Build:
    """What a build left behind."""

    app: SphinxTestApp
    status: str
    warning: str

    @property
    def out(self) -> Path:
        return Path(self.app.outdir)

    @property
    def exit_code(self) -> int:
        return self.app.statuscode

    @property
    def warnings(self) -> list[str]:
        """The warnings, with paths relative to the sources."""
        text = _COLOUR.sub("", self.warning).replace(f"{self.app.srcdir}/", "")
        return text.splitlines()

    @property
    def places(self) -> list[str]:
        """`path:line name` of each warning of ours."""
        found = (
            re.match(r"(.*?): (?:WARNING|ERROR): .*\[doi\.([\w-]+)\]", warning)
            for warning in self.warnings
        )
        return [f"{match[1]} {match[2]}" for match in found if match]

    def text(self, name: str) -> str:
        return (self.out / name).read_text(encoding="utf-8")

    def links(self, name: str = "index.html") -> list[tuple[str, str]]:
        """Text and target of each external link of a page."""
        page = BeautifulSoup(self.text(name), "html.parser")
        main = page.find(class_="body") or page
        return [
            (link.get_text(), str(link["href"])) for link in main.find_all("a", class_="external")
        ]

    def targets(self, name: str = "index.html") -> list[str]:
        return [target for _, target in self.links(name)]

    def findings(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.text("output.json"))
        return found


@dataclass
class Project:
    """A folder with sources."""

    folder: Path
    apps: list[SphinxTestApp]

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def build(
        self,
        builder: str = "html",
        *,
        parallel: int = 0,
        verbosity: int = 0,
        **config: Any,  # noqa: ANN401
    ) -> Build:
        status, warning = StringIO(), StringIO()
        app = SphinxTestApp(
            builder,
            srcdir=self.folder,
            builddir=self.folder.parent / f"build-{builder}",
            confoverrides={"show_warning_types": True} | config,
            status=status,
            warning=warning,
            parallel=parallel,
            verbosity=verbosity,
        )
        self.apps.append(app)
        app.build()
        return Build(app, status.getvalue(), warning.getvalue())
