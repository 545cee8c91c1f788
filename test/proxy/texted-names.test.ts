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
