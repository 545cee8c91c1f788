import assert from 'node:assert/strict';

/** Asserts that a response or log contains none of these values, either plain or escaped as in JSON. */
export function assertAbsent(text: string, ...values: readonly string[]): void {
  for (const value of values) {
    const written = [value, JSON.stringify(value).slice(1, -1)];
    const isThere = written.some((each) => text.includes(each));
    assert.equal(isThere, false, `${JSON.stringify(value)} is in ${text}`);
  }
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
