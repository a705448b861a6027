"""The thresholds for the comparison of citations with records.

`tests/benchmarks/works_thresholds.py` generates `example_docs/development/thresholds.md`. This page
of the manual shows for each threshold the results of lower and higher values, on correct and
incorrect references.
"""

from __future__ import annotations

from typing import Final

TITLE_SAME: Final = 0.8
"""Titles with at least this likeness are the same, so the authors can be compared."""
TITLE_ALIKE: Final = 0.65
"""Titles with at least this likeness are alike. Below this likeness, the title in a field may be
different.
"""
TITLE_OTHER: Final = 0.5
"""Titles below this likeness are different, unless the authors are the same."""
TITLE_OTHER_OF_SAME: Final = 0.35
"""Titles below this likeness are different even if the authors are the same."""
TITLE_OTHER_IN_REFERENCE: Final = 0.75
"""If the form of a reference shows which words are the title, titles below this likeness are
different, unless they are short.
"""
TITLE_OTHER_IN_TEXT: Final = 0.2
"""If it is uncertain which words of a text are the title, titles are different below this likeness.
"""
TITLE_OTHER_OF_LINK: Final = 0.1
"""If only the text of a link is available, titles are different below this likeness."""
TITLE_OTHER_OF_PAPER: Final = 0.4
"""If an arXiv preprint is linked, titles are different below this likeness. The text of such a link
is nearly always the title.
"""
TITLE_RENAMED: Final = 0.3
"""A preprint that is published with a new title keeps at least this share of the words in its
title.
"""
TITLE_TWIN: Final = 0.6
"""If titles have at least this likeness, the registered work may be a part, an erratum or a reply.
"""
TITLE_SHORT: Final = 0.6
"""If a title has at least this share of the length of a longer title, the missing words do not
count.
"""
TITLE_SHORTENED: Final = 0.3
"""For an even shorter title, the likeness is multiplied by the sum of this value and the ratio of
the two lengths.
"""
CHANGED_WORDS: Final = 3
"""If at most this many words of a title differ, they count as changed words of the same title."""
CHANGED_PLACES: Final = 2
"""The changed words may be in at most this many places in the title."""
WORD_SPELT_ALIKE: Final = 0.85
"""Two long words or names with at least this likeness count as the same one, inflected or misspelt,
or spelt differently in British and American English.
"""
COMMON_WORD: Final = 0.35
"""A word that occurs in thousands of titles has this weight; other words have a weight of 1."""
STRETCH: Final = 2
"""The part of a text that contains a title may be this many times as long as the title."""
FOREIGN: Final = 0.3
"""A title is in a non-Latin script if more than this share of its letters is not Latin."""
COVERED_MORE: Final = 0.1
"""Some words of a title occur in any text by chance. An excess of up to this share counts as
chance.
"""
COVERED: Final = 0.8
"""A text contains a reworded title only if it contains at least this share of the title's words."""
COVERED_BESIDE_PEOPLE: Final = 0.6
"""If a text names authors of the work, this share of the title's words is enough."""
IN_ONE_STRETCH: Final = 0.6
"""A text contains a reworded title only if at least this share of the title's words is in one part
of the text.
"""
IN_ONE_STRETCH_BESIDE_PEOPLE: Final = 0.5
"""If a text names authors of the work, this share in one part is enough."""
WORDS_IN_STRETCH: Final = 4
"""A reworded title needs at least this many content words, or one more if its subtitle is missing.
"""
WORDS_BESIDE_TITLE: Final = 6
"""A short title without authors or a year may have at most this many other words next to it."""
WORDS_OF_LINK: Final = 5
"""A linked title can be entirely different only if it has at least this many content words."""
WORDS_OF_PAPER: Final = 4
"""The text of a link to an arXiv preprint can be its title only if it has at least this many
content words.
"""
CAPITALS: Final = 0.6
"""In a linked preprint's title, more than this share of the longer words begins with a capital
letter.
"""
AUTHORS_TOGETHER: Final = 2
"""If at least this many authors are not registered, their share counts. If a text names this many
registered authors after the first one, it hardly does so by chance.
"""
MANY_STRANGERS: Final = 0.5
"""If more than this share of the authors is not registered, a different work is meant."""
FEW_STRANGERS: Final = 0.25
"""If more than this share of the authors is not registered, the list of authors is incorrect."""
LINK_ALONE: Final = 0.7
"""If a link contains at least this share of the words in a text, the link counts as standing alone.
"""
WORDS_OF_REFERENCE: Final = 8
"""Text counts as a reference only with at least this many content words."""
SIGNS_OF_REFERENCE: Final = 2
"""Text counts as a reference only if it states at least this many of these: authors, a year, a
volume or pages.
"""
WORDS_OF_TITLE: Final = 3
"""Only titles with at least this many content words can be different beyond doubt."""
ALL_LISTED: Final = 10
"""If at most this many authors are registered, a shorter list of authors was truncated by mistake.
"""
YEARS_APART: Final = 2
"""A year that differs by at least this much is incorrect. An issue may appear a year after the
article.
"""
YEARS_FAR: Final = 3
"""If the volume is correct but the year differs by at least this much, the difference is not a
single mistake.
"""
YEARS_OF_VERSIONS: Final = 5
"""A year that differs by at least this much cannot be that of a different version. An article may
appear years after its preprint or its conference paper.
"""
NAME_SPELT_ALIKE: Final = 0.88
"""Two family names of four or five letters with at least this likeness count as the same name,
misspelt. For longer names, see `WORD_SPELT_ALIKE`.
"""
NAME_IN_SAME_PLACE: Final = 0.7
"""In the same place of two lists with equal length, names with at least this likeness are the same.
"""
GROUP_NAMED: Final = 0.6
"""A text names a group if it contains at least this share of the words in the group's name."""
CONTAINER_NAMED: Final = 0.7
"""A supposed title is a journal's name if at least this share of its words comes from that name."""
TRANSLATION_LENGTH: Final = 0.5
"""A translated title has at least this fraction of the length of the original title."""
