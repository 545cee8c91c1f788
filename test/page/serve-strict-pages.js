// @ts-check
import { readFile } from 'node:fs/promises';
import { built } from '../runner/fresh-build.js';

/**
 * Serves to the browser tests what cannot be in a file: at `/strict-page`, a page with the HTML and the
 * Content-Security-Policy of the query, and an estimate for every amount to the built script beside it. Under
 * `/financing/` are the files of the proxy, and under `/alone/` is the script without its second file.
 * @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export async function serveStrictPages(context, next) {
  if (context.path === '/strict-page') {
    const { csp, html } = context.query;
    context.set('Content-Security-Policy', String(csp));
    context.type = 'html';
    context.body = `<!doctype html><script src="/test/page/record.js"></script>${html}`;
    return;
  }
  if (context.path === '/alone/elements.js') {
    context.type = 'js';
    context.body = await readFile(built('elements.js'), 'utf8');
    return;
  }
  if (context.path.startsWith('/financing/')) {
    // Not loaded with this file: the tests that need no build start without one.
    const { createFinancingProxy } = await import('../../dist/proxy/index.js');
    const proxy = createFinancingProxy({ baseUrl: 'https://service.example', svcKey: 'key' });
    const response = await proxy.fetch(new Request(context.href));
    context.status = response.status;
    context.set(Object.fromEntries(response.headers));
    context.body = await response.text();
    return;
  }
  if (!context.path.startsWith('/dist/purchase/')) return next();
  let json = '';
  for await (const chunk of context.req) json += chunk;
  /** @type {import('../../src/contract/estimate.js').EstimateItem[]} */
  const items = JSON.parse(json);
  context.body = items.map(({ id, totalAmount }) => ({
    id,
    monthlyAmount: totalAmount / 10,
    amountFinanced: totalAmount,
    downPayment: 0,
    apr: 0,
  }));
}
