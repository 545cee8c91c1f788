import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProblemCode } from '../../src/proxy/problems.js';
import { assertAbsent, pluck } from '../support/assertions.js';
import { bodyWith, creations, links, samples, type Creation } from '../support/samples.js';
import { assertRefused, createTestProxy, shop } from '../support/test-proxy.js';
import {
  type Fields,
  pathOf,
  at,
  assertRefusal,
  assertNotShown,
  receivedBy,
  textHeaders,
  textFields,
  fieldsOf,
} from './field-requests.js';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readStrings } from '../../src/proxy/fields/string-rules.js';

const tooLong = 'x'.repeat(257);
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const wrongTypes = [null, 94_107, false, ['Ada']];

const unusable = {
  // oxfmt-ignore
  phone: [
    '+17872345678', '+13407742345', '+16716472345', // Puerto Rico, the US Virgin Islands, Guam
    '+14162345678', '+18762345678', '+14734032345', // Canada, Jamaica, Grenada
    '+19002345678', '+18002345678', '8882345678', '+15002345678', // premium, toll-free, personal
    '911-555-2671', '600-555-2671', '700-555-2671', '822-555-2671', // services, a future toll-free code
    '+15552345678', '+442071838750', '911', '555-2671',
    '(415) 555-2671 x12', '(415) 555-2671 ext. 12', '+14155552671;ext=12',
    '415555CALL', 'call 4155552671 now', 'tel:+14155552671',
    '٤١٥٥٥٥٢٦٧١', '４１５５５５２６７１',
    '4155552671'.padEnd(40), '4'.repeat(40), '4155552671\r\nBcc: x', '415555\n2671',
  ],
  // oxfmt-ignore
  email: [
    'plain', 'a@b\r\nBcc:x', 'ada l@example.com', `${'a'.repeat(10_000)}@example.com`,
    `a@example.com${' '.repeat(10_000)}x`,
    `${'a.'.repeat(5_000)}@${'a.'.repeat(5_000)}`,
  ],
  // oxfmt-ignore
  date: [
    '2023-02-30', '2023-13-01', '1990-1-1', '01/02/1990', '1800-01-01', '1899-12-31',
    '1990-01-01T00:00:00Z', '+01990-01-01', '', '9999-12-31', dayFromNow(0), dayFromNow(1),
  ],
  text: [tooLong, 'a\n{"level":60}', '\u001b[31mred', '\ud800', 'a\u2028'],
  details: [],
} as const;
type Kind = keyof typeof unusable;

/** Fields that only pre-fill an application, with the kind of their values. */
const prefills: (readonly [kind: Kind, operation: Creation, field: string])[] = [
  ...links.flatMap((operation): typeof prefills => [
    ['phone', operation, 'customerDetails.phone'],
    ['email', operation, 'customerDetails.email'],
    ['date', operation, 'customerDetails.dateOfBirth'],
    ['text', operation, 'customerDetails.firstName'],
    ['text', operation, 'customerDetails.addressDetails.city'],
    ['details', operation, 'customerDetails.addressDetails'],
    ['details', operation, 'customerDetails'],
  ]),
  ['phone', 'createPrequalLink', 'customerPhoneNumber'],
  ['email', 'createPrequalLink', 'representativeEmail'],
  ['phone', 'addMerchantLocation', 'representativeDetails.phoneNumber'],
  ['email', 'addMerchantLocation', 'representativeDetails.email'],
];

describe('A field that only pre-fills an application', () => {
  for (const [kind, operation, field] of prefills) {
    it(`is dropped if it's unusable, and the log names it: ${field} of ${operation}`, async () => {
      for (const value of [...unusable[kind], ...wrongTypes]) {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, {
          body: bodyWith(operation, at(field, value)),
        });
        assert.equal(response.status, 200, response.text);
        assert.deepEqual(response.body, samples[operation].response);
        const dropped = proxy.log.filter(({ event }) => event === 'fields-dropped');
        assert.deepEqual(pluck(dropped, 'level', 'operation', 'dropped'), [
          ['warn', operation, [pathOf(operation, field)]],
        ]);
        const sent = JSON.stringify(receivedBy(proxy));
        assert.doesNotMatch(sent, new RegExp(`"${field.split('.').at(-1)}":`));
        for (const text of [sent, response.text, JSON.stringify(proxy.log)]) {
          assertNotShown(text, value);
        }
      }
    });
  }

  it('is dropped before hooks see the body', async () => {
    const seen: unknown[] = [];
    const verifyHuman = (_request: Request, body: object) => seen.push(structuredClone(body)) > 0;
    const proxy = createTestProxy({ verifyHuman });
    const body = bodyWith('createPrequalLink', { customerPhoneNumber: '911' });
    await proxy.send('createPrequalLink', { body });
    assertAbsent(JSON.stringify(seen), '911');
    assert.equal(seen.length, 1);
  });
});

