"""The numbers by which citations are judged. Each has a name; how it was chosen is in the manual.

`tests/benchmarks/works_thresholds.py` makes the page `example_docs/background/thresholds.md`: for
each number what higher and lower ones would cost, on references that are right and wrong.
"""

from __future__ import annotations

from typing import Final

TITLE_SAME: Final = 0.8
"""From this likeness on, titles are the same, and the authors of a reference can be compared."""
TITLE_ALIKE: Final = 0.65
"""From this likeness on, titles are alike. Below it, the title in a field may differ."""
TITLE_OTHER: Final = 0.5
"""Below this likeness, a title is different, unless authors and year are the same."""
TITLE_OTHER_OF_SAME: Final = 0.35
"""The same for a title by the same authors."""
TITLE_OTHER_IN_TEXT: Final = 0.2
"""The same where it is uncertain which words of a text are the title."""
TITLE_OTHER_OF_LINK: Final = 0.1
"""The same if there is only the text of a link."""
TITLE_OTHER_OF_PAPER: Final = 0.4
"""The same for a link to a preprint on arXiv: its text is nearly always the preprint's title."""
TITLE_RENAMED: Final = 0.3
"""The share of words that the title of a preprint keeps when it is published with a new title."""
TITLE_TWIN: Final = 0.6
"""From this likeness on, the registered work may be a part, an erratum or a reply."""
TITLE_BEGINS: Final = 0.95
"""The likeness of a title to a longer one that begins with its words, three or more."""
TITLE_HEAD: Final = 0.75
"""The likeness of a title to a longer one that has it before a colon: "XGBoost: a system"."""
TITLE_SHORT: Final = 0.6
"""The length of a title beside a longer one from which on its missing words do not count."""
TITLE_SHORTENED: Final = 0.3
"""How much the likeness of a still shorter title exceeds its length."""
CHANGED_WORDS: Final = 3
"""Words of a title, at most, that were changed by mistake, or for a different title."""
CHANGED_PLACES: Final = 2
"""Places in a title, at most, at which its words were changed."""
CHANGED_SPELT_ALIKE: Final = 0.85
"""From this likeness on changed words are misspelt, or in another English."""
WORD_SPELT_ALIKE: Final = 0.85
"""From this likeness on two long words are one, inflected or misspelt."""
COMMON_WORD: Final = 0.35
"""The weight of a word that stands in thousands of titles, beside 1 of others."""
STRETCH: Final = 1.6
"""The length of a stretch of text in which a title stands, beside that of the title."""
FOREIGN: Final = 0.3
"""The share of letters of another script from which on a title is in this script."""
COVERED_MORE: Final = 0.1
"""The share of a registered title that may additionally occur in a text by chance."""
COVERED: Final = 0.8
"""The share of a title's words that a text contains if it words the title differently."""
COVERED_BESIDE_PEOPLE: Final = 0.6
"""The same for a text that names authors of the work."""
IN_ONE_STRETCH: Final = 0.6
"""The share of a title's words that occur in one stretch of the text."""
IN_ONE_STRETCH_BESIDE_PEOPLE: Final = 0.5
"""The same for a text that names authors of the work."""
WORDS_IN_STRETCH: Final = 4
"""The least number of content words of a reworded title; one more without its subtitle."""
WORDS_BESIDE_TITLE: Final = 6
"""The most words that may be next to a short title that stands alone."""
WORDS_OF_LINK: Final = 5
"""The least number of content words of a linked title that is entirely different."""
CAPITALS: Final = 0.6
"""The share of longer words with a capital letter in the title of a linked preprint."""
MANY_STRANGERS: Final = 0.5
"""If a larger share of the authors is not registered, a different work is meant."""
FEW_STRANGERS: Final = 0.25
"""If a larger share of the authors is not registered, the list is wrong."""
LINK_ALONE: Final = 0.7
"""If a link has at least this share of a text's words, the text counts as a link alone."""
WORDS_OF_REFERENCE: Final = 8
"""The least number of content words in a reference."""
WORDS_OF_TITLE: Final = 3
"""The least number of content words with which two titles are certainly different."""
ALL_LISTED: Final = 10
"""Up to this number of registered authors, a shorter list was cut by mistake."""
YEARS_APART: Final = 2
"""From this difference on, a year is wrong; an issue may appear one year after the article."""
YEARS_FAR: Final = 3
"""From this difference on, a wrong year with the right volume is not a writer's mistake."""
YEARS_AFTER_PREPRINT: Final = 5
"""The same for the year of a preprint, which may be published years later."""
YEARS_OF_VERSIONS: Final = 5
"""From this difference on, a year is not that of the work's preprint or conference paper."""
NAME_SPELT_ALIKE: Final = 0.86
"""From this likeness on, two family names are the same name, misspelt."""
SHORT_NAME_SPELT_ALIKE: Final = 0.88
"""The same for names of up to five letters."""
GROUP_NAMED: Final = 0.6
"""The share of the words of a group's name that identify the group."""
CONTAINER_NAMED: Final = 0.7
"""The share of the words of a supposed title that come from the name of the journal."""
TRANSLATION_LENGTH: Final = 0.5
"""The least length of a translated title, as a share of the other title."""
