"""The version of this package; a test holds it against `pyproject.toml`."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
