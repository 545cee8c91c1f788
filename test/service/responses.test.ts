import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  operationNames,
  type EstimateItem,
  type EstimateResult,
  type OperationName,
  type PayOverTimeLinkRequest,
} from '../../src/contract/index.js';
import { InvalidServiceResponseError } from '../../src/service/index.js';
import { rejection, pluck } from '../support/assertions.js';
import { creations, failingCallbacks, financed, samples, serviceUrl } from '../support/samples.js';
import { createTestService, type Respond } from '../support/service-stub.js';
import { until } from '../support/until.js';

const createClient = (respond: Respond) => createTestService(respond).service;

function estimate(ids: readonly string[], results: unknown): Promise<EstimateResult[]> {
  const service = createClient(() => new Response(JSON.stringify(results)));
  return service.estimatePayments(ids.map((id) => ({ id, totalAmount: 100 })));
}

const a = financed('a', { monthlyAmount: 1 });
const b = financed('b', { monthlyAmount: 2 });
const c = financed('c', { monthlyAmount: 3 });

describe('The results of estimatePayments()', () => {
  it('are in the order of the items, without unknown ids and items without a result', async () => {
    assert.deepEqual(await estimate(['a', 'b', 'c'], [c, a, b]), [a, b, c]);
    assert.deepEqual(await estimate(['a', 'x', 'c'], [c, b, a]), [a, c]);
    assert.deepEqual(await estimate(['a'], []), []);
  });

  const otherIds: Record<string, unknown> = { 'a number': 1, 'another case': 'A', padded: ' a ' };
  for (const [what, id] of Object.entries(otherIds)) {
    it(`don't match an id that comes back as ${what}`, async () => {
      assert.deepEqual(await estimate(['a', '1', 'b'], [{ ...a, id }, b]), [b]);
    });
  }

  it('omit an item with two different results', async () => {
    const other = { ...a, monthlyAmount: 9 };
    assert.deepEqual(await estimate(['a', 'b'], [a, b, other, a]), [b]);
  });

  it('include an item with two equal results once', async () => {
    assert.deepEqual(await estimate(['a', 'b'], [a, b, a]), [a, b]);
  });

  it('include each of several items with one id', async () => {
    const service = createClient(({ body }) =>
      Response.json(
        (body as EstimateItem[])
          .map(({ id, totalAmount }) => financed(id, { apr: totalAmount }))
          .reverse(),
      ),
    );
    const amounts = [1, 2, 3, 1];
    const items = ['a', '0', 'a', 'a'].map((id, index) => ({ id, totalAmount: amounts[index]! }));
    assert.deepEqual(
      pluck(await service.estimatePayments(items), 'id', 'apr'),
      items.map(({ id, totalAmount }) => [id, totalAmount]),
    );
  });

  it('omit an item that breaks the contract', async () => {
    for (const changes of [{ monthlyAmount: '12.5' }, { monthlyAmount: -1 }]) {
      assert.deepEqual(await estimate(['a', 'b'], [{ ...a, ...changes }, b]), [b]);
    }
  });

  it("omit values that aren't objects", async () => {
    assert.deepEqual(await estimate(['a'], [null, 'a', 1, [a], a]), [a]);
  });
});

describe('A successful response', () => {
  const estimation = JSON.stringify([financed('sofa')]);
  const latin1 = { 'content-type': 'application/json; charset=iso-8859-1' };
  const accepted: Record<string, () => Response> = {
    'a byte order mark': () => new Response(`\ufeff${estimation}`),
    'text/plain': () => new Response(estimation, { headers: { 'content-type': 'text/plain' } }),
    'no content type': () => new Response(new TextEncoder().encode(estimation)),
    'charset=iso-8859-1': () => new Response(estimation, { headers: latin1 }),
    'status 201': () => new Response(estimation, { status: 201 }),
    'status 202': () => new Response(estimation, { status: 202 }),
    'white space around it': () => new Response(`\r\n ${estimation}\n`),
  };
  for (const [what, respond] of Object.entries(accepted)) {
    it(`is accepted with ${what}`, async () => {
      const results = await samples.estimatePayments.call(createClient(respond));
      assert.deepEqual(results, [financed('sofa')]);
    });
  }

  it('can have a character split between chunks', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify([financed('🛋️')]));
    const chunks = new ReadableStream<Uint8Array>({
      start(body) {
        for (const byte of bytes) body.enqueue(new Uint8Array([byte]));
        body.close();
      },
    });
    const service = createClient(() => new Response(chunks));
    const results = await service.estimatePayments([{ id: '🛋️', totalAmount: 1 }]);
    assert.deepEqual(results, [financed('🛋️')]);
  });
});

