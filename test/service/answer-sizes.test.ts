import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  operationNames,
  operations,
  type EstimateResult,
  type OperationName,
} from '../../src/contract/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
} from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { credentials, samples, serviceUrl } from '../support/samples.js';

const kibibyte = 1024;

const records = operationNames.filter((operation) => !Array.isArray(samples[operation].response));

/** A valid answer, padded with white space to so many bytes. */
const padded = (operation: OperationName, size: number) =>
  JSON.stringify(samples[operation].response).padEnd(size, ' ');

describe('An answer of the service', () => {
  for (const operation of records) {
    it(`is read up to 64 KiB on ${operation}`, async () => {
      const fetch = async () => new Response(padded(operation, 64 * kibibyte));
      const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
      assert.ok(await samples[operation].call(service));
    });

    it(`is given up beyond 64 KiB on ${operation}, and read no further`, async () => {
      let most = 0;
      let canceled = false;
      const chunk = new Uint8Array(16 * kibibyte).fill(0x20);
      const fetch = async () => {
        let sent = 0; // of each answer by itself: some operations ask twice
        return new Response(
          new ReadableStream({
            pull(controller) {
              sent += chunk.length;
              most = Math.max(most, sent);
              controller.enqueue(chunk);
              if (sent > 4_096 * kibibyte) controller.close();
            },
            cancel: () => void (canceled = true),
          }),
        );
      };
      const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
      await rejection(samples[operation].call(service), InvalidServiceResponseError);
      assert.ok(most <= 64 * kibibyte + 2 * chunk.length, `${most} bytes`);
      assert.ok(canceled);
    });
  }
});

describe('A response with estimates', () => {
  it('may have 64 KiB, 1 KiB for each item, and six times the length of the request', async () => {
    const items = [{ id: 'x'.repeat(500 * kibibyte), totalAmount: 1299 }];
    const results = [{ ...(samples.estimatePayments.response as object[])[0], id: items[0]!.id }];
    let size = 65 * kibibyte + 6 * JSON.stringify(items).length;
    const fetch = async () => new Response(JSON.stringify(results).padEnd(size));
    const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
    assert.equal((await service.estimatePayments(items)).length, 1);
    size += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
  });

  it('may have 1,000 results more than were requested', async () => {
    const [estimate] = samples.estimatePayments.response as EstimateResult[];
    let extras = 1_000;
    const fetch = async () => Response.json([...Array<number>(extras).fill(7), estimate]);
    const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
    const items = [{ id: estimate!.id, totalAmount: 1299 }];
    assert.deepEqual(await service.estimatePayments(items), [estimate]);
    extras += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
  });

  it('may be nested 100 levels deep beyond 64 KiB', async () => {
    let depth = 98; // in the field of an object in the list
    const fetch = async () => {
      const extra = '['.repeat(depth) + ']'.repeat(depth);
      return new Response(`[{"other":"\\"]}","extra":${extra}}]`.padEnd(65 * kibibyte));
    };
    const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
    const items = [{ id: 'a', totalAmount: 1299 }];
    assert.deepEqual(await service.estimatePayments(items), []);
    depth += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
  });

  it('is an error without a message beyond 64 KiB', async () => {
    let size = 64 * kibibyte;
    const fetch = async () => new Response('LocationNotFound'.padEnd(size), { status: 422 });
    const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
    const message = async () => {
      const error = await rejection(samples.estimatePayments.call(service), ServiceResponseError);
      return error.contractMessage;
    };
    assert.equal(await message(), 'LocationNotFound');
    size += 1;
    assert.equal(await message(), undefined);
  });
});

describe('A field of an answer', () => {
  const fields: Partial<Record<OperationName, Record<string, number>>> = {
    createPayOverTimeLink: { url: 8_192, shortToken: 8_192, longToken: 8_192, retailerId: 256 },
    createPrequalLink: { url: 8_192 },
    addMerchantLocation: { location: 8_192, url: 8_192, status: 256 },
    getMerchantStatus: { location: 8_192, url: 8_192, status: 256 },
  };
  for (const operation of operationNames) {
    for (const [field, most] of Object.entries(fields[operation] ?? {})) {
      it(`is taken up to its limit: ${field} of ${operation}`, async () => {
        let length = most;
        const fetch = async () => {
          const text = 'https://pay.example/'.padEnd(length, 'x');
          return Response.json({ ...(samples[operation].response as object), [field]: text });
        };
        const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
        assert.ok(await samples[operation].call(service));
        length += 1;
        const call = samples[operation].call(service);
        const isLeftOut = !operations[operation].retryable && field !== 'url';
        if (isLeftOut) assert.ok(!Object.hasOwn((await call) as object, field));
        else await rejection(call, InvalidServiceResponseError);
      });
    }
  }
});
