"""What stands in directives: which hold prose, which hold code.

docutils asks each directive's class whether it takes an argument, options and content. Without
Sphinx and its extensions those classes are not at hand, so the well-known ones stand in a table:
those of docutils, of Sphinx, and of extensions that documentation often uses. An unknown directive
holds prose, as admonitions, cards and tabs do.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple


class Argument(Enum):
    """What stands behind the two colons."""

    NONE = auto()
    """Nothing: the content begins there."""
    PLAIN = auto()
    """A name, a path, a URI: no markup."""
    PROSE = auto()
    """A title: inline markup."""
    UNKNOWN = auto()
    """A name if it stands on the same line, else nothing."""


class ContentKind(Enum):
    """What stands below."""

    PROSE = auto()
    QUOTE = auto()
    """Prose with an attribution."""
    LITERAL = auto()
    CSV = auto()
    """Comma-separated values, with markup in each."""


class Shape(NamedTuple):
    """What a directive is made of.

    Attributes:
        argument: behind the colons.
        content: below.
        options: whether there are any.
        titles: whether sections may begin in it.

    """

    argument: Argument
    content: ContentKind = ContentKind.PROSE
    options: bool = True
    titles: bool = False


_BODY: Final = Shape(Argument.NONE)
_BODY_ONLY: Final = Shape(Argument.NONE, options=False)
_TITLED: Final = Shape(Argument.PROSE)
_NAMED: Final = Shape(Argument.PLAIN)
_UNKNOWN: Final = Shape(Argument.UNKNOWN)
_CODE: Final = Shape(Argument.PLAIN, ContentKind.LITERAL)
_CODE_BODY: Final = Shape(Argument.NONE, ContentKind.LITERAL)

_SHAPES: Final[tuple[tuple[Shape, str], ...]] = (
    (
        _BODY,
        (
            "attention caution danger error hint important note tip warning seealso todo compound "
            "line-block hlist acks grid tab-set tabs contributors"
        ),
    ),
    (Shape(Argument.NONE, ContentKind.QUOTE, options=False), "epigraph highlights pull-quote"),
    (_BODY_ONLY, "header footer replace"),
    (
        _TITLED,
        (
            "admonition topic sidebar rubric table list-table centered title versionadded "
            "versionchanged deprecated versionremoved deprecated-removed dropdown card "
            "grid-item-card tab-item tab group-tab collapse details button-link"
        ),
    ),
    (_NAMED, "figure container class"),
    (Shape(Argument.PLAIN, titles=True), "only ifconfig"),
    (Shape(Argument.PROSE, ContentKind.CSV), "csv-table"),
    (
        _CODE,
        (
            "code code-block sourcecode raw literalinclude include highlight doctest testcode "
            "testsetup testcleanup testoutput plot ipython prompt graphviz digraph graph mermaid "
            "uml tikz aafig jupyter-execute jupyter-input jupyter-output program-output "
            "command-output exec exec_code altair-plot bokeh-plot toctree bibliography "
            "productionlist unicode date autosummary role default-role code-tab tabularcolumns "
            "image sectnum target-notes video youtube"
        ),
    ),
    (Shape(Argument.PROSE, ContentKind.LITERAL), "contents"),
    (_CODE_BODY, "math parsed-literal"),
    (Shape(Argument.NONE, ContentKind.LITERAL, options=False), "meta"),
)


_KNOWN: Final = {name: shape for shape, names in _SHAPES for name in names.split()}


def shape_of(name: str) -> Shape:
    """Return what a directive is made of.

    Args:
        name: as written.

    """
    return _KNOWN.get(name.lower(), _UNKNOWN)
