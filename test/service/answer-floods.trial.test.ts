/** Responses of the service that are large for what was asked: none of them may hold up the other requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFinancingService, FinancingServiceError } from '../../src/service/index.js';
import { credentials, financed, samples, serviceUrl } from '../support/samples.js';

const megabytes = 4_000_000;

const repeat = (part: string, size: number) => part.repeat(Math.ceil(size / part.length));

/** A list of about so many bytes whose members are all the same. */
const listOf = (member: string, size: number) => `[${repeat(`${member},`, size)}${member}]`;

const keys = (size: number) =>
  Array.from({ length: size / 12 }, (_, index) => `"k${index}":${index}`).join(',');

/** Text of about `size` bytes, by what is wrong with it. */
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

/** Resolves with the longest turn of the event loop while `work` ran, in ms of this process's CPU: the machine may be busy. */
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

function serviceAnswering(text: string, status = 200) {
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
    // The second one is as large as a response to 500 amounts may be.
    for (const [count, size] of [
      [1, megabytes],
      [1, 60_000],
      [500, 600_000],
    ] as const) {
      it(`holds the process up for less than 100 ms: ${size} bytes for ${count} amounts`, async () => {
        const items = Array.from({ length: count }, (_, index) => ({
          id: index === 0 ? 'a' : `item-${index}`,
          totalAmount: 100 + index,
        }));
        const service = serviceAnswering(textOf(size));
        const longest = await longestTurn(
          service
            .estimatePayments(items)
            .then((results) => assert.ok(results.length <= 1), isExpected),
        );
        assert.ok(longest < 100, `${longest} ms`);
      });
    }

    it('holds the process up for less than 100 ms in place of a link, or as an error', async () => {
      for (const status of [200, 422, 500]) {
        for (const operation of ['createPayOverTimeLink', 'addMerchantLocation'] as const) {
          const service = serviceAnswering(textOf(60_000), status);
          const longest = await longestTurn(samples[operation].call(service).catch(isExpected));
          assert.ok(longest < 100, `${longest} ms`);
        }
      }
    });
  });
}
