import assert from 'node:assert/strict';
import { operations, type OperationName } from '../../src/contract/index.js';
import { signPurchase } from '../../src/proxy/index.js';
import { type RequestChanges, shop } from './test-proxy.js';

/** Credentials with characters that encodings change. */
export const credentials = {
  svcKey: 'Key+of/Sentinel"1%',
  svcSecret: 'Secret+of/Sentinel"2%',
};

/** All secrets of the integrator. */
export const secrets = {
  ...credentials,
  adminToken: 'Token+of/Sentinel"3%',
  purchaseSecret: 'Purchase+of/Sentinel"4%',
};

/** A customer with a sentinel in every field. */
export const customer = {
  firstName: 'Zoë "Sentinel" O\\Hara',
  lastName: 'Lastname Sentinel/ß',
  email: 'sentinel+customer@home.example',
  phone: '(415) 555-2671',
  dateOfBirth: '1971-03-04',
  addressDetails: {
    address: '17 Sentinel "Street"',
    city: 'Sentinel Cité',
    state: 'Sentinel State',
    zipcode: 'SEN-94105',
  },
};
const representative = {
  representativeFirstName: 'Ada Sentinel/é',
  representativeLastName: 'Byron "Sentinel"',
  representativeEmail: 'sentinel+seller@shop.example',
};
const place = 'Sentinel "Store" é';
const reference = 'Order "Sentinel" é/1';
export const idempotencyKey = 'key-of-the-sentinel-click/+"';

export const purchaseToken = await signPurchase(
  { amount: 1299, transactionId: reference, exp: Math.floor(Date.now() / 1000) + 3600 },
  secrets.purchaseSecret,
);

/** A request to each operation with a sentinel in every field. */
export const requests: Readonly<Record<OperationName, RequestChanges>> = {
  estimatePayments: {
    query: `?${new URLSearchParams({ location: place, representative: 'Seller Sentinel é' })}`,
  },
  createPayOverTimeLink: {
    body: {
      ...representative,
      location: place,
      transactionId: reference,
      amount: 1299,
      phoneNumber: customer.phone,
      customerDetails: customer,
      sendSMS: true,
      departmentId: 'Department "Sentinel"',
      sourcePlatform: 'Platform "Sentinel"',
      redirectUrl: `${shop}/thanks?order=${encodeURIComponent(reference)}`,
      roNumber: 'Ro "Sentinel"',
      representativeName: 'Ada B. "Sentinel"',
    },
  },
  createPrequalLink: {
    body: [
      {
        ...representative,
        location: place,
        referral: reference,
        customerPhoneNumber: customer.phone,
        customerDetails: customer,
        sendSMS: true,
        sourcePlatform: 'Platform "Sentinel"',
      },
    ],
  },
  addMerchantLocation: {
    body: {
      location: place,
      sendSMS: true,
      legalName: 'Legal "Sentinel"',
      businessName: 'Business "Sentinel"',
      vertical: 'General_Retail',
      businessAddress: { ...customer.addressDetails, suite: 'Suite "Sentinel"' },
      representativeDetails: {
        firstName: representative.representativeFirstName,
        lastName: representative.representativeLastName,
        phoneNumber: customer.phone,
        email: representative.representativeEmail,
      },
      sourcePlatform: 'Platform "Sentinel"',
    },
  },
  getMerchantStatus: {
    path: operations.getMerchantStatus.path.replace('{location}', encodeURIComponent(place)),
  },
};

const { addressDetails, ...aboutCustomer } = customer;
/** Personal data that goes to the service unchanged. */
export const sent: Readonly<Record<string, string>> = {
  ...aboutCustomer,
  ...addressDetails,
  ...representative,
  place,
  reference,
  phone: '4155552671',
  seller: 'Seller Sentinel é',
  department: 'Department "Sentinel"',
  platform: 'Platform "Sentinel"',
  roNumber: 'Ro "Sentinel"',
  representativeName: 'Ada B. "Sentinel"',
  legalName: 'Legal "Sentinel"',
  businessName: 'Business "Sentinel"',
  suite: 'Suite "Sentinel"',
};

/** All personal data. */
export const personal = { ...sent, phoneAsWritten: customer.phone, idempotencyKey, purchaseToken };

/** Values that give access to an application. Responses may contain them, but logs may not. */
export const linkSecrets = {
  url: 'https://apply.example/Link+Sentinel',
  token: 'Token-of-the-Sentinel',
};

/** Asserts that a text contains none of the sentinels, neither plain nor encoded. */
export function assertNoSentinel(text: string, sentinels: Readonly<Record<string, string>>): void {
  const lowerCase = text.toLowerCase();
  for (const [name, sentinel] of Object.entries(sentinels)) {
    for (const [encoding, written] of encodings(sentinel)) {
      const isThere =
        encoding === 'base64' ? text.includes(written) : lowerCase.includes(written.toLowerCase());
      assert.ok(!isThere, `${name} is there (${encoding}): ${text.slice(0, 2_000)}`);
    }
  }
}

/** Lists the encodings of a text. In base64, a text has three forms, depending on its offset. */
function encodings(text: string): [encoding: string, written: string][] {
  const bytes = Buffer.from(text);
  const inBase64 = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on the surrounding text.
    return base64.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return [
    ['plain', text],
    ['percent', encodeURIComponent(text)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['hex', bytes.toString('hex')],
    ...inBase64.map((base64): [string, string] => ['base64', base64]),
    ...inBase64.map((base64): [string, string] => [
      'base64',
      base64.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ];
}
