import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantLocation, PayOverTimeLink, PrequalLink } from '../../src/contract/index.js';
import { createSandbox, type OutboxEntry, type Sandbox } from '../../src/sandbox/index.js';
import { merchantLocation, payOverTimeLink, prequalLink } from '../conformance/requests.js';
import { resultOf, control, errorOf } from '../support/sandbox.js';

async function outboxOf(sandbox: Sandbox): Promise<OutboxEntry[]> {
  return (await control(sandbox, 'GET', '/sandbox/outbox')).json() as Promise<OutboxEntry[]>;
}

describe('GET /sandbox/outbox', () => {
  it('lists text messages, newest last', async () => {
    let now = Date.parse('2026-05-01T12:00:00Z');
    const sandbox = createSandbox({ now: () => now });
    const texts = { sendSMS: true };
    const checkout = await resultOf<PayOverTimeLink>(sandbox, payOverTimeLink(texts));
    now += 1000;
    const prequal = await resultOf<PrequalLink>(sandbox, prequalLink(texts));
    now += 1000;
    const added = await resultOf<MerchantLocation>(sandbox, merchantLocation(texts));
    assert.deepEqual(await outboxOf(sandbox), [
      {
        to: '4155552671',
        text: `Main Street Outfitters: pay over time for your purchase at ${checkout.url}`,
        url: checkout.url,
        operation: 'createPayOverTimeLink',
        sentAt: '2026-05-01T12:00:00.000Z',
      },
      {
        to: '4155552671',
        text: `Main Street Outfitters: see what you qualify for at ${prequal.url}`,
        url: prequal.url,
        operation: 'createPrequalLink',
        sentAt: '2026-05-01T12:00:01.000Z',
      },
      {
        to: '4155552671',
        text: `new-store: finish setting up your location at ${added.url}`,
        url: added.url,
        operation: 'addMerchantLocation',
        sentAt: '2026-05-01T12:00:02.000Z',
      },
    ]);
  });

  it('shows a phone with links in a browser', async () => {
    const sandbox = createSandbox();
    const hostile = '<script>alert(1)</script>';
    await resultOf(sandbox, merchantLocation({ location: 'odd', businessName: hostile }));
    const send = payOverTimeLink({ location: 'odd', sendSMS: true });
    const { url } = await resultOf<PayOverTimeLink>(sandbox, send);
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const response = await control(sandbox, 'GET', '/sandbox/outbox', { headers });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const text = await response.text();
    assert.match(text, /To 4155552671/);
    assert.ok(text.includes(`href="${url}"`));
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script'));
  });

  for (const phoneNumber of [undefined, '', 'unlisted', '+44 20 7946 0000']) {
    const number = `the number ${phoneNumber ?? '(none)'}`;

    it(`stays empty for a pay-over-time link to ${number}, which returns 422`, async () => {
      const sandbox = createSandbox();
      const send = payOverTimeLink({ phoneNumber, sendSMS: undefined });
      assert.deepEqual(await errorOf(sandbox, send), [422, 'Invalid phone number']);
      assert.deepEqual(await outboxOf(sandbox), []);
    });

    it(`stays empty for a pre-qualification link to ${number}, which succeeds`, async () => {
      const sandbox = createSandbox();
      await resultOf(sandbox, prequalLink({ customerPhoneNumber: phoneNumber, sendSMS: true }));
      assert.deepEqual(await outboxOf(sandbox), []);
    });

    it(`stays empty for a location whose representative has ${number}, which returns 400`, async () => {
      const sandbox = createSandbox();
      const send = merchantLocation({ representativeDetails: { phoneNumber }, sendSMS: true });
      assert.deepEqual(await errorOf(sandbox, send), [400, 'Bad Request']);
      assert.deepEqual(await outboxOf(sandbox), []);
    });
  }

  it('rejects a wrong number of a pay-over-time link even without a text message', async () => {
    const send = payOverTimeLink({ phoneNumber: 'unlisted', sendSMS: false });
    assert.deepEqual(await errorOf(createSandbox(), send), [422, 'Invalid phone number']);
  });

  it('needs no number without a text message', async () => {
    const sandbox = createSandbox();
    await resultOf(sandbox, payOverTimeLink({ phoneNumber: undefined, sendSMS: false }));
    await resultOf(sandbox, merchantLocation({ representativeDetails: {} }));
  });
});
