"""The user's cache folder on systems other than Linux."""

from __future__ import annotations

from platformdirs import user_cache_dir


def cache_folder() -> str:
    """Return the cache folder by the conventions of the system."""
    return user_cache_dir("sphinx-doi", appauthor=False)
