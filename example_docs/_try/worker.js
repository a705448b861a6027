// The checker, in a thread of its own, so that typing never waits for it.
// In: {id, task: "findings" | "fixed", text, format}. Out: {state} once, then {id, task, result}.
import { loadPyodide } from "./pyodide.mjs";

const folder = new URL(".", import.meta.url).href;

async function bytes(name) {
  const answer = await fetch(folder + name);
  if (!answer.ok) {
    throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  }
  return new Uint8Array(await answer.arrayBuffer());
}

async function start() {
  const packages = bytes("packages.zip");
  packages.catch(() => {}); // told below
  const python = await loadPyodide({ indexURL: folder });
  python.FS.writeFile("/packages.zip", await packages);
  python.runPython("import sys; sys.path.insert(0, '/packages.zip')");
  return python.pyimport("try_check");
}

start().then(
  (checker) => {
    self.onmessage = ({ data }) => {
      const { id, task, text, format } = data;
      try {
        self.postMessage({ id, task, result: checker[task](text, format) });
      } catch (error) {
        self.postMessage({ id, task, error: String(error.message || error) });
      }
    };
    self.postMessage({ state: "ready" });
  },
  (error) => self.postMessage({ state: "failed", reason: String(error.message || error) }),
);
