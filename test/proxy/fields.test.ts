import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { samples } from '../support/samples.js';
import { assertRefused, createTestProxy, shop } from '../support/test-proxy.js';
import {
  type Fields,
  creations,
  type Creation,
  type Code,
  bodyOf,
  pathOf,
  at,
  assertRefusal,
  assertNotShown,
  receivedBy,
  texting,
  texted,
} from './field-requests.js';

const beyond = 'x'.repeat(257);
const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const unusable = {
  phone: [
    ...['+17872345678', '+13407742345', '+16716472345'], // Puerto Rico, the US Virgin Islands, Guam
    ...['+14162345678', '+18762345678', '+14734032345'], // Canada, Jamaica, Grenada
    ...['+19002345678', '+18002345678', '8882345678', '+15002345678'], // premium, toll-free, personal
    ...['+15552345678', '+442071838750', '911', '555-2671'],
    ...['(415) 555-2671 x12', '(415) 555-2671 ext. 12', '+14155552671;ext=12'],
    ...[
      '415555CALL',
      'call 4155552671 now',
      'tel:+14155552671',
      '٤١٥٥٥٥٢٦٧١',
      '４１５５５５２６７１',
    ],
    ...['4155552671'.padEnd(40), '4'.repeat(40), '4155552671\r\nBcc: x', '415555\n2671'],
    ...['911-555-2671', '600-555-2671', '700-555-2671', '822-555-2671'], // services, and a future toll-free code
  ],
  email: [
    ...['plain', 'a@b\r\nBcc:x', 'ada l@example.com', `${'a'.repeat(10_000)}@example.com`],
    `a@example.com${' '.repeat(10_000)}x`,
    `${'a.'.repeat(5_000)}@${'a.'.repeat(5_000)}`,
  ],
  date: [
    ...['2023-02-30', '2023-13-01', '1990-1-1', '01/02/1990', '1800-01-01', '1899-12-31'],
    ...['1990-01-01T00:00:00Z', '+01990-01-01', '', tomorrow, '9999-12-31'],
  ],
  text: [beyond, 'a\n{"level":60}', '\u001b[31mred', '\ud800', 'a\u2028'],
} as const;

/** Fields that only pre-fill an application, by what they hold. */
const prefills: [kind: keyof typeof unusable, operation: Creation, field: string][] = [
  ...(['createPayOverTimeLink', 'createPrequalLink'] as const).flatMap(
    (operation): typeof prefills => [
      ['phone', operation, 'customerDetails.phone'],
      ['email', operation, 'customerDetails.email'],
      ['date', operation, 'customerDetails.dateOfBirth'],
      ['text', operation, 'customerDetails.firstName'],
      ['text', operation, 'customerDetails.addressDetails.city'],
    ],
  ),
  ['phone', 'createPrequalLink', 'customerPhoneNumber'],
  ['email', 'createPrequalLink', 'representativeEmail'],
  ['phone', 'addMerchantLocation', 'representativeDetails.phoneNumber'],
  ['email', 'addMerchantLocation', 'representativeDetails.email'],
];