describe('The response to a creation', { concurrency: true }, () => {
  /** Returns the result of a call, and the fields that it reports as left out. */
  async function create(operation: OperationName, answer: object) {
    const leftOut: string[] = [];
    const service = createClient(() => Response.json(answer));
    const onFieldsLeftOut = (fields: readonly string[]) => void leftOut.push(...fields);
    return { result: await samples[operation].call(service, { onFieldsLeftOut }), leftOut };
  }

  for (const operation of creations) {
    const answer = samples[operation].response as { url: string };
    const { url, ...others } = answer;

    it(`of ${operation} is complete if it follows the contract`, async () => {
      assert.deepEqual(await create(operation, answer), { result: answer, leftOut: [] });
    });

    it(`of ${operation} is accepted if its url is valid`, async () => {
      const broken = Object.fromEntries(Object.keys(others).map((field) => [field, [42]]));
      const { result, leftOut } = await create(operation, { ...broken, url, other: 1 });
      assert.deepEqual(result, { url });
      assert.deepEqual(leftOut.sort(), Object.keys(others).sort());
    });

    for (const wrong of [undefined, null, 42, '9'.repeat(10_000)]) {
      it(`of ${operation} is invalid with the url ${String(wrong).slice(0, 9)}`, async () => {
        const creation = create(operation, { ...answer, url: wrong });
        const { cause } = await rejection(creation, InvalidServiceResponseError);
        const { issues } = cause as { issues: { path: unknown[] }[] };
        assert.deepEqual(pluck(issues, 'path'), [['url']]);
      });
    }
  }
  const single: [OperationName, field: string, value: unknown][] = [
    ['createPayOverTimeLink', 'retailerId', 4],
    ['createPayOverTimeLink', 'longToken', undefined],
    ['addMerchantLocation', 'creationDate', '2026-11-20T10:00:00Z'],
  ];
  for (const [operation, field, value] of single) {
    it(`of ${operation} loses only ${field} if it is ${JSON.stringify(value)}`, async () => {
      const answer = samples[operation].response as Record<string, unknown>;
      const { [field]: _, ...rest } = answer;
      const created = await create(operation, { ...answer, [field]: value });
      assert.deepEqual(created, { result: rest, leftOut: [field] });
    });
  }
});

function pairWith(operation: OperationName, bodies: readonly string[]) {
  return bodies.map((body): [OperationName, string] => [operation, body]);
}

describe('A successful response that breaks the contract', { concurrency: true }, () => {
  const bodies = ['null', '{}', '42', '', '<html>'];
  const objects = operationNames.filter((operation) => !Array.isArray(samples[operation].response));
  const wrong: [operation: OperationName, body: string][] = [
    ...operationNames.flatMap((operation) => pairWith(operation, bodies)),
    ...objects.flatMap((operation) => pairWith(operation, ['[]', `[{"url":"${serviceUrl}"}]`])),
    ['getMerchantStatus', '{"location":"a","url":"u","creationDate":"20.11.2026","status":"X"}'],
  ];

  for (const [operation, body] of wrong) {
    it(`causes InvalidServiceResponseError in ${operation}: ${body || '(empty)'}`, async () => {
      const service = createClient(() => new Response(body));
      await rejection(samples[operation].call(service), InvalidServiceResponseError);
    });
  }

  it("causes InvalidServiceResponseError if it isn't UTF-8", async () => {
    const bytes = Buffer.from('{"url":"https://apply.example/\xff"}', 'latin1');
    const service = createClient(() => new Response(bytes));
    await rejection(samples.createPrequalLink.call(service), InvalidServiceResponseError);
  });

  it("closes the connection if it isn't UTF-8 and never ends", async () => {
    let canceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (body) => body.enqueue(new Uint8Array([0xff])),
      cancel: () => void (canceled = true),
    });
    const service = createClient(() => new Response(endless));
    await rejection(samples.createPrequalLink.call(service), InvalidServiceResponseError);
    assert.equal(canceled, true);
  });
});

it("A request that can't be JSON rejects with a TypeError", async () => {
  const service = createClient(() => new Response('{}'));
  const body = samples.createPayOverTimeLink.body as PayOverTimeLinkRequest;
  const request = { ...body, amount: 10n as unknown as number };
  await assert.rejects(service.createPayOverTimeLink(request), TypeError);
});

for (const [how, fail] of Object.entries(failingCallbacks)) {
  it(`The response to a creation is accepted if onFieldsLeftOut ${how}`, async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const url = 'https://apply.example/1';
    const service = createClient(() => Response.json({ url }));
    const created = samples.createPayOverTimeLink.call(service, { onFieldsLeftOut: fail });
    assert.deepEqual(await created, { url });
    await until(() => mock.callCount() === 1);
  });
}
