"""Template tokens are placeholders: DOI105 says so, nothing else is said, nothing is edited."""

from __future__ import annotations

import pytest
from lint.world import findings
from offline import check_markdown, fix_markdown

from mdlint_doi.lint.engine import dois_to_look_up
from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.lint.settings import Settings

TOKENS = [
    "10.5281/zenodo.{ZENODO_RECORD_ID}",
    "10.5281/zenodo.{DOI}",
    "10.5281/zenodo.[RECORD_ID]",
    "10.5281/zenodo.[your-id]",
    "10.5281/zenodo.<VERSION>",
    "10.5281/zenodo.<record_id>",
    "10.5281/zenodo.$VERSION",
    "10.5281/zenodo.%7BID%7D",
    "10.5281/{REPO_NAME}",
    "10.21105/joss.{paper}",
    "10.21105/joss.0XXXX",
    "10.21105/joss.XXXXX",
    "10.5281/zenodo.TODO",
    "10.5281/zenodo.TBD",
    "10.5281/zenodo.xxx",
    "10.1101/TBA",
    "10.26434/chemrxiv-2021-0xxxx",
    "10.xxxx/yyyy",
    "xx.xxx/yyyy",
    "xxx.xxxx/abc",
    "TODO",
    "TBD",
    "10.17605/OSF.IO/XXXXX",
    "10.5281/zenodo.%(version)s",
    "10.TODO#section",
    "10.5281/zenodo",
    "10.5281/zenodo.",
    "10.5281/zenodo.RECORD_ID",
    "10.5281/zenodo.____",
    "10.5281/zenodo.?????",
    "10.5281/zenodo.#{id}",
    "10.5281/zenodo.%ID%",
    "10.21105/joss.PENDING",
    "10.21105/joss.0????",
    "10.1000/abc.{$id}",
    "10.1000/abc.{0}",
    "10.1000/abc.@{id}",
    "10.1000/abc.[[id]]",
    "10.1000/abc.$(ID)",
    "10.1000/abc.__ID__",
    "10.1000/abc.%1$s",
    "10.1000/____",
    "10.1093/bioinformatics/btxxx",
    "placeholder",
    "10.1002/adma.20240XXXX",
    "10.1126/science.abcXXXX",
]


@pytest.mark.parametrize("name", TOKENS)
@pytest.mark.parametrize(
    "form",
    [
        "[a](http://dx.doi.org/{})",
        '<a href="http://dx.doi.org/{}">a</a>',
        "[{0}][x]\n\n[x]: http://dx.doi.org/{0}",
    ],
)
def test_only_the_placeholder_is_told(name: str, form: str) -> None:
    """Neither the old address nor the raw characters are said, with every rule selected."""
    text = form.replace("{}", name).replace("{0}", name)
    settings = Settings(select=("all",))
    assert {finding.code for finding in check_markdown(text, settings)} <= {"DOI105"}
    assert {finding.code for finding in check_markdown(text)} == {"DOI105"}
    assert fix_markdown(text, settings, unsafe=True) == text


