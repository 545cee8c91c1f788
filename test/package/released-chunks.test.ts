import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { keepChunks, releasedChunks } from '../../build/released-chunks.js';

describe('the chunks of released versions', () => {
  let dist: string;
  let folder: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'dist-'));
    folder = join(dist, 'released');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  /** Releases a version whose build has a chunk with this text; its name is `elements-dialogs.<16 × digit>.js`. */
  function release(version: string, digit: string): void {
    for (const old of readdirSync(dist)) if (old.endsWith('.js')) rmSync(join(dist, old));
    writeFileSync(join(dist, 'elements.js'), 'the script');
    writeFileSync(join(dist, `elements-dialogs.${digit.repeat(16)}.js`), version);
    keepChunks(dist, version, folder);
  }

  it('are kept when a version is released, without its script', () => {
    release('1.0.0', 'a');
    assert.deepEqual(releasedChunks(folder), {
      [`elements-dialogs.${'a'.repeat(16)}.js`]: '1.0.0',
    });
  });

  it('are those of a version and the one before', () => {
    release('1.9.0', 'a');
    release('1.10.0', 'b');
    release('1.11.0', 'c');
    assert.deepEqual(Object.values(releasedChunks(folder)), ['1.10.0', '1.11.0']);
  });

  it('are those of the last try, where a release is begun again', () => {
    release('1.0.0', 'a');
    release('1.1.0', 'b');
    release('1.1.0', 'c');
    assert.deepEqual(Object.keys(releasedChunks(folder)), [
      `elements-dialogs.${'a'.repeat(16)}.js`,
      `elements-dialogs.${'c'.repeat(16)}.js`,
    ]);
  });

  it('are none before the first release', () => {
    assert.deepEqual(releasedChunks(join(dist, 'missing')), {});
  });
});
