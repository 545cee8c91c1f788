import assert from 'node:assert/strict';

/** Asserts that a text, such as an answer or a log, holds none of these values, escaped as in JSON or not. */
export function assertAbsent(text: string, ...values: readonly string[]): void {
  for (const value of values) {
    const written = [value, JSON.stringify(value).slice(1, -1)];
    const isThere = written.some((each) => text.includes(each));
    assert.equal(isThere, false, `${JSON.stringify(value)} is in ${text}`);
  }
}

/** The error that a promise rejects with, which must be of this class. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  type: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => assert.fail('The promise was fulfilled'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, `${String(error)} is no ${type.name}`);
  return error;
}
