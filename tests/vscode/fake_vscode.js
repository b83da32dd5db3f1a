// As much of VS Code's API as the extension uses, with documents that a test edits.
'use strict';

const path = require('path');

class Position {
  constructor(line, character) {
    Object.assign(this, {line, character});
  }
}

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
  isEqual(other) {
    return JSON.stringify(this) === JSON.stringify(other);
  }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    this.text = text;
    this.scheme = url.protocol.slice(0, -1);
    this.path = decodeURIComponent(url.pathname);
    this.fsPath = this.path;
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

class Emitter {
  constructor() {
    this.handlers = new Set();
    this.event = (handler) => {
      this.handlers.add(handler);
      return {dispose: () => this.handlers.delete(handler)};
    };
  }
  fire(value) {
    this.handlers.forEach((handler) => handler(value));
  }
}

class Document {
  constructor(uri, languageId, text) {
    Object.assign(this, {uri: Uri.parse(uri), languageId, text, version: 1});
  }
  getText() {
    return this.text;
  }
  offsetAt({line, character}) {
    return this.text.split('\n').slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
}

class WorkspaceEdit {
  constructor() {
    this.changes = [];
  }
  replace(uri, range, text) {
    this.changes.push({uri, range, text});
  }
}

/** @param settings of `hrfcheck` */
function fakeVscode(settings, folder) {
  const events = Object.fromEntries(
      ['onDidOpenTextDocument', 'onDidChangeTextDocument', 'onDidSaveTextDocument', 'onDidCloseTextDocument',
       'onDidChangeConfiguration'].map((name) => [name, new Emitter()]));
  const diagnostics = new Map();
  const waiting = [];
  const look = () => {
    for (const one of [...waiting]) {
      const found = diagnostics.get(one.uri);
      if (found && one.wanted(found)) {
        waiting.splice(waiting.indexOf(one), 1);
        one.resolve(found);
      }
    }
  };
  const collection = {
    set: (uri, found) => {
      diagnostics.set(uri.toString(), found);
      look();
    },
    delete: (uri) => diagnostics.delete(uri.toString()),
    clear: () => diagnostics.clear(),
    dispose: () => {}
  };
  const api = {
    Range, Position, Uri, WorkspaceEdit,
    Location: class { constructor(uri, range) { Object.assign(this, {uri, range}); } },
    Diagnostic: class { constructor(range, message, severity) { Object.assign(this, {range, message, severity}); } },
    DiagnosticRelatedInformation: class {
      constructor(location, message) { Object.assign(this, {location, message}); }
    },
    CodeAction: class { constructor(title, kind) { Object.assign(this, {title, kind}); } },
    CodeActionKind: {QuickFix: {value: 'quickfix'}},
    Hover: class { constructor(contents, range) { Object.assign(this, {contents, range}); } },
    MarkdownString: class {
      constructor() { this.value = ''; }
      appendText(text) { this.value += text; return this; }
    },
    window: {
      createOutputChannel: () => ({append: (text) => api.test.printed.push(text),
                                   appendLine: (text) => api.test.printed.push(text), show: () => {}, dispose: () => {}}),
      showErrorMessage: (text) => api.test.errors.push(text),
      showInformationMessage: (text) => api.test.told.push(text)
    },
    languages: {
      createDiagnosticCollection: () => collection,
      registerHoverProvider: (selector, provider) => { api.test.provider = provider; return {dispose: () => {}}; },
      registerCodeActionsProvider: () => ({dispose: () => {}})
    },
    commands: {
      registerCommand: (name, run) => { api.test.commands[name] = run; return {dispose: () => {}}; }
    },
    workspace: {
      workspaceFolders: [{uri: Uri.parse(`file://${path.resolve(folder)}`)}],
      textDocuments: [],
      getConfiguration: () => ({get: (name, otherwise) => name in settings ? settings[name] : otherwise}),
      ...Object.fromEntries(Object.entries(events).map(([name, emitter]) => [name, emitter.event]))
    },
    /** What tests do as the user, and see. */
    test: {
      printed: [], errors: [], told: [], commands: {}, settings,
      open(uri, languageId, text) {
        const document = new Document(uri, languageId, text);
        api.workspace.textDocuments.push(document);
        events.onDidOpenTextDocument.fire(document);
        return document;
      },
      apply(document, edit) {
        const changes = edit.changes.map(
            ({range, text}) => ({range, text, begin: document.offsetAt(range.start), end: document.offsetAt(range.end)}));
        changes.sort((one, other) => other.begin - one.begin);
        for (const {begin, end, text} of changes) {
          document.text = document.text.slice(0, begin) + text + document.text.slice(end);
        }
        ++document.version;
        events.onDidChangeTextDocument.fire({document, contentChanges: changes});
      },
      save(document) {
        events.onDidSaveTextDocument.fire(document);
      },
      close(document) {
        api.workspace.textDocuments.splice(api.workspace.textDocuments.indexOf(document), 1);
        events.onDidCloseTextDocument.fire(document);
      },
      configure() {
        events.onDidChangeConfiguration.fire({affectsConfiguration: () => true});
      },
      /** The diagnostics of a document, as soon as they are as wanted. */
      diagnostics(document, wanted) {
        return new Promise((resolve) => {
          waiting.push({uri: document.uri.toString(), wanted, resolve});
          look();
        });
      },
      has: (document) => diagnostics.has(document.uri.toString())
    }
  };
  return api;
}

module.exports = {fakeVscode};
