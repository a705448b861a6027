"""Words that are the same in two spellings of a title."""

from __future__ import annotations

import pytest

from mdlint_doi.works.folding import (
    Words,
    content,
    is_foreign,
    is_near,
    plain_tex,
    plain_title,
    words,
)


@pytest.mark.parametrize(
    ("spelling", "other"),
    [
        ("Gödel’s Theorem", "Godels theorem"),
        ("Straße und Ørsted", "STRASSE und Orsted"),
        ("Part II", "part 2"),
        ("β-decay of ⁶He", "beta decay of 6He"),
        (r"Schr{\"o}dinger and {\O}re", "Schrödinger and Øre"),
        (r"{\'A}lvarez, \v{S}koda \& \c{C}elik", "Álvarez, Škoda & Çelik"),
        ("{E}arth {S}ystem", "earth system"),
        ("<i>E. coli</i> &amp; yeast", "E. coli & yeast"),
        ("H<sub>2</sub>O", "H2O"),
        ("Part 6<sup>1</sup>", "part 6 1"),
        ("10⁶ stars", "10^6 stars"),
        ("of<i>Burkholderia terrae</i>BS001", "of Burkholderia terrae BS001"),
        ("<scp>R</scp>obust", "robust"),
        ("soft\u00adware", "software"),
        ("micro-\nbes", "micro bes"),
    ],
)
def test_spellings_fold(spelling: str, other: str) -> None:
    """Both spellings give the same words."""
    assert words(spelling) == words(other)


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("A\n   study  of", "A study of"),
        ("R&amp;amp;D in &lt;scp&gt;US&lt;/scp&gt; firms", "R&D in US firms"),
        ("p < 0.05 and q > 1", "p < 0.05 and q > 1"),
        (
            "On <mml:math><mml:mi>Z</mml:mi><mml:annotation>Z</mml:annotation></mml:math>→ decays",
            "On Z→ decays",
        ),
        ("in the<mml:math><mml:mi>N</mml:mi></mml:math>nucleus", "in the N nucleus"),
        ("for<math id='M1'><mi>d</mi></math>-complete <math>D</math>s", "for d-complete Ds"),
        ("<math><mi>α</mi></math>-decay of <math><mi>U</mi></math>", "α-decay of U"),
        ("Part 6<sup>1</sup> Ni(II)", "Part 6¹ Ni(II)"),
        ("10<sup>-6</sup> and 10<sup> 12 </sup>", "10⁻⁶ and 10¹²"),
        ("5<sup>th</sup> <sup>40</sup>Ar m<sup>2</sup>", "5th 40Ar m2"),
        ("<math><msup><mn>10</mn><mn>6</mn></msup></math> stars", "10⁶ stars"),
        ("<msup><mrow><mn>10</mn></mrow> <mrow><mn>6</mn></mrow></msup>", "10⁶"),
        ("<mml:msup><mml:mn>10</mml:mn><mml:mn>6</mml:mn></mml:msup>", "10⁶"),
        ("<msub><mn>1</mn><mn>2</mn></msub>", "12"),
        ("AT<sub>1</sub>Receptor of H<sub>2</sub>O", "AT1 Receptor of H2O"),
        ("", ""),
    ],
)
def test_titles_are_cleaned(title: str, shown: str) -> None:
    """Tags, entities and line breaks of a record are gone; signs of mathematics are not."""
    assert plain_title(title) == shown


@pytest.mark.parametrize("text", ["\\", "\\'", "{", "$", "\\v", "\\c{", "%", "a\\b"])
def test_broken_tex_is_text(text: str) -> None:
    """TeX that ends early raises nothing."""
    assert isinstance(plain_tex(text), str)


def test_content_leaves_what_says_something() -> None:
    """Articles and single letters say nothing; single Chinese characters do."""
    assert content(words("A study of the 花 in b")) == ["study", "花"]


def test_near_words() -> None:
    """An inflected or misspelt long word is found, a short one only as it is."""
    text = Words("transcriptional heterogeneity of cells")
    assert text.has("transcriptome") is False
    assert text.has("transcription")
    assert text.has("hetrogeneity")
    assert text.has("cell")
    assert not text.has("bells")
    assert is_near("modelling", "modeling")


def test_joined_words() -> None:
    """Blanks and hyphens do not hide a phrase; a title in Chinese is one."""
    assert Words("we use meta analytic methods").has_joined(["metaanalytic", "methods"])
    assert Words("见《植物学研究方法》一文").has_joined(["植物学研究方法"])
    assert not Words("see botany").has_joined(["bot"])


def test_scripts() -> None:
    """Latin with any marks, and Greek, are not foreign; other letters are."""
    assert not is_foreign("Đặng Thị Ngọc: α and β")
    assert is_foreign("植物の根の競争")
    assert is_foreign("Конкуренция корней")
    assert not is_foreign("12 — 34")
