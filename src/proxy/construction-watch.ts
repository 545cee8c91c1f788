import type { Report } from './report.js';

/**
 * A tenant, a restart, or a test creates a few proxies. More than this many in this window, in ms, means that one is being
 * created per request.
 */
const [maxConstructions, windowMs] = [20, 10_000];

/**
 * Creates a function to call for each proxy without its own store. It warns once if proxies seem to be created for each
 * request, because their limits, idempotency, and cache would start over each time.
 */
export function createConstructionWatch(): (report: Pick<Report, 'log'>) => void {
  let times: number[] = [];
  let hasWarned = false;
  return ({ log }) => {
    if (hasWarned) return;
    const time = performance.now();
    times = [...times.filter((earlier) => time - earlier < windowMs), time];
    if (times.length < maxConstructions) return;
    hasWarned = true;
    log('proxy-per-request');
  };
}
