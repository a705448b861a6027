"""`python -m mdlint_doi`, the same as the command `mdlint-doi`."""

from __future__ import annotations

from mdlint_doi.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
