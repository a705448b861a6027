"""Which names of journals, books and conferences are of one and the same, and which are not."""

from __future__ import annotations

import pytest

from mdlint_doi.works.venues import SAME_WORKS, VENUES, is_other_venue

SAME = (
    ("Journal of Imaginary Botany", "Journal of imaginary botany"),
    ("J. Imag. Bot.", "Journal of Imaginary Botany"),
    ("Intl. J. Imag. Bot.", "International Journal of Imaginary Botany"),
    ("Phys. Rev. Lett.", "Physical Review Letters"),
    ("BMJ", "British Medical Journal"),
    ("JIB", "Journal of Imaginary Botany"),
    ("Proceedings of the 12th Garden Workshop", "2019 Garden Workshop (GW)"),
    ("CVPR", "2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
    ("NIPS", "Advances in Neural Information Processing Systems"),
    ("WWW", "Proceedings of the ACM Web Conference 2023"),
    ("Nature", "Nature Methods"),
    ("apj", "The Astrophysical Journal"),
    ("SIGGRAPH", "ACM Transactions on Graphics (TOG)"),
    ("Zeitschrift für Physik C", "The European Physical Journal C"),
    ("ACM SIGPLAN Symposium POPL", "Proceedings of the ACM on Programming Languages"),
    ("Gardens & Soils", "Gardens and soils"),
)
OTHER = (
    ("Journal of Imaginary Botany", "Annals of Gardening"),
    ("CVPR", "European Conference on Computer Vision"),
    ("ACL", "Advances in Neural Information Processing Systems"),
    ("Physical Review D", "Journal of Imaginary Botany"),
)
SILENT = (
    ("", "Annals of Gardening"),
    ("arXiv preprint arXiv:1706.03762", "Annals of Gardening"),
    ("In press", "Annals of Gardening"),
    ("Annals of Gardening", "Lecture Notes in Computer Science"),
    ("Annals of Gardening", "Springer Berlin Heidelberg"),
    ("ICML", "Proceedings of Machine Learning Research"),
    ("Lecture Notes in Gardening", "Annals of Botany"),
    ("Annals of Gardening", ""),
    ("12", "Annals of Gardening"),
    ("The Journal", "Proceedings of the Conference"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_venue(one: str, other: str) -> None:
    """Abbreviations, acronyms, ordinals, successors and translations name one venue."""
    assert not is_other_venue(one, (other,))
    assert not is_other_venue(other, (one,))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_two_venues(one: str, other: str) -> None:
    """Names with nothing in common are of two venues, unless one of several is the same."""
    assert is_other_venue(one, (other,))
    assert not is_other_venue(one, (other, one))


@pytest.mark.parametrize(("stated", "registered"), SILENT)
def test_nothing_to_compare(stated: str, registered: str) -> None:
    """Preprints, series, publishers and names of small words alone say nothing."""
    assert not is_other_venue(stated, (registered,))


def test_each_venue_is_known_by_its_names() -> None:
    """A row is found by each of its acronyms and by each of its names, and tells its source."""
    for venue in VENUES:
        acronym = venue.acronyms.split()[0].upper()
        for name in venue.names:
            assert not is_other_venue(acronym, (name.title(),)), venue
        assert venue.source.split()[0] in {"dblp", "issn", "ADS"}
    for one, other in SAME_WORKS:
        assert not is_other_venue(one, (other,))
