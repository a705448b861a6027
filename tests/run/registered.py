"""Works that the services of a test hold: two papers, one that was retracted, and one of CNKI."""

from __future__ import annotations

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
GLACIERS = "Melting of small glaciers in the northern valleys"
ROWS = (
    {"doi": "10.1000/tulips", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {"doi": "10.1000/glaciers", "title": [GLACIERS], "authors": ["Okafor"], "year": 2009},
    {
        "doi": "10.1000/gone",
        "title": ["A study of bees in winter gardens"],
        "authors": ["Bee"],
        "year": 2011,
        "updated-by": [{"DOI": "10.1000/notice", "type": "retraction", "updated": [[2012, 3, 4]]}],
    },
    {"doi": "10.2000/medra", "agency": "CNKI", "title": ["Anything"], "year": 2000},
)
