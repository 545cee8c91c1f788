import * as z from 'zod';
import {
  VerticalSchema,
  type MerchantLocationStatus,
  type Vertical,
} from '../../contract/index.js';

/** The location that fails with 500 on every operation and cannot be added. */
export const failingLocation = 'server-error';

const text = z.string().regex(/\S/, 'Blank');

/** A merchant location of a new sandbox. */
const MerchantSeedSchema = z.strictObject({
  // The identifiers that `addMerchantLocation` accepts.
  location: z.string().regex(/^(?!\.{1,2}$|server-error$)\s*\S/, 'Not an identifier'),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  /** Postal code or name of the state, as written at onboarding. */
  state: z.string().optional(),
  /** Present once the service has set the merchant up as a retailer. */
  retailerId: text.optional(),
  /** State of the online application that a pre-qualification link opens. */
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
  /** With several verticals, estimation needs a location. */
  verticals: z.array(VerticalSchema),
  merchants: z.array(MerchantSeedSchema).refine(areDistinct, 'Two have the same location'),
});
export type AllianceSeed = z.output<typeof AllianceSeedSchema>;

/** The integrators that may call a new sandbox, with the merchants of each. */
export const SeedsSchema = z
  .array(AllianceSeedSchema)
  .min(1)
  .refine(haveDistinctKeys, 'Two have the same svc-key');

/** A merchant location of a new sandbox, as a caller writes it. */
interface SandboxMerchant {
  /** Its identifier. `server-error` is taken: it fails on every operation. */
  location: string;
  /** Business name, which its pages show. */
  businessName?: string | undefined;
  /** The kind of business, which decides the terms of its estimates. */
  vertical: Vertical;
  /** Postal code or name of the state. */
  state?: string | undefined;
  /** Present once the service has set the merchant up as a retailer. */
  retailerId?: string | undefined;
  /**
   * State of the online application that a pre-qualification link opens.
   * @default 'enabled'
   */
  application?: 'enabled' | 'disabled' | 'missing' | undefined;
  /**
   * Onboarding status.
   * @default 'LOCATION_DETAILS_ADDED'
   */
  status?: string | undefined;
}

/** An integrator that may call a new sandbox, with its merchants. */
interface SandboxAlliance {
  /**
   * What it sends in the headers of these names.
   * @default 'sandbox-key' and 'sandbox-secret'
   */
  credentials?:
    | {
        /** The key of every operation. */
        'svc-key': string;
        /** The secret of onboarding. */
        'svc-secret': string;
      }
    | undefined;
  /** The kinds of business that it serves. With several, estimation needs a location. */
  verticals: Vertical[];
  /** Its merchant locations, each with an identifier of its own. */
  merchants: SandboxMerchant[];
}

/** The integrators that may call a new sandbox: at least one, each with a `svc-key` of its own. */
export type SandboxSeeds = SandboxAlliance[];

function areDistinct(merchants: readonly { location: string }[]): boolean {
  return new Set(merchants.map(({ location }) => location)).size === merchants.length;
}

function haveDistinctKeys(alliances: readonly AllianceSeed[]): boolean {
  return (
    new Set(alliances.map(({ credentials }) => credentials['svc-key'])).size === alliances.length
  );
}
