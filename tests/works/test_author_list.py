"""The authors of a reference are at its beginning or behind its title."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from works.citing import NAME, TULIPS, WORK, cited, claims_in, link, name, plain, said

from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.author_list import author_list
from mdlint_doi.works.people import are_names, leading_names, listed_people
from mdlint_doi.works.references import shape_of
from mdlint_doi.works.runs import RunKind, TextRun
from mdlint_doi.works.work import Person, Titles

TITLE = "Root competition between tulips and hyacinths in sandy soils"
APA = f"Marlowe, A., Quill, B., & Oduya, C. (2017). {TITLE}. J. Bot., 12, 3-9."


@pytest.mark.parametrize(
    "label",
    [
        *(
            "",
            "[9] ",
            "[10] ",
            "[100] ",
            "(10) ",
            "10. ",
            "[Mar17] ",
            "[^12] ",
            "[[3]] ",
            "- [10] ",
        ),
        *("**[10]** ", "Source: ", "Reference 3: ", "[10]\n: ", "来源：", "Quelle: "),
    ],
)
def test_after_labels(label: str) -> None:
    """The label before a reference, of any length, does not hide its authors."""
    (claim,) = claims_in(plain(f"{label}{APA} "), name())
    assert claim.begins_with_people
    families = [person.family.split()[-1] for person in claim.people[: claim.leading_people]]
    assert families == ["Marlowe", "Quill", "Oduya"]


@pytest.mark.parametrize(
    "behind",
    [
        *(", Marlowe, Quill, Oduya (2017). ", " — Marlowe, Quill, Oduya (2017). "),
        *(
            " by Ada Marlowe, Ben Quill and Chi Oduya (2017). ",
            ". Marlowe A, Quill B, Oduya C, 2017. ",
        ),
        *(" | Marlowe, Quill, Oduya | 2017 ", " : Marlowe, Quill, Oduya et al. (2017), J. Bot. "),
    ],
)
@pytest.mark.parametrize("kind", [RunKind.PLAIN, RunKind.EMPHASIS, RunKind.LINK_TEXT])
def test_behind_title(behind: str, kind: RunKind) -> None:
    """Behind the title, marked or not, a list of names has the authors."""
    doi = NAME if kind is RunKind.LINK_TEXT else None
    runs = (TextRun(kind, TITLE, doi=doi), plain(behind))
    (claim,) = claims_in(*runs, *(() if doi else (name(),)))
    assert claim.begins_with_people
    families = [person.family.split()[-1] for person in claim.people[: claim.leading_people]]
    assert families == ["Marlowe", "Quill", "Oduya"]
    assert claim.years == (2017,)


@pytest.mark.parametrize(
    "behind",
    [
        *(" - Nature Communications, 2019", " via example.org", " - translated by Jane Roe, 2019"),
        *(", slides by Kim Doe (2019)", " (2019)", " - J. Bot. 2019"),
    ],
)
def test_no_authors_behind_title(behind: str) -> None:
    """A journal, or people who did something else, are not the authors."""
    (claim,) = claims_in(link(TITLE, NAME), plain(behind))
    assert not claim.begins_with_people


@pytest.mark.parametrize(
    "text",
    [
        "As the paper describes it in Haxby 2001, faces differ",
        "A paper about the program was published: Marlowe A. et al., Botany, 2017.",
        f"2016-11 | {TITLE} | Ada Marlowe, Ben Quill | bioRxiv",
        f"{TITLE}, Roots and Shoots in the garden of 2019",
    ],
)
def test_other_texts(text: str) -> None:
    """A sentence before a reference, and an entry of a diary, are not a title before authors."""
    assert author_list(text, shape_of(text), []) is None


def test_doi_first() -> None:
    """A reference may begin with its DOI; running text behind a DOI is no reference."""
    (claim,) = claims_in(name(), plain(f" — {APA}"))
    assert not claim.caveat
    assert claim.begins_with_people
    (claim,) = claims_in(name(), plain(" shows that roots of tulips grow in sand. " * 3))
    assert claim.caveat


@pytest.mark.parametrize(
    ("text", "families", "more"),
    [
        ("Keil, Poli, Heinrich et al.", ["Keil", "Poli", "Heinrich"], True),
        ("Doe, J., & Roe, K. L. (2014).", ["Doe", "Roe"], False),
        ("van den Berg J. K., Li X", ["van den Berg", "Li"], False),
        ("Doe, Jane K., and Kim Roe", ["Doe", "Roe"], True),
        ("Smith, Jane; Doe, John", ["Smith", "Doe"], False),
        ("Jane Doe, Kim Roe & Max Li", ["Jane Doe", "Kim Roe", "Max Li"], False),
        ("J. Doe, Kim Roe & Max Li", ["Doe", "Roe", "Li"], False),
        ("Ramos Rodríguez, Brito Montero", ["Ramos Rodríguez", "Brito Montero"], False),
        ("Hulin, Mysyrowicz, à la Guillaume", ["Hulin", "Mysyrowicz", "la Guillaume"], False),
        ("Иванов И. И., Петров П. П.", ["Иванов", "Петров"], False),
        ("王伟，李强 等", ["王伟", "李强"], True),
        ("Doe, Jane", ["Doe"], True),
        ("Doe, Jane K., et al.", ["Doe"], True),
        ("Doe, Jane K", ["Doe"], True),
        ("", [], False),
    ],
)
def test_listed_people(text: str, families: list[str], more: bool) -> None:  # noqa: FBT001
    """All usual lists of names are read; where a comma may be in a name, there may be more."""
    people, states_more = listed_people(text)
    assert [person.family for person in people] == families
    assert states_more is more


def test_are_names() -> None:
    """A list of names consists of capitalized words, none of which is common in titles."""
    assert are_names("Keil, Poli, Heinrich et al.")
    assert are_names("J. van den Berg")
    assert are_names("Jun, Zhang, Bechhoefer")
    assert not are_names("May, June")
    assert not are_names("Phys. Rev. E")
    assert not are_names("J. Appl. Phys., Phys. Rev. B")
    assert not are_names("Reversing Unknown Qubit-Unitary Operation, Deterministically and Exactly")
    assert not are_names("random forest")
    assert not are_names("Marlowe")
    assert not are_names("Nature 2019")


def test_leading_names() -> None:
    """A list of names ends at another word; a lone name needs a year behind it."""
    names = leading_names("Marlowe, Quill and Oduya show it")
    assert names is not None
    assert len(names.people) == 3
    assert leading_names("Marlowe shows it") is None
    assert leading_names("As Marlowe, 2017") is None
    names = leading_names("Marlowe (2017)")
    assert names is not None
    assert names.is_dated


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("Marlowe, Ada et al.", "agrees"),
        ("Marlowe, Ada K., et al.", "agrees"),
        ("Marlowe, Ada K, et al.", "agrees"),
        ("Marlowe, Berg et al.", "agrees"),
        ("Marlowe, A. et al.", "agrees"),
        ("Marlowe, Quill et al.", "differs"),
        ("Quill, Eve et al.", "differs"),
    ],
)
def test_two_words_before_et_al(names: str, verdict: str) -> None:
    """Two words before "et al." are one author or two: the record shows which."""
    assert said(cited(f"{names} (2017). {TULIPS}. *J. Bot.* ")) == verdict


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("Marlowe, van den Berg, Ólafsdóttir", "agrees"),
        ("A. Marlowe, J. van den Berg, G. Ólafsdóttir", "agrees"),
        ("Ada Marlowe, Joost van den Berg et al.", "agrees"),
        ("Marlowe, van den Berg, NeurIPS", "agrees"),
        ("Marlowe, Springer", "agrees"),
        ("Marlowe et al., ICML", "agrees"),
        ("Quill, van den Berg, Ólafsdóttir", "differs"),
        ("Marlowe, Quill, Ólafsdóttir", "differs"),
        ("Marlowe, van den Berg, Quill", "differs"),
        ("Marlowe, Quill, van den Berg, Ólafsdóttir", "differs"),
        ("van den Berg, Ólafsdóttir", "differs"),
    ],
)
@pytest.mark.parametrize("form", [" — {}, 2017. ", " by {} (2017). "])
def test_authors_behind_the_title(form: str, names: str, verdict: str) -> None:
    """Authors behind the title are compared; a conference or an institute behind them is nobody."""
    (claim,) = claims_in(link(TULIPS), plain(form.format(names)))
    assert said(agreement(claim, WORK)) == verdict


@pytest.mark.parametrize("initials", ["YLYP", "ABCD", "XLYP", ["Yann", "Léon", "Yoshua", "P."]])
@pytest.mark.parametrize(
    ("families", "expected"),
    [
        (["LeCun", "Bottou", "Bengio", "Haffner"], "agrees"),
        (["LeCun", "Bottou", "Bengio"], "agrees"),
        (["LeCun", "Bottou", "Oduya", "Haffner"], "differs"),
        (["Oduya", "Bottou", "Bengio", "Haffner"], "differs"),
    ],
)
def test_family_names_alone(
    initials: Sequence[str], families: Sequence[str], expected: str
) -> None:
    """Family names alone are read as pairs only where the record has such a person."""
    registered = zip(("LeCun", "Bottou", "Bengio", "Haffner"), initials, strict=True)
    work = WORK.replace(people=tuple(Person(*names) for names in registered))
    text = f"{', '.join(families)}. {TITLE}. J. Imag. Bot., 2017. "
    assert said(cited(text, work=work)) == expected


def test_exchanged_names() -> None:
    """The family name of one author may be the given name of another."""
    people = (Person("Zhang", "Wei"), Person("Wang", "Li"), Person("Li", "Min"))
    work = WORK.replace(people=people)
    for stated in ("Zhang, Wei, Wang, Li, and Li, Min", "Wei, Zhang, Wang, Li, and Li, Min"):
        assert said(cited(f"{stated} (2017). {TITLE}. J. Imag. Bot. ", work=work)) == "agrees"


@pytest.mark.parametrize(
    ("names", "families"),
    [
        ("Ada Marlowe, J. Berg, G. Oduya", ["Marlowe", "Berg", "Oduya"]),
        ("Ada Marlowe, J. K. Berg, and Gudrun Oduya", ["Marlowe", "Berg", "Oduya"]),
        ("Marlowe, A., J. Berg, Eve Quill, G. Oduya, and K. Roe", "Marlowe Berg Quill Oduya Roe"),
        ("Marlowe, A., Castillo Vega, J., & Oduya, G.", ["Marlowe", "Castillo Vega", "Oduya"]),
        ("A. Marlowe, C. Benoît à la Guillaume", ["Marlowe", "à la Guillaume"]),
        ("Marlowe, A., García de la Torre, J.", ["Marlowe", "García de la Torre"]),
        ("Marlowe, Berg, Oduya", ["Marlowe", "Berg", "Oduya"]),
        ("Marlowe, van den Berg, Oduya, Quill, Roe", "Marlowe Berg Oduya Quill Roe"),
        ("Jun, Suckjoon, Haiyang Zhang, Jan Roe, and John Doe", "Jun Zhang Roe Doe"),
        ("Jan Marlowe, June Berg, and April Oduya", ["Marlowe", "Berg", "Oduya"]),
    ],
)
def test_forms_of_names_in_a_list(names: str, families: str | list[str]) -> None:
    """Lists mix full names and initials; names have particles inside, or are those of months."""
    (claim,) = claims_in(plain(f"{names}. {TITLE}. J. Bot., 2017. "), name())
    assert claim.begins_with_people
    found = [person.family for person in claim.people[: claim.leading_people]]
    expected = families if isinstance(families, list) else families.split()
    assert [family.split()[-1] for family in found] == [family.split()[-1] for family in expected]


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("May, June and July. The roots of tulips in sand. J. Bot., 2017.", []),
        ("Castillo Vega, A. Roots, tulips and hyacinths in sand. J. Bot.", ["Castillo Vega"]),
    ],
)
def test_words_that_are_no_names(text: str, families: list[str]) -> None:
    """Months alone, and the first word of a title behind initials, are no names."""
    (claim,) = claims_in(plain(f"{text} "), name())
    first = claim.people[: claim.leading_people] if claim.begins_with_people else ()
    assert [person.family for person in first] == families


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("Marlowe, van den Berg, Quill et al.", "differs"),
        ("Marlowe, Quill et al.", "differs"),
        ("Marlowe, van den Berg et al.", "agrees"),
        ("Marlowe, van den Berg, Ólafsdóttir, Quill et al.", "agrees"),
    ],
)
def test_the_last_name_before_et_al(names: str, verdict: str) -> None:
    """Before "et al.", somebody who is not registered is an author, unless the record is cut."""
    (claim,) = claims_in(link(TULIPS), plain(f", {names} (2017). "))
    assert said(agreement(claim, WORK)) == verdict


@pytest.mark.parametrize(
    ("behind", "verdict"),
    [
        (" — Quill, Roe, Doe (2017). J. Imag. Bot. 12.", "strong"),
        (", Eve Quill, Rick Roe, Journal of Imaginary Botany, 2017", "strong"),
        (" — Quill, Roe, Doe (2017).", "differs"),
        (" — Interspeech, Graz, 2017", "differs"),
        (" — J. Imag. Bot., Springer, Berlin, 2017", "agrees"),
        (" by Eve Quill, Rick Roe, talk in Berlin, 2017", "differs"),
        (" — Marlowe, Berg, Roe (2017). J. Imag. Bot. 12.", "differs"),
        (" — Marlowe, Roe (2017).", "agrees"),
        (" — Quill (2017). J. Imag. Bot. 12.", "differs"),
    ],
)
def test_invented_people_before_the_journal(behind: str, verdict: str) -> None:
    """Between the title and the journal of the record are its authors: others are a warning."""
    (claim,) = claims_in(link(TULIPS), plain(behind))
    assert said(agreement(claim, WORK)) == verdict


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("LeCun, Bottou, Bengio, Oduya", "differs"),
        ("LeCun, Oduya, Bengio, Haffner", "differs"),
        ("Oduya, Bottou, Bengio, Haffner", "differs"),
        ("LeCun, Yann, Bottou, Léon", "agrees"),
    ],
)
def test_an_even_number_of_family_names(names: str, verdict: str) -> None:
    """One pair of registered family names shows that the other pairs are family names, too."""
    people = ("LeCun Yann", "Bottou Léon", "Bengio Yoshua", "Haffner Patrick")
    work = WORK.replace(people=tuple(Person(*person.split()) for person in people))
    assert said(cited(f"{names}. {TITLE}. J. Imag. Bot., 2017. ", work=work)) == verdict


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("Tay, Yi, Dehghani, Mostafa, Bahri, Dara, and Roe, Ann (2017). ", "agrees"),
        ("TAY, Yi, DEHGHANI, Mostafa, BAHRI, Dara et ROE, Ann (2017). ", "agrees"),
        ("TAY, Yi, DEHGHANI, Mostafa, BAHRI, Dara et ROE, Ann. 2017. ", "agrees"),
        ("Tay, Yi, Dehghani, Mostafa, Quill, Eve, and Roe, Ann (2017). ", "differs"),
        ("Quill, Eve, Dehghani, Mostafa, Bahri, Dara, and Roe, Ann (2017). ", "differs"),
        ("TAY, Yi, DEHGHANI, Mostafa, QUILL, Eve et ROE, Ann (2017). ", "differs"),
    ],
)
@pytest.mark.parametrize("are_initials", [True, False])
def test_family_name_first(names: str, verdict: str, are_initials: bool) -> None:  # noqa: FBT001
    """If each family name and each given name is before a comma, the record shows the pairs."""
    people = (("Tay", "Yi"), ("Dehghani", "Mostafa"), ("Bahri", "Dara"), ("Roe", "Ann"))
    registered = (
        Person(family, f"{given[0]}." if are_initials else given) for family, given in people
    )
    work = WORK.replace(people=tuple(registered))
    assert said(cited(f"{names}{TITLE}. J. Imag. Bot. ", work=work)) == verdict


def test_family_name_of_two_words_first() -> None:
    """The same if a family name has two words, and only the first author is turned around."""
    people = (Person("García Márquez", "José Luis"), Person("O'Brien", "Siobhán"))
    names = "García Márquez, José Luis, Eve Quill and Siobhán O'Brien"
    work = WORK.replace(people=(*people[:1], Person("Quill", "Eve"), *people[1:]))
    assert said(cited(f"{names}, ‘{TITLE}’, J. Imag. Bot. (2017). ", work=work)) == "agrees"
    work = WORK.replace(people=(*people[:1], Person("Roe", "Ann"), *people[1:]))
    assert said(cited(f"{names}, ‘{TITLE}’, J. Imag. Bot. (2017). ", work=work)) == "differs"


def test_two_authors_with_one_family_name() -> None:
    """Two authors with the same family name are not an author with this given name."""
    people = ("Yang Xue", "Yang Yan-Han", "Alimuddin Mir", "Salvia Raffaele")
    work = WORK.replace(people=tuple(Person(*person.split()) for person in people))
    text = f"Yang, Yang, Alimuddin, Salvia. {TITLE}. J. Imag. Bot., 2017. "
    assert said(cited(text, work=work)) == "agrees"


@pytest.mark.parametrize("names", ["Marlowe, A. Ada, et al.", "Marlowe, Ada B., et al."])
def test_a_given_name_behind_an_initial(names: str) -> None:
    """A given name may begin with an initial."""
    assert said(cited(f"{names} “{TULIPS}.” *J. Imag. Bot.*, 2017, ")) == "agrees"


HAN = "基于深度学习的郁金香根系竞争关系研究"


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        ("张伟, 李小娜, 王强", "agrees"),
        ("张伟，李小娜，王强", "agrees"),
        ("张伟、李小娜、等", "agrees"),
        ("张伟, 李小娜, 王强, 等", "agrees"),
        ("张伟, 李晓娜, 王强", "agrees"),
        ("刘洋, 陈静, 赵磊", "strong"),
        ("张伟, 陈静, 王强", "differs"),
        ("陈静, 李小娜, 王强", "differs"),
        ("张伟, 李小娜, 陈静", "differs"),
        ("刘洋, 等", "differs"),
    ],
)
@pytest.mark.parametrize("are_split", [True, False])
def test_names_in_han(names: str, verdict: str, are_split: bool) -> None:  # noqa: FBT001
    """Names in Chinese letters before the title are the authors; one sign may be a variant."""
    people = [("张", "伟"), ("李", "小娜"), ("王", "强")]
    persons = (Person(*person) if are_split else Person("".join(person)) for person in people)
    work = WORK.replace(titles=Titles((HAN,)), people=tuple(persons), containers=("植物学报",))
    assert (
        said(cited(f"[1] {names}. {HAN}[J]. 植物学报, 2017, 12: 345-361. ", work=work)) == verdict
    )


def test_words_in_han_that_are_no_names() -> None:
    """A title in Chinese letters before the names is no list of names."""
    assert leading_names("郁金香根系竞争关系, 土壤. 张伟, 2017") is None
    assert leading_names("植物学报. 2017") is None