describe('An unusable field that the link or its text message depends on', () => {
  const strict: (readonly [kind: Kind, code: ProblemCode, operation: Creation, field: string])[] = [
    ['phone', 'invalid-phone-number', 'createPayOverTimeLink', 'phoneNumber'],
    ['email', 'invalid-email', 'createPayOverTimeLink', 'representativeEmail'],
    ['text', 'invalid-request', 'createPayOverTimeLink', 'transactionId'],
    ...creations.map((operation) => ['text', 'invalid-request', operation, 'location'] as const),
  ];
  for (const [kind, code, operation, field] of strict) {
    it(`rejects the request: ${field} of ${operation}`, async () => {
      for (const value of unusable[kind]) {
        const body = bodyWith(operation, at(field, value));
        await assertRefusal(operation, { body }, [pathOf(operation, field)], code, [value]);
      }
    });
  }

  const numbers = {
    createPayOverTimeLink: 'phoneNumber',
    createPrequalLink: 'customerPhoneNumber',
    addMerchantLocation: 'representativeDetails.phoneNumber',
  } as const;
  for (const operation of creations) {
    it(`rejects a text message: ${numbers[operation]} of ${operation}`, async () => {
      const paths = [pathOf(operation, numbers[operation])];
      const changesWith = (value: unknown) => ({
        body: bodyWith(operation, { sendSMS: true, ...at(numbers[operation], value) }),
        headers: textHeaders,
      });
      for (const value of unusable.phone) {
        const changes = changesWith(value);
        await assertRefusal(operation, changes, paths, 'invalid-phone-number', [value]);
      }
      await assertRefusal(operation, changesWith(4_155_552_671), paths);
    });
  }
});

describe('A usable contact detail', () => {
  const e164 = '+14155552671';
  const usable: Partial<Record<Kind, Readonly<Record<string, string>>>> = {
    phone: {
      '(415) 555-2671': e164,
      '4155552671': e164,
      '+14155552671': e164,
      '415.555.2671': e164,
      '1 415 555 2671': e164,
      '+1 (415) 555-2671': e164,
      '(212) 555-0123': '+12125550123', // fictional: it reaches no phone
      '\u202a+1\u00a0(415)\u00a0555\u20112671\u202c': e164, // copied from a phone's contacts
      '415–555–2671': e164,
      '\t 415-555-2671\r\n': e164,
      '( 415 ) 555 - 2671': e164,
      '415 -555- 2671': e164,
      [e164.padStart(39)]: e164,
      '+ 1 . 415 .  555 . 2671': e164,
      '+14155552671\u3000\ufeff': e164,
      // Area codes that are in service and that libphonenumber doesn't list.
      '(621) 555-2671': '+16215552671',
      '436-555-2671': '+14365552671',
      '+16795552671': '+16795552671',
      '(983) 655-2671': '+19836552671',
    },
    email: {
      'ada+shop@mail.example.com': 'ada+shop@mail.example.com',
      ' ada@example.com\n': 'ada@example.com',
      'ada @ example . com': 'ada@example.com',
      'ada @example. com': 'ada@example.com',
      '\u200bada\u00a0@\u3000example.com\u202c': 'ada@example.com',
    },
    date: Object.fromEntries(
      ['1900-01-01', '2000-02-29', dayFromNow(-1)].map((date) => [date, date]),
    ),
  };
  const fields = [
    ...prefills,
    ['phone', 'createPayOverTimeLink', 'phoneNumber'],
    ['email', 'createPayOverTimeLink', 'representativeEmail'],
  ] as const;
  for (const [kind, operation, field] of fields.filter(([each]) => each in usable)) {
    it(`reaches the service in one format: ${field} of ${operation}`, async () => {
      for (const [written, sent] of Object.entries(usable[kind]!)) {
        const proxy = createTestProxy();
        const body = bodyWith(operation, at(field, written));
        const response = await proxy.send(operation, { body });
        assert.equal(response.status, 200, response.text);
        const [top] = field.split('.');
        assert.deepEqual(receivedBy(proxy)[top!], at(field, sent)[top!]);
        assert.equal(proxy.service.texts(), 0);
        assert.ok(proxy.log.every(({ event }) => event !== 'fields-dropped'));
      }
    });
  }
});

