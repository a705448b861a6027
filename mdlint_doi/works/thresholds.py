"""The thresholds for the comparison of citations with records.

`tests/benchmarks/works_thresholds.py` generates `example_docs/background/thresholds.md`. This page
of the manual shows for each threshold the results of lower and higher values, on correct and
incorrect references.
"""

from __future__ import annotations

from typing import Final

TITLE_SAME: Final = 0.8
"""At or above this likeness, titles are the same, and authors can be compared."""
TITLE_ALIKE: Final = 0.65
"""At or above this likeness, titles are alike. Below it, the title in a field may differ."""
TITLE_OTHER: Final = 0.5
"""Below this likeness, titles count as different, unless authors and year are the same."""
TITLE_OTHER_OF_SAME: Final = 0.35
"""Below this likeness, a title by the same authors is different."""
TITLE_OTHER_IN_TEXT: Final = 0.2
"""Below this likeness, titles differ if it is uncertain which words of a text are the title."""
TITLE_OTHER_OF_LINK: Final = 0.1
"""Below this likeness, titles differ if there is only the text of a link."""
TITLE_OTHER_OF_PAPER: Final = 0.4
"""Below this likeness, a link to an arXiv preprint differs: its text is nearly always the title."""
TITLE_RENAMED: Final = 0.3
"""A preprint that is published with a new title keeps at least this share of its title's words."""
TITLE_TWIN: Final = 0.6
"""At or above this likeness, the registered work may be a part, an erratum or a reply."""
TITLE_BEGINS: Final = 0.95
"""A title of three or more words has this likeness to a longer one that begins with them."""
TITLE_HEAD: Final = 0.75
"""A title has this likeness to a longer one that has it before a colon: "XGBoost: a system"."""
TITLE_SHORT: Final = 0.6
"""If a title has this share of a longer title's length, the missing words do not count."""
TITLE_SHORTENED: Final = 0.3
"""The likeness of an even shorter title exceeds its share of the length by this much."""
CHANGED_WORDS: Final = 3
"""At most this many words of a title were changed, by mistake or for a different title."""
CHANGED_PLACES: Final = 2
"""The words of a title were changed in at most this many places."""
CHANGED_SPELT_ALIKE: Final = 0.85
"""At or above this likeness, changed words count as misspelt, or as a different kind of English."""
WORD_SPELT_ALIKE: Final = 0.85
"""At or above this likeness, two long words count as the same word, inflected or misspelt."""
COMMON_WORD: Final = 0.35
"""A word that occurs in thousands of titles has this weight; other words have a weight of 1."""
STRETCH: Final = 1.6
"""A stretch of text that contains a title may be this many times as long as the title."""
FOREIGN: Final = 0.3
"""A title is in a different script if at least this share of its letters is in that script."""
COVERED_MORE: Final = 0.1
"""This additional share of a registered title may occur in a text by chance."""
COVERED: Final = 0.8
"""A text that gives a title in other words contains at least this share of its words."""
COVERED_BESIDE_PEOPLE: Final = 0.6
"""In a text that names authors of the work, this share of the title's words is enough."""
IN_ONE_STRETCH: Final = 0.6
"""At least this share of a title's words occurs in one stretch of the text."""
IN_ONE_STRETCH_BESIDE_PEOPLE: Final = 0.5
"""In a text that names authors of the work, this share in one stretch is enough."""
WORDS_IN_STRETCH: Final = 4
"""A reworded title needs so many content words; without its subtitle, it needs one more."""
WORDS_BESIDE_TITLE: Final = 6
"""At most this many words may be next to a short title that stands alone."""
WORDS_OF_LINK: Final = 5
"""A linked title that is entirely different has at least this many content words."""
CAPITALS: Final = 0.6
"""In a linked preprint's title, at least this share of the longer words has a capital letter."""
MANY_STRANGERS: Final = 0.5
"""If a larger share of the authors is not registered, a different work is meant."""
FEW_STRANGERS: Final = 0.25
"""If a larger share of the authors is not registered, the list of authors is incorrect."""
LINK_ALONE: Final = 0.7
"""If a link has at least this share of a text's words, the text counts as a link alone."""
WORDS_OF_REFERENCE: Final = 8
"""A reference has at least this many content words."""
WORDS_OF_TITLE: Final = 3
"""Titles with at least this many content words can be certainly different."""
ALL_LISTED: Final = 10
"""If at most this many authors are registered, a shorter list was truncated by mistake."""
YEARS_APART: Final = 2
"""At or above this difference, a year is incorrect: issues may appear a year after the article."""
YEARS_FAR: Final = 3
"""At or above this difference, a wrong year with the correct volume is not an author's mistake."""
YEARS_AFTER_PREPRINT: Final = 5
"""At or above this difference, a preprint's year is incorrect: publication may take years."""
YEARS_OF_VERSIONS: Final = 5
"""A year that differs by this much is not that of the preprint or the conference paper."""
NAME_SPELT_ALIKE: Final = 0.86
"""At or above this likeness, two family names count as the same name, misspelt."""
SHORT_NAME_SPELT_ALIKE: Final = 0.88
"""At or above this likeness, two names of up to five letters count as the same name, misspelt."""
GROUP_NAMED: Final = 0.6
"""A group is identified by at least this share of the words in its name."""
CONTAINER_NAMED: Final = 0.7
"""A supposed title is a journal's name if at least this share of its words comes from it."""
TRANSLATION_LENGTH: Final = 0.5
"""A translated title has at least this fraction of the other title's length."""
