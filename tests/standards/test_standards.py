"""What the five older texts on DOIs ask for, each once, and what the project does.

A row names the place, quotes a few words, and says what holds here; where that is not quite what
the words ask for, it says why. Rows without anything that holds ask nothing of a program. The two
newer texts are in `names/test_newer_forms.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from lint.world import findings

from mdlint_doi.ask.readers.handles import read_answer, read_values
from mdlint_doi.ask.settings import parse_server
from mdlint_doi.names.doi import API, RESOLVER, parse, parse_or_none
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, HandleRecord, Missing, Unknown, chosen, targets
from mdlint_doi.names.scan.find import find
from mdlint_doi.works.work import Work

THREE = 3
TOP = Path(__file__).parents[2]
PASKIN_04 = "draft-paskin-doi-uri-04"
LEMIEUX = "draft-lemieux-doi-uri-scheme-04"
NISO = "ANSI/NISO Z39.84-2005"
HANDBOOK = "DOI Handbook, encoding rules"
PASKIN_00 = "draft-paskin-doi-uri-00"

SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
JAMA = "10.1001/PUBS.JAMA(278)3,JOC7055-ABST:"
RWEI = '10.1006/rwei.1999".0001'
ACUTE = "10.26321/\u00c1.GUTI\u00c9RREZ.ZARZA.02.2018.03"
ACUTE_URI = "doi:10.26321/%C3%81.GUTI%C3%89RREZ.ZARZA.02.2018.03"
NIHONGO = "10.1000/\u65e5\u672c\u8a9e"
CANONICAL = "doi:DK/P%C3%A6DAGOGI%2037(2),%20562"
FIGURE_1 = {
    "responseCode": 1,
    "handle": "10.1000/182",
    "values": [
        {
            "index": 1,
            "type": "URL",
            "data": {"format": "string", "value": "http://www.doi.org/hb.html"},
            "ttl": 86400,
            "timestamp": "2004-01-21T14:14:17Z",
        },
        {
            "index": 100,
            "type": "HS_ADMIN",
            "data": {
                "format": "admin",
                "value": {"handle": "0.na/10.1000", "index": 200, "permissions": "011111110010"},
            },
            "ttl": 86400,
            "timestamp": "2000-06-23T15:17:46Z",
        },
    ],
}

Holds = Callable[[], bool]


class Row(NamedTuple):
    """A sentence, an example or a line of a table, and what the project does."""

    text: str
    section: str
    words: str
    holds: Holds | None = None  # None: it asks nothing of a program
    why: str = ""  # why the project does not do just that


def reads(written: str, name: str) -> Holds:
    """Say that a text is read as a name, in its own case."""
    return lambda: str(normalize(written)) == name


def writes(name: str, *, url: str = "", uri: str = "", urn: str = "", ra: str = "") -> Holds:
    """Say how a name is written; forms that are empty are not looked at."""

    def holds() -> bool:
        doi = parse(name)
        pairs = (
            (url and RESOLVER + url, doi.url()),
            (uri, doi.uri),
            (urn, doi.urn),
            (ra, doi.which_ra_path),
        )
        return all(expected in {"", written} for expected, written in pairs)

    return holds


def finds(text: str, *names: str) -> Holds:
    """Say which names stand in running text."""
    return lambda: [str(candidate.doi) for candidate in find(text)] == list(names)


def reports(text: str, *codes: str) -> Holds:
    """Say what the rules that are on by default report of a text."""
    return lambda: [finding.code for finding in findings(text)] == list(codes)


def is_name(text: str, *, valid: bool = True) -> Holds:
    """Say whether a text is a name."""
    return lambda: (parse_or_none(text) is not None) == valid


def same(one: str, other: str, *, equal: bool = True) -> Holds:
    """Say whether two names are equal."""
    return lambda: (normalize(one) == normalize(other)) == equal


def canonical(written: str) -> Holds:
    """Say that the canonical form of the example is made of a URI."""
    return lambda: normalize(written).canonical_uri == CANONICAL


def answers(status: int, code: int, kind: type) -> Holds:
    """Say what an answer of the Handle API means."""
    body = json.dumps({"responseCode": code, "handle": "10.1000/182", "values": []}).encode()
    return lambda: isinstance(read_answer(status, body, parse("10.1000/182")), kind)


def read_record() -> HandleRecord:
    """Return what is read of figure 1."""
    outcome = read_values(200, json.dumps(FIGURE_1).encode(), parse("10.1000/182"))
    assert isinstance(outcome, Found)
    assert outcome.record is not None
    return outcome.record


def values_as_in_figure_1() -> bool:
    """Each value has index, type, format, data, ttl and timestamp, in the order of the figure."""
    read = read_record().values or ()
    return [
        (value.index, value.type, value.format, value.data, value.ttl, value.timestamp)
        for value in read
    ] == [
        (
            value["index"],
            value["type"],
            value["data"]["format"],
            value["data"]["value"],
            value["ttl"],
            value["timestamp"],
        )
        for value in FIGURE_1["values"]  # type: ignore[attr-defined]
    ]


def chooses(types: list[str], indexes: list[int], expected: list[int]) -> Holds:
    """Say which values of figure 1 are chosen."""

    def holds() -> bool:
        read = read_record().values or ()
        return [value.index for value in chosen(read, types, indexes)] == expected

    return holds


def is_fixed_point() -> bool:
    """Reading and writing the canonical form again changes nothing."""
    return normalize(CANONICAL).canonical_uri == CANONICAL


def names_the_trademark() -> bool:
    """README and the manual's first page name the trademark and its owner, once each."""
    pages = (TOP / "README.md", TOP / "example_docs" / "index.md")
    texts = [page.read_text(encoding="utf-8") for page in pages]
    sentence = "DOI\u00ae is a registered trademark of the DOI Foundation."
    return all(text.count("\u00ae") == text.count(sentence) == 1 for text in texts)


