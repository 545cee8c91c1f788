import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CustomerAddressSchema,
  CustomerDetailsSchema,
  operations,
  PayOverTimeLinkRequestSchema,
  PayOverTimeLinkSchema,
  PrequalLinkRequestSchema,
  PrequalLinkSchema,
} from '../../src/contract/index.js';
import { describeFields } from './describe-fields.js';

describe('the pay-over-time link request', () => {
  describeFields(
    PayOverTimeLinkRequestSchema,
    { amount: 'number', location: 'text', transactionId: 'text' },
    {
      phoneNumber: 'text',
      customerDetails: { example: {} },
      representativeFirstName: 'text',
      representativeLastName: 'text',
      representativeEmail: 'text',
      sendSMS: 'boolean',
      departmentId: 'text',
      sourcePlatform: 'text',
      redirectUrl: 'text',
    },
  );

  const minimal = { amount: 1, location: 'a', transactionId: 'b' };
  const accepts = (fields: object) =>
    PayOverTimeLinkRequestSchema.safeParse({ ...minimal, ...fields }).success;

  for (const field of ['roNumber', 'representativeName']) {
    it(`takes ${field}, which has no defined type, as text or as a number`, () => {
      assert.ok(accepts({ [field]: 'any text' }));
      assert.ok(accepts({ [field]: 7 }));
      for (const value of [true, null, {}, []]) assert.ok(!accepts({ [field]: value }));
    });
  }

  it('takes no advisorEmail any more', () => {
    assert.ok(!accepts({ advisorEmail: 'ada@example.com' }));
  });

  it('is one object, not an array', () => {
    assert.ok(!operations.createPayOverTimeLink.request.safeParse([minimal]).success);
  });
});

describe('the pre-qualification link request', () => {
  describeFields(
    PrequalLinkRequestSchema,
    { location: 'text' },
    {
      representativeEmail: 'text',
      representativeFirstName: 'text',
      representativeLastName: 'text',
      referral: 'text',
      customerPhoneNumber: 'text',
      customerDetails: { example: {} },
      sendSMS: 'boolean',
      departmentId: 'number',
      sourcePlatform: 'text',
    },
  );

  it('takes no advisorEmail any more', () => {
    const request = { location: 'a', advisorEmail: 'ada@example.com' };
    assert.ok(!PrequalLinkRequestSchema.safeParse(request).success);
  });

  it('is an array of one object', () => {
    const { request } = operations.createPrequalLink;
    assert.ok(request.safeParse([{ location: 'a' }]).success);
    for (const body of [{ location: 'a' }, [], [{ location: 'a' }, { location: 'a' }]]) {
      assert.ok(!request.safeParse(body).success, JSON.stringify(body));
    }
  });
});

describe('CustomerDetails', () => {
  describeFields(
    CustomerDetailsSchema,
    {},
    {
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      phone: 'text',
      dateOfBirth: { example: '1990-01-31' },
      addressDetails: { example: {} },
    },
  );

  for (const dateOfBirth of [
    '2023-02-30',
    '1990-1-1',
    '01/02/1990',
    '1990-01-31T00:00:00Z',
    '',
    'soon',
  ]) {
    it(`has no date of birth like ${JSON.stringify(dateOfBirth)}`, () => {
      assert.ok(!CustomerDetailsSchema.safeParse({ dateOfBirth }).success);
    });
  }
});

describe('AddressDetails of a customer', () => {
  describeFields(
    CustomerAddressSchema,
    {},
    { address: 'text', city: 'text', state: 'text', zipcode: 'text' },
  );

  it('has no suite', () => {
    assert.ok(!CustomerAddressSchema.safeParse({ suite: '5' }).success);
  });
});

describe('the pay-over-time link', () => {
  const link = { shortToken: 'a', longToken: 'b', url: 'https://pay.example/c' };
  const accepts = (value: object) => PayOverTimeLinkSchema.safeParse(value).success;

  it('has two tokens and a url, and a retailerId where one exists', () => {
    assert.ok(accepts(link));
    assert.ok(accepts({ ...link, retailerId: 'd' }));
    assert.ok(accepts({ ...link, retailerId: null }), 'null says that none exists');
    assert.ok(!accepts({ ...link, retailerId: 4 }), 'a number is no id');
    for (const field of Object.keys(link))
      assert.ok(!accepts({ ...link, [field]: undefined }), field);
  });
});

describe('the pre-qualification link', () => {
  it('has a url', () => {
    assert.ok(PrequalLinkSchema.safeParse({ url: 'https://pay.example/c' }).success);
    assert.ok(!PrequalLinkSchema.safeParse({}).success);
  });
});
