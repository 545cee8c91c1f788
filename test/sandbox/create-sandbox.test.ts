import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  EstimateResult,
  MerchantStatus,
  PayOverTimeLink,
  PrequalLink,
} from '../../src/contract/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
  toRequest,
  valid,
  type Send,
} from '../conformance/requests.js';
import { resultOf, sendTo, control, origin, errorOf } from '../support/sandbox.js';
const stateMessage = 'Unprocessable Entity: State not supported: AS, GU, MP, PR, VI';

describe('createSandbox(options)', () => {
  for (const publicUrl of ['shop.example', 'ftp://shop.example', 'https://shop.example/?a=1']) {
    it(`rejects the publicUrl "${publicUrl}"`, () => {
      assert.throws(() => createSandbox({ publicUrl }), {
        name: 'InvalidOptionError',
        option: 'publicUrl',
      });
    });
  }
});

describe('createSandbox()', () => {
  it('uses the APR of the location, or of the alliance without a location', async () => {
    const sandbox = createSandbox();
    const aprOf = async (query: Record<string, string>) => {
      const results = await resultOf<EstimateResult[]>(sandbox, estimation([500], query));
      return results.map(({ apr }) => apr);
    };
    assert.deepEqual(await aprOf({}), [9.99]);
    assert.deepEqual(await aprOf({ location: '' }), [9.99]);
    assert.deepEqual(await aprOf({ location: 'main-street' }), [9.99]);
    assert.deepEqual(await aprOf({ location: 'smile-dental' }), [0]);
    assert.deepEqual(await aprOf({ location: 'sunset-motors' }), [29.99]);
  });

  for (const as of ['oneVertical', 'severalVerticals'] as const) {
    it(`knows the seeded locations for the alliance of ${as}`, async () => {
      const sandbox = createSandbox();
      for (const seeded of ['main-street', 'smile-dental', 'sunset-motors']) {
        const read = await resultOf<MerchantStatus>(sandbox, { ...merchantStatus(seeded), as });
        assert.equal(read.location, seeded);
      }
    });
  }

  it('has a header with the condition behind a message', async () => {
    const sandbox = createSandbox();
    const reasonOf = async (send: Parameters<typeof sendTo>[1]) =>
      (await sendTo(sandbox, send)).headers.get('sandbox-reason');
    assert.deepEqual(
      [
        await reasonOf({ ...estimation([500]), as: 'severalVerticals' }),
        await reasonOf(estimation([500], { location: 'nowhere' })),
        await reasonOf({ ...estimation([500]), as: 'noVertical' }),
        await reasonOf({ operation: 'estimatePayments', body: [{ id: 'a', totalAmount: '5' }] }),
      ],
      [
        'Location is required for a multiple-vertical alliance and was not given',
        'Location not found for the alliance',
        'Alliance vertical not found',
        '0.totalAmount: Must be a number',
      ],
    );
  });

  const malformed: readonly [status: number, send: Send][] = [
    [500, { operation: 'estimatePayments', body: { odd: true } }],
    [500, { operation: 'createPayOverTimeLink', body: { odd: true } }],
    [500, { operation: 'createPrequalLink', body: { odd: true } }],
    [400, { operation: 'addMerchantLocation', body: { odd: true } }],
    [500, estimation([500], { timeZone: 'Mars' })],
    [500, payOverTimeLink({ location: undefined })],
    ...[' ', '.', '..'].map((location): [number, Send] => [400, merchantLocation({ location })]),
  ];
  for (const [status, send] of malformed) {
    it(`returns ${status} for ${send.operation} with ${JSON.stringify(send.body)}`, async () => {
      const message = status === 400 ? 'Bad Request' : 'Internal Server Error';
      assert.deepEqual(await errorOf(createSandbox(), send), [status, message]);
    });
  }

  it("returns 500 with a reason for a body that isn't JSON", async () => {
    const response = await createSandbox().fetch(
      new Request(`${origin}/purchase/api/v1/payment-estimation`, {
        method: 'PUT',
        headers: { 'svc-key': 'sandbox-key', 'content-type': 'application/json; charset=utf-8' },
        body: '[{"ü',
      }),
    );
    assert.equal(response.status, 500);
    assert.equal(response.headers.get('sandbox-reason'), 'The body is not JSON');
  });

  for (const type of [undefined, 'application/jsonp']) {
    it(`returns 415 for the type ${type}`, async () => {
      for (const send of Object.values(valid).slice(0, 4)) {
        const request = toRequest(origin, send);
        if (type === undefined) request.headers.delete('content-type');
        else request.headers.set('content-type', type);
        const { status } = await createSandbox().fetch(request);
        assert.equal(status, 415, send.operation);
      }
    });
  }

  it('returns 403 for a valid key of another retailer', async () => {
    const as = 'noVertical';
    assert.deepEqual(await errorOf(createSandbox(), { ...payOverTimeLink({}), as }), [
      403,
      'Provided alliance is not allowed',
    ]);
    const nowhere = { ...payOverTimeLink({ location: 'nowhere' }), as } as const;
    assert.equal((await errorOf(createSandbox(), nowhere))[0], 404);
  });

  it('accepts the business name of a location, except for a checkout', async () => {
    const sandbox = createSandbox();
    const location = 'Main Street Outfitters';
    const { url } = await resultOf<{ url: string }>(sandbox, prequalLink({ location }));
    assert.match(await (await sandbox.fetch(new Request(url))).text(), /<dd>main-street<\/dd>/);
    assert.equal((await errorOf(sandbox, payOverTimeLink({ location })))[0], 404);
    const [named] = await resultOf<EstimateResult[]>(sandbox, estimation([500], { location }));
    const [known] = await resultOf<EstimateResult[]>(
      sandbox,
      estimation([500], { location: 'main-street' }),
    );
    assert.deepEqual(named, known);
  });

  it('has a reason for a field name with special characters', async () => {
    const response = await sendTo(createSandbox(), payOverTimeLink({ 'größe\n': 1 }));
    assert.equal(response.status, 500);
    assert.match(response.headers.get('sandbox-reason') ?? '', /: "gr\?\?e\?"$/);
  });

  it('limits the length of the reason', async () => {
    const body = Array.from({ length: 1000 }, () => ({ id: 1 }));
    const response = await sendTo(createSandbox(), { operation: 'estimatePayments', body });
    const { length } = response.headers.get('sandbox-reason') ?? '';
    assert.ok(length > 400 && length <= 500, `${length} characters`);
  });

  it('lists unsupported states', async () => {
    for (const businessAddress of [{ state: 'Puerto Rico' }, { zipcode: '96910' }]) {
      const send = merchantLocation({ businessAddress });
      assert.deepEqual(await errorOf(createSandbox(), send), [422, stateMessage]);
    }
  });

  it("doesn't store a rejected location", async () => {
    const sandbox = createSandbox();
    await errorOf(sandbox, merchantLocation({ businessAddress: { state: 'PR' } }));
    assert.equal((await sendTo(sandbox, valid.getMerchantStatus)).status, 404);
  });

  it('creates links at the origin of the request', async () => {
    const { url } = await resultOf<PrequalLink>(createSandbox(), valid.createPrequalLink);
    assert.match(url, /^http:\/\/sandbox\.test\/sandbox\/prequal\/[0-9a-f]{32}$/);
  });

  it('creates links at publicUrl if it is set', async () => {
    const sandbox = createSandbox({ publicUrl: 'https://shop.example/' });
    const link = await resultOf<PayOverTimeLink>(sandbox, valid.createPayOverTimeLink);
    assert.equal(link.url, `https://shop.example/sandbox/checkout/${link.longToken}`);
    const { url } = await resultOf<MerchantStatus>(sandbox, merchantStatus('main-street'));
    assert.match(url, /^https:\/\/shop\.example\/sandbox\/onboarding\/[0-9a-f]{32}$/);
  });

  for (const [method, path] of [
    ['GET', '/'],
    ['PUT', '/api/purchase/api/v1/payment-estimation'],
    ['GET', '/onboarding/api/v1/location/a/b'],
    ['GET', '/onboarding/api/v1/location/%E0%A4%A'],
  ] as const) {
    it(`returns 404 as JSON for ${method} ${path}`, async () => {
      const response = await control(createSandbox(), method, path);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { message: 'Not Found' });
    });
  }
});
