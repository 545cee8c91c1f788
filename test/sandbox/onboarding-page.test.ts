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
  answer,
  ask,
  control,
  createSandboxWithReceiver,
  deliveriesOf,
  openHostedPage,
  pressThrough,
  refusal,
} from '../support/sandbox.js';
import { until } from '../support/until.js';

async function open(send: Send = valid.addMerchantLocation) {
  const { sandbox, arrived } = createSandboxWithReceiver();
  const { url } = await answer<MerchantLocation>(sandbox, send);
  const page = await openHostedPage(sandbox.fetch, url);
  const status = async () =>
    (await answer<MerchantStatus>(sandbox, valid.getMerchantStatus)).status;
  return { sandbox, arrived, url, page, status };
}

describe('the onboarding page', () => {
  it('leads from details to activation, and moves the status of the location', async () => {
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

  it('says of a declined location what still works', async () => {
    const { sandbox, page, url } = await open();
    for (const action of ['details', 'submit', 'decline']) await page.press(action);
    const { text } = await openHostedPage(sandbox.fetch, url);
    assert.match(text, /estimates and pay-over-time links of this location still work/);
    await answer(sandbox, estimation([500], { location: 'new-store' }));
    await answer(sandbox, payOverTimeLink({ location: 'new-store' }));
  });

  it('tells of each state', async () => {
    const { page, arrived, url } = await open();
    for (const action of ['details', 'submit', 'decline']) await page.press(action);
    await until(() => arrived.length === 4);
    assert.deepEqual(
      arrived.map(({ eventType, payload }) => ({ eventType, payload })),
      ['CREATED', 'LOCATION_DETAILS_ADDED', 'SUBMITTED', 'DECLINED'].map((state) => ({
        eventType: `MERCHANT_${state}`,
        payload: { location: 'new-store', url, statusReason: 'NONE' },
      })),
    );
  });

  it('gives an activated location a retailer id and an online application', async () => {
    const { sandbox, page } = await open();
    const prequal = prequalLink({ location: 'new-store' });
    assert.deepEqual(await refusal(sandbox, prequal), [422, 'Unprocessable entity']);
    for (const action of ['details', 'submit', 'activate']) await page.press(action);
    await answer(sandbox, prequal);
    const link = await answer<{ retailerId?: string }>(
      sandbox,
      payOverTimeLink({ location: 'new-store' }),
    );
    assert.equal(link.retailerId, 'retailer-new-store');
  });

  it('lets an integrator without a vertical of its own estimate at the location', async () => {
    const sandbox = createSandbox();
    const as = 'noVertical';
    const { url } = await answer<{ url: string }>(sandbox, { ...merchantLocation({}), as });
    const page = await openHostedPage(sandbox.fetch, url);
    for (const action of ['details', 'submit', 'activate']) await page.press(action);
    const [estimate] = await answer<EstimateResult[]>(sandbox, {
      ...estimation([500], { location: 'new-store' }),
      as,
    });
    assert.equal(estimate?.apr, 9.99);
    assert.equal((await ask(sandbox, { ...estimation([500]), as })).status, 422);
  });

  it('takes each step once, however often its form is sent', async () => {
    const { sandbox, page, status } = await open();
    for (const response of [await page.press('details'), await page.press('details')]) {
      assert.equal(response.status, 303);
    }
    assert.equal(await status(), 'LOCATION_DETAILS_ADDED');
    assert.equal((await deliveriesOf(sandbox)).length, 2);
  });

  it('takes no step before its turn', async () => {
    const { page, status } = await open();
    await page.press('activate');
    assert.equal(await status(), 'CREATED');
  });

  for (const action of ['', 'finish', 'constructor']) {
    it(`answers a form with no such step as ${JSON.stringify(action)} with 400`, async () => {
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

  it('is pre-filled from what the location was added with', async () => {
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

  it('is not pre-filled for a dentist in NY', async () => {
    const send = { ...details, vertical: 'Dental', businessAddress: { state: 'NY' } };
    const { page } = await open(merchantLocation(send));
    assert.deepEqual(new Set(Object.values(page.fields)), new Set(['']));
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

  it('does not expire once the application was submitted', async () => {
    const { sandbox, url, page, status } = await open();
    for (const action of ['details', 'submit']) await page.press(action);
    await control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays: 40 } });
    assert.equal((await openHostedPage(sandbox.fetch, url)).status, 200);
    await page.press('activate');
    assert.equal(await status(), 'ACTIVATED');
  });

  it('of a seeded location is at its submission', async () => {
    const { sandbox } = createSandboxWithReceiver();
    const { url } = await answer<MerchantStatus>(sandbox, merchantStatus('main-street'));
    const { buttons } = await openHostedPage(sandbox.fetch, url);
    assert.deepEqual(buttons, { submit: 'Submit the application' });
  });
});
