"""A step of a scan whose worker is killed once, after a partition was written."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from mdlint_doi.corpora.partitions import Partition
from mdlint_doi.corpora.scan import ScanStep
from mdlint_doi.corpora.scan import write_findings as write

LOG = "killed.log"


def log_of(folder: Path) -> Path:
    """Return the file that tells which partition was lost, and which were written by then."""
    return folder.with_name(LOG)


def write_findings(step: ScanStep, partition: Partition) -> int:
    """Write the findings of a partition; the first time that another one is there, be killed."""
    own, log = step.file(partition), log_of(Path(step.folder))
    written = sorted(int(path.stem) for path in own.parent.glob("*.parquet"))
    if written and not own.exists() and not log.exists():
        log.write_text(f"{partition.number} {written}")
        os.kill(os.getpid(), signal.SIGKILL)
    return write(step, partition)


def wait(partition: Partition) -> int:
    """Take so long that something can happen meanwhile."""
    time.sleep(0.5)
    return partition.number


def die(partition: Partition) -> int:
    """Be killed each time."""
    os.kill(os.getpid(), signal.SIGKILL)
    return partition.number