def three_urls() -> bool:
    """Each of three values of type URL is a target."""
    body = {
        "responseCode": 1,
        "handle": "10.1000/140",
        "values": [
            {"index": at, "type": "URL", "data": {"format": "string", "value": f"https://a/{at}"}}
            for at in range(1, THREE + 1)
        ],
    }
    outcome = read_values(200, json.dumps(body).encode(), parse("10.1000/140"))
    read = outcome.record if isinstance(outcome, Found) else None
    return read is not None and len(targets(read.values or ())) == THREE


REGISTRY = "that is the business of registrants and agencies"
OPEN = "a document's reader needs no more than a link"

ROWS = (
    # --- draft-paskin-doi-uri-04, abstract and normalization
    Row(
        PASKIN_04, "abstract", "defines the doi URI scheme", reads("doi:10.1000/182", "10.1000/182")
    ),
    Row(
        PASKIN_04,
        "abstract",
        "dereferenced to a set of service descriptions",
        why="no such resolution was ever set up; names are looked up at doi.org",
    ),
    Row(PASKIN_04, "page 5", "normalization … should be applied", is_fixed_point),
    Row(
        PASKIN_04,
        "step 1",
        'the leading "doi:" token to be lowercase',
        lambda: normalize("DOI:10.1/a").canonical_uri == "doi:10.1/A",
    ),
    Row(
        PASKIN_04,
        "step 2",
        "Unescape all unreserved %-escaped characters",
        lambda: normalize("doi:10.1/%41%2D%28%2C").canonical_uri == "doi:10.1/A-(,",
    ),
    Row(
        PASKIN_04,
        "step 3",
        "scheme-specific part … to be uppercase",
        lambda: normalize("doi:10.1/abc%c3%a6").canonical_uri == "doi:10.1/ABC%C3%A6",
    ),
    Row(PASKIN_04, "form 1", "DOI:dk/P%C3%A6", canonical("DOI:dk/P%C3%A6dagogi%2037(2),%20562")),
    Row(PASKIN_04, "form 2", "doi:DK/P%C3%A6", canonical("doi:DK/P%C3%A6dagogi%2037(2),%20562")),
    Row(PASKIN_04, "form 3", "doi:dk/P%c3%a6", canonical("doi:dk/P%c3%a6dagogi%2037(2),%20562")),
    Row(PASKIN_04, "form 4", "doi:dk/p%c3%a6", canonical("doi:dk/p%c3%a6dagogi%2037(2),%20562")),
    Row(
        PASKIN_04,
        "form 5",
        "doi:dk%2FP%C3%A6",
        canonical("doi:dk%2FP%C3%A6dagogi%2037%282%29%2C%20562"),
    ),
    Row(PASKIN_04, "canonical form", "doi:DK/P%C3%A6DAGOGI", canonical(CANONICAL)),
    # --- draft-lemieux-doi-uri-scheme-04
    Row(
        LEMIEUX,
        "1, example 1",
        "10.1103/PhysRevLett.59.381 refers to the article",
        finds('The DOI name "10.1103/PhysRevLett.59.381" refers', "10.1103/PhysRevLett.59.381"),
    ),
    Row(LEMIEUX, "1", "A DOI name is persistent over time", why=REGISTRY),
    Row(LEMIEUX, "1", "current values are retrieved by resolving", values_as_in_figure_1),
    Row(
        LEMIEUX,
        "1",
        "conforms to the syntax specified at RFC3986",
        lambda: (
            parse(SICI).uri == "doi:10.1002/%28SICI%291097-4571%28199806%2949%3A8%3C693%3A%3A"
            "AID-ASI4%3E3.0.CO%3B2-O"
        ),
    ),
    Row(LEMIEUX, "1", 'the notation "doi:<DOI name>"', finds(f"as doi:{SICI} has it", SICI)),
    Row(
        LEMIEUX,
        "1, example 2",
        "doi:10.1103/PhysRevLett.59.381",
        writes("10.1103/PhysRevLett.59.381", uri="doi:10.1103/PhysRevLett.59.381"),
    ),
    Row(LEMIEUX, "2", "code points of the Graphic type", is_name("10.1/a\u0007b", valid=False)),
    Row(
        LEMIEUX,
        "2",
        "code points of the Graphic type: format characters",
        is_name("10.1/a\u200bb", valid=False),
    ),
    Row(
        LEMIEUX,
        "2",
        "code points of the Graphic type: spaces",
        is_name("10.1/a\u00a0b", valid=False),
        "spaces are graphic, but every registry refuses them; a plain space inside is read",
    ),
    Row(
        LEMIEUX,
        "2, step 1",
        "a UTF-8 String",
        writes(NIHONGO, uri="doi:10.1000/%E6%97%A5%E6%9C%AC%E8%AA%9E"),
    ),
    Row(
        LEMIEUX,
        "2, step 1",
        "without the byte order mark",
        reads("\ufeffdoi:10.1000/182", "10.1000/182"),
    ),
    Row(
        LEMIEUX,
        "2, step 1",
        "without any normalization",
        writes("10.1/A\u0301", uri="doi:10.1/A%CC%81"),
    ),
    Row(
        LEMIEUX,
        "2, step 2",
        'neither unreserved nor equal to "/"',
        writes("10.1/a-b._~/c!d", uri="doi:10.1/a-b._~/c%21d"),
    ),
    Row(
        LEMIEUX,
        "2, step 2",
        'equal to "/" stays, but in a dot segment',
        writes("10.1/a/../b", uri="doi:10.1/a/..%2Fb"),
        "programs that treat a URI as RFC 3986 section 6.2.2.3 says take dot segments away",
    ),
    Row(
        LEMIEUX,
        "2",
        "neither a query component nor a fragment",
        writes("10.1/a?b#c", uri="doi:10.1/a%3Fb%23c"),
    ),
    Row(LEMIEUX, "2", "neither … as documents have it", reports("<doi:10.1/a%3Fb>")),
    Row(
        LEMIEUX,
        "2",
        "neither … as documents should not have it",
        reports("<doi:10.1000/a?b>", "DOI301"),
    ),
    Row(
        LEMIEUX,
        "2, example 1",
        "10.5594/SMPTE.ST2067-21.2020",
        writes("10.5594/SMPTE.ST2067-21.2020", uri="doi:10.5594/SMPTE.ST2067-21.2020"),
    ),
    Row(LEMIEUX, "2, example 2", "corresponds to the URI", writes(ACUTE, uri=ACUTE_URI)),
    Row(LEMIEUX, "2, example 2", "the same, read", reads(ACUTE_URI, ACUTE)),
    Row(
        LEMIEUX,
        "2, note 1",
        "U+00C1 and U+0041 U+0301 are not identical",
        same("10.1/\u00c1", "10.1/A\u0301", equal=False),
    ),
    Row(
        LEMIEUX,
        "2, note 2",
        "HYPHEN-MINUS, MINUS SIGN and EN DASH",
        reports("<https://doi.org/10.1000/a\u2212b>", "DOI103"),
    ),
    Row(LEMIEUX, "2, note 2", "EN DASH", reports("<https://doi.org/10.1000/a\u2013b>", "DOI103")),
    Row(
        LEMIEUX,
        "2, note 2",
        "the character á by either sequence",
        reports("<https://doi.org/10.1000/a%CC%81b>"),
        "either may be registered, and nobody can see which was meant; a look-up can",
    ),
    Row(
        LEMIEUX,
        "2, note 2",
        "its URI form resolves this ambiguity",
        lambda: parse("10.1/a\u2212b").uri == "doi:10.1/a%E2%88%92b",
    ),
    Row(
        LEMIEUX,
        "2, note 3",
        "case-insensitive … when testing for equivalence",
        same("10.1/aZ", "10.1/Az"),
    ),
    Row(
        LEMIEUX,
        "2, note 3",
        "only … the Basic Latin block",
        same("10.1/\u00e1", "10.1/\u00c1", equal=False),
    ),
    Row(
        LEMIEUX,
        "2, note 3",
        "case-insensitive only when testing",
        lambda: str(parse("10.1/aZ")) == "10.1/aZ",
    ),
    Row(
        LEMIEUX,
        "3",
        "GET https://doi.org/api/handles/",
        lambda: API + parse("10.1/a b").api_path == "https://doi.org/api/handles/10.1/a%20b",
    ),
    Row(
        LEMIEUX,
        "3",
        "the https scheme",
        lambda: parse_server("https://doi.org").path == "",
        "another server may be named, and then as the user wrote it",
    ),
    Row(
        LEMIEUX,
        "3",
        "The body … is a JSON object",
        lambda: isinstance(read_answer(200, b"<html>", parse("10.1/a")), Unknown),
    ),
    Row(LEMIEUX, "3", "responseCode 1", answers(200, 1, Found)),
    Row(LEMIEUX, "3", "responseCode 2", answers(500, 2, Unknown)),
    Row(LEMIEUX, "3", "responseCode 100", answers(404, 100, Missing)),
    Row(LEMIEUX, "3", "responseCode 200", answers(200, 200, Found)),
    Row(LEMIEUX, "3", "a status that does not belong to the code", answers(200, 100, Unknown)),
    Row(
        LEMIEUX,
        "3",
        "handle … is equal to the DOI name",
        lambda: isinstance(
            read_answer(200, json.dumps(FIGURE_1).encode(), parse("10.1000/183")), Unknown
        ),
    ),
    Row(
        LEMIEUX,
        "3",
        "values … is an Object",
        values_as_in_figure_1,
        "figure 1 and the real service have an array",
    ),
    Row(LEMIEUX, "3, figure 1", "index, type, data, ttl, timestamp", values_as_in_figure_1),
    Row(
        LEMIEUX,
        "3, figure 1",
        "the value of type URL",
        lambda: read_record().target == "http://www.doi.org/hb.html",
    ),
    Row(
        LEMIEUX,
        "3, figure 1",
        "https://doi.org/api/handles/10.1000/182",
        reads("https://doi.org/api/handles/10.1000/182", "10.1000/182"),
    ),
    Row(LEMIEUX, "4", "an opaque string", lambda: parse("10.1/a//b").suffix == "a//b"),
    Row(
        LEMIEUX,
        "4",
        "the security considerations at UNICODE-TR36",
        reports("<https://doi.org/10.1000/a\u00adb>", "DOI103"),
    ),
    Row(
        LEMIEUX,
        "4",
        "conducted using the Hypertext Transfer Protocol Secure",
        reports("<http://doi.org/10.1000/182>", "DOI201"),
    ),
    Row(LEMIEUX, "4", "security considerations at RFC8259", answers(200, 999, Unknown)),
    *(
        Row(
            LEMIEUX,
            "5",
            f"DOI {name}, in a list of references",
            finds(f"Title, STD 1, DOI {name}, June 2022,", name),
        )
        for name in (
            "10.17487/RFC3986",
            "10.17487/RFC5234",
            "10.17487/RFC3651",
            "10.17487/RFC8259",
            "10.17487/RFC9110",
            "10.17487/RFC7595",
            "10.17487/RFC3650",
            "10.17487/RFC3652",
        )
    ),
    Row(
        LEMIEUX,
        "5",
        "DOI Handbook, DOI 10.1000/182",
        finds(
            '"DOI Handbook", DOI 10.1000/182, <https://www.doi.org/the-identifier/>', "10.1000/182"
        ),
    ),
    # --- ANSI/NISO Z39.84-2005
    Row(
        NISO,
        "foreword",
        "any existing identifier string can be expressed",
        is_name("10.1000/ISBN 1-880124-68-8"),
    ),
    Row(NISO, "foreword", "in an http form as a URL", writes("10.1000/182", url="10.1000/182")),
    Row(NISO, "foreword", "10.1000/140 … three URLs representing three copies", three_urls),
    Row(NISO, "foreword", "one or more pieces of typed data", values_as_in_figure_1),
    Row(NISO, "foreword", "all associated values", chooses([], [], [1, 100])),
    Row(NISO, "foreword", "individual values", chooses([], [100], [100])),
    Row(NISO, "foreword", "all values of one data type", chooses(["URL"], [], [1])),
    Row(NISO, "foreword", "displayed in a menu in a client application", why=OPEN),
    Row(
        NISO,
        "foreword",
        "structured to use the proxy server",
        reads("http://dx.doi.org/10.123/456", "10.123/456"),
    ),
    Row(
        NISO,
        "foreword",
        "http://dx.doi.org/10.1000/182",
        finds("implementation (http://dx.doi.org/10.1000/182).", "10.1000/182"),
    ),
    Row(
        NISO,
        "foreword",
        "dx.doi.org … the default public proxy",
        reports("<https://dx.doi.org/10.123/456>", "DOI201"),
        "the address is older; the Handbook of 2025 deprecates it",
    ),
    Row(NISO, "foreword", 'begins with the string "10"', is_name("11.1000/182", valid=False)),
    Row(NISO, "foreword", "no information about current ownership", why=REGISTRY),
    Row(
        NISO, "foreword", "metadata associated with a DOI", lambda: "people" in Work.__match_args__
    ),
    Row(NISO, "foreword", "Kernel Metadata Declaration, Application Profiles", why=REGISTRY),
    Row(
        NISO,
        "foreword",
        "the resolver plug-in",
        why="browsers have none; a link is written instead",
    ),
    Row(
        NISO,
        "2.1",
        "The Unicode Standard, Version 4.0.1",
        is_name("10.1/\U0001f600"),
        "later versions have more graphic characters, and registries take them",
    ),
    Row(NISO, "3", "suffix shall be unique", why=REGISTRY),
    Row(
        NISO,
        "3",
        "prefix: the Directory and the Registrant codes",
        lambda: (
            (parse("10.1000/182").prefix, parse("10.1000/182").registrant_code)
            == ("10.1000", "1000")
        ),
    ),
    Row(NISO, "4", "<DIR>.<REG>/<DSS>", is_name("10.1000/182")),
    Row(
        NISO,
        "4",
        "no practical limit on the length",
        is_name("10.1000/" + "a" * 100_000),
        "a plugin for running text stops at 2,048 characters of an address",
    ),
    Row(NISO, "4", "10.123/ABC is identical to 10.123/AbC", same("10.123/ABC", "10.123/AbC")),
    Row(
        NISO,
        "4",
        "converted to upper case upon registration and resolution",
        lambda: str(parse("10.123/abc")) == "10.123/abc",
        "that is the registry's; a document keeps the case that its author wrote",
    ),
    Row(NISO, "4", "10.123/abc would resolve it", same("10.123/abc", "10.123/ABC")),
    Row(
        NISO,
        "4",
        "converting 'a' - 'z', … then octet-by-octet comparison",
        same("10.123/\u017f", "10.123/S", equal=False),
    ),
    Row(NISO, "4.1", "graphic characters of Unicode", is_name("10.1/\u00e6{}|~")),
    Row(
        NISO,
        "4.2",
        "the only valid value is <DIR>=10",
        reports("<https://doi.org/1.1016/j.x.1>", "DOI101"),
    ),
    Row(NISO, "4.2", "<REG> (required)", is_name("10./182", valid=False)),
    Row(NISO, "4.2", 'Separated from <DIR> by "."', is_name("10-1000/182", valid=False)),
    Row(
        NISO,
        "4.2",
        "Any character within the DOI Character Set",
        is_name("10.abc/182"),
        "letters, digits, hyphens and full stops are read, since others were never assigned",
    ),
    Row(NISO, "4.2", "assigned by the International DOI Foundation", why=REGISTRY),
    Row(NISO, "4.3", "<DSS> DOI Suffix String (required)", is_name("10.1000/", valid=False)),
    Row(NISO, "4.3", "Any character within the DOI Character Set", is_name("10.1000/#?%<>")),
    Row(
        NISO,
        "4.3",
        "cannot start with */",
        lambda: (
            [finding.code for finding in findings("<https://doi.org/10.2505/4/ss15>", "DOI102")]
            == ["DOI102"]
        ),
        "such DOIs are registered, so the rule is off by default",
    ),
    Row(NISO, "4.3", "The DSS is case insensitive", same("10.1/x", "10.1/X")),
    Row(
        NISO,
        "appendix A",
        "The prefix is numeric",
        reports("<doi:10.5594x/abc>", "DOI107"),
        "a hint, since section 4.2 allows any character; a look-up decides",
    ),
    Row(NISO, "appendix A", "DOIs are persistent", why=REGISTRY),
    Row(
        NISO, "appendix A", "must be encoded using UTF-8", writes("10.1/\u00e9", url="10.1/%C3%A9")
    ),
    Row(
        NISO,
        "appendix A",
        "bytes that are not UTF-8",
        reports("<https://doi.org/10.1000/%E9>", "DOI307"),
    ),
    Row(NISO, "appendix A", "the suffix be kept as short as possible", why=REGISTRY),
    Row(
        NISO,
        "appendix C",
        "10.054/1418EC1N2LE",
        finds("service: 10.054/1418EC1N2LE", "10.054/1418EC1N2LE"),
    ),
    Row(NISO, "appendix C", "a SICI", finds(SICI, SICI)),
    Row(NISO, "appendix C", "10.1001/PUBS.JAMA(278)3,JOC7055-ABST:", is_name(JAMA)),
    Row(
        NISO,
        "appendix C",
        "the same, in running text",
        finds(f"Association: {JAMA} and", JAMA[:-1]),
        "a final colon is nearly always the sentence's; in a link or role it is the name's",
    ),
    Row(NISO, "appendix C", '10.1006/rwei.1999".0001', is_name(RWEI)),
    Row(
        NISO,
        "appendix D",
        "DOI 10.1000/182, http://www.doi.org/hb.html",
        finds("DOI Handbook: DOI 10.1000/182, http://www.doi.org/hb.html", "10.1000/182"),
    ),
    Row(
        NISO,
        "appendix E",
        "nihongo: E6 97 A5 E6 9C AC E8 AA 9E",
        writes(NIHONGO, url="10.1000/%E6%97%A5%E6%9C%AC%E8%AA%9E"),
    ),
    Row(
        NISO,
        "appendix E",
        'HREF="http://dx.doi.org/10.1006/rwei.1999%22.0001"',
        reads("http://dx.doi.org/10.1006/rwei.1999%22.0001", RWEI),
    ),
    Row(NISO, "appendix E", "# becomes %23", writes("10.1000/456#789", url="10.1000/456%23789")),
    Row(
        NISO,
        "appendix E",
        "the end of the URL and the start of a fragment",
        reports("<http://doi.org/10.1000/456#789>", "DOI201", "DOI301"),
    ),
    Row(
        NISO,
        "appendix E",
        "decoded before being sent to the DOI Registry",
        reads("http://dx.doi.org/10.1000/456%23789", "10.1000/456#789"),
    ),
    Row(
        NISO,
        "appendix E",
        "in the Registry as 10.1000/456#789 and not 10.1000/456%23789",
        same("10.1000/456#789", "https://doi.org/10.1000/456%23789"),
    ),
    Row(
        NISO,
        "appendix E",
        "percent must always be hex encoded",
        writes("10.1/a%b", url="10.1/a%25b"),
    ),
    Row(
        NISO,
        "appendix E",
        "need not follow those conventions in other contexts",
        reports("{doi}`10.1000/456#789`"),
    ),
    *(
        Row(
            NISO,
            "appendix E, table 1",
            f"{mark} ({escape})",
            writes(f"10.1/a{mark}b", url=f"10.1/a{escape}b"),
        )
        for mark, escape in (("%", "%25"), ('"', "%22"), ("#", "%23"), (" ", "%20"))
    ),
    Row(NISO, "marks", "DOI … registered service marks of the … Foundation", names_the_trademark),
    # --- DOI Handbook, "DOI Name Encoding Rules for URL Presentation"
    Row(
        HANDBOOK,
        "introduction",
        "Hex-encoding must be used",
        reports("<https://doi.org/10.1000/a[b>", "DOI301"),
    ),
    Row(
        HANDBOOK,
        "introduction",
        "10.1000/456#789 is encoded as …%23789",
        reads("https://doi-org.lama.univ-amu.fr/10.1000/456%23789", "10.1000/456#789"),
    ),
    Row(
        HANDBOOK,
        "introduction",
        "its own examples, behind a library's proxy",
        reports("<https://doi-org.lama.univ-amu.fr/10.1000/456%23789>", "DOI203"),
    ),
    *(
        Row(HANDBOOK, "table", f"{mark} {escape}", writes(f"10.1/a{mark}b", url=f"10.1/a{escape}b"))
        for mark, escape in (
            ("%", "%25"),
            ('"', "%22"),
            ("#", "%23"),
            (" ", "%20"),
            ("?", "%3F"),
            ("<", "%3C"),
            (">", "%3E"),
            ("{", "%7B"),
            ("}", "%7D"),
            ("^", "%5E"),
            ("[", "%5B"),
            ("]", "%5D"),
            ("`", "%60"),
            ("|", "%7C"),
            ("\\", "%5C"),
            ("+", "%2B"),
        )
    ),
    Row(
        HANDBOOK,
        "table",
        "+ raw in a document",
        reports("<https://doi.org/10.1021/jo020575+>"),
        "the edition of September 2025 leaves it as it is, so both are right",
    ),
    Row(
        HANDBOOK,
        "table",
        ", only in a Which RA service request",
        writes("10.1/a,b", url="10.1/a,b", ra="10.1/a%2Cb"),
    ),
    Row(HANDBOOK, "note 1", "/./ is changed to /.%2F", writes("10.1/a/./b", url="10.1/a/.%2Fb")),
    Row(HANDBOOK, "note 1", "/../ to /..%2F", writes("10.1/a/../b", url="10.1/a/..%2Fb")),
    Row(
        HANDBOOK,
        "note 1",
        "the browser treatment … can be inconsistent",
        reports("<https://doi.org/10.1000/a/../b>", "DOI306"),
    ),
    Row(
        HANDBOOK,
        "note 2",
        "a colon in place of the initial slash",
        writes("10.123/456", urn="urn:doi:10.123:456"),
    ),
    Row(
        HANDBOOK,
        "note 2",
        "https://doi.org/urn:doi:10.123:456",
        reads("https://doi.org/urn:doi:10.123:456", "10.123/456"),
    ),
    Row(
        HANDBOOK,
        "note 2",
        "other slashes … must be hex-encoded",
        writes("10.123/456ABC/zyz", urn="urn:doi:10.123:456ABC%2Fzyz"),
    ),
    Row(
        HANDBOOK,
        "note 2",
        "urn:doi:10.123:456ABC%2Fzyz",
        reads("https://doi-org.lama.univ-amu.fr/urn:doi:10.123:456ABC%2Fzyz", "10.123/456ABC/zyz"),
    ),
    Row(
        HANDBOOK,
        "note 2",
        "may … be expressed as URNs in the doi.org domain",
        reports("<https://doi.org/urn:doi:10.123:456>", "DOI201"),
        "a hint: the form is right, but other programs take it for another link",
    ),
    # --- draft-paskin-doi-uri-00
    Row(PASKIN_00, "1", "globally unique … and persistent", why=REGISTRY),
    Row(
        PASKIN_00,
        "1",
        "a pure name or … de-referenced",
        finds("Its name is doi:10.1000/182.", "10.1000/182"),
    ),
    Row(PASKIN_00, "1", "registered through an appointed registration agency", why=REGISTRY),
    Row(PASKIN_00, "1", "UTF-8 encoding is mandated", reads("doi:10.1/%C3%A9", "10.1/\u00e9")),
    Row(PASKIN_00, "1", "in accordance with ANSI/NISO Z39.84", is_name("10.1000/182")),
    Row(PASKIN_00, "2.1", 'doi = scheme ":" doi-identifier', reads("doi:10.abc/x", "10.abc/x")),
    Row(
        PASKIN_00,
        "2.1",
        "prefix = chars-no-slash",
        reads("doi:alpha-beta/x", "alpha-beta/x"),
        "after `doi:` alone; `parse` keeps to NISO, which asks for 10.",
    ),
    Row(
        PASKIN_00,
        "2.1",
        "suffix = chars",
        reads("doi:10.1/a//b", "10.1/a//b"),
        "controls and spaces at an end, which the grammar allows, are not graphic or never meant",
    ),
    Row(PASKIN_00, "2.1", "any particular DOI may be transferred", why=REGISTRY),
    Row(
        PASKIN_00,
        "2.1",
        "to be interpreted as an opaque identifier",
        lambda: str(parse("10.1/%3c")) == "10.1/%3c",
    ),
    Row(PASKIN_00, "2.1", "prefix and suffix … non-empty", is_name("10.1000/", valid=False)),
    Row(
        PASKIN_00,
        "2.2",
        "excluded US-ASCII characters as in RFC2396",
        writes('10.1/<>#%"{}|\\^[]`', uri="doi:10.1/%3C%3E%23%25%22%7B%7D%7C%5C%5E%5B%5D%60"),
    ),
    Row(
        PASKIN_00,
        "2.2",
        'reserved = "?" | "&" | "=" | "#"',
        writes("10.1/a?b&c=d#e", uri="doi:10.1/a%3Fb%26c%3Dd%23e"),
    ),
    Row(
        PASKIN_00,
        "2.2",
        "conflicting data must be escaped: ? #",
        reports("<doi:10.1000/a?b#c>", "DOI301"),
    ),
    Row(
        PASKIN_00,
        "2.2",
        "conflicting data must be escaped: & =",
        reports("<doi:10.1000/a&b=c>"),
        "the Handbook and 10.1000/292 leave both as they are",
    ),
    Row(
        PASKIN_00,
        "2.3 (a)",
        "doi:alpha-beta/182.342-24",
        reads("doi:alpha-beta/182.342-24", "alpha-beta/182.342-24"),
    ),
    Row(
        PASKIN_00,
        "2.3 (a)",
        "the same, in a document",
        reports("<doi:alpha-beta/182.342-24>", "DOI101"),
        "no DOI is registered without 10.",
    ),
    Row(
        PASKIN_00, "2.3 (b)", "doi:10.abc/ab/cd/ef", reads("doi:10.abc/ab/cd/ef", "10.abc/ab/cd/ef")
    ),
    Row(
        PASKIN_00,
        "2.3 (b)",
        "the same, in a document",
        reports("<doi:10.abc/ab/cd/ef>", "DOI107"),
        "a hint, since no registered DOI has letters there",
    ),
    Row(
        PASKIN_00,
        "2.3 (c)",
        "doi:1.23/2002/january/21/4690",
        reads("doi:1.23/2002/january/21/4690", "1.23/2002/january/21/4690"),
        "the draft says that the suffix is january/21/4690; by its grammar it begins with 2002/",
    ),
    Row(
        PASKIN_00,
        "2.3 (c)",
        "the same, in a document",
        reports("<doi:1.23/2002/january/21/4690>", "DOI101"),
        "no DOI is registered without 10.",
    ),
    Row(
        PASKIN_00,
        "2.3 (d)",
        'xmlns="doi:1.23/2002/january/21/4690"',
        finds('<element xmlns="doi:1.23/2002/january/21/4690">'),
        "in running text, only names that can be registered are looked for",
    ),
    Row(
        PASKIN_00,
        "2.3 (e)",
        "an OpenURL",
        reads("http://my.resolver.inc/resolve?id=doi%3Aalpha-beta%2Fmsws", "alpha-beta/msws"),
    ),
    Row(
        PASKIN_00,
        "2.3 (f)",
        "a service request",
        reads("rtsp://service.net/query?doi%3A10.abc%2Fab%2Fcd%2Fef", "10.abc/ab/cd/ef"),
    ),
    Row(
        PASKIN_00,
        "3",
        "security … of the underlying protocol",
        why="HTTPS, as in the row of Lemieux 4",
    ),
)


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if row.holds],
    ids=lambda row: f"{row.text}, {row.section}: {row.words}",
)
def test_what_is_asked_for(row: Row) -> None:
    """What is said of the row holds."""
    assert row.holds is not None
    assert row.holds()


def test_all_rows() -> None:
    """Each row is there once; one that asks nothing of a program says why."""
    places = [(row.text, row.section, row.words) for row in ROWS]
    assert len(set(places)) == len(places)
    assert [row for row in ROWS if not (row.holds or row.why)] == []
    assert {row.text for row in ROWS} == {PASKIN_00, PASKIN_04, NISO, HANDBOOK, LEMIEUX}
