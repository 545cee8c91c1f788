/** A sandbox keeps its last 10,000 links, text messages, and events. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PrequalLink } from '../../src/contract/index.js';
import { createSandbox, type OutboxEntry, type WebhookDelivery } from '../../src/sandbox/index.js';
import { prequalLink } from '../conformance/requests.js';
import { resultOf, control, openHostedPage } from '../support/sandbox.js';

describe('A sandbox after 10,001 applications', () => {
  it('has forgotten the first one, with its text message and event', async () => {
    const sandbox = createSandbox();
    const urls: string[] = [];
    for (let count = 0; count <= 10_000; count += 1) {
      const { url } = await resultOf<PrequalLink>(sandbox, prequalLink({ sendSMS: true }));
      const page = await openHostedPage(sandbox.fetch, url);
      assert.equal((await page.press('abort')).status, 303);
      urls.push(url);
    }
    const statusOf = async (index: number) =>
      (await openHostedPage(sandbox.fetch, urls.at(index)!)).status;
    assert.deepEqual([await statusOf(0), await statusOf(1), await statusOf(-1)], [404, 200, 200]);

    const read = async <Entry>(path: string) =>
      (await control(sandbox, 'GET', path)).json() as Promise<Entry[]>;
    const texts = await read<OutboxEntry>('/sandbox/outbox');
    assert.deepEqual(
      [texts.length, texts[0]?.url, texts.at(-1)?.url],
      [10_000, urls[1], urls.at(-1)],
    );
    assert.equal((await read<WebhookDelivery>('/sandbox/webhooks')).length, 10_000);
  });
});
