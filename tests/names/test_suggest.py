"""Candidates for a broken name: each move, their order and their bound."""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import parse
from mdlint_doi.names.suggest import LIMIT, MOVES, candidates

SICI = "10.1002/(SICI)1(1998)49:8<693::AID>3.0.CO;2-O"


@pytest.mark.parametrize(
    ("broken", "meant"),
    [
        # DESIGN section 6, "Did you mean".
        ("10.1016/j.drudis.2016.09.027.", "10.1016/j.drudis.2016.09.027"),
        ("10.1126/science.1240454]", "10.1126/science.1240454"),
        ('10.1126/science.1240454"', "10.1126/science.1240454"),
        ("10.1126/science.1240454).", "10.1126/science.1240454"),
        ("10.1111/brv.12289/full", "10.1111/brv.12289"),
        ("10.1111/brv.12289/abstract", "10.1111/brv.12289"),
        ("10.1111/brv.12289/pdf", "10.1111/brv.12289"),
        ("10.1111/brv.12289.pdf", "10.1111/brv.12289"),
        ("10.1111/brv.12289.html", "10.1111/brv.12289"),
        ("10.1088/0022-3727/34/10/311/meta", "10.1088/0022-3727/34/10/311"),
        ("10.1111/brv.12289/fulltext", "10.1111/brv.12289"),
        ("10.1101/2020.11.02.364968v2", "10.1101/2020.11.02.364968"),
        ("10.1130/2014.2505(24", "10.1130/2014.2505(24)"),
        ("10.1007/978–3–642–21551–3_33.", "10.1007/978-3-642-21551-3_33"),
        (
            "10.1175/1520-0493(1972)100⟨0081:OTAOSH⟩2.3.CO;2",
            "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2",
        ),
        (
            "10.1002/(SICI)1(1998)49:8%3C693::AID%3E3.0.CO;2-O",
            "10.1002/(SICI)1(1998)49:8<693::AID>3.0.CO;2-O",
        ),
        # As reference managers write `<` and `>` for TeX.
        ("10.1002/(SICI)1(1998)49:8$<$693::AID$>$3.0.CO;2-O", SICI),
        (r"10.1002/(SICI)1(1998)49:8{\textless}693::AID{\textgreater}3.0.CO;2-O", SICI),
        (r"10.1002/(SICI)1(1998)49:8\textless{}693::AID\textgreater{}3.0.CO;2-O", SICI),
        ("10.1O16/j.x.2004.05.001", "10.1016/j.x.2004.05.001"),
        ("1O.1016/j.x.2004.05.001", "10.1016/j.x.2004.05.001"),
        ("I0.l016/j.x.2004.05.001", "10.1016/j.x.2004.05.001"),
        # Prefixes.
        ("0.1111/j.1471-0528.1995.tb09132.x", "10.1111/j.1471-0528.1995.tb09132.x"),
        (".1111/j.1471-0528.1995.tb09132.x", "10.1111/j.1471-0528.1995.tb09132.x"),
        ("1111/j.1471-0528.1995.tb09132.x", "10.1111/j.1471-0528.1995.tb09132.x"),
        ("10,1016/j.x", "10.1016/j.x"),
        ("10-1016/j.x", "10.1016/j.x"),
        ("10. 1016/j.x", "10.1016/j.x"),
        ("105517/ccdc.csd.cc1lj81f", "10.5517/ccdc.csd.cc1lj81f"),
        ("10.5517ccdc.csd.cc1lj81f", "10.5517/ccdc.csd.cc1lj81f"),
        ("10.1016.j.jmb.2004.01.001", "10.1016/j.jmb.2004.01.001"),
        ("10.1016/10.1016/j.x", "10.1016/j.x"),
        ("10.1016/doi:10.1016/j.x", "10.1016/j.x"),
        # The published error classes.
        (
            "10.1016/j.aca.2008.02.068.http://dx.doi.org/10.1016/j.aca.2008.02.068",
            "10.1016/j.aca.2008.02.068",
        ),
        ("10.1073/pnas.1324140111/-/dcsupplemental", "10.1073/pnas.1324140111"),
        ("10.1021/acs.x.5b00001/suppinfo", "10.1021/acs.x.5b00001"),
        ("10.1177/0743558414561297jar.sagepub.com", "10.1177/0743558414561297"),
        ("10.1001/jama.2010.1.pmid:12345678", "10.1001/jama.2010.1"),
        ("10.1001/jama.2010.1pmcid:PMC12345", "10.1001/jama.2010.1"),
        ("10.3389/fendo.2018.00651[doi]", "10.3389/fendo.2018.00651"),
        ("10.1001/x[epubaheadofprint]", "10.1001/x"),
        ("10.1001/x.articlepublishedonlineaheadofprint2008", "10.1001/x"),
        ("10.1021/nl048965u.......5,5(2005)", "10.1021/nl048965u"),
        ("10.2139/ssrn.3418648>accessed16", "10.2139/ssrn.3418648"),
        ("10.3389/fmats.2014.00029(2014)", "10.3389/fmats.2014.00029"),
        ("10.17882/52804#57467", "10.17882/52804"),
        ("10.1371/journal.pone.0042793?utm_source=x", "10.1371/journal.pone.0042793"),
        ("10.1002/x;jsessionid=ABC.f01", "10.1002/x"),
        ("10.1007/978-3-642-35323-9\\_10", "10.1007/978-3-642-35323-9_10"),
        ("10.1007/978-3-642-45135-5__17", "10.1007/978-3-642-45135-5_17"),
        ("10.1016/j.ejpain..2005.06.009", "10.1016/j.ejpain.2005.06.009"),
        ("10.1016//j.ejpain.2005.06.009", "10.1016/j.ejpain.2005.06.009"),
        ("10.1146/annurev-nucl<br/>-102115", "10.1146/annurev-nucl-102115"),
        ("10.1108/jd-12-2013-0166<tag>content</tag>", "10.1108/jd-12-2013-0166"),
        ("10.1379/1466(1997)002lt;0162:tm>2.3.co;2", "10.1379/1466(1997)002<0162:tm>2.3.co;2"),
        ("10.1379/1466(1997)002&lt;0162:tm&gt;2.3.co;2", "10.1379/1466(1997)002<0162:tm>2.3.co;2"),
        ("10.1016/j.eswa,2007.09.055", "10.1016/j.eswa.2007.09.055"),
        ("10.1016/j.eswa.2007.09.055,pp.2206-2222", "10.1016/j.eswa.2007.09.055"),
        ("10.1007/s10706-019-01181-9(0123456789", "10.1007/s10706-019-01181-9"),
        ("10.1029/2005GC000960, 2006", "10.1029/2005GC000960"),
        ("10.3390/photonics 11070630", "10.3390/photonics11070630"),
        ("10.1000/182 and more", "10.1000/182"),
        ("10.1175/1520-0469(1995)052<1237:W>2.0.CO", "10.1175/1520-0469(1995)052<1237:W>2.0.CO;2"),
        ("10.1111/j.1365-246X.2009.04226", "10.1111/j.1365-246X.2009.04226.x"),
        ("10.5281/1234567", "10.5281/zenodo.1234567"),
        ("10.5281/zenodo/1234567", "10.5281/zenodo.1234567"),
        ("10.1007/s00125-006-0260-y/tables/2", "10.1007/s00125-006-0260-y"),
        (
            "10.1093/med/9780199592548.001.0001/med-9780199592548-chapter-199",
            "10.1093/med/9780199592548.003.0199",
        ),
        ("10.1000/182/", "10.1000/182"),
        ("10.1016/j.ех.2004.05.001", "10.1016/j.ex.2004.05.001"),
        # Several moves.
        ("https://doi.org/10.1007/978–3–642_21551.", "10.1007/978-3-642_21551"),
        ("doi:1O.1016/j.x.2004.05.001.", "10.1016/j.x.2004.05.001"),
        ("10.1111/brv.12289/full).", "10.1111/brv.12289"),
        ("https://doi.org/https://doi.org/10.1000/182", "10.1000/182"),
        ("DOI: 10.1000/182.", "10.1000/182"),
        # What cannot be decoded is fixed as it stands.
        ("https://doi.org/10.1000/a%zz/full", "10.1000/a%zz"),
    ],
)
def test_moves(broken: str, meant: str) -> None:
    """What was meant is among the candidates."""
    assert parse(meant) in {repair.doi for repair in candidates(broken)}


