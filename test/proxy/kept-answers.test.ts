import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeptAnswers } from '../../src/proxy/kept-answers.js';
import type { EstimateItem } from '../../src/contract/index.js';
import { assertProblem, createTestProxy, type Ask, type TestProxy } from '../support/test-proxy.js';
import type { ReceivedCall } from '../support/service-stub.js';
import { estimateOf } from './estimate-service.js';

/** Asks so often that the answer is kept as a whole, and is given as it was kept. */
async function askThrice(proxy: TestProxy, difference: Ask = {}) {
  await proxy.ask('estimatePayments', difference);
  await proxy.ask('estimatePayments', difference);
  return proxy.ask('estimatePayments', difference);
}

/** Answers with estimates that tell their query. */
function respond({ path, body }: ReceivedCall): Response {
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  return Response.json(
    (body as EstimateItem[]).map(({ id, totalAmount }) => estimateOf(id, totalAmount, query)),
  );
}

describe('An estimation whose bytes have been sent before', () => {
  const body = [{ id: 'sofa', totalAmount: 1299 }];

  it('has the same answer', async () => {
    const proxy = createTestProxy({}, respond);
    assert.deepEqual((await askThrice(proxy, { body })).body, [estimateOf('sofa', 1299)]);
    assert.equal(proxy.service.calls.length, 1);
  });

  it('L18 has another answer with another query', async () => {
    const proxy = createTestProxy({}, respond);
    for (const place of ['a', 'b']) {
      const answer = await askThrice(proxy, { body, query: `?location=${place}` });
      assert.deepEqual(answer.body, [estimateOf('sofa', 1299, { location: place })]);
    }
  });

  it('has an id of its own for each answer', async () => {
    const proxy = createTestProxy();
    const [one, other] = [await askThrice(proxy), await askThrice(proxy)];
    assert.notEqual(one.headers.get('x-request-id'), other.headers.get('x-request-id'));
  });

  it('is asked of the service again after the time to live', async (t) => {
    const clock = t.mock.method(performance, 'now', () => 1_000);
    const proxy = createTestProxy({ cacheTtl: 10 });
    await askThrice(proxy);
    clock.mock.mockImplementation(() => 10_999);
    await askThrice(proxy);
    assert.equal(proxy.service.calls.length, 1);
    clock.mock.mockImplementation(() => 11_000);
    await askThrice(proxy);
    assert.equal(proxy.service.calls.length, 2);
  });

  it('is asked of the service each time with a time to live of 0', async () => {
    const proxy = createTestProxy({ cacheTtl: 0 });
    await askThrice(proxy);
    assert.equal(proxy.service.calls.length, 3);
  });

  it('is refused to a page of another origin', async () => {
    const proxy = createTestProxy();
    await askThrice(proxy);
    const headers = { origin: 'https://other.example' };
    const answer = await proxy.ask('estimatePayments', { headers });
    assertProblem(answer, 403, 'origin-not-allowed');
  });

  it('is refused to who asks too often', async () => {
    const proxy = createTestProxy({ rateLimit: 3 });
    await askThrice(proxy);
    assertProblem(await proxy.ask('estimatePayments'), 429, 'rate-limited');
  });

  it('is refused as another media type', async () => {
    const proxy = createTestProxy();
    await askThrice(proxy);
    const headers = { 'content-type': 'text/plain' };
    const answer = await proxy.ask('estimatePayments', { headers });
    assertProblem(answer, 415, 'unsupported-media-type');
  });

  it('is readable by a page of an allowed origin', async () => {
    const origin = 'https://pages.example';
    const proxy = createTestProxy({ allowedOrigins: [origin] });
    const answer = await askThrice(proxy, { headers: { origin } });
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.equal(answer.headers.get('vary'), 'Origin');
  });
});

describe('createKeptAnswers()', () => {
  it('forgets an answer when its time has come', () => {
    const clock = { now: 0 };
    const answers = createKeptAnswers({ now: () => clock.now });
    answers.keep('?a', 'body', { answer: '[]', until: 10 });
    clock.now = 9;
    assert.equal(answers.find('?a', 'body'), '[]');
    clock.now = 10;
    assert.equal(answers.find('?a', 'body'), undefined);
  });

  it('tells a query from the beginning of a body', () => {
    const answers = createKeptAnswers({ now: () => 0 });
    answers.keep('?a', '1', { answer: '[]', until: 10 });
    assert.equal(answers.find('?', 'a1'), undefined);
  });

  it('L16 keeps no more characters than it may', () => {
    const answers = createKeptAnswers({ maxSize: 1_000, now: () => 0 });
    for (let index = 0; index < 100; index++) {
      answers.keep('', String(index), { answer: ' '.repeat(97), until: 10 });
    }
    const kept = Array.from({ length: 100 }, (_, index) => answers.find('', String(index)));
    assert.equal(kept.filter(Boolean).length, 10);
  });
});