@pytest.mark.parametrize(
    "text",
    [
        '<a href="https://doi.org/10.5281/zenodo.<%= id %>">a</a>',
        '<a href="http://dx.doi.org/10.5281/zenodo.<%= paper.id %>">a</a>',
    ],
)
def test_embedded_programs(text: str) -> None:
    """What a program writes there nobody can tell."""
    assert [finding.code for finding in check_markdown(text)] == ["DOI105"]
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.parametrize(
    "text",
    [
        "[a](https://doi.org/10.5281/zenodo.<%= id %>)",
        "[a](http://dx.doi.org/10.5281/zenodo.<%= paper.id %>)",
        "See http://dx.doi.org/10.5281/zenodo.{ID}.",
        "See http://dx.doi.org/10.5281/zenodo.<VERSION>, too.",
        "See 10.5281/zenodo.[RECORD_ID], too.",
        "See <https://doi.org/10.5281/zenodo.<VERSION>>.",
        "See doi:10.21105/joss.{paper_id} there.",
        "Zenodo DOI: 10.5281/zenodo.[XXXXXX]     (replace before submission)",
        "released at Zenodo (DOI: 10.5281/zenodo.[redacted])",
        "> PromptFluid. https://doi.org/10.5281/zenodo.[pending]",
        "| 10.5281/zenodo.[arXiv-paper-DOI-once-minted] | Is |\n|--|--|",
        "> software]. Zenodo. https://doi.org/10.5281/zenodo.[4.0.0-VERSION-DOI]",
        "[a](https://doi.org/10.5281/zenodo.[new_DOI])",
        "Zenodo. https://doi.org/10.5281/zenodo.{conceptrecid}",
        "**DOI:** 10.5281/zenodo.\\{TBD\\}",
        "See https://doi.org/10.5281/zenodo.<DOI NUMBER>",
        "| 10.5281/zenodo.{ID} |\n|--|",
        "[10.5281/zenodo.{ID}](https://example.org)",
        "DOI: 10.5281/zenodo.________",
        "(DOI: 10.5281/zenodo)",
        "See http://dx.doi.org/10.1000/abc.#{id}.",
        "See doi:10.1000/abc.%ID% there.",
        "See doi:10.1000/abc.<<id>> there.",
    ],
)
def test_templates_in_the_text(text: str) -> None:
    """They stand on the page as they are: that is told once, and nothing is edited."""
    settings = Settings(select=("all",))
    assert [finding.code for finding in check_markdown(text)] == ["DOI105"]
    assert {finding.code for finding in check_markdown(text, settings)} == {"DOI105"}
    assert fix_markdown(text, settings, unsafe=True) == text


@pytest.mark.parametrize(
    "text",
    [
        "[a](http://dx.doi.org/{{ page.doi }}) and [b](http://dx.doi.org/${doi})",
        "[a](http://dx.doi.org/10.1000/{{ page.doi }}) and 10.1000/{% include x %}",
        "See https://doi.org/10.1000/{{ id }} or 10.1101/2020.01.[ID].",
        "Names look like 10.5281/zenodo... or 10.1038/nature…",
        "Names begin with 10.5281/zenodo. Each has a number; so has 10.48550/arXiv.",
        "[a](http://dx.doi.org/10.5281/zenodo.`r id`) and http://dx.doi.org/10.1000/`r x`",
        "<http://dx.doi.org/10.1000/`{python} my.id`>",
        '{{ "http://dx.doi.org/10.1000/" ~ page.id }} {{ "10.5281/zenodo."+page.id }}',
        "{% set y = 'http://dx.doi.org/10.5281/zenodo.' + y %} {{ 'doi:10.1000/' | append: x }}",
    ],
)
def test_what_a_site_fills_in_is_left_alone(text: str) -> None:
    """What will stand there nobody can tell."""
    assert check_markdown(text) == []
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.parametrize(
    "text",
    [
        '{{ "http://dx.doi.org/10.1000/182" }}',
        '"http://dx.doi.org/10.1000/182" ~ page.id',
        '{{ "http://dx.doi.org/10.1000/182" | upcase }}',
    ],
)
def test_a_whole_name_in_an_expression_is_read(text: str) -> None:
    """Nothing is put behind it."""
    assert "DOI201" in {finding.code for finding in check_markdown(text)}


@pytest.mark.parametrize(
    "text",
    [
        "See 10.1016/j.cell.2020.01.001.[PDF](a.pdf)",
        "See https://doi.org/10.1016/j.cell.2020.01.001.<BR>And",
        "See 10.1016/j.cell.2020.01.001/{x}^2",
        "See 10.1093/nar.<em>x</em>",
        "See 10.1016/j.cell.2020.01.001.[[1]](#ref1)",
        "Have you read https://doi.org/10.1000/182??",
        "See https://doi.org/10.1000/182.%E2%80%93",
    ],
)
def test_what_stands_behind_a_name(text: str) -> None:
    """A link, a tag, a formula behind a name make no template of it."""
    assert "DOI105" not in {
        finding.code for finding in check_markdown(text, Settings(select=("all",)))
    }


