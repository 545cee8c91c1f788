import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Creates an empty folder for one test, or for all tests of a file: `temporaryFolder({ after })`. */
export function temporaryFolder(t: { after(end: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'financing-'));
  // Retries, because a process that ends may still be writing to the folder.
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Writes a file for one test, and returns its path. */
export function writeTemporaryFile(
  t: TestContext,
  content: string | Uint8Array,
  name = 'stores.csv',
): string {
  const file = join(temporaryFolder(t), name);
  writeFileSync(file, content);
  return file;
}
