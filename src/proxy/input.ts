/**
 * What the proxy lets through: the contract's schemas, narrowed by our own documented limits. Unknown fields are
 * refused, nothing is coerced, and the body that goes to the service is built anew from what passed here.
 * It does not know who is asking, nor what is allowed to them.
 */
import * as z from 'zod';
import {
  EstimateItemSchema,
  EstimateQuerySchema,
  MerchantLocationRequestSchema,
  PayOverTimeLinkRequestSchema,
  PrequalLinkRequestSchema,
  VerticalSchema,
  isSupportedState,
  retiredFields,
  type EstimateQuery,
} from '../contract/index.js';
import { centsOf } from '../internal/cents.js';
import { invalidRequest, toPath } from './field-errors.js';
import { readTexts } from './input-texts.js';
import { maxAmount, maxIdLength, maxItems, readPlainItems } from './plain-items.js';
import { ProblemError, type FieldError } from './problem.js';

/** Dollars above zero with at most two decimals. Float noise is rounded to cents, a real third decimal is refused. */
const DollarsSchema = z
  .number()
  .positive()
  .max(maxAmount)
  .transform((amount, context) => {
    const cents = centsOf(amount);
    if (cents > 0) return cents / 100;
    context.addIssue({ code: 'custom', message: 'More than two decimals' });
    return z.NEVER;
  });

const RequiredTextSchema = z.string().min(1);

/** The accepted body of each operation that has one. */
export const bodySchemas = {
  estimatePayments: z
    .array(
      EstimateItemSchema.extend({
        id: z.string().min(1).max(maxIdLength),
        totalAmount: DollarsSchema,
      }),
    )
    .min(1)
    .max(maxItems)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      items.forEach(({ id }, index) => {
        if (seen.has(id)) {
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Not unique' });
        }
        seen.add(id);
      });
    }),
  createPayOverTimeLink: PayOverTimeLinkRequestSchema.extend({
    amount: DollarsSchema,
    location: RequiredTextSchema,
    transactionId: RequiredTextSchema,
  }),
  createPrequalLink: z.tuple([PrequalLinkRequestSchema.extend({ location: RequiredTextSchema })]),
  addMerchantLocation: MerchantLocationRequestSchema.extend({
    location: RequiredTextSchema,
    // A text beyond the list is answered in another way than what is no text.
    vertical: z.string().pipe(VerticalSchema).meta({ enum: VerticalSchema.options }),
  }),
} as const;

type BodyOf<Name extends keyof typeof bodySchemas> = z.output<(typeof bodySchemas)[Name]>;

/** Checks a body. Throws 400 `invalid-request`, or the 422 of the field that is wrong. */
export function parseBody<Name extends keyof typeof bodySchemas>(
  operation: Name,
  json: unknown,
): BodyOf<Name> {
  const parsed = bodySchemas[operation].safeParse(json);
  if (!parsed.success) throw toProblem(parsed.error.issues);
  return readTexts(parsed.data as BodyOf<Name>);
}

/**
 * Checks the body of an estimation. Throws 400 `invalid-request`. The schema judges only what is not plain: it takes
 * ten times as long, on what is half of the work of an amount that nobody has asked for.
 */
export function parseEstimateItems(json: unknown): BodyOf<'estimatePayments'> {
  return readPlainItems(json) ?? parseBody('estimatePayments', json);
}

/** Checks the query of an estimation: each parameter at most once, none empty, none unknown. */
export function parseEstimateQuery(search: URLSearchParams): EstimateQuery {
  const names = [...search.keys()];
  const twice = names.find((key, index) => names.indexOf(key) !== index);
  if (twice !== undefined) {
    throw invalidRequest([{ path: toPath([twice]), message: 'Given more than once' }]);
  }
  const parsed = EstimateQuerySchema.safeParse(Object.fromEntries(search));
  if (!parsed.success) throw toProblem(parsed.error.issues);
  const empty = Object.entries(parsed.data).find(([, value]) => value === '');
  if (empty) throw invalidRequest([{ path: empty[0], message: 'Empty' }]);
  return readTexts(parsed.data);
}

/** Decodes and checks the location in a path. Throws 400 `invalid-request`. */
export function parsePathLocation(segment: string): string {
  return readTexts({ location: decode(segment) }).location;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidRequest([{ path: 'location', message: 'Invalid percent-encoding' }]);
  }
}

/** Holds the states that the contract excludes against a location to be added. Throws 422 `state-not-supported`. */
export function checkState({ vertical, businessAddress }: BodyOf<'addMerchantLocation'>): void {
  if (businessAddress?.state === undefined || isSupportedState(vertical, businessAddress.state)) {
    return;
  }
  throw new ProblemError('state-not-supported', 'The service is not available in this state.', {
    errors: [{ path: 'businessAddress.state', message: 'Not supported' }],
  });
}

function toProblem(issues: readonly z.core.$ZodIssue[]): ProblemError {
  const errors = issues.flatMap(toFieldErrors).slice(0, 20);
  const [first] = issues;
  const unknownVertical =
    issues.length === 1 && first?.code === 'invalid_value' && first.path.join() === 'vertical';
  if (!unknownVertical) return invalidRequest(errors);
  return new ProblemError('vertical-not-supported', 'The service knows no such vertical.', {
    errors,
  });
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: toPath(issue.path), message: issue.message }];
  }
  return issue.keys.map((key) => {
    const replacement = Object.hasOwn(retiredFields, key) ? retiredFields[key] : undefined;
    return {
      path: toPath([...issue.path, key]),
      message: replacement ? `Replaced by ${replacement}` : 'Unknown field',
    };
  });
}
