"""In a build, too, a link leads where the markdown-it rule says, from rST and from MyST."""

from __future__ import annotations

import re

import myst_parser
from links.link_spellings import LINKS, NAMES, TAILS, written
from links.test_one_meaning import answers, page
from sphinx_projects import MakeProject

from mdlint_doi.names.link import canonical_of, markdown_destination

_ESCAPES_ONCE = 5
_OF_RST = re.compile(r"[\\\\<>`]")
_FORMS = [form for form in LINKS if form not in {"no scheme", "relative", "one slash", "capitals"}]
"""Links of the web in the eyes of MyST, which takes the others for pages of the project."""
_NAMES = [name for name in NAMES if " " not in name and "%off" not in name and "&lt;" not in name]
ADDRESSES = [
    *(written(form, name, how) for form in _FORMS[:2] for name in _NAMES for how in ("raw", "all")),
    *(written(form, "10.1000/182", "encoded", tail) for form in _FORMS for tail in TAILS),
    *("doi:10.1000/a(b)", "http://doi.org/10/dvr36h", "https://dx.doi.org/dvr36h"),
]


def test_rst(project: MakeProject) -> None:
    """Embedded targets of rST lead where the rule says; a canonical link stands there as it is."""
    led = [answers(address).docutils for address in ADDRESSES]
    links = [_OF_RST.sub(r"\\\g<0>", address) for address in ADDRESSES]
    text = "\n\n".join(f"`t{at} <{target}>`__" for at, target in enumerate([*links, *led]))
    build = project({"index.rst": f"Page\n====\n\n{text}\n"}).build(suppress_warnings=["doi"])
    assert build.targets() == [*led, *led]


def test_myst(project: MakeProject) -> None:
    """Destinations of MyST lead where the rule says; before 5 it escapes `&` twice in any link."""
    is_old = int(myst_parser.__version__.partition(".")[0]) < _ESCAPES_ONCE
    addresses = [address for address in ADDRESSES if not (is_old and "&" in address)]
    text = "\n\n".join(map(page, addresses))
    canonical = [
        link for link in (answers(address).rule for address in addresses) if canonical_of(link)
    ]
    again = "\n\n".join(f"[t]({markdown_destination(link)})" for link in canonical)
    made = project({"index.md": f"# Page\n\n{text}\n\n{again}\n"}, "myst_parser")
    build = made.build(suppress_warnings=["doi"])
    assert build.targets() == [*(answers(address).rule for address in addresses), *canonical]
