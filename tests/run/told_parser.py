"""The command; its last line on standard error tells whether the parser of Markdown was loaded."""

from __future__ import annotations

import sys

from mdlint_doi.cli import main

if __name__ == "__main__":
    code = main(sys.argv[1:])
    was_loaded = "mdlint_doi.formats.markdown.translate" in sys.modules
    sys.stderr.write(f"PARSED {was_loaded}\n")
    sys.exit(code)
