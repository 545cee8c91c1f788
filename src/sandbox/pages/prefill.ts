import type { Vertical } from '../../contract/index.js';

// Not shown: which verticals are healthcare, and the format of `state`. We count those that treat patients, and accept
// postal codes and names in upper or lower case.
const healthcare: readonly Vertical[] = ['Dental', 'Medical_Office', 'Hospital_Health_System'];
const restrictedState = /^\s*(CA|California|NY|New York|IL|Illinois)\s*$/i;

/**
 * False for dental and healthcare merchants when they or their customer are located in CA, NY or IL
 * (service document, "Rules for onboarding"): then nothing is pre-filled.
 */
export function mayPrefill(
  { vertical, state = '' }: { readonly vertical: Vertical; readonly state?: string | undefined },
  customerState = '',
): boolean {
  if (!healthcare.includes(vertical)) return true;
  return !restrictedState.test(state) && !restrictedState.test(customerState);
}
