// The page where a text is checked as it is typed. What was typed is only ever shown as text, and
// goes nowhere but to the worker.
const SAMPLES = {
  markdown: `The syntax of URIs is in [RFC 3986](https://dx.doi.org/10.17487/RFC3986).

Read [the paper](http://doi.org/10.1002/1097-4679(199507)51:4<>1.0.CO;2-#),
and for SciPy <https://www.doi.org/10.1038/s41592-019-0686-2>.
`,
  rst: `The syntax of URIs is in \`RFC 3986 <https://dx.doi.org/10.17487/RFC3986>\`_.

For SciPy, see :doi:\`https://doi.org/10.1038/s41592-019-0686-2\`.
`,
  bibtex: `@article{scipy,
  title = {{SciPy} 1.0},
  year = {2020},
  doi = {https://doi.org/10.1038/s41592-019-0686-2},
  url = {http://dx.doi.org/10.1038/s41592-019-0686-2},
}
`,
  cff: `cff-version: 1.2.0
message: If you use this software, please cite it.
title: Example
authors:
  - name: The example developers
doi: https://doi.org/10.5281/zenodo.99999999
`,
};
const TYPING = 30; // milliseconds without a key before a text is checked
const RESTING = 200; // … and before it is fixed, which takes longer

const form = document.getElementById("doi-try");
const part = (name) => document.getElementById(`doi-try-${name}`);
const [state, format, text, found, count, fixed, copy] = [
  "state", "format", "text", "findings", "count", "fixed", "copy",
].map(part);
const folder = new URL(form.dataset.folder, document.baseURI).href;
const started = performance.now();

let worker = null;
const READY = "Ready: every change is checked as you type.";
let isReady = false;
let asked = null; // what the worker is at
let next = null; // what it is to do then
let version = 0;
let timer = 0;

function tell(name, words) {
  form.dataset.state = name;
  state.textContent = words;
}

// Say that what stands there is not the fixed text yet; it must not be copied.
function wait(words) {
  fixed.setAttribute("aria-busy", "true");
  copy.disabled = true;
  part("same").textContent = words;
}

function fail(reason) {
  isReady = false;
  wait("");
  tell("failed", `The checker does not work here: ${reason}`);
}

function begin() {
  if (location.protocol === "file:") {
    fail("a browser runs it only from a web server. Try: python -m http.server -d build/docs");
    return;
  }
  // A worker of this kind obeys the page's own policy, by which nothing is sent elsewhere.
  const address = JSON.stringify(`${folder}worker.js`);
  const blob = new Blob([`import ${address};`], { type: "text/javascript" });
  worker = new Worker(URL.createObjectURL(blob), { type: "module" });
  worker.onerror = (event) => fail(event.message || "its files could not be loaded.");
  worker.onmessage = ({ data }) => (data.state ? begun(data) : take(data));
  tell("loading", "Loading Python (about 8 MB)…");
  wait("Comes when Python is loaded.");
}

function begun(data) {
  if (data.state === "failed") {
    fail(data.reason);
    return;
  }
  isReady = true;
  form.dataset.loaded = Math.round(performance.now() - started);
  tell("ready", READY);
  ask("findings");
}

function ask(task) {
  if (!isReady) {
    return;
  }
  const request = { id: version, task, text: text.value, format: format.value };
  if (asked) {
    next = request; // only the latest one counts
  } else {
    asked = request;
    worker.postMessage(request);
  }
}

function take({ id, task, result, error }) {
  asked = null;
  if (next) {
    asked = next;
    next = null;
    worker.postMessage(asked);
  }
  if (id !== version) {
    return;
  }
  if (error) {
    tell("ready", `This text could not be checked, which is a fault of ours: ${error}`);
    wait("");
  } else if (task === "findings") {
    showFindings(JSON.parse(result));
    clearTimeout(timer);
    timer = setTimeout(() => ask("fixed"), RESTING);
  } else {
    showFixed(result);
  }
}

function element(name, kind, words) {
  const made = document.createElement(name);
  made.className = `try-${kind}`;
  made.textContent = words;
  return made;
}

function row(one) {
  const item = element("li", one.severity, "");
  const place = element("button", "place", `${one.line}:${one.column}`);
  place.type = "button";
  place.title = "Show it in the text";
  place.addEventListener("click", () => {
    text.focus();
    text.setSelectionRange(one.start, one.end);
  });
  const rule = element("a", "rule", `${one.code} ${one.name}`);
  rule.href = form.dataset.rule.replace("DOI000", encodeURIComponent(one.code));
  const fix = { safe: "safe fix", unsafe: "unsafe fix" }[one.fix] || "";
  item.append(place, " ", element("span", "severity", one.severity), " ", rule, " ");
  item.append(element("span", "message", one.message));
  if (fix) {
    item.append(" ", element("span", "fix", fix));
  }
  return item;
}

function showFindings(findings) {
  tell("ready", READY);
  found.replaceChildren(...findings.map(row));
  const many = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  count.textContent = findings.length ? many : "No problems found by the offline rules";
  form.dataset.checked = version;
}

function showFixed(result) {
  fixed.value = result;
  fixed.removeAttribute("aria-busy");
  copy.disabled = false;
  part("same").textContent = result === text.value ? "Nothing to fix." : "";
  form.dataset.fixed = version;
}

function typed() {
  version += 1;
  wait("Fixing…");
  clearTimeout(timer);
  timer = setTimeout(() => ask("findings"), TYPING);
}

text.addEventListener("input", typed);
format.addEventListener("change", () => {
  if (Object.values(SAMPLES).includes(text.value) || !text.value.trim()) {
    text.value = SAMPLES[format.value];
  }
  typed();
});
part("example").addEventListener("click", () => {
  text.value = SAMPLES[format.value];
  typed();
});
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(fixed.value);
  } catch {
    fixed.select(); // without permission: the user copies it
    document.execCommand("copy");
  }
  copy.textContent = "Copied";
  setTimeout(() => (copy.textContent = "Copy fixed text"), 2000);
});
form.addEventListener("submit", (event) => event.preventDefault());

if (!text.value) {
  text.value = SAMPLES[format.value] || "";
}
begin();
