"""The page where one tries the checker, in a browser, with the files that it is built from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from browser.chromium import drive, needs_chromium
from docs.examples import MANUAL
from docs.try_texts import TEXTS
from made_once import made_once
from sphinx.cmd.build import build_main

pytestmark = needs_chromium

SCRIPT = """
const TEXTS = %s;
const frame = (address) => new Promise(done => {
  const made = document.createElement("iframe");
  made.addEventListener("load", () => done(made.contentDocument), {once: true});
  made.src = address;
  document.body.append(made);
});
const until = (form, holds) => new Promise(done => {
  const look = () => holds() && (watch.disconnect(), done());
  const watch = new MutationObserver(look);
  watch.observe(form, {attributes: true});
  look();
});
const run = async () => {
  const page = await frame("index.html"), told = {};
  const form = page.getElementById("doi-try"), text = page.getElementById("doi-try-text");
  const format = page.getElementById("doi-try-format");
  const fixed = page.getElementById("doi-try-fixed");
  told.first = form.dataset.state;
  await until(form, () => form.dataset.fixed === "0" || form.dataset.state === "failed");
  told.state = page.getElementById("doi-try-state").textContent;
  told.sample = [page.querySelectorAll("#doi-try-findings li").length, fixed.value !== text.value];
  const copy = page.getElementById("doi-try-copy"), same = page.getElementById("doi-try-same");
  const waits = () => [fixed.getAttribute("aria-busy"), copy.disabled, same.textContent];
  told.came = waits();
  let version = 0;
  for (const [name, given] of Object.entries(TEXTS)) {
    text.value = given;
    format.value = name;
    format.dispatchEvent(new Event("change"));
    version += 1;
    (told.waits ??= []).push(waits());
    await until(form, () => form.dataset.fixed === String(version));
    const rows = [...page.querySelectorAll("#doi-try-findings li")];
    rows[0].querySelector("button").click();
    told[name] = {
      fixed: fixed.value,
      rows: rows.map(row => row.textContent),
      rule: rows[0].querySelector("a").getAttribute("href"),
      marked: text.value.slice(text.selectionStart, text.selectionEnd),
    };
  }
  page.getElementById("doi-try-example").click();
  version += 1;
  await until(form, () => form.dataset.fixed === String(version));
  told.example = [format.value, text.value];
  // Typed at once: only the last text counts.
  for (const word of "abcdefgh") {
    text.value = word;
    text.dispatchEvent(new Event("input"));
  }
  version += 8;
  await until(form, () => form.dataset.fixed === String(version));
  told.last = [fixed.value, page.getElementById("doi-try-count").textContent];
  told.elements = page.querySelectorAll("#doi-try-findings b, #doi-try b").length;
  told.hosts = [...new Set(page.defaultView.performance.getEntriesByType("resource")
    .map(one => new URL(one.name).host || "blob"))];
  const elsewhere = `
    self.addEventListener("securitypolicyviolation", one => postMessage(one.effectiveDirective));
    fetch("http://localhost:9/").catch(() => {});`;
  const blob = new page.defaultView.Blob([elsewhere], {type: "text/javascript"});
  const worker = new page.defaultView.Worker(URL.createObjectURL(blob), {type: "module"});
  told.blocked = await new Promise(done => worker.onmessage = event => done(event.data));
  const broken = await frame("broken.html");
  const other = broken.getElementById("doi-try");
  await until(other, () => other.dataset.state === "failed");
  told.broken = broken.getElementById("doi-try-state").textContent;
  return told;
};
run().catch(error => ({error: String(error)}))
  .then(told => fetch("/", {method: "POST", body: JSON.stringify(told)}));
"""


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return npm's package of Pyodide: where `.ci/run` has put it, or fetched now."""
    if path := os.environ.get("TRY_PYODIDE"):
        return path
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm, from which Pyodide is taken")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MANUAL / "_ext")
        name = f"pyodide@{import_module('try_files').VERSION}"
    folder = tmp_path_factory.mktemp("npm")
    command = [npm, "pack", "--silent", "--fetch-retries=0", name]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=500)
    except subprocess.SubprocessError:
        pytest.skip("npm cannot fetch Pyodide")
    return str(next(folder.glob("*.tgz")))


