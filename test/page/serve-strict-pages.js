// @ts-check
/**
 * Serves to the browser tests what cannot be in a file: at `/strict-page`, a page with the HTML and the
 * Content-Security-Policy of the query, and an estimate for every amount to the built script beside it.
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
