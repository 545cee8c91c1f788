import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const dist = join(import.meta.dirname, '../../dist');

function runOn(version: string, code: string) {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const preload = `data:text/javascript,${encodeURIComponent(old)}`;
  const args = ['--import', preload, '--input-type=module', '--eval', code];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

const urlOf = (file: string) => JSON.stringify(pathToFileURL(join(dist, file)).href);

describe('A Node that is too old', { timeout: 60_000 }, () => {
  const sentence = (version: string) =>
    `financing-elements needs Node 20.19 or later. This is Node ${version}.`;

  for (const version of ['18.20.8', '20.18.3', '16.0.0']) {
    it(`ends the command with a message: ${version}`, () => {
      const { status, stdout, stderr } = runOn(version, `await import(${urlOf('cli/main.js')})`);
      assert.deepEqual([status, stdout, stderr], [2, '', `${sentence(version)}\n`]);
    });
  }

  it('is detected before other modules are linked, which may not work', () => {
    const importsOf = (file: string) =>
      [...readFileSync(join(dist, file), 'utf8').matchAll(/^import\b.*'(.+)'/gm)].map(
        ([, from]) => from,
      );
    assert.deepEqual(importsOf('cli/main.js'), ['../internal/node-version.js']);
    assert.deepEqual(importsOf('internal/node-version.js'), []);
  });

  it('makes the import of ./node fail with the message', () => {
    const code = `await import(${urlOf('node/index.js')}).catch((error) => console.log(error.message))`;
    assert.equal(runOn('18.20.8', code).stdout, `${sentence('18.20.8')}\n`);
  });

  it("doesn't include 20.19 and later", () => {
    for (const version of ['20.19.0', '22.0.0']) {
      const code = `await import(${urlOf('internal/node-version.js')}).then(console.log)`;
      assert.match(runOn(version, code).stdout, /nodeVersionProblem: undefined/);
    }
  });
});