for (const operation of creations) {
  describe(`The body of ${operation}`, () => {
    it("can't be null, an empty list, text, or a number", async () => {
      for (const body of [null, [], 'x', 42]) {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, { raw: JSON.stringify(body) });
        assertRefused(proxy, response, 400, 'invalid-request');
      }
    });

    it('reaches the service with an explicit sendSMS: false unless it has true', async () => {
      for (const fields of [{}, { sendSMS: false }]) {
        const proxy = createTestProxy();
        const body = bodyWith(operation, fields);
        await proxy.send(operation, { body, headers: { origin: shop } });
        assert.equal(receivedBy(proxy)['sendSMS'], false);
      }
    });

    it("can't have sendSMS: true if the shop sends no text messages", async () => {
      const proxy = createTestProxy();
      const body = bodyWith(operation, textFields[operation]);
      assertRefused(proxy, await proxy.send(operation, { body }), 403, 'sms-not-allowed');
    });

    it("can't pollute a prototype at any level", async () => {
      const nested = operation === 'addMerchantLocation' ? 'businessAddress' : 'customerDetails';
      const text = JSON.stringify(bodyWith(operation, {}));
      for (const name of ['__proto__', 'constructor', 'prototype']) {
        const member = `"${name}":{"sendSMS":true,"prototype":{"x":1}}`;
        for (const [members, path] of [
          [member, name],
          [`"${nested}":{${member}}`, `${nested}.${name}`],
        ] as const) {
          const raw = text.replace('{', `{${members},`);
          await assertRefusal(operation, { raw }, [pathOf(operation, path)]);
        }
      }
      assert.equal(({} as { sendSMS?: unknown }).sendSMS, undefined);
    });
  });
}

describe('A request with a field of its operation', () => {
  type Rejected = [Creation, Fields, paths: readonly string[], code?: ProblemCode];
  const inField = (operation: Creation, field: string, values: readonly unknown[]) =>
    values.map((value): Rejected => [operation, { [field]: value }, [pathOf(operation, field)]]);
  const rejected: Rejected[] = [
    ...inField('createPayOverTimeLink', 'roNumber', [null, true, {}, tooLong]),
    // A link is a loan, so its amount isn't corrected.
    ...inField('createPayOverTimeLink', 'amount', ['1299', 0, -0, -1, 0.001, 1.005, 1e9, null]),
    ['createPayOverTimeLink', { foo: 1, 'a b': 2 }, ['foo', '["a b"]']],
    ['createPayOverTimeLink', at('customerDetails.age', 5), ['customerDetails.age']],
    ...['dental', ''].map((vertical): Rejected => {
      return ['addMerchantLocation', { vertical }, ['vertical'], 'vertical-not-supported'];
    }),
    ...inField('addMerchantLocation', 'vertical', [undefined, null, 5, ['Dental'], {}]),
    ['addMerchantLocation', { vertical: 'dental', foo: 1 }, ['vertical', 'foo']],
    ...['Home_Services state WV', 'Bridal state PR', 'Dental zipcode 00901'].map(
      (text): Rejected => {
        const [vertical, field = '', value] = text.split(' ');
        const fields = { vertical, businessAddress: { [field]: value } };
        return ['addMerchantLocation', fields, [`businessAddress.${field}`], 'state-not-supported'];
      },
    ),
  ];
  for (const [operation, fields, paths, code] of rejected) {
    it(`is rejected: ${operation} with ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const changes = { body: bodyWith(operation, fields), headers: textHeaders };
      await assertRefusal(operation, changes, paths, code);
    });
  }

  const whole = {
    phoneNumber: '+14155552671',
    customerDetails: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+14155552671',
      dateOfBirth: '1980-12-31',
      addressDetails: { address: '1 Main St', city: 'Oakland', state: 'CA', zipcode: '94601' },
    },
    representativeFirstName: 'Bob',
    representativeLastName: 'Ross',
    representativeEmail: 'bob@example.com',
    departmentId: 'd',
    sourcePlatform: 'p',
    redirectUrl: 'https://shop.example/thanks?order=1#top',
  };
  const accepted: [Creation, Fields, sent?: Fields][] = [
    ['createPayOverTimeLink', whole],
    ['createPayOverTimeLink', { amount: 0.1 + 0.2 }, { amount: 0.3 }],
    ['createPayOverTimeLink', { roNumber: 'RO-1', representativeName: 'Ada' }],
    ['createPayOverTimeLink', { roNumber: 17, representativeName: 4.5 }],
    ['addMerchantLocation', { vertical: 'Dental', businessAddress: { state: 'WV', suite: '4' } }],
    ['addMerchantLocation', { businessAddress: { state: 'HI', zipcode: '96813' } }],
  ];
  for (const [operation, fields, sent = fields] of accepted) {
    it(`reaches the service: ${operation} with ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const proxy = createTestProxy();
      const headers = { origin: shop };
      const response = await proxy.send(operation, { body: bodyWith(operation, fields), headers });
      assert.equal(response.status, 200, response.text);
      const [expected] = [bodyWith(operation, { ...sent, sendSMS: false })].flat();
      assert.deepEqual(receivedBy(proxy), expected);
    });
  }

  for (const operation of links) {
    it(`learns the new name of advisorEmail: ${operation}`, async () => {
      const path = pathOf(operation, 'advisorEmail');
      const body = bodyWith(operation, { advisorEmail: 'a@example.com' });
      const { body: problem } = await assertRefusal(operation, { body }, [path]);
      const { errors } = problem as { errors: unknown };
      assert.deepEqual(errors, [{ path, message: 'Replaced by representativeEmail' }]);
    });
  }
});

