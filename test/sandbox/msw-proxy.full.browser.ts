import { expect, fixture, oneEvent } from '@open-wc/testing';
import { setupWorker } from 'msw/browser';
import '../../src/index.js';
import type { PayOverTimeButtonElement } from '../../src/index.js';
import type { OutboxEntry } from '../../src/sandbox/index.js';
import { createProxyHandlers } from '../../src/sandbox/msw.js';
import { lineOf, open, phone, submit } from '../elements/shadow-tree.js';
import { until } from '../support/until.js';

describe('createProxyHandlers() in a browser', () => {
  const worker = setupWorker(...createProxyHandlers({ proxy: { sms: true } }));

  before(async () => {
    sessionStorage.clear();
    await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
  });
  after(() => worker.stop());

  it('supports an element without a server', async () => {
    const element = await fixture('<financing-estimate location="main-street" amount="1299">');
    await until(() => lineOf(element)?.includes('$114.20'));
  });

  it('sends a text message to the outbox of its sandbox', async () => {
    const button = await fixture<PayOverTimeButtonElement>(
      '<pay-over-time-button delivery="sms" location="main-street" amount="1299" transaction-id="order-1">',
    );
    await open(button);
    void submit(button, phone);
    await oneEvent(button, 'financing-link');
    const outbox = await fetch('https://sandbox.example/sandbox/outbox');
    const [sent] = (await outbox.json()) as OutboxEntry[];
    expect(sent?.to).to.equal(`+1${phone}`);
  });
});
