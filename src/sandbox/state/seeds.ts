/**
 * The seeds of a sandbox: the callers, and the merchants of each. Beyond the three everyday merchants, each entry makes
 * one declared error reproducible with ordinary input.
 */
import type { AllianceSeed, MerchantSeed } from './seed-schema.js';

const settled = { application: 'enabled', status: 'LOCATION_DETAILS_ADDED' } as const;

const merchants: MerchantSeed[] = [
  {
    ...settled,
    location: 'main-street',
    businessName: 'Main Street Outfitters',
    vertical: 'General_Retail',
    state: 'TX',
    retailerId: 'retailer-main-street',
  },
  // Dental in CA: its business details are not pre-filled.
  {
    ...settled,
    location: 'smile-dental',
    businessName: 'Smile Dental',
    vertical: 'Dental',
    state: 'CA',
    retailerId: 'retailer-smile-dental',
  },
  // Requires a down payment.
  {
    ...settled,
    location: 'sunset-motors',
    businessName: 'Sunset Motors',
    vertical: 'Car_Dealerships',
    state: 'AZ',
    retailerId: 'retailer-sunset-motors',
  },
  // Pre-qualification: online application disabled. (It is missing for every location that was just onboarded.)
  {
    ...settled,
    location: 'paused-spa',
    businessName: 'Paused Spa',
    vertical: 'Med_Spa',
    state: 'FL',
    retailerId: 'retailer-paused-spa',
    application: 'disabled',
  },
  // Status read: operates in an unsupported state.
  {
    ...settled,
    location: 'island-gallery',
    businessName: 'Island Gallery',
    vertical: 'General_Retail',
    state: 'PR',
  },
];

/** The three callers of a new sandbox. Each has its own copy of the merchants. */
export const alliances: AllianceSeed[] = [
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
  // Estimation without a location: alliance vertical not found. It has no vertical and no merchant yet.
  {
    credentials: { 'svc-key': 'sandbox-new-key', 'svc-secret': 'sandbox-new-secret' },
    verticals: [],
    merchants: [],
  },
];
