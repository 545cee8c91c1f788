/**
 * Holds what programs read of the OpenAPI document: all but its sentences, one component a line. After a change that is
 * meant, `UPDATE_INTERFACE=1 npm run test:node -- openapi-surface` writes the lines anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { openApiDocument } from '../../build/openapi/document.js';

const file = join(import.meta.dirname, 'openapi-surface.txt');

/** Leaves the sentences out, but not a field that is called `description`. */
function withoutSentences(key: string, value: unknown): unknown {
  return ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value;
}

it('The OpenAPI document says the same to programs', () => {
  const { paths, components } = openApiDocument;
  const lines: string[] = [];
  for (const [kind, entries] of Object.entries({ paths, ...components })) {
    for (const [key, entry] of Object.entries(entries)) {
      lines.push(`${kind} ${key} ${JSON.stringify(entry, withoutSentences)}`);
    }
  }
  const text = `${lines.sort().join('\n')}\n`;
  if (process.env['UPDATE_INTERFACE']) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
});
