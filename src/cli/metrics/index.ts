/** The metrics of `serve`, on a port of their own. */
export { startMetrics } from './start-metrics.js';
