"""Certificates that prove nothing: a real server of each kind, and what the user is told."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cli.command import config, mdlint_doi
from handle_server import HandleServer

from mdlint_doi.ask.resolve import resolve
from mdlint_doi.ask.settings import LookupSettings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Unknown

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl command")
SETTINGS = """
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = {}
basicConstraints = CA:true
"""


class Stranger(HandleServer):
    """A server whose certificate is of our making."""

    def __init__(self, names: str, until: str) -> None:
        """Take the names that the certificate is for, and its last moment."""
        super().__init__({"10.1000/182": "ok"}, tls=True)
        self.names, self.until = names, until

    def _certificate(self) -> ssl.SSLContext:
        folder = Path(self._exit.enter_context(TemporaryDirectory()))
        self.cafile = folder / "cert.pem"
        (folder / "ca.cnf").write_text(SETTINGS.format(self.names))
        (folder / "index").touch()
        (folder / "serial").write_text("01")
        key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem"
        signed = "-selfsign -keyfile key.pem -in csr.pem -out cert.pem -config ca.cnf"
        for command in (
            f"openssl req {key} -subj /CN=localhost -out csr.pem",
            f"openssl ca -batch -notext {signed} -startdate 200101000000Z -enddate {self.until}",
        ):
            subprocess.run(command.split(), check=True, capture_output=True, cwd=folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cafile, folder / "key.pem")
        return context


@pytest.mark.parametrize(
    ("names", "until", "is_trusted", "said"),
    [
        ("IP:127.0.0.1", "20200102000000Z", True, "has expired, or this machine's clock is wrong"),
        ("DNS:example.org", "20491231000000Z", True, "is for a different host; is a proxy"),
        (
            "IP:127.0.0.1",
            "20491231000000Z",
            False,
            "set SSL_CERT_FILE to a file with the certificates to trust",
        ),
    ],
    ids=["expired", "wrong-host", "self-signed"],
)
def test_untrusted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    names: str,
    until: str,
    said: str,
    *,
    is_trusted: bool,
) -> None:
    """Each is told with what to do; the name is unknown, never broken, and never sent."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    with Stranger(names, until) as server:
        if is_trusted:
            monkeypatch.setenv("SSL_CERT_FILE", str(server.cafile))
        common = ("--isolated", *config(use_cache=False, server=server.url))
        checked = mdlint_doi("check", *common, "a.md", cwd=tmp_path)
        asked = mdlint_doi("lookup", "--depth", "registration", *common, "10.1000/182")
        assert server.targets == []
    assert (checked.code, asked.code) == (0, 0)
    assert "DOI916" in checked.out
    assert "DOI901" not in checked.out
    assert said in checked.out
    assert "  tls: " in asked.out
    assert said in asked.out


@pytest.mark.parametrize(
    ("variable", "file", "why"),
    [
        ("SSL_CERT_FILE", "none.pem", "a file that does not exist"),
        ("SSL_CERT_FILE", ".", "a folder instead of a file"),
        ("SSL_CERT_FILE", "räte.pem", "a file without a certificate (PEM)"),
    ],
)
def test_roots_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, file: str, why: str
) -> None:
    """The variable, what is wrong and the path are told, and no number or code."""
    (tmp_path / "räte.pem").write_text("no certificate\n")
    monkeypatch.setenv(variable, str(tmp_path / file))
    settings = LookupSettings("https://127.0.0.1:9", use_cache=False)
    (answer,) = resolve([parse("10.1000/182")], settings).values()
    assert isinstance(answer.outcome, Unknown)
    assert answer.outcome.detail == f"{variable} names {why}: {tmp_path / file}"[:200]
