"""Build the page on which readers try the checker in the browser.

The value `try_pyodide` in conf.py determines the source of Pyodide: `npm`, the path of the npm
package (a folder or a tarball), or nothing. Without Pyodide, the build is the same, and the page
shows the reason why it does not work.
"""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from try_files import HERE, OURS, MissingError, package, packages, pyodide

from mdlint_doi.file_formats import by_name

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

FOLDER: Final = "_static/try/"
_BUTTON: Final = "<!-- try-button -->"
"""The place on the first page for the button that leads to this page."""
FORMATS: Final = ("markdown", "rst", "bibtex", "cff")
POLICY: Final = (
    "default-src 'self'; "
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "  # the theme uses inline scripts
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'self' blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The policy of the page: it loads only its own files, and sends nothing to other servers."""
logger = logging.getLogger(__name__)


class try_page(nodes.General, nodes.Element):  # noqa: N801 - nodes have such names
    """The node of the form."""


class TryPage(SphinxDirective):
    """The directive `try-page`: the form, or a note on how to get it."""

    def run(self) -> list[nodes.Node]:
        """Return the form or the note."""
        problem: str = self.config.try_problem
        if not problem:
            return [try_page()]
        told = nodes.note()
        command = "TRY_PYODIDE=npm python -m sphinx example_docs build/docs"
        told += nodes.paragraph("", f"This page does not work in this copy: {problem}.")
        told += nodes.paragraph(
            "", "To build a copy in which it works, install npm and run this command in a clone:"
        )
        told += nodes.literal_block(command, command, language="text")
        return [told]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive, and copy its files after all pages are written."""
    app.add_config_value("try_pyodide", "", "env", types=(str,))
    app.add_config_value("try_problem", "", "env", types=(str,))
    app.add_node(try_page, html=(visit_try_page, depart_try_page), **_nothing())
    app.add_directive("try-page", TryPage)
    app.connect("config-inited", prepare)
    app.connect("source-read", add_button)
    app.connect("html-page-context", add_files)
    app.connect("build-finished", copy_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _nothing() -> dict[str, Any]:
    def skip(translator: nodes.NodeVisitor, node: nodes.Node) -> None:
        del translator, node
        raise nodes.SkipNode

    return dict.fromkeys(("latex", "text", "man", "texinfo"), (skip, None))


def prepare(app: Sphinx, config: Config) -> None:
    """Fetch Pyodide if the configuration requires it; store the problem if it is missing."""
    try:
        path = package(config.try_pyodide, Path(app.doctreedir))
        pyodide(path)
        config.try_pyodide, config.try_problem = str(path), ""
    except MissingError as error:
        config.try_problem = str(error)
        if config.try_pyodide:
            logger.info("the page for trying the checker does not work: %s", error)


def add_button(app: Sphinx, _page: str, source: list[str]) -> None:
    """Add the button to the first page if this page works in the build."""
    if not app.config.try_problem:
        source[0] = source[0].replace(_BUTTON, "[Try it in your browser](try.md) ")


def add_files(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the script, the style and the policy to the page."""
    if doctree is None or next(doctree.findall(try_page), None) is None:
        return
    context["metatags"] += f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
    app.add_css_file("try/page.css")
    app.add_js_file("try/page.js", type="module")


def visit_try_page(translator: HTML5Translator, node: try_page) -> None:
    """Write the form."""
    del node
    here, uri_of = translator.docnames[0], translator.builder.get_relative_uri
    before, slash, _ = uri_of(here, "index").rpartition("/")
    translator.body.append(_form(before + slash + FOLDER, uri_of(here, "rules/DOI000")))


def depart_try_page(translator: HTML5Translator, node: try_page) -> None:
    """Do nothing, because `visit_try_page` has written the whole form."""


def _form(folder: str, rule: str) -> str:
    options = "".join(
        f'<option value="{name}">{escape(entry.title)}</option>'
        for name in FORMATS
        if (entry := by_name(name))
    )
    return f"""
<form id="doi-try" data-folder="{folder}" data-rule="{rule}" data-state="loading">
<noscript>This page needs JavaScript.</noscript>
<div class="try-bar"><label for="doi-try-format">Format</label>
<select id="doi-try-format" autocomplete="off">{options}</select>
<button type="button" id="doi-try-example">Show an example</button>
<p id="doi-try-state" role="status">Loading…</p></div>
<label for="doi-try-text">Your text</label>
<textarea id="doi-try-text" rows="9" spellcheck="false" autocapitalize="off"
autocomplete="off"></textarea>
<p class="try-title" id="doi-try-count" role="status">Findings</p>
<ol id="doi-try-findings" aria-labelledby="doi-try-count"></ol>
<div class="try-bar"><label for="doi-try-fixed">After the safe fixes</label>
<button type="button" id="doi-try-copy" disabled>Copy fixed text</button>
<span id="doi-try-same" role="status"></span></div>
<textarea id="doi-try-fixed" rows="9" readonly spellcheck="false"></textarea>
</form>
"""


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files that the page loads to a folder of the static files."""
    if exception or app.builder.format != "html" or app.config.try_problem:
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in pyodide(Path(app.config.try_pyodide)).items():
        (folder / name).write_bytes(data)
    for name in OURS:
        shutil.copyfile(HERE / name, folder / name)
    (folder / "packages.zip").write_bytes(packages())
