import * as z from 'zod';
import { VerticalSchema, type MerchantLocationStatus } from '../contract/index.js';

/** The identifier that fails with 500 on every operation, and is never added. */
export const failingLocation = 'server-error';

const text = z.string().regex(/\S/, 'Blank');

/** A merchant location as a sandbox knows it before anybody calls. */
const MerchantSeedSchema = z.strictObject({
  // Those that `addMerchantLocation` takes.
  location: z.string().regex(/^(?!\.{1,2}$|server-error$)\s*\S/, 'Not an identifier'),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  /** As written by who onboarded it: a postal code or a name. */
  state: z.string().optional(),
  /** Present once the service has set the merchant up as a retailer. */
  retailerId: text.optional(),
  /** The online application that a pre-qualification link leads to. */
  application: z.enum(['enabled', 'disabled', 'missing']).default('enabled'),
  status: text
    .transform((status): MerchantLocationStatus => status)
    .default('LOCATION_DETAILS_ADDED'),
});
export type MerchantSeed = z.output<typeof MerchantSeedSchema>;

/** An integrator (service document, "Authentication": called an alliance in error messages). */
const AllianceSeedSchema = z.strictObject({
  credentials: z
    .strictObject({ 'svc-key': text, 'svc-secret': text })
    .default({ 'svc-key': 'sandbox-key', 'svc-secret': 'sandbox-secret' }),
  /** With several, estimation needs a location. */
  verticals: z.array(VerticalSchema),
  merchants: z.array(MerchantSeedSchema).refine(areDistinct, 'Two have the same location'),
});
export type AllianceSeed = z.output<typeof AllianceSeedSchema>;

/** What a sandbox knows before anybody calls: the integrators that may call, and what each finds. */
export const SeedsSchema = z.array(AllianceSeedSchema).min(1);

/** Seeds as they are written, with defaults left out. */
export type SandboxSeeds = z.input<typeof SeedsSchema>;

function areDistinct(merchants: readonly { location: string }[]): boolean {
  return new Set(merchants.map(({ location }) => location)).size === merchants.length;
}
