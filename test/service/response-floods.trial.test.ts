/** Large responses of the service. None of them may block other requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFinancingService, FinancingServiceError } from '../../src/service/index.js';
import { credentials, financed, samples, serviceUrl } from '../support/samples.js';

const megabytes = 4_000_000;

const repeat = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));

/** Returns a list of about this many bytes with equal members. */
const listOf = (member: string, size: number) => `[${repeat(`${member},`, size)}${member}]`;

const keys = (size: number) =>
  Array.from({ length: size / 12 }, (_, index) => `"k${index}":${index}`).join(',');

/** Functions that return a text of about `size` bytes. */
const floods: Record<string, (size: number) => string> = {
  'empty objects': (size) => listOf('{}', size),
  'nulls and numbers': (size) => listOf('null,1', size),
  'lists of lists': (size) => listOf('[[],[[]]]', size),
  'deep nesting': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (size) => `[${'{"id":'.repeat(size / 7)}1${'}'.repeat(size / 7)}]`,
  'one long string': (size) => JSON.stringify(['x'.repeat(size)]),
  'a long id': (size) => JSON.stringify([financed('x'.repeat(size))]),
  'a long number': (size) => `[{"id":"a","monthlyAmount":1${'0'.repeat(size)}}]`,
  'huge numbers': (size) => listOf('1e999999', size),
  'one object with many fields': (size) => `[{"id":"a",${keys(size)}}]`,
  'unknown ids': (size) => listOf(JSON.stringify(financed('unknown')), size),
  'broken results of a requested id': (size) => listOf('{"id":"a"}', size),
  'equal results of a requested id': (size) => listOf(JSON.stringify(financed('a')), size),
};

/** Resolves with the longest turn of the event loop during `work`, in ms of CPU time, because the machine can be busy. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let isRunning = true;
  const ended = work.finally(() => (isRunning = false));
  let longest = 0;
  while (isRunning) {
    const start = process.cpuUsage();
    await nextTurn();
    const { user, system } = process.cpuUsage(start);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await ended;
  return longest;
}

function serviceReturning(text: string, status = 200) {
  const chunkSize = 64 * 1024;
  const fetch = async () => {
    let sent = 0;
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, (sent += chunkSize)));
        if (sent >= bytes.length) controller.close();
      },
    });
    return new Response(body, { status });
  };
  return createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
}

const isExpected = (error: unknown) => assert.ok(error instanceof FinancingServiceError);

for (const [flood, textOf] of Object.entries(floods)) {
  describe(`A response with ${flood}`, () => {
    // The last one is as large as a response to 500 amounts can be.
    for (const [count, size] of [
      [1, megabytes],
      [1, 60_000],
      [500, 600_000],
    ] as const) {
      it(`blocks the process for less than 100 ms: ${size} bytes for ${count} amounts`, async () => {
        const items = Array.from({ length: count }, (_, index) => ({
          id: index === 0 ? 'a' : `item-${index}`,
          totalAmount: 100 + index,
        }));
        const service = serviceReturning(textOf(size));
        const longest = await longestTurn(
          service
            .estimatePayments(items)
            .then((results) => assert.ok(results.length <= 1), isExpected),
        );
        assert.ok(longest < 100, `${longest} ms`);
      });
    }

    it('blocks the process for less than 100 ms as a link or an error', async () => {
      for (const status of [200, 422, 500]) {
        for (const operation of ['createPayOverTimeLink', 'addMerchantLocation'] as const) {
          const service = serviceReturning(textOf(60_000), status);
          const longest = await longestTurn(samples[operation].call(service).catch(isExpected));
          assert.ok(longest < 100, `${longest} ms`);
        }
      }
    });
  });
}
