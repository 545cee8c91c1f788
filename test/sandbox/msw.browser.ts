import { expect } from '@open-wc/testing';
import { setupWorker } from 'msw/browser';
import type { EstimateResult, PayOverTimeLink } from '../../src/contract/index.js';
import { createSandbox, type OutboxEntry } from '../../src/sandbox/index.js';
import { createSandboxHandlers } from '../../src/sandbox/msw.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  toRequest,
  valid,
} from '../conformance/requests.js';

describe('createSandboxHandlers() in a browser', () => {
  const baseUrl = 'https://service.example/api';
  const sandbox = createSandbox();
  const worker = setupWorker(...createSandboxHandlers({ baseUrl, sandbox }));

  before(() => worker.start({ quiet: true, onUnhandledRequest: 'bypass' }));
  after(() => worker.stop());

  it('supports an estimation', async () => {
    const response = await fetch(toRequest(baseUrl, estimation([1299, 59])));
    expect(response.status).to.equal(200);
    const results = (await response.json()) as EstimateResult[];
    expect(results.map(({ monthlyAmount }) => monthlyAmount)).to.deep.equal([114.2, -1]);
  });

  it('supports a link, and stores its message in the outbox', async () => {
    const response = await fetch(toRequest(baseUrl, payOverTimeLink({ sendSMS: true })));
    const { url } = (await response.json()) as PayOverTimeLink;
    const outbox = await sandbox.fetch(new Request('https://service.example/sandbox/outbox'));
    const sent = (await outbox.json()) as OutboxEntry[];
    expect(sent.map((entry) => entry.url)).to.deep.equal([url]);
  });

  it('finds a location by an identifier that needs encoding', async () => {
    const location = 'Store 5/7 ü';
    const added = await fetch(toRequest(baseUrl, merchantLocation({ location })));
    expect(added.status).to.equal(200);
    const read = await fetch(toRequest(baseUrl, merchantStatus(location)));
    expect(((await read.json()) as { location: string }).location).to.equal(location);
  });

  it('returns the errors of the contract', async () => {
    const send = { ...valid.createPrequalLink, as: 'wrongKey' } as const;
    const response = await fetch(toRequest(baseUrl, send));
    expect(response.status).to.equal(403);
    expect(await response.json()).to.deep.equal({ message: 'Bad credentials' });
  });
});
