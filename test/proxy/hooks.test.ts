/** Decisions of the integrator's server about purchases, people, and staff, through a secret or a hook. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '../../src/contract/index.js';
import { signPurchase } from '../../src/proxy/index.js';
import { checkHuman, checkPurchase, checkStaff } from '../../src/proxy/policy.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { readProxyOptions } from '../../src/proxy/proxy-settings.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import { links, onboarding } from '../support/samples.js';
import { adminToken, assertRefused, createTestProxy, shop } from '../support/test-proxy.js';

const purchaseSecret = 'purchase-secret-7b1d';
const body = { location: 'main-street', amount: 1299.99, transactionId: 'order-1' };
const exp = Math.floor(Date.now() / 1000) + 3600;

const settingsOf = (options: object) => ({
  ...readProxyOptions({ baseUrl: 'https://service.example', svcKey: 'key' }),
  ...options,
});

function requestWith(token?: string): Request {
  return new Request(shop, { headers: token === undefined ? {} : { 'financing-purchase': token } });
}

/** A hook, the function that calls it, and results that allow or reject a request. */
interface Hook {
  readonly name: 'resolvePurchase' | 'verifyHuman' | 'authorize';
  readonly status: number;
  readonly code: string;
  check(
    settings: ReturnType<typeof settingsOf>,
    request: Request,
    received: object,
  ): Promise<unknown>;
  readonly allowed: Record<string, () => unknown>;
  readonly rejected: Record<string, () => unknown>;
  readonly operations: readonly OperationName[];
}

const notTrue: Hook['rejected'] = {
  false: () => false,
  nothing: () => undefined,
  null: () => null,
  1: () => 1,
  '"true"': () => 'true',
  'an object': () => ({ ok: true }),
};
const notAmounts = ['1,299.99', '$1299.99', '1299.99 ', '1.29999e3', '', NaN, null, 1299n];
const onlyTrue = { true: () => true };

const hooks: Hook[] = [
  {
    name: 'resolvePurchase',
    status: 403,
    code: 'purchase-not-verified',
    check: (settings, request, asked) => checkPurchase(settings, request, asked as typeof body),
    allowed: {
      'the same purchase': () => body,
      'only the amount': () => ({ amount: 1299.99 }),
      'more fields than the request has': () => ({ ...body, currency: 'USD' }),
    },
    rejected: {
      nothing: () => undefined,
      null: () => null,
      true: () => true,
      'another amount': () => ({ ...body, amount: 1 }),
      'no amount': () => ({ transactionId: 'order-1' }),
      ...Object.fromEntries(
        ['1299.98', ...notAmounts].map((amount) => [
          `the amount ${typeof amount} ${String(amount)}`,
          () => ({ ...body, amount }),
        ]),
      ),
      'another transactionId': () => ({ ...body, transactionId: 'order-2' }),
      'another location': () => ({ ...body, location: 'harbour' }),
    },
    operations: ['createPayOverTimeLink'],
  },
  {
    name: 'verifyHuman',
    status: 403,
    code: 'verification-failed',
    check: (settings, request, asked) => checkHuman(settings, request, asked as typeof body),
    allowed: onlyTrue,
    rejected: notTrue,
    operations: links,
  },
  {
    name: 'authorize',
    status: 401,
    code: 'unauthorized',
    check: (settings, request) => checkStaff(settings, request),
    allowed: onlyTrue,
    rejected: notTrue,
    operations: onboarding,
  },
];

