/** The seeds of a sandbox: their schema, and the default callers and merchants. */
import * as z from 'zod';
import { VerticalSchema, type MerchantLocationStatus, type Vertical } from '../contract/index.js';

/** The location that fails with 500 on every operation and cannot be added. */
export const failingLocation = 'server-error';

const text = z.string().regex(/\S/, 'Blank');

const MerchantSeedSchema = z.strictObject({
  // The identifiers that `addMerchantLocation` accepts.
  location: z.string().regex(/^(?!\.{1,2}$|server-error$)\s*\S/, 'Not an identifier'),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  state: z.string().optional(),
  retailerId: text.optional(),
  application: z.enum(['enabled', 'disabled', 'missing']).default('enabled'),
  status: text
    .transform((status): MerchantLocationStatus => status)
    .default('LOCATION_DETAILS_ADDED'),
  addedDaysAgo: z.int().min(0).max(3650).default(0),
});
export type MerchantSeed = z.output<typeof MerchantSeedSchema>;

const AllianceSeedSchema = z.strictObject({
  credentials: z
    .strictObject({ 'svc-key': text, 'svc-secret': text })
    .default({ 'svc-key': 'sandbox-key', 'svc-secret': 'sandbox-secret' }),
  verticals: z.array(VerticalSchema),
  departments: z.array(text).optional(),
  sourcePlatforms: z.array(text).optional(),
  merchants: z
    .array(MerchantSeedSchema)
    .refine((all) => areDistinct(all, ({ location }) => location), 'Two have the same location'),
});
export type AllianceSeed = z.output<typeof AllianceSeedSchema>;

export const SeedsSchema = z
  .array(AllianceSeedSchema)
  .min(1)
  .refine(
    (all) => areDistinct(all, ({ credentials }) => credentials['svc-key']),
    'Two have the same svc-key',
  );

function areDistinct<Seed>(seeds: readonly Seed[], nameOf: (seed: Seed) => string): boolean {
  return new Set(seeds.map(nameOf)).size === seeds.length;
}

/** A merchant location of a new sandbox, as a caller writes it. */
interface SandboxMerchant {
  /** Its identifier. `server-error` is taken: it fails on every operation. */
  location: string;
  /** Business name, which its pages show, and by which a pre-qualification link finds it, too. */
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
  /**
   * Days since the location was added, by the clock of a new sandbox. The onboarding link expires after 30.
   * @default 0
   */
  addedDaysAgo?: number | undefined;
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
  /**
   * The values of `departmentId` that were issued to it, as text. Another one is refused.
   * @default any
   */
  departments?: string[] | undefined;
  /**
   * The values of `sourcePlatform` that were issued to it. Another one is refused.
   * @default any
   */
  sourcePlatforms?: string[] | undefined;
  /** Its merchant locations, each with an identifier of its own. */
  merchants: SandboxMerchant[];
}

/** The integrators that may call a new sandbox: at least one, each with a `svc-key` of its own. */
export type SandboxSeeds = SandboxAlliance[];

const retailer = (
  location: string,
  businessName: string,
  vertical: Vertical,
  state: string,
): SandboxMerchant => ({
  ...{ location, businessName, vertical, state },
  retailerId: `retailer-${location}`,
});

/** Three everyday merchants, and merchants that each reproduce one error or state with ordinary input. */
const merchants: SandboxMerchant[] = [
  retailer('main-street', 'Main Street Outfitters', 'General_Retail', 'TX'),
  // Dental in CA: its business details are not pre-filled.
  retailer('smile-dental', 'Smile Dental', 'Dental', 'CA'),
  // Requires a down payment.
  retailer('sunset-motors', 'Sunset Motors', 'Car_Dealerships', 'AZ'),
  // Pre-qualification: online application disabled. (It is missing for every location that was just onboarded.)
  { ...retailer('paused-spa', 'Paused Spa', 'Med_Spa', 'FL'), application: 'disabled' },
  // Status read: operates in an unsupported state.
  {
    ...retailer('island-gallery', 'Island Gallery', 'General_Retail', 'PR'),
    retailerId: undefined,
  },
  // Onboarding: the link expired before an application was submitted.
  {
    location: 'expired-bakery',
    businessName: 'Expired Bakery',
    vertical: 'General_Retail',
    state: 'OR',
    application: 'missing',
    status: 'CREATED',
    addedDaysAgo: 45,
  },
];

/** The three callers of a new sandbox. Each has its own copy of the merchants. */
export const seeds: SandboxSeeds = [
  // One vertical: the location is optional on estimation.
  { verticals: ['General_Retail'], merchants },
  // Several verticals: the location is required on estimation. It may send the values that were issued to it.
  {
    credentials: { 'svc-key': 'sandbox-multi-key', 'svc-secret': 'sandbox-multi-secret' },
    verticals: ['General_Retail', 'Dental', 'Car_Dealerships'],
    departments: ['7'],
    sourcePlatforms: ['sandbox-platform'],
    merchants,
  },
  // Estimation without a location: alliance vertical not found. It has no vertical and no merchant yet, so that a
  // pay-over-time link for a merchant of the others is one of another retailer.
  {
    credentials: { 'svc-key': 'sandbox-new-key', 'svc-secret': 'sandbox-new-secret' },
    verticals: [],
    merchants: [],
  },
];
