"""The picture of a coloured run, for README and manual: drawn from what a run prints.

With UPDATE_EXAMPLES=1 in the environment, it is drawn anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

from docs.examples import MANUAL, TOP, reader_environment, shell, steady
from handle_server import HandleServer

PICTURE = MANUAL / "_static" / "run.svg"
NOTES = """\
The syntax of URIs is in [RFC 3986](https://dx.doi.org/10.17487/RFC3986).
For SciPy, cite https://doi.org/10.1038/s41592-019-0686-2/full.
"""
SESSION = "$ mdlint-doi check notes.md\n$ mdlint-doi check --fix notes.md\n"
COLUMNS, WIDTH, HEIGHT, MARGIN = 92, 8.4, 20, 18
COLOURS = {  # on a dark ground, of a contrast of 7 and more
    "": "#d9dee7",
    "1": "#ffffff",
    "2": "#a0a9b8",
    "32": "#7ee2a8",
    "1;31": "#ffa198",
    "1;33": "#fcc84d",
    "1;36": "#7fd8f5",
}
_FONT = "14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def rows(line: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the rows of a line, broken between words: pieces of it, each with its SGR style."""
    parts = re.findall(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m|([^\x1b]+)", line)
    letters = iter([(style, one) for style, painted, plain in parts for one in painted or plain])
    text = "".join(painted or plain for _, painted, plain in parts)
    for row in wrap(text, COLUMNS, drop_whitespace=False) or [""]:
        styled = groupby(islice(letters, len(row)), itemgetter(0))
        yield [(style, "".join(one for _, one in group)) for style, group in styled]


def drawn(session: str) -> str:
    """Return a session as a picture; a prompt, and what is typed, are set off."""
    session = re.sub(
        r"^\$ (.*)$", "\x1b[32m$\x1b[0m \x1b[1m\\1\x1b[0m", session, flags=re.MULTILINE
    )
    every = [row for line in session.rstrip("\n").split("\n") for row in rows(line)]
    width, height = COLUMNS * WIDTH + 2 * MARGIN, len(every) * HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img">',
        "<title>A run of mdlint-doi: two broken DOIs are found, then fixed</title>",
        f"<style>text {{ font: {_FONT}; white-space: pre; }}</style>",
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#161b26"/>',
    ]
    for number, row in enumerate(every):
        column, y = 0, MARGIN + number * HEIGHT + 14
        for style, text in row:
            place = (
                f'x="{MARGIN + column * WIDTH:.1f}" y="{y}" textLength="{len(text) * WIDTH:.1f}"'
            )
            look = f'fill="{COLOURS[style]}"' + ' font-weight="bold"' * style.startswith("1")
            parts.append(f"<text {place} {look}>{escape(text)}</text>" if text.strip() else "")
            column += len(text)
    return "\n".join([*filter(None, parts), "</svg>", ""])


def test_the_picture_is_of_a_real_run(tmp_path: Path, doi_system: HandleServer) -> None:
    """It shows what the two commands print on a terminal; README and home page show it."""
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    environment = reader_environment(home, MDLINT_DOI_SERVER=doi_system.url, FORCE_COLOR="1")
    picture = drawn(steady(shell(SESSION, folder, environment)).replace("0.0 s", "0.4 s"))
    if os.environ.get("UPDATE_EXAMPLES"):
        PICTURE.write_text(picture, encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture
    for page in (TOP / "README.md", MANUAL / "index.md"):
        assert "_static/run.svg" in page.read_text(encoding="utf-8")
