"""Written names, letter by letter."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.letters import Letter, around, is_path, letters, listed
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.span import Span


def spelled(text: str) -> Spelling:
    """Return the spelling of a text that presents a DOI."""
    spelling = read(text)
    assert spelling is not None
    return spelling


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("10.1000/ab", "1=1 0=0 .=. 1=1 0=0 0=0 0=0 /=/ a=a b=b"),
        ("10/%41%62c", "1=1 0=0 /=/ %41=A %62=b c=c"),
        # One to four bytes (RFC 3629), the first and the last of each.
        ("10/%7F%C2%80%DF%BF", "1=1 0=0 /=/ %7F=\x7f %C2%80=\x80 %DF%BF=\u07ff"),
        ("10/%E0%A0%80%EF%BF%BDa", "1=1 0=0 /=/ %E0%A0%80=\u0800 %EF%BF%BD=\ufffd a=a"),
        ("10/%F0%90%80%80%61", "1=1 0=0 /=/ %F0%90%80%80=\U00010000 %61=a"),
        ("10/%F4%8F%BF%BF%C3%A9x", "1=1 0=0 /=/ %F4%8F%BF%BF=\U0010ffff %C3%A9=é x=x"),
        # What is not UTF-8 is a letter of its own, and its neighbours are not lost.
        ("10/%E9%41", "1=1 0=0 /=/ %E9= %41=A"),
        ("10/%80%C3%41%C3", "1=1 0=0 /=/ %80= %C3= %41=A %C3="),
        ("10/%C0%80%ED%A0%80", "1=1 0=0 /=/ %C0= %80= %ED= %A0= %80="),
        ("10/%zz%4", "1=1 0=0 /=/ %=% z=z z=z %=% 4=4"),
    ],
)
def test_letters(name: str, pairs: str) -> None:
    """Each letter stands for one code point, or for none, and says how it is written."""
    spelling = spelled(f"https://doi.org/{name}")
    found = letters(spelling)
    assert (
        " ".join(f"{letter.span.cut(spelling.text)}={letter.character}" for letter in found)
        == pairs
    )
    assert [letter.escaped for letter in found] == [
        len(letter.span.cut(spelling.text)) > 1 for letter in found
    ]
    assert around(found) == spelling.name


def test_bare_name_holds_no_escapes() -> None:
    """A name that stands in no address means what it says."""
    found = letters(spelled("10.1000/%41"))
    assert "".join(letter.character for letter in found) == "10.1000/%41"
    assert not any(letter.escaped for letter in found)


@pytest.mark.parametrize(
    ("characters", "needed"),
    [
        ('%"# ?<>{}^[]`|\\', True),
        ("\x00\x1f\x7f\x80\xe9\u2013\U0001f600", True),
        ("azAZ09-._~!$&'()*+,;:=@/", False),
    ],
)
def test_which_need_an_escape(characters: str, needed: bool) -> None:  # noqa: FBT001
    """The Handbook's two lists do but for `+`, and what is no graphic character of ASCII."""
    for character in characters:
        assert Letter(character, Span(0, 1), escaped=False).needs_escape == needed, ascii(character)


def test_list_for_a_message() -> None:
    """Each letter is named once, in order; the invisible ones so that they can be seen."""
    found = [Letter(character, Span(0, 1), escaped=False) for character in '" "\u200b# '[1:] + '"']
    assert listed(found) == "space, '\"', 'U+200B' and '#'"


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("https://doi.org/10.1000/1", True),
        ("doi:10.1000/1", True),
        ("info:doi/10.1000/1", True),
        ("https://doi-org.ezproxy.example.edu/10.1000/1", True),
        ("https://x.org/login?url=https://doi.org/10.1000/1", False),
        ("https://x.org/a?id=doi:10.1000/1", False),
        ("urn:doi:10.1000:1", False),
        ("URN:DOI:10.1000:1", False),
        ("https://doi.org/urn:doi:10.1000:1", False),
        ("doi: 10.1000/1", False),
        ("10.1000/1", False),
    ],
)
def test_stands_in_path(text: str, stands: bool) -> None:  # noqa: FBT001
    """The path of an address or URI is encoded once, and no query is."""
    assert is_path(spelled(text)) == stands
