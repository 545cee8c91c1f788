import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  declaredErrors,
  operationNames,
  operations,
  retiredFields,
  routes,
  type MerchantLocationRequest,
  type OperationName,
} from '../../src/contract/index.js';

/** The sections "Endpoints", "Authentication", and "Errors" of the service document. */
const documented: Record<
  OperationName,
  readonly [route: string, credentials: string, errors: string[]]
> = {
  estimatePayments: [
    'PUT /purchase/api/v1/payment-estimation',
    'svc-key',
    [
      '403 Bad credentials: Key or secret not valid',
      '422 LocationNotFound: Location is required for a multiple-vertical alliance and was not given',
      '422 LocationNotFound: Location not found for the alliance',
      '422 LocationNotFound: Alliance vertical not found',
      '500 Internal Server Error: Server-side failure',
    ],
  ],
  createPayOverTimeLink: [
    'POST /epay/api/v1/epay/send-link',
    'svc-key',
    [
      '403 Provided alliance is not allowed: The key is not associated with the retailer',
      '404 Location does not exist: Location not associated with the retailer',
      '422 Invalid phone number: Not a valid US phone number',
      '422 Email address is not valid: Invalid representative email',
      '500 Internal Server Error: Location attribute missing, or server-side failure',
    ],
  ],
  createPrequalLink: [
    'PUT /purchase/api/v1/online-link',
    'svc-key',
    [
      '403 Bad credentials: Key or secret not valid',
      '404 Not Found: No retailer mapped to the given alliance and location',
      '422 Unprocessable entity: Online application missing for the retailer',
      '422 Unprocessable entity: Online application disabled for the retailer',
      '500 Internal Server Error: Server-side failure',
    ],
  ],
  addMerchantLocation: [
    'POST /onboarding/api/v1/location',
    'svc-key and svc-secret',
    [
      '400 Bad Request: Missing or invalid input, or sendSMS true with no representative phone number',
      '401 Unauthorized: Key and/or secret match no integrator credentials',
      '409 Conflict: Same location already added for this integrator',
      '422 Unprocessable Entity: Vertical not supported',
      '422 Unprocessable Entity: State not supported (the message lists the unsupported states)',
      '500 Internal Server Error: Server-side failure',
    ],
  ],
  getMerchantStatus: [
    'GET /onboarding/api/v1/location/{location}',
    'svc-key and svc-secret',
    [
      '401 Unauthorized: Key and/or secret match no integrator credentials',
      '404 Resource Not Found: Location not found',
      '422 State Not Supported: Merchant operates in an unsupported state',
      '500 Internal Server Error: Server-side failure',
    ],
  ],
};

describe('The operations', () => {
  it('are those of the service document, in its order', () => {
    assert.deepEqual(operationNames, Object.keys(documented));
  });

  for (const operation of operationNames) {
    const [route, credentials, errors] = documented[operation];

    it(`include ${operation} at ${route}, which requires ${credentials}`, () => {
      for (const { method, path } of [operations[operation], routes[operation]]) {
        assert.equal(`${method} ${path}`, route);
      }
      assert.equal(operations[operation].credentials.join(' and '), credentials);
    });

    it(`declare the ${errors.length} errors of ${operation}`, () => {
      assert.deepEqual(
        declaredErrors(operation).map(
          ({ status, message, condition }) => `${status} ${message}: ${condition}`,
        ),
        errors,
      );
    });
  }

  it('list states in the message of one error only', () => {
    const listing = operationNames.flatMap(declaredErrors).filter(({ listsStates }) => listsStates);
    assert.deepEqual(listing, [operations.addMerchantLocation.errors.stateNotSupported]);
  });

  it('can be retried only if they read', () => {
    const retryable = operationNames.filter((operation) => operations[operation].retryable);
    assert.deepEqual(retryable, ['estimatePayments', 'getMerchantStatus']);
  });

  it('send a text message without sendSMS for links, and not for onboarding', () => {
    const defaults = operationNames.flatMap((operation) => {
      const entry = operations[operation];
      return 'sms' in entry ? [[operation, entry.sms.whenOmitted]] : [];
    });
    assert.deepEqual(defaults, [
      ['createPayOverTimeLink', true],
      ['createPrequalLink', true],
      ['addMerchantLocation', false],
    ]);
  });

  it('send the text message to the documented field', () => {
    const { createPayOverTimeLink, createPrequalLink, addMerchantLocation } = operations;
    const location = 'a';
    const purchase = { amount: 1, location, transactionId: 'b', phoneNumber: '1' };
    const merchant = { location, vertical: 'Dental', representativeDetails: { phoneNumber: '3' } };
    assert.equal(createPayOverTimeLink.sms.phoneNumber(purchase), '1');
    assert.equal(createPrequalLink.sms.phoneNumber([{ location, customerPhoneNumber: '2' }]), '2');
    assert.equal(addMerchantLocation.sms.phoneNumber(merchant as MerchantLocationRequest), '3');
  });

  it('have renamed advisorEmail to representativeEmail', () => {
    assert.deepEqual(retiredFields, { advisorEmail: 'representativeEmail' });
  });
});