describe('A field that only pre-fills an application', () => {
  for (const [kind, operation, field] of prefills) {
    it(`is left out and named in the log: ${field} of ${operation}`, async () => {
      for (const value of unusable[kind]) {
        const proxy = createTestProxy();
        const body = bodyOf(operation, at(field, value));
        const response = await proxy.send(operation, { body });
        assert.equal(response.status, 200, response.text);
        assert.deepEqual(response.body, samples[operation].response);
        const dropped = proxy.log.filter(({ event }) => event === 'fields-dropped');
        assert.deepEqual(
          dropped.map((entry) => [entry.level, entry['operation'], entry['dropped']]),
          [['warn', operation, [pathOf(operation, field)]]],
        );
        const sent = JSON.stringify(receivedBy(proxy));
        assert.doesNotMatch(sent, new RegExp(`"${field.split('.').at(-1)}":`));
        for (const text of [sent, response.text, JSON.stringify(proxy.log)]) {
          assertNotShown(text, value);
        }
      }
    });
  }

  it('takes no other field away with it, and is named beside others', async () => {
    const proxy = createTestProxy();
    const customerDetails = { firstName: 'Ada', phone: '911', email: 'x', lastName: 'Lovelace' };
    const body = bodyOf('createPrequalLink', { customerDetails, customerPhoneNumber: '911' });
    assert.equal((await proxy.send('createPrequalLink', { body })).status, 200);
    assert.deepEqual(receivedBy(proxy)['customerDetails'], {
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    const { dropped } = proxy.log.find(({ event }) => event === 'fields-dropped')!;
    const details = ['[0].customerDetails.email', '[0].customerDetails.phone'];
    assert.deepEqual((dropped as string[]).toSorted(), [...details, '[0].customerPhoneNumber']);
  });

  it('is not named in the log where all of them can be used', async () => {
    const proxy = createTestProxy();
    const customerDetails = { email: 'ada@example.com', phone: '4155552671' };
    await proxy.send('createPrequalLink', { body: [{ location: 'a', customerDetails }] });
    assert.ok(proxy.log.every(({ event }) => event !== 'fields-dropped'));
  });

  it('does not stop a text to a number that can be used', async () => {
    const proxy = createTestProxy({ sms: true });
    const fields = { ...texted.createPrequalLink, customerDetails: { phone: '911', email: 'x' } };
    const body = bodyOf('createPrequalLink', fields);
    const response = await proxy.send('createPrequalLink', { body, headers: texting });
    assert.equal(response.status, 200, response.text);
    assert.equal(proxy.service.texts(), 1);
  });

  it('is hidden from the hooks of the integrator as from the service', async () => {
    const seen: unknown[] = [];
    const verifyHuman = (_request: Request, body: object) => seen.push(structuredClone(body)) > 0;
    const proxy = createTestProxy({ verifyHuman });
    const body = bodyOf('createPrequalLink', { customerPhoneNumber: '911' });
    await proxy.send('createPrequalLink', { body });
    assertAbsent(JSON.stringify(seen), '911');
    assert.equal(seen.length, 1);
  });
});

describe('A field on which the link or its text depends', () => {
  const strict: (readonly [
    kind: keyof typeof unusable,
    code: Code,
    operation: Creation,
    field: string,
  ])[] = [
    ['phone', 'invalid-phone-number', 'createPayOverTimeLink', 'phoneNumber'],
    ['email', 'invalid-email', 'createPayOverTimeLink', 'representativeEmail'],
    ['text', 'invalid-request', 'createPayOverTimeLink', 'transactionId'],
    ...creations.map((operation) => ['text', 'invalid-request', operation, 'location'] as const),
  ];
  for (const [kind, code, operation, field] of strict) {
    it(`is refused where it cannot be used: ${field} of ${operation}`, async () => {
      for (const value of unusable[kind]) {
        const body = bodyOf(operation, at(field, value));
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
    it(`is refused as the number of a text: ${numbers[operation]}`, async () => {
      for (const value of unusable.phone) {
        const body = bodyOf(operation, { sendSMS: true, ...at(numbers[operation], value) });
        const path = pathOf(operation, numbers[operation]);
        const difference = { body, headers: texting };
        await assertRefusal(operation, difference, [path], 'invalid-phone-number', [value]);
      }
    });
  }
});

describe('Contact details that can be used', () => {
  const usable: Record<string, Readonly<Record<string, string>>> = {
    phone: {
      '(415) 555-2671': '+14155552671',
      '4155552671': '+14155552671',
      '+14155552671': '+14155552671',
      '415.555.2671': '+14155552671',
      '415-555-2671': '+14155552671',
      '1 415 555 2671': '+14155552671',
      '+1 (415) 555-2671': '+14155552671',
      '(212) 555-0123': '+12125550123', // fictional: it reaches no phone
      '\u202a+1\u00a0(415)\u00a0555\u20112671\u202c': '+14155552671', // copied from a phone's contacts
      '415–555–2671': '+14155552671',
      '4155552671 ': '+14155552671',
      '\t 415-555-2671\r\n': '+14155552671',
      '( 415 ) 555 - 2671': '+14155552671',
      '+ 1 . 415 .  555 . 2671': '+14155552671',
      '+14155552671\u3000\ufeff': '+14155552671',
      // Area codes that are in service and that libphonenumber doesn't list.
      '(621) 555-2671': '+16215552671',
      '436-555-2671': '+14365552671',
      '+16795552671': '+16795552671',
      '(983) 655-2671': '+19836552671',
    },
    email: {
      'ada+shop@mail.example.com': 'ada+shop@mail.example.com',
      ' ada@example.com ': 'ada@example.com',
      'ada@example.com\n': 'ada@example.com',
      'ada @ example . com': 'ada@example.com',
      '\u200bada\u00a0@\u3000example.com\u202c': 'ada@example.com',
    },
    date: { '1900-01-01': '1900-01-01', '2000-02-29': '2000-02-29' },
  };
  const places = [
    ...prefills,
    ['phone', 'createPayOverTimeLink', 'phoneNumber'],
    ['email', 'createPayOverTimeLink', 'representativeEmail'],
  ] as const;
  for (const [kind, operation, field] of places.filter(([each]) => each in usable)) {
    it(`reach the service in one form, without a text: ${field} of ${operation}`, async () => {
      for (const [written, sent] of Object.entries(usable[kind]!)) {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, {
          body: bodyOf(operation, at(field, written)),
        });
        assert.equal(response.status, 200, response.text);
        const [top] = field.split('.');
        assert.deepEqual(receivedBy(proxy)[top!], at(field, sent)[top!]);
        assert.equal(proxy.service.texts(), 0);
      }
    });
  }
});

for (const operation of creations) {
  describe(`The body of POST ${operations[operation].path}`, () => {
    const [inner] = [bodyOf(operation, {})].flat();
    const other = operation === 'createPrequalLink' ? inner : [inner];
    for (const body of [null, [], [[inner]], 'x', 42, true, [inner, inner], other]) {
      it(`is refused as ${JSON.stringify(body)}`, async () => {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, { raw: JSON.stringify(body) });
        assertRefused(proxy, response, 400, 'invalid-request');
      });
    }

    const wrong: [field: string, values: readonly unknown[]][] = [
      ['sendSMS', ['false', 'true', 0, 1, null, 'no', [], {}]],
      ['location', [undefined, '', null, 5]],
      ['foo', [1]],
    ];
    for (const [field, values] of wrong) {
      it(`is refused with a wrong ${field}`, async () => {
        for (const value of values) {
          const body = bodyOf(operation, { [field]: value });
          await assertRefusal(operation, { body }, [pathOf(operation, field)]);
        }
      });
    }

    it('goes out with an explicit sendSMS false when it does not say true', async () => {
      for (const fields of [{}, { sendSMS: false }]) {
        const proxy = createTestProxy();
        await proxy.send(operation, { body: bodyOf(operation, fields), headers: { origin: shop } });
        assert.equal(receivedBy(proxy)['sendSMS'], false);
      }
    });

    it('is refused with sendSMS true where the shop sends no texts', async () => {
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { body: bodyOf(operation, texted[operation]) });
      assertRefused(proxy, response, 403, 'sms-not-allowed');
    });

    for (const poison of ['__proto__', 'constructor', 'prototype']) {
      it(`is refused with ${poison} at each of its levels`, async () => {
        const nested = operation === 'addMerchantLocation' ? 'businessAddress' : 'customerDetails';
        const value = `"${poison}":{"sendSMS":true,"prototype":{"x":1}}`;
        const text = JSON.stringify(bodyOf(operation, {}));
        for (const [members, path] of [
          [value, poison],
          [`"${nested}":{${value}}`, `${nested}.${poison}`],
        ] as const) {
          const raw = text.replace('{', `{${members},`);
          await assertRefusal(operation, { raw }, [pathOf(operation, path)]);
        }
        assert.equal(({} as { sendSMS?: unknown }).sendSMS, undefined);
      });
    }

    it('is refused with at most 20 errors, and no long path', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(100, 'x'));
      const body = bodyOf(operation, Object.fromEntries(names.map((name) => [name, 1])));
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { body });
      const { errors = [] } = assertRefused(proxy, response, 400, 'invalid-request');
      assert.equal(errors.length, 20);
      assert.ok(errors.every(({ path }) => path.length < 80));
    });
  });
}

