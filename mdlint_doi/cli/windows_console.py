"""Read and set a console of Windows, the only system with `msvcrt`."""

from __future__ import annotations

import ctypes
import msvcrt
from typing import Any, Final, TextIO

_VIRTUAL_TERMINAL: Final = 0x4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


def shows_colors(stream: TextIO) -> bool:
    """Ask a console to show colours ("Console Virtual Terminal Sequences"); return whether it does.

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