def test_the_least_change_comes_first() -> None:
    """One move comes before two, and what never cuts into a good name before what may."""
    (first, *_) = candidates("10.1111/brv.12289/full.")
    assert (str(first.doi), first.moves) == ("10.1111/brv.12289/full", ("drop final punctuation",))
    depths = [len(repair.moves) for repair in candidates("10.1111/brv–1..2__3/full).")]
    assert depths == sorted(depths)
    assert max(depths) == 3


def test_bound() -> None:
    """There are never more candidates than the limit, however broken the name is."""
    worst = "1O.1016/10.1016/j.x–1..2__3//4(5,6/full?a=b#c<br/>[doi]. http://x.org v2 %41).pdf"
    assert len(candidates(worst)) == LIMIT


def test_longer_than_any_name() -> None:
    """Of a name of 512 characters something is made, of a longer one nothing."""
    assert candidates(parse("10.1000/" + "a" * 503 + "."))
    assert candidates(parse("10.1000/" + "a" * 504 + ".")) == ()


@pytest.mark.parametrize("text", ["", "abc", "not a doi", "10.", "10/abc", "10.1000/182"])
def test_nothing_to_fix(text: str) -> None:
    """A good name, and what is nowhere near one, has no candidates."""
    assert candidates(text) == ()


def test_a_part_of_a_book_never_becomes_the_book() -> None:
    """No move turns the name of a part into that of the whole, which may well be registered."""
    for name in (
        "10.1093/gmo/9781561592630.article.A2242442",
        "10.1007/978-3-642-35323-9_10",
        "10.1093/acprof:oso/9780199299591.003.0007",
    ):
        names = {str(repair.doi) for repair in candidates(parse(name))}
        assert not any(name.startswith(other) for other in names), names


def test_moves_have_names() -> None:
    """Each move has a name of its own."""
    names = [name for name, _ in MOVES]
    assert len(names) == len(set(names))


def test_the_first_moves_are_told() -> None:
    """A name that is reached in two ways, in two letter cases, is offered once, by the likelier."""
    (repair,) = [
        repair for repair in candidates("10.1000/b 10.1000/B") if repair.doi == parse("10.1000/b")
    ]
    assert repair.moves == ("drop the text before the DOI",)
