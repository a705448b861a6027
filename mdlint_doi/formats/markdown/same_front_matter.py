"""Whether a changed front matter still says the same, but for the scalars that were edited.

Both texts are read by a YAML parser. They must hold the same scalars at the same paths, written in
the same way; a value may differ only where an edit lies in it, and a key never. Front matter that
is no YAML, since a template fills it in, has no guard, and so no fix.
"""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.formats.reached import Mask, Reached, is_as_stated
from mdlint_doi.formats.syntax_error import FormatSyntaxError
from mdlint_doi.formats.yaml_text import YamlScalar, read_scalars
from mdlint_doi.lint.edits import edits_of
from mdlint_doi.lint.model import Edit, Fix


def same_front_matter(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether `after`, which is `before` with the `fixes`, has the same tree.

    Args:
        before: the front matter, with the lines around it.
        after: likewise.
        fixes: what was fixed in the document; what stands behind the front matter, too.

    """
    try:
        old, new = list(read_scalars(before)), list(read_scalars(after))
    except FormatSyntaxError:
        return False
    if len(old) != len(new):
        return False
    edits = edits_of(fixes)
    if not all(_is_kept(*pair, edits) for pair in zip(old, new, strict=True)):
        return False
    return is_as_stated(_reached(old), _reached(new), fixes)


def _reached(scalars: Sequence[YamlScalar]) -> Sequence[Reached]:
    mask = Mask()
    for one in scalars:
        mask.value(one.value)
    return mask.reached


def _is_kept(old: YamlScalar, new: YamlScalar, edits: Sequence[Edit]) -> bool:
    """Return whether a scalar is the same one, and as it was unless it was edited."""
    if (old.path, old.is_key, old.style, old.anchor, old.tag, old.document) != (
        new.path,
        new.is_key,
        new.style,
        new.anchor,
        new.tag,
        new.document,
    ):
        return False
    if old.value == new.value:
        return True
    start, end = old.span
    return not old.is_key and any(start <= one.span.start and one.span.end <= end for one in edits)
