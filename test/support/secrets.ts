import assert from 'node:assert/strict';
import { operations, type OperationName } from '../../src/contract/index.js';
import { signPurchase } from '../../src/proxy/index.js';
import { type RequestChanges, shop } from './test-proxy.js';

/** What the service's own credentials look like here. Each has characters that encodings change. */
export const credentials = {
  svcKey: 'Key+of/Sentinel"1%',
  svcSecret: 'Secret+of/Sentinel"2%',
};

/** All that only the integrator knows. */
export const secrets = {
  ...credentials,
  adminToken: 'Token+of/Sentinel"3%',
  purchaseSecret: 'Purchase+of/Sentinel"4%',
};

/** A customer, with a sentinel in every field. */
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

/** Each operation with a sentinel in every field. */
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
/** What people are known by, and goes to the service as it is. */
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

/** All that belongs to people. */
export const personal = { ...sent, phoneAsWritten: customer.phone, idempotencyKey, purchaseToken };

/** What gives access to an application; answers may hold it, logs may not. */
export const linkSecrets = {
  url: 'https://apply.example/Link+Sentinel',
  token: 'Token-of-the-Sentinel',
};

/** Asserts that a text holds none of the sentinels, plain or in an encoding that logs and stores know. */
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

/** Matches a text that holds one of the sentinels. Faster than `assertNoSentinel`, for a million texts. */
export function sentinelPattern(sentinels: Readonly<Record<string, string>>): RegExp {
  const written = Object.values(sentinels).flatMap((sentinel) =>
    encodings(sentinel).map(([, text]) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')),
  );
  return new RegExp([...new Set(written)].join('|'), 'i');
}

/** Six ways to write a text. In base64 it looks different at each of the three places where it can begin. */
function encodings(text: string): [encoding: string, written: string][] {
  const bytes = Buffer.from(text);
  const inBase64 = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on what stands around it.
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
