// Diagnostics, quick fixes and hovers of `hrfcheck lsp` in Visual Studio Code.
'use strict';

const vscode = require('vscode');
const {Client, ServerError} = require('./client');

const endings = ['.litmus', '.cat', '.cl', '.cu', '.hip', '.ptx', '.spvasm'];
const languages = ['litmus', 'cat', 'opencl', 'cuda', 'cuda-cpp', 'hip'];

/** A server that ends so often in a row is not started again. */
const mostStarts = 5;
const startsForgottenAfter = 180000;  // ms

function isOurs(document) {
  const file = document.uri.scheme === 'file';
  return (file && endings.some((ending) => document.uri.path.endsWith(ending))) ||
      ((file || document.uri.scheme === 'untitled') && languages.includes(document.languageId));
}

function rangeFrom(range) {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

function rangeTo(range) {
  const position = ({line, character}) => ({line, character});
  return {start: position(range.start), end: position(range.end)};
}

function diagnosticFrom(found) {
  const diagnostic = new vscode.Diagnostic(rangeFrom(found.range), found.message, found.severity - 1);
  diagnostic.source = found.source;
  diagnostic.code = found.code;
  diagnostic.relatedInformation = (found.relatedInformation || []).map(
      ({location, message}) => new vscode.DiagnosticRelatedInformation(
          new vscode.Location(vscode.Uri.parse(location.uri), rangeFrom(location.range)), message));
  return diagnostic;
}

function editFrom(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, changes] of Object.entries(edit.changes)) {
    for (const {range, newText} of changes) {
      result.replace(vscode.Uri.parse(uri), rangeFrom(range), newText);
    }
  }
  return result;
}

class Server {
  constructor() {
    this.output = vscode.window.createOutputChannel('hrfcheck');
    this.diagnostics = vscode.languages.createDiagnosticCollection('hrfcheck');
    this.opened = new Set();
    this.starts = [];
    this.changing = Promise.resolve();
  }

  command() {
    const settings = vscode.workspace.getConfiguration('hrfcheck');
    const models = settings.get('models', []).map((model) => `--model=${model}`);
    return {
      path: settings.get('path', 'hrfcheck'),
      args: ['lsp', `--timeout=${settings.get('timeout', 10)}`, `--memory=${settings.get('memory', 2048)}`, ...models,
             ...settings.get('arguments', [])]
    };
  }

  async start() {
    if (this.over) {
      return;
    }
    const {path, args} = this.command();
    const folder = (vscode.workspace.workspaceFolders || []).find((one) => one.uri.scheme === 'file');
    this.starts.push(Date.now());
    const client = new Client(path, args, folder ? {cwd: folder.uri.fsPath} : {}, {
      notification: (method, params) => this.notification(method, params),
      print: (text) => this.output.append(text),
      ended: (why) => this.ended(path, why)
    });
    this.client = client;
    try {
      await client.request('initialize', {
        processId: process.pid,
        rootUri: folder ? folder.uri.toString() : null,
        capabilities: {
          general: {positionEncodings: ['utf-16']},
          textDocument: {
            publishDiagnostics: {relatedInformation: true, versionSupport: true},
            codeAction: {
              codeActionLiteralSupport: {codeActionKind: {valueSet: ['quickfix']}},
              dataSupport: true,
              resolveSupport: {properties: ['edit']}
            },
            hover: {contentFormat: ['plaintext']}
          }
        }
      });
    } catch {
      return;  // `ended` has been told why
    }
    client.notify('initialized', {});
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
  }

  ended(path, why) {
    this.output.appendLine(`${path}: ${why}`);
    this.diagnostics.clear();
    this.opened.clear();
    const now = Date.now();
    this.starts = this.starts.filter((time) => now - time < startsForgottenAfter);
    const missing = /ENOENT/.test(why);
    if (!missing && this.starts.length < mostStarts) {
      this.start();
      return;
    }
    vscode.window.showErrorMessage(
        missing ? `hrfcheck was not found: install it, or set hrfcheck.path (${path})` :
                  `hrfcheck lsp ended ${this.starts.length} times: ${why}`);
  }

