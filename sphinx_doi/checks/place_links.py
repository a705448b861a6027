"""Where the sources of a project can be looked at: what themes are told, or what git knows.

`html_context` holds `github_user`, `github_repo` and `github_version` (or the same with `gitlab` or
`bitbucket`) for the themes' "edit this page"; Read the Docs' theme calls the folder of the sources
`conf_py_path`, pydata-sphinx-theme `doc_path`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sphinx.config import Config

from mdlint_doi.files.repository import place_links
from mdlint_doi.report.place_links import HOSTS, PlaceLinks

_SERVICES: Final = (
    ("github", "github.com"),
    ("gitlab", "gitlab.com"),
    ("bitbucket", "bitbucket.org"),
)


def links_of(config: Config, source_folder: Path) -> PlaceLinks | None:
    """Return the links to the places of a project; None where its repository is not known.

    Args:
        config: of the project.
        source_folder: which holds its pages.

    """
    context = config.html_context
    for service, host in _SERVICES:
        user, name = (_text(context, f"{service}_{part}") for part in ("user", "repo"))
        if user and name:
            below = _text(context, "conf_py_path") or _text(context, "doc_path")
            return HOSTS[host].links(
                f"https://{_text(context, f'{service}_host') or host}/{user}/{name}",
                _text(context, f"{service}_version") or "HEAD",
                _root(source_folder, below).as_posix(),
                Path.cwd().as_posix(),
            )
    return place_links(Path.cwd())


def _text(context: Mapping[str, object], key: str) -> str:
    value = context.get(key)
    return value if isinstance(value, str) else ""


def _root(source_folder: Path, below: str) -> Path:
    """Return the folder that has the sources at `below`; the sources' own if it has not."""
    parts = [part for part in below.split("/") if part]
    folder = source_folder.absolute()
    if parts and list(folder.parts[-len(parts) :]) == parts:
        return folder.parents[len(parts) - 1]
    return folder
