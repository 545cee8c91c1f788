/** The purchase that a back end verified, and its schema. */
import * as z from 'zod';
import type { FieldSchemas } from '../../contract/fields.js';

/** A verified purchase. */
export interface Purchase {
  /** The amount in US dollars, above zero, with at most two decimals. A link for any other amount is refused. */
  amount: number;
  /** The transaction that the amount is valid for. If missing, the amount is valid for any transaction. */
  transactionId?: string | undefined;
  /** The location that the amount is valid for. If missing, the amount is valid for any location that the proxy serves. */
  location?: string | undefined;
}

/** A purchase that a back end looked up. */
export interface ResolvedPurchase extends Omit<Purchase, 'amount'> {
  /** The amount in US dollars, above zero, with at most two decimals: a number, or text such as `1299.00`. */
  amount: number | string;
}

const PurchaseSchema = z.object({
  amount: z.number().positive(),
  transactionId: z.string().min(1).optional(),
  location: z.string().min(1).optional(),
} satisfies FieldSchemas<Purchase>);

/** Checks what `resolvePurchase` returns. Database drivers return PostgreSQL's `numeric` as text. */
export const ResolvedPurchaseSchema = PurchaseSchema.extend({
  amount: z.union([
    PurchaseSchema.shape.amount,
    z
      .string()
      .regex(/^\d{1,15}(?:\.\d{1,20})?$/)
      .transform(Number)
      .pipe(PurchaseSchema.shape.amount),
  ]),
});

/** The payload of a purchase token. */
export interface SignedPurchase extends Purchase {
  /** The transaction that the amount is valid for. */
  transactionId: string;
  /** The expiration time in Unix seconds, by default at most 24 hours from now. */
  exp: number;
}

/** Checks the payload of a purchase token. */
export const SignedPurchaseSchema = z.strictObject({
  ...PurchaseSchema.shape,
  transactionId: z.string().min(1),
  exp: z.number().positive(),
} satisfies FieldSchemas<SignedPurchase>);
