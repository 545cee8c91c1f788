import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryWhileBusy } from '../../src/cli/retry-while-busy.js';
import { ServiceResponseError, ServiceUnreachableError } from '../../src/service/index.js';

const operation = 'addMerchantLocation';
const noDetails = { contractMessage: undefined, conditions: [], states: [] };

function busy(status: number, retryAfterSeconds?: number) {
  return new ServiceResponseError(operation, { ...noDetails, status, retryAfterSeconds });
}

async function make(errors: Error[]) {
  const waits: number[] = [];
  let calls = 0;
  const call = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return 'done';
  };
  const result = await retryWhileBusy(call, {
    signal: new AbortController().signal,
    onWait: () => undefined,
    wait: async (seconds) => waits.push(seconds),
  }).catch((error: unknown) => error);
  return { result, waits, calls };
}

describe('A call at the service’s pace', () => {
  it('waits as long as Retry-After says', async () => {
    const { result, waits } = await make([busy(429, 17), busy(503, 300)]);
    assert.deepEqual([result, waits], ['done', [17, 300]]);
  });

  it('waits longer each time if there is no Retry-After', async () => {
    const { result, waits } = await make([
      busy(429),
      new ServiceUnreachableError(operation),
      busy(503, 0),
    ]);
    assert.deepEqual([result, waits], ['done', [1, 2, 1]]);
  });

  for (const [what, error] of [
    ['the service asks for more than five minutes', busy(429, 301)],
    ['the service responds with another status', busy(500)],
  ] as const) {
    it(`gives up at once if ${what}`, async () => {
      const { result, calls } = await make([error]);
      assert.deepEqual([result, calls], [error, 1]);
    });
  }

  it('can be aborted while it waits', async () => {
    const controller = new AbortController();
    const call = async () => {
      throw busy(429, 60);
    };
    const onWait = () => controller.abort();
    await assert.rejects(retryWhileBusy(call, { signal: controller.signal, onWait }), {
      name: 'AbortError',
    });
  });
});
