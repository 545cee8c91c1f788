import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  isInapplicable,
  operations,
  verticals,
  type EstimateResult,
  type MerchantLocation,
  type MerchantStatus,
  type PayOverTimeLink,
  type PrequalLink,
} from '../../src/contract/index.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
  valid,
} from './requests.js';
import { exchange, matches, succeed, type ConformanceTarget, type Test } from './target.js';

const day = 86_400_000;

/** Describes the rules of the service document that bind several fields or calls together. */
export function describeRules(target: ConformanceTarget, test: Test): void {
  describe('the estimate', () => {
    async function estimate(send: ReturnType<typeof estimation>): Promise<EstimateResult[]> {
      return (await succeed(target, send)) as EstimateResult[];
    }

    test('comes once for each item, in the order of the request', async () => {
      const results = await estimate(estimation([1299, 59, 300, 1299]));
      assert.deepEqual(
        results.map(({ id }) => id),
        ['item-0', 'item-1', 'item-2', 'item-3'],
      );
    });

    test(
      'comes once for each item also where ids are equal',
      async () => {
        const item = { id: 'twin', totalAmount: 300 };
        const results = await estimate({ ...valid.estimatePayments, body: [item, item] });
        assert.deepEqual(
          results.map(({ id }) => id),
          ['twin', 'twin'],
        );
      },
      'duplicate-ids',
    );

    test('is -1 in all four fields exactly where an amount is inapplicable', async () => {
      const results = await estimate(estimation([59.99, 60, 20_000, 20_000.01]));
      assert.deepEqual(results.map(isInapplicable), [true, false, false, true]);
    });

    test('accounts for the whole amount: what is financed and what is due at checkout', async () => {
      const [result] = await estimate(estimation([9999.99], { location: 'sunset-motors' }));
      assert.ok(result && result.downPayment > 0);
      assert.equal(Math.round((result.amountFinanced + result.downPayment) * 100), 999_999);
    });

    test(
      'is the same for an alliance of several verticals that names its location',
      async () => {
        const send = estimation([500], { location: 'smile-dental' });
        assert.deepEqual(await estimate({ ...send, as: 'severalVerticals' }), await estimate(send));
      },
      'own-credentials',
    );
  });

  describe('the links', () => {
    test('of pay over time carry a retailer id only where a retailer exists', async () => {
      const settled = (await succeed(target, valid.createPayOverTimeLink)) as PayOverTimeLink;
      assert.equal(typeof settled.retailerId, 'string');
      await succeed(target, valid.addMerchantLocation);
      const fresh = await succeed(target, payOverTimeLink({ location: 'new-store' }));
      assert.ok(!Object.hasOwn(fresh as PayOverTimeLink, 'retailerId'));
    });

    test('differ from call to call', async () => {
      const first = (await succeed(target, valid.createPrequalLink)) as PrequalLink;
      const second = (await succeed(target, valid.createPrequalLink)) as PrequalLink;
      assert.notEqual(first.url, second.url);
    });

    test('take the fields that only occur in examples, as text or as a number', async () => {
      await succeed(target, payOverTimeLink({ roNumber: 'RO-1', representativeName: 7 }));
      await succeed(target, payOverTimeLink({ roNumber: 1, representativeName: 'Ada' }));
    });

    test('take a department as text and as a number, each its own', async () => {
      await succeed(target, payOverTimeLink({ departmentId: '7' }));
      await succeed(target, prequalLink({ departmentId: 7 }));
    });
  });

  describe('the merchant location', () => {
    for (const vertical of verticals) {
      test(`takes the vertical ${vertical}`, async () => {
        const send = merchantLocation({ vertical, businessAddress: { state: 'TX' } });
        await succeed(target, send);
      });
    }

    test('is CREATED when it is added, and reads the same afterwards', async () => {
      const added = (await succeed(target, valid.addMerchantLocation)) as MerchantLocation;
      assert.equal(added.status, 'CREATED');
      const before = Date.now();
      const read = (await succeed(target, merchantStatus('new-store'))) as MerchantStatus;
      const after = Date.now();
      const { expiredInDays, expirationDate, ...record } = read;
      assert.deepEqual(record, added);
      const end = Date.parse(expirationDate ?? '');
      assert.equal(end - Date.parse(added.creationDate), 30 * day);
      // 30, unless a day has ended in between.
      const daysLeft = [before, after].map((now) => Math.ceil((end - now) / day));
      assert.ok(daysLeft.includes(expiredInDays ?? NaN), `${expiredInDays} days`);
    });

    test(
      'is found by nobody but the integrator that added it',
      async () => {
        await succeed(target, valid.addMerchantLocation);
        const send = { ...merchantStatus('new-store'), as: 'severalVerticals' } as const;
        const { status } = await target.readError(await exchange(target, send));
        assert.equal(status, operations.getMerchantStatus.errors.locationNotFound.status);
      },
      'own-credentials',
    );

    test(
      'of Home Services is refused in WV, where others are not',
      async () => {
        const address = { businessAddress: { state: 'WV' } };
        await succeed(target, merchantLocation(address));
        const send = merchantLocation({ ...address, location: 'b', vertical: 'Home_Services' });
        const seen = await target.readError(await exchange(target, send));
        assert.ok(matches(seen, operations.addMerchantLocation.errors.stateNotSupported));
      },
      'unsupported-state',
    );
  });

  describe('sendSMS', () => {
    const requests = {
      createPayOverTimeLink: payOverTimeLink,
      createPrequalLink: prequalLink,
      addMerchantLocation: merchantLocation,
    };
    const textsWhenOmitted = {
      createPayOverTimeLink: true,
      createPrequalLink: true,
      addMerchantLocation: false,
    };

    for (const operation of [
      'createPayOverTimeLink',
      'createPrequalLink',
      'addMerchantLocation',
    ] as const) {
      const sent = async (sendSMS: boolean | undefined): Promise<number> => {
        await succeed(target, requests[operation]({ sendSMS }));
        const outbox: unknown = await (await target.control('GET', '/sandbox/outbox')).json();
        assert.ok(Array.isArray(outbox));
        return outbox.length;
      };
      test(
        `true on ${operation} texts once`,
        async () => {
          assert.equal(await sent(true), 1);
        },
        'send-sms',
      );
      test(`false on ${operation} texts nobody`, async () => {
        assert.equal(await sent(false), 0);
      });
      const expected = textsWhenOmitted[operation];
      test(
        `left out on ${operation} means ${expected}`,
        async () => {
          assert.equal(await sent(undefined), expected ? 1 : 0);
        },
        'omitted-send-sms',
      );
    }
  });
}
