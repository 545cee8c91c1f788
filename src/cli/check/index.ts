/** `check`: reports whether credentials, locations, network and Redis work. */
export { runCheck } from './run-check.js';