  notification(method, params) {
    if (method === 'textDocument/publishDiagnostics') {
      this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnosticFrom));
    }
  }

  open(document) {
    const uri = document.uri.toString();
    if (isOurs(document) && !this.opened.has(uri)) {
      this.opened.add(uri);
      this.client.notify('textDocument/didOpen', {
        textDocument: {uri, languageId: document.languageId, version: document.version, text: document.getText()}
      });
    }
  }

  change({document, contentChanges}) {
    const uri = document.uri.toString();
    if (this.opened.has(uri) && contentChanges.length > 0) {
      this.client.notify('textDocument/didChange', {
        textDocument: {uri, version: document.version},
        contentChanges: contentChanges.map(({range, text}) => ({range: rangeTo(range), text}))
      });
    }
  }

  save(document) {
    const uri = document.uri.toString();
    if (this.opened.has(uri)) {
      this.client.notify('textDocument/didSave', {textDocument: {uri}});
    }
  }

  close(document) {
    const uri = document.uri.toString();
    if (this.opened.delete(uri)) {
      this.client.notify('textDocument/didClose', {textDocument: {uri}});
      this.diagnostics.delete(document.uri);
    }
  }

  /** One after the other: settings may change again before the server has ended. */
  restart() {
    this.starts = [];
    this.changing = this.changing.then(() => this.stop()).then(() => this.start());
    return this.changing;
  }

  /** The same, for good. */
  end() {
    this.over = true;
    this.changing = this.changing.then(() => this.stop());
    return this.changing;
  }

  async stop() {
    this.opened.clear();
    this.diagnostics.clear();
    if (this.client) {
      await this.client.stop();
    }
  }

  async provideHover(document, position, token) {
    const hover = await this.ask('textDocument/hover', {
      textDocument: {uri: document.uri.toString()},
      position: {line: position.line, character: position.character}
    }, token);
    return hover ? new vscode.Hover(new vscode.MarkdownString().appendText(hover.contents.value),
                                    rangeFrom(hover.range)) : null;
  }

  async provideCodeActions(document, range, context, token) {
    const actions = await this.ask('textDocument/codeAction', {
      textDocument: {uri: document.uri.toString()},
      range: rangeTo(range),
      context: {diagnostics: [], ...(context.only ? {only: [context.only.value]} : {})}
    }, token);
    return (actions || []).map((found) => this.actionFrom(found, context));
  }

  actionFrom(found, context) {
    const action = new vscode.CodeAction(found.title, vscode.CodeActionKind.QuickFix);
    action.isPreferred = found.isPreferred === true;
    action.diagnostics = (context.diagnostics || []).filter(
        (one) => found.diagnostics.some((of) => of.message === one.message && rangeFrom(of.range).isEqual(one.range)));
    if (found.edit) {
      action.edit = editFrom(found.edit);
    } else {
      action.found = found;
    }
    return action;
  }

  async resolveCodeAction(action, token) {
    if (action.found) {
      const resolved = await this.ask('codeAction/resolve', action.found, token);
      if (resolved && resolved.edit) {
        action.edit = editFrom(resolved.edit);
      }
    }
    return action;
  }

  /** What went wrong is shown, unless nobody waits for the answer any more. */
  async ask(method, params, token) {
    try {
      return await this.client.request(method, params, token);
    } catch (error) {
      if (!(error instanceof ServerError)) {
        throw error;
      }
      if (!error.isOver) {
        vscode.window.showInformationMessage(`hrfcheck: ${error.message}`);
      }
      return null;
    }
  }
}

let server;

async function activate(context) {
  server = new Server();
  const selector = [
    {scheme: 'file', pattern: `**/*{${endings.join(',')}}`},
    ...languages.flatMap((language) => [{scheme: 'file', language}, {scheme: 'untitled', language}])
  ];
  context.subscriptions.push(
      server.output, server.diagnostics,
      vscode.workspace.onDidOpenTextDocument((document) => server.open(document)),
      vscode.workspace.onDidChangeTextDocument((event) => server.change(event)),
      vscode.workspace.onDidSaveTextDocument((document) => server.save(document)),
      vscode.workspace.onDidCloseTextDocument((document) => server.close(document)),
      vscode.workspace.onDidChangeConfiguration(
          (event) => event.affectsConfiguration('hrfcheck') && server.restart()),
      vscode.languages.registerHoverProvider(selector, server),
      vscode.languages.registerCodeActionsProvider(
          selector, server, {providedCodeActionKinds: [vscode.CodeActionKind.QuickFix]}),
      vscode.commands.registerCommand('hrfcheck.restart', () => server.restart()),
      vscode.commands.registerCommand('hrfcheck.showOutput', () => server.output.show()));
  await server.start();
}

function deactivate() {
  return server ? server.end() : undefined;
}

module.exports = {activate, deactivate};