describe('A blank field', () => {
  const blanks = ['', ' ', '\t\n', '\u00a0\u200b'];

  for (const operation of creations) {
    // A blank vertical has its own error. A blank date is left out like other unusable dates.
    const fields = fieldsOf(operation).filter(({ path }) => !/vertical|dateOfBirth/.test(path));
    // A missing `sendSMS` can mean true, so a blank one is an error.
    const isKept = ({ path, isRequired }: (typeof fields)[number]) =>
      (isRequired && !path.includes('.')) || path === 'sendSMS';

    it(`counts as missing if it's optional: ${operation}`, async () => {
      for (const { path } of fields.filter((field) => !isKept(field))) {
        for (const blank of blanks) {
          const proxy = createTestProxy({ departments: ['7'], sourcePlatforms: ['p'] });
          const response = await proxy.send(operation, {
            body: bodyWith(operation, at(path, blank)),
          });
          assert.equal(response.status, 200, `${path}: ${response.text}`);
          const sent = JSON.stringify(receivedBy(proxy));
          assert.doesNotMatch(sent, new RegExp(`"${path.split('.').at(-1)}":`));
          assert.ok(proxy.log.every(({ event }) => event !== 'fields-dropped'));
        }
      }
    });

    it(`is an error if it's required: ${operation}`, async () => {
      for (const { path } of fields.filter(isKept)) {
        for (const blank of blanks) {
          const body = bodyWith(operation, at(path, blank));
          await assertRefusal(operation, { body, headers: textHeaders }, [pathOf(operation, path)]);
        }
      }
    });
  }

  it('is an error as the number of a text message', async () => {
    const body = bodyWith('createPrequalLink', { sendSMS: true, customerPhoneNumber: ' ' });
    const changes = { body, headers: textHeaders };
    await assertRefusal('createPrequalLink', changes, ['[0].customerPhoneNumber']);
  });
});

describe('GET /onboarding/api/v1/location/{location}', () => {
  const operation = 'getMerchantStatus';
  const base = '/onboarding/api/v1/location';

  const passed = {
    'new-store': 'new-store',
    '%252e': '%252e',
    '%252e%252e': '%252e%252e',
    'a%2fb': 'a%2Fb',
    'a%5Cb': 'a%5Cb',
    '%2e%2e%2fwebhooks': '..%2Fwebhooks',
    '...': '...',
    'caf%C3%A9': 'caf%C3%A9',
    'a%20b': 'a%20b',
    'a%3Fb%23c': 'a%3Fb%23c',
    'a+b': 'a%2Bb',
    '{location}': '%7Blocation%7D',
  };
  for (const [segment, sent] of Object.entries(passed)) {
    it(`sends ${segment} to the service as the segment ${sent}, without the query`, async () => {
      const { send, service } = createTestProxy();
      const difference = { path: `${base}/${segment}`, query: '?location=other&x=1' };
      assert.equal((await send(operation, difference)).status, 200);
      assert.deepEqual(pluck(service.calls, 'path'), [`${base}/${sent}`]);
    });
  }

  const broken = ['%E0%A4%A', '%', '%zz', '%FF', '%00', 'a%0ab', '%1b[31m', 'x'.repeat(257)];
  for (const segment of broken) {
    it(`rejects the segment ${segment.slice(0, 20)}`, async () => {
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { path: `${base}/${segment}` });
      const { errors } = assertRefused(proxy, response, 400, 'invalid-request');
      assert.deepEqual(pluck(errors, 'path'), ['location']);
    });
  }
});

describe('A North American phone number', () => {
  it('is rejected if its area code is foreign, toll-free, premium, or personal', () => {
    const different: string[] = [];
    for (let area = 200; area < 1_000; area += 1) {
      for (const rest of ['2000000', '3210100', '5550123', '7770199', '9999999']) {
        const number = parsePhoneNumberFromString(`${area}${rest}`, 'US');
        if (number?.country === undefined || (number.country === 'US' && !number.isValid())) {
          continue; // The metadata doesn't know it.
        }
        const isGeographic = number.country === 'US' && number.getType() === 'FIXED_LINE_OR_MOBILE';
        const expected = isGeographic ? number.number : undefined;
        const { phoneNumber } = readStrings({ phoneNumber: `${area}${rest}` }, () => undefined);
        if (phoneNumber !== expected) different.push(`${area}${rest}`);
      }
    }
    assert.deepEqual(different, []);
  });
});
