import { ProblemError } from '../http/index.js';

/** Options of the location gate. */
export interface LocationOptions {
  readonly locations: readonly string[];
}

/** Returns the named location, or the only one of the options. Throws 403 `location-not-allowed`. */
export function chooseLocation<Named extends string | undefined>(
  { locations }: LocationOptions,
  named: Named,
): Named | string {
  if (named === undefined) return locations.length === 1 ? (locations[0] ?? named) : named;
  if (locations.length === 0 || locations.includes(named)) return named;
  throw new ProblemError('location-not-allowed', 'This location is not served here.');
}

/** Adds the only location of the options to an object that names none, before its fields are checked. */
export function withOnlyLocation({ locations }: LocationOptions, json: unknown): unknown {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isObject || Object.hasOwn(json, 'location') || locations.length !== 1) return json;
  return { ...json, location: locations[0] };
}
