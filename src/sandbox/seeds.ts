/**
 * What a fresh sandbox knows: who may call it, and the merchants that each caller finds. Every name says what it
 * is for; each entry beyond the three everyday merchants exists so that one declared error can be produced by
 * ordinary input.
 */
import type { MerchantLocationStatus, Vertical } from '../contract/index.js';

/** A merchant location as the sandbox knows it before anybody calls. */
export interface MerchantSeed {
  readonly id: string;
  readonly businessName?: string | undefined;
  readonly vertical: Vertical;
  /** As written by who onboarded it: a postal code or a name. */
  readonly state?: string | undefined;
  /** Present once the service has set the merchant up as a retailer. */
  readonly retailerId?: string;
  /** The online application that a pre-qualification link leads to. */
  readonly application: 'enabled' | 'disabled' | 'missing';
  readonly status: MerchantLocationStatus;
}

/** An integrator (service document, "Authentication": called an alliance in error messages). */
export interface AllianceSeed {
  readonly credentials: Readonly<Record<'svc-key' | 'svc-secret', string>>;
  readonly verticals: readonly Vertical[];
  readonly merchants: readonly MerchantSeed[];
}

/** The identifier that fails with 500 on every operation, and is never added. */
export const failingLocation = 'server-error';

const settled = { application: 'enabled', status: 'LOCATION_DETAILS_ADDED' } as const;

const merchants: readonly MerchantSeed[] = [
  {
    ...settled,
    id: 'main-street',
    businessName: 'Main Street Outfitters',
    vertical: 'General_Retail',
    state: 'TX',
    retailerId: 'retailer-main-street',
  },
  // Dental in CA: its business information is not pre-filled.
  {
    ...settled,
    id: 'smile-dental',
    businessName: 'Smile Dental',
    vertical: 'Dental',
    state: 'CA',
    retailerId: 'retailer-smile-dental',
  },
  // Asks for a down payment.
  {
    ...settled,
    id: 'sunset-motors',
    businessName: 'Sunset Motors',
    vertical: 'Car_Dealerships',
    state: 'AZ',
    retailerId: 'retailer-sunset-motors',
  },
  // Pre-qualification: online application disabled. (It is missing for every location that was just onboarded.)
  {
    ...settled,
    id: 'paused-spa',
    businessName: 'Paused Spa',
    vertical: 'Med_Spa',
    state: 'FL',
    retailerId: 'retailer-paused-spa',
    application: 'disabled',
  },
  // Status read: operates in an unsupported state.
  {
    ...settled,
    id: 'island-gallery',
    businessName: 'Island Gallery',
    vertical: 'General_Retail',
    state: 'PR',
  },
];

/** The three callers of a fresh sandbox. Each keeps its own copy of the merchants. */
export const alliances: readonly AllianceSeed[] = [
  // One vertical: the location is optional on estimation.
  {
    credentials: { 'svc-key': 'sandbox-key', 'svc-secret': 'sandbox-secret' },
    verticals: ['General_Retail'],
    merchants,
  },
  // Several verticals: the location is required on estimation.
  {
    credentials: { 'svc-key': 'sandbox-multi-key', 'svc-secret': 'sandbox-multi-secret' },
    verticals: ['General_Retail', 'Dental', 'Car_Dealerships'],
    merchants,
  },
  // Estimation: alliance vertical not found. Has neither a vertical nor a merchant yet.
  {
    credentials: { 'svc-key': 'sandbox-new-key', 'svc-secret': 'sandbox-new-secret' },
    verticals: [],
    merchants: [],
  },
];
