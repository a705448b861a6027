"""The steps of `action.yml`, with the standard library only: `python … .github/action STEP`.

All that a user of the action says arrives in environment variables, so that no shell ever reads it.
`-I` keeps Python from importing what lies in the checked repository; `-X utf8` is for Windows.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from workflow import StepError, annotation

STEPS = {"install": "installing", "check": "checking", "issue": "issue"}
"""The module of each step; its `run` takes the environment and returns the exit code."""


def main() -> int:
    """Run the step that is named; return its exit code, 2 where it could not be done."""
    try:
        code: int = import_module(STEPS[sys.argv[1]]).run(os.environ)
    except StepError as error:
        print(annotation("error", str(error)))
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
