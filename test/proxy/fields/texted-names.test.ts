import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem, createTestProxy, shop, type Answer } from '../../support/test-proxy.js';

const phoneNumber = '(415) 555-2671';
const payOverTime = {
  location: 'main-street',
  amount: 1299,
  transactionId: 'order-1',
  phoneNumber,
};

/** A shop that texts. */
function createSender() {
  const proxy = createTestProxy({ sms: true });
  let clicks = 0;
  const send = (fields: object): Promise<Answer> =>
    proxy.ask('createPayOverTimeLink', {
      body: { ...payOverTime, sendSMS: true, ...fields },
      headers: { origin: shop, 'idempotency-key': `key-of-click-number-${clicks++}` },
    });
  return { ...proxy, send };
}

describe('A second text within a minute', () => {
  for (const [what, fields] of Object.entries({
    'a space after the transactionId': { transactionId: 'order-1 ' },
    'a no-break space before it': { transactionId: '\u00a0order-1' },
    'full-width digits in it': { transactionId: 'order-１' },
    'a space after the location': { location: 'main-street ' },
    'full-width letters in the location': { location: 'ｍain-street' },
  })) {
    it(`is refused also with ${what}`, async () => {
      const { send, service } = createSender();
      assert.equal((await send({})).status, 200);
      assertProblem(await send(fields), 409, 'duplicate-send');
      assert.equal(service.texts(), 1);
    });
  }

  it('is sent for another purchase', async () => {
    const { send, service } = createSender();
    await send({});
    assert.equal((await send({ transactionId: 'order-11' })).status, 200);
    assert.equal(service.texts(), 2);
  });
});

describe('A name in a request for a text', () => {
  for (const [path, fields] of Object.entries({
    'customerDetails.firstName': { customerDetails: { firstName: 'win at https://evil.example' } },
    'customerDetails.lastName': { customerDetails: { lastName: 'evil：//x' } },
    representativeFirstName: { representativeFirstName: 'A\u200bda' },
    representativeLastName: { representativeLastName: '\u202eadA' },
    representativeName: { representativeName: 'http://evil.example' },
  })) {
    it(`is refused in ${path} with a link or what hides one`, async () => {
      const { send, service } = createSender();
      const { errors } = assertProblem(await send(fields), 400, 'invalid-request');
      assert.deepEqual(
        errors?.map((error) => error.path),
        [path],
      );
      assert.equal(service.calls.length, 0);
    });

    it(`may be anything in ${path} where nothing is texted`, async () => {
      const { send, service } = createSender();
      assert.equal((await send({ ...fields, sendSMS: false })).status, 200);
      assert.equal(service.calls.length, 1);
    });
  }

  it('is refused with a character that is not shown, of any kind', async () => {
    for (const character of ['\u034f', '\u115f', '\u3164', '\ufe0f', '\u{e0100}', '\u0600']) {
      const { send, service } = createSender();
      const answer = await send({ representativeFirstName: `A${character}da` });
      assertProblem(answer, 400, 'invalid-request');
      assert.equal(service.calls.length, 0);
    }
  });

  it('is refused on the other operations that text, too', async () => {
    const { ask } = createSender();
    const headers = { origin: shop, 'idempotency-key': 'key-of-one-click' };
    const prequal = {
      location: 'main-street',
      customerPhoneNumber: phoneNumber,
      customerDetails: { firstName: 'https://evil.example' },
      sendSMS: true,
    };
    const refused = assertProblem(
      await ask('createPrequalLink', { body: [prequal], headers }),
      400,
      'invalid-request',
    );
    assert.equal(refused.errors?.[0]?.path, '[0].customerDetails.firstName');
    const onboarding = {
      location: 'new-store',
      vertical: 'Dental',
      businessName: 'https://evil.example',
      representativeDetails: { phoneNumber },
      sendSMS: true,
    };
    const answer = await ask('addMerchantLocation', { body: onboarding, headers });
    assert.equal(assertProblem(answer, 400, 'invalid-request').errors?.[0]?.path, 'businessName');
  });

  it('is as people are called, with marks, dashes and apostrophes', async () => {
    const { send } = createSender();
    const customerDetails = { firstName: 'Zoë-Ann', lastName: "O'Brien 王 ñ" };
    assert.equal((await send({ customerDetails })).status, 200);
  });
});

describe('A number that JSON would alter', () => {
  for (const [operation, field, plain] of [
    ['createPayOverTimeLink', 'roNumber', { ...payOverTime, sendSMS: false }],
    ['createPayOverTimeLink', 'representativeName', { ...payOverTime, sendSMS: false }],
    ['createPrequalLink', 'departmentId', { location: 'main-street', sendSMS: false }],
  ] as const) {
    for (const [number, status] of [
      ['9007199254740991', 200],
      ['-9007199254740991', 200],
      ['9007199254740993', 400],
      ['-9007199254740993', 400],
      ['1e300', 400],
    ] as const) {
      it(`is ${status === 200 ? 'taken' : 'refused'} as ${field}: ${number}`, async () => {
        const { ask, service } = createTestProxy();
        const json = JSON.stringify(plain).replace(/}$/, `,"${field}":${number}}`);
        const raw = operation === 'createPrequalLink' ? `[${json}]` : json;
        const answer = await ask(operation, { raw });
        assert.equal(answer.status, status, answer.text);
        assert.equal(service.calls.length, status === 200 ? 1 : 0);
      });
    }
  }
});
