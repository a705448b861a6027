"""Let a console of Windows show colours; `msvcrt` exists on Windows only."""

from __future__ import annotations

import ctypes
import msvcrt
from typing import Any, Final, TextIO

_VIRTUAL_TERMINAL: Final = 0x4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


def shows_colors(stream: TextIO) -> bool:
    """Turn on the colours of a console (virtual terminal sequences); return whether that worked.

    Args:
        stream: standard output or standard error, on a console.
    """
    kernel: Any = vars(ctypes)["windll"].kernel32
    console = vars(msvcrt)["get_osfhandle"](stream.fileno())
    mode = ctypes.c_ulong()
    return bool(
        kernel.GetConsoleMode(console, ctypes.byref(mode))
        and kernel.SetConsoleMode(console, mode.value | _VIRTUAL_TERMINAL)
    )
