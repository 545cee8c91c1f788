import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { createSandbox } from '../../src/sandbox/index.js';
import { createSandboxHandlers } from '../../src/sandbox/msw.js';
import { merchantLocation, merchantStatus, toRequest, valid } from '../conformance/requests.js';
import { control } from '../support/sandbox.js';

const baseUrl = 'https://service.example/api';

describe('createSandboxHandlers()', () => {
  const sandbox = createSandbox();
  const server = setupServer(...createSandboxHandlers({ baseUrl: `${baseUrl}/`, sandbox }));
  before(() => server.listen({ onUnhandledRequest: 'error' }));
  after(() => server.close());

  for (const send of [
    ...Object.values(valid),
    merchantLocation({ location: 'Store 5/7' }),
    merchantStatus('Store 5/7'),
  ]) {
    it(`answers ${JSON.stringify(send)} below its base URL`, async () => {
      const response = await fetch(toRequest(baseUrl, send));
      assert.equal(response.status, 200, await response.text());
    });
  }

  it('asks the sandbox that it is given', async () => {
    await fetch(toRequest(baseUrl, merchantLocation({ location: 'shared', sendSMS: true })));
    const outbox = await control(sandbox, 'GET', '/sandbox/outbox');
    assert.equal(((await outbox.json()) as unknown[]).length, 1);
  });

  it('answers the errors of the contract', async () => {
    const response = await fetch(toRequest(baseUrl, { ...valid.estimatePayments, as: 'wrongKey' }));
    assert.deepEqual(
      [response.status, await response.json()],
      [403, { message: 'Bad credentials' }],
    );
  });

  it('leaves other base URLs alone', async () => {
    const request = toRequest('https://elsewhere.example', valid.estimatePayments);
    assert.equal(await getResponse(server.listHandlers() as RequestHandler[], request), undefined);
  });

  it('answers anywhere, at a path prefix too, when it has no base URL', async () => {
    server.use(...createSandboxHandlers());
    for (const anywhere of ['https://elsewhere.example', 'http://localhost:8788/a/b']) {
      assert.equal((await fetch(toRequest(anywhere, valid.estimatePayments))).status, 200);
    }
    server.resetHandlers();
  });
});
