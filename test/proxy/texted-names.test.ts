import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestProxy, type RequestChanges } from '../support/test-proxy.js';
import { type Fields, bodyOf, at, assertRefusal, texting, texted } from './field-requests.js';

describe('A name in a request for a text', () => {
  const operation = 'createPayOverTimeLink';
  const askFor = (fields: Fields): RequestChanges => ({
    body: bodyOf(operation, { ...texted[operation], ...fields }),
    headers: texting,
  });
  const refused: [path: string, name: string][] = [
    ['customerDetails.firstName', 'win at https://evil.example'],
    ['customerDetails.lastName', 'evil：//x'],
    ['representativeFirstName', 'A\u200bda'],
    ['representativeLastName', '\u202eadA'],
    ['representativeName', 'http://evil.example'],
    ['customerDetails.firstName', 'Call 888-555-0100'],
    ['customerDetails.firstName', '8 8 8 5 5 5 0 1 0 0'],
    ['representativeFirstName', 'Text ٨٨٨٥٥٥٠'],
    ['representativeFirstName', '８８８.５５５.０１００'],
    ['representativeFirstName', '⑧⑧⑧⑤⑤⑤⓪'],
    ['representativeLastName', 'tel:911'],
    ['representativeLastName', 'sms:12345?body=x'],
    ['representativeLastName', 'mailto:x'],
    ['representativeFirstName', 'a@x'],
    ['representativeFirstName', 'a＠x.co'],
    ['representativeFirstName', 'x.co/win'],
    ['representativeFirstName', 'x.co?a'],
    ['representativeFirstName', 'x.co:80'],
    ['representativeFirstName', 'x.co#a'],
    ['representativeName', 'FRAUD ALERT '.repeat(20).trim()],
    ['representativeName', 'x'.repeat(61)],
    ['representativeFirstName', 'i❤.ws'],
    ['representativeFirstName', '🍕.ws'],
    ['representativeFirstName', 'pay👍🏽.to'],
    ['representativeFirstName', '京东.中国'],
    ['representativeFirstName', 'банк.рф'],
    ['representativeFirstName', 'बैंक.भारत'],
  ];
  for (const character of ['\u034f', '\u115f', '\u3164', '\ufe0f', '\u{e0100}', '\u0600']) {
    refused.push(['representativeFirstName', `A${character}da`]);
  }
  for (const [path, name] of refused) {
    it(`has no link and no invisible character: ${JSON.stringify(name)} as ${path}`, async () => {
      await assertRefusal(operation, askFor(at(path, name)), [path]);
      const untexted = askFor({ ...at(path, name), sendSMS: false });
      assert.equal((await createTestProxy().send(operation, untexted)).status, 200);
    });
  }

  for (const name of [
    "Mary-Ann O'Neil",
    'St. John 3rd',
    'J.R. Smith',
    "Zoë-Ann O'Brien 王 ñ",
    'S:t Erik',
    'А.Б.Смирнов',
    'د.أحمد',
    'Ann c/o Bob Jr.',
    'Room 123456',
    'é'.repeat(60),
  ]) {
    it(`can be ${name.slice(0, 20)}`, async () => {
      const proxy = createTestProxy({ sms: true });
      const { status } = await proxy.send(operation, askFor({ representativeName: name }));
      assert.equal(status, 200);
    });
  }

  it('holds no phone number as a number, or together with the name next to it', async () => {
    await assertRefusal(operation, askFor({ representativeName: 8885550100 }), [
      'representativeName',
    ]);
    const split = { firstName: 'Call 888', lastName: '555-0100' };
    await assertRefusal(operation, askFor({ customerDetails: split }), [
      'customerDetails.lastName',
    ]);
  });
});

describe('A reference in a request for a text', () => {
  const operation = 'createPayOverTimeLink';
  const askFor = (fields: Fields): RequestChanges => ({
    body: bodyOf(operation, { ...texted[operation], ...fields }),
    headers: texting,
  });
  for (const reference of [
    ...['https://evil.example', 'gid://shop/1', 'evil.com', 'a@x', '203.0.113.9', 'x.co/win'],
    ...['TEL:911', 'order-sms:12345', 'i❤.ws', 'A\u200bda', 'FRAUD ALERT '.repeat(6)],
    ...['888-555-0100', '(888) 555-0100', '(888)555-0100', '888.555.0100', '1-888-555-0100'],
    ...['Call 8885550100', '8885550100 now', '+18885550100', '+44 20 7946 0958'],
    ...['8 8 8 5 5 5 0 1 0 0', '8-8-8-5-5-5-0', '８８８-５５５-０１００', '٨٨٨٥٥٥٠١٠٠'],
  ]) {
    it(`has no link and no phone number: ${JSON.stringify(reference)}`, async () => {
      await assertRefusal(operation, askFor({ transactionId: reference }), ['transactionId']);
      const untexted = askFor({ transactionId: reference, sendSMS: false });
      assert.equal((await createTestProxy().send(operation, untexted)).status, 200);
    });
  }

  for (const reference of [
    ...['1', '#1001', 'ORD-2026-000123', 'ORD 2026 000123', 'INV/2024/00012', 'RO 123456'],
    ...['550e8400-e29b-41d4-a716-446655440000', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '5123456789012'],
    ...['8885550100', '4500012345', '111-1234567-1234567', 'SHOP1:1234', 'store_7.2026-11'],
    ...['2026-11-28 0001', 'Order #1001, table 4', '42-9f86d081884c7d659a2feaa0c55ad015-1-129900'],
    ...['x'.repeat(256), 'cs_test_a1b2c3', 'MAIN-STREET+7', '000000123', 'A/B 7'],
  ]) {
    it(`can be ${reference.slice(0, 40)}`, async () => {
      const proxy = createTestProxy({ sms: true });
      const fields = { transactionId: reference, roNumber: reference };
      const { status, text } = await proxy.send(operation, askFor(fields));
      assert.equal(status, 200, text);
    });
  }

  it('is checked in each field that a text may quote', async () => {
    for (const field of ['transactionId', 'roNumber', 'departmentId', 'sourcePlatform']) {
      await assertRefusal(operation, askFor({ [field]: 'evil.com' }), [field]);
    }
    const body = bodyOf('createPrequalLink', { ...texted.createPrequalLink, referral: 'evil.com' });
    await assertRefusal('createPrequalLink', { body, headers: texting }, ['[0].referral']);
  });

  it('can be any value of the options', async () => {
    const proxy = createTestProxy({ sms: true, sourcePlatforms: ['pos.example'] });
    const { status, text } = await proxy.send(operation, askFor({ sourcePlatform: 'pos.example' }));
    assert.equal(status, 200, text);
  });
});
