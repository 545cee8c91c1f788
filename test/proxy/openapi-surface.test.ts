/**
 * Compares the OpenAPI document without its sentences with openapi-surface.txt, which has one component per line. After
 * an intended change, `UPDATE_INTERFACE=1 npm run test:node -- openapi-surface` updates the file.
 */
import { join } from 'node:path';
import { it } from 'node:test';
import { openApiDocument } from '../../build/openapi/document.js';
import { assertSnapshot } from '../support/assertions.js';

/** Omits sentences, but not a field named `description`. */
function withoutSentences(key: string, value: unknown): unknown {
  return ['description', 'summary'].includes(key) && typeof value === 'string' ? undefined : value;
}

/** Splits the JSON of a component into one row per value, such as `schemas Problem/properties/code/type "string"`. */
function rowsOf(line: string): string[] {
  const [, name = '', json = ''] = /^(\S+ \S+) (.*)$/.exec(line) ?? [];
  const rows = (path: string, value: unknown): string[] =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, member]) => rows(`${path}/${key}`, member))
      : [`${path} ${JSON.stringify(value)}`];
  return rows(name, JSON.parse(json));
}

it('The OpenAPI document is the same for programs', () => {
  const { paths, components } = openApiDocument;
  const lines: string[] = [];
  for (const [kind, entries] of Object.entries({ paths, ...components })) {
    for (const [key, entry] of Object.entries(entries)) {
      lines.push(`${kind} ${key} ${JSON.stringify(entry, withoutSentences)}`);
    }
  }
  assertSnapshot(join(import.meta.dirname, 'openapi-surface.txt'), lines.sort(), rowsOf);
});
