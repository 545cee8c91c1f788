// Bundled by build/packages.config.ts.
export { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
