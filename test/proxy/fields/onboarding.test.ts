import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samples } from '../../support/samples.js';
import { assertProblem, assertRefused, createTestProxy } from '../../support/test-proxy.js';

const merchant = samples.addMerchantLocation.body as Record<string, unknown>;
const base = '/onboarding/api/v1/location';

describe(`POST ${base}`, () => {
  const operation = 'addMerchantLocation';

  for (const vertical of ['dental', '']) {
    it(`refuses the vertical ${JSON.stringify(vertical)}`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { body: { ...merchant, vertical } });
      const { errors } = assertRefused(proxy, answer, 422, 'vertical-not-supported');
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['vertical'],
      );
    });
  }

  for (const vertical of [undefined, null, 5, ['Dental'], {}]) {
    it(`refuses ${JSON.stringify(vertical)} for a vertical as no text at all`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { body: { ...merchant, vertical } });
      const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['vertical'],
      );
    });
  }

  it('refuses an unknown vertical beside another error as an invalid request', async () => {
    const proxy = createTestProxy();
    const body = { ...merchant, vertical: 'dental', foo: 1 };
    assertRefused(proxy, await proxy.ask(operation, { body }), 400, 'invalid-request');
  });

  const unsupported: [vertical: string, state: string][] = [
    ['Home_Services', 'WV'],
    ['General_Retail', 'PR'],
  ];
  for (const [vertical, state] of unsupported) {
    it(`refuses ${vertical} in ${JSON.stringify(state)}`, async () => {
      const proxy = createTestProxy();
      const body = { ...merchant, vertical, businessAddress: { state } };
      const answer = await proxy.ask(operation, { body });
      const { errors } = assertRefused(proxy, answer, 422, 'state-not-supported');
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['businessAddress.state'],
      );
    });
  }

  for (const [vertical, state] of [
    ['Dental', 'WV'],
    ['Home_Services', 'VA'],
    ['Dental', 'CA'],
  ]) {
    it(`takes ${vertical} in ${state}`, async () => {
      const { ask } = createTestProxy();
      const body = { ...merchant, vertical, businessAddress: { state, suite: '4' } };
      assert.equal((await ask(operation, { body })).status, 200);
    });
  }

  it('refuses it without representativeDetails', async () => {
    const proxy = createTestProxy();
    const body = { ...merchant, representativeDetails: undefined };
    const answer = await proxy.ask(operation, { body });
    const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['representativeDetails'],
    );
  });
});

describe(`GET ${base}/{location}`, () => {
  const operation = 'getMerchantStatus';

  for (const segment of [
    '',
    '.',
    '..',
    '%2e',
    '%2e%2e',
    '.%2E',
    '%2e%2e/%2e%2e',
    'a/b',
    'a\\b',
    'a/',
  ]) {
    it(`is nothing with the segment ${JSON.stringify(segment)}`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { path: `${base}/${segment}` });
      // With no segment at all this is the path of the POST.
      assertRefused(proxy, answer, 404, 'not-found');
    });
  }

  const passed: [segment: string, sent: string][] = [
    ['new-store', 'new-store'],
    ['%252e', '%252e'],
    ['%252e%252e', '%252e%252e'],
    ['a%2fb', 'a%2Fb'],
    ['a%5Cb', 'a%5Cb'],
    ['%2e%2e%2fwebhooks', '..%2Fwebhooks'],
    ['...', '...'],
    ['caf%C3%A9', 'caf%C3%A9'],
    ['a%20b', 'a%20b'],
    ['a%3Fb%23c', 'a%3Fb%23c'],
    ['a+b', 'a%2Bb'],
    ['{location}', '%7Blocation%7D'],
  ];
  for (const [segment, sent] of passed) {
    it(`sends ${segment} on as the one segment ${sent}`, async () => {
      const { ask, service } = createTestProxy();
      assert.equal((await ask(operation, { path: `${base}/${segment}` })).status, 200);
      assert.deepEqual(
        service.calls.map(({ path }) => path),
        [`${base}/${sent}`],
      );
    });
  }

  it('sends no query on', async () => {
    const { ask, service } = createTestProxy();
    await ask(operation, { query: '?location=other&x=1' });
    assert.equal(service.calls[0]!.path, `${base}/new-store`);
  });

  const broken = ['%E0%A4%A', '%', '%zz', '%FF', '%00', 'a%0ab', '%1b[31m', 'x'.repeat(257)];
  for (const segment of broken) {
    it(`refuses the segment ${segment.slice(0, 20)}`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { path: `${base}/${segment}` });
      const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['location'],
      );
    });
  }

  it('passes on states that the contract does not name', async () => {
    const status = { ...(samples[operation].answer as object), status: 'ACTIVATED' };
    const { ask } = createTestProxy({}, () => Response.json(status));
    assert.deepEqual((await ask(operation)).body, status);
  });

  it('answers an unknown location as the contract does', async () => {
    const { ask } = createTestProxy({}, () =>
      Response.json({ message: 'Resource Not Found' }, { status: 404 }),
    );
    assertProblem(await ask(operation), 404, 'location-not-found');
  });
});
