/** Compares the schemas with the fields of each request and response in the service document. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as z from 'zod';
import {
  BusinessAddressSchema,
  BusinessRepresentativeSchema,
  CustomerAddressSchema,
  CustomerDetailsSchema,
  defaultTimeZone,
  EstimateItemSchema,
  EstimateResultSchema,
  inapplicableFields,
  isInapplicable,
  MerchantLocationRequestSchema,
  MerchantLocationSchema,
  MerchantStatusSchema,
  PayOverTimeLinkRequestSchema,
  PayOverTimeLinkSchema,
  PrequalLinkRequestSchema,
  PrequalLinkSchema,
  verticals,
  VerticalSchema,
} from '../../src/contract/index.js';

/** A valid value of each type. `details` has its own table. */
const examples = {
  text: 'any text',
  number: 7.5,
  boolean: true,
  details: {},
  date: '1990-01-31',
  vertical: 'Dental',
};
const values = ['any text', 7.5, true, null, ['any text'], { any: 'text' }] as const;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Fields with their types, as in `id: text, totalAmount: number`. */
type FieldTable = readonly [schema: z.ZodType, required: string, optional: string];

const representative =
  'representativeFirstName: text, representativeLastName: text, representativeEmail: text';
const address = 'address: text, city: text, state: text, zipcode: text';

const requests: Readonly<Record<string, FieldTable>> = {
  EstimateItem: [EstimateItemSchema, 'id: text, totalAmount: number', ''],
  PayOverTimeLinkRequest: [
    PayOverTimeLinkRequestSchema,
    'amount: number, location: text, transactionId: text',
    `phoneNumber: text, customerDetails: details, ${representative}, sendSMS: boolean, departmentId: text, sourcePlatform: text, redirectUrl: text`,
  ],
  PrequalLinkRequest: [
    PrequalLinkRequestSchema,
    'location: text',
    `${representative}, referral: text, customerPhoneNumber: text, customerDetails: details, sendSMS: boolean, departmentId: number, sourcePlatform: text`,
  ],
  CustomerDetails: [
    CustomerDetailsSchema,
    '',
    'firstName: text, lastName: text, email: text, phone: text, dateOfBirth: date, addressDetails: details',
  ],
  'AddressDetails of a customer': [CustomerAddressSchema, '', address],
  MerchantLocationRequest: [
    MerchantLocationRequestSchema,
    'location: text, vertical: vertical, representativeDetails: details',
    'sendSMS: boolean, legalName: text, businessName: text, businessAddress: details, sourcePlatform: text',
  ],
  BusinessRepresentative: [
    BusinessRepresentativeSchema,
    '',
    'firstName: text, lastName: text, phoneNumber: text, email: text',
  ],
  'AddressDetails of a business': [BusinessAddressSchema, '', `${address}, suite: text`],
};

/** Returns an example of each of these fields. */
function examplesOf(fields: string): Record<string, unknown> {
  const rows = fields.split(', ').filter(Boolean);
  return Object.fromEntries(
    rows.map((row) => {
      const [field = '', type = ''] = row.split(': ');
      return [field, examples[type as keyof typeof examples]];
    }),
  );
}

for (const [name, [schema, required, optional]] of Object.entries(requests)) {
  describe(name, () => {
    const accepts = (value: unknown): boolean => schema.safeParse(value).success;
    const minimal = examplesOf(required);
    const whole = { ...minimal, ...examplesOf(optional) };

    it('accepts only its required fields', () => {
      assert.ok(accepts(minimal));
      for (const field of Object.keys(minimal)) {
        assert.ok(!accepts({ ...minimal, [field]: undefined }), field);
      }
    });

    for (const [field, example] of Object.entries(whole)) {
      it(`accepts ${field} only with its type`, () => {
        assert.ok(accepts({ ...minimal, [field]: example }));
        for (const value of values.filter((other) => kindOf(other) !== kindOf(example))) {
          assert.ok(!accepts({ ...minimal, [field]: value }), JSON.stringify(value));
        }
      });
    }

    it("doesn't change fields", () => {
      assert.deepEqual(schema.parse(whole), whole);
    });

    it('rejects unknown fields', () => {
      // `advisorEmail` and the customer's `suite` aren't in the document.
      for (const field of [
        'foo',
        'advisorEmail',
        ...(name.includes('customer') ? ['suite'] : []),
      ]) {
        assert.ok(!accepts({ ...minimal, [field]: 'any text' }));
      }
    });
  });
}

describe('PayOverTimeLinkRequest', () => {
  const minimal = { amount: 1, location: 'a', transactionId: 'b' };
  for (const field of ['roNumber', 'representativeName']) {
    it(`accepts text or a number as ${field}, which has no documented type`, () => {
      const accepts = (value: unknown) =>
        PayOverTimeLinkRequestSchema.safeParse({ ...minimal, [field]: value }).success;
      for (const value of ['any text', 7]) assert.ok(accepts(value));
      for (const value of [true, null, {}, []]) assert.ok(!accepts(value));
    });
  }
});

it('The query of an estimation has the time zone of Los Angeles by default', () => {
  assert.equal(defaultTimeZone, 'America/Los_Angeles');
});