@pytest.fixture(scope="module")
def told(pyodide: str, tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401 - JSON
    """Return what the page did, built as in the manual, with a plain theme."""
    folder = made_once(tmp_path_factory, "try", partial(_tell, pyodide))
    return json.loads((folder / "told.json").read_text(encoding="utf-8"))


def _tell(pyodide: str, folder: Path) -> None:
    source, out = folder / "source", folder / "out"
    source.mkdir()
    conf = f"import sys; sys.path.insert(0, {str(MANUAL / '_ext')!r})\n"
    conf += f"extensions = ['try_page']\ntry_pyodide = {pyodide!r}\nhtml_theme = 'basic'\n"
    (source / "conf.py").write_text(conf, encoding="utf-8")
    (source / "index.rst").write_text("Try\n===\n\n.. try-page::\n", encoding="utf-8")
    assert build_main(["-q", str(source), str(out)]) == 0
    _break(out)
    texts = json.dumps({name: text for name, (text, _) in TEXTS.items()})
    told = drive(out, SCRIPT % texts, folder / "profile", patience=550)
    (folder / "told.json").write_text(told, encoding="utf-8")


def _break(out: Path) -> None:
    """Make a page beside it whose files are not where they should be."""
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page
    broken = page.replace('data-folder="_static/try/"', 'data-folder="nowhere/"')
    (out / "broken.html").write_text(broken, encoding="utf-8")


def test_the_sample_is_checked_at_once(told: Any) -> None:  # noqa: ANN401 - JSON
    """The page says that it loads, and then shows findings and fixes of its own text."""
    assert (told["first"], told["state"]) == (
        "loading",
        "Ready: every change is checked as you type.",
    )
    assert told["sample"][0] > 3
    assert told["sample"][1]


def test_a_fixed_text_on_its_way_is_not_taken_for_the_fixed_one(told: Any) -> None:  # noqa: ANN401
    """From a key until the fix is there the page says so, and nothing can be copied."""
    assert told["came"] == [None, False, ""]
    assert told["waits"] == [["true", True, "Fixing…"]] * len(TEXTS)


def test_an_example_of_the_format_can_be_shown(told: Any) -> None:  # noqa: ANN401 - JSON
    """Whatever was typed, the button shows an example of the chosen format."""
    name, text = told["example"]
    assert name == [*TEXTS][-1]
    assert text.startswith(
        {"cff": "cff-version", "bibtex": "@", "rst": "The", "markdown": "The"}[name]
    )


@pytest.mark.parametrize("name", TEXTS)
def test_the_browser_says_what_the_program_says(
    name: str,
    told: Any,  # noqa: ANN401 - JSON
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Findings, places in units of UTF-16, rule pages and fixes, of each format."""
    monkeypatch.syspath_prepend(MANUAL / "_try")
    text, fixed = TEXTS[name]
    findings = json.loads(import_module("try_check").findings(text, name))
    shown = told[name]
    assert shown["fixed"] == fixed
    assert len(shown["rows"]) == len(findings)
    for row, finding in zip(shown["rows"], findings, strict=True):
        for words in (
            f"{finding['line']}:{finding['column']}",
            finding["code"],
            finding["name"],
            finding["message"],
        ):
            assert words in row
    units = text.encode("utf-16-le")[2 * findings[0]["start"] : 2 * findings[0]["end"]]
    assert shown["marked"] == units.decode("utf-16-le")
    assert shown["rule"] == f"rules/{findings[0]['code']}.html"


def test_only_the_last_text_counts(told: Any) -> None:  # noqa: ANN401 - JSON
    """Keys that come faster than answers ask for one answer."""
    assert told["last"] == ["h", "No problems found by the offline rules"]


def test_nothing_is_sent_and_nothing_becomes_markup(told: Any) -> None:  # noqa: ANN401 - JSON
    """All files are the site's own, others are refused, and what was typed is text."""
    assert told["elements"] == 0
    assert len(told["hosts"]) <= 2
    assert all(host.startswith(("127.0.0.1:", "blob")) for host in told["hosts"])
    assert told["blocked"] == "connect-src"  # in a worker of the same kind


def test_a_page_without_its_files_says_so(told: Any) -> None:  # noqa: ANN401 - JSON
    """Instead of loading for ever."""
    assert told["broken"].startswith("The checker does not work here: ")
