import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkHuman, type HumanOptions } from '../../../src/proxy/policy.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { rejection } from '../../support/assertions.js';
import { shop } from '../../support/test-proxy.js';

type VerifyHuman = NonNullable<HumanOptions['verifyHuman']>;

const body = { location: 'main-street' };

async function refusalOf(verifyHuman: () => unknown, request = new Request(shop)) {
  const options = { verifyHuman: verifyHuman as VerifyHuman };
  const problem = await rejection(checkHuman(options, request, body), ProblemError);
  assert.deepEqual([problem.status, problem.code], [403, 'verification-failed']);
  return problem;
}

describe('checkHuman()', () => {
  it('lets everybody pass without verifyHuman', async () => {
    await checkHuman({}, new Request(shop), body);
  });
});

describe('checkHuman({ verifyHuman })', () => {
  for (const verifyHuman of [() => true, async () => true]) {
    it(`lets pass when it answers true: ${String(verifyHuman)}`, async () => {
      await checkHuman({ verifyHuman }, new Request(shop), body);
    });
  }

  it('shows it the request and the body', async () => {
    const request = new Request(shop, { headers: { 'challenge-token': 'x' } });
    const seen: unknown[] = [];
    const verifyHuman = (...shown: unknown[]) => Boolean(seen.push(...shown));
    await checkHuman({ verifyHuman }, request, body);
    assert.deepEqual(seen, [request, body]);
  });

  it('shows it a copy of the body, so that nothing else is sent than what was checked', async () => {
    const asked = { ...body, customerDetails: { email: 'ana@shop.example' } };
    const verifyHuman: VerifyHuman = (_request, shown) =>
      Boolean(Object.assign(shown.customerDetails!, { email: 'other@shop.example' }));
    await checkHuman({ verifyHuman }, new Request(shop), asked);
    assert.deepEqual(asked.customerDetails, { email: 'ana@shop.example' });
  });

  for (const answer of [false, undefined, null, 1, 'true', {}]) {
    it(`refuses when it answers ${JSON.stringify(answer)}, which is no failure`, async () => {
      assert.equal((await refusalOf(() => answer)).extras.cause, undefined);
      assert.equal((await refusalOf(async () => answer)).extras.cause, undefined);
    });
  }

  const failure = new Error('no such site');
  const failures: Record<string, () => unknown> = {
    throws: () => {
      throw failure;
    },
    rejects: async () => Promise.reject(failure),
  };
  for (const [what, verifyHuman] of Object.entries(failures)) {
    it(`refuses when it ${what}, and says why to the log`, async () => {
      assert.equal((await refusalOf(verifyHuman)).extras.cause, failure);
    });
  }

  it('refuses when it does not settle within 5 s', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const refusal = refusalOf(() => new Promise(() => undefined));
    t.mock.timers.tick(5_000);
    assert.equal(((await refusal).extras.cause as Error).name, 'TimeoutError');
  });

  it('is not waited for once the caller has gone', async () => {
    const caller = new AbortController();
    const verifyHuman = () => {
      caller.abort();
      return new Promise(() => undefined);
    };
    const request = new Request(shop, { signal: caller.signal });
    const { extras } = await refusalOf(verifyHuman, request);
    assert.equal((extras.cause as Error).name, 'AbortError');
  });
});
