"""A document is data: nothing in it runs, opens a file, or stands for more than was written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from linear import is_linear

from mdlint_doi import Settings, check_paths, fix_text
from mdlint_doi.file_formats import FORMATS, entry_of
from mdlint_doi.lint.settings import Settings as LintSettings
from mdlint_doi.run.judge import Judge, judged, read_document
from mdlint_doi.text.source import Source

MARK = "http://dx.doi.org/10.1000/182"
_RUN = "open('ran', 'w')"
_NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": [
            f"{_RUN}\n", f"!touch ran\n%run ran\n# {MARK}"]},
        {"cell_type": "markdown", "metadata": {}, "source": [MARK]},
    ],
    "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
}  # fmt: skip
DOCUMENTS = {
    "a.ipynb": json.dumps(_NOTEBOOK),
    "a.py": f'"""See {MARK}"""\n{_RUN}\nraise SystemExit\n',
    "a.R": f"file.create('ran') # {MARK}\n#' {MARK}\n",
    "a.tex": f"\\immediate\\write18{{touch ran}}\\input{{ran}}\\url{{{MARK}}}\n",
    "a.rst": f".. include:: ran\n.. raw:: html\n   :file: ran\n\n{MARK}\n",
    "CITATION.cff": f"a: !!python/object/apply:os.mkdir [ran]\nurl: {MARK}\n",
    "a.md": f"---\na: !!python/object/apply:os.mkdir [ran]\n---\n{MARK}\n",
    "a.qmd": f"```{{python}}\n{_RUN}\n```\n`r file.create('ran')` {MARK}\n",
    "a.adoc": f"include::ran[]\nlink:{MARK}[x]\n",
    "a.org": f"#+include: ran\n#+begin_src sh\ntouch ran\n#+end_src\n[[{MARK}]]\n",
    "a.typ": f'#include "ran"\n#link("{MARK}")\n',
    "a.po": f'msgid "%(ran)s {MARK}"\nmsgstr ""\n',
    "a.pyx": f'"""See {MARK}"""\n{_RUN}\nraise SystemExit\n',
    "ro-crate-metadata.json": json.dumps({"@graph": [{"@id": MARK}], "import": "ran"}),
    "a.html": f"<script>{_RUN}</script><!--#include file='ran'--><a href='{MARK}'>a</a>\n",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checked and fixed, code of every kind is only text."""
    monkeypatch.chdir(tmp_path)
    every = Settings(offline=True, select=("all",), formats=tuple(entry.name for entry in FORMATS))
    path = tmp_path / name
    path.write_text(DOCUMENTS[name], encoding="utf-8")
    assert check_paths([path], every).findings
    entry = entry_of(name)
    assert entry is not None
    fix_text(DOCUMENTS[name], entry.name, every)
    assert [file.name for file in tmp_path.iterdir()] == [name]


def _check(path: str, text: str) -> None:
    every = LintSettings(offline=True, select=("all",))
    judged(read_document(Source(path, text), every), Judge(every).facts)


def test_entities_do_not_multiply() -> None:
    """An entity that a page declares stands for itself."""

    def page(count: int) -> str:
        entities = "".join(f'<!ENTITY a{n + 1} "&a{n};&a{n};">' for n in range(count))
        return f"<!DOCTYPE a [{entities}]><p>&a{count}; {MARK}</p>\n"

    assert is_linear(lambda count: _check("a.html", page(count)), 200, 1600)


def test_macros_do_not_multiply() -> None:
    """A macro made of macros is not written out, however many it stands for."""

    def library(count: int) -> str:
        macros = "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(count))
        return f"@string{{a0 = {{x}}}}\n{macros}@misc{{k, doi = a{count}, url = {{{MARK}}}}}\n"

    assert is_linear(lambda count: _check("a.bib", library(count)), 200, 1600)
