"""Which names of journals, books and conferences are of one and the same, and which are not."""

from __future__ import annotations

import pytest

from mdlint_doi.works.venues import (
    SAME_WORKS,
    VENUES,
    are_two_conferences,
    is_conference,
    is_other_venue,
)

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
    ("ZStW", "Zeitschrift für die gesamte Strafrechtswissenschaft"),
    ("Matematicheskie Zametki", "Mathematical Notes"),
    ("Teor. Mat. Fiz.", "Theoretical and Mathematical Physics"),
)
OTHER = (
    ("Journal of Imaginary Botany", "Annals of Gardening"),
    ("CVPR", "European Conference on Computer Vision"),
    ("ACL", "Advances in Neural Information Processing Systems"),
    ("Physical Review D", "Journal of Imaginary Botany"),
    ("Transactions on Gardening and Adaptation", "AAAI"),
    ("IEEE Conference on Computer Vision and Pattern Recognition", "IEEE ICASSP"),
    ("MatZam", "Annals of Gardening"),
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
    ("Успехи физических наук", "Physics-Uspekhi"),
)


@pytest.mark.parametrize(("name", "other"), SAME)
def test_one_venue(name: str, other: str) -> None:
    """Abbreviations, acronyms, ordinals, successors and translations name one venue."""
    assert not is_other_venue(name, (other,))
    assert not is_other_venue(other, (name,))


@pytest.mark.parametrize(("name", "other"), OTHER)
def test_two_venues(name: str, other: str) -> None:
    """Names with nothing in common are of two venues, unless one of several is the same."""
    assert is_other_venue(name, (other,))
    assert not is_other_venue(name, (other, name))


@pytest.mark.parametrize(("stated", "registered"), SILENT)
def test_nothing_to_compare(stated: str, registered: str) -> None:
    """Preprints, series, publishers and names of small words alone say nothing."""
    assert not is_other_venue(stated, (registered,))


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("CVPR 2023", "Proceedings of the AAAI Conference on Artificial Intelligence", True),
        ("NIPS", "International Conference on Machine Learning", True),
        ("Proc. SIGMOD", "Advances in Neural Information Processing Systems", True),
        ("CVPR", "2023 IEEE Conference on Computer Vision and Pattern Recognition", False),
        ("CVPR Workshops", "ICML", False),
        ("Companion of the ACM Web Conference", "ICML", False),
        ("IEEE Transactions on Software Engineering", "ICML", False),
        ("Software Engineering", "ICML", False),
        ("JMLR", "ICML", False),
        ("Garden Conference", "ICML", False),
        ("ICML", "Lecture Notes in Computer Science", False),
        ("ICML", "", False),
    ],
)
def test_two_conferences(name: str, other: str, expected: bool) -> None:  # noqa: FBT001 - a value
    """Two well-known conferences are two; of workshops, journals and others nobody knows."""
    assert are_two_conferences(name, (other,)) is expected
    assert are_two_conferences(other, (name,)) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Garden Conference", True),
        ("Proc. 3rd Int. Symp. on Bulbs", True),
        ("CVPR", True),
        ("SOSP '19", True),
        ("Journal of Imaginary Botany", False),
        ("IEEE Transactions on Software Engineering", False),
        ("", False),
    ],
)
def test_conferences(name: str, expected: bool) -> None:  # noqa: FBT001 - a value
    """A conference shows by a word of its name, or is well-known."""
    assert is_conference(name) is expected


def test_each_venue_is_known_by_its_names() -> None:
    """A row is found by each of its acronyms and by each of its names, and tells its source."""
    for venue in VENUES:
        acronym = venue.acronyms.split()[0].upper()
        for name in venue.names:
            assert not is_other_venue(acronym, (name.title(),)), venue
        assert venue.source.split()[0] in {"dblp", "issn", "ADS"}
    for name, other in SAME_WORKS:
        assert not is_other_venue(name, (other,))
