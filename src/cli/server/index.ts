/** How the command listens, routes and stops. */
export { byPrefix } from './by-prefix.js';
export { endOnSignal, runServer } from './run-server.js';
