import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  operationNames,
  type EstimateItem,
  type EstimateResult,
  type OperationName,
  type PayOverTimeLinkRequest,
} from '../../src/contract/index.js';
import { createFinancingService, InvalidServiceResponseError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import {
  credentials,
  financed,
  inapplicable,
  samples,
  creations,
  serviceUrl,
} from '../support/samples.js';
import { createServiceStub, type Respond } from '../support/service-stub.js';

function createClient(respond: Respond) {
  const { fetch } = createServiceStub(respond);
  return createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
}

/** What an estimation of these ids resolves with when the service answers so. */
function estimate(ids: readonly string[], results: unknown): Promise<EstimateResult[]> {
  const service = createClient(() => new Response(JSON.stringify(results)));
  return service.estimatePayments(ids.map((id) => ({ id, totalAmount: 100 })));
}

const a = financed('a', { monthlyAmount: 1 });
const b = financed('b', { monthlyAmount: 2 });
const c = financed('c', { monthlyAmount: 3 });

describe('The results of estimatePayments()', () => {
  it('come in the order of the items', async () => {
    assert.deepEqual(await estimate(['a', 'b', 'c'], [c, a, b]), [a, b, c]);
  });

  it('leave out an item that was not answered', async () => {
    assert.deepEqual(await estimate(['a', 'b', 'c'], [c, a]), [a, c]);
  });

  it('are none when the service answers none', async () => {
    assert.deepEqual(await estimate(['a'], []), []);
  });

  it('leave out ids that were not asked for', async () => {
    assert.deepEqual(await estimate(['a'], [b, a, c]), [a]);
  });

  const otherIds: Record<string, unknown> = { 'a number': 1, 'another case': 'A', padded: ' a ' };
  for (const [what, id] of Object.entries(otherIds)) {
    it(`do not match an id that comes back as ${what}`, async () => {
      assert.deepEqual(await estimate(['a', '1', 'b'], [{ ...a, id }, b]), [b]);
    });
  }

  it('leave out an item that was answered twice with different numbers', async () => {
    const other = { ...a, monthlyAmount: 9 };
    assert.deepEqual(await estimate(['a', 'b'], [a, b, other, a]), [b]);
  });

  it('hold once an item that was answered twice with the same numbers', async () => {
    assert.deepEqual(await estimate(['a', 'b'], [a, b, a]), [a, b]);
  });

  it('answer each of several items with one id, whatever their amounts', async () => {
    const service = createClient(({ body }) =>
      Response.json(
        (body as EstimateItem[])
          .map(({ id, totalAmount }) => financed(id, { apr: totalAmount }))
          .reverse(),
      ),
    );
    const items = ['a', '0', 'a', 'a'].map((id, index) => ({
      id,
      totalAmount: [1, 2, 3, 1][index]!,
    }));
    assert.deepEqual(
      (await service.estimatePayments(items)).map(({ id, apr }) => [id, apr]),
      items.map(({ id, totalAmount }) => [id, totalAmount]),
    );
  });

  for (const id of ['__proto__', 'constructor', 'toString', '🛋️', ' ']) {
    it(`are joined by the id ${id}`, async () => {
      const result = financed(id);
      assert.deepEqual(await estimate([id, 'b'], [b, result]), [result, b]);
    });
  }

  it('are not invented for ids that every object has', async () => {
    assert.deepEqual(await estimate(['__proto__', 'constructor', 'toString'], []), []);
    assert.equal(({} as { x?: unknown }).x, undefined);
  });

  const wrong: Record<string, object> = {
    'a payment as text': { monthlyAmount: '12.5' },
    'only the payment at -1': { monthlyAmount: -1 },
  };
  for (const [what, changes] of Object.entries(wrong)) {
    it(`leave out an item with ${what}`, async () => {
      assert.deepEqual(await estimate(['a', 'b'], [{ ...a, ...changes }, b]), [b]);
    });
  }

  it('leave out what is no object', async () => {
    assert.deepEqual(await estimate(['a'], [null, 'a', 1, [a], a]), [a]);
  });

  it('keep -1 in all four as it is', async () => {
    assert.deepEqual(await estimate(['a'], [inapplicable('a')]), [inapplicable('a')]);
  });

  it('need no downPaymentPercent', async () => {
    const { downPaymentPercent, ...rest } = a;
    assert.equal(downPaymentPercent, 8.25);
    assert.deepEqual(await estimate(['a'], [rest]), [rest]);
  });

  it('hold the fields of the contract and no others', async () => {
    assert.deepEqual(await estimate(['a'], [{ ...a, internalScore: 7 }]), [a]);
  });
});

describe('An answer with success', () => {
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
    it(`is taken with ${what}`, async () => {
      const results = await samples.estimatePayments.call(createClient(respond));
      assert.deepEqual(results, [financed('sofa')]);
    });
  }

  it('is read as UTF-8 whatever the charset says', async () => {
    const body = JSON.stringify([financed('é')]);
    const service = createClient(() => new Response(body, { headers: latin1 }));
    const results = await service.estimatePayments([{ id: 'é', totalAmount: 1 }]);
    assert.deepEqual(results, [financed('é')]);
  });

  it('is put together from chunks that cut a character', async () => {
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

describe('The answer to a request that creates something', { concurrency: true }, () => {
  /** What a call resolves with when the service answers so, and the fields that it says it left out. */
  async function create(operation: OperationName, answer: object) {
    const leftOut: string[] = [];
    const service = createClient(() => Response.json(answer));
    const onFieldsLeftOut = (fields: readonly string[]) => void leftOut.push(...fields);
    return { result: await samples[operation].call(service, { onFieldsLeftOut }), leftOut };
  }

  for (const operation of creations) {
    const answer = samples[operation].response as { url: string };
    const { url, ...others } = answer;

    it(`to ${operation} is taken whole when it keeps to the contract`, async () => {
      assert.deepEqual(await create(operation, answer), { result: answer, leftOut: [] });
    });

    it(`to ${operation} is never lost while its url is valid`, async () => {
      const broken = Object.fromEntries(Object.keys(others).map((field) => [field, [42]]));
      const { result, leftOut } = await create(operation, { ...broken, url, other: 1 });
      assert.deepEqual(result, { url });
      assert.deepEqual(leftOut.sort(), Object.keys(others).sort());
    });

    for (const wrong of [undefined, null, 42, '9'.repeat(10_000)]) {
      it(`to ${operation} is not valid with ${String(wrong).slice(0, 9)} as its url`, async () => {
        const creation = create(operation, { ...answer, url: wrong });
        const { cause } = await rejection(creation, InvalidServiceResponseError);
        const { issues } = cause as { issues: { path: unknown[] }[] };
        assert.deepEqual(
          issues.map(({ path }) => path),
          [['url']],
        );
      });
    }
  }

  const { url } = samples.createPayOverTimeLink.response as { url: string };
  const single: [OperationName, field: string, value: unknown][] = [
    ['createPayOverTimeLink', 'retailerId', 4],
    ['createPayOverTimeLink', 'longToken', undefined],
    ['addMerchantLocation', 'creationDate', '2026-11-20T10:00:00Z'],
  ];
  for (const [operation, field, value] of single) {
    it(`to ${operation} loses ${field} alone when it is ${JSON.stringify(value)}`, async () => {
      const answer = samples[operation].response as Record<string, unknown>;
      const { [field]: _, ...rest } = answer;
      const created = await create(operation, { ...answer, [field]: value });
      assert.deepEqual(created, { result: rest, leftOut: [field] });
    });
  }

  it('has no fields left out that the contract does not list', async () => {
    const { result, leftOut } = await create('createPrequalLink', { url, longToken: 42 });
    assert.deepEqual({ result, leftOut }, { result: { url }, leftOut: [] });
  });
});

function pairWith(operation: OperationName, bodies: readonly string[]) {
  return bodies.map((body): [OperationName, string] => [operation, body]);
}

describe('An answer with success that is not per contract', { concurrency: true }, () => {
  const bodies = [
    'null',
    '{}',
    '"x"',
    '42',
    'true',
    '',
    '{"url":1}',
    '<html>',
    '[',
    '{"url":null}',
  ];
  const objects = operationNames.filter((operation) => !Array.isArray(samples[operation].response));
  const wrong: [operation: OperationName, body: string][] = [
    ...operationNames.flatMap((operation) => pairWith(operation, bodies)),
    ...objects.flatMap((operation) => pairWith(operation, ['[]', `[{"url":"${serviceUrl}"}]`])),
    ['getMerchantStatus', '{"location":"a","url":"u","creationDate":"20.11.2026","status":"X"}'],
  ];

  for (const [operation, body] of wrong) {
    it(`ends ${operation} with InvalidServiceResponseError: ${body || '(empty)'}`, async () => {
      const service = createClient(() => new Response(body));
      await rejection(samples[operation].call(service), InvalidServiceResponseError);
    });
  }

  it('ends a link with InvalidServiceResponseError when it is no UTF-8', async () => {
    const bytes = Buffer.from('{"url":"https://apply.example/\xff"}', 'latin1');
    const service = createClient(() => new Response(bytes));
    await rejection(samples.createPrequalLink.call(service), InvalidServiceResponseError);
  });

  it('does not hold its connection when it is no UTF-8 and does not end', async () => {
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

describe('A request that is no JSON', () => {
  it('is told as what it is, since nothing was sent', async () => {
    const service = createClient(() => new Response('{}'));
    const body = samples.createPayOverTimeLink.body as PayOverTimeLinkRequest;
    const request = { ...body, amount: 10n as unknown as number };
    await assert.rejects(service.createPayOverTimeLink(request), TypeError);
  });
});