describe('The fields of one operation', () => {
  const name = 'https://evil.example';
  const refused: [Creation, Fields, paths: readonly string[], code?: Code][] = [
    ...[null, true, {}, beyond].map((roNumber): (typeof refused)[number] => {
      return ['createPayOverTimeLink', { roNumber }, ['roNumber']];
    }),
    ['createPayOverTimeLink', { departmentId: 7 }, ['departmentId']],
    ['createPayOverTimeLink', { foo: 1, 'a b': 2 }, ['foo', '["a b"]']],
    // A link is a loan: its amount is not corrected.
    ...['1299', 0, -0, -1, -5, 0.001, 1.005, 1200.555, 1e9, null].map(
      (amount): (typeof refused)[number] => ['createPayOverTimeLink', { amount }, ['amount']],
    ),
    ['createPayOverTimeLink', at('customerDetails.age', 5), ['customerDetails.age']],
    ['createPrequalLink', { departmentId: '7' }, ['[0].departmentId']],
    ...['roNumber', 'representativeName', 'amount', 'transactionId', 'phoneNumber'].map(
      (field): (typeof refused)[number] => [
        'createPrequalLink',
        { [field]: 'x' },
        [`[0].${field}`],
      ],
    ),
    ...['dental', ''].map((vertical): (typeof refused)[number] => {
      return ['addMerchantLocation', { vertical }, ['vertical'], 'vertical-not-supported'];
    }),
    ...[undefined, null, 5, ['Dental'], {}].map((vertical): (typeof refused)[number] => {
      return ['addMerchantLocation', { vertical }, ['vertical']];
    }),
    ['addMerchantLocation', { vertical: 'dental', foo: 1 }, ['vertical', 'foo']],
    ['addMerchantLocation', { representativeDetails: undefined }, ['representativeDetails']],
    ...['Home_Services state WV', 'Bridal state PR', 'Dental zipcode 00901'].map(
      (text): (typeof refused)[number] => {
        const [vertical, field = '', value] = text.split(' ');
        const fields = { vertical, businessAddress: { [field]: value } };
        return ['addMerchantLocation', fields, [`businessAddress.${field}`], 'state-not-supported'];
      },
    ),
    // Names that a text would quote.
    [
      'createPrequalLink',
      { ...texted.createPrequalLink, ...at('customerDetails.firstName', name) },
      ['[0].customerDetails.firstName'],
    ],
    [
      'addMerchantLocation',
      { ...texted.addMerchantLocation, businessName: name },
      ['businessName'],
    ],
  ];
  for (const [operation, fields, paths, code] of refused) {
    it(`are refused: ${operation} with ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const difference = { body: bodyOf(operation, fields), headers: { ...texting } };
      await assertRefusal(operation, difference, paths, code);
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
  const taken: [Creation, Fields, sent?: Fields][] = [
    ['createPayOverTimeLink', whole],
    ['createPayOverTimeLink', { amount: 0.1 + 0.2 }, { amount: 0.3 }],
    ['createPayOverTimeLink', { roNumber: 'RO-1', representativeName: 'Ada' }],
    ['createPayOverTimeLink', { roNumber: 17, representativeName: 4.5 }],
    ['createPayOverTimeLink', { departmentId: '7' }],
    ['createPrequalLink', { departmentId: 7 }],
    ['addMerchantLocation', { vertical: 'Dental', businessAddress: { state: 'WV', suite: '4' } }],
    ['addMerchantLocation', { vertical: 'Home_Services', businessAddress: { state: 'VA' } }],
    ['addMerchantLocation', { businessAddress: { state: 'HI', zipcode: '96813' } }],
  ];
  for (const [operation, fields, sent = fields] of taken) {
    it(`reach the service: ${operation} with ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const proxy = createTestProxy();
      const headers = { origin: shop };
      const response = await proxy.send(operation, { body: bodyOf(operation, fields), headers });
      assert.equal(response.status, 200, response.text);
      const [expected] = [bodyOf(operation, { ...sent, sendSMS: false })].flat();
      assert.deepEqual(receivedBy(proxy), expected);
    });
  }

  for (const operation of ['createPayOverTimeLink', 'createPrequalLink'] as const) {
    it(`have no advisorEmail any more: ${operation}`, async () => {
      const path = pathOf(operation, 'advisorEmail');
      const body = bodyOf(operation, { advisorEmail: 'a@example.com' });
      const { body: problem } = await assertRefusal(operation, { body }, [path]);
      const { errors } = problem as { errors: unknown };
      assert.deepEqual(errors, [{ path, message: 'Replaced by representativeEmail' }]);
    });
  }

  const numbers = [
    ['createPayOverTimeLink', 'roNumber'],
    ['createPayOverTimeLink', 'representativeName'],
    ['createPrequalLink', 'departmentId'],
  ] as const;
  for (const [operation, field] of numbers) {
    it(`hold no number that JSON would alter: ${field} of ${operation}`, async () => {
      const json = JSON.stringify(bodyOf(operation, {}));
      const rawOf = (number: string) => json.replace('{', `{"${field}":${number},`);
      for (const number of ['9007199254740991', '-9007199254740991']) {
        assert.equal((await createTestProxy().send(operation, { raw: rawOf(number) })).status, 200);
      }
      for (const number of ['9007199254740993', '-9007199254740993', '1e300']) {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, { raw: rawOf(number) });
        assertRefused(proxy, response, 400, 'invalid-request');
      }
    });
  }
});
