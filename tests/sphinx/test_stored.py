"""What an environment keeps has one version, which follows from the classes that are stored."""

from __future__ import annotations

import hashlib
import io
import pickle
from enum import Enum
from typing import Any
from unittest.mock import Mock

from sphinx_projects import MakeProject

from sphinx_doi import setup
from sphinx_doi.checks.store import DATA_VERSION, DoiDomain, domain_of

FINGERPRINTS = {19: "0a05c6a7f58fe061"}
"""Of the fields of all stored classes, by version. Where this fails, there is a new version."""
PAGE = """
P
=

`x <http://dx.doi.org/10.1000/1>`_ :doi:`wrong` :doi:`10.1000/2` https://doi.org/10.1000/3<x
10.1000/4 arXiv:2101.00001

.. mdlint-doi-disable-next-line DOI201

.. include:: part.md
"""


def test_the_version_follows_from_the_stored_classes(project: MakeProject) -> None:
    """A change of a stored class without a new version would break environments that are kept."""
    exceptions = {"10.1000/2": {"reason": "r", "until": "2999-01-01"}}
    files = {
        "index.rst": PAGE,
        "part.md": "[t](https://doi.org/10.1000/5)\n",
        "a.md": "10.1000/6\n",
        "none.json": '{"version": 1, "records": {}}',
    }
    shown: dict[str, Any] = {"doi_text": "citation", "doi_records": "none.json"}
    build = project(files, "myst_parser").build(doi_exceptions=exceptions, **shown)
    known: dict[str, str] = {}
    _note_classes(pickle.dumps(domain_of(build.app.env).data), known)
    listed = "\n".join(f"{name} {known[name]}" for name in sorted(known))
    fingerprint = hashlib.sha256(listed.encode()).hexdigest()[:16]
    assert len(known) > 15
    assert fingerprint == FINGERPRINTS[DATA_VERSION], listed


def test_it_is_the_only_version() -> None:
    """Sphinx compares the extension's for equality; the domain's may only grow."""
    metadata = setup(Mock())
    assert metadata["env_version"] == DoiDomain.data_version == DATA_VERSION


def _note_classes(data: bytes, known: dict[str, str]) -> None:
    """Note the fields of each class of ours that a pickle names, also in bytes within it."""

    class Reader(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401
            found = super().find_class(module, name)
            if module.partition(".")[0] in {"mdlint_doi", "sphinx_doi"}:
                known[f"{module}.{name}"] = _fields(found)
            return found

    _note_packed(Reader(io.BytesIO(data)).load(), known)


def _note_packed(value: object, known: dict[str, str]) -> None:
    if isinstance(value, dict):
        for item in value.values():
            _note_packed(item, known)
    elif isinstance(value, bytes):
        _note_classes(value, known)


def _fields(found: Any) -> str:  # noqa: ANN401
    """Return the names of the fields of a class, of an enumeration those of its members."""
    if isinstance(found, type) and issubclass(found, Enum):
        return ",".join(str(member.value) for member in found)
    names = getattr(found, "_fields", None) or [
        name
        for kind in getattr(found, "__mro__", ())
        for name in (*getattr(kind, "__annotations__", ()), *getattr(kind, "__slots__", ()))
    ]
    # A class that is no longer a tuple has the same fields, but a different pickle.
    kind = "tuple " if isinstance(found, type) and issubclass(found, tuple) else ""
    return kind + ",".join(dict.fromkeys(names))
