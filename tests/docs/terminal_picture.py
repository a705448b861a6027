"""A terminal as a picture: what stands in its cells, drawn as SVG for README and manual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

WIDTH: Final = 8.4
HEIGHT: Final = 20
MARGIN: Final = 18
GROUND: Final = "#161b26"
PLAIN: Final = "#d9dee7"
"""On this ground each colour has a contrast of 7 or more; `manual.css` has the same ones."""
COLOURS: Final = {
    "": PLAIN,
    "1": "#ffffff",
    "2": "#a0a9b8",
    "32": "#7ee2a8",
    "1;31": "#ffa198",
    "1;33": "#fcc84d",
    "1;36": "#7fd8f5",
}
"""The colours of SGR parameters."""
_FONT: Final = "14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Piece(NamedTuple):
    """Some cells of a row that look alike.

    Attributes:
        text: the characters, one in each cell.
        colour: the colour of the characters.
        bold: whether they are bold.
        ground: the colour behind them; empty for the ground of the picture.
        line: the colour of a line below them; empty for no line.
    """

    text: str
    colour: str = PLAIN
    bold: bool = False
    ground: str = ""
    line: str = ""


def drawn(rows: Sequence[Sequence[Piece]], columns: int, title: str) -> str:
    """Return rows as a picture that is as wide as so many columns."""
    width, height = columns * WIDTH + 2 * MARGIN, len(rows) * HEIGHT + 2 * MARGIN
    size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>text {{ font: {_FONT}; white-space: pre; }}</style>",
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="{GROUND}"/>',
    ]
    for number, row in enumerate(rows):
        column = 0
        for piece in row:
            parts += _piece(piece, MARGIN + column * WIDTH, MARGIN + number * HEIGHT)
            column += len(piece.text)
    return "\n".join([*parts, "</svg>", ""])


def _piece(piece: Piece, x: float, y: int) -> Iterator[str]:
    width = len(piece.text) * WIDTH
    if piece.ground:
        place = f'x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HEIGHT}"'
        yield f'<rect {place} fill="{piece.ground}"/>'
    if piece.text.strip():
        look = f'fill="{piece.colour}"' + ' font-weight="bold"' * piece.bold
        place = f'x="{x:.1f}" y="{y + 14}" textLength="{width:.1f}"'
        yield f"<text {place} {look}>{escape(piece.text)}</text>"
    if piece.line:
        yield f'<path d="M{x:.1f} {y + 17.5}h{width:.1f}" stroke="{piece.line}"/>'
