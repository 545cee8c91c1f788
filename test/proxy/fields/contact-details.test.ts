import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '../../../src/contract/index.js';
import { assertAbsent } from '../../support/assertions.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy } from '../../support/test-proxy.js';

type Fields = Record<string, unknown>;

/** A field that holds contact details: its operation, its path in errors, and a body with a value in it. */
interface Place {
  readonly operation: OperationName;
  readonly path: string;
  with(value: unknown): unknown;
}

const payOverTime = samples.createPayOverTimeLink.body as Fields;
const [prequal] = samples.createPrequalLink.body as Fields[];
const merchant = samples.addMerchantLocation.body as Fields;

function customerDetails(field: string): Place[] {
  return [
    {
      operation: 'createPayOverTimeLink',
      path: `customerDetails.${field}`,
      with: (value) => ({ ...payOverTime, customerDetails: { [field]: value } }),
    },
    {
      operation: 'createPrequalLink',
      path: `[0].customerDetails.${field}`,
      with: (value) => [{ ...prequal, customerDetails: { [field]: value } }],
    },
  ];
}

function representative(field: string): Place {
  return {
    operation: 'addMerchantLocation',
    path: `representativeDetails.${field}`,
    with: (value) => ({ ...merchant, representativeDetails: { [field]: value } }),
  };
}

function ofPayOverTime(path: string): Place {
  return {
    operation: 'createPayOverTimeLink',
    path,
    with: (value) => ({ ...payOverTime, [path]: value }),
  };
}

function ofPrequal(field: string): Place {
  return {
    operation: 'createPrequalLink',
    path: `[0].${field}`,
    with: (value) => [{ ...prequal, [field]: value }],
  };
}

const phones: Place[] = [
  ofPayOverTime('phoneNumber'),
  ofPrequal('customerPhoneNumber'),
  ...customerDetails('phone'),
  representative('phoneNumber'),
];

const emails: Place[] = [
  ofPayOverTime('representativeEmail'),
  ofPrequal('representativeEmail'),
  ...customerDetails('email'),
  representative('email'),
];

/** Asserts that a value is refused in each of these places, without a call, a trace, or an echo. */
async function assertRefusedIn(places: Place[], value: string, status: number, code: string) {
  for (const { operation, path, with: bodyWith } of places) {
    const proxy = createTestProxy();
    const answer = await proxy.ask(operation, { body: bodyWith(value) });
    const { errors } = assertRefused(proxy, answer, status, code);
    assert.deepEqual(
      errors?.map((error) => error.path),
      [path],
    );
    // Shorter ones occur by chance.
    if (value.length > 3) assertAbsent(answer.text + JSON.stringify(proxy.log), value);
  }
}

describe('A phone number', () => {
  const wrong = [
    '+442071838750',
    '911',
    '1'.repeat(40),
    '+14155552671\n',
    '4155552671\r\nBcc: x',
    '',
  ];
  for (const value of wrong) {
    it(`is refused as ${JSON.stringify(value)}`, async () => {
      await assertRefusedIn(phones, value, 422, 'invalid-phone-number');
    });
  }

  for (const value of ['(415) 555-2671', '4155552671', '+14155552671', '415.555.2671']) {
    it(`is taken as ${value}`, async () => {
      for (const { operation, with: bodyWith } of phones) {
        const { ask, service } = createTestProxy();
        assert.equal((await ask(operation, { body: bodyWith(value) })).status, 200);
        assert.match(JSON.stringify(service.calls[0]!.body), /"\+14155552671"/);
        assert.equal(service.texts(), 0);
      }
    });
  }
});

describe('An email address', () => {
  const wrong = [
    'plain',
    'a@b\r\nBcc:x',
    'a@example.com\n',
    `${'a'.repeat(10_000)}@example.com`,
    '',
  ];
  for (const value of wrong) {
    it(`is refused as ${JSON.stringify(value.slice(0, 30))}`, async () => {
      await assertRefusedIn(emails, value, 422, 'invalid-email');
    });
  }

  it('is taken and passed on as it is', async () => {
    for (const { operation, with: bodyWith } of emails) {
      const { ask, service } = createTestProxy();
      const body = bodyWith('ada+shop@mail.example.com');
      assert.equal((await ask(operation, { body })).status, 200);
      assert.match(JSON.stringify(service.calls[0]!.body), /"ada\+shop@mail\.example\.com"/);
    }
  });
});

describe('A date of birth', () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const wrong = [
    '2023-02-30',
    '2023-13-01',
    '1990-1-1',
    '01/02/1990',
    '1800-01-01',
    '1899-12-31',
    '1990-01-01T00:00:00Z',
    '+01990-01-01',
    '',
    tomorrow,
    '9999-12-31',
  ];
  for (const value of wrong) {
    it(`is refused as ${value === tomorrow ? 'tomorrow' : JSON.stringify(value)}`, async () => {
      await assertRefusedIn(customerDetails('dateOfBirth'), value, 400, 'invalid-request');
    });
  }

  for (const value of ['1900-01-01', '2000-02-29']) {
    it(`is taken as ${value}`, async () => {
      for (const { operation, with: bodyWith } of customerDetails('dateOfBirth')) {
        const { ask } = createTestProxy();
        assert.equal((await ask(operation, { body: bodyWith(value) })).status, 200);
      }
    });
  }
});
