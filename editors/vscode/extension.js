// Starts `mdlint-doi server`, which does the work.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { activationEvents } = require("./package.json");

// The server receives the documents that start the extension.
const named = (event) => activationEvents
  .filter((one) => one.startsWith(event))
  .map((one) => one.slice(event.length));
const LANGUAGES = named("onLanguage:");
const FILES = named("workspaceContains:");

let client;

function newClient() {
  const settings = vscode.workspace.getConfiguration("sphinx-doi");
  const args = ["server", ...settings.get("arguments", [])];
  if (!vscode.workspace.isTrusted) args.push("--offline");
  const server = { command: settings.get("command", "mdlint-doi"), args, transport: TransportKind.stdio };
  const documentSelector = [
    ...LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    ...FILES.map((pattern) => ({ scheme: "file", pattern })),
    { notebook: "*", language: "markdown" },
  ];
  return new LanguageClient("sphinx-doi", "sphinx-doi", server, { documentSelector });
}

async function start() {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `sphinx-doi: the server did not start (${error.message}). Install it with pip install sphinx-doi, or set sphinx-doi.command.`,
    );
  }
}

async function stop() {
  // A client whose server did not start cannot be stopped: this causes an error.
  await client?.dispose().catch(() => {});
  client = undefined;
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("sphinx-doi.restart", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("sphinx-doi")) restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
