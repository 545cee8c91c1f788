import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAuthorization } from '../../../src/proxy/policy.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import { onboarding } from '../../support/samples.js';
import {
  adminToken,
  assertProblem,
  assertRefused,
  createTestProxy,
  shop,
} from '../../support/test-proxy.js';

type Authorize = NonNullable<FinancingProxyOptions['authorize']>;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

for (const operation of onboarding) {
  describe(`${operation} with neither authorize nor adminToken`, () => {
    it('is a path of nothing, for every method', async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const proxy = createTestProxy({ adminToken: undefined });
        const answer = await proxy.ask(operation, { method, raw: null });
        assertRefused(proxy, answer, 404, 'not-found');
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
      it(`is refused with ${what}`, async () => {
        const proxy = createTestProxy();
        const answer = await proxy.ask(operation, { headers: { authorization } });
        assertRefused(proxy, answer, 401, 'unauthorized');
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
        assertAbsent(answer.text + JSON.stringify(proxy.log), adminToken);
        assert.ok(!proxy.log.some(({ level }) => level === 'error'), 'a refusal is no failure');
      });
    }

    for (const authorization of [`Bearer ${adminToken}`, `bearer  ${adminToken}`]) {
      it(`is answered to "${authorization.slice(0, 9)}…"`, async () => {
        const { ask } = createTestProxy();
        assert.equal((await ask(operation, { headers: { authorization } })).status, 200);
      });
    }
  });

  describe(`${operation} with authorize`, () => {
    const refusing: Record<string, Authorize> = {
      'answers false': () => false,
      'resolves with false': async () => false,
      'answers 1': () => 1 as unknown as boolean,
      'answers "true"': () => 'true' as unknown as boolean,
      'answers an object': () => ({ ok: true }) as unknown as boolean,
      'answers nothing': () => undefined as unknown as boolean,
      throws: () => {
        throw new Error('no session');
      },
      rejects: async () => Promise.reject(new Error('no session')),
      'throws what is no Error': () => {
        throw 'no session' as unknown as Error;
      },
      'throws what refers to itself': () => {
        const error = new Error('no session');
        throw Object.assign(error, { cause: error });
      },
    };
    for (const [what, authorize] of Object.entries(refusing)) {
      it(`is refused when it ${what}`, async () => {
        const proxy = createTestProxy({ adminToken: undefined, authorize });
        const answer = await proxy.ask(operation);
        assertRefused(proxy, answer, 401, 'unauthorized');
        assertAbsent(answer.text + JSON.stringify(proxy.log), 'no session');
      });
    }

    it('tells the log when it throws, and not when it refuses', async () => {
      for (const [authorize, expected] of [
        [() => false, []],
        [() => Promise.reject(new RangeError('no session')), ['RangeError']],
        [() => Promise.reject(undefined), ['TypeError']],
      ] as [Authorize, string[]][]) {
        const proxy = createTestProxy({ adminToken: undefined, authorize });
        await proxy.ask(operation);
        const errors = proxy.log.filter(({ level }) => level === 'error');
        assert.deepEqual(
          errors.map(({ errorName }) => errorName),
          expected,
        );
      }
    });

    it('is answered when it answers true, or resolves with it', async () => {
      for (const authorize of [() => true, async () => true]) {
        const { ask } = createTestProxy({ adminToken: undefined, authorize });
        assert.equal((await ask(operation)).status, 200);
      }
    });

    it('shows it the request', async () => {
      const seen: (string | null)[] = [];
      const { ask } = createTestProxy({
        authorize: ({ headers }) => Boolean(seen.push(headers.get('cookie'))),
      });
      const headers = { authorization: null, cookie: 'session=1' };
      assert.equal((await ask(operation, { headers })).status, 200);
      assert.deepEqual(seen, ['session=1']);
    });

    it('does not ask it when the admin token is right', async () => {
      const authorize = () => assert.fail('It was asked');
      const { ask } = createTestProxy({ authorize });
      assert.equal((await ask(operation, { headers: bearer(adminToken) })).status, 200);
    });

    it('ends with a problem, and tells the log, when it never settles', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      let tell = () => {};
      const asked = new Promise<void>((resolve) => (tell = resolve));
      const authorize = () => (tell(), new Promise<boolean>(() => undefined));
      const proxy = createTestProxy({ adminToken: undefined, authorize });
      const answer = proxy.ask(operation);
      await asked;
      t.mock.timers.tick(10_000);
      assertRefused(proxy, await answer, 502, 'service-error');
      const errors = proxy.log.filter(({ level }) => level === 'error');
      assert.deepEqual(
        errors.map(({ errorName }) => errorName),
        ['TimeoutError'],
      );
    });
  });
}

describe('checkAuthorization({ authorize })', () => {
  it('does not wait for it once the caller has gone', async () => {
    const caller = new AbortController();
    const authorize = () => {
      caller.abort();
      return new Promise<boolean>(() => undefined);
    };
    const request = new Request(shop, { signal: caller.signal });
    const { extras } = await rejection(checkAuthorization({ authorize }, request), ProblemError);
    assert.equal((extras.cause as Error).name, 'AbortError');
  });
});

describe('The admin token', () => {
  it('opens nothing but onboarding', async () => {
    const { ask } = createTestProxy({ trustPageAmount: false });
    const answer = await ask('createPayOverTimeLink', { headers: bearer(adminToken) });
    assertProblem(answer, 403, 'purchase-not-verified');
  });
});
