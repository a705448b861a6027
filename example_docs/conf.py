"""The manual: a small Sphinx project in reStructuredText and MyST that checks itself."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version as installed
from pathlib import Path

import sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinx-doi"
author = "the sphinx-doi contributors"
version = release = installed("sphinx-doi")
html_title = f"sphinx-doi {version}"
html_theme = "furo"
html_logo = html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["manual.css"]
html_context = {  # for the links of the builder's report
    "github_user": "sphinx-doi",
    "github_repo": "sphinx-doi",
    "github_version": "main",
    "conf_py_path": "/example_docs/",
}
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#9a5b00",
        "color-sidebar-link-text--top-level": "#1f2328",
        "color-brand-content": "#0b5cad",
        "color-brand-visited": "#6b3fa0",
        "color-removed": "#a40e26",
        "color-added": "#116329",
        "color-terminal-error": "#a40e26",
        "color-terminal-warning": "#7d4e00",
        "color-terminal-hint": "#0a5c6b",
        "color-terminal-good": "#116329",
    },
    "dark_css_variables": {
        "color-brand-primary": "#fcb425",
        "color-sidebar-link-text--top-level": "#d5d7da",
        "color-brand-content": "#7ab8ff",
        "color-brand-visited": "#c3a6ff",
        "color-removed": "#ff9492",
        "color-added": "#7ee787",
        "color-terminal-error": "#ffa198",
        "color-terminal-warning": "#fcc84d",
        "color-terminal-hint": "#7fd8f5",
        "color-terminal-good": "#7ee2a8",
    },
}

extensions = [
    "myst_parser",
    "sphinx_doi",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "descriptions",
    "finding_colours",
    "hidden_directives",
    "try_page",
    "whole_options",
]
exclude_patterns = ["_build", "_ext", "_templates", "_try"]
# For the page try.md: "npm", or the path of npm's package pyodide.
try_pyodide = os.environ.get("TRY_PYODIDE", "npm" if "READTHEDOCS" in os.environ else "")
# A copy of a session is its commands: neither prompts nor what they print.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_remove_prompts = True
copybutton_selector = "div.highlight:not(.highlight-text *):not(.highlight-diff *) pre"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
default_role = "code"  # of docstrings, which are written with single backticks
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_use_ivar = True
# Documented elsewhere, and no inventory is fetched: the build needs no network.
nitpick_ignore = [
    ("py:class", "collections.abc.AsyncIterator"),
    ("py:class", "collections.abc.Collection"),
    ("py:class", "collections.abc.Iterable"),
    ("py:class", "collections.abc.Iterator"),
    ("py:class", "collections.abc.Mapping"),
    ("py:class", "MarkdownIt"),
    ("py:class", "date"),
    ("py:class", "Lookup"),
    ("py:class", "PathLike"),
    ("py:class", "Works"),
    ("py:class", "os.PathLike"),
    ("py:class", "datetime.date"),
    # Members that need no page of their own.
    ("py:class", "Profile"),
    ("py:class", "Reason"),
    ("py:class", "mdlint_doi.names.normalize._Default"),
    ("py:class", "mdlint_doi.names.scan.find.Undone"),
    ("py:class", "mdlint_doi.names.spelling.Spelling"),
    ("py:class", "mdlint_doi.text.source.Renderer"),
]


def setup(app):  # noqa: ANN001, ANN201
    if sphinx.version_info < (7, 4):  # the first with this directive
        app.add_object_type("confval", "confval", objname="configuration value")


# Look-ups are answered from the records file that pyproject.toml names; nothing is asked elsewhere.
doi_check = "online"
# One page is wrong on purpose. The command line checks it, a build does not, unless it is told to
# by `-t defects`: conf.py goes before pyproject.toml, and -W would end the build there.
if not tags.has("defects"):  # noqa: F821 - Sphinx defines it
    doi_per_file_ignores = {"defects.md": ["all"]}
