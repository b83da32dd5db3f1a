// The packaged extension, unpacked, against the real server.
//   run.js PROGRAM SOURCES WORK
'use strict';

const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const path = require('path');
const {fakeVscode} = require('./fake_vscode');
const {unzip} = require('./unzip');

const [program, sources, work] = process.argv.slice(2);

function checkPackage(files) {
  const about = JSON.parse(files.get('extension/package.json'));
  assert.strictEqual(about.version, JSON.parse(fs.readFileSync(path.join(sources, 'vcpkg.json'))).version);
  assert.ok(files.has('[Content_Types].xml'));
  const manifest = files.get('extension.vsixmanifest').toString();
  assert.match(manifest, new RegExp(`Version="${about.version.replace(/\./g, '\\.')}"`));
  for (const [, asset] of manifest.matchAll(/Path="([^"]*)"/g)) {
    assert.ok(files.has(asset), `${asset} is missing`);
  }
  const named = [about.main, ...about.contributes.grammars.map((one) => one.path),
                 ...about.contributes.languages.flatMap((one) => one.configuration || [])];
  for (const file of named) {
    assert.ok(files.has(path.posix.join('extension', file)), `${file} is missing`);
  }
  const types = files.get('[Content_Types].xml').toString();
  for (const file of files.keys()) {
    const ending = file.slice(file.lastIndexOf('.') + 1);
    assert.ok(types.includes(`Extension="${ending}"`) || file === '[Content_Types].xml', `${file} has no type`);
  }
  for (const grammar of about.contributes.grammars) {
    checkGrammar(JSON.parse(files.get(path.posix.join('extension', grammar.path))), grammar.scopeName);
  }
}

/** Every expression can be read, and every rule that is included is there. */
function checkGrammar(grammar, scopeName) {
  assert.strictEqual(grammar.scopeName, scopeName);
  const visit = (rule) => {
    for (const key of ['match', 'begin', 'end']) {
      if (rule[key] !== undefined) {
        new RegExp(rule[key].replace(/\\A/g, '^'));
      }
    }
    if (rule.include) {
      assert.ok(grammar.repository[rule.include.slice(1)], rule.include);
    }
    (rule.patterns || []).forEach(visit);
  };
  visit(grammar);
  Object.values(grammar.repository || {}).forEach(visit);
}

function unpack(files) {
  for (const [name, bytes] of files) {
    const file = path.join(work, 'unpacked', name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, bytes);
  }
}

const racy = `HSA T
{ x=0; y=0; }
 P0@wg 0       | P1@wg 1           ;
 st x, 1       | ld.acq.wg r0, y   ;
 st.rel.wg y, 1 | bne r0, 1, END   ;
               | ld r1, x          ;
               | END:              ;
exists (1:r0=1 /\\ 1:r1=0)
`;

async function run(vscode, extension) {
  const context = {subscriptions: []};
  await extension.activate(context);
  const {test} = vscode;
  const folder = `file://${path.resolve(work)}`;

  // A race is marked at both instructions, and a quick fix takes it away.
  const document = test.open(`${folder}/t.litmus`, 'litmus', racy);
  const marks = await test.diagnostics(document, (found) => found.length > 0);
  assert.ok(marks.every((mark) => mark.source === 'hrfcheck' && mark.severity === 1), JSON.stringify(marks));
  assert.ok(marks.some((mark) => mark.code === 'heterogeneous-race' && mark.relatedInformation.length > 0));
  const mark = marks.find((one) => one.code === 'heterogeneous-race');
  const hover = await test.provider.provideHover(document, mark.range.start);
  assert.ok(hover.contents.value.includes('races with'));
  const actions = await test.provider.provideCodeActions(document, mark.range, {diagnostics: marks});
  const repair = actions.find((action) => action.title.startsWith('Find the cheapest repair'));
  assert.ok(repair && !repair.edit && repair.diagnostics.length > 0);
  await test.provider.resolveCodeAction(repair);
  assert.ok(repair.edit, test.told.join());
  test.apply(document, repair.edit);
  await test.diagnostics(document, (found) => found.length === 0);
  assert.notStrictEqual(document.getText(), racy);

  // A mistake in a model; the file need not be saved, nor exist.
  const model = test.open(`${folder}/m.cat`, 'cat', '"M"\nacyclic po | nonsense as order\n');
  const [mistake] = await test.diagnostics(model, (found) => found.length > 0);
  assert.strictEqual(mistake.severity, 0);
  assert.strictEqual(mistake.range.start.line, 1);
  assert.strictEqual(mistake.range.start.character, 13);
  assert.strictEqual(mistake.range.end.character, 21);
  test.close(model);
  assert.ok(!test.has(model));

  // Documents of others are left alone, kernels without a launch nearly so.
  const notes = test.open(`${folder}/notes.txt`, 'plaintext', 'HSA');
  const kernel = test.open(`${folder}/k.cl`, 'opencl', 'kernel void k(global int* p) { *p = 1; }\n');
  const [hint] = await test.diagnostics(kernel, (found) => found.length > 0);
  assert.strictEqual(hint.severity, 3);
  assert.ok(!test.has(notes));

  // Other settings start another server, which is told of what is open.
  test.settings.models = ['sc'];
  test.configure();
  await test.commands['hrfcheck.restart']();
  await test.diagnostics(document, (found) => found.length === 0);
  // It is ended while another one is about to start.
  test.configure();
  await extension.deactivate();
  assert.deepStrictEqual(test.errors, []);

  // A program that is not there is said once.
  test.settings.path = path.join(work, 'nowhere');
  await extension.activate({subscriptions: []});
  await extension.deactivate();
  assert.strictEqual(test.errors.length, 1);
  assert.match(test.errors[0], /hrfcheck was not found/);
}

const files = unzip(fs.readFileSync(path.join(work, 'hrfcheck.vsix')));
checkPackage(files);
unpack(files);
const vscode = fakeVscode({path: program}, work);
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);
run(vscode, require(path.resolve(work, 'unpacked/extension/extension.js'))).then(
    () => console.log('the extension works'),
    (error) => {
      console.error(error, vscode.test.printed.join(''));
      process.exit(1);
    });