for (const { name, status, code, check, allowed, rejected, operations } of hooks) {
  const send = (hook: unknown, request = requestWith(), asked: object = body) =>
    check(settingsOf({ [name]: hook }), request, asked);

  async function refusalOf(...asked: Parameters<typeof send>) {
    const problem = await rejection(send(...asked), ProblemError);
    assert.deepEqual([problem.status, problem.code], [status, code]);
    return problem.extras.cause;
  }

  describe(`The hook ${name}`, () => {
    for (const [what, hook] of Object.entries(allowed)) {
      it(`allows a request if it returns ${what}, also through a promise`, async () => {
        await send(hook);
        await send(async () => hook());
      });
    }

    for (const [what, hook] of Object.entries(rejected)) {
      it(`rejects a request if it returns ${what}, and that is no failure`, async () => {
        assert.equal(await refusalOf(hook), undefined);
        assert.equal(await refusalOf(async () => hook()), undefined);
      });
    }

    it('gets the request, and the body if there is one', async () => {
      const request = requestWith();
      const seen: unknown[] = [];
      const [result] = Object.values(allowed);
      await send((...args: unknown[]) => (seen.push(...args), result?.()), request);
      assert.deepEqual(seen, name === 'authorize' ? [request] : [request, body]);
    });

    const failure = new Error('no database');
    const failures: Record<string, () => unknown> = {
      throws: () => {
        throw failure;
      },
      rejects: () => Promise.reject(failure),
    };
    for (const [what, hook] of Object.entries(failures)) {
      it(`rejects a request if it ${what}, and logs the cause`, async () => {
        assert.equal(await refusalOf(hook), failure);
      });
    }

    it('fails after 5 s', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const ended = rejection(
        send(() => new Promise(() => undefined)),
        Error,
      );
      t.mock.timers.tick(5_000);
      const error = await ended;
      const cause = error instanceof ProblemError ? error.extras.cause : error;
      assert.equal((cause as Error).name, 'TimeoutError');
      // Staff would take a rejection for a wrong token.
      assert.equal(error instanceof ProblemError, name !== 'authorize');
    });

    for (const operation of operations) {
      it(`rejects ${operation}`, async () => {
        const closed = { adminToken: undefined, trustPageAmount: name !== 'resolvePurchase' };
        const options = { ...closed, authorize: () => true, [name]: () => undefined };
        const proxy = createTestProxy(options);
        assertRefused(proxy, await proxy.send(operation), status, code);
      });
    }
  });
}

it('A hook can change only its copy of the body', async () => {
  const received = { ...body, customerDetails: { email: 'ana@shop.example' } };
  const change = (_request: Request, copy: typeof received) => {
    copy.customerDetails.email = 'other@shop.example';
    return Object.assign(copy, { amount: 1 });
  };
  const verifyHuman = (...args: Parameters<typeof change>) => Boolean(change(...args));
  const settings = settingsOf({ resolvePurchase: change, verifyHuman });
  await rejection(checkPurchase(settings, requestWith(), received), ProblemError);
  await checkHuman(settings, requestWith(), received);
  assert.deepEqual(received, { ...body, customerDetails: { email: 'ana@shop.example' } });
});

it('verifyHuman is called for links only, and is optional', async () => {
  const { send } = createTestProxy({ verifyHuman: () => false });
  assert.equal((await send('estimatePayments')).status, 200);
  await checkHuman(settingsOf({}), requestWith(), body);
});

describe('resolvePurchase', () => {
  for (const [resolved, isVerified] of [
    [body, true],
    [{ amount: 1299.99 }, false],
  ] as const) {
    it(`verifies the transactionId only if it returns one: ${isVerified}`, async () => {
      const settings = settingsOf({ resolvePurchase: () => resolved });
      assert.equal(await checkPurchase(settings, requestWith(), body), isVerified);
    });
  }

  for (const amount of ['1299.99', '1299.9900', '001299.99']) {
    it(`can return the amount as text: ${amount}`, async () => {
      const settings = settingsOf({ resolvePurchase: () => ({ ...body, amount }) });
      assert.equal(await checkPurchase(settings, requestWith(), body), true);
    });
  }

  it("isn't called if a token verifies the amount", async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    const resolvePurchase = () => assert.fail('It was called');
    const settings = settingsOf({ purchaseSecret, resolvePurchase });
    await checkPurchase(settings, requestWith(token), body);
  });

  it('can verify a purchase whose token is invalid', async () => {
    const settings = settingsOf({ purchaseSecret, resolvePurchase: () => body });
    await checkPurchase(settings, requestWith('v1.x.y'), body);
  });
});