describe('EstimateResult', () => {
  const financed = {
    id: 'a',
    monthlyAmount: 114.2,
    amountFinanced: 1299,
    downPayment: 0,
    apr: 9.99,
    downPaymentPercent: 0,
  };
  const inapplicable = { id: 'a', monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  const accepts = (result: unknown) => EstimateResultSchema.safeParse(result).success;
  const fourFields = ['monthlyAmount', 'amountFinanced', 'downPayment', 'apr'] as const;

  it('can be financed, also at 0%, without a percentage, and with unknown fields', () => {
    const { downPaymentPercent: _, ...rest } = financed;
    for (const result of [financed, { ...financed, apr: 0 }, rest, { ...rest, termMonths: 12 }]) {
      assert.ok(accepts(result));
      assert.equal(isInapplicable(result), false);
    }
  });

  it('is inapplicable only if all four amounts are -1, regardless of the percentage', () => {
    assert.deepEqual(inapplicableFields, fourFields);
    for (const downPaymentPercent of [undefined, -1, 10]) {
      const result = { ...inapplicable, downPaymentPercent };
      assert.ok(accepts(result));
      assert.equal(isInapplicable(result), true);
    }
    for (const field of fourFields) {
      assert.equal(isInapplicable({ ...inapplicable, [field]: 0 }), false);
    }
  });

  for (const field of fourFields) {
    it(`is invalid if only ${field} is -1, or all others`, () => {
      assert.ok(!accepts({ ...financed, [field]: -1 }));
      assert.ok(!accepts({ ...inapplicable, [field]: financed[field] }));
    });

    it(`is invalid if ${field} is not a plausible number`, () => {
      for (const value of [1e308, null, '12.5', -2, -0.5, undefined, NaN, Infinity]) {
        assert.ok(!accepts({ ...financed, [field]: value }), String(value));
      }
    });
  }

  it('can be free of payments only if nothing is financed', () => {
    const paidAtOnce = { ...financed, monthlyAmount: 0, amountFinanced: 0, downPayment: 1299 };
    assert.ok(accepts(paidAtOnce));
    assert.equal(isInapplicable(paidAtOnce), false);
    assert.ok(!accepts({ ...financed, monthlyAmount: 0 }));
  });

  it('needs an id that is text', () => {
    for (const id of [undefined, 1, null]) assert.ok(!accepts({ ...financed, id }));
  });
});

describe('A link', () => {
  it('has a url, and two tokens for a pay-over-time link', () => {
    const link = { shortToken: 'a', longToken: 'b', url: 'https://pay.example/c' };
    const accepts = (value: object) => PayOverTimeLinkSchema.safeParse(value).success;
    assert.ok(accepts(link));
    for (const field of Object.keys(link)) assert.ok(!accepts({ ...link, [field]: undefined }));
    assert.ok(PrequalLinkSchema.safeParse({ url: link.url }).success);
    assert.ok(!PrequalLinkSchema.safeParse({}).success);
  });

  it('can have a retailerId, or null for none', () => {
    const link = { shortToken: 'a', longToken: 'b', url: 'https://pay.example/c' };
    const accepts = (retailerId: unknown) =>
      PayOverTimeLinkSchema.safeParse({ ...link, retailerId }).success;
    assert.deepEqual(['d', null, 4].map(accepts), [true, true, false]);
  });
});

describe('A merchant location', () => {
  const created = {
    location: 'a',
    url: 'https://join.example/b',
    creationDate: '2026-05-01',
    status: 'CREATED',
  };
  const read = { ...created, expiredInDays: 30, expirationDate: '2026-05-31' };

  it('has four fields when it is created', () => {
    assert.deepEqual(MerchantLocationSchema.parse(created), created);
    for (const field of Object.keys(created)) {
      const { success } = MerchantLocationSchema.safeParse({ ...created, [field]: undefined });
      assert.ok(!success, field);
    }
  });

  it('has an expiration when it is read, which can be missing', () => {
    assert.deepEqual(MerchantStatusSchema.parse(read), read);
    assert.ok(!MerchantStatusSchema.safeParse({ ...read, expiredInDays: '30' }).success);
    for (const [expirationDate, parsed] of [
      [undefined, undefined],
      [null, null],
      ['', null],
    ] as const) {
      const expected = { ...read, expirationDate: parsed };
      assert.deepEqual(MerchantStatusSchema.parse({ ...read, expirationDate }), expected);
    }
  });

  it('can have any status, because the list is open', () => {
    for (const status of ['CREATED', 'LOCATION_DETAILS_ADDED', 'ACTIVATED', 'SOMETHING_NEW']) {
      assert.equal(MerchantStatusSchema.parse({ ...read, status }).status, status);
    }
  });

  for (const date of ['2026-02-30', '05/01/2026', '2026-5-1', '2026-05-01T00:00:00Z', 20260501]) {
    it(`can't have the date ${date}`, () => {
      assert.ok(!MerchantStatusSchema.safeParse({ ...read, creationDate: date }).success);
      assert.ok(!MerchantStatusSchema.safeParse({ ...read, expirationDate: date }).success);
    });
  }
});

it('A vertical is one of the 14 in the service document', () => {
  // oxfmt-ignore
  const documented = [
    'Car_Dealerships', 'Car_Services', 'Veterinary', 'Motorsports_Parts_and_Services',
    'Dental', 'Eyewear', 'Home_Services', 'Med_Spa', 'Bridal', 'General_Retail',
    'Jewelry_and_Watches', 'Legal_Services', 'Medical_Office', 'Hospital_Health_System',
  ];
  assert.deepEqual(verticals, documented);
  for (const wrong of ['dental', 'Dental ', 'Medical Office', 'Retail', '']) {
    assert.ok(!VerticalSchema.safeParse(wrong).success, wrong);
  }
});
