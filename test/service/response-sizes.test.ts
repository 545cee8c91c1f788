import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  operationNames,
  operations,
  type EstimateResult,
  type OperationName,
} from '../../src/contract/index.js';
import { InvalidServiceResponseError, ServiceResponseError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { createTestService } from '../support/service-stub.js';
import { samples } from '../support/samples.js';

const kibibyte = 1024;

const records = operationNames.filter((operation) => !Array.isArray(samples[operation].response));

/** Returns a valid response, padded with white space to this many bytes. */
const padded = (operation: OperationName, size: number) =>
  JSON.stringify(samples[operation].response).padEnd(size, ' ');

describe('A response of the service', () => {
  for (const operation of records) {
    it(`can have 64 KiB for ${operation}`, async () => {
      let size = 64 * kibibyte;
      const respond = () => new Response(padded(operation, size));
      const { service } = createTestService(respond);
      assert.ok(await samples[operation].call(service));
      size += 1;
      await rejection(samples[operation].call(service), InvalidServiceResponseError);
    });

    it(`is canceled beyond 64 KiB for ${operation}`, async () => {
      let maxSent = 0;
      let canceled = false;
      const chunk = new Uint8Array(16 * kibibyte).fill(0x20);
      const respond = () => {
        let sent = 0; // per response, because some operations retry
        return new Response(
          new ReadableStream({
            pull(controller) {
              sent += chunk.length;
              maxSent = Math.max(maxSent, sent);
              controller.enqueue(chunk);
              if (sent > 4_096 * kibibyte) controller.close();
            },
            cancel: () => void (canceled = true),
          }),
        );
      };
      const { service } = createTestService(respond);
      await rejection(samples[operation].call(service), InvalidServiceResponseError);
      assert.ok(maxSent <= 64 * kibibyte + 2 * chunk.length, `${maxSent} bytes`);
      assert.ok(canceled);
    });
  }
});

describe('A response with estimates', () => {
  it('can have 64 KiB, 1 KiB per item, and six times the length of the request', async () => {
    const items = ['a', 'b'].map((id) => ({ id: id.repeat(250 * kibibyte), totalAmount: 1299 }));
    const [estimate] = samples.estimatePayments.response as object[];
    const results = items.map(({ id }) => ({ ...estimate, id }));
    let size = 66 * kibibyte + 6 * JSON.stringify(items).length;
    const respond = () => new Response(JSON.stringify(results).padEnd(size));
    const { service } = createTestService(respond);
    assert.equal((await service.estimatePayments(items)).length, 2);
    size += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
  });

  it('can have 1,000 more results than requested', async () => {
    const [estimate] = samples.estimatePayments.response as EstimateResult[];
    let extras = 1_000;
    const respond = () => Response.json([...Array<number>(extras).fill(7), estimate]);
    const { service } = createTestService(respond);
    const items = [{ id: estimate!.id, totalAmount: 1299 }];
    assert.deepEqual(await service.estimatePayments(items), [estimate]);
    extras += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
  });

  it('can be nested 100 levels deep beyond 64 KiB', async () => {
    let [depth, size] = [98, 65 * kibibyte]; // the depth of a field of an object in the list
    const respond = () => {
      const extra = '['.repeat(depth) + ']'.repeat(depth);
      return new Response(`[{"other":"\\"]}","extra":${extra}}]`.padEnd(size));
    };
    const { service } = createTestService(respond);
    const items = [{ id: 'a', totalAmount: 1299 }];
    assert.deepEqual(await service.estimatePayments(items), []);
    depth += 1;
    await rejection(service.estimatePayments(items), InvalidServiceResponseError);
    size = 64 * kibibyte;
    assert.deepEqual(await service.estimatePayments(items), []);
  });

  it('has no message beyond 64 KiB if it is an error', async () => {
    let size = 64 * kibibyte;
    const respond = () => new Response('LocationNotFound'.padEnd(size), { status: 422 });
    const { service } = createTestService(respond);
    const message = async () => {
      const error = await rejection(samples.estimatePayments.call(service), ServiceResponseError);
      return error.contractMessage;
    };
    assert.equal(await message(), 'LocationNotFound');
    size += 1;
    assert.equal(await message(), undefined);
  });
});

describe('A field of a response', () => {
  const fields: Partial<Record<OperationName, Record<string, number>>> = {
    createPayOverTimeLink: { url: 8_192, shortToken: 8_192, longToken: 8_192, retailerId: 256 },
    createPrequalLink: { url: 8_192 },
    addMerchantLocation: { location: 8_192, url: 8_192, status: 256 },
    getMerchantStatus: { location: 8_192, url: 8_192, status: 256 },
  };
  for (const operation of operationNames) {
    for (const [field, maxLength] of Object.entries(fields[operation] ?? {})) {
      it(`has a maximum length: ${field} of ${operation}`, async () => {
        let length = maxLength;
        const respond = () => {
          const text = 'https://pay.example/'.padEnd(length, 'x');
          return Response.json({ ...(samples[operation].response as object), [field]: text });
        };
        const { service } = createTestService(respond);
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
