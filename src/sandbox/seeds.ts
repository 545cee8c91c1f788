/** The seeds of a sandbox: their schema, and the default callers and merchants. */
import * as z from 'zod';
import { VerticalSchema, type MerchantLocationStatus, type Vertical } from '../contract/index.js';

/** A location that fails with 500 in every operation and can't be added. */
export const failingLocation = 'server-error';

// Not specified: which identifiers are valid. We reject only blanks and dot segments, which can't be part of a path.
export const locationPattern = /^(?!\.{1,2}$)\s*\S/;

const text = z.string().regex(/\S/, 'Blank');

const MerchantSeedSchema = z.strictObject({
  location: z
    .string()
    .regex(locationPattern, 'Not an identifier')
    .refine((location) => location !== failingLocation, 'Not an identifier'),
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

/** A merchant location of a new sandbox, in the format that callers use. */
interface SandboxMerchant {
  /** The identifier. `server-error` is reserved: it fails in every operation. */
  location: string;
  /** The business name. The merchant's pages show it, and estimates and pre-qualification links accept it as a location. */
  businessName?: string | undefined;
  /** The kind of business. It determines the terms of the estimates. */
  vertical: Vertical;
  /** The abbreviation or name of the state. */
  state?: string | undefined;
  /** The retailer ID, if the service has set the merchant up as a retailer. */
  retailerId?: string | undefined;
  /**
   * The state of the online application that a pre-qualification link opens.
   * @default 'enabled'
   */
  application?: 'enabled' | 'disabled' | 'missing' | undefined;
  /**
   * The onboarding status.
   * @default 'LOCATION_DETAILS_ADDED'
   */
  status?: string | undefined;
  /**
   * The number of days since the location was added. The onboarding link expires after 30 days.
   * @default 0
   */
  addedDaysAgo?: number | undefined;
}

/** An integrator that may call a new sandbox, and its merchants. */
interface SandboxAlliance {
  /**
   * The values that the integrator sends in the headers with these names.
   * @default 'sandbox-key' and 'sandbox-secret'
   */
  credentials?:
    | {
        /** The key for every operation. */
        'svc-key': string;
        /** The secret for onboarding. */
        'svc-secret': string;
      }
    | undefined;
  /** The kinds of business that the integrator serves. If there are several, estimation requires a location. */
  verticals: Vertical[];
  /**
   * The values of `departmentId` that were issued to the integrator, as text. Other values are rejected.
   * @default any
   */
  departments?: string[] | undefined;
  /**
   * The values of `sourcePlatform` that were issued to the integrator. Other values are rejected.
   * @default any
   */
  sourcePlatforms?: string[] | undefined;
  /** The merchant locations. Each has a different identifier. */
  merchants: SandboxMerchant[];
}

/** The integrators that may call a new sandbox: at least one, each with a different `svc-key`. */
export type SandboxSeeds = SandboxAlliance[];

const retailer = (
  location: string,
  businessName: string,
  vertical: Vertical,
  state: string,
): SandboxMerchant => ({
  location,
  businessName,
  vertical,
  state,
  retailerId: `retailer-${location}`,
});

/** Three ordinary merchants, and merchants that each reproduce one error or state with ordinary input. */
const merchants: SandboxMerchant[] = [
  retailer('main-street', 'Main Street Outfitters', 'General_Retail', 'TX'),
  // Dental in CA: the business details aren't pre-filled.
  retailer('smile-dental', 'Smile Dental', 'Dental', 'CA'),
  // Requires a down payment.
  retailer('sunset-motors', 'Sunset Motors', 'Car_Dealerships', 'AZ'),
  // Pre-qualification: the online application is disabled. (It's missing for every location that was just onboarded.)
  { ...retailer('paused-spa', 'Paused Spa', 'Med_Spa', 'FL'), application: 'disabled' },
  // Status request: the merchant operates in an unsupported state.
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
  // One vertical: the location is optional for estimation.
  { verticals: ['General_Retail'], merchants },
  // Several verticals: the location is required for estimation. This caller may send the values that were issued to it.
  {
    credentials: { 'svc-key': 'sandbox-multi-key', 'svc-secret': 'sandbox-multi-secret' },
    verticals: ['General_Retail', 'Dental', 'Car_Dealerships'],
    departments: ['7'],
    sourcePlatforms: ['sandbox-platform'],
    merchants,
  },
  // Estimation without a location: the alliance vertical isn't found. This caller has no vertical and no merchant yet. A
  // merchant of the other callers therefore counts as another retailer's in its pay-over-time links.
  {
    credentials: { 'svc-key': 'sandbox-new-key', 'svc-secret': 'sandbox-new-secret' },
    verticals: [],
    merchants: [],
  },
];
