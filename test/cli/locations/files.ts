import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Writes a file for one test, and returns its path. */
export function writeTemporary(t: TestContext, content: string | Uint8Array, name = 'stores.csv') {
  const folder = mkdtempSync(join(tmpdir(), 'locations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
