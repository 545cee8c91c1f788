/**
 * The operations table: the facts of the service document about each operation, and nothing else. The service client,
 * the proxy, the sandbox and the msw handlers read credentials, schemas, statuses and messages from it. Methods and paths
 * come from routes.ts, which the page reads, too.
 *
 * Retrying is decided for each operation, never by method: the PUT of the pre-qualification link can text a shopper.
 */
import * as z from 'zod';
import { EstimateItemSchema, EstimateQuerySchema, EstimateResultSchema } from './estimate.js';
import {
  MerchantLocationRequestSchema,
  MerchantLocationSchema,
  MerchantStatusSchema,
  type MerchantLocationRequest,
} from './merchant-location.js';
import {
  PayOverTimeLinkRequestSchema,
  PayOverTimeLinkSchema,
  type PayOverTimeLinkRequest,
} from './pay-over-time-link.js';
import {
  PrequalLinkRequestSchema,
  PrequalLinkSchema,
  type PrequalLinkRequest,
} from './prequal-link.js';
import type { DeclaredError, Operation } from './operation.js';
import { routes, type OperationName } from './routes.js';

const keyOnly = ['svc-key'] as const;
const keyAndSecret = ['svc-key', 'svc-secret'] as const;

// Errors that several operations declare.
const badCredentials = {
  status: 403,
  message: 'Bad credentials',
  condition: 'Key or secret not valid',
} as const;
const unauthorized = {
  status: 401,
  message: 'Unauthorized',
  condition: 'Key and/or secret match no integrator credentials',
} as const;
const serverError = {
  status: 500,
  message: 'Internal Server Error',
  condition: 'Server-side failure',
} as const;

// Not shown: success status codes. We take any 2xx as success.
// Not shown: the shape of an error body. We look for the message in it and live without one.
// Not shown: rate limits. We take 429 and 503 for "busy".
export const operations = {
  estimatePayments: {
    ...routes.estimatePayments,
    credentials: keyOnly,
    retryable: true,
    query: EstimateQuerySchema,
    // Not shown: the maximum number of items. We set none here.
    request: z.array(EstimateItemSchema).min(1),
    response: z.array(EstimateResultSchema),
    errors: {
      badCredentials,
      locationRequired: {
        status: 422,
        message: 'LocationNotFound',
        condition: 'Location is required for a multiple-vertical alliance and was not given',
      },
      locationNotFound: {
        status: 422,
        message: 'LocationNotFound',
        condition: 'Location not found for the alliance',
      },
      verticalNotFound: {
        status: 422,
        message: 'LocationNotFound',
        condition: 'Alliance vertical not found',
      },
      serverError,
    },
  },
  createPayOverTimeLink: {
    ...routes.createPayOverTimeLink,
    credentials: keyOnly,
    retryable: false,
    request: PayOverTimeLinkRequestSchema,
    response: PayOverTimeLinkSchema,
    sms: {
      whenOmitted: true,
      phoneNumberPath: 'phoneNumber',
      phoneNumber: (request: PayOverTimeLinkRequest) => request.phoneNumber,
    },
    errors: {
      allianceNotAllowed: {
        status: 403,
        message: 'Provided alliance is not allowed',
        condition: 'The key is not associated with the retailer',
      },
      locationNotFound: {
        status: 404,
        message: 'Location does not exist',
        condition: 'Location not associated with the retailer',
      },
      invalidPhoneNumber: {
        status: 422,
        message: 'Invalid phone number',
        condition: 'Not a valid US phone number',
      },
      invalidEmail: {
        status: 422,
        message: 'Email address is not valid',
        condition: 'Invalid representative email',
      },
      serverError: {
        status: 500,
        message: 'Internal Server Error',
        condition: 'Location attribute missing, or server-side failure',
      },
    },
  },
  createPrequalLink: {
    ...routes.createPrequalLink,
    credentials: keyOnly,
    retryable: false,
    // Not shown: what more than one object in the array means. We send and take exactly one.
    request: z.tuple([PrequalLinkRequestSchema]),
    response: PrequalLinkSchema,
    sms: {
      whenOmitted: true,
      phoneNumberPath: '[0].customerPhoneNumber',
      // Not shown: which number is texted, if any, when `customerPhoneNumber` is absent. We text this one only.
      phoneNumber: ([request]: [PrequalLinkRequest]) => request.customerPhoneNumber,
    },
    errors: {
      badCredentials,
      locationNotFound: {
        status: 404,
        message: 'Not Found',
        condition: 'No retailer mapped to the given alliance and location',
      },
      applicationMissing: {
        status: 422,
        message: 'Unprocessable entity',
        condition: 'Online application missing for the retailer',
      },
      applicationDisabled: {
        status: 422,
        message: 'Unprocessable entity',
        condition: 'Online application disabled for the retailer',
      },
      serverError,
    },
  },
  addMerchantLocation: {
    ...routes.addMerchantLocation,
    credentials: keyAndSecret,
    retryable: false,
    request: MerchantLocationRequestSchema,
    response: MerchantLocationSchema,
    sms: {
      whenOmitted: false,
      phoneNumberPath: 'representativeDetails.phoneNumber',
      phoneNumber: (request: MerchantLocationRequest) => request.representativeDetails.phoneNumber,
    },
    errors: {
      badRequest: {
        status: 400,
        message: 'Bad Request',
        condition: 'Missing or invalid input, or sendSMS true with no representative phone number',
      },
      unauthorized,
      locationExists: {
        status: 409,
        message: 'Conflict',
        condition: 'Same location already added for this integrator',
      },
      verticalNotSupported: {
        status: 422,
        message: 'Unprocessable Entity',
        condition: 'Vertical not supported',
      },
      stateNotSupported: {
        status: 422,
        message: 'Unprocessable Entity',
        condition: 'State not supported (the message lists the unsupported states)',
        listsStates: true,
      },
      serverError,
    },
  },
  getMerchantStatus: {
    ...routes.getMerchantStatus,
    credentials: keyAndSecret,
    retryable: true,
    response: MerchantStatusSchema,
    errors: {
      unauthorized,
      locationNotFound: {
        status: 404,
        message: 'Resource Not Found',
        condition: 'Location not found',
      },
      stateNotSupported: {
        status: 422,
        message: 'State Not Supported',
        condition: 'Merchant operates in an unsupported state',
      },
      serverError,
    },
  },
} as const satisfies Record<OperationName, Operation>;

/** Names of the operations, in the order of the service document. */
export const operationNames = Object.keys(operations) as OperationName[];

/** Returns the errors that an operation declares. */
export function declaredErrors(operation: OperationName): readonly DeclaredError[] {
  return Object.values(operations[operation].errors);
}

/** Retired field names, each with its replacement (service document, "Versioning"). */
export const retiredFields: Readonly<Record<string, string>> = {
  advisorEmail: 'representativeEmail',
};
