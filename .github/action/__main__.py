"""The steps of `action.yml`: `python -I .github/action STEP`, standard library only.

All that a user of the action says arrives in environment variables, so that no shell ever reads it.
`-I` keeps Python from importing what lies in the checked repository.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

import checking
import installing
import issue
from workflow import StepError, annotation

STEPS: dict[str, Callable[[Mapping[str, str]], int]] = {
    "install": installing.run,
    "check": checking.run,
    "issue": issue.run,
}


def main() -> int:
    """Run the step that is named; return its exit code, 2 where it could not be done."""
    try:
        return STEPS[sys.argv[1]](os.environ)
    except StepError as error:
        print(annotation("error", str(error)))
        return 2


if __name__ == "__main__":
    sys.exit(main())
