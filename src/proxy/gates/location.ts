import { ProblemError } from '../http/index.js';

/** Options of the location gate. */
export interface LocationOptions {
  readonly locations: readonly string[];
}

/** Refuses a location that the options do not list. Throws 403 `location-not-allowed`. */
export function checkLocation({ locations }: LocationOptions, location: string | undefined): void {
  if (location === undefined || locations.length === 0 || locations.includes(location)) return;
  throw new ProblemError('location-not-allowed', 'This location is not served here.');
}

/** Adds the only location of the options to an object that names none, before its fields are checked. */
export function withOnlyLocation({ locations }: LocationOptions, json: unknown): unknown {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isObject || Object.hasOwn(json, 'location') || locations.length !== 1) return json;
  return { ...json, location: locations[0] };
}
