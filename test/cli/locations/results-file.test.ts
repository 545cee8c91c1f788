import { spawn } from 'node:child_process';
import { once } from 'node:events';
import assert from 'node:assert/strict';
import fs, { appendFileSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { openResults, readResults } from '../../../src/cli/locations/results-file.js';
import { until } from '../../support/until.js';
import { writeTemporaryFile } from '../../support/files.js';

const service = 'https://service.example/';
const row = { line: 2, location: 'a', sendSMS: true };

function resultsPath(t: TestContext): string {
  return `${writeTemporaryFile(t, '')}.results.jsonl`;
}

describe('A results file', () => {
  it('tells the next run the outcome of each row', (t) => {
    const file = resultsPath(t);
    const first = openResults(file, service);
    first.append({ ...row, outcome: 'sending' });
    first.append({ ...row, outcome: 'created', url: 'https://service.example/form' });
    first.append({ ...row, location: 'b', outcome: 'sending' });
    first.close();
    const second = openResults(file, service);
    t.after(() => second.close());
    assert.match(second.doneOn('a') ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(['b', 'c'].map(second.isUnclear), [true, false]);
    assert.deepEqual(['b', 'c'].map(second.doneOn), [undefined, undefined]);
  });

  it('is written line by line, and only its owner can read it', (t) => {
    const file = resultsPath(t);
    const results = openResults(file, service);
    t.after(() => results.close());
    results.append({ ...row, outcome: 'sending' });
    const [header, entry, ...rest] = readFileSync(file, 'utf8').split('\n');
    assert.equal((JSON.parse(header!) as { baseUrl: string }).baseUrl, service);
    assert.equal((JSON.parse(entry!) as { outcome: string }).outcome, 'sending');
    assert.deepEqual(rest, ['']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('records which rows may have been texted', (t) => {
    const results = openResults(resultsPath(t), service);
    t.after(() => results.close());
    const mayHaveTexted = (outcome: 'refused' | 'not-sent' | 'unknown' | 'failed') => {
      const location = `after ${outcome}`;
      results.append({ ...row, location, outcome: 'sending' });
      results.append({ ...row, location, outcome });
      return results.mayHaveTexted(location);
    };
    assert.deepEqual(
      [mayHaveTexted('refused'), mayHaveTexted('not-sent'), mayHaveTexted('unknown')],
      [false, false, true],
    );
    results.append({ ...row, location: 'silent', sendSMS: false, outcome: 'sending' });
    assert.equal(results.mayHaveTexted('silent'), false);
  });

  it('loses only the partial line that a crash left', (t) => {
    const file = resultsPath(t);
    const first = openResults(file, service);
    first.append({ ...row, outcome: 'created' });
    first.close();
    appendFileSync(file, '{"time":"2026');
    const second = openResults(file, service);
    second.append({ ...row, location: 'b', outcome: 'created' });
    second.close();
    const third = readResults(file, service);
    assert.ok(third.doneOn('a') && third.doneOn('b'));
  });

  for (const start of ['{', '{"time":"2026-11-28T1', '\0\0\0\0']) {
    it(`can be opened if a crash left only the start of its first line: ${JSON.stringify(start)}`, (t) => {
      const file = writeTemporaryFile(t, start);
      openResults(file, service).close();
      assert.match(readFileSync(file, 'utf8'), /^\{"time":"[^\n]+\}\n$/);
    });
  }

  it('is used by one run at a time', (t) => {
    const file = resultsPath(t);
    writeFileSync(`${file}.lock`, `${process.ppid} ${hostname()}`);
    assert.throws(() => openResults(file, service), /is in use by process \d+; wait for it/);
  });

  it('isn’t taken from a run on another machine with the same process ID', (t) => {
    const file = resultsPath(t);
    writeFileSync(`${file}.lock`, `${process.pid} other-container`);
    const reason =
      /in use by process \d+ on other-container; wait for it, or delete .*\.lock if it/;
    assert.throws(() => openResults(file, service), reason);
    assert.ok(statSync(`${file}.lock`).isFile());
  });

  it('is taken over from a run that crashed', (t) => {
    const file = resultsPath(t);
    for (const pid of [999_999_999, process.pid]) {
      writeFileSync(`${file}.lock`, `${pid} ${hostname()}`);
      openResults(file, service).close();
      assert.throws(() => statSync(`${file}.lock`), /ENOENT/);
    }
  });

  it('is taken over from a run that ended as a zombie process', (t) => {
    // The shell becomes a program that never waits for its child, and then the child ends with its input.
    const script = `exec 3<&0; "$0" -e 'process.stdin.resume()' <&3 & echo $!; exec "$0" -e 'setInterval(() => {}, 1000)'`;
    const parent = spawn('sh', ['-c', script, process.execPath], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    t.after(() => parent.kill());
    return once(parent.stdout, 'data').then(async ([line]) => {
      const pid = Number(String(line));
      await until(() => readlinkSync(`/proc/${parent.pid}/exe`) === process.execPath);
      parent.stdin.end();
      await until(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
      const file = resultsPath(t);
      writeFileSync(`${file}.lock`, `${pid} ${hostname()}`);
      openResults(file, service).close();
    });
  });

  it('can be opened after a full disk prevented the lock', (t) => {
    const file = resultsPath(t);
    const full = Object.assign(new Error('No space left'), { code: 'ENOSPC' });
    t.mock.method(fs, 'writeSync', () => {
      throw full;
    });
    syncBuiltinESMExports();
    assert.throws(() => openResults(file, service), /\.lock cannot be written: the disk is full/);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    openResults(file, service).close();
  });

  it('isn’t used for another service', (t) => {
    const file = resultsPath(t);
    openResults(file, 'http://127.0.0.1:8788/').close();
    const reason = /results of another service \(http:\/\/127\.0\.0\.1:8788\/\).*--results/;
    assert.throws(() => openResults(file, service), reason);
    assert.throws(() => openResults(file, service), reason, 'the lock stayed');
  });

  for (const [first, second] of [
    ['https://service.example/', 'https://service.example'],
    ['https://service.example/api', 'HTTPS://Service.Example:443/api/'],
  ] as const) {
    it(`belongs to one service at ${first} and ${second}`, (t) => {
      const file = resultsPath(t);
      const results = openResults(file, first);
      results.append({ ...row, outcome: 'created' });
      results.close();
      assert.ok(readResults(file, second).doneOn('a'));
    });
  }

  for (const text of [
    'location,vertical\na,Dental\n',
    '{"time":"","baseUrl":""}\n{}\n',
    'key-without-a-line-break',
    '{"key":"of a service account"}',
    `{"time":"","baseUrl":""}\nkey`,
  ]) {
    it(`is refused if it contains something else (${text.slice(-8).trim()})`, (t) => {
      const file = writeTemporaryFile(t, text);
      assert.throws(() => openResults(file, ''), /line \d: not a line of a results file/);
      assert.equal(readFileSync(file, 'utf8'), text);
    });
  }

  it('is empty if it doesn’t exist', (t) => {
    assert.equal(readResults(resultsPath(t), service).isUnclear('a'), false);
  });
});
