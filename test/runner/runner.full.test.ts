import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder, writeTemporaryFile } from '../support/files.js';
import { findProblem, recordSources } from './fresh-build.js';
import { selectFiles } from './select-files.js';

const files = [
  'test/cli/run-serve/serve.test.ts',
  'test/node/redis-store.full.test.ts',
  'test/proxy/fields/refusal-times.trial.test.ts',
];

// Node's test runner marks the processes that it starts, which would then report to it.
const { NODE_TEST_CONTEXT: _, CHROME_PATH: _path, ...ownEnv } = process.env;

describe('npm test', () => {
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
    ['REQUIRED_SERVERS', 'nginx,reddis', /"reddis".*redis/],
    ['REQUIRED_RUNTIMES', 'node24,wrkerd', /"wrkerd".*workerd/],
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
    const { status, stderr } = run({ REQUIRED_ENGINES: 'all', REQUIRED_SERVERS: 'prometheus' });
    assert.equal(status, 1);
    assert.match(stderr, /not installed: .*webkit, prometheus\.\n.*\.ci\/install/);
  });
});

describe('npm run test:node', () => {
  it('runs what only needs npm ci', () => {
    assert.deepEqual(selectFiles(files, { wanted: [] }), { files: [files[0]] });
  });

  it('also runs full tests with TEST_SCOPE=all, but no trials', () => {
    assert.deepEqual(selectFiles(files, { wanted: [], runsAll: true }), {
      files: files.slice(0, 2),
    });
  });

  it('runs each file with one of the words in its path', () => {
    const wanted = ['redis', 'refusal'];
    assert.deepEqual(selectFiles(files, { wanted }), { files: files.slice(1) });
  });

  it('runs a trial if a word is part of its name, but not for the name of its folder', () => {
    const select = (...wanted: string[]) => selectFiles(files, { wanted });
    assert.deepEqual(select('proxy/fields', 'serve'), { files: files.slice(0, 1) });
    for (const word of ['fields/refusal-times', 'times', '.trial.test.ts']) {
      assert.deepEqual(select(word), { files: files.slice(2) }, word);
    }
    assert.deepEqual(selectFiles(files, { wanted: ['fields'], runsTrials: true }), {
      files: files.slice(2),
    });
  });
});

describe('A test file', () => {
  /** Runs a file with this code, which may take `timeout` ms. Returns the output and the exit code. */
  function run(t: TestContext, code: string, { timeout = 60_000, env = {} } = {}) {
    const file = writeTemporaryFile(t, `import { it } from 'node:test';\n${code}`, 'some.test.ts');
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'run-node.js'), 'some.test'],
      {
        cwd: join(import.meta.dirname, '../..'),
        encoding: 'utf8',
        env: { ...ownEnv, TEST_FOLDER: dirname(file), TEST_FILE_TIMEOUT: `${timeout}`, ...env },
      },
    );
    return { stdout, status };
  }

  it('prints its titles, its error, and its output if it fails', (t) => {
    const code = `it('breaks', () => { console.log('a hint'); throw new Error('the reason'); });`;
    const { stdout, status } = run(t, code);
    assert.equal(status, 1);
    assert.match(stdout, /FAILED .*some\.test\.ts\n {2}breaks\n.*the reason[^]*a hint/);
    assert.ok(!stdout.includes('\u001b'), 'no escape codes');
    assert.ok(stdout.endsWith('0 passed, 1 failed\n'));
  });

  it('prints an error that comes after its tests', (t) => {
    const code = `it('works', () => void setTimeout(() => { throw new Error('the reason'); }));`;
    const { stdout, status } = run(t, code);
    assert.equal(status, 1);
    assert.match(stdout, /Printed by .*some\.test\.ts:\n.*after the test ended.*the reason/);
  });

  it('fails if it is marked skip or todo', (t) => {
    const code = `it('is left out', { skip: true }, () => {}); it('may fail', { todo: true }, () => {});`;
    const { stdout, status } = run(t, code);
    assert.equal(status, 1);
    assert.match(stdout, /is left out\n.*marked skip or todo[^]*may fail\n/);
    assert.ok(stdout.endsWith('0 passed, 2 failed\n'));
  });

  it('is ended and named if it never ends, even if it blocks its process', (t) => {
    // Blocks like a busy loop, but without using the CPU.
    const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
    const code = `it('hangs', async () => { await new Promise(setImmediate); ${block}; });`;
    const { stdout, status } = run(t, code, { timeout: 20_000 });
    assert.equal(status, 1);
    assert.match(
      stdout,
      /FAILED .*some\.test\.ts\n[^]*ended after 20000 ms.*\n.*some\.test\.ts: hangs/,
    );
  });

  it('has its progress and skipped tests printed, and its measurements in a trial', (t) => {
    const code = `it('works', (t) => {
      console.error('… half of it');
      console.log('NOT RUN: a Redis: not installed');
      t.diagnostic('3 ms');
    });`;
    const { stdout } = run(t, code, { env: { TRIAL_SECONDS: '1' } });
    const lines = stdout
      .split('\n')
      .map((line) => line.replace(/^\S*some\.test\.ts/, 'some.test.ts'));
    assert.deepEqual(lines.toSorted(), [
      '',
      '1 passed, 0 failed',
      'NOT RUN: a Redis: not installed',
      'some.test.ts: 3 ms',
      '… half of it',
    ]);
    assert.equal(lines.at(-2), '1 passed, 0 failed');
  });
});

describe('The build', () => {
  /** Creates a project that was built from this source, then replaces the source. */
  function createProject(t: TestContext, source: string, laterSource?: string): string {
    const folder = temporaryFolder(t);
    for (const name of ['src', 'dist']) mkdirSync(join(folder, name));
    const file = join(folder, 'src/main.ts');
    writeFileSync(file, source);
    recordSources(folder);
    if (laterSource !== undefined) {
      writeFileSync(file, laterSource);
      const later = Date.now() / 1_000 + 10;
      utimesSync(file, later, later);
    }
    return folder;
  }

  it('is used if its sources have not changed', (t) => {
    assert.equal(findProblem(createProject(t, 'f(1);')), '');
  });

  it('is used if only comments and formatting changed', (t) => {
    assert.equal(findProblem(createProject(t, 'f(1); // one', '/** one */\nf(\n1)')), '');
  });

  it('is refused if a value or a type changed', (t) => {
    for (const [before, after] of [
      ['f(1);', 'f(2);'],
      ['let a: string;', 'let a: number;'],
    ] as const) {
      assert.match(
        findProblem(createProject(t, before, after)),
        /older than src.main\.ts.*npm run/,
      );
    }
  });

  it('is refused if a source was added or deleted', (t) => {
    const folder = createProject(t, 'f(1);');
    const added = join(folder, 'src/added.ts');
    writeFileSync(added, '');
    const later = Date.now() / 1_000 + 10;
    utimesSync(added, later, later);
    assert.match(findProblem(folder), /older than src.added\.ts/);
    rmSync(added);
    rmSync(join(folder, 'src/main.ts'));
    assert.match(findProblem(folder), /older than src.main\.ts/);
  });

  it('is refused if it is missing', (t) => {
    const folder = createProject(t, 'f(1);');
    rmSync(join(folder, 'dist'), { recursive: true });
    assert.match(findProblem(folder), /missing.*npm run build/);
  });
});
