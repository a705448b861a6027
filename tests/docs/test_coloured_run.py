"""The picture of a coloured run, for README and manual: drawn from what a terminal shows.

With UPDATE_EXAMPLES=1 in the environment, it is drawn again.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.examples import MANUAL, TOP, reader_environment, steady
from docs.terminal_picture import COLOURS, Piece, drawn
from handle_server import HandleServer

PICTURE: Final = MANUAL / "_static" / "run.svg"
NOTES: Final = """\
See <https://dx.doi.org/10.17487/RFC3986>.
Cite doi:10.1038/s41592-019-0686-2/full.
"""
COMMANDS: Final = ("mdlint-doi check notes.md", "mdlint-doi check --fix notes.md")
COLUMNS: Final = 54
"""Few enough that a telephone shows the picture with letters that can be read."""
TITLE: Final = "A run of mdlint-doi: two broken DOIs are found, then fixed"


def test_the_picture_is_of_a_real_run(tmp_path: Path, doi_system: HandleServer) -> None:
    """It shows what the two commands print on a terminal; README and home page show it."""
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    environment = reader_environment(home, MDLINT_DOI_SERVER=doi_system.url, TERM="xterm")
    rows = []
    for command in COMMANDS:
        rows.append(
            [Piece("$", COLOURS["32"]), Piece(" "), Piece(command, COLOURS["1"], bold=True)]
        )
        shown = steady(_shown(command, folder, environment)).replace("0.0 s", "0.4 s")
        rows += [list(_pieces(line)) for line in shown.splitlines()]
    picture = drawn(rows, COLUMNS, TITLE)
    if os.environ.get("UPDATE_EXAMPLES"):
        PICTURE.write_text(picture, encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture
    for page in (TOP / "README.md", MANUAL / "index.md"):
        assert "_static/run.svg" in page.read_text(encoding="utf-8")


def test_the_picture_fits_a_telephone() -> None:
    """It is at most 500 pixels wide, and no row is cut off."""
    text = PICTURE.read_text(encoding="utf-8")
    width = float(re.findall(r'^<svg .* width="(\d+)"', text)[0])
    assert width <= 500
    for left, length in re.findall(r'<text x="([\d.]+)" .*?textLength="([\d.]+)"', text):
        assert float(left) + float(length) <= width


def _shown(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Return what a command prints on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        command.split(),
        cwd=folder,
        env={**environment, "COLUMNS": str(COLUMNS)},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,  # a terminal would get the progress there
    )
    os.close(theirs)
    printed = b""
    try:
        while part := os.read(ours, 65536):
            printed += part
    except OSError:  # the command has ended
        pass
    os.close(ours)
    run.wait(timeout=500)
    return printed.decode().replace("\r\n", "\n")


def _pieces(line: str) -> Iterator[Piece]:
    """Yield the pieces of a line, each with the colour of its SGR parameters."""
    for style, painted, plain in re.findall(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m|([^\x1b]+)", line):
        yield Piece(painted or plain, COLOURS[style], bold=style.startswith("1"))
