"""The numbers by which citations are judged. Each has a name; how it was chosen is in the manual.

`tests/benchmarks/works_thresholds.py` makes the page `example_docs/background/thresholds.md`: for
each number what higher and lower ones would cost, on references that are right and wrong.
"""

from __future__ import annotations

from typing import Final

TITLE_SAME: Final = 0.8
"""From this likeness on titles are the same, and the authors of a reference can be compared."""
TITLE_ALIKE: Final = 0.65
"""From this likeness on titles are alike. Below it, the title in a field may be a different one."""
TITLE_OTHER: Final = 0.5
"""Below this likeness a title is different, unless it has the same authors and year."""
TITLE_OTHER_OF_SAME: Final = 0.35
"""The same for a title by the same authors."""
TITLE_OTHER_IN_TEXT: Final = 0.2
"""The same where it is not certain which words of a text are the title."""
TITLE_OTHER_OF_LINK: Final = 0.1
"""The same if there is only the text of a link."""
TITLE_OTHER_OF_PAPER: Final = 0.4
"""The same for a link to a preprint on arXiv, whose text is nearly always its title."""
TITLE_RENAMED: Final = 0.3
"""The share of words that the title of a preprint keeps when it is published with a new title."""
TITLE_TWIN: Final = 0.6
"""From this likeness on, a part, an erratum or a reply of the same work may be registered."""
COVERED_MORE: Final = 0.1
"""How much more of a registered title may stand somewhere in a text by chance, as a share."""
COVERED: Final = 0.8
"""The share of a title's words that stand in a text which gives the title in other words."""
COVERED_BESIDE_PEOPLE: Final = 0.6
"""The same for a text that names authors of the work."""
IN_ONE_STRETCH: Final = 0.6
"""The share of a title's words that stand in one stretch of the text."""
IN_ONE_STRETCH_BESIDE_PEOPLE: Final = 0.5
"""The same for a text that names authors of the work."""
WORDS_IN_STRETCH: Final = 4
"""Words with content of a title that is cited in other words; without its subtitle one more."""
WORDS_BESIDE_TITLE: Final = 6
"""Words beside a short title that stands alone."""
WORDS_OF_LINK: Final = 5
"""Words with content of a linked title that has nothing in common with the registered one."""
CAPITALS: Final = 0.6
"""The share of the longer words that begin with a capital in the title of a linked preprint."""
MANY_STRANGERS: Final = 0.5
"""The share of authors who are not registered, above which a different work is meant."""
FEW_STRANGERS: Final = 0.25
"""The share of authors who are not registered, above which the list is wrong."""
LINK_ALONE: Final = 0.7
"""The share of the words of a text from which on there is only the text of a link."""
WORDS_OF_REFERENCE: Final = 8
"""Words with content that a reference has, at least."""
WORDS_OF_TITLE: Final = 3
"""Words with content that two titles have, at least, to be different for certain."""
ALL_LISTED: Final = 10
"""Authors of a record up to which a shorter list was cut by mistake."""
YEARS_APART: Final = 2
"""Years from which on a year is wrong; one more or less is that of the issue or of the web."""
YEARS_FAR: Final = 3
"""Years from which on a wrong year with the right volume is no mistake of the writer."""
YEARS_AFTER_PREPRINT: Final = 5
"""The same after the year of a preprint, which is published years later."""
YEARS_OF_VERSIONS: Final = 5
"""Years from which on a different year is not that of the work's preprint or conference paper."""
NAME_SPELT_ALIKE: Final = 0.86
"""From this likeness on two family names are one, misspelt."""
SHORT_NAME_SPELT_ALIKE: Final = 0.88
"""The same for names of up to five letters."""
GROUP_NAMED: Final = 0.6
"""The share of the words of a group's name that name it."""
CONTAINER_NAMED: Final = 0.7
"""The share of the words of what reads as a title that are those of the journal."""
TRANSLATION_LENGTH: Final = 0.5
"""The length of a translated title beside the other one, at least."""
