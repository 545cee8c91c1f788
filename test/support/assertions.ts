import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { InvalidOptionError } from '../../src/internal/options.js';
import { credentials } from './samples.js';

/** Asserts that a response or log contains none of these values, either plain or escaped as in JSON. */
export function assertAbsent(text: string, ...values: readonly string[]): void {
  for (const value of values) {
    const written = [value, JSON.stringify(value).slice(1, -1)];
    const isThere = written.some((each) => text.includes(each));
    assert.equal(isThere, false, `${JSON.stringify(value)} is in ${text}`);
  }
}

/** Returns one field of each object, or a list of several fields of each object. */
export function pluck<Row, Key extends keyof Row>(
  rows: readonly Row[] | undefined,
  key: Key,
): Row[Key][];
export function pluck<Row, Key extends keyof Row>(
  rows: readonly Row[] | undefined,
  ...keys: Key[]
): Row[Key][][];
export function pluck<Row, Key extends keyof Row>(rows: readonly Row[] = [], ...keys: Key[]) {
  return rows.map((row) => (keys.length === 1 ? row[keys[0]!] : keys.map((key) => row[key])));
}

/** Asserts that a list of things that must not exist is empty. */
export function assertNone(found: readonly unknown[]): void {
  assert.deepEqual(found, []);
}

/** Returns the error that a promise rejects with, and asserts its class. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  type: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => assert.fail('The promise was fulfilled'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, `${String(error)} is not a ${type.name}`);
  return error;
}

/**
 * Asserts that lines are equal to those of a snapshot file, or rewrites the file if UPDATE_INTERFACE is set. A failure
 * lists only the changed rows. `rowsOf` splits a long line into rows.
 */
export function assertSnapshot(
  file: string,
  lines: readonly string[],
  rowsOf: (line: string) => string[] = (line) => [line],
): void {
  if (process.env['UPDATE_INTERFACE']) writeFileSync(file, `${lines.join('\n')}\n`);
  const saved = new Set(readFileSync(file, 'utf8').trimEnd().split('\n').flatMap(rowsOf));
  const current = new Set(lines.flatMap(rowsOf));
  const changes = [
    ...[...saved].filter((row) => !current.has(row)).map((row) => `- ${row}`),
    ...[...current].filter((row) => !saved.has(row)).map((row) => `+ ${row}`),
  ];
  const remedy = `After an intended change: UPDATE_INTERFACE=1 npm run test:node -- <this test>`;
  assert.ok(changes.length === 0, `${file} differs:\n${changes.join('\n')}\n${remedy}`);
}

/** A part of values in option tests. No error repeats it. */
export const optionSentinel = 'hunter2';

/** Asserts that a function throws an error about an option, such as `mount is not a path`, that repeats no value. */
export function assertOptionError(create: () => unknown, sentence: string): void {
  assert.throws(create, (error: unknown) => {
    assert.ok(error instanceof InvalidOptionError, String(error));
    assert.equal(error.message, `Option ${sentence}`);
    assert.equal(error.option, sentence.split(/[, ]/)[0]);
    const shown = `${error.stack}${JSON.stringify(error)}`.toLowerCase();
    assertAbsent(shown, optionSentinel, ...Object.values(credentials));
    return true;
  });
}
