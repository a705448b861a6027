"""The targets of a handle record: addresses, and locations with their attributes."""

from __future__ import annotations

import pytest

from mdlint_doi.names.outcome import HandleValue, chosen, targets


def _value(index: int, kind: str, data: object) -> HandleValue:
    return HandleValue(index, kind, "string", data)


def test_several_addresses_stand_in_the_order_of_their_index() -> None:
    """Each value of type URL is a target, in whatever case and order the record has them."""
    values = (
        _value(3, "URL", " https://b.example/ "),
        _value(1, "url.", "https://a.example/"),
        _value(2, "EMAIL", "a@example"),
    )
    assert [(target.url, target.index) for target in targets(values)] == [
        ("https://a.example/", 1),
        ("https://b.example/", 3),
    ]


def test_locations_say_how_one_of_them_is_chosen() -> None:
    """A list of locations: those with an address, each with its attributes and the list's order."""
    text = (
        '<locations chooseby="locatt,country,weighted">'
        "<location id='0' href='https://a.example/?x=1&amp;y=2' weight='1' />"
        '<location country="gb" href="https://b.example/"/><location weight="0"/></locations>'
    )
    first, second = targets([_value(1000, "10320/loc", text)])
    order = {"chooseby": "locatt,country,weighted"}
    assert (first.url, dict(first.attributes)) == (
        "https://a.example/?x=1&y=2",
        {"id": "0", "weight": "1", **order},
    )
    assert (second.url, dict(second.attributes)) == (
        "https://b.example/",
        {"country": "gb", **order},
    )


@pytest.mark.parametrize(
    ("data", "number"),
    [("<location href='https://a.example/'/>", 1), ("<locations></locations>", 0), ({"a": 1}, 0)],
)
def test_what_is_no_list_of_locations_has_no_order(data: object, number: int) -> None:
    """A location outside of a list has no way of choice; other data is no target."""
    found = targets([_value(1, "10320/LOC", data)])
    assert [dict(target.attributes) for target in found] == [{}] * number


def test_types_and_indexes_add_up() -> None:
    """A type is compared without regard to case; with a full stop it stands for all that begin so.

    As the parameters `type` and `index` of the Handle API; without any, all values are chosen.
    """
    kinds = ("URL", "HS_ADMIN", "10320/loc", "desc.author", "DESC.title")
    values = [_value(at, kind, "") for at, kind in enumerate(kinds, 1)]
    assert chosen(values) == tuple(values)
    assert [value.index for value in chosen(values, ["url"])] == [1]
    assert [value.index for value in chosen(values, ["desc."], [2])] == [2, 4, 5]
    assert chosen(values, ["desc"]) == ()
