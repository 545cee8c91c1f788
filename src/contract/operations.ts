/**
 * The operations table: what the service document says about each operation, and nothing else. The service client, the
 * proxy, the sandbox, and the msw handlers read paths, credentials, schemas, statuses, and messages from it.
 *
 * Each operation says whether it can be retried. The method doesn't decide that: the PUT of the pre-qualification link can
 * text a shopper.
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
  PrequalLinkRequestSchema,
  PrequalLinkSchema,
  type PayOverTimeLinkRequest,
  type PrequalLinkRequest,
} from './links.js';
import { pagePaths } from './page-paths.js';

/** An error that an operation declares (service document, "Errors"). */
export interface DeclaredError {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The message. Several errors can have the same one. */
  readonly message: string;
  /** The condition for this response, in words. */
  readonly condition: string;
  /** True if the message ends with a list of the unsupported states. */
  readonly listsStates?: true;
}

/** The facts in the service document about one operation. */
export interface Operation {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below the base URL. `{location}` is a placeholder for one segment. */
  readonly path: string;
  /** The names of the headers with the required credentials. */
  readonly credentials: readonly ('svc-key' | 'svc-secret')[];
  /** True if a second request does no harm. */
  readonly retryable: boolean;
  /** The schema of the query, if the operation has one. */
  readonly query?: z.ZodType;
  /** The schema of the request's JSON body, if the operation has one. */
  readonly request?: z.ZodType;
  /** The schema of the JSON body of a successful response. */
  readonly response: z.ZodType;
  /** Present if the operation can send a text message. */
  readonly sms?: {
    /** True if the service sends a text message when `sendSMS` is omitted. */
    readonly whenOmitted: boolean;
    /** The path of the phone number in the request, as in `[0].customerPhoneNumber`. */
    readonly phoneNumberPath: string;
    /** Returns the phone number that gets the text message, or undefined if the request has none. */
    phoneNumber(request: never): string | undefined;
  };
  /** The errors that the operation declares, keyed by a name for their condition. */
  readonly errors: Readonly<Record<string, DeclaredError>>;
}

/** Returns a row of the tables in the service document, "Errors". */
function row(status: number, message: string, condition: string): DeclaredError {
  return { status, message, condition };
}

const keyOnly = ['svc-key'] as const;
const keyAndSecret = ['svc-key', 'svc-secret'] as const;

// Errors that several operations declare.
const badCredentials = row(403, 'Bad credentials', 'Key or secret not valid');
const unauthorized = row(401, 'Unauthorized', 'Key and/or secret match no integrator credentials');
const serverError = row(500, 'Internal Server Error', 'Server-side failure');

// Not specified: success status codes. We treat any 2xx as success.
// Not specified: rate limits. We treat 429 and 503 as "busy".
export const operations = {
  estimatePayments: {
    method: 'PUT',
    path: pagePaths.estimatePayments,
    credentials: keyOnly,
    retryable: true,
    query: EstimateQuerySchema,
    // Not specified: the maximum number of items. We set none here.
    request: z.array(EstimateItemSchema).min(1),
    response: z.array(EstimateResultSchema),
    errors: {
      badCredentials,
      locationRequired: row(
        422,
        'LocationNotFound',
        'Location is required for a multiple-vertical alliance and was not given',
      ),
      locationNotFound: row(422, 'LocationNotFound', 'Location not found for the alliance'),
      verticalNotFound: row(422, 'LocationNotFound', 'Alliance vertical not found'),
      serverError,
    },
  },
  createPayOverTimeLink: {
    method: 'POST',
    path: pagePaths.createPayOverTimeLink,
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
      allianceNotAllowed: row(
        403,
        'Provided alliance is not allowed',
        'The key is not associated with the retailer',
      ),
      locationNotFound: row(
        404,
        'Location does not exist',
        'Location not associated with the retailer',
      ),
      invalidPhoneNumber: row(422, 'Invalid phone number', 'Not a valid US phone number'),
      invalidEmail: row(422, 'Email address is not valid', 'Invalid representative email'),
      serverError: row(
        500,
        'Internal Server Error',
        'Location attribute missing, or server-side failure',
      ),
    },
  },
  createPrequalLink: {
    method: 'PUT',
    path: pagePaths.createPrequalLink,
    credentials: keyOnly,
    retryable: false,
    // Not specified: what more than one object in the array means. We send and accept exactly one.
    request: z.tuple([PrequalLinkRequestSchema]),
    response: PrequalLinkSchema,
    sms: {
      whenOmitted: true,
      phoneNumberPath: '[0].customerPhoneNumber',
      // Not specified: which number gets the text message if `customerPhoneNumber` is missing. We text only this number.
      phoneNumber: ([request]: [PrequalLinkRequest]) => request.customerPhoneNumber,
    },
    errors: {
      badCredentials,
      locationNotFound: row(
        404,
        'Not Found',
        'No retailer mapped to the given alliance and location',
      ),
      applicationMissing: row(
        422,
        'Unprocessable entity',
        'Online application missing for the retailer',
      ),
      applicationDisabled: row(
        422,
        'Unprocessable entity',
        'Online application disabled for the retailer',
      ),
      serverError,
    },
  },
  addMerchantLocation: {
    method: 'POST',
    path: '/onboarding/api/v1/location',
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
      badRequest: row(
        400,
        'Bad Request',
        'Missing or invalid input, or sendSMS true with no representative phone number',
      ),
      unauthorized,
      locationExists: row(409, 'Conflict', 'Same location already added for this integrator'),
      verticalNotSupported: row(422, 'Unprocessable Entity', 'Vertical not supported'),
      stateNotSupported: {
        ...row(
          422,
          'Unprocessable Entity',
          'State not supported (the message lists the unsupported states)',
        ),
        listsStates: true,
      },
      serverError,
    },
  },
  getMerchantStatus: {
    method: 'GET',
    path: '/onboarding/api/v1/location/{location}',
    credentials: keyAndSecret,
    retryable: true,
    response: MerchantStatusSchema,
    errors: {
      unauthorized,
      locationNotFound: row(404, 'Resource Not Found', 'Location not found'),
      stateNotSupported: row(
        422,
        'State Not Supported',
        'Merchant operates in an unsupported state',
      ),
      serverError,
    },
  },
} as const satisfies Record<string, Operation>;

/** Name of an operation. */
export type OperationName = keyof typeof operations;

/** Method and path of all operations. */
export const routes: {
  readonly [Name in OperationName]: Pick<(typeof operations)[Name], 'method' | 'path'>;
} = { ...operations };

/** Names of the operations, in the order of the service document. */
export const operationNames = Object.keys(operations) as OperationName[];

/** Returns the errors that an operation declares. */
export function declaredErrors(operation: OperationName): readonly DeclaredError[] {
  return Object.values(operations[operation].errors);
}

/** Field names that are no longer used, each with its replacement (service document, "Versioning"). */
export const retiredFields: Readonly<Record<string, string>> = {
  advisorEmail: 'representativeEmail',
};
