import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

describe('npm test', () => {
  // Node's test runner marks the processes that it starts.
  const { NODE_TEST_CONTEXT: _, CHROME_PATH: _path, ...ownEnv } = process.env;

  /** Runs the script of `npm test` without installed browsers and servers. */
  function run(required: Record<string, string>) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'run-checks.js')],
      { encoding: 'utf8', env: { ...ownEnv, PATH: '', ...required }, timeout: 60_000 },
    );
    assert.equal(stdout, '', 'nothing has begun');
    return { status, stderr };
  }

  const mistyped: [variable: string, words: string, hint: RegExp][] = [
    ['REQUIRED_ENGINES', 'nope', /"nope".*chromium, firefox, webkit/],
    ['REQUIRED_SERVERS', 'nginx,reddis', /"reddis"; did you mean redis\?/],
    ['REQUIRED_RUNTIMES', 'node24,wrkerd', /"wrkerd"; did you mean workerd\?/],
  ];
  for (const [variable, words, hint] of mistyped) {
    it(`fails at once for ${variable}=${words}`, () => {
      const { status, stderr } = run({ [variable]: words });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(variable));
      assert.match(stderr, hint);
      assert.match(stderr, /\.ci\/install/);
    });
  }

  it('fails at once if a required engine and a required server are missing, and says how to install them', () => {
    const { status, stderr } = run({ REQUIRED_ENGINES: 'webkit', REQUIRED_SERVERS: 'prometheus' });
    assert.equal(status, 1);
    assert.match(stderr, /not installed: webkit, prometheus\.\n.*\.ci\/install/);
  });
});
