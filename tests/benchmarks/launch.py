"""Run a program and print what it took (python -I -S launch.py PROGRAM ARGUMENT …).

A small process between the benchmark and what it measures: the peak memory of a process counts what
it was before it became another program, and that is this one, not the benchmark with all it has
imported. Prints seconds on the clock, seconds of the processor, MiB at the peak, and the exit code.
"""

import os
import sys
import time

_NOTHING = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]

begun = time.monotonic()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=_NOTHING)
_, status, usage = os.wait4(child, 0)
wall = time.monotonic() - begun
code = os.waitstatus_to_exitcode(status)
print(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, code)  # noqa: T201
