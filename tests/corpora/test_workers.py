"""A scan on Dask's workers, of this machine and of a cluster: the rows of one call, once each."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import dask
import pyarrow.parquet as pq
import pytest
from cli.command import mdlint_doi
from corpora import dying
from corpora.tables import real_documents
from distributed import Client, LocalCluster

from mdlint_doi.arrow import findings
from mdlint_doi.cli import main
from mdlint_doi.corpora import workers
from mdlint_doi.corpora.partitions import Partition
from mdlint_doi.corpora.workers import each
from mdlint_doi.files.reading import FileProblem

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no process is killed here")
PART = Partition(3, "in.parquet", 10, 7)


def scan(*arguments: object) -> int:
    """Run the command in this process, and in those that it starts."""
    return main(["corpus", "scan", "--isolated", "--offline", *map(str, arguments)])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Real documents, in some row groups."""
    path = tmp_path / "in.parquet"
    pq.write_table(real_documents(), path, row_group_size=40)
    return path


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A scheduler and two processes on loopback: its address."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as started:
        yield started.scheduler_address


def test_a_worker_that_is_killed_loses_nothing(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was killed when a partition was there and its own was not: each row is there once."""
    output = source.with_name("out.parquet")
    monkeypatch.setattr("mdlint_doi.corpora.scan.write_findings", dying.write_findings)
    assert scan(source, "-o", output, "--jobs", 2) == 0
    lost, _, written = dying.log_of(output).read_text().partition(" ")
    assert json.loads(written)
    assert int(lost) not in json.loads(written)
    assert pq.read_table(output).to_pylist() == findings(real_documents()).to_pylist()


def test_a_cluster_finds_the_same(source: Path, cluster: str) -> None:
    """Where the workers are does not matter, nor in how many files and folders documents lie."""
    output = source.with_name("out.parquet")
    assert scan(source, "-o", output, "--scheduler", cluster) == 0
    assert pq.read_table(output).to_pylist() == findings(real_documents()).to_pylist()


@pytest.mark.slow
def test_a_partition_that_kills_its_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run ends: it does not go on for ever, and does not look whole."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        workers.workers(2) as client,
        pytest.raises(FileProblem, match=r"^in\.parquet: row group 7: its worker process died"),
    ):
        list(each(client, dying.die, [PART]))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "tcp://", "ftp://x"])
def test_a_scheduler_that_is_not_there_is_told(
    address: str, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names it; exit code 2, and no output."""
    output = source.with_name("out.parquet")
    with dask.config.set({"distributed.comm.timeouts.connect": "200ms"}):
        assert scan(source, "-o", output, "--scheduler", address) == 2
    told = capsys.readouterr().err
    assert f"{address}: no Dask scheduler answers at this address: " in told
    assert told.count("\n") == 1
    assert not output.exists()


def test_a_scheduler_that_goes_is_told() -> None:
    """A run whose cluster is shut down ends, with the scheduler's address."""
    with LocalCluster(
        n_workers=1,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    ) as started:
        address = started.scheduler_address
        with (
            dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
            workers.workers(1, address) as client,
            pytest.raises(FileProblem, match=f"^{address}: the Dask scheduler no longer answers"),
        ):
            _close_meanwhile(started, client)


def _close_meanwhile(cluster: LocalCluster, client: Client) -> None:
    for _ in each(client, dying.wait, [PART, PART]):
        cluster.close()


def test_a_cluster_without_workers_is_told(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scan does not wait for ever for workers that nobody starts."""
    monkeypatch.setattr(workers, "WAIT", 0.2)
    with LocalCluster(
        n_workers=0,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
    ) as empty:
        address = empty.scheduler_address
        assert scan(source, "-o", source.with_name("out.parquet"), "--scheduler", address) == 2
    assert f"{address}: no worker appeared" in capsys.readouterr().err


def test_a_folder_has_the_findings_that_check_reports(tmp_path: Path) -> None:
    """The same files are read, under the same names; what cannot be read is a row."""
    for path, text in zip(*real_documents().to_pydict().values(), strict=True):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / "latin.md").write_bytes(b"caf\xe9 http://dx.doi.org/10.1000/182")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    checked = mdlint_doi(
        "check", ".", "--isolated", "--offline", "--output-format", "json", cwd=tmp_path
    )
    done = mdlint_doi(
        "corpus", "scan", ".", "--isolated", "--offline", "-o", "f.parquet", "--jobs", "1",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.code, done.out) == (0, "")
    found = pq.read_table(tmp_path / "f.parquet").to_pylist()
    same = ("path", "code", "line", "column", "message")
    reported = [[entry[name] for name in same] for entry in json.loads(checked.out)]
    reported = [entry for entry in reported if entry[1] != "not-read"]
    written = [[row[name] for name in same] for row in found if row["code"]]
    assert sorted(written) == sorted(reported)
    assert {row["path"] for row in found if row["problem"]} == {"gone.md", "latin.md"}
    assert len(reported) > 50
