/**
 * The fields that the proxy accepts: the contract's schemas, narrowed by the proxy's documented limits. Unknown fields
 * are refused and nothing is coerced. The body that goes to the service is built anew from the result.
 */
import * as z from 'zod';
import {
  EstimateItemSchema,
  MerchantLocationRequestSchema,
  PayOverTimeLinkRequestSchema,
  PrequalLinkRequestSchema,
  VerticalSchema,
  isSupportedState,
  operations,
  retiredFields,
  type OperationName,
} from '../../contract/index.js';
import { centsOf, maxEstimateItems } from '../../internal/dollars.js';
import { ProblemError, invalidRequest, toPath, type FieldError } from '../http/index.js';
import { readStrings } from './string-fields.js';

/** Dollars above zero with at most two decimals. Float noise is rounded to cents, a real third decimal is refused. */
const DollarsSchema = z
  .number()
  .positive()
  .max(999_999_999.99)
  .transform((amount, context) => {
    const cents = centsOf(amount);
    if (cents > 0) return cents / 100;
    context.addIssue({ code: 'custom', message: 'More than two decimals' });
    return z.NEVER;
  });

const RequiredTextSchema = z.string().min(1);

const SendSmsSchema = z
  .boolean()
  .optional()
  .describe('Texts the link. When omitted, no text is sent unless the proxy allows texts.');

/** A number that JSON carries unchanged: beyond 2^53, the next whole number is another one. */
const ExactNumberSchema = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const TextOrNumberSchema = z.union([z.string(), ExactNumberSchema]);

const EstimateItemFieldsSchema = EstimateItemSchema.extend({
  id: EstimateItemSchema.shape.id.min(1).max(128),
  totalAmount: DollarsSchema.describe('US dollars, at most two decimals.'),
});

/** The list of items, without a look at the items. */
const ItemListSchema = z.array(z.unknown()).min(1).max(maxEstimateItems);

/** Most errors of an answer, and most parameters of a query. */
const mostErrors = 20;
const mostParameters = 20;

/** The accepted body of each operation that has one. The ids of an estimation are unique as well (`parseItems`). */
export const bodySchemas = {
  estimatePayments: z.array(EstimateItemFieldsSchema).min(1).max(maxEstimateItems),
  createPayOverTimeLink: PayOverTimeLinkRequestSchema.extend({
    amount: DollarsSchema.describe(
      'US dollars, at most two decimals. Must be verified by the server of the integrator.',
    ),
    location: RequiredTextSchema,
    transactionId: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    roNumber: TextOrNumberSchema.optional(),
    representativeName: TextOrNumberSchema.optional(),
    redirectUrl: z
      .string()
      .optional()
      .describe(
        'Absolute URL on an origin that the proxy lists; on the origin of the page if it lists none.',
      ),
  }),
  createPrequalLink: z.tuple([
    PrequalLinkRequestSchema.extend({
      location: RequiredTextSchema,
      sendSMS: SendSmsSchema,
      departmentId: ExactNumberSchema.optional(),
    }),
  ]),
  addMerchantLocation: MerchantLocationRequestSchema.extend({
    location: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    // A text that is not listed gets another answer than a value that is not a text.
    vertical: z.string().pipe(VerticalSchema).meta({ enum: VerticalSchema.options }),
  }),
} as const;

/** The checked body of an operation. */
export type FieldsOf<Name extends keyof typeof bodySchemas> = z.output<(typeof bodySchemas)[Name]>;

/** Checks a body. Throws 400 `invalid-request`, or the 422 of a field. */
export function parseBody<Name extends keyof typeof bodySchemas>(
  operation: Name,
  json: unknown,
): FieldsOf<Name> {
  if (operation === 'estimatePayments') return readStrings(parseItems(json) as FieldsOf<Name>);
  const parsed = bodySchemas[operation].safeParse(json);
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  return readStrings(parsed.data as FieldsOf<Name>);
}

