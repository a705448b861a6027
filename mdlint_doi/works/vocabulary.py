"""Words that say little: lists, so that a title is not taken for another by its small change.

Made by hand from what titles, records and lists of references have in common; all in lower case,
folded, as `folding.words` returns them.
"""

from __future__ import annotations

from typing import Final


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list that is written as one text."""
    return frozenset(text.split())


STOP: Final = word_set(
    """
    a an and are as at based be by can das de dem den der des die do does du e ein eine el en
    et for from has have how il in into is it its la las le les lo los new of on or our so
    that the their this to un und une using via von vs was we what when where which with y you
    zum zur
    """
)
"""Without content: articles, prepositions, "using", "based"; of the commonest tongues."""
COMMON: Final = word_set(
    """
    accurate across advances algorithm analyse analysis analyze analyzing application applied
    applying approach assessing assessment automated automatic between beyond case cell
    cellular challenge change characterization classification clinical code comparative
    comparing comparison complex computational computing data dataset deep design detecting
    detection determination development different disease distribution driven dynamic early
    effect efficient empirical enhanced estimating estimation evaluating evaluation evidence
    experiment experimental exploring expression factor fast feature framework function
    functional future gene general generation genome genomic global guide high human
    identification identifying image impact improved improving inference information
    integrated integrating integration interactive interpretation introduction investigation
    issue journal knowledge language large learning level library linear local long low
    machine management map mapping measurement measuring mechanism method methodology model
    modeling modelling molecular multi multiple network neural novel observation open optimal
    overview package paper parameter part perspective physic practical practice predicting
    prediction present principle problem process processing profile profiling project protein
    protocol python quality quantification quantifying quantitative rapid real recent
    recognition reconstruction regression related report research resolution resource response
    result review risk robust role sample scale science scientific selection sequence
    sequencing series set short simple simulation single small social software solution some
    source space spatial specific standard state statistic statistical structural structure
    studie study survey system systematic target technique technology test testing theory time
    tool toolkit toward towards training transcriptome trend type understanding use user value
    variable variation version visualization workflow world year
    """
)
"""In so many titles that sharing them says little; without the s of the plural."""
LINKING: Final = word_set(
    """
    abstract access article arxiv biorxiv blog book cell chapter citation cite click code com
    data dataset details doc docs documentation doi download full github here http https
    journal link medrxiv more nature org original page paper pdf poster preprint publication
    published pubmed read reference science see slides software source supplementary talk text
    url version video view website www zenodo
    """
)
"""What stands for a link rather than in a title: "paper", "full text"."""
HEADINGS: Final = word_set(
    """
    abstract abstracts acknowledgement acknowledgements acknowledgment acknowledgments
    announcement announcements appendix author authors back book books chapter comment
    commentary comments conclusion conclusions contents contributors correction corrections
    corrigendum cover discussion editor editorial editorials editors errata erratum foreword
    front glossary index information introduction issue letter letters list masthead matter
    news note notes notice obituary overview page preface preliminary prologue references
    reply response review reviewer reviewers reviews section subject summary supplement table
    title volume
    """
)
"""Titles made of these are headings, as thousands of works have: "Editorial", "Book reviews"."""
NO_NAMES: Final = word_set(
    """
    academy accessed apr april association aug august available bioinformatics center centre
    college conference dec december department doi edited epub faculty feb february in
    institute isbn issn jan january journal jul july jun june laboratory mar march may
    ministry nature nov november oct october on paper pmcid pmid preprint proceedings
    published retrieved school see sep sept september society supplement university url
    workshop
    from into that the their these this those toward towards using what when where which why
    with
    """
)
"""Capitalized in references, but nobody: months, institutions, first words of titles."""
PARTICLES: Final = word_set(
    """
    't af al ap at ben bin d da dal de degli dei del della den der des di do dos du e el ibn
    il l la las le les lo los mac mc o san st t ten ter the und v van vande vanden vander vom
    von y zu zum zur
    """
)
"""In front of family names, left out as often as not."""
READ_PARTICLES: Final = word_set(
    """
    al bin da dal de degli dei del della den der des di do dos du el la le ten ter van von zu
    zum zur
    """
)
"""Those of them that are no words of English titles."""
SUFFIXES: Final = word_set(
    """
    2 3 4 dr esq ii iii iv jr md msc phd prof sir sr
    """
)
"""Behind or before names, but no part of them."""
