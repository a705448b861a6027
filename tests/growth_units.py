"""Units of growing texts, made from a grammar of pieces: what documents hold, put together anew.

A family is a unit, repeated, in a place of a document. The same seed gives the same families on
each machine and with each version of Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "DOI": (
        *("10.1000/182", "10.1000/a(b", "10.1000/", "10.", "10/abc", "10.1016/S0010-4655(00)00228"),
        *("https://doi.org/10.1000/1", "http://dx.doi.org/10.1/", "doi:", "DOI: 10.1000/1 "),
        *(
            "https://doi.org/",
            "10.1002/(SICI)1(1)1:1<1::AID-1>3.0.CO;2-1",
            "https://x.org/?id=doi:",
        ),
        *("nature.com/articles/s1", "hdl:10.1/x", "urn:doi:", "10.1000/1.", "10.xxxx/y", "/full"),
    ),
    "Markdown": (
        *("[", "]", "](", ")", "![a](b", "[k]: ", "[k]", "*", "**", "_", "`", "``", "~~", "<", ">"),
        *("\n", "\n\n", "\n- ", "\n> ", "\n1. ", "\n# ", "\n    ", "\n```\n", "\n===\n", "\n---\n"),
        *("|", "\n|-|-|\n", "  \n", "\t", "[^1]", "\n[^1]: ", "](<", ">)", " 'a'", "\n\\\n", "$$"),
    ),
    "HTML": (
        *("<a href='", "'>", "</a>", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "<b>", "<pre>"),
        *("<code>", "</code>", "<div>\n", "</div>\n", "<a b=c ", "<br/>", "<img src=", "<!A"),
    ),
    "role": (
        *("{doi}`", "`", ":doi:`10.1000/1`", "{doi}`a <10.1000/1>`", "{cite}`", "{{", "}}"),
        *("\n:::{note}\n", "\n```{note}\n", "\n!!! note\n    ", "\n% a\n", "@doi:", "[@a; @b]"),
    ),
    "front matter": (
        *("\n---\n", "a: ", "\ndoi: ", "\n- ", "'", '"', "|\n  ", "[a, ", "{a: ", "\n...\n", "# "),
    ),
    "escape": (
        *("\\", "\\_", "\\(", "&lt;", "&#46;", "&#x2F;", "&", "%2F", "%25", "%", "\\u002f", "\\\\"),
        *("%3C", "&amp;", "&amp;amp;", "%E2%80%93"),
    ),
    "template": ("{{ a }}", "{% b %}", "${c}", "<%= d %>", "{{<", ">}}", "@@", "$(", "%s", "{0}"),
    "character": (
        *("\u202e", "\u2066", "\u2069", "\u200b", "\u00ad", "\u0301", "\u00a0", "\u2013", "\u2026"),
        *("\ufeff", "\u3002", "\uff0f", "\u65e5", "\u00e9", "\U0001f600", "\u2028", "\x0b", "\x00"),
    ),
    "line end": ("\r", "\r\n", "\r\r", "\n\r", "a\r", "> \r", "\n\n\n"),
    "word": ("a", "a ", " ", "1", ".", "-", "--", "/", "//", ":", "#", "?", "=", "a.b/c", "(", ")"),
}
PLACES: Final = (
    *("{}", "{}", "{} 10.1000/1\n", "https://doi.org/10.1000/1 {}", "- {}", "> {}", "| a | {} |\n"),
    *("[{}](https://doi.org/10.1000/1)", "[x](https://doi.org/10.1000/{})", "{{doi}}`{}`"),
    *("---\ntitle: {}\n---\n10.1000/1", "<a href='https://doi.org/10.1000/1'>{}</a>", "<!-- {}"),
    *("| a |\n|---|\n| {} |\n", "[k]: https://doi.org/10.1000/1 '{}'\n[k]\n", "`{}` doi:10.1000/1"),
)


class Family(NamedTuple):
    """A unit, the place in which it is repeated, and what closes each in turn."""

    unit: str
    place: str
    close: str = ""

    def text(self, size: int) -> str:
        """Return the family's text of about `size` code points."""
        count = max(size // len(self.unit + self.close), 1)
        return self.place.format(self.unit * count) + self.close * count


_IMAGE: Final = "](https://doi.org/10.1000/1)"
NESTED: Final = (
    *(Family("![a ", "{} 10.1000/1", "](b)"), Family("![a doi.org ", "{}", _IMAGE)),
    *(Family("![", "[k]: https://doi.org/10.1000/1\n\n{}1", "][k]"), Family("[a ", "{}", _IMAGE)),
    *(Family("*a **b ", "{} 10.1000/1", "** *"), Family("<div>", "{} 10.1000/1", "</div>\n")),
    *(Family("<a href='https://doi.org/10.1000/1'>", "{}", "</a>"), Family("(", "10.1000/{}", ")")),
    Family(" href=https://doi.org/10.1000/1", "<a{} b>", "<b>&amp;"),
)
"""What stands in one another, and tags with much in them behind."""


def families(count: int, seed: int) -> Iterator[Family]:
    """Yield different families: units of one to four pieces, of kinds that chance chooses."""
    chance = Random(seed)
    made: set[Family] = set()
    while len(made) < count:
        kinds = chance.choices([*KINDS], k=chance.choice((1, 1, 2, 2, 3, 4)))
        unit = "".join(chance.choice(KINDS[kind]) for kind in kinds)
        family = Family(unit, chance.choice(PLACES))
        if family not in made:
            made.add(family)
            yield family
