import type { Merchant } from './state.js';

const day = 24 * 60 * 60 * 1000;

/** Days that an onboarding URL lives without a submitted application (service document, "Limits"). */
const lifetimeInDays = 30;

// Not shown: the time zone of the dates. We use UTC.
/** The date of a moment, YYYY-MM-DD. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** When the onboarding URL of a merchant expires: as a date, and in whole days from `now`, 0 once it has. */
export function onboardingExpiry(
  { createdAt }: Merchant,
  now: number,
): { expirationDate: string; expiredInDays: number } {
  const expirationDate = dateOf(createdAt + lifetimeInDays * day);
  const days = (Date.parse(expirationDate) - Date.parse(dateOf(now))) / day;
  return { expirationDate, expiredInDays: Math.max(0, days) };
}
