import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations, type OperationName } from '../../../src/contract/index.js';
import { assertAbsent } from '../../support/assertions.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy, shop } from '../../support/test-proxy.js';

type Fields = Record<string, unknown>;
type WithFields = Exclude<OperationName, 'estimatePayments' | 'getMerchantStatus'>;
const withFields = ['createPayOverTimeLink', 'createPrequalLink', 'addMerchantLocation'] as const;

/** The body of a plain request with other fields, in the shape of its operation. */
function bodyOf(operation: WithFields, fields: Fields): unknown {
  const { body } = samples[operation];
  return operation === 'createPrequalLink'
    ? [{ ...(body as Fields[])[0], ...fields }]
    : { ...(body as Fields), ...fields };
}

/** Where a field of that body stands in the paths of errors. */
function pathOf(operation: WithFields, field: string): string {
  return operation === 'createPrequalLink' ? `[0].${field}` : field;
}

/** The object that the service receives. */
async function receivedFor(operation: WithFields, fields: Fields): Promise<Fields> {
  const { ask, service } = createTestProxy();
  const headers = { origin: shop };
  const answer = await ask(operation, { body: bodyOf(operation, fields), headers });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(service.calls.length, 1);
  const { body } = service.calls[0]!;
  return (operation === 'createPrequalLink' ? (body as Fields[])[0]! : body) as Fields;
}

/** Asserts that these fields are refused with 0 calls, and returns the paths of the errors. */
async function refusedPaths(
  operation: WithFields,
  fields: Fields,
  status = 400,
  code = 'invalid-request',
) {
  const proxy = createTestProxy();
  const answer = await proxy.ask(operation, { body: bodyOf(operation, fields) });
  const { errors } = assertRefused(proxy, answer, status, code);
  return { paths: errors?.map(({ path }) => path), answer, proxy };
}

for (const operation of withFields) {
  describe(`The body of POST ${operations[operation].path}`, () => {
    const object = bodyOf(operation, {});
    const [inner] = Array.isArray(object) ? (object as unknown[]) : [object];
    const shapes: Record<string, unknown> = {
      null: null,
      'an empty array': [],
      'a nest of arrays': [[inner]],
      'a string': 'x',
      'a number': 42,
      true: true,
      'two objects': [inner, inner],
      ...(operation === 'createPrequalLink'
        ? { 'a bare object': inner }
        : { 'an array of one': [inner] }),
    };
    for (const [what, body] of Object.entries(shapes)) {
      it(`is refused as ${what}`, async () => {
        const proxy = createTestProxy();
        const answer = await proxy.ask(operation, { raw: JSON.stringify(body) });
        assertRefused(proxy, answer, 400, 'invalid-request');
      });
    }

    for (const sendSMS of ['false', 'true', 0, 1, null, 'no', [], {}]) {
      it(`is refused with sendSMS ${JSON.stringify(sendSMS)}`, async () => {
        const { paths } = await refusedPaths(operation, { sendSMS });
        assert.deepEqual(paths, [pathOf(operation, 'sendSMS')]);
      });
    }

    it('goes out with an explicit sendSMS false when it has none', async () => {
      assert.equal((await receivedFor(operation, {})).sendSMS, false);
    });

    it('goes out with sendSMS false when it says so', async () => {
      assert.equal((await receivedFor(operation, { sendSMS: false })).sendSMS, false);
    });

    it('is refused with sendSMS true', async () => {
      const proxy = createTestProxy();
      const phone = { phoneNumber: '4155552671' };
      const fields = operation === 'createPayOverTimeLink' ? phone : {};
      const body = bodyOf(operation, { ...fields, sendSMS: true });
      assertRefused(proxy, await proxy.ask(operation, { body }), 403, 'sms-not-allowed');
      assert.equal(proxy.service.texts(), 0);
    });

    const poisons = ['__proto__', 'constructor', 'prototype'];
    for (const poison of poisons) {
      it(`is refused with ${poison} at each of its levels`, async () => {
        const nested = operation === 'addMerchantLocation' ? 'businessAddress' : 'customerDetails';
        const value = JSON.parse(`{"${poison}":{"sendSMS":true,"prototype":{"x":1}}}`) as Fields;
        for (const [fields, path] of [
          [value, poison],
          [{ [nested]: value }, `${nested}.${poison}`],
        ] as const) {
          const text = JSON.stringify(bodyOf(operation, {}));
          const raw = text.replace('{', `{${JSON.stringify(fields).slice(1, -1)},`);
          const proxy = createTestProxy();
          const answer = await proxy.ask(operation, { raw });
          const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
          assert.deepEqual(
            errors?.map((error) => error.path),
            [pathOf(operation, path)],
          );
        }
        assert.equal(({} as { sendSMS?: unknown }).sendSMS, undefined);
      });
    }

    it('is refused with an unknown field, by its path', async () => {
      const { paths } = await refusedPaths(operation, { foo: 1, 'a b': 2 });
      const place = operation === 'createPrequalLink' ? '[0]' : '';
      assert.deepEqual(paths, [pathOf(operation, 'foo'), `${place}["a b"]`]);
    });

    it('is refused with at most 20 errors, and no long path', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(100, 'x'));
      const { paths } = await refusedPaths(
        operation,
        Object.fromEntries(names.map((name) => [name, 1])),
      );
      assert.equal(paths?.length, 20);
      assert.ok(
        paths.every((path) => path.length < 80),
        paths.join(),
      );
    });

    it('is refused without a location, or with an empty one', async () => {
      for (const location of [undefined, '', null, 5]) {
        const { paths } = await refusedPaths(operation, { location });
        assert.deepEqual(paths, [pathOf(operation, 'location')]);
      }
    });

    for (const location of [
      '\ud800',
      'a\n{"level":60}',
      '\u001b[31mred',
      'x'.repeat(257),
      '\u2028',
    ]) {
      it(`is refused with the location ${JSON.stringify(location).slice(0, 24)}`, async () => {
        const { paths, proxy } = await refusedPaths(operation, { location });
        assert.deepEqual(paths, [pathOf(operation, 'location')]);
        assertAbsent(JSON.stringify(proxy.log), location);
      });
    }
  });
}

