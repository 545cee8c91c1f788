/** How the command listens, routes and stops. */
export { byPrefix, endOnSignal, runServer } from './run-server.js';
