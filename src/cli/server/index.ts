/** How the command listens, routes and stops. */
export { byPrefix } from './by-prefix.js';
export { runServer } from './run-server.js';
