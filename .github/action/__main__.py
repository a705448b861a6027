"""The steps of `action.yml`, with the standard library only: `python … .github/action STEP`.

The inputs of the action arrive in environment variables, so that no shell interprets them. `-I`
keeps Python from importing files of the checked repository; `-X utf8` is for Windows.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from workflow import StepError, annotation

STEPS = {"install": "installing", "check": "checking", "issue": "issue"}
"""The module of each step; its `run` receives the environment and returns the exit code."""


def main() -> int:
    """Run the named step; return its exit code, or 2 if it failed."""
    try:
        code: int = import_module(STEPS[sys.argv[1]]).run(os.environ)
    except StepError as error:
        print(annotation("error", str(error)))
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
