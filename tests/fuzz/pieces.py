"""Pieces of which hostile texts are made: Markdown, DOIs in all spellings, and what breaks them."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

DOIS: Final = (
    *("10.1000/182", "10.1016/S0010-4655(00)00228-9", "10/dvr36h", "10.1000/456#789", "10.", "10"),
    "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
    *("10.1000/a_b_c", "10.1000/a%2Fb", "10.1000/../b", "10.1000/%E9", "10.1000/ä", "0.1101/2020"),
    *("10.1000/a?utm_source=b&c=d", "10.1000/x#:~:text=y", "10.1000/x.)", "10.xxxx/y", "DOI_HERE"),
)
LEADS: Final = (
    *("https://doi.org/", "http://dx.doi.org/", "doi.org/", "//doi.org/", "HTTPS://DOI.ORG//"),
    *("doi:", "DOI: ", "info:doi/", "urn:doi:", "hdl:", "https://doi.org/https://doi.org/"),
    *("https://doi.org/doi:", "https://doi-org.proxy.example.edu/", "https://www.doi.org/"),
    *("https://hdl.handle.net/", "https://doi.org/api/handles/", "{doi}`", ":doi:`", "www.", ""),
    *("https://example.edu/login?url=https://doi.org/", "https://x.org/?id=doi%3A", "@doi:"),
    *("https://link.springer.com/article/", "https://onlinelibrary.wiley.com/doi/full/"),
)
MARKUP: Final = (
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "  \n",
        "    ",
        "\n    ",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n# ",
    ),
    *(
        "[",
        "]",
        "](",
        "](<",
        ">)",
        "(",
        ")",
        "![",
        "[k]",
        "\n[k]: ",
        "<",
        ">",
        "`",
        "``",
        "\n```\n",
    ),
    *("*", "**", "_", "__", "~~", "\\", "\\_", "\\(", "&lt;", "&amp;", "&#x28;", "&", "$", "$$"),
    *(
        "|",
        "\n|-|-|\n",
        '"',
        "'",
        ' "t"',
        "<!--",
        "-->",
        '<a href="',
        '">',
        "</a>",
        "<code>",
        "<pre>",
    ),
    *(
        "\n---\n",
        "---\n",
        "doi: ",
        "\n:::{note}\n",
        "\n:::\n",
        "\n```{note}\n",
        "{doi}`",
        "!!! a\n",
    ),
    *(
        "<!-- mdlint-doi-disable -->",
        "<!-- mdlint-doi-disable-next-line DOI201 -->",
        "% mdlint-doi",
    ),
    *("<!-- mdlint-doi-enable -->", "<!-- mdlint-doi-disable-file DOI201 nonsense -->", "[^1]"),
)
ODD: Final = (
    *("\x00", "\x1b", "\x7f", "\x85", "\xa0", "\xad", "\u200b", "\u200e", "\u202e", "\u2028"),
    *("\u2010", "\u2013", "\u2212", "\uff0f", "\ufb01", "\ufeff", "\ufffd", "\U0001f600", "\udc80"),
    *(".", ",", ";", ":", "?", "!", "#", "%", "%zz", "%2523", "%3C", "+", "é", "e\u0301", "İ", "ß"),
)

texts: Final = st.lists(
    st.one_of(
        st.sampled_from(DOIS),
        st.tuples(st.sampled_from(LEADS), st.sampled_from(DOIS)).map("".join),
        st.sampled_from(MARKUP),
        st.sampled_from((*ODD, *LEADS)),
        st.sampled_from((" ", "\n", "x", "word ")),
    ),
    max_size=14,
).map("".join)
"""Any text at all could be drawn, but few of those would hold a DOI."""
