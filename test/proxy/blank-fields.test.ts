import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestProxy } from '../support/test-proxy.js';
import {
  creations,
  type Creation,
  bodyOf,
  pathOf,
  at,
  assertRefusal,
  receivedBy,
  texting,
} from './field-requests.js';

describe('A blank field', () => {
  const link = [
    'customerDetails.firstName',
    'customerDetails.email',
    'customerDetails.phone',
    'customerDetails.addressDetails',
    'customerDetails.addressDetails.zipcode',
    ...['customerDetails', 'departmentId', 'sourcePlatform'],
    ...['representativeFirstName', 'representativeLastName', 'representativeEmail'],
  ];
  const optional: Readonly<Record<Creation, readonly string[]>> = {
    createPayOverTimeLink: [
      ...link,
      ...['phoneNumber', 'redirectUrl', 'roNumber', 'representativeName'],
    ],
    createPrequalLink: [...link, 'customerPhoneNumber', 'referral'],
    addMerchantLocation: [
      ...['legalName', 'businessName', 'businessAddress', 'sourcePlatform'],
      ...['businessAddress.state', 'businessAddress.zipcode', 'businessAddress.suite'],
      ...['representativeDetails.email', 'representativeDetails.phoneNumber'],
    ],
  };
  const required: Readonly<Record<Creation, readonly string[]>> = {
    createPayOverTimeLink: ['location', 'transactionId', 'amount', 'sendSMS'],
    createPrequalLink: ['location', 'sendSMS'],
    addMerchantLocation: ['location', 'representativeDetails', 'sendSMS'],
  };
  for (const operation of creations) {
    it(`is a missing one where the field is optional: ${operation}`, async () => {
      for (const field of optional[operation]) {
        for (const blank of ['', ' ', '\t\n', '\u00a0\u200b']) {
          const proxy = createTestProxy({ departments: ['7'], sourcePlatforms: ['p'] });
          const body = bodyOf(operation, at(field, blank));
          const response = await proxy.send(operation, { body });
          assert.equal(response.status, 200, `${field}: ${response.text}`);
          const sent = JSON.stringify(receivedBy(proxy));
          assert.doesNotMatch(sent, new RegExp(`"${field.split('.').at(-1)}":`));
          assert.ok(proxy.log.every(({ event }) => event !== 'fields-dropped'));
        }
      }
    });

    it(`is an error where the field is required or decides about a text: ${operation}`, async () => {
      for (const field of required[operation]) {
        for (const blank of ['', ' ', '\u00a0\u200b']) {
          const body = bodyOf(operation, at(field, blank));
          await assertRefusal(operation, { body, headers: texting }, [pathOf(operation, field)]);
        }
      }
    });
  }

  it('is a missing number of a text', async () => {
    const body = bodyOf('createPrequalLink', { sendSMS: true, customerPhoneNumber: ' ' });
    const difference = { body, headers: texting };
    await assertRefusal('createPrequalLink', difference, ['[0].customerPhoneNumber']);
  });
});
