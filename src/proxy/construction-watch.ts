import type { Report } from './report.js';
import { constructionWindowMs, maxConstructions } from './thresholds.js';

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
    times = [...times.filter((earlier) => time - earlier < constructionWindowMs), time];
    if (times.length < maxConstructions) return;
    hasWarned = true;
    log('proxy-per-request');
  };
}
