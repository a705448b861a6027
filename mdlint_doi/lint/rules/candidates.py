"""What a mention may have meant if its name is not registered.

The string moves of `names.suggest` know the name alone; a mention also shows what stands behind
it in its link, and in which construct it stands.
"""

from __future__ import annotations

from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.rules.encoding import undoubled
from mdlint_doi.lint.rules.look_alikes import plain_name
from mdlint_doi.lint.rules.punctuation import without_punctuation
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.errors import DoiSyntaxError
from mdlint_doi.names.link_tail import whole_name
from mdlint_doi.names.spelling import Spelling


def candidates_of(mention: Mention) -> tuple[Doi, ...]:
    """Return other names that the mention may have meant, the most likely first.

    Empty for a mention without a name, and for a shortDOI.
    """
    doi = mention.doi
    if doi is None or doi.is_short:
        return ()
    from mdlint_doi.names.rewrites.suggest import candidates

    own = (
        whole_name(mention.spelling),
        without_punctuation(mention),
        undoubled(doi),
        plain_name(mention.spelling),
        _undecoded(mention.spelling),
    )
    others = (one.doi for one in candidates(doi))
    return tuple(
        dict.fromkeys(one for one in (*own, *others) if one is not None and one != doi),
    )


def _undecoded(spelling: Spelling) -> Doi | None:
    """Return the name as it stands, its `%54` taken for letters of the name: a `%` left raw."""
    if not spelling.encoded:
        return None
    try:
        return parse(spelling.name.cut(spelling.text))
    except DoiSyntaxError:
        return None
