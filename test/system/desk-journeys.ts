/** What an associate does at the desk, and whoever holds the phone. */
import assert from 'node:assert/strict';
import type { OpenPage, Person } from './person.js';
import { isCompleted, type Journey } from './shop-journeys.js';
import type { Shop } from './shop.js';

/** Opens the staff page as one who is signed in. */
async function sitDown(person: Person, { url }: Shop): Promise<OpenPage> {
  const desk = await person.open(`${url}/staff.html`);
  const isShown = (selector: string) => `document.querySelector('${selector}:not([hidden])')`;
  await desk.holds(`${isShown('#session')} || ${isShown('#heard')}`);
  if (await desk.evaluate(`!!${isShown('#session')}`)) await desk.click('#session button');
  await desk.holds(isShown('#heard'));
  return desk;
}

/** Has the link of a button texted, and opens it on the phone. */
async function text(person: Person, shop: Shop, desk: OpenPage, tag: string, number: string) {
  await desk.click(tag, '[part=button]');
  await desk.type(number, tag, '[part=phone-input]');
  await desk.click(tag, '[part=phone-form] button:not([type])');
  await desk.holds(`document.querySelector('${tag}').matches(':state(sent)')`);
  const phone = await person.open(`${shop.url}/sandbox/outbox`);
  await phone.reads(new RegExp(number.slice(-4)), '.phone li');
  await phone.click('.phone a');
}

/** By text, and a location on its way. */
export const atTheDesk: readonly Journey[] = [
  [
    'A customer agrees on the phone, and the desk sees it',
    async (person, shop) => {
      const desk = await sitDown(person, shop);
      const order = String(await desk.evaluate(`document.querySelector('#order').order.value`));
      await text(person, shop, desk, 'pay-over-time-button', '4155552671');
      const checkout = await person.opened(/\/sandbox\/checkout\//);
      await checkout.click('button[value=finish]');
      await checkout.reads(/^Your purchase is paid over time$/, 'h1');
      await desk.show();
      await desk.holds(isCompleted('pay-over-time-button'));
      await desk.reads(/^The customer is done\.$/, '#order-progress');
      await desk.reads(new RegExp(`TEXT_TO_PAY_COMPLETED.*${order}`, 's'), '#log');
      assert.deepEqual(await shop.heard(order), ['TEXT_TO_PAY_COMPLETED']);
    },
  ],
  [
    'A customer leaves on the phone, and the desk sees that',
    async (person, shop) => {
      const desk = await sitDown(person, shop);
      const visit = String(
        await desk.evaluate(`document.querySelector('prequal-button').referral`),
      );
      await text(person, shop, desk, 'prequal-button', '4155552672');
      const prequal = await person.opened(/\/sandbox\/prequal\//);
      await prequal.click('button[value=abort]');
      await prequal.reads(/^You left without applying$/, 'h1');
      await desk.show();
      await desk.reads(/^The customer left without finishing\.$/, '#visit-progress');
      assert.equal(await desk.evaluate(isCompleted('prequal-button')), false);
      assert.deepEqual(await shop.heard(visit), ['PREQUAL_ABORTED']);
    },
  ],
  [
    'A location is added, and the desk follows it until it is active',
    async (person, shop) => {
      const desk = await sitDown(person, shop);
      await desk.click('#location button');
      await desk.reads(/harbor-street\s+CREATED/, '#known');
      await desk.click('#known a');
      const application = await person.opened(/\/sandbox\/onboarding\//);
      for (const [action, reached] of [
        ['details', 'LOCATION_DETAILS_ADDED'],
        ['submit', 'SUBMITTED'],
        ['activate', 'ACTIVATED'],
      ] as const) {
        await application.show();
        await application.click(`button[value=${action}]`);
        await application.reads(new RegExp(reached), 'dl');
        await desk.show();
        await desk.reads(new RegExp(`harbor-street\\s+${reached}`), '#known');
      }
      assert.deepEqual(await shop.heard('harbor-street'), [
        'MERCHANT_CREATED',
        'MERCHANT_LOCATION_DETAILS_ADDED',
        'MERCHANT_SUBMITTED',
        'MERCHANT_ACTIVATED',
      ]);
    },
  ],
];
