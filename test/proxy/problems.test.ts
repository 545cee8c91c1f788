import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestProxy } from '../support/test-proxy.js';

/** The `type` of a problem of a proxy with this option. */
async function typeOfProblem(errorPages?: string): Promise<unknown> {
  const { ask } = createTestProxy({ errorPages });
  const { body } = await ask('estimatePayments', { raw: '{' });
  return (body as { type: unknown }).type;
}

describe('The type of a problem', () => {
  it('is about:blank without the option errorPages', async () => {
    assert.equal(await typeOfProblem(), 'about:blank');
  });

  for (const [errorPages, expected] of [
    ['https://docs.example/errors', 'https://docs.example/errors#invalid-json'],
    ['https://docs.example', 'https://docs.example/#invalid-json'],
    ['http://localhost:5173/errors.html', 'http://localhost:5173/errors.html#invalid-json'],
  ] as const) {
    it(`is the section of its code with errorPages: '${errorPages}'`, async () => {
      assert.equal(await typeOfProblem(errorPages), expected);
    });
  }
});