describe('A purchase token', () => {
  const settings = settingsOf({ purchaseSecret });

  async function refusalOf(token?: string) {
    const checked = checkPurchase(settings, requestWith(token), body);
    const problem = await rejection(checked, ProblemError);
    assert.deepEqual([problem.status, problem.code], [403, 'purchase-not-verified']);
    assert.equal(problem.extras.cause, undefined, 'a rejection is no failure');
    return problem;
  }

  it('verifies the amount and the transactionId', async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    assert.equal(await checkPurchase(settings, requestWith(token), body), true);
  });

  it('is valid at any location if it names none', async () => {
    const { amount, transactionId } = body;
    const token = await signPurchase({ amount, transactionId, exp }, purchaseSecret);
    await checkPurchase(settings, requestWith(token), body);
  });

  it('tolerates floating-point noise in the amount', async () => {
    const amount = Array.from({ length: 100 }, () => 0.1).reduce((sum, price) => sum + price);
    const token = await signPurchase({ ...body, amount, exp }, purchaseSecret);
    await checkPurchase(settings, requestWith(token), { ...body, amount: 10 });
  });

  const changes: Record<string, object> = {
    'an amount a cent higher': { amount: 1300 },
    'an amount with a third decimal': { amount: 1299.991 },
    'a transactionId in other case': { transactionId: 'Order-1' },
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`is rejected with ${what}`, async () => {
      const token = await signPurchase({ ...body, exp, ...change }, purchaseSecret);
      const { detail } = await refusalOf(token);
      assertAbsent(detail, token, 'order-', '1299');
    });
  }
});

describe('trustPageAmount', () => {
  it('accepts any amount, but leaves the transactionId unverified', async () => {
    const settings = settingsOf({ trustPageAmount: true });
    assert.equal(await checkPurchase(settings, requestWith(), body), false);
  });

  it("isn't needed for pre-qualification links, which have no amount", async () => {
    const { send } = createTestProxy({ trustPageAmount: false });
    assert.equal((await send('createPrequalLink')).status, 200);
  });
});

for (const operation of onboarding) {
  describe(`${operation} with neither authorize nor adminToken`, () => {
    it('is not found, for every method', async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const proxy = createTestProxy({ adminToken: undefined });
        const response = await proxy.send(operation, { method, raw: null });
        assertRefused(proxy, response, 404, 'not-found');
      }
    });
  });

  describe(`${operation} with adminToken`, () => {
    const wrong: Record<string, string | null> = {
      'no authorization': null,
      'an empty authorization': '',
      'another token': 'Bearer wrong-token-c0ffee42',
      'a longer token': `Bearer ${adminToken}x`,
      'a shorter token': `Bearer ${adminToken.slice(0, -1)}`,
      'another case': `Bearer ${adminToken.toUpperCase()}`,
      'no scheme': adminToken,
      Basic: `Basic ${adminToken}`,
      'another scheme before it': `Digest Bearer ${adminToken}`,
      'two tokens': `Bearer ${adminToken} ${adminToken}`,
      'an empty token': 'Bearer ',
      undefined: 'Bearer undefined',
    };
    for (const [what, authorization] of Object.entries(wrong)) {
      it(`is rejected with ${what}`, async () => {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, { headers: { authorization } });
        assertRefused(proxy, response, 401, 'unauthorized');
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        assertAbsent(response.text + JSON.stringify(proxy.log), adminToken);
        assert.ok(!proxy.log.some(({ level }) => level === 'error'), 'a rejection is no failure');
      });
    }

    for (const authorization of [`Bearer ${adminToken}`, `bearer  ${adminToken}`]) {
      it(`accepts "${authorization.slice(0, 9)}…" without calling authorize`, async () => {
        const { send } = createTestProxy({ authorize: () => assert.fail('It was called') });
        assert.equal((await send(operation, { headers: { authorization } })).status, 200);
      });
    }
  });
}
