"""The benchmark measures bytecode, or says that it does not."""

from __future__ import annotations

import os
import stat
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from benchmarks.compiled import uncompiled


def test_a_source_tree_is_compiled_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where Python itself is told to write no bytecode."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    module = tmp_path / "module.py"
    module.write_text("one = 1\n")
    assert uncompiled(tmp_path) == []
    module.write_text("one = 22\n")
    os.utime(module, (1, 1))
    assert uncompiled(tmp_path) == []


def test_what_cannot_be_compiled_is_told(tmp_path: Path) -> None:
    """A broken module, and bytecode of an older text that cannot be written anew."""
    (tmp_path / "broken.py").write_text("one = \n")
    assert uncompiled(tmp_path) == [tmp_path / "broken.py"]
    module = tmp_path / "module.py"
    module.write_text("one = 1\n")
    uncompiled(tmp_path)
    os.utime(module, (1, 1))
    cache = Path(cache_from_source(str(module))).parent
    cache.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        if not os.access(cache, os.W_OK):
            assert module in uncompiled(tmp_path)
    finally:
        cache.chmod(stat.S_IRWXU)
