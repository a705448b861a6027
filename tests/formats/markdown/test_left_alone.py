"""Comments, code and mathematics of other programs: left alone, by check and by fix."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown

from mdlint_doi.lint.settings import Settings

LINK = "[x](http://dx.doi.org/10.1000/182)"
URL = "http://dx.doi.org/10.1000/182"
ALL = Settings(select=("all",))


@pytest.mark.parametrize(
    "text",
    [
        f"{{% comment %}}\n{LINK}\n{{% endcomment %}}",
        f"{{%- comment -%}}\n\n{LINK}\n\n{{%- endcomment -%}}",
        f"a {{% comment %}} {URL} {{% endcomment %}} b",
        f"{{% highlight bash %}}\ncurl {URL}\n\ncurl {URL}\n{{% endhighlight %}}",
        "{% highlight bibtex linenos %}\ndoi = {10.1000/182},\n{% endhighlight %}",
        f"a {{% raw %}} {URL} {{% endraw %}} b",
        f"{{% raw %}}\n{LINK} and {{{{ x }}}}\n{{% endraw %}}",
        f"{{% verbatim %}}{LINK}{{% endverbatim %}}",
        f"{{{{%/* cite {URL} */%}}}}",
        f'{{{{</* ref "{URL}" */>}}}}',
        f"{{{{/* {LINK} */}}}}",
        f"{{/* {LINK} */}}",
        f"{{/*\n\n{LINK}\n\n*/}}",
        f"Text {{/* {URL} */}} and text.",
        f"$$ {URL} $$ and $x$",
        f"$$ \\href{{{URL}}}{{x}} $$ and $x$",
        f"See $$\n{URL}\n$$ and $x$.",
        f"$$\n\\text{{see {URL} there}}\n$$ and $x$",
        "Since $$ 10.1000/182 = x $$ and $x$.",
        f"Energy ${URL}$ is.",
        f"(${URL}$), **${URL}$**: ${URL}$.",
        f"<p>${URL}$</p>",
        f"<td>$\\href{{{URL}}}{{x}}$</td>",
        f"- item $$ {URL} $$ and $y$",
        f"{{# {LINK} #}}",
        f"{{#-\nsee {URL}\n-#}}",
        f"{{#+ see {URL} +#}}",
        f"{{## Uncomment\n\nsee <{URL}>.\n##}}",
        f"{{% codeblock lang:js %}}\nlet a = '{URL}'\n{{% endcodeblock %}}",
        f'{{{{< highlight python "linenos=table" >}}}}\nu = "{URL}"\n{{{{< /highlight >}}}}',
        f"{{{{% comment %}}}}{LINK}{{{{% /comment %}}}}",
        f"{{{{!-- {LINK} and {{{{x}}}} --}}}}",
        f"{{{{! {URL} }}}}",
        f"See \\( \\href{{{URL}}}{{x}} \\) here.",
        f"\\\\[\n\\href{{{URL}}}{{x}}\n\\\\]",
        f"See <template>{LINK}</template> there.",
        f"\\begin{{align*}}\na &= \\href{{{URL}}}{{x}}\n\\end{{align*}}",
    ],
)
def test_what_is_no_page(text: str) -> None:
    """With every rule selected, nothing is said and nothing edited."""
    assert check_markdown(text, ALL) == []
    assert fix_markdown(text, ALL, unsafe=True) == text


@pytest.mark.parametrize(
    "around",
    [
        "{{% comment %}} x {{% endcomment %}} {}",
        "{{% raw %}} not closed {}",
        "{{/* not closed {}",
        "`{{% raw %}}` shows {} till `{{% endraw %}}`",
        "{{% comment %}}\n10.1000/1\n{{% endcomment %}}\n{}",
        "{} {{% raw %}}10.1000/1{{% endraw %}}",
        "$$ x $$ and {}",
        "Price: $$ {}",
        "Price: $5, see {}, 6$",
        "Price: $5 {}/$6",
        "US$ {}, US$",
        "Lone ${} is",
        "`$A` {} `$B`",
        "$a$ {} $b$",
        "A ($$), see {}\n\nB ($$)",
        "A ($$): [m](https://m.example), {}, and B ($$)",
        "$$\nx\n$$\n{}",
        "{{{{ page.title }}}} {}",
        "{{% include x.html %}} {} {{% include y.html %}}",
        "/* {} */",
        "# Title {{#a}}\n\n{}\n\n{{#b}} #}}",
        "`{{# shows` {} till `#}}`",
        "\\(\\alpha\n\n{}\n\n\\beta\\)",
        "{{{{< highlight >}}}} {}",
        "{{{{< figure >}}}} {} {{{{< /figure >}}}}",
        "\\begin{{table}}\n{}\n\\end{{table}}",
    ],
)
def test_what_stands_beside(around: str) -> None:
    """What is outside, or in something that is not closed, is looked at as ever."""
    fixed = fix_markdown(around.format(URL))
    assert fixed == around.format("https://doi.org/10.1000/182")


@pytest.mark.parametrize("around", ["\\${}$", "Smith \\(2010\\), \\[{}\\]", "\\({}\\)"])
def test_escaped_signs_around_an_address(around: str) -> None:
    """They are no mathematics; GitHub's link would include the one behind the address."""
    fixed = fix_markdown(around.format(URL))
    assert fixed == around.format("<https://doi.org/10.1000/182>")


def test_many_openings() -> None:
    """What is not closed is looked for once."""
    text = "{% raw %}{/*{{/*$$ {% comment %}{# {{! \\(\\[\\begin{align}" * 20_000 + URL
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]


@pytest.mark.parametrize("text", [f"An <code/> and {URL} </code>.", f"A <svg/> {LINK} </svg>."])
def test_a_tag_that_closes_itself_hides_nothing(text: str) -> None:
    """What stands behind it is read, even if a tag closes it once more."""
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]
