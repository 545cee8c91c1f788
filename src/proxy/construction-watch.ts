import type { Logger } from './log.js';

/** So many in so many ms are no longer start-up, tests or one proxy a tenant, but one a request. */
const [most, span] = [20, 10_000];

/**
 * Returns a function that is told of each proxy that keeps its memory to itself, and warns once when one seems to be
 * made for each request: limits, idempotency and cache would then begin anew with each.
 */
export function createConstructionWatch(now: () => number = () => performance.now()) {
  let times: number[] = [];
  let warned = false;
  return (logger: Logger): void => {
    if (warned) return;
    const time = now();
    times = [...times.filter((earlier) => time - earlier < span), time];
    if (times.length < most) return;
    warned = true;
    logger.warn({ event: 'proxy-per-request' });
  };
}
