import type { OperationName, operations } from '../../src/contract/index.js';
import {
  estimation,
  merchantLocation,
  merchantStatus,
  payOverTimeLink,
  prequalLink,
  valid,
  type Send,
} from './requests.js';
import type { Capability } from './target.js';

/** How ordinary input produces one declared error. */
export interface ErrorRow {
  readonly send: Send;
  /** What makes the request wrong, sent first. */
  readonly after?: Send;
  readonly needs?: Capability;
}

type ErrorRows = {
  readonly [Name in OperationName]: Readonly<
    Record<keyof (typeof operations)[Name]['errors'], ErrorRow>
  >;
};

/** A row for each error that an operation declares. */
export const errorRows: ErrorRows = {
  estimatePayments: {
    badCredentials: {
      send: { ...valid.estimatePayments, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationRequired: {
      send: { ...valid.estimatePayments, as: 'severalVerticals' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: estimation([1299], { location: 'nowhere' }) },
    verticalNotFound: {
      send: { ...valid.estimatePayments, as: 'noVertical' },
      needs: 'own-credentials',
    },
    serverError: { send: estimation([1299], { location: 'server-error' }) },
  },
  createPayOverTimeLink: {
    allianceNotAllowed: {
      send: { ...valid.createPayOverTimeLink, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: payOverTimeLink({ location: 'nowhere' }) },
    invalidPhoneNumber: {
      send: payOverTimeLink({ phoneNumber: '+44 20 7946 0000', sendSMS: true }),
      needs: 'invalid-contacts',
    },
    invalidEmail: {
      send: payOverTimeLink({ representativeEmail: 'ada at example' }),
      needs: 'invalid-contacts',
    },
    serverError: { send: payOverTimeLink({ location: 'server-error' }) },
  },
  createPrequalLink: {
    badCredentials: {
      send: { ...valid.createPrequalLink, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: prequalLink({ location: 'nowhere' }) },
    applicationMissing: {
      after: valid.addMerchantLocation,
      send: prequalLink({ location: valid.addMerchantLocation.body.location }),
    },
    applicationDisabled: { send: prequalLink({ location: 'paused-spa' }) },
    serverError: { send: prequalLink({ location: 'server-error' }) },
  },
  addMerchantLocation: {
    badRequest: {
      send: merchantLocation({ representativeDetails: undefined }),
      needs: 'malformed-input',
    },
    unauthorized: {
      send: { ...valid.addMerchantLocation, as: 'wrongSecret' },
      needs: 'own-credentials',
    },
    locationExists: { after: valid.addMerchantLocation, send: valid.addMerchantLocation },
    verticalNotSupported: {
      send: merchantLocation({ vertical: 'dental' }),
      needs: 'unknown-vertical',
    },
    stateNotSupported: {
      send: merchantLocation({ businessAddress: { state: 'PR' } }),
      needs: 'unsupported-state',
    },
    serverError: { send: merchantLocation({ location: 'server-error' }) },
  },
  getMerchantStatus: {
    unauthorized: {
      send: { ...merchantStatus('main-street'), as: 'wrongSecret' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: merchantStatus('nowhere') },
    stateNotSupported: { send: merchantStatus('island-gallery') },
    serverError: { send: merchantStatus('server-error') },
  },
};

/** Requests that are wrong in ways the contract only half speaks of; whatever the answer, it must be declared. */
export const oddRequests: readonly Send[] = [
  ...[
    undefined,
    null,
    7,
    'text',
    {},
    [],
    [null],
    [[]],
    [{}],
    [{ id: 'a', totalAmount: '12' }],
  ].flatMap((body): Send[] => [
    { operation: 'estimatePayments', body },
    { operation: 'createPayOverTimeLink', body },
    { operation: 'createPrequalLink', body },
    { operation: 'addMerchantLocation', body },
  ]),
  ...(
    [
      'estimatePayments',
      'createPayOverTimeLink',
      'createPrequalLink',
      'addMerchantLocation',
    ] as const
  ).map((operation): Send => ({ ...valid[operation], as: 'nobody' })),
  { ...merchantStatus('main-street'), as: 'nobody' },
  { ...merchantStatus('main-street'), as: 'wrongKey' },
  { ...valid.addMerchantLocation, as: 'wrongKey' },
  { ...valid.createPrequalLink, as: 'noVertical' },
  estimation([1299], { timeZone: '+05:00' }),
  payOverTimeLink({ location: undefined }),
  payOverTimeLink({ advisorEmail: 'ada@example.com' }),
  payOverTimeLink({ departmentId: 7 }),
  payOverTimeLink({ phoneNumber: undefined, sendSMS: true }),
  payOverTimeLink({ phoneNumber: 'unlisted' }),
  prequalLink({ departmentId: '7' }),
  prequalLink({ customerPhoneNumber: 'unlisted', sendSMS: true }),
  { ...valid.createPrequalLink, body: valid.createPrequalLink.body[0] },
  {
    ...valid.createPrequalLink,
    body: [valid.createPrequalLink.body[0], valid.createPrequalLink.body[0]],
  },
  merchantLocation({ location: ' ' }),
  merchantLocation({ vertical: undefined }),
  merchantLocation({ vertical: 7 }),
  merchantLocation({ representativeDetails: {}, sendSMS: true }),
  merchantLocation({ businessAddress: { state: 'WV' }, vertical: 'Home_Services' }),
  merchantStatus('a/b'),
  merchantStatus('%'),
];
