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
} from '../conformance/requests.js';
import { answer, ask, control, origin, refusal } from '../support/sandbox.js';

const day = 24 * 60 * 60 * 1000;
const stateMessage = 'Unprocessable Entity: State not supported: AS, GU, MP, PR, VI';

describe('createSandbox(options)', () => {
  for (const publicUrl of [
    '',
    '/shop',
    'shop.example',
    'localhost:3000',
    'ftp://shop.example',
    'https://shop.example/?a=1',
    'https://shop.example/#top',
  ]) {
    it(`refuses the publicUrl "${publicUrl}"`, () => {
      assert.throws(() => createSandbox({ publicUrl }), {
        name: 'InvalidOptionError',
        option: 'publicUrl',
      });
    });
  }
});

describe('createSandbox()', () => {
  it('estimates at the APR of the location, or of the alliance where none is given', async () => {
    const sandbox = createSandbox();
    const aprOf = async (query: Record<string, string>) => {
      const results = await answer<EstimateResult[]>(sandbox, estimation([500], query));
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
        const read = await answer<MerchantStatus>(sandbox, { ...merchantStatus(seeded), as });
        assert.equal(read.location, seeded);
      }
    });
  }

  it('says in a header which of the conditions behind one message was met', async () => {
    const sandbox = createSandbox();
    const reasonOf = async (send: Parameters<typeof ask>[1]) =>
      (await ask(sandbox, send)).headers.get('sandbox-reason');
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

  for (const operation of [
    'estimatePayments',
    'createPayOverTimeLink',
    'createPrequalLink',
  ] as const) {
    it(`answers 500 to malformed input on ${operation}`, async () => {
      assert.deepEqual(await refusal(createSandbox(), { operation, body: { odd: true } }), [
        500,
        'Internal Server Error',
      ]);
    });
  }

  it('answers 500 to a time zone that is none', async () => {
    assert.deepEqual(await refusal(createSandbox(), estimation([500], { timeZone: 'Mars' })), [
      500,
      'Internal Server Error',
    ]);
  });

  it('answers 400 to malformed input on addMerchantLocation', async () => {
    const send = { operation: 'addMerchantLocation', body: { odd: true } } as const;
    assert.deepEqual(await refusal(createSandbox(), send), [400, 'Bad Request']);
  });

  for (const location of [' ', '.', '..']) {
    it(`answers 400 to the location "${location}": it is blank, or no path can name it`, async () => {
      const send = merchantLocation({ location });
      assert.deepEqual(await refusal(createSandbox(), send), [400, 'Bad Request']);
    });
  }

  it('answers 500 to a pay-over-time link without its location', async () => {
    assert.deepEqual(await refusal(createSandbox(), payOverTimeLink({ location: undefined })), [
      500,
      'Internal Server Error',
    ]);
  });

  it('answers a body that is not JSON as malformed, with a reason that fits into a header', async () => {
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

  for (const type of [undefined, 'text/plain', 'application/jsonp', 'application/ld+json']) {
    it(`answers 415 to a body of the type ${type}`, async () => {
      for (const send of Object.values(valid).slice(0, 4)) {
        const request = toRequest(origin, send);
        if (type === undefined) request.headers.delete('content-type');
        else request.headers.set('content-type', type);
        const { status } = await createSandbox().fetch(request);
        assert.equal(status, 415, send.operation);
      }
    });
  }

  it('answers a valid key of another retailer as one that is not allowed', async () => {
    const as = 'noVertical';
    assert.deepEqual(await refusal(createSandbox(), { ...payOverTimeLink({}), as }), [
      403,
      'Provided alliance is not allowed',
    ]);
    const nowhere = { ...payOverTimeLink({ location: 'nowhere' }), as } as const;
    assert.equal((await refusal(createSandbox(), nowhere))[0], 404);
  });

  it('estimates and pre-qualifies at a location by its business name, and takes its id alone for a checkout', async () => {
    const sandbox = createSandbox();
    const location = 'Main Street Outfitters';
    const { url } = await answer<{ url: string }>(sandbox, prequalLink({ location }));
    assert.match(await (await sandbox.fetch(new Request(url))).text(), /<dd>main-street<\/dd>/);
    assert.equal((await refusal(sandbox, payOverTimeLink({ location })))[0], 404);
    const [named] = await answer<EstimateResult[]>(sandbox, estimation([500], { location }));
    const [known] = await answer<EstimateResult[]>(
      sandbox,
      estimation([500], { location: 'main-street' }),
    );
    assert.deepEqual(named, known);
  });

  it('gives a reason also for a field name that no header could hold', async () => {
    const response = await ask(createSandbox(), payOverTimeLink({ 'größe\n': 1 }));
    assert.equal(response.status, 500);
    assert.match(response.headers.get('sandbox-reason') ?? '', /: "gr\?\?e\?"$/);
  });

  it('gives a reason of bearable length where much is wrong', async () => {
    const body = Array.from({ length: 1000 }, () => ({ id: 1 }));
    const response = await ask(createSandbox(), { operation: 'estimatePayments', body });
    const { length } = response.headers.get('sandbox-reason') ?? '';
    assert.ok(length > 400 && length <= 500, `${length} characters`);
  });

  it('lists the states in which it takes no merchants', async () => {
    for (const businessAddress of [{ state: 'Puerto Rico' }, { zipcode: '96910' }]) {
      const send = merchantLocation({ businessAddress });
      assert.deepEqual(await refusal(createSandbox(), send), [422, stateMessage]);
    }
  });

  it('keeps no location that it refused', async () => {
    const sandbox = createSandbox();
    await refusal(sandbox, merchantLocation({ businessAddress: { state: 'PR' } }));
    assert.equal((await ask(sandbox, valid.getMerchantStatus)).status, 404);
  });

  it('finds a location whose identifier needs encoding in a path', async () => {
    const sandbox = createSandbox();
    await answer(sandbox, merchantLocation({ location: 'Store 5/7 ü' }));
    const read = await answer<MerchantStatus>(sandbox, merchantStatus('Store 5/7 ü'));
    assert.equal(read.location, 'Store 5/7 ü');
  });

  it('counts the life of an onboarding URL by its clock', async () => {
    let now = Date.parse('2026-01-31T23:59:00Z');
    const sandbox = createSandbox({ now: () => now });
    await answer(sandbox, valid.addMerchantLocation);
    const read = async () => {
      const record = await answer<MerchantStatus>(sandbox, valid.getMerchantStatus);
      return [record.creationDate, record.expirationDate, record.expiredInDays];
    };
    assert.deepEqual(await read(), ['2026-01-31', '2026-03-02', 30]);
    now += 2 * 60 * 1000;
    assert.deepEqual(await read(), ['2026-01-31', '2026-03-02', 29]);
    now += 40 * day;
    assert.deepEqual(await read(), ['2026-01-31', '2026-03-02', 0]);
  });

  it('puts its links at the origin that was asked', async () => {
    const { url } = await answer<PrequalLink>(createSandbox(), valid.createPrequalLink);
    assert.match(url, /^http:\/\/sandbox\.test\/sandbox\/prequal\/[0-9a-f]{32}$/);
  });

  it('puts its links at publicUrl where one is given', async () => {
    const sandbox = createSandbox({ publicUrl: 'https://shop.example/' });
    const link = await answer<PayOverTimeLink>(sandbox, valid.createPayOverTimeLink);
    assert.equal(link.url, `https://shop.example/sandbox/checkout/${link.longToken}`);
    const { url } = await answer<MerchantStatus>(sandbox, merchantStatus('main-street'));
    assert.match(url, /^https:\/\/shop\.example\/sandbox\/onboarding\/[0-9a-f]{32}$/);
  });

  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/sandbox/faults'],
    ['POST', '/purchase/api/v1/payment-estimation'],
    ['PUT', '/api/purchase/api/v1/payment-estimation'],
    ['GET', '/onboarding/api/v1/location/'],
    ['GET', '/onboarding/api/v1/location/a/b'],
    ['GET', '/onboarding/api/v1/location/%E0%A4%A'],
    ['GET', '/purchase/api/v1/payment-estimation/'],
  ] as const) {
    it(`answers 404 in JSON to ${method} ${path}`, async () => {
      const response = await control(createSandbox(), method, path);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { message: 'Not Found' });
    });
  }
});
