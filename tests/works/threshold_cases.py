"""References that a threshold decides, for the thresholds that no collection of references moves.

`example_docs/development/thresholds.md` shows them, and `test_thresholds` checks their verdicts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mdlint_doi.works.case import CitedExample
from mdlint_doi.works.case_examples import MORE_THAN_HALF, PREPRINT, RECORD, entry, listed, written
from mdlint_doi.works.work import Person, Titles


class ThresholdCase(NamedTuple):
    """A reference that is judged correctly only with the used value of a threshold.

    Attributes:
        example: the reference, and the record of its DOI.
        is_right: whether the reference is correct.
        reason: what the threshold means for it, a sentence for the manual.
    """

    example: CitedExample
    is_right: bool
    reason: str


_TEN: Final = RECORD.replace(
    people=(
        *RECORD.people,
        *(
            Person(family, "A.")
            for family in ("Baker", "Lehmann", "Navarro", "Wiesel", "Franck", "Okafor", "Tanaka")
        ),
    )
)
_KNOWN: Final = "Marlowe, Ada and van den Berg, Joost"
_UNKNOWN: Final = "Quill, Eve and Roe, Rick"
_ADDRESS: Final = "https://doi.org/10.48550/arXiv.1701.00001"
CASES: Final = {
    "CAPITALS": ThresholdCase(
        written(
            "- [Attention-based Melting of small Glaciers in Northern valleys]"
            f"({_ADDRESS}), a paper for gardeners",
            PREPRINT,
        ),
        is_right=False,
        reason=(
            "Four of the six longer words of the link are capitalized, so it is the title of a"
            " different preprint."
        ),
    ),
    "CONTAINER_NAMED": ThresholdCase(
        written(
            "- Marlowe, A., van den Berg, J., & Olafsdottir, G., [Imaginary Botany Letters,"
            " article 345]({doi}), 2017",
            RECORD.replace(containers=("Imaginary Botany Letters",)),
        ),
        is_right=True,
        reason=(
            "Three of the four words of the link are those of the journal, so it is not a title."
        ),
    ),
    "FEW_STRANGERS": ThresholdCase(
        entry(f"{_KNOWN} and Baker, A. and Lehmann, A. and {_UNKNOWN}", MORE_THAN_HALF, work=_TEN),
        is_right=False,
        reason="Two of the six authors are not registered, and the titles are only half alike.",
    ),
    "FOREIGN": ThresholdCase(
        listed(
            title="Underground competition of spring bulbs in sand",
            work=RECORD.replace(titles=Titles(("郁金香的根系 (Tulip roots)",))),
        ),
        is_right=True,
        reason="Six of the 16 letters are Chinese, so the cited title may be a translation.",
    ),
    "GROUP_NAMED": ThresholdCase(
        written(
            "For the wet soils of the north, read the *Tulip Atlas* of the Imaginary Tulip"
            " Consortium before you plant anything there: {doi}",
            RECORD.replace(
                titles=Titles(("Tulip atlas",)),
                people=(Person(group="Imaginary Tulip Root Observation Consortium"),),
            ),
        ),
        is_right=True,
        reason="The text contains three of the five words in the group’s name.",
    ),
    "MANY_STRANGERS": ThresholdCase(
        entry(f"{_KNOWN} and {_UNKNOWN} and Ash, Zoe", work=_TEN),
        is_right=False,
        reason="Three of the five authors are not registered.",
    ),
    "YEARS_OF_VERSIONS": ThresholdCase(
        entry(year="2021", work=PREPRINT),
        is_right=True,
        reason="The preprint was published four years after it was registered.",
    ),
}
