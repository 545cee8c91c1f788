/** `demo`: a shop with the proxy and the sandbox. */
export { runDemo } from './run-demo.js';
