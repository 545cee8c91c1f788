import * as z from 'zod';

/** One amount to estimate (service document, "EstimateItem"). `totalAmount` in US dollars. */
export const EstimateItemSchema = z.strictObject({
  id: z.string(),
  totalAmount: z.number(),
});
export type EstimateItem = z.infer<typeof EstimateItemSchema>;

/** The four fields that are all -1 when an amount cannot be financed. `downPaymentPercent` is not one of them. */
export const inapplicableFields = [
  'monthlyAmount',
  'amountFinanced',
  'downPayment',
  'apr',
] as const satisfies readonly (keyof EstimateResult)[];

// Not shown: numeric bounds. We take anything beyond a billion dollars, or an APR over 1,000 %, for a fault.
// The usual case comes first: zod tries in order, and makes an error of each that does not fit.
const Dollars = z.union([z.number().min(0).max(1_000_000_000), z.literal(-1)]);
const Apr = z.union([z.number().min(0).max(1_000), z.literal(-1)]);

/**
 * The estimate of one amount (service document, "EstimateResult"). Money in US dollars, `apr` in percent.
 * Either all of `inapplicableFields` are -1 or none is; a financed amount has a monthly payment above zero.
 */
export const EstimateResultSchema = z
  .object({
    id: z.string(),
    monthlyAmount: Dollars,
    amountFinanced: Dollars,
    downPayment: Dollars,
    apr: Apr,
    // Not shown: whether it is always present, and its value for an inapplicable amount. We let it be absent or null.
    downPaymentPercent: z.number().nullish(),
  })
  .refine((result) => isInapplicable(result) || isFinanced(result), {
    error: 'Only some of the amounts are -1',
  });
export type EstimateResult = z.infer<typeof EstimateResultSchema>;

type Amounts = Record<'monthlyAmount' | 'amountFinanced' | 'downPayment' | 'apr', number>;

/** True when the service says that this amount cannot be financed. */
export function isInapplicable(result: Amounts): boolean {
  return inapplicableFields.every((field) => result[field] === -1);
}

function isFinanced(result: Amounts): boolean {
  return inapplicableFields.every((field) => result[field] !== -1) && result.monthlyAmount > 0;
}

/** The time zone that the service assumes when none is sent. */
export const defaultTimeZone = 'America/Los_Angeles';

/** Query of the estimation (service document, "Estimate payments"). `timeZone` is an IANA name. */
export const EstimateQuerySchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, { error: 'Not an IANA time zone' }).optional(),
  location: z.string().optional(),
  representative: z.string().optional(),
});
export type EstimateQuery = z.infer<typeof EstimateQuerySchema>;

/** A look-up takes the engine as long as a hundred items. There are 600 names, and any number of ways to capitalize them. */
const knownTimeZones = new Set<string>();

/** True for an IANA name as in `America/New_York`; false for an offset as in `+05:00`, which newer engines take too. */
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