describe('The fields of a pay-over-time link', () => {
  const operation = 'createPayOverTimeLink';

  it('include roNumber and representativeName, passed on as they are', async () => {
    for (const fields of [
      { roNumber: 'RO-1', representativeName: 'Ada' },
      { roNumber: 17, representativeName: 4.5 },
    ]) {
      const { roNumber, representativeName } = await receivedFor(operation, fields);
      assert.deepEqual({ roNumber, representativeName }, fields);
    }
  });

  for (const roNumber of [null, true, {}, 'x'.repeat(257)]) {
    it(`do not include a roNumber of ${JSON.stringify(roNumber).slice(0, 12)}`, async () => {
      const { paths } = await refusedPaths(operation, { roNumber });
      assert.deepEqual(paths, ['roNumber']);
    });
  }

  it('take departmentId as text only', async () => {
    assert.equal((await receivedFor(operation, { departmentId: '7' })).departmentId, '7');
    assert.deepEqual((await refusedPaths(operation, { departmentId: 7 })).paths, ['departmentId']);
  });

  for (const amount of ['1299', 0, -1, 1.005, 1e9, null]) {
    it(`do not include an amount of ${JSON.stringify(amount)}`, async () => {
      assert.deepEqual((await refusedPaths(operation, { amount })).paths, ['amount']);
    });
  }

  it('are sent on whole, and rounded to cents', async () => {
    const fields = {
      phoneNumber: '+14155552671',
      amount: 0.1 + 0.2,
      customerDetails: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        phone: '+14155552671',
        dateOfBirth: '1980-12-31',
        addressDetails: { address: '1 Main St', city: 'Oakland', state: 'CA', zipcode: '94601' },
      },
      representativeFirstName: 'Bob',
      representativeLastName: 'Ross',
      representativeEmail: 'bob@example.com',
      departmentId: 'd',
      sourcePlatform: 'p',
      redirectUrl: 'https://shop.example/thanks?order=1#top',
    };
    const received = await receivedFor(operation, fields);
    const plain = samples[operation].body as Fields;
    assert.deepEqual(received, { ...plain, ...fields, amount: 0.3, sendSMS: false });
  });
});

describe('The fields of a pre-qualification link', () => {
  it('take departmentId as a number only', async () => {
    assert.equal((await receivedFor('createPrequalLink', { departmentId: 7 })).departmentId, 7);
    const { paths } = await refusedPaths('createPrequalLink', { departmentId: '7' });
    assert.deepEqual(paths, ['[0].departmentId']);
  });

  for (const field of [
    'roNumber',
    'representativeName',
    'amount',
    'transactionId',
    'phoneNumber',
  ]) {
    it(`do not include ${field}`, async () => {
      const { paths } = await refusedPaths('createPrequalLink', { [field]: 'x' });
      assert.deepEqual(paths, [`[0].${field}`]);
    });
  }
});

describe('The retired advisorEmail', () => {
  for (const operation of ['createPayOverTimeLink', 'createPrequalLink'] as const) {
    it(`is refused on ${operation}, naming what replaced it`, async () => {
      const { answer } = await refusedPaths(operation, { advisorEmail: 'a@example.com' });
      const { errors } = answer.body as { errors: unknown };
      const path = pathOf(operation, 'advisorEmail');
      assert.deepEqual(errors, [{ path, message: 'Replaced by representativeEmail' }]);
    });
  }
});
