import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCommandLine, readSettings } from '../../../src/cli/settings/read-settings.js';
import { notRun } from '../../runner/not-run.js';
import { temporaryFolder } from '../../support/files.js';

const kibibyte = 1024;
const notRegular = 'FINANCING_SVC_KEY_FILE names a file that is not a regular file';

function readKey(file: string): string | undefined {
  const env = { FINANCING_SVC_KEY_FILE: file };
  return readSettings(readCommandLine(['serve']), env).settings.svcKey;
}

describe('A file with a secret', () => {
  it('has at most 64 KiB', (t) => {
    const file = join(temporaryFolder(t), 'secret');
    writeFileSync(file, `${'k'.repeat(64 * kibibyte - 1)}\n`);
    assert.equal(readKey(file)?.length, 64 * kibibyte - 1);
    writeFileSync(file, 'k'.repeat(64 * kibibyte + 1));
    assert.throws(() => readKey(file), {
      name: 'CommandError',
      message: 'FINANCING_SVC_KEY_FILE names a file that is larger than 64 KiB',
      exitCode: 2,
    });
  });

  it('may be a symbolic link, as in Kubernetes', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'data'), 'key\n');
    symlinkSync('data', join(folder, 'secret'));
    assert.equal(readKey(join(folder, 'secret')), 'key');
  });

  it('can’t be a folder', (t) => {
    const folder = join(temporaryFolder(t), 'folder');
    mkdirSync(folder);
    assert.throws(() => readKey(folder), { message: notRegular });
  });

  it('can’t be a pipe, on which the command would block', (t) => {
    const pipe = join(temporaryFolder(t), 'pipe');
    if (spawnSync('mkfifo', [pipe]).status !== 0)
      return notRun('secret pipes', 'there is no mkfifo');
    assert.throws(() => readKey(pipe), { message: notRegular });
  });

  it('can’t be a device, which may be endless', () => {
    for (const device of ['/dev/null', '/dev/zero']) {
      assert.throws(() => readKey(device), { message: notRegular });
    }
  });
});
