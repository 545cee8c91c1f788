import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateResult, MerchantLocation, MerchantStatus } from '../../src/contract/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
  type Send,
  valid,
} from '../conformance/requests.js';
import {
  resultOf,
  sendTo,
  control,
  createSandboxWithReceiver,
  deliveriesOf,
  openHostedPage,
  pressThrough,
  errorOf,
} from '../support/sandbox.js';
import { until } from '../support/until.js';

async function open(send: Send = valid.addMerchantLocation) {
  const { sandbox, arrived } = createSandboxWithReceiver();
  const { url } = await resultOf<MerchantLocation>(sandbox, send);
  const page = await openHostedPage(sandbox.fetch, url);
  const status = async () =>
    (await resultOf<MerchantStatus>(sandbox, valid.getMerchantStatus)).status;
  return { sandbox, arrived, url, page, status };
}

describe('The onboarding page', () => {
  it('leads from details to activation and updates the status', async () => {
    const { sandbox, page, status } = await open();
    let at = page;
    const seen = [await status()];
    for (const action of ['details', 'submit', 'activate']) {
      at = await pressThrough(sandbox.fetch, at, action);
      seen.push(await status());
    }
    assert.deepEqual(seen, ['CREATED', 'LOCATION_DETAILS_ADDED', 'SUBMITTED', 'ACTIVATED']);
    assert.match(at.text, /Your location is active/);
    assert.deepEqual(at.buttons, {});
  });

  it('shows what still works for a declined location', async () => {
    const { sandbox, page, url } = await open();
    for (const action of ['details', 'submit', 'decline']) await page.press(action);
    const { text } = await openHostedPage(sandbox.fetch, url);
    assert.match(text, /estimates and pay-over-time links of this location still work/);
    await resultOf(sandbox, estimation([500], { location: 'new-store' }));
    await resultOf(sandbox, payOverTimeLink({ location: 'new-store' }));
  });

  it('sends an event for each state', async () => {
    const { page, arrived, url } = await open();
    // Two deliveries at the same time may arrive in any order.
    for (const [index, action] of ['details', 'submit', 'decline'].entries()) {
      await until(() => arrived.length === index + 1);
      await page.press(action);
    }
    await until(() => arrived.length === 4);
    assert.deepEqual(
      arrived.map(({ eventType, payload }) => ({ eventType, payload })),
      ['CREATED', 'LOCATION_DETAILS_ADDED', 'SUBMITTED', 'DECLINED'].map((state) => ({
        eventType: `MERCHANT_${state}`,
        payload: { location: 'new-store', url, statusReason: 'NONE' },
      })),
    );
  });

  it('gives an active location a retailer ID and an online application', async () => {
    const { sandbox, page } = await open();
    const prequal = prequalLink({ location: 'new-store' });
    assert.deepEqual(await errorOf(sandbox, prequal), [422, 'Unprocessable entity']);
    for (const action of ['details', 'submit', 'activate']) await page.press(action);
    await resultOf(sandbox, prequal);
    const link = await resultOf<{ retailerId?: string }>(
      sandbox,
      payOverTimeLink({ location: 'new-store' }),
    );
    assert.equal(link.retailerId, 'retailer-new-store');
  });

  it('allows estimates at the location for an integrator without a vertical', async () => {
    const sandbox = createSandbox();
    const as = 'noVertical';
    const { url } = await resultOf<{ url: string }>(sandbox, { ...merchantLocation({}), as });
    const page = await openHostedPage(sandbox.fetch, url);
    for (const action of ['details', 'submit', 'activate']) await page.press(action);
    const [estimate] = await resultOf<EstimateResult[]>(sandbox, {
      ...estimation([500], { location: 'new-store' }),
      as,
    });
    assert.equal(estimate?.apr, 9.99);
    assert.equal((await sendTo(sandbox, { ...estimation([500]), as })).status, 422);
  });

  it('processes each step once, even if the form is sent several times', async () => {
    const { sandbox, page, status } = await open();
    for (const response of [await page.press('details'), await page.press('details')]) {
      assert.equal(response.status, 303);
    }
    assert.equal(await status(), 'LOCATION_DETAILS_ADDED');
    assert.equal((await deliveriesOf(sandbox)).length, 2);
  });

  it('rejects a step before its turn', async () => {
    const { page, status } = await open();
    await page.press('activate');
    assert.equal(await status(), 'CREATED');
  });

  for (const action of ['', 'finish', 'constructor']) {
    it(`returns 400 for the step ${JSON.stringify(action)}`, async () => {
      const { page } = await open();
      assert.equal((await page.press(action)).status, 400);
    });
  }

  const businessAddress = { address: '1 Oak St', city: 'Austin', state: 'TX', zipcode: '78701' };
  const details = {
    businessName: 'Molar and Sons',
    legalName: 'Molar LLC',
    representativeDetails: {
      firstName: 'Ada',
      lastName: 'Molar',
      phoneNumber: '4155552671',
      email: 'ada@molar.example',
    },
  };

  it('is pre-filled with the data of the location', async () => {
    const { page } = await open(merchantLocation({ ...details, businessAddress }));
    assert.deepEqual(page.fields, {
      businessName: 'Molar and Sons',
      legalName: 'Molar LLC',
      ...businessAddress,
      suite: '',
      firstName: 'Ada',
      lastName: 'Molar',
      phoneNumber: '4155552671',
      email: 'ada@molar.example',
    });
  });

  it('expires after 30 days without a submitted application', async () => {
    const { sandbox, url, page, status } = await open();
    await control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays: 30 } });
    const expired = await openHostedPage(sandbox.fetch, url);
    assert.equal(expired.status, 410);
    assert.match(expired.text, /This link has expired/);
    await page.press('details');
    assert.equal(await status(), 'CREATED');
  });

  it("doesn't expire after the application was submitted", async () => {
    const { sandbox, url, page, status } = await open();
    for (const action of ['details', 'submit']) await page.press(action);
    await control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays: 40 } });
    assert.equal((await openHostedPage(sandbox.fetch, url)).status, 200);
    await page.press('activate');
    assert.equal(await status(), 'ACTIVATED');
  });

  it('starts with the submission for a seeded location', async () => {
    const { sandbox } = createSandboxWithReceiver();
    const { url } = await resultOf<MerchantStatus>(sandbox, merchantStatus('main-street'));
    const { buttons } = await openHostedPage(sandbox.fetch, url);
    assert.deepEqual(buttons, { submit: 'Submit the application' });
  });
});
