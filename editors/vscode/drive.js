// Drives the server with the protocol's own client for Node, as the extension would:
//   npm install && node drive.js [mdlint-doi] [arguments of the server …]
// Prints the results that the editor would show, and exits with 1 if one of them is missing.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const {
  createProtocolConnection, StreamMessageReader, StreamMessageWriter,
} = require("vscode-languageserver-protocol/node");

const [command = "mdlint-doi", ...more] = process.argv.slice(2);
const TEXT = "\u{1F600} See http://dx.doi.org/10.1000/182 here.\n";
const FIXED = "\u{1F600} See https://doi.org/10.1000/182 here.\n";
const URI = "untitled:page.md";

function edited(text, edits) {
  const line = text.split("\n")[0];
  return edits
    .toSorted((a, b) => b.range.start.character - a.range.start.character)
    .reduce((was, { range, newText }) => was.slice(0, range.start.character) + newText + was.slice(range.end.character), line) + "\n";
}

async function main() {
  const server = spawn(command, ["server", "--stdio", "--offline", ...more], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin),
  );
  const published = [];
  let waiting = () => {};
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    published.push(params);
    waiting();
  });
  const next = async () => {
    if (!published.length) await new Promise((resolve) => { waiting = resolve; });
    return published.shift();
  };
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", {
    processId: process.pid, rootUri: null, capabilities: {}, workspaceFolders: null,
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  await connection.sendNotification("initialized", {});
  const textDocument = { uri: URI, languageId: "markdown", version: 1, text: TEXT };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  const { diagnostics } = await next();
  for (const one of diagnostics) console.log(one.code, TEXT.slice(one.range.start.character, one.range.end.character), "-", one.message);
  assert.deepEqual(diagnostics.map((one) => one.code), ["DOI201"]);
  const range = diagnostics[1].range;
  const actions = await connection.sendRequest("textDocument/codeAction", {
    textDocument: { uri: URI }, range, context: { diagnostics },
  });
  for (const one of actions) console.log(one.kind, one.isPreferred ? "preferred" : "-", one.title);
  assert(actions.some((one) => one.isPreferred && one.kind === "quickfix"));
  const [all] = await connection.sendRequest("textDocument/codeAction", {
    textDocument: { uri: URI }, range, context: { diagnostics, only: ["source.fixAll"] },
  });
  assert.equal(edited(TEXT, all.edit.changes[URI]), FIXED);
  const hover = await connection.sendRequest("textDocument/hover", { textDocument: { uri: URI }, position: range.start });
  console.log(hover.contents.value);
  await connection.sendNotification("textDocument/didChange", {
    textDocument: { uri: URI, version: 2 }, contentChanges: [{ text: FIXED }],
  });
  assert.deepEqual((await next()).diagnostics, []);
  await connection.sendRequest("shutdown");
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification("exit");
  assert.equal(await ended, 0);
  console.log("all as it should be");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
