"""Texts for the page where one tries the checker, one of each format, with what a fix leaves."""

from __future__ import annotations

from typing import Final

TEXTS: Final = {
    "markdown": (
        "𝔻 <b onclick=alert(1)>x</b> [t](https://dx.doi.org/10.1000/182)\n",
        "𝔻 <b onclick=alert(1)>x</b> [t](https://doi.org/10.1000/182)\n",
    ),
    "rst": (
        "`t <http://dx.doi.org/10.1000/182>`_ and :doi:`doi:10.1000/182`\n",
        "`t <https://doi.org/10.1000/182>`_ and :doi:`10.1000/182`\n",
    ),
    "bibtex": (
        "@article{a,\n  title = {{\\'E}},\n  doi = {https://doi.org/10.1000/182},\n}\n",
        "@article{a,\n  title = {{\\'E}},\n  doi = {10.1000/182},\n}\n",
    ),
    "cff": (
        "cff-version: 1.2.0\ntitle: x\ndoi: https://doi.org/10.1000/182\n",
        "cff-version: 1.2.0\ntitle: x\ndoi: 10.1000/182\n",
    ),
}
