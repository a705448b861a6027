import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
project = "places"
extensions = [
    "sphinx_doi",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinxcontrib.bibtex",
]
bibtex_bibfiles = ["refs.bib"]
exclude_patterns = ["parts"]
rst_epilog = """
.. _epilog: http://dx.doi.org/10.1000/rst-epilog
"""
myst_enable_extensions = ["colon_fence", "substitution"]
myst_substitutions = {
    "configured": "[x](http://dx.doi.org/10.1000/md-configured)",
    "configured_role": "{doi}`https://doi.org/10.1000/md-configured-role`",
}