@pytest.mark.parametrize(
    "line",
    [
        "doi: 10.3847/xxxxx <- update this with the DOI from AAS once you know it.",
        "doi: 10.21105/joss.XXXXX # to be filled in",
        "doi: '10.5281/zenodo.XXXXXXX (update)'",
        "aas-doi: 10.3847/xxxxx <- update this",
    ],
)
def test_front_matter_that_was_copied(line: str) -> None:
    """A remark behind the placeholder is no part of a name."""
    text = f"---\n{line}\n---\n"
    assert [finding.code for finding in check_markdown(text)] == ["DOI105"]
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.parametrize(
    "name",
    [
        "10.2193/0022-541X(2006)70[998:DOAFCB]2.0.CO;2",
        "10.1637/1933-5334(2007)2[e12:iagcoa]2.0.co;2",
        "10.1002/(sici)1521-186x(1996)17:6<>1.0.co;2-n",
        "10.1206/0003-0090(2000)250<0001:COTBTA>2.0.CO;2",
        "10.1002/1521-3773(20020104)41:1<48::AID-ANIE48>3.0.CO;2-U",
        "10.1000/a{b}^c",
        "10.1016/0370-2693(93)90636-V",
        "10.1093/nar/gkv1xxx1",
        "10.1016/j.todo.2020.01.001",
        "10.1007/978-3-030-00001-1_todo",
        "10.1175/1520-0493(1896)24[72a:p]2.0.co;2",
        "10.5281/zenodo.1134899",
        "10.5281/zenodo.l134899",
        "10.1000/a_b__c",
        "10.1000/chapter-xxx1",
        "10.1000/chapterXXX",
    ],
)
def test_names_that_are_no_template(name: str) -> None:
    """Brackets of old names, and words that stand in one, are parts of it."""
    assert not holds_template(name)


def test_templates_are_not_asked_for() -> None:
    """Nobody can register them."""
    from mdlint_doi.formats.markdown.format import read
    from mdlint_doi.text.source import Source

    text = " ".join(f"[a](<https://doi.org/{name}>)" for name in TOKENS if "<" not in name)
    mentions = read(Source("a.md", text), Settings()).mentions
    assert dois_to_look_up(mentions, lambda _: Settings()) == ()


@pytest.mark.parametrize(
    "name",
    [
        "10.5555/2600239.2600241",
        "10.5555/1593511",
        "10.5555/645530.655813",
        "10.5555/3295222.3295349",
    ],
)
def test_numbers_of_the_acm(name: str) -> None:
    """They are what they are: numbers of a library, and no samples."""
    (found,) = check_markdown(f"[t](https://doi.org/{name})")
    assert found.code == "DOI105"
    assert "ACM" in found.message
    assert f"https://dl.acm.org/doi/{name}" in found.message


def test_numbers_of_the_acm_under_a_link() -> None:
    """Where the number is the text of a link to the library, nothing is to be done."""
    name = "10.5555/2600239.2600241"
    assert not check_markdown(f"[doi:{name}](https://dl.acm.org/doi/{name})")
    assert check_markdown(f"See doi:{name}.")


def test_the_sample_of_crossref() -> None:
    """Other names under the prefix are for tests, as ever."""
    (found,) = check_markdown("[t](https://doi.org/10.5555/12345678)")
    assert "tests and examples" in found.message


@pytest.mark.parametrize(
    "name", ["10.21105/joss.00000", "10.1007/s00000-000-0000-0", "10.1038/s00000-000-00000-0"]
)
def test_numbers_of_zeros(name: str) -> None:
    """Templates of journals have them; such a name is a sample, and is asked for all the same."""
    (found,) = check_markdown(f"[t](https://doi.org/{name})")
    assert found.code == "DOI105"
    assert not holds_template(name)


@pytest.mark.parametrize("doi", ["10.1093/mind/xxx.117.115a", "10.1093/mind/xxx.119.328"])
def test_roman_number_is_no_template(doi: str) -> None:
    """Volume XXX of a journal is a number, as far as a look-up can know it."""
    assert findings(f"[a](https://doi.org/{doi})", "DOI105") == []
    (found,) = findings(f"[a](https://doi.org/{doi})", outcomes=(("10.1000/182", "found"),))
    assert found.code == "DOI901"


@pytest.mark.parametrize(
    "doi", ["10.1000/xxx", "10.1000/xxx.xxx", "10.1000/a.xxx.1", "10.1000/12xxx.3"]
)
def test_other_runs_of_x_are_templates(doi: str) -> None:
    """What is no Roman number between a slash and a dot is to be filled in, as before."""
    assert [finding.code for finding in findings(f"[a](https://doi.org/{doi})", "DOI105")] == [
        "DOI105"
    ]
