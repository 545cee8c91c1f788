import * as z from 'zod';
import { inapplicableFields, maxAprPercent, maxDollars } from './estimate-amounts.js';
import type { EstimateQuery } from './estimate-query.js';
import type { FieldSchemas } from './fields.js';

export { inapplicableFields } from './estimate-amounts.js';
export type { EstimateQuery } from './estimate-query.js';

/** One amount to estimate (service document, "EstimateItem"). */
export interface EstimateItem {
  /** Chosen by the caller. The result has the same ID. Several items may have the same one. */
  id: string;
  /** The purchase amount. US dollars, at most two decimals. */
  totalAmount: number;
}

export const EstimateItemSchema = z.strictObject({
  id: z
    .string()
    .describe(
      'Chosen by the caller. The result has the same ID. Several items may have the same one.',
    ),
  totalAmount: z.number().describe('US dollars, at most two decimals.'),
} satisfies FieldSchemas<EstimateItem>);

const inapplicableNote = 'All four amounts are -1 if the amount cannot be financed.';

// The usual case comes first, because zod tries them in order and creates an error for each one that doesn't match.
const DollarsSchema = z.union([z.number().min(0).max(maxDollars), z.literal(-1)]);
const AprSchema = z.union([z.number().min(0).max(maxAprPercent), z.literal(-1)]);

/**
 * The estimate of one amount (service document, "EstimateResult"). Either all of `inapplicableFields` are -1, or none of
 * them are. The monthly payment is above zero, unless the shopper pays the full amount at checkout and borrows nothing.
 */
export interface EstimateResult {
  /** The ID of the item. Chosen by the caller. The result has the same ID. Several items may have the same one. */
  id: string;
  /** The monthly payment. US dollars. All four amounts are -1 if the amount cannot be financed. */
  monthlyAmount: number;
  /** The amount borrowed. US dollars. All four amounts are -1 if the amount cannot be financed. */
  amountFinanced: number;
  /** The down payment. US dollars due at checkout. All four amounts are -1 if the amount cannot be financed. */
  downPayment: number;
  /** The APR of the loan, such as 9.99. Percent. All four amounts are -1 if the amount cannot be financed. */
  apr: number;
  /** The required down payment. Percent of the amount financed. Not one of the four amounts. */
  downPaymentPercent?: number | null | undefined;
}

export const EstimateResultSchema = z
  .object({
    id: EstimateItemSchema.shape.id,
    monthlyAmount: DollarsSchema.describe(`US dollars. ${inapplicableNote}`),
    amountFinanced: DollarsSchema.describe(`US dollars. ${inapplicableNote}`),
    downPayment: DollarsSchema.describe(`US dollars due at checkout. ${inapplicableNote}`),
    apr: AprSchema.describe(`Percent. ${inapplicableNote}`),
    // Not specified: whether it's always present, and its value for an inapplicable amount. We accept a missing one and null.
    downPaymentPercent: z
      .number()
      .nullish()
      .describe('Percent of the amount financed. Not one of the four amounts.'),
  } satisfies FieldSchemas<EstimateResult>)
  .refine((result) => isInapplicable(result) || hasAmounts(result), {
    error: 'Only some of the amounts are -1',
  });

type Amounts = Record<(typeof inapplicableFields)[number], number>;

/** True if the service says that this amount can't be financed. */
export function isInapplicable(result: Amounts): boolean {
  return inapplicableFields.every((field) => result[field] === -1);
}

function hasAmounts(result: Amounts): boolean {
  if (inapplicableFields.some((field) => result[field] === -1)) return false;
  return result.monthlyAmount > 0 || result.amountFinanced === 0;
}

/** The time zone that the service assumes if none is sent. */
export const defaultTimeZone = 'America/Los_Angeles';

export const EstimateQuerySchema = z.strictObject({
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'Not an IANA time zone' })
    .optional()
    .describe(
      `An IANA name such as America/New_York. If missing, the service assumes ${defaultTimeZone}.`,
    ),
  location: z.string().optional(),
  representative: z.string().optional(),
} satisfies FieldSchemas<EstimateQuery>);

/**
 * Cached, because a lookup takes as long as estimating a hundred items. The number is limited, because each of the 600 names
 * can be capitalized in many ways.
 */
const knownTimeZones = new Set<string>();

/** True for an IANA name such as `America/New_York`. False for an offset such as `+05:00`, which newer engines also accept. */
function isTimeZone(text: string): boolean {
  if (knownTimeZones.has(text)) return true;
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    if (knownTimeZones.size < 1_000) knownTimeZones.add(text);
    return true;
  } catch {
    return false;
  }
}
