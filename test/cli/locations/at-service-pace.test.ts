import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atServicePace } from '../../../src/cli/locations/work.js';
import { ServiceResponseError, ServiceUnreachableError } from '../../../src/service/index.js';

const operation = 'addMerchantLocation';
const noDetails = { contractMessage: undefined, conditions: [], states: [] };

function busy(status: number, retryAfterSeconds?: number) {
  return new ServiceResponseError(operation, { ...noDetails, status, retryAfterSeconds });
}

/** Makes a call that fails with these errors before it succeeds. */
async function make(errors: Error[]) {
  const waits: number[] = [];
  let calls = 0;
  const call = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return 'answer';
  };
  const answer = await atServicePace(call, {
    signal: new AbortController().signal,
    onWait: () => undefined,
    wait: async (seconds) => waits.push(seconds),
  }).catch((error: unknown) => error);
  return { answer, waits, calls };
}

describe('a call at the pace of the service', () => {
  it('waits for as long as Retry-After says', async () => {
    const { answer, waits } = await make([busy(429, 17), busy(503, 300)]);
    assert.deepEqual([answer, waits], ['answer', [17, 300]]);
  });

  it('waits longer each time where the service does not say', async () => {
    const { answer, waits } = await make([
      busy(429),
      new ServiceUnreachableError(operation),
      busy(503, 0),
    ]);
    assert.deepEqual([answer, waits], ['answer', [1, 2, 1]]);
  });

  it('gives up after five tries', async () => {
    const errors = Array.from({ length: 5 }, () => busy(503));
    const { answer, calls } = await make(errors);
    assert.deepEqual([answer, calls], [errors[4], 5]);
  });

  for (const [what, error] of [
    ['the service asks for more than five minutes', busy(429, 301)],
    ['the service answers with another status', busy(500)],
  ] as const) {
    it(`gives up at once where ${what}`, async () => {
      const { answer, calls } = await make([error]);
      assert.deepEqual([answer, calls], [error, 1]);
    });
  }

  it('can be ended while it waits', async () => {
    const controller = new AbortController();
    const call = async () => {
      throw busy(429, 60);
    };
    const onWait = () => controller.abort();
    await assert.rejects(atServicePace(call, { signal: controller.signal, onWait }), {
      name: 'AbortError',
    });
  });
});
