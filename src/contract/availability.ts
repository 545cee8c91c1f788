import type { Vertical } from './merchant-location.js';

/** Postal codes of the U.S. territories, whose merchants the service does not accept (service document, "Rules for onboarding"). */
export const territories = ['AS', 'GU', 'MP', 'PR', 'VI'] as const;

/** States in which the service does not accept Home Services merchants (service document, "Rules for onboarding"). */
export const statesWithoutHomeServices = ['WV'] as const;

const namedStates: Record<string, string> = {
  'AMERICAN SAMOA': 'AS',
  GUAM: 'GU',
  'NORTHERN MARIANA ISLANDS': 'MP',
  'PUERTO RICO': 'PR',
  'VIRGIN ISLANDS': 'VI',
  'U.S. VIRGIN ISLANDS': 'VI',
  'US VIRGIN ISLANDS': 'VI',
  'WEST VIRGINIA': 'WV',
};

// Not shown: the format of `state`, and the full list of unsupported states. We read postal codes and the names of those
// that the rules mention, in upper or lower case, and leave every other state to the service.
/** Returns the postal codes of states in which a merchant of this vertical cannot be onboarded. */
export function unsupportedStates(vertical: Vertical): readonly string[] {
  return vertical === 'Home_Services'
    ? [...territories, ...statesWithoutHomeServices]
    : territories;
}

/** False when the rules of the service document exclude this vertical in this state. */
export function isSupportedState(vertical: Vertical, state: string): boolean {
  const written = state.trim().toUpperCase();
  return !unsupportedStates(vertical).includes(namedStates[written] ?? written);
}

const postalCodes = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'
  ).split(' '),
);

/** Returns the postal codes in a message such as "State not supported: PR, GU". */
export function statesNamedIn(message: string): string[] {
  const words = message.match(/\b[A-Z]{2}\b/g) ?? [];
  return [...new Set(words.filter((word) => postalCodes.has(word)))];
}
