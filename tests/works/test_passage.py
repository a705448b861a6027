"""Whose words are whose."""

from __future__ import annotations

from works.citing import NAME, OTHER, TULIPS, claims_in, link, name, plain

from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import TitleKind
from mdlint_doi.works.passage import segments
from mdlint_doi.works.runs import Passage, RunKind, TextRun

ROSES = "Scent and colour of climbing roses in coastal gardens"


def test_one_doi_has_all_words() -> None:
    """The whole block belongs to its only DOI."""
    (claim,) = claims_in(plain("Marlowe, A. (2017). One. "), name(), plain(" See page 3."))
    assert claim.words == "Marlowe, A. (2017). One. See page 3."


def test_cut_at_neighbours() -> None:
    """What stands before a DOI is its own, and the rest of the sentence behind it."""
    first, second = claims_in(
        plain(f"Marlowe, A. (2017). {TULIPS}. "),
        name(NAME),
        plain(f", accessed today. Quill, B. (2019). {ROSES}. "),
        name(OTHER),
    )
    assert TULIPS in first.words
    assert ROSES not in first.words
    assert "accessed today" in first.words
    assert ROSES in second.words
    assert TULIPS not in second.words
    assert not first.caveat


def test_the_same_doi_twice() -> None:
    """Two mentions of one DOI share their words."""
    first, second = claims_in(
        plain(f"{TULIPS}. "), name(), plain(" also "), name(), plain(" there")
    )
    assert TULIPS in first.words
    assert TULIPS in second.words


def test_doi_first() -> None:
    """Where references may follow their DOIs, nothing speaks against a work."""
    first, second = claims_in(
        name(NAME),
        plain(f" Marlowe, A. (2017). {TULIPS}. "),
        name(OTHER),
        plain(f" Quill, B. (2019). {ROSES}."),
    )
    assert first.caveat
    assert second.caveat


def test_own_link() -> None:
    """The text of a DOI's own link is its title, whatever stands around."""
    first, second = claims_in(
        link(TULIPS, NAME), plain(", and "), link(ROSES, OTHER), plain(" too, they say")
    )
    assert [title.text for title in first.titles] == [TULIPS]
    assert [title.text for title in second.titles] == [ROSES]
    assert first.titles[0].kind is TitleKind.LINK_TEXT
    assert not first.caveat


def test_cells() -> None:
    """The border of a cell ends what belongs to the DOI before."""
    claim, _ = claims_in(
        plain(TULIPS + " "),
        name(NAME),
        TextRun(RunKind.BREAK, ""),
        plain(ROSES + " "),
        name(OTHER),
    )
    assert ROSES not in claim.words


def test_code_and_addresses_say_nothing() -> None:
    """Code and addresses are no words of a citation."""
    (claim,) = claims_in(
        TextRun(RunKind.CODE, "import tulips"), plain(" see https://example.org/tulips "), name()
    )
    assert claim.words == "see"


def test_citation_keys() -> None:
    """Nobody wrote a reference beside a key."""
    (claim,) = claims_in(
        plain(f"“{TULIPS}” "), TextRun(RunKind.CITE_KEY, "@doi:10.5555/one", doi=NAME)
    )
    assert claim.caveat == "the DOI is in a citation key"


def test_kinds_of_titles() -> None:
    """Quoted, emphasized and linked strings and titles of roles are claims; short ones are not."""
    for kind, title in (
        (RunKind.EMPHASIS, TitleKind.EMPHASIZED),
        (RunKind.QUOTED, TitleKind.QUOTED),
        (RunKind.LINK_TEXT, TitleKind.LINK_TEXT),
        (RunKind.ROLE_TITLE, TitleKind.ROLE),
    ):
        (claim,) = claims_in(
            TextRun(kind, TULIPS), plain(" "), TextRun(kind, "full paper"), plain(" "), name()
        )
        assert [found.kind for found in claim.titles] == [title]
    (claim,) = claims_in(plain(f"as “{TULIPS}” says "), name())
    assert claim.titles[0].kind is TitleKind.QUOTED


def test_emphasized_journals() -> None:
    """Journals and proceedings, which many styles emphasize, are no titles."""
    serial = TextRun(RunKind.EMPHASIS, "Proceedings of the Imaginary Society for Plant Roots")
    (claim,) = claims_in(plain("Marlowe et al., "), serial, plain(", 12, 2017. "), name())
    assert claim.titles == ()


def test_links_that_are_no_titles() -> None:
    """Citations, names, files and code in links are no titles."""
    for text in (
        "the preprint on sandy soils (Marlowe et al., 2017)",
        "Marlowe, A., Berg, J., Quill, B.",
        "2020-05-roots-of-tulips.md",
        "click here for the full text",
        "roots(tulips={}, soil=[1, 2], depth=(3))",
    ):
        (claim,) = claims_in(link(text))
        assert claim.titles == ()


def test_claims_keep_their_place() -> None:
    """A claim tells the DOI and where it stands."""
    (claim,) = claims_in(TextRun(RunKind.DOI, "10.5555/one", Span(3, 14), NAME))
    assert (claim.doi, claim.span) == (NAME, Span(3, 14))
    assert not claim.is_comparable


def test_no_doi_no_segment() -> None:
    """A passage without DOIs, and an empty one, make no claims."""
    assert list(segments(Passage((plain("words"),)))) == []
    assert list(segments(Passage(()))) == []
