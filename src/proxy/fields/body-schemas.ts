/**
 * The fields that the proxy accepts: the contract's schemas with the proxy's documented limits. Unknown fields are refused,
 * and types aren't converted.
 */
import * as z from 'zod';
import {
  CustomerDetailsSchema,
  EstimateItemSchema,
  EstimateQuerySchema,
  MerchantLocationRequestSchema,
  PayOverTimeLinkRequestSchema,
  PrequalLinkRequestSchema,
  VerticalSchema,
} from '../../contract/index.js';
import { isBlank } from '../../internal/blank.js';
import { maxEstimateItems } from '../../contract/estimate-query.js';
import { centsOf, maxCents } from '../../internal/dollars.js';

/** Dollars above zero with at most two decimals. Rounds floating-point noise to cents, and refuses a third decimal. */
const DollarsSchema = z
  .number()
  .positive()
  .max(maxCents / 100)
  .transform((amount, context) => {
    const cents = centsOf(amount);
    if (cents > 0) return cents / 100;
    context.addIssue({ code: 'custom', message: 'More than two decimals' });
    return z.NEVER;
  });

/** A required field. A blank value is an error. */
const RequiredTextSchema = z
  .string()
  .min(1)
  .refine((text) => text === '' || !isBlank(text), { error: 'Empty' });

const SendSmsSchema = z
  .boolean()
  .optional()
  .describe(
    'Sends the link by text message. When omitted, none is sent unless the proxy allows it.',
  );

/** A number that JSON doesn't change. Above 2^53, a whole number can become the next one. */
const ExactNumberSchema = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const TextOrNumberSchema = z.union([z.string(), ExactNumberSchema]);

export const EstimateItemFieldsSchema = EstimateItemSchema.extend({
  id: EstimateItemSchema.shape.id.min(1).max(128),
  totalAmount: EstimateItemSchema.shape.totalAmount.describe(
    'US dollars. More than two decimals are rounded to cents.',
  ),
});

/** A customer's details. `parseBody` leaves out the ones that can't be used. */
const CustomerFieldsSchema = CustomerDetailsSchema.extend({
  dateOfBirth: z.string().optional().meta({ format: 'date' }),
}).optional();

/** The accepted body of each operation that has a body. */
export const bodySchemas = {
  estimatePayments: z.array(EstimateItemFieldsSchema).min(1).max(maxEstimateItems),
  createPayOverTimeLink: PayOverTimeLinkRequestSchema.extend({
    amount: DollarsSchema.describe(
      'US dollars, at most two decimals. Must be verified by the server of the integrator.',
    ),
    customerDetails: CustomerFieldsSchema,
    location: RequiredTextSchema,
    transactionId: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    roNumber: TextOrNumberSchema.optional(),
    representativeName: TextOrNumberSchema.optional(),
    redirectUrl: z
      .string()
      .optional()
      .describe(
        'Absolute URL on an origin that the proxy lists; on the origin of the page if it lists none and sends no text.',
      ),
  }),
  createPrequalLink: z.tuple([
    PrequalLinkRequestSchema.extend({
      customerDetails: CustomerFieldsSchema,
      location: RequiredTextSchema,
      sendSMS: SendSmsSchema,
      departmentId: ExactNumberSchema.optional(),
    }),
  ]),
  addMerchantLocation: MerchantLocationRequestSchema.extend({
    location: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    // A vertical that isn't listed gets a different error than a value that isn't text.
    vertical: z.string().pipe(VerticalSchema).meta({ enum: VerticalSchema.options }),
  }),
} as const;

/** The checked body of an operation. */
export type FieldsOf<Name extends keyof typeof bodySchemas> = z.output<(typeof bodySchemas)[Name]>;

/** The query of `GET /line`: an estimation's query, an amount, and a language. */
export const LineQuerySchema = z.strictObject({
  amount: z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/, 'Not a number, as in 1299.00')
    .describe('US dollars, as in `1299.00`. More than two decimals are rounded to cents.'),
  lang: z.string().optional().describe('`en` or `es`, also as in `es-US`. Any other is English.'),
  total: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` adds the total of payments, if the term is known.'),
  ...EstimateQuerySchema.shape,
});
