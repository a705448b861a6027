"""The tables of look-alikes, and that loading `names` stays cheap."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest

from mdlint_doi.names.lookalikes import HOMOGLYPHS, LOOK_ALIKES, latin_text, plain_text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("10.1007/978–3‑4−5‐6", "10.1007/978-3-4-5-6"),
        ("10.1/a⁃b¬c‒d", "10.1/a-b-c-d"),
        ("10.1/a\u00adb\u200bc", "10.1/abc"),
        ("１０．１０００／１８２", "10.1000/182"),
        ("10.1/⟨1:a⟩", "10.1/<1:a>"),
        ("10.1/eﬀﬁ", "10.1/efffi"),
        ("10.1/häyry", "10.1/häyry"),
        ("10.1/атбп", "10.1/атбп"),
    ],
)
def test_plain_text(written: str, plain: str) -> None:
    """Look-alikes become what they look like; letters with marks and other alphabets stay."""
    assert plain_text(written) == plain


def test_latin_text() -> None:
    """Letters that look Latin become so only if nothing else is foreign."""
    assert latin_text("10.1/ех") == "10.1/ex"
    assert latin_text("10.1/abc") == "10.1/abc"


def test_tables_hold_no_ascii() -> None:
    """A look-alike is outside ASCII, what it stands for inside; no letter with a mark is one."""
    for table in (LOOK_ALIKES, HOMOGLYPHS):
        for character, plain in table.items():
            assert not character.isascii()
            assert plain.isascii()
            assert (
                unicodedata.normalize("NFD", character) == character
                or unicodedata.category(character) != "Ll"
            )


def test_loading_is_cheap() -> None:
    """Finding DOIs needs none of the heavy modules, nor the tables that it may never use."""
    heavy = ("urllib", "json", "asyncio", "httpx", "markdown_it", "sqlite3", "pathlib", "difflib")
    own = ("publishers", "publisher_links", "suggest", "moves", "normalize", "record")
    program = (
        "import sys; from mdlint_doi.names.scan.find import find;"
        "from mdlint_doi.names.spelling import STANDARD; before = set(sys.modules);"
        "find('see https://doi.org/10.1000/a%20b and 10.1000/182', STANDARD);"
        "print('\\n'.join(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert not loaded & {*heavy, *(f"mdlint_doi.names.{name}" for name in own)}


def test_full_width_forms_end_with_the_tilde() -> None:
    """Each stands for a visible ASCII character: U+FF5F is a bracket of its own."""
    full_width = {
        character: plain
        for character, plain in LOOK_ALIKES.items()
        if "\uff01" <= character <= "\uff60"
    }
    assert "".join(full_width.values()) == "".join(map(chr, range(0x21, 0x7F)))
