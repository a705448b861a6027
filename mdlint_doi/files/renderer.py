"""Find out how the pages of a project are made, from the settings of its own programs.

The nearest settings file in a folder above the document counts, if the document is among the
sources of the site. Their text is searched, and no program is started. Sources: the documentation
of MkDocs (`docs_dir`, `markdown_extensions`), of MyST-Parser (`myst_enable_extensions`: bare
addresses are links only with `linkify`), and of Docusaurus (`markdown.format`: all files are MDX
unless the setting says otherwise).
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Renderer

_DOCUSAURUS: Final = tuple(f"docusaurus.config.{suffix}" for suffix in ("js", "ts", "mjs", "cjs"))
_MKDOCS: Final = ("mkdocs.yml", "mkdocs.yaml")
_SPHINX: Final = ("conf.py",)
_MOST: Final = 200_000
"""Bytes of a settings file that are read."""
_OTHER_FORMAT: Final = pattern(r"\bformat\s*:\s*[\"'](?:md|detect)[\"']")
_DOCS_DIR: Final = pattern(r"^docs_dir\s*:\s*[\"']?([^\"'#\s]+)", re.MULTILINE)
_BARE_LINKS: Final = pattern(r"magiclink|linkify|urlize|autolink|^INHERIT\b", re.MULTILINE)
"""An extension that makes links of bare addresses, or a further file that may name one."""
_EXTENSIONS: Final = pattern(r"^extensions\b", re.MULTILINE)
_Site = tuple[Renderer, str]
"""How a site is made, and the folder of its sources."""


def renderer_of(path: str) -> Renderer:
    """Return how the program of a document's project reads Markdown.

    A process looks only once into each folder.
    """
    if path.startswith("<"):
        return Renderer.UNKNOWN
    return _of_folder(os.path.abspath(os.path.dirname(path)))


@lru_cache(maxsize=4096)
def _of_folder(folder: str) -> Renderer:
    above = folder
    while True:
        site = _site(above)
        if site is not None and f"{folder}{os.sep}".startswith(site[1]):
            return site[0]
        parent = os.path.dirname(above)
        if parent == above or os.path.lexists(os.path.join(above, ".git")):
            return Renderer.UNKNOWN
        above = parent


@lru_cache(maxsize=4096)
def _site(folder: str) -> _Site | None:
    """Return the site whose settings are in a folder; None if there are none."""
    if text := _text(folder, _DOCUSAURUS):
        renderer = Renderer.UNKNOWN if _OTHER_FORMAT.search(text) else Renderer.MDX
        return renderer, folder + os.sep
    if text := _text(folder, _MKDOCS):
        named = _DOCS_DIR.search(text)
        sources = os.path.normpath(os.path.join(folder, named[1] if named else "docs"))
        return _linking(text), sources + os.sep
    text = _text(folder, _SPHINX)
    return (_linking(text), folder + os.sep) if _EXTENSIONS.search(text) else None


def _linking(text: str) -> Renderer:
    return Renderer.UNKNOWN if _BARE_LINKS.search(text) else Renderer.WITHOUT_BARE_LINKS


def _text(folder: str, names: tuple[str, ...]) -> str:
    """Return the text of the first of these files; empty if none can be read."""
    for name in names:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            try:
                with open(path, "rb") as file:
                    return file.read(_MOST).decode("utf-8", "replace")
            except OSError:
                return ""
    return ""
