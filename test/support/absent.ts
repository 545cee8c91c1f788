import assert from 'node:assert/strict';

/** Asserts that a text, such as an answer or a log, holds none of these values, escaped as in JSON or not. */
export function assertAbsent(text: string, ...values: readonly string[]): void {
  for (const value of values) {
    const written = [value, JSON.stringify(value).slice(1, -1)];
    const isThere = written.some((each) => text.includes(each));
    assert.equal(isThere, false, `${JSON.stringify(value)} is in ${text}`);
  }
}
