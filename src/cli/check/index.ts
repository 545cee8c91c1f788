/** `check`: reports whether credentials, locations, network and Redis work. */
export { diagnose } from './diagnose.js';
export { reportCheck, runCheck } from './run-check.js';
