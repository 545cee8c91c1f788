import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { releasedFiles, saveFiles } from '../../build/release/released-files.js';

describe('The page files of released versions', () => {
  let dist: string;
  let folder: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'dist-'));
    folder = join(dist, 'released');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  /** Releases a version. The hash in its file names repeats a digit. */
  function release(version: string, digit: string): void {
    const hash = digit.repeat(16);
    const files = {
      'elements.js': `elements.${hash}.js`,
      'elements.css': `elements.${hash}.css`,
      [`elements-dialogs.${hash}.js`]: `elements-dialogs.${hash}.js`,
    };
    for (const name of Object.keys(files)) writeFileSync(join(dist, name), `${version} ${name}`);
    const integrity = Object.fromEntries(Object.values(files).map((name) => [name, 'sha384-']));
    writeFileSync(join(dist, 'integrity.json'), JSON.stringify(integrity));
    saveFiles(dist, version, folder);
  }

  it('include the script and the style sheet under their immutable names', () => {
    release('1.0.0', 'a');
    const hash = 'a'.repeat(16);
    assert.deepEqual(releasedFiles(folder), {
      [`elements.${hash}.js`]: '1.0.0 elements.js',
      [`elements.${hash}.css`]: '1.0.0 elements.css',
      [`elements-dialogs.${hash}.js`]: `1.0.0 elements-dialogs.${hash}.js`,
    });
  });

  /** Returns the versions to which the released files belong. */
  const versions = () => [
    ...new Set(Object.values(releasedFiles(folder)).map((text) => text.split(' ')[0])),
  ];

  it('belong to the current and the previous version', () => {
    release('1.9.0', 'a');
    release('1.10.0', 'b');
    release('1.11.0', 'c');
    assert.deepEqual(versions(), ['1.10.0', '1.11.0']);
  });

  it('belong to the last attempt if a release is started again', () => {
    release('1.0.0', 'a');
    release('1.1.0', 'b');
    release('1.1.0', 'c');
    assert.deepEqual(
      Object.keys(releasedFiles(folder)).filter((name) => name.endsWith('.css')),
      [`elements.${'a'.repeat(16)}.css`, `elements.${'c'.repeat(16)}.css`],
    );
  });

  it('don’t exist before the first release', () => {
    assert.deepEqual(releasedFiles(join(dist, 'missing')), {});
  });
});
