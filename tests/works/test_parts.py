"""The DOI of a later part or of a notice under the work itself is told, and a right one is not."""

from __future__ import annotations

import pytest
from works.citing import TULIPS, WORK, cited, entry, said

from mdlint_doi.works.verdict import Of, Verdict
from mdlint_doi.works.work import Titles, Work

PEOPLE = "Marlowe, Ada and van den Berg, Joost and Ólafsdóttir, G."
PARTS = [
    *(f"{TULIPS}. Part II", f"{TULIPS}, Part 2", f"{TULIPS} II", f"Part II: {TULIPS}"),
    f"{TULIPS}. Part II: Gardens by the sea",
    f"{TULIPS}: II. Gardens by the sea",
    f"{TULIPS}. 2. Gardens by the sea",
]
NOTICES = [
    *(f"Erratum: {TULIPS}", f"Corrigendum to “{TULIPS}”", f"Comment on “{TULIPS}”"),
    *(f"Reply to: {TULIPS}", f"{TULIPS}: Rejoinder", f"{TULIPS} (Erratum)"),
]
STYLES = [
    "Marlowe, A., van den Berg, J., & Ólafsdóttir, G. (2017). {}. *J. Imag. Bot.*, 12(3), 345. ",
    "1. Marlowe A, Berg J, Ólafsdóttir G. {}. J Imag Bot. 2017;12(3):345. doi:",
    '[1] A. Marlowe, J. van den Berg, and G. Ólafsdóttir, "{}," *J. Imag. Bot.*, 2017, doi: ',
]


def titled(title: str) -> Work:
    """Return the work under another title."""
    return WORK.replace(titles=Titles((title,)))


def is_part(verdict: Verdict) -> bool:
    """Return whether a verdict is the hint that another part is registered, and no more."""
    return said(verdict) == "differs" and [
        difference.of for difference in verdict.evidence.differences
    ] == [Of.PART]


OTHER_LANGUAGES = [
    *(f"Erratum zu: {TULIPS}", f"Berichtigung: {TULIPS}", f"Kommentar zu „{TULIPS}“"),
    *(f"Réponse à « {TULIPS} »", f"Commentaire sur {TULIPS}", f"Rectificatif : {TULIPS}"),
    *(f"Respuesta a {TULIPS}", f"Fe de erratas: {TULIPS}", f"Comentario sobre {TULIPS}"),
    *(f"Risposta a “{TULIPS}”", f"Errata corrige: {TULIPS}", f"Recensione: {TULIPS}"),
    *(f"Resposta a {TULIPS}", f"Correção: {TULIPS}", f"Antwoord op {TULIPS}"),
    *(f"Correctie: {TULIPS}", f"Исправление: {TULIPS}", f"Ответ на «{TULIPS}»"),
    *(f"勘误：{TULIPS}", f"訂正: {TULIPS}", f"Sprostowanie: {TULIPS}"),
    *(f"Publisher’s Note: {TULIPS}", f"[Correction] {TULIPS}", f"{TULIPS}: Correction"),
    *(f"Author’s reply: {TULIPS}", f"Rebuttal: {TULIPS}", f"Supplementary Material: {TULIPS}"),
]
NUMBERED = [
    *("Part {}", "Teil {}", "Partie {}", "Parte {}", "Deel {}", "Часть {}", "第{}部分"),
]


@pytest.mark.parametrize("number", NUMBERED)
@pytest.mark.parametrize("style", STYLES)
def test_other_number(style: str, number: str) -> None:
    """The number of a different part after the title is reported in each style and language."""
    first, second = (f"{TULIPS}. {number.format(at)}" for at in (1, 2))
    assert is_part(cited(style.format(second), work=titled(first)))
    assert said(cited(style.format(first), work=titled(first))) == "agrees"


def test_initials_are_no_number() -> None:
    """Initials after the title are not the number of a part."""
    text = STYLES[0].format(TULIPS).replace("*J. Imag", "V. Smith (Ed.), *J. Imag")
    assert said(cited(text, work=titled(f"{TULIPS}. Part I"))) == "agrees"


@pytest.mark.parametrize("registered", OTHER_LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_languages(registered: str, style: str) -> None:
    """Notices in other languages are recognized in fields and in running text."""
    assert is_part(entry(TULIPS, PEOPLE, "2017", work=titled(registered)))
    assert said(entry(registered, PEOPLE, "2017", work=titled(registered))) == "agrees"
    assert is_part(cited(style.format(TULIPS), work=titled(registered)))
    assert said(cited(style.format(registered), work=titled(registered))) == "agrees"


@pytest.mark.parametrize("registered", PARTS + NOTICES)
def test_fields(registered: str) -> None:
    """An entry with the title of the work, without a number, is not that of a part or notice."""
    assert is_part(entry(TULIPS, PEOPLE, "2017", work=titled(registered)))
    assert said(entry(registered, PEOPLE, "2017", work=titled(registered))) == "agrees"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("registered", PARTS + NOTICES)
def test_prose(registered: str, style: str) -> None:
    """So is a reference in running text; that to the part or the notice is silent."""
    assert is_part(cited(style.format(TULIPS), work=titled(registered)))
    assert said(cited(style.format(registered), work=titled(registered))) == "agrees"


@pytest.mark.parametrize(
    "registered",
    [
        *(f"{TULIPS}. Part I", f"{TULIPS}: I. Gardens by the sea", f"{TULIPS}. 1. Gardens"),
        *(f"{TULIPS}. 2. Auflage", f"{TULIPS}. 3. edition", f"{TULIPS}: Gardens by the sea"),
    ],
)
def test_first_part(registered: str) -> None:
    """The first part, another edition, and a subtitle are the work."""
    assert said(entry(TULIPS, PEOPLE, "2017", work=titled(registered))) == "agrees"
    assert said(cited(STYLES[0].format(TULIPS), work=titled(registered))) == "agrees"


def test_several_titles() -> None:
    """If a title without the number is registered, too, it is cited; a subtitle does not matter."""
    part = f"{TULIPS}. Part II"
    short = WORK.replace(titles=Titles((part,), short=(TULIPS,)))
    assert said(entry(TULIPS, PEOPLE, "2017", work=short)) == "agrees"
    long = WORK.replace(titles=Titles((part,), ("Gardens by the sea",)))
    assert is_part(entry(TULIPS, PEOPLE, "2017", work=long))


def test_named_notice() -> None:
    """A text that names the correction beside the work cites it."""
    correction = titled(f"Erratum: {TULIPS}")
    text = STYLES[0].format(TULIPS)
    assert said(cited(f"{text}Correction: ", work=correction)) == "agrees"
    assert is_part(cited(text, work=correction))


def test_number_elsewhere() -> None:
    """The number of the part may stand anywhere in the text."""
    text = STYLES[0].format(TULIPS)
    assert said(cited(f"{text}(part 2): ", work=titled(f"{TULIPS}. Part II"))) == "agrees"
