import { expect } from '@open-wc/testing';
import { setupWorker } from 'msw/browser';
import type { EstimateResult } from '../../src/contract/index.js';
import { createSandboxHandlers } from '../../src/sandbox/msw.js';
import { estimation, toRequest } from '../conformance/requests.js';

describe('createSandboxHandlers() in a browser', () => {
  const baseUrl = 'https://service.example/api';
  const worker = setupWorker(...createSandboxHandlers({ baseUrl }));

  before(() => worker.start({ quiet: true, onUnhandledRequest: 'bypass' }));
  after(() => worker.stop());

  // msw.test.ts tests the other operations.
  it('supports an estimation', async () => {
    const response = await fetch(toRequest(baseUrl, estimation([1299, 59])));
    expect(response.status).to.equal(200);
    const results = (await response.json()) as EstimateResult[];
    expect(results.map(({ monthlyAmount }) => monthlyAmount)).to.deep.equal([114.2, -1]);
  });
});
