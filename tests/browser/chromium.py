"""A headless Chromium that opens a page of ours and tells what it found."""

from __future__ import annotations

import shutil
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here"),
]


class _Told(threading.Event):
    """Set when the page is done; holds what it said."""

    words = ""


class _Site(SimpleHTTPRequestHandler):
    """Serves a folder; what is posted is the page's last word."""

    told: _Told

    def do_POST(self) -> None:
        self.told.words = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.told.set()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


def drive(folder: Path, script: str, profile: Path, *options: str, patience: float = 500) -> str:
    """Run a script beside the built pages of a folder; return what it posts to `/`.

    Args:
        folder: what is served.
        script: runs in a page of the same site as the folder's.
        profile: a folder for the browser.
        options: of the browser.
        patience: seconds after which it is given up.

    """
    (folder / "driver.html").write_text(f"<!doctype html><body><script>{script}</script>")
    told = _Told()
    handler = type("Site", (_Site,), {"told": told})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        command = [
            *(str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync"),
            *(f"--user-data-dir={profile}", *options),
            f"http://127.0.0.1:{site.server_port}/driver.html",
        ]
        browser = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            assert told.wait(patience), "the browser did not get to the end"
        finally:
            browser.terminate()
            browser.wait(20)
            site.shutdown()
    return told.words
