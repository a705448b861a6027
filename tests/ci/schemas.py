"""Files held against the published schemas that check-jsonschema brings along."""

from __future__ import annotations

from pathlib import Path

from check_jsonschema.cli import main
from click.testing import CliRunner


def misfits(schema: str, *files: Path) -> str:
    """Return what a schema, such as `gitlab-ci`, says against files; empty if they fit."""
    names = [str(file) for file in files]
    done = CliRunner().invoke(main, ["--builtin-schema", f"vendor.{schema}", *names])
    return "" if done.exit_code == 0 else done.output or repr(done.exception)
