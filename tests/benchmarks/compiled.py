"""Whether the program that is measured starts from bytecode, as an installed one does.

A source tree has none where `PYTHONDONTWRITEBYTECODE` is set, and each start compiles all modules
anew: the ratios of a start double, and nothing shows it.
"""

from __future__ import annotations

import compileall
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

_WHERE = "import mdlint_doi; print(mdlint_doi.__path__[0])"


def package() -> Path:
    """Return the folder of the program that the commands measure."""
    done = subprocess.run([sys.executable, "-c", _WHERE], check=True, stdout=subprocess.PIPE)
    return Path(done.stdout.decode().strip())


def uncompiled(folder: Path) -> list[Path]:
    """Compile the modules of a folder; return those that have no bytecode for all that."""
    compileall.compile_dir(folder, quiet=2)
    return [path for path in sorted(folder.rglob("*.py")) if not _is_compiled(path)]


def _is_compiled(path: Path) -> bool:
    bytecode = Path(cache_from_source(str(path)))
    if not bytecode.is_file():
        return False
    # The import system compares these four bytes (PEP 552) with the time of the source.
    made_of = int.from_bytes(bytecode.read_bytes()[8:12], "little")
    return made_of == int(path.stat().st_mtime) & 0xFFFFFFFF
