"""How work grows up to 100 KB: python tests/growth/long_run.py --families 240 --seed 14.

Each family's text is doubled until it has `--size` code points, or until one takes a second: what
is quadratic shows in any time that is long enough to be measured. The last one may take
`--most` times as long as the one before. The exit code is 1 if any takes longer; what the plugin
takes does not count where markdown-it-py alone takes longer, too.

With `--formats` the families are those of each format, checked and fixed as a file of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from growth_families import LINES, PREFIXES, SETTINGS, WAYS
from growth_formats import FORMATS, check_and_fix, format_families
from growth_units import NESTED, Family, families
from linear import growth, seconds
from markdown_it import MarkdownIt

_ENOUGH: Final = 1.0


def all_families(count: int, seed: int) -> Iterator[Family]:
    """Yield what the tests look at, and generated families."""
    yield from (Family(piece, setting) for piece in PREFIXES for setting in SETTINGS)
    yield from (Family(piece, "{} 10.1000/1\n\n10.1000/2\n") for piece in LINES)
    yield from NESTED
    yield from families(count, seed)


def ratio(way: Callable[[str], object], family: Family, size: int, most: float) -> float:
    """Return how much longer the longest text takes than one of half its size."""
    at = size // 8
    while at < size and seconds(partial(way, family.text(at))) < _ENOUGH:
        at *= 2
    return growth(way, family.text(at // 2), family.text(at), enough=most)


def _is_theirs(family: Family, size: int, most: float) -> bool:
    """Return whether markdown-it-py takes as long where nothing of ours is loaded."""
    return ratio(MarkdownIt("commonmark").render, family, size, most) > most


def trials(given: argparse.Namespace) -> Iterator[tuple[str, Callable[[str], object], Family]]:
    """Yield what is done, with its name, and with which family."""
    if given.formats is not None:
        for path in given.formats or FORMATS:
            work = check_and_fix(path)
            yield from (
                (path, work, family) for family in format_families(path, given.families, given.seed)
            )
        return
    for way in given.way or WAYS:
        yield from ((way, WAYS[way], family) for family in all_families(given.families, given.seed))


def main() -> int:
    """Measure all families; print those that grow too fast, and the worst of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", type=int, default=240)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--most", type=float, default=2.6)
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--formats", choices=FORMATS, nargs="*")
    given = parser.parse_args()
    found = count = 0
    worst = 0.0
    for name, work, family in trials(given):
        count += 1
        now = ratio(work, family, given.size, given.most)
        worst = max(worst, now)
        if now > given.most and name == "plugin" and _is_theirs(family, given.size, given.most):
            sys.stdout.write(f"markdown-it-py without the plugin: {now:.2f} {family}\n")
        elif now > given.most:
            found += 1
            sys.stdout.write(f"{name}: {now:.2f} {family}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{count} texts, the worst ratio {worst:.2f}, {found} above {given.most}\n")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
