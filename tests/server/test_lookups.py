"""The server, online: look-ups after the offline rules, politely, and hovers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

import pytest
from language_client import SECONDS, Editor, edited
from lsprotocol import types
from registries_server import RegistriesServer

ROWS = (
    {"doi": "10.1000/tulips", "title": ["On tulips"], "authors": ["Marlowe"], "year": 2017},
    {
        "doi": "10.1000/gone",
        "title": ["A study of bees in winter gardens"],
        "authors": ["Bee"],
        "year": 2011,
        "updated-by": [{"DOI": "10.1000/notice", "type": "retraction", "updated": [[2012, 3, 4]]}],
    },
    {
        "doi": "10.48550/arXiv.1706.03762",
        "agency": "DataCite",
        "title": ["On hyacinths"],
        "authors": ["Oord"],
        "year": 2017,
    },
)


@pytest.fixture(scope="module")
def registries() -> Iterator[RegistriesServer]:
    """Run services that hold the rows."""
    with RegistriesServer(ROWS) as server:
        yield server


@pytest.fixture(scope="module")
def editor(
    registries: RegistriesServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Editor]:
    """Run a server that asks them."""
    url = registries.url
    environ = {
        "MDLINT_DOI_SERVER": url,
        "MDLINT_DOI_CROSSREF_SERVER": url,
        "MDLINT_DOI_DATACITE_SERVER": url,
        "MDLINT_DOI_DEPTH": "all",
        "MDLINT_DOI_CACHE_DIR": str(tmp_path_factory.mktemp("cache")),
    }
    with Editor(tmp_path_factory.mktemp("project"), environ=environ) as editor:
        yield editor


def _has(code: str) -> Callable[[Sequence[types.Diagnostic]], bool]:
    def until(found: Sequence[types.Diagnostic]) -> bool:
        return code in [diagnostic.code for diagnostic in found]

    return until


def test_after_the_offline_rules(editor: Editor, registries: RegistriesServer) -> None:
    """Offline rules speak at once, what look-ups say follows; names are asked once."""
    editor.open("untitled:a.md", "See http://doi.org/10.1000/tulip, 10.1000/gone.\n")
    editor.diagnostics("untitled:a.md", _has("DOI201"))
    found = editor.diagnostics("untitled:a.md", _has("DOI912"))
    assert {"DOI201", "DOI901", "DOI912"} <= {diagnostic.code for diagnostic in found}
    asked = list(registries.targets)
    for text in ("More. ", "And more. "):
        editor.change("untitled:a.md", ((0, 0, 0, 0), text))
        editor.diagnostics("untitled:a.md", _has("DOI901"))
    editor.save("untitled:a.md")
    editor.diagnostics("untitled:a.md", _has("DOI901"))
    assert registries.targets == asked


def test_fix_all_knows_what_look_ups_told(editor: Editor) -> None:
    """A fix that a look-up makes safe is among all fixes, which wait for it."""
    text = "See https://doi.org/10.1000/tulips/full.\n"
    editor.open("untitled:full.md", text)
    (action,) = editor.actions("untitled:full.md", only=["source.fixAll"])
    assert edited(text, action) == "See https://doi.org/10.1000/tulips.\n"
    text = "See https://doi.org/10.1000/gone/full.\n"
    editor.change("untitled:full.md", text)
    (action,) = editor.actions("untitled:full.md", only=["source.fixAll"])
    assert edited(text, action) == "See https://doi.org/10.1000/gone.\n"


def test_very_many_findings(editor: Editor) -> None:
    """Those nearest to the last edit are shown, after look-ups, too."""
    text = "See 10.1000/unheard.\n" + "See http://doi.org/10.1000/tulips.\n" * 600
    editor.open("untitled:many.md", text)
    assert editor.diagnostics("untitled:many.md", _has("DOI901"))


def _hovered(editor: Editor, uri: str, character: int) -> str:
    """Return a hover after the look-ups, for which one hover waits two seconds only."""
    end = monotonic() + SECONDS
    while "Not looked up" in (told := editor.hover(uri, 0, character)) and monotonic() < end:
        pass
    return told


def test_hover(editor: Editor) -> None:
    """A hover tells the registered title, people, year, and retractions, at once if need be."""
    editor.open("untitled:h.md", "See 10.1000/gone and 10.1000/nothing.\n")
    told = _hovered(editor, "untitled:h.md", 6)
    assert "**Registered with Crossref**" in told
    assert "**RETRACTED by 10\\.1000\\/notice\\, 2012\\-03\\-04**" in told
    assert "*A study of bees in winter gardens*" in told
    assert "Bee · 2011" in told
    assert "**Not registered**" in _hovered(editor, "untitled:h.md", 25)


def test_identifiers(editor: Editor) -> None:
    """A number of arXiv is looked up and shown as its DOI is, and no action rewrites it."""
    text = "See arXiv:1706.03762v2 and arXiv:1706.03763, not arXiv:1619.05729.\n"
    editor.open("untitled:i.md", text)
    found = editor.diagnostics("untitled:i.md", _has("DOI901"))
    places = [
        (diagnostic.code, diagnostic.range.start.character)
        for diagnostic in found
        if diagnostic.code != "DOI903"
    ]
    assert places == [("DOI901", 33), ("DOI106", 55)]
    told = editor.hover("untitled:i.md", 0, 12)
    assert "10.48550/arXiv.1706.03762" in told
    assert "*On hyacinths*" in told
    assert not [
        action for action in editor.actions("untitled:i.md") if edited(text, action) != text
    ]


def test_outage(editor: Editor, registries: RegistriesServer) -> None:
    """An outage is a hint that it could not be checked; nothing is called broken."""
    registries.fail("html", times=4)
    editor.open("untitled:o.md", "See https://doi.org/10.1000/outage.\n")
    (found,) = editor.diagnostics("untitled:o.md", _has("DOI916"))
    assert found.severity == types.DiagnosticSeverity.Information
    assert found.message.startswith("[not-checked] hint: ")
    told = editor.hover("untitled:o.md", 0, 25)
    assert "**Could not be checked\\: " in told


def test_edits_cancel_look_ups(editor: Editor, registries: RegistriesServer) -> None:
    """Names that are typed letter by letter are asked for when they are whole."""
    editor.open("untitled:t.md", "See \n")
    editor.diagnostics("untitled:t.md")
    before = len(registries.targets)
    name = "10.1000/typedslowly"
    for at, letter in enumerate(name):
        editor.change("untitled:t.md", ((0, 4 + at, 0, 4 + at), letter))
        editor.diagnostics("untitled:t.md", lambda _: True)
    editor.diagnostics("untitled:t.md", _has("DOI901"))
    new = registries.targets[before:]
    asked = [
        target for target in new if "typed" in target and "/doiRA/" not in target
    ]  # not similar ones
    assert all("typedslowl" in target for target in asked)
