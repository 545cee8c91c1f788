// @ts-check
import { enter } from './browse.js';

/** The trace events in which a page's scripts run. Lit renders in microtasks, which `ScriptDuration` leaves out. */
const scripts = new Set([
  'EvaluateScript',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'RunMicrotasks',
]);

/**
 * Measures the main thread time of a page's scripts, including microtasks. Uses a separate visit, because tracing takes time.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {import('./browse.js').Conditions} conditions
 * @returns {Promise<number>} ms of CPU time
 */
export async function measureScriptTime(browser, url, conditions) {
  const shopper = await enter(browser, new URL('/', url).href, conditions);
  try {
    const { tracing } = shopper.page;
    await tracing.start({ categories: ['devtools.timeline', 'v8.execute'] });
    await shopper.see(url);
    const trace = JSON.parse(Buffer.from((await tracing.stop()) ?? []).toString());
    return scriptTimeOf(trace.traceEvents);
  } finally {
    await shopper.leave();
  }
}

/**
 * @typedef {{ ts: number, dur?: number, tdur?: number }} Times
 * @typedef {Times & { name: string, pid: number, tid: number, args: { data?: { url?: string } } }} TraceEvent
 *
 * @param {readonly TraceEvent[]} events of all tabs; the page's own thread is the one that requests estimates
 */
function scriptTimeOf(events) {
  const call = events.find(({ args }) => args.data?.url?.includes('/payment-estimation'));
  const found = events.filter(
    ({ name, pid, tid }) => scripts.has(name) && pid === call?.pid && tid === call.tid,
  );
  let microseconds = 0;
  let end = 0;
  for (const { ts, dur = 0, tdur = 0 } of found.toSorted((a, b) => a.ts - b.ts)) {
    if (ts < end) continue; // inside the previous event
    microseconds += tdur;
    end = ts + dur;
  }
  return microseconds / 1_000;
}
