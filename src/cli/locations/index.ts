/** `locations`: adds many merchant locations from a CSV file, and reads their statuses. */
export { runLocations } from './run-locations.js';
