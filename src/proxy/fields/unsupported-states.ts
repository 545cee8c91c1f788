/** The states and territories in which the service isn't available. */
import { isSupportedState, territoryOfZipcode } from '../../contract/index.js';
import { ProblemError } from '../problems.js';
import type { FieldsOf } from './body-schemas.js';

/** Returns the fields that name a state or a territory that the contract excludes. */
export function unsupportedFields({
  vertical,
  businessAddress: { state, zipcode = '' } = {},
}: FieldsOf<'addMerchantLocation'>): ('businessAddress.state' | 'businessAddress.zipcode')[] {
  const isStateExcluded = state !== undefined && !isSupportedState(vertical, state);
  return [
    ...(isStateExcluded ? (['businessAddress.state'] as const) : []),
    ...(territoryOfZipcode(zipcode) ? (['businessAddress.zipcode'] as const) : []),
  ];
}

/** Refuses a location in a state or a territory that the contract excludes. Throws 422 `state-not-supported`. */
export function checkState(fields: FieldsOf<'addMerchantLocation'>): void {
  const errors = unsupportedFields(fields).map((path) => ({ path, message: 'Not supported' }));
  if (errors.length > 0) throw new ProblemError('state-not-supported', { errors });
}
