import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MerchantLocation, PayOverTimeLink, PrequalLink } from '../../src/contract/index.js';
import { createSandbox, type OutboxEntry, type Sandbox } from '../../src/sandbox/index.js';
import { merchantLocation, payOverTimeLink, prequalLink } from '../conformance/requests.js';
import { answer, control, refusal } from '../support/sandbox.js';

async function outboxOf(sandbox: Sandbox): Promise<OutboxEntry[]> {
  return (await control(sandbox, 'GET', '/sandbox/outbox')).json() as Promise<OutboxEntry[]>;
}

describe('GET /sandbox/outbox', () => {
  it('lists what was sent, the newest last', async () => {
    let now = Date.parse('2026-05-01T12:00:00Z');
    const sandbox = createSandbox({ now: () => now });
    const texts = { sendSMS: true };
    const checkout = await answer<PayOverTimeLink>(sandbox, payOverTimeLink(texts));
    now += 1000;
    const prequal = await answer<PrequalLink>(sandbox, prequalLink(texts));
    now += 1000;
    const added = await answer<MerchantLocation>(sandbox, merchantLocation(texts));
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

  it('is a phone in a browser, with links that can be opened', async () => {
    const sandbox = createSandbox();
    const hostile = '<script>alert(1)</script>';
    await answer(sandbox, merchantLocation({ location: 'odd', businessName: hostile }));
    const send = payOverTimeLink({ location: 'odd', sendSMS: true });
    const { url } = await answer<PayOverTimeLink>(sandbox, send);
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const response = await control(sandbox, 'GET', '/sandbox/outbox', { headers });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const text = await response.text();
    assert.match(text, /To 4155552671/);
    assert.ok(text.includes(`href="${url}"`));
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script'));
  });

  for (const phoneNumber of [undefined, '', 'unlisted', '+44 20 7946 0000']) {
    const called = `the number ${phoneNumber ?? '(none)'}`;

    it(`stays empty for a pay-over-time link to ${called}, which is 422`, async () => {
      const sandbox = createSandbox();
      const send = payOverTimeLink({ phoneNumber, sendSMS: undefined });
      assert.deepEqual(await refusal(sandbox, send), [422, 'Invalid phone number']);
      assert.deepEqual(await outboxOf(sandbox), []);
    });

    it(`stays empty for a pre-qualification link to ${called}, which is answered`, async () => {
      const sandbox = createSandbox();
      await answer(sandbox, prequalLink({ customerPhoneNumber: phoneNumber, sendSMS: true }));
      assert.deepEqual(await outboxOf(sandbox), []);
    });

    it(`stays empty for a location whose representative has ${called}, which is 400`, async () => {
      const sandbox = createSandbox();
      const send = merchantLocation({ representativeDetails: { phoneNumber }, sendSMS: true });
      assert.deepEqual(await refusal(sandbox, send), [400, 'Bad Request']);
      assert.deepEqual(await outboxOf(sandbox), []);
    });
  }

  it('refuses a wrong number on a pay-over-time link also where no text is sent', async () => {
    const send = payOverTimeLink({ phoneNumber: 'unlisted', sendSMS: false });
    assert.deepEqual(await refusal(createSandbox(), send), [422, 'Invalid phone number']);
  });

  it('needs no number where no text is sent', async () => {
    const sandbox = createSandbox();
    await answer(sandbox, payOverTimeLink({ phoneNumber: undefined, sendSMS: false }));
    await answer(sandbox, merchantLocation({ representativeDetails: {} }));
  });
});
