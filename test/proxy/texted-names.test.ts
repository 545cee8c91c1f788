import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTextedNames } from '../../src/proxy/fields/texted-names.js';
import { bodyWith, creations } from '../support/samples.js';
import { createTestProxy, shop } from '../support/test-proxy.js';
import {
  assertRefusal,
  at,
  pathOf,
  textFields,
  textHeaders,
  type Fields,
} from './field-requests.js';

const operation = 'createPayOverTimeLink';
const requestWith = (fields: Fields) => ({
  body: bodyWith(operation, { ...textFields[operation], ...fields }),
  headers: textHeaders,
});

describe('The text message of a link', () => {
  const quoted = {
    createPayOverTimeLink: 'representativeName',
    createPrequalLink: 'customerDetails.firstName',
    addMerchantLocation: 'businessName',
  } as const;
  for (const each of creations) {
    it(`quotes no link: ${quoted[each]} of ${each}`, async () => {
      const fields = { ...textFields[each], ...at(quoted[each], 'https://evil.example') };
      const changes = { body: bodyWith(each, fields), headers: textHeaders };
      await assertRefusal(each, changes, [pathOf(each, quoted[each])]);
    });
  }

  it('allows a redirectUrl, and a number as a name', async () => {
    const { send, service } = createTestProxy({ sms: true, redirectOrigins: [shop] });
    const changes = requestWith({ redirectUrl: `${shop}/thanks`, representativeName: 5 });
    assert.equal((await send(operation, changes)).status, 200);
    assert.equal(service.texts(), 1);
  });

  it('quotes no phone number as a number, or split over two names', async () => {
    const asNumber = requestWith({ representativeName: 8885550100 });
    await assertRefusal(operation, asNumber, ['representativeName']);
    const customerDetails = { firstName: 'Call 888', lastName: '555-0100' };
    const split = requestWith({ customerDetails });
    await assertRefusal(operation, split, ['customerDetails.lastName']);
  });
});

describe('A name in a text message', () => {
  const fields = ['firstName', 'lastName', 'representativeFirstName', 'representativeName'];
  // oxfmt-ignore
  const rejected = [
    'win at https://evil.example', 'evil：//x', 'A\u200bda', '\u202eadA', 'Call 888-555-0100',
    '8 8 8 5 5 5 0 1 0 0', 'Text ٨٨٨٥٥٥٠', '８８８.５５５.０１００', '⑧⑧⑧⑤⑤⑤⓪', 'tel:911',
    'sms:12345?body=x', 'mailto:x', 'a@x', 'a＠x.co', 'x.co/win', 'x.co?a', 'x.co:80', 'x.co#a',
    'FRAUD ALERT '.repeat(20).trim(), 'x'.repeat(61), 'i❤.ws', '🍕.ws', 'pay👍🏽.to',
    '京东.中国', 'банк.рф', 'बैंक.भारत',
    ...[...'\u034f\u115f\u3164\ufe0f\u{e0100}\u0600'].map((character) => `A${character}da`),
    // Phones turn these into links.
    'Go to evil.co/win', 'www.evil.com', 'EVIL.COM', 'evil。com', 'été1．ai', 'Refund: pay-us.com',
    'p-a-y.com', 'b-k.us', 'evil_x.com', 'หน้า.com', '203.0.113.9/win',
  ];
  for (const name of rejected) {
    it(`rejects ${JSON.stringify(name)}`, () => {
      for (const field of fields) {
        assert.throws(() => checkTextedNames({ [field]: name }, []), { code: 'invalid-request' });
      }
    });
  }

  // oxfmt-ignore
  const accepted = [
    "Mary-Ann O'Neil", 'St. John 3rd', 'J.R. Smith', "Zoë-Ann O'Brien 王 ñ", 'Per S:t Erik',
    'А.Б.Смирнов', 'د.أحمد', 'Ann c/o Bob Jr.', 'Room 123456', 'é'.repeat(60), 'J.R.Smith',
    'J-P. Smith', 'J.-P.Smith', 'Mary Ann', 'St.John', 'Ma.Teresa', "O'Neill-Núñez", '3.5',
    'e.g. Ada',
  ];
  for (const name of accepted) {
    it(`accepts ${name}`, () => {
      for (const field of fields) checkTextedNames({ [field]: name }, []);
    });
  }

  it('accepts a domain as the name of a business', () => {
    checkTextedNames({ businessName: 'Sofas.com', legalName: 'Sofas.com Inc.' }, []);
  });
});

describe('A reference in a text message', () => {
  const references = ['transactionId', 'referral', 'roNumber', 'departmentId', 'sourcePlatform'];
  // oxfmt-ignore
  const rejected = [
    'https://evil.example', 'gid://shop/1', 'evil.com', 'a@x', '203.0.113.9', 'x.co/win',
    'TEL:911', 'order-sms:12345', 'i❤.ws', 'A\u200bda', 'FRAUD ALERT '.repeat(6),
    '888-555-0100', '(888) 555-0100', '(888)555-0100', '888.555.0100', '1-888-555-0100',
    'Call 8885550100', '8885550100 now', '+18885550100', '+44 20 7946 0958',
    '8 8 8 5 5 5 0 1 0 0', '8-8-8-5-5-5-0', '８８８-５５５-０１００', '٨٨٨٥٥٥٠١٠٠',
    'Call 888-555-0100 now', '1888-555-0100', 'Call 8--8-8-5-5-5--0 now', 'http:x',
  ];
  for (const reference of rejected) {
    it(`can't be ${JSON.stringify(reference)}`, () => {
      for (const field of references) {
        assert.throws(() => checkTextedNames({ [field]: reference }, []), {
          code: 'invalid-request',
        });
      }
    });
  }

  // oxfmt-ignore
  const accepted = [
    '1', '#1001', 'ORD-2026-000123', 'ORD 2026 000123', 'INV/2024/00012', 'RO 123456',
    '550e8400-e29b-41d4-a716-446655440000', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '5123456789012',
    '8885550100', '4500012345', '111-1234567-1234567', 'SHOP1:1234', 'store_7.2026-11',
    '2026-11-28 0001', 'Order #1001, table 4', '42-9f86d081884c7d659a2feaa0c55ad015-1-129900',
    'x'.repeat(256), 'cs_test_a1b2c3', 'MAIN-STREET+7', '000000123', 'A/B 7', '4-2', 'A '.padEnd(60, 'b'),
  ];
  for (const reference of accepted) {
    it(`can be ${reference.slice(0, 40)}`, () => {
      for (const field of references) checkTextedNames({ [field]: reference }, []);
    });
  }

  it('is checked in requests for a text message only', async () => {
    const fields = { transactionId: 'evil.com' };
    await assertRefusal(operation, requestWith(fields), ['transactionId']);
    const { send } = createTestProxy();
    const untexted = requestWith({ ...fields, sendSMS: false });
    assert.equal((await send(operation, untexted)).status, 200);
    const referral = { ...textFields.createPrequalLink, referral: 'evil.com' };
    const changes = { body: bodyWith('createPrequalLink', referral), headers: textHeaders };
    await assertRefusal('createPrequalLink', changes, ['[0].referral']);
  });

  it('can be any value of the options', async () => {
    const { send } = createTestProxy({ sms: true, sourcePlatforms: ['pos.example'] });
    const changes = requestWith({ sourcePlatform: 'pos.example' });
    assert.equal((await send(operation, changes)).status, 200);
  });
});