/** Checks the items one by one, since a schema of the whole list would find the errors of all 500 first. */
function parseItems(json: unknown): FieldsOf<'estimatePayments'> {
  const list = ItemListSchema.safeParse(json);
  if (!list.success) throw problemOfIssues(list.error.issues);
  const items: FieldsOf<'estimatePayments'> = [];
  const ids = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, item] of list.data.entries()) {
    const { data, error } = EstimateItemFieldsSchema.safeParse(item);
    if (error) {
      errors.push(...error.issues.flatMap((issue) => toFieldErrors(issue, [index])));
    } else {
      if (ids.has(data.id)) errors.push({ path: toPath([index, 'id']), message: 'Not unique' });
      ids.add(data.id);
      items.push(data);
    }
    if (errors.length >= mostErrors) break;
  }
  if (errors.length > 0) throw invalidRequest(errors.slice(0, mostErrors));
  return items;
}

/** Name of an operation with a query. */
type QueryOperation = {
  [Name in OperationName]: 'query' extends keyof (typeof operations)[Name] ? Name : never;
}[OperationName];

/** The checked query of an operation. */
type QueryOf<Name extends QueryOperation> = z.output<(typeof operations)[Name]['query']>;

/** Reads a query, as in `?location=main-street`. Throws 400 `invalid-request` for a parameter that is there twice. */
export function readQuery(search: string): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams(search);
  if (parameters.size > mostParameters) {
    const message = `More than ${mostParameters} query parameters`;
    throw invalidRequest([{ path: '', message }]);
  }
  const names = [...parameters.keys()];
  const twice = names.find((key, index) => names.indexOf(key) !== index);
  if (twice !== undefined) {
    throw invalidRequest([{ path: toPath([twice]), message: 'Given more than once' }]);
  }
  return Object.fromEntries(parameters);
}

/** Checks a query: no parameter is unknown or empty. Throws 400 `invalid-request`. */
export function parseQuery<Name extends QueryOperation>(
  operation: Name,
  query: unknown,
): QueryOf<Name> {
  const parsed = operations[operation].query.safeParse(query);
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  const empty = Object.entries(parsed.data).find(([, value]) => value === '');
  if (empty) throw invalidRequest([{ path: empty[0], message: 'Empty' }]);
  return readStrings(parsed.data as QueryOf<Name>);
}

/** Decodes and checks the location in a path. Throws 400 `invalid-request`. */
export function parsePathLocation(segment: string): string {
  return readStrings({ location: decode(segment) }).location;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidRequest([{ path: 'location', message: 'Invalid percent-encoding' }]);
  }
}

/** Refuses a location in a state that the contract excludes. Throws 422 `state-not-supported`. */
export function checkState({ vertical, businessAddress }: FieldsOf<'addMerchantLocation'>): void {
  if (businessAddress?.state === undefined || isSupportedState(vertical, businessAddress.state)) {
    return;
  }
  throw new ProblemError('state-not-supported', 'The service is not available in this state.', {
    errors: [{ path: 'businessAddress.state', message: 'Not supported' }],
  });
}

function problemOfIssues(issues: readonly z.core.$ZodIssue[]): ProblemError {
  const errors = issues.flatMap((issue) => toFieldErrors(issue)).slice(0, mostErrors);
  const [first] = issues;
  const unknownVertical =
    issues.length === 1 && first?.code === 'invalid_value' && first.path.join() === 'vertical';
  if (!unknownVertical) return invalidRequest(errors);
  return new ProblemError('vertical-not-supported', 'The service does not know this vertical.', {
    errors,
  });
}

function toFieldErrors(issue: z.core.$ZodIssue, parent: readonly PropertyKey[] = []): FieldError[] {
  const path = [...parent, ...issue.path];
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: toPath(path), message: issue.message }];
  }
  return issue.keys.slice(0, mostErrors).map((key) => {
    const replacement = Object.hasOwn(retiredFields, key) ? retiredFields[key] : undefined;
    return {
      path: toPath([...path, key]),
      message: replacement ? `Replaced by ${replacement}` : 'Unknown field',
    };
  });
}
